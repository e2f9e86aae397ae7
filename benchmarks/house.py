"""A house that is watched: what the robots of its demonstration take, and the lobby's followers.

The server is `pitboss serve` in a process of its own; what it takes is its time on a core.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.clients import Line, Person, Plan
from benchmarks.measure import Measure, measure
from benchmarks.service import HOST, SERVE, prepare, started
from pitboss.journal import paths
from pitboss.service.robots.cast import cast

TABLES = FOLLOWERS = 60
BET_SECONDS = 1.0
"""Each of the live tables has a command so often."""
LOBBY_SECONDS = 2.0
"""A first page asks for the lobby so often."""
WARM_SECONDS, WINDOW_SECONDS = 10, 20
MOST_OF_A_CORE_ROBOTS, MOST_OF_A_CORE_LOBBY = 0.1, 0.05
TICKS = os.sysconf("SC_CLK_TCK")


def taken(process: int) -> float:
    """Seconds that a process has had of a core."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def share(process: int) -> float:
    """What a process takes of a core from now on, for a while."""
    before, began = taken(process), perf_counter()
    await asyncio.sleep(WINDOW_SECONDS)
    return (taken(process) - before) / (perf_counter() - began)


@contextlib.contextmanager
def living(folder: Path) -> Iterator[tuple[int, int]]:
    """A demonstration that lives; its port, and its process."""
    options = ["--living", "--port", "0", "--data", str(folder)]
    with subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout is not None else ""
            yield int(line.rstrip().rstrip("/").rpartition(":")[2]), process.pid
        finally:
            process.terminate()
            process.communicate()


async def _robots(port: int, process: int) -> tuple[float, float]:
    """The share of a core with every table watched, and with none."""
    await asyncio.sleep(WARM_SECONDS)
    alone = await share(process)
    plan = Plan(host=HOST, port=port, players=[], dealers=[], coups=0, player="follows")
    lines = [Line(plan, Person("", "", name), n) for n, name in enumerate(cast().table)]
    for line in lines:
        await line.follow()
    watched = await share(process)
    for line in lines:
        line.close()
    return watched, alone


async def _lobby(
    port: int, process: int, players: Sequence[Person], dealers: Sequence[Person]
) -> tuple[float, float]:
    """The share of a core with the lobby followed, and without, while the tables are played."""
    plan = Plan(host=HOST, port=port, players=[], dealers=[], coups=0)
    playing = [Line(plan, one, number) for number, one in enumerate(players)]
    for line in playing:
        await line.sign_in()
        await line.do("arrive", "arrive-0001")
    looking = [Line(plan, one, 10_000 + number) for number, one in enumerate(dealers)]
    for line in looking:
        await line.sign_in()

    async def play(line: Line, number: int) -> None:
        await asyncio.sleep(BET_SECONDS * number / len(playing))
        while True:
            await line.do("cash-out", secrets.token_hex(8), amount_cents=100)
            await asyncio.sleep(BET_SECONDS)

    async def look(line: Line, number: int) -> None:
        await asyncio.sleep(LOBBY_SECONDS * number / FOLLOWERS)
        while True:
            await line.ask("GET", "/api/lobby")
            await asyncio.sleep(LOBBY_SECONDS)

    tasks = [asyncio.create_task(play(line, number)) for number, line in enumerate(playing)]
    await asyncio.sleep(WARM_SECONDS)
    alone = await share(process)
    tasks += [asyncio.create_task(look(line, number)) for number, line in enumerate(looking)]
    await asyncio.sleep(LOBBY_SECONDS)
    followed = await share(process)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for line in (*playing, *looking):
        line.close()
    return followed, alone


def watched(_rounds: int) -> Sequence[Measure]:
    """The robots of eight tables, and sixty followers of a lobby of sixty."""
    with (
        tempfile.TemporaryDirectory(prefix="pitboss-bench-") as name,
        living(Path(name) / "data") as (port, process),
    ):
        robots, unseen = asyncio.run(_robots(port, process))
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as name:
        url = f"sqlite:///{Path(name) / paths.DATABASE}"
        players, dealers = prepare(Path(name), url, TABLES, TABLES)
        with started(Path(name)) as (port, process):
            followed, alone = asyncio.run(_lobby(port, process, players, dealers))
    return [
        measure(
            f"robots at {len(cast().table)} tables, each watched",
            "cores",
            robots,
            ("the same tables unwatched, cores", unseen),
            MOST_OF_A_CORE_ROBOTS,
            lower=True,
        ),
        measure(
            f"{FOLLOWERS} followers of a lobby of {TABLES} tables that are played",
            "cores more",
            followed - alone,
            ("the same tables unwatched, cores", alone),
            MOST_OF_A_CORE_LOBBY,
            lower=True,
        ),
    ]
