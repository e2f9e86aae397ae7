"""Group commit: one thread writes for everyone, and answers each after the commit.

Whatever is waiting when the thread is free goes into one transaction, so that many clients
share the price of one disk write, and a single client pays no more than its own.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future

from pitboss.journal.store import Store, Write

MOST_TOGETHER = 256


class Writer:
    """The one thread that writes to a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write) -> Future[None]:
        """Have a write committed; the future is done after the commit, or tells why not."""
        done: Future[None] = Future()
        self._waiting.put((write, done))
        return done

    def close(self) -> None:
        """Write what is waiting, then end the thread."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            item = self._waiting.get()
            if item is None:
                return
            batch = [item]
            ending = False
            while len(batch) < MOST_TOGETHER:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ending = True
                    break
                batch.append(more)
            self._commit(batch)
            if ending:
                return

    def _commit(self, batch: list[tuple[Write, Future[None]]]) -> None:
        try:
            answers = self._store.write([write for write, _ in batch])
        except Exception as error:  # noqa: BLE001 - every waiting client must be told
            answers = [error] * len(batch)
        for (_, done), answer in zip(batch, answers, strict=True):
            if answer is None:
                done.set_result(None)
            else:
                done.set_exception(answer)
