"""An answer to come, from whichever thread writes, to a thread or to an event loop.

The library's futures make a lock and a condition each and wake the loop for each: with many
clients that cost as much as deciding their commands. Answers of one commit wake it once here.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
log = logging.getLogger("pitboss.tables")

_LOCK = threading.Lock()
"""For all promises: it is held for a moment only."""


class Promise(Generic[T]):
    """Something that will be there once, or the reason why not."""

    __slots__ = ("_error", "_heard", "_value", "done")

    def __init__(self) -> None:
        self.done = False
        self._value: T | None = None
        self._error: BaseException | None = None
        self._heard: list[Callable[[Promise[T]], None]] = []

    def set_result(self, value: T) -> None:
        """It is there."""
        self._finish(value, None)

    def set_exception(self, error: BaseException) -> None:
        """It will not be there."""
        self._finish(None, error)

    def _finish(self, value: T | None, error: BaseException | None) -> None:
        with _LOCK:
            if self.done:
                raise RuntimeError("this was answered before")
            self._value, self._error = value, error
            self.done, heard, self._heard = True, self._heard, []
        for tell in heard:
            try:
                tell(self)
            except Exception:
                log.exception("one who waited could not be told")

    def when_done(self, tell: Callable[[Promise[T]], None]) -> None:
        """Have this called once it is there, by whoever brings it; at once where it is."""
        with _LOCK:
            if not self.done:
                self._heard.append(tell)
                return
        tell(self)

    def result(self, timeout: float | None = None) -> T:
        """Wait for it; `TimeoutError` where it takes too long."""
        if not self.done:
            there = threading.Event()
            self.when_done(lambda _: there.set())
            if not there.wait(timeout):
                raise TimeoutError
        if self._error is not None:
            raise self._error
        value: T = self._value  # type: ignore[assignment]  # it is done, and no error
        return value


class Answers:
    """Promises awaited on an event loop, which is woken once for all that are there."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._there: deque[asyncio.Future[None]] = deque()
        self._called = False

    async def of(self, promise: Promise[T]) -> T:
        """What was promised."""
        if not promise.done:
            self._loop = asyncio.get_running_loop()
            waiting: asyncio.Future[None] = self._loop.create_future()
            promise.when_done(lambda _: self._heard(waiting))
            await waiting
        return promise.result()

    def _heard(self, waiting: asyncio.Future[None]) -> None:
        self._there.append(waiting)
        if not self._called and self._loop is not None and not self._loop.is_closed():
            self._called = True
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        self._called = False  # before the first is taken: none is left lying
        while self._there:
            waiting = self._there.popleft()
            if not waiting.done():
                waiting.set_result(None)
