"""What strangers cost those who play: silent connections, floods of public answers.

The server is `pitboss serve` in a process of its own; a player's commands are timed while nobody
else is there, and again while strangers do their worst. All addresses are this machine's own.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import secrets
import socket
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path
from time import perf_counter

import msgspec

from benchmarks.measure import Measure, measure
from benchmarks.service import prepare, served, slowest
from pitboss.journal import paths

HOST = "127.0.0.1"
SILENT = 5_000
ADDRESSES = 10
ASKED_A_SECOND = 18
COMMANDS = 200
PAUSE = 0.02
CONTENTS = "/api/rulebooks/star-baccarat/contents"
MOST_TIMES_SILENT = 3
MOST_TIMES_ASKING = 2

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def ask(
    streams: Streams, method: str, path: str, token: str = "", given: object = None
) -> bytes:
    """One request and its answer."""
    reader, writer = streams
    body = b"" if given is None else msgspec.json.encode(given)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", f"Content-Length: {len(body)}"]
    lines += ["Content-Type: application/json", "Accept-Encoding: gzip"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 20"):
        raise RuntimeError(f"{method} {path}: {head!r}")
    size = next(
        int(line.split(b":")[1])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length")
    )
    return await reader.readexactly(size)


async def commands(port: int, login: str, password: str, table: str) -> list[float]:
    """Milliseconds of a player's commands, one after another."""
    streams = await asyncio.open_connection(HOST, port)
    given = {"login": login, "password": password}
    token = msgspec.json.decode(await ask(streams, "POST", "/api/session", given=given))["token"]
    path = f"/api/tables/{table}/commands"
    taken = []
    for number in range(COMMANDS + 1):
        word = {"do": "arrive"} if number == 0 else {"do": "cash-out", "amount_cents": 100}
        begun = perf_counter()
        command = {**word, "command_id": secrets.token_hex(8)}
        await ask(streams, "POST", path, token, command)
        taken.append(1_000 * (perf_counter() - begun))
        await asyncio.sleep(PAUSE)
    streams[1].close()
    return taken[1:]


@contextlib.asynccontextmanager
async def silent(port: int) -> AsyncGenerator[None, None]:
    """Five thousand who say nothing, from ten addresses, and who come again when they are ended."""
    over = False

    async def one(number: int) -> None:
        while not over:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    HOST, port, local_addr=(f"127.0.0.{2 + number % ADDRESSES}", 0)
                )
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    tasks = []
    for number in range(SILENT):
        tasks.append(asyncio.create_task(one(number)))
        if number % 50 == 0:
            await asyncio.sleep(0.01)
    await asyncio.sleep(2)
    try:
        yield
    finally:
        over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def asking(port: int) -> AsyncGenerator[None, None]:
    """Ten addresses that ask for a rulebook's contents, eighteen times a second in all."""

    async def one(number: int) -> None:
        streams = await asyncio.open_connection(HOST, port, local_addr=(f"127.0.0.{2 + number}", 0))
        while True:
            await ask(streams, "GET", CONTENTS)
            await asyncio.sleep(ADDRESSES / ASKED_A_SECOND)

    tasks = [asyncio.create_task(one(number)) for number in range(ADDRESSES)]
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _three(port: int, players: list[tuple[str, str, str]]) -> list[list[float]]:
    quiet = await commands(port, *players[0])
    async with asking(port):
        asked = await commands(port, *players[1])
    async with silent(port):
        held = await commands(port, *players[2])
    return [quiet, asked, held]


def attacked(rounds: int) -> list[Measure]:
    """The slowest hundredth of a player's commands, beside a quiet server's."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    try:
        found = [_round() for _ in range(rounds)]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    middle = sorted(found, key=lambda one: one[1] / one[0])[len(found) // 2]
    quiet, asked, held = middle
    beside = ("the same on a quiet server, ms", quiet)
    return [
        measure(f"p99 of commands, {what}", "ms", reached, beside, times * quiet, lower=True)
        for what, reached, times in (
            ("ten addresses asking for a rulebook", asked, MOST_TIMES_ASKING),
            (f"{SILENT} silent connections", held, MOST_TIMES_SILENT),
        )
    ]


def _round() -> list[float]:
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as name:
        url = f"sqlite:///{Path(name) / paths.DATABASE}"
        players, _ = prepare(Path(name), url, 1, 3)
        with served(Path(name)) as port:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
                    break
            people = [(one.login, one.password, one.table) for one in players]
            return [slowest(one, 0.99) for one in asyncio.run(_three(port, people))]
