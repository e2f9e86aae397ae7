"""A house that is played for long: what it holds of memory, handles and files as time goes by.

The server is `pitboss serve` in a process of its own, the clients are another one; everyone
follows a table and bets in each of its coups. `python -m benchmarks.soak SECONDS` prints it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import monotonic
from typing import TypeVar

import msgspec

from benchmarks.clients import Coup, Plan, Seen
from benchmarks.service import HOST, SOURCES, TABLES, prepare, slowest, started
from pitboss.journal import paths

T = TypeVar("T")
PLAYERS = 100
PARTS = 5
"""The time is looked at in so many parts: what is kept of shoes fills in the first ones."""
SAMPLE_SECONDS = 5
STAKE_CENTS = 2_500


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What the server held at a moment."""

    memory_bytes: int
    handles: int
    wal_bytes: int


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the time: what was held in the middle of it or at the most, and the answers."""

    memory_bytes: float
    handles: int
    wal_bytes: int
    coups: int
    p99_ms: float


def held(process: int, database: Path) -> Held:
    """What a process holds now, and what of its database waits to be folded in."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    wal = database.with_name(f"{database.name}-wal")
    return Held(
        memory_bytes=pages * 4096,
        handles=sum(1 for _ in Path(f"/proc/{process}/fd").iterdir()),
        wal_bytes=wal.stat().st_size if wal.exists() else 0,
    )


def soak(seconds: float, tables: int = TABLES, players: int = PLAYERS) -> list[Part]:
    """Play for so long; the time in parts."""
    with tempfile.TemporaryDirectory(prefix="pitboss-soak-") as name:
        folder, database = Path(name), Path(name) / paths.DATABASE
        people, dealers = prepare(folder, f"sqlite:///{database}", tables, players)
        with started(folder) as (port, process):
            plan = Plan(
                host=HOST,
                port=port,
                players=people,
                dealers=dealers,
                coups=PARTS,
                player="follows",
                seconds=seconds,
                stake_cents=STAKE_CENTS,
            )
            samples, seen = _sampled(plan, process, database)
    return list(_parts(samples, seen.coups))


def _sampled(plan: Plan, process: int, database: Path) -> tuple[list[Held], Seen]:
    clients = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.clients"],
        cwd=SOURCES,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    samples, begun = [held(process, database)], monotonic()
    given: bytes | None = msgspec.json.encode(plan)
    while True:
        try:
            told, _ = clients.communicate(given, timeout=SAMPLE_SECONDS)
            break
        except subprocess.TimeoutExpired:
            given = None
            samples.append(held(process, database))
    if clients.returncode:
        raise RuntimeError(f"the clients failed after {monotonic() - begun:.0f} s")
    return samples, msgspec.json.decode(told, type=Seen)


def _parts(samples: Sequence[Held], coups: Sequence[Coup]) -> Iterator[Part]:
    for place in range(PARTS):
        mine, played = _part(samples, place), _part(coups, place)
        yield Part(
            memory_bytes=median(one.memory_bytes for one in mine),
            handles=max(one.handles for one in mine),
            wal_bytes=max(one.wal_bytes for one in mine),
            coups=len(played),
            p99_ms=median(slowest(one.wagers_ms, 0.99) for one in played),
        )


def _part(every: Sequence[T], place: int) -> Sequence[T]:
    """The part of a sequence at a place, of `PARTS` alike; one at the least."""
    size = max(1, len(every) // PARTS)
    return every[place * size : (place + 1) * size] or every[-1:]


def table(parts: Sequence[Part]) -> str:
    """The parts in rows, and the drift from the middle of the time to its end."""
    rows = ["part  memory MB  handles  WAL MB  coups  p99 ms"]
    rows += [
        f"{place:4}  {one.memory_bytes / 1e6:9.1f}  {one.handles:7}  {one.wal_bytes / 1e6:6.1f}"
        f"  {one.coups:5}  {one.p99_ms:6.1f}"
        for place, one in enumerate(parts, 1)
    ]
    middle, last = parts[PARTS // 2], parts[-1]
    rows.append(
        f"last beside the middle: memory {last.memory_bytes / middle.memory_bytes:.3f}, "
        f"p99 {last.p99_ms / middle.p99_ms:.2f}"
    )
    return "\n".join(rows)


if __name__ == "__main__":
    print(table(soak(float(sys.argv[1]))))
