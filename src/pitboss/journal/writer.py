"""Group commit: one thread at a time writes for everyone, and answers each after the commit.

Whatever is waiting when the turn is free goes into one transaction, so that many clients
share the price of one disk write. A caller that would only wait takes the turn itself where
nobody has it (`work`): a single client then pays for its own write and for no change of threads.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future

from pitboss.journal.store import Store, Write, end_of

MOST_TOGETHER = 256
log = logging.getLogger("pitboss.journal")

Done = Callable[[Exception | None], None]
"""Called after the commit, or with the reason why not; by whoever committed."""


Kept = Callable[[Mapping[str, tuple[int, str]]], None]
"""Told of the new ends of streams after their commit, before anyone is answered."""


class ClosedError(Exception):
    """The writer has ended: nothing more is written."""


class Writer:
    """Writes to a store, in the order in which they were put."""

    def __init__(self, store: Store, kept: Kept | None = None) -> None:
        self._store = store
        self._kept = kept
        self._waiting: deque[tuple[Write, Done]] = deque()
        self._turn = threading.Lock()
        self._ended = False
        self._calls: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def put(self, write: Write, done: Done) -> None:
        """Have a write committed at the next `call` or `work`."""
        self._waiting.append((write, done))

    def call(self) -> None:
        """Have the thread write what is waiting."""
        if self._ended:
            self._drop()
        else:
            self._calls.put(True)

    def work(self) -> None:
        """Write what is waiting, here if nobody is writing just now."""
        if not self._ended and self._turn.acquire(blocking=False):
            try:
                self._commit()
            finally:
                self._turn.release()
        if self._waiting:
            self.call()

    def submit(self, write: Write) -> Future[None]:
        """Have a write committed; the future is done after the commit, or tells why not."""
        answer: Future[None] = Future()
        answer.set_running_or_notify_cancel()  # what was put is not called off

        def done(error: Exception | None) -> None:
            if error is None:
                answer.set_result(None)
            else:
                answer.set_exception(error)

        self.put(write, done)
        self.call()
        return answer

    def close(self) -> None:
        """Write what is waiting, then end the thread; what comes later is told so."""
        self._calls.put(False)
        self._thread.join()
        self._ended = True
        self._drop()

    def _run(self) -> None:
        going = True
        while going:
            going = self._calls.get()
            with self._turn:
                while self._waiting:
                    self._commit()

    def _commit(self) -> None:
        """One transaction; called by whoever has the turn."""
        batch = self._some()
        if not batch:
            return
        try:
            answers = self._store.write([write for write, _ in batch])
        except Exception as error:  # noqa: BLE001
            answers = [error] * len(batch)
        if self._kept is not None:
            ends = {
                write.stream: end_of(write)
                for (write, _), answer in zip(batch, answers, strict=True)
                if answer is None and write.lines
            }
            if ends:
                self._kept(ends)
        self._tell(batch, answers)

    def _some(self) -> list[tuple[Write, Done]]:
        """The first of those that wait, taken off the queue."""
        found: list[tuple[Write, Done]] = []
        with contextlib.suppress(IndexError):
            while len(found) < MOST_TOGETHER:
                found.append(self._waiting.popleft())
        return found

    def _drop(self) -> None:
        while batch := self._some():
            self._tell(batch, [ClosedError("the journal is closed")] * len(batch))

    @staticmethod
    def _tell(batch: Sequence[tuple[Write, Done]], answers: Sequence[Exception | None]) -> None:
        """Answer each; one that cannot take its answer does not keep the others from theirs."""
        for (_, done), answer in zip(batch, answers, strict=True):
            try:
                done(answer)
            except Exception:
                log.exception("an answer was not taken")
