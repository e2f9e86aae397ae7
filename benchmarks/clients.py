"""Clients of a server, in a process of their own: everyone signs in, bets, and is timed.

`python -m benchmarks.clients` reads a `Plan` from its standard input and writes what it saw,
a `Seen`, to its standard output. Requests go out at set moments, whether or not earlier ones were
answered, and are timed from the moment they were to go out: a server, or a client, that falls
behind shows in the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any, Literal

import msgspec

from benchmarks.terminal import PARTS, Terminal

ACCEPTED, REFUSED, MADE = 200, 409, 201
LAST_SECOND = 1.0
MOST_ACTS = 60
SHORT = 126
CONNECTIONS = 6
"""A browser opens so many to one server."""
QUIET_SECONDS = 0.3
ACT_SECONDS = 0.2
"""A dealer takes a while for each act, so that terminals see it before the next."""
FOLLOWING = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


class Person(msgspec.Struct, frozen=True):
    """Someone who signs in and goes to a table."""

    login: str
    password: str
    table: str


Player = Literal["bets", "follows", "terminal"]
"""What a player does: bet only, follow the table's stream too, or all that a terminal does."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Where, who, how many coups, and what the players do."""

    host: str
    port: int
    players: list[Person]
    dealers: list[Person]
    coups: int
    player: Player = "bets"
    seconds: float = 0
    """Play on, beyond these coups, until so much time is over."""
    stake_cents: int = 10_000


PING, PONG, MASKED = 0x89, 0x8A, 0x80
"""Bytes of a frame that asks whether one is still there, and of its answer: RFC 6455, 5.5."""


class Coup(msgspec.Struct, frozen=True, kw_only=True):
    """One coup: milliseconds of each answer, and what became of the wagers."""

    wagers_ms: list[float]
    floor_ms: list[float]
    accepted: int
    refused: int
    undecided: int
    standing: int
    reads: int


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What the clients saw."""

    sign_in_seconds: float
    coups: list[Coup]
    heard: int


class Line:
    """One person's browser: a session, its connections, and the stream where it is followed."""

    def __init__(self, plan: Plan, person: Person, number: int) -> None:
        self._plan, self.person = plan, person
        # Behind a proxy everyone comes from an address of their own.
        self._address = f"10.1.{number // 250}.{number % 250 + 1}"
        self._token = ""
        self._free = asyncio.Semaphore(CONNECTIONS)
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._following: asyncio.Task[None] | None = None
        self.terminal = Terminal(self.ask, person.table)
        self.heard = 0

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self._plan.host, self._plan.port)

    async def sign_in(self) -> None:
        """Connect and sign in."""
        given = {"login": self.person.login, "password": self.person.password}
        status, body = await self.ask("POST", "/api/session", given)
        if status != MADE:
            raise RuntimeError(f"{self.person.login} cannot sign in: {status} {body!r}")
        self._token = msgspec.json.decode(body)["token"]

    def _head(self, method: str, path: str, more: str) -> bytes:
        key = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        where = f"Host: {self._plan.host}\r\nX-Forwarded-For: {self._address}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{where}{key}{more}\r\n".encode()

    async def ask(self, method: str, path: str, given: Any = None) -> tuple[int, bytes]:
        """One request and its answer, on a connection that is free."""
        body = b"" if given is None else msgspec.json.encode(given)
        more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        async with self._free:
            reader, writer = self._idle.pop() if self._idle else await self._connect()
            if reader.at_eof():  # the server ended a connection that was idle
                reader, writer = await self._connect()
            writer.write(self._head(method, path, more) + body)
            head = await reader.readuntil(b"\r\n\r\n")
            length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            answer = await reader.readexactly(int(length or 0))
            self._idle.append((reader, writer))
        return int(head[9:12]), answer

    async def do(self, word: str, key: str, **fields: Any) -> tuple[int, bytes]:
        """A command to one's table."""
        path = f"/api/tables/{self.person.table}/commands"
        return await self.ask("POST", path, {"do": word, "command_id": key, **fields})

    async def follow(self) -> None:
        """Follow the table's stream on a connection of its own."""
        reader, writer = await asyncio.open_connection(self._plan.host, self._plan.port)
        parts = f"?parts={PARTS}" if self._plan.player == "terminal" else ""
        path = f"/api/tables/{self.person.table}/stream{parts}"
        writer.write(self._head("GET", path, FOLLOWING))
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(f"{self.person.login} cannot follow: {head!r}")
        self._following = asyncio.create_task(self._hear(reader, writer))

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                kind, size = await reader.readexactly(2)
                if size >= SHORT:  # the lengths of a frame: RFC 6455, 5.2
                    more = await reader.readexactly(2 if size == SHORT else 8)
                    size = int.from_bytes(more, "big")
                message = await reader.readexactly(size)
                if kind == PING:  # answered with its own words, under a mask of noughts
                    writer.write(bytes((PONG, MASKED | size, 0, 0, 0, 0)) + message)
                    continue
                self.heard += 1
                if self._plan.player == "terminal":
                    self.terminal.hear(message)
        writer.close()

    def close(self) -> None:
        """Go; a stream that ended before is an error."""
        if self._following is not None:
            if self._following.done():
                self._following.result()
                raise RuntimeError(f"the stream of {self.person.login} ended")
            self._following.cancel()
        for _, writer in self._idle:
            writer.close()


async def timed(
    moments: Sequence[float], work: Callable[[int], Awaitable[tuple[int, bytes]]]
) -> tuple[list[float], list[tuple[int, bytes]]]:
    """Do a piece of work at each moment; milliseconds from that moment on, and the answers."""
    began = perf_counter()

    async def one(number: int, at: float) -> tuple[float, tuple[int, bytes]]:
        await asyncio.sleep(max(0.0, began + at - perf_counter()))
        answer = await work(number)
        return (perf_counter() - began - at) * 1_000, answer

    found = await asyncio.gather(*(one(number, at) for number, at in enumerate(moments)))
    return [ms for ms, _ in found], [answer for _, answer in found]


async def deal_out(dealer: Line, pause: float = 0) -> None:
    """Deal the coup, settle it, and come to where wagers may be placed."""
    path = f"/api/tables/{dealer.person.table}/autodeal"
    for _ in range(MOST_ACTS):
        status, body = await dealer.ask("POST", path)
        if b"house-waits" in body:
            return
        # What is refused now was done meanwhile by the house itself; it looks again.
        if status not in (ACCEPTED, REFUSED):
            raise RuntimeError(f"the dealer of {dealer.person.table}: {status} {body!r}")
        await asyncio.sleep(pause)
    raise RuntimeError(f"{dealer.person.table} did not come to rest")


async def rest(players: list[Line]) -> int:
    """Wait until the streams are silent and every answer has come; how many there were."""
    before = -1
    while before != (before := sum(line.terminal.updates for line in players)):
        await asyncio.gather(*(line.terminal.quiet() for line in players))
        await asyncio.sleep(QUIET_SECONDS)
    reads = sum(line.terminal.reads for line in players)
    for line in players:
        line.terminal.reads = 0
    return reads


async def coup(
    number: int, players: list[Line], dealers: list[Line], stake_cents: int, pause: float
) -> Coup:
    """Everyone bets in the last second, at its end every dealer closes the betting."""
    chance = random.Random(number)
    moments = [chance.uniform(0, LAST_SECOND) for _ in players]
    floor, _ = await timed(moments, lambda n: players[n].ask("GET", "/api/session"))

    async def bet(n: int) -> tuple[int, bytes]:
        key = f"wager-{number:04}"
        return await players[n].do("place-wager", key, wager="tie", amount_cents=stake_cents)

    async def close(n: int) -> tuple[int, bytes]:
        return await dealers[n].do("deal-card", f"first-{number:04}", face="down")

    (took, answers), (_, closed) = await asyncio.gather(
        timed(moments, bet), timed([LAST_SECOND] * len(dealers), close)
    )
    for n, (first, _) in enumerate(closed):
        if first == ACCEPTED:
            continue
        # On a busy machine every wager of a table may have been on its way still.
        status, body = await dealers[n].do("deal-card", f"again-{number:04}", face="down")
        if status != ACCEPTED:
            raise RuntimeError(f"the betting was not closed: {status} {body!r}")
    accepted = sum(status == ACCEPTED for status, _ in answers)
    refused = sum(
        status == REFUSED and bool(msgspec.json.decode(body).get("clauses"))
        for status, body in answers
    )
    standing = 0
    for dealer in dealers:
        _, body = await dealer.ask("GET", f"/api/tables/{dealer.person.table}")
        standing += len(msgspec.json.decode(body)["view"]["table"]["wagers"])
    await asyncio.gather(*(deal_out(dealer, pause) for dealer in dealers))
    return Coup(
        wagers_ms=took,
        floor_ms=floor,
        accepted=accepted,
        refused=refused,
        undecided=len(answers) - accepted - refused,
        standing=standing,
        reads=await rest(players),
    )


async def play(plan: Plan) -> Seen:
    """Sign everyone in, let the players arrive, and play the coups."""
    players = [Line(plan, one, number) for number, one in enumerate(plan.players)]
    dealers = [Line(plan, one, 10_000 + number) for number, one in enumerate(plan.dealers)]
    begun = perf_counter()
    for line in (*players, *dealers):
        await line.sign_in()
    took = perf_counter() - begun
    for line in players:
        status, body = await line.do("arrive", "arrive-0001")
        if status != ACCEPTED:
            raise RuntimeError(f"{line.person.login} cannot arrive: {status} {body!r}")
        if plan.player != "bets":
            await line.follow()
        if plan.player == "terminal":
            line.terminal.open()
    await asyncio.gather(*(deal_out(dealer) for dealer in dealers))
    await rest(players)
    pause = ACT_SECONDS if plan.player == "terminal" else 0
    began = perf_counter()
    coups: list[Coup] = []
    while len(coups) < plan.coups or perf_counter() - began < plan.seconds:
        coups.append(await coup(len(coups), players, dealers, plan.stake_cents, pause))
    for line in (*players, *dealers):
        line.close()
    heard = sum(line.heard for line in players)
    return Seen(sign_in_seconds=took, coups=coups, heard=heard)


if __name__ == "__main__":
    seen = asyncio.run(play(msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)))
    sys.stdout.buffer.write(msgspec.json.encode(seen))
