"""Passwords are checked by few workers of their own, behind a queue that refuses.

A check takes memory and time on purpose. As many at once as there are threads would take all of
both from the tables; so they stand in line, and who comes when the line is long comes again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.api.problems import ProblemError

T = TypeVar("T")
MOST_WAITING = 32
MOST_OF_ONE = 6
WAIT_SECONDS = 2
BEHIND = 10


def _usual() -> int:
    return min(4, max(1, (os.cpu_count() or 2) // 2))


def _step_back() -> None:
    """What waits for the processor goes before a check of a password."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)


@dataclass
class Workers:
    """So many at work, so many waiting in all and of one place; the rest are refused."""

    number: int = field(default_factory=_usual)
    most: int = MOST_WAITING
    most_of_one: int = MOST_OF_ONE
    _here: Counter[str] = field(default_factory=Counter)
    _pool: ThreadPoolExecutor | None = None

    async def do(self, place: str, work: Callable[[], T]) -> T:
        """Have something done in its turn, for somebody at a place."""
        if self._here.total() >= self.most or self._here[place] >= self.most_of_one:
            raise ProblemError(429, wait=WAIT_SECONDS)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.number, "passwords", initializer=_step_back)
        self._here[place] += 1
        # Who leaves meanwhile leaves the work in its place in the line: it is counted until done.
        waiting = asyncio.get_running_loop().run_in_executor(self._pool, work)
        waiting.add_done_callback(lambda _: self._gone(place))
        return await asyncio.shield(waiting)

    def _gone(self, place: str) -> None:
        self._here[place] -= 1
        if not self._here[place]:
            del self._here[place]

    def close(self) -> None:
        """No more."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
