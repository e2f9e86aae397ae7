"""Group commit: one thread at a time writes for everyone, and answers each after the commit.

Whatever is waiting when the turn is free goes into one transaction, so that many clients
share the price of one disk write. A caller that would only wait takes the turn itself where
nobody has it (`work`): a single client then pays for its own write and for no change of threads.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from itertools import islice

from pitboss.journal.store import Store, Write

MOST_TOGETHER = 256

Done = Callable[[Exception | None], None]
"""Called after the commit, or with the reason why not; by whoever committed."""


class Writer:
    """Writes to a store, in the order in which they were put."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[tuple[Write, Done]] = deque()
        self._turn = threading.Lock()
        self._calls: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def put(self, write: Write, done: Done) -> None:
        """Have a write committed at the next `call` or `work`."""
        self._waiting.append((write, done))

    def call(self) -> None:
        """Have the thread write what is waiting."""
        self._calls.put(True)

    def work(self) -> None:
        """Write what is waiting, here if nobody is writing just now."""
        if self._turn.acquire(blocking=False):
            try:
                self._commit()
            finally:
                self._turn.release()
        if self._waiting:
            self.call()

    def submit(self, write: Write) -> Future[None]:
        """Have a write committed; the future is done after the commit, or tells why not."""
        answer: Future[None] = Future()

        def done(error: Exception | None) -> None:
            if error is None:
                answer.set_result(None)
            else:
                answer.set_exception(error)

        self.put(write, done)
        self.call()
        return answer

    def close(self) -> None:
        """Write what is waiting, then end the thread."""
        self._calls.put(False)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            going = self._calls.get()
            with self._turn:
                while self._waiting:
                    self._commit()

    def _commit(self) -> None:
        """One transaction; called by whoever has the turn."""
        batch = list(islice(self._waiting, MOST_TOGETHER))
        for _ in batch:
            self._waiting.popleft()
        if not batch:
            return
        try:
            answers = self._store.write([write for write, _ in batch])
        except Exception as error:  # noqa: BLE001 - every waiting client must be told
            answers = [error] * len(batch)
        for (_, done), answer in zip(batch, answers, strict=True):
            done(answer)
