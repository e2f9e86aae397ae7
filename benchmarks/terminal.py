"""A player's terminal: what its page asks the server for, and when.

The page is web/src/pages/terminal. It reads the table and the player's newest coup when it is
opened; all else comes with the stream, in the parts that the page names.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

Ask = Callable[[str, str], Awaitable[tuple[int, bytes]]]

AWAY = frozenset({429, 502, 503, 504})
FIRST_WAIT, LONGEST_WAIT = 0.25, 3.0
PARTS = "sheet,draws,coup,pool,own,roads,terminal"
NEWEST = "/own/coups?limit=1"
FIRST = ("", NEWEST)


class _Message(msgspec.Struct):
    type: str
    sequence: int


_decode = msgspec.json.Decoder(_Message).decode


class Terminal:
    """The requests of one terminal, and how many there were."""

    def __init__(self, ask: Ask, table: str) -> None:
        self._ask, self._path = ask, f"/api/tables/{table}"
        self._under_way: set[asyncio.Task[None]] = set()
        self._sequence = 0
        self.updates = 0
        self.reads = 0

    def open(self) -> None:
        """Ask for what the page shows first."""
        for path in FIRST:
            self._start(self._read(path))

    def hear(self, message: bytes) -> None:
        """Ask for what the page reads after a message of the stream: only what was left out."""
        told = _decode(message)
        if told.type == "beat":
            return
        self.updates += 1
        if told.type == "reread":
            self._start(self._read(f"/events?after={self._sequence}&limit=500"))
            self._start(self._read(NEWEST))
        self._sequence = told.sequence

    async def quiet(self) -> None:
        """Wait until everything asked for has come."""
        while self._under_way:
            await asyncio.gather(*self._under_way)

    def _start(self, reading: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(reading)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _read(self, path: str) -> None:
        """Read, and again after a while where the server has no time."""
        wait = FIRST_WAIT
        while True:
            self.reads += 1
            status, _ = await self._ask("GET", self._path + path)
            if status not in AWAY:
                return
            await asyncio.sleep(wait * random.uniform(0.75, 1.25))
            wait = min(LONGEST_WAIT, wait * 2)
