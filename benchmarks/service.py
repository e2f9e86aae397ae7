"""A served house under load: 500 players at 50 tables over HTTP, and the memory of idle tables.

The server is `pitboss serve` in a process of its own, on an embedded database; the clients are
another process. Everyone signs in and has a session and connections of their own.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import gc
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from argon2 import PasswordHasher

from benchmarks.clients import Person, Plan, Player, Seen
from benchmarks.measure import Measure, measure
from pitboss.aggregates import TABLE
from pitboss.api.first_start import first_opening
from pitboss.book import rulebook
from pitboss.errors import BadDataError
from pitboss.journal import paths
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer, signer_at
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store
from pitboss.refusal import Refusal
from pitboss.service.people.accounts import Accounts, Role
from pitboss.service.people.seal import Seal, key_at
from pitboss.service.tables import Actor, Tables
from pitboss.table.usual.next_act import AUTOMATIC

RULEBOOK = "star-baccarat"
TABLES, PLAYERS = 50, 500
MOST_MS = 250
MOST_TIMES = 6
"""So many times the cheapest request a wager may take where everyone has a terminal."""
IDLE_TABLES, SEATS = 40, 10
MEGABYTE = 1e6
SECRET = bytes(range(32))
HOST = "127.0.0.1"
SUPERVISOR = f"{AUTOMATIC}supervisor"
"""Acts by itself when a shoe ends."""
SOURCES = Path(__file__).parents[1]
SERVE = [sys.executable, "-c", "from pitboss.cli import main; main()", "serve"]
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""Passwords of people who are gone in a minute: signing in is not what is measured."""


def house(store: Store, seal: Seal, signer: Signer) -> Tables:
    """Tables of one rulebook on a store."""
    books = {RULEBOOK: rulebook(RULEBOOK)}
    return Tables(store, seal, signer, lambda: dt.datetime.now(dt.UTC), books)


def open_table(tables: Tables, name: str, dealer: str, players: Sequence[str] = ()) -> None:
    """A virtual table with its dealer and supervisor on duty and a shoe that is ready."""
    edition = rulebook(RULEBOOK).edition
    tables.table(name, edition.name)
    ladder = edition.ranks.ladder
    dee, sue = Actor(dealer, "staff", ladder[0]), Actor(SUPERVISOR, "staff", ladder[1])
    steps: list[tuple[Actor, dict[str, object]]] = [
        (dee, {"do": "sign-on"}),
        (sue, {"do": "sign-on"}),
        (sue, {"do": "open-table", **first_opening(edition), "float_cents": 10**10}),
        (dee, {"do": "introduce-cards", "backs": "red"}),
        (dee, {"do": "shuffle"}),
        (sue, {"do": "cut-cards", "depth": 104}),
        (dee, {"do": "place-cutting-card", "behind": 20}),
        (dee, {"do": "load-shoe"}),
        (dee, {"do": "burn-cards"}),
        *((Actor(one, "player"), {"do": "arrive", "chips_cents": 10**9}) for one in players),
    ]
    given = [tables.submit(name, data, who, f"open-{n}") for n, (who, data) in enumerate(steps)]
    for answer in given:
        refusal = answer.result().refusal
        if refusal is not None:
            raise RuntimeError(f"{name} cannot be opened: {refusal}")


def prepare(
    folder: Path, url: str, tables_wanted: int, players_wanted: int
) -> tuple[list[Person], list[Person]]:
    """A data folder and a store with tables that wait for wagers; the players and the dealers."""
    seal = Seal(key_at(folder / "sealing.key"))
    store = SqlStore(url)
    tables = house(store, seal, signer_at(folder / "signing.key"))
    accounts = Accounts(store, seal, lambda: tables.clock().timestamp(), QUICK)
    edition = rulebook(RULEBOOK).edition
    names = [f"bench-{number}" for number in range(tables_wanted)]

    def made(
        login: str, role: Role, table: str, rank: str | None = None, house: str | None = None
    ) -> tuple[Person, str]:
        found = accounts.make(login, role, rank, house, demo=True)
        if isinstance(found, Refusal):
            raise BadDataError(found.sentence)
        return Person(login, found.password, table), found.account.person

    dealers = []
    for name in names:
        rank, of = edition.ranks.ladder[0], edition.identity.house
        dealer, person = made(f"dealer-{name}", "staff", name, rank, of)
        dealers.append(dealer)
        open_table(tables, TABLE.stream_of(name), person)
    players = [
        made(f"player-{number}", "player", names[number % tables_wanted])[0]
        for number in range(players_wanted)
    ]
    tables.close()
    return players, dealers


@contextlib.contextmanager
def started(folder: Path) -> Iterator[tuple[int, int]]:
    """`pitboss serve` on a data folder; the port it listens on, and its process."""
    people = ["--demo", "--demo-in-public", "--keep-passwords"]
    options = ["--data", str(folder), "--port", "0", *people, "--proxy", HOST]
    with subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout is not None else ""
            if not line:
                raise RuntimeError("the server did not start")
            yield int(line.rstrip().rstrip("/").rpartition(":")[2]), process.pid
        finally:
            process.terminate()
            process.communicate()


@contextlib.contextmanager
def served(folder: Path) -> Iterator[int]:
    """`pitboss serve` on a data folder; the port it listens on."""
    with started(folder) as (port, _):
        yield port


def last_seconds(rounds: int, player: Player, tables: int, players_wanted: int) -> Seen:
    """So many coups with everyone's wager in the last second before the betting is closed."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as name:
        url = f"sqlite:///{Path(name) / paths.DATABASE}"
        players, dealers = prepare(Path(name), url, tables, players_wanted)
        with served(Path(name)) as port:
            plan = Plan(
                host=HOST,
                port=port,
                players=players,
                dealers=dealers,
                coups=rounds,
                player=player,
            )
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.clients"],
                cwd=SOURCES,
                input=msgspec.json.encode(plan),
                stdout=subprocess.PIPE,
                check=True,
            )
    seen = msgspec.json.decode(done.stdout, type=Seen)
    for one in seen.coups:
        if one.standing != one.accepted:
            raise RuntimeError(f"{one.accepted} wagers were accepted, {one.standing} stand")
    return seen


def slowest(milliseconds: Sequence[float], share: float) -> float:
    """The time within which this share of the answers came."""
    ordered = sorted(milliseconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


WORK: dict[Player, str] = {
    "bets": "",
    "follows": ", each following the table's stream",
    "terminal": ", each asking all that a terminal asks",
}


def betting(
    rounds: int, player: Player, tables: int = TABLES, players: int = PLAYERS
) -> list[Measure]:
    """Half and ninety-nine hundredths of the answers, and what was not decided."""
    seen = last_seconds(rounds, player, tables, players)

    def middle(share: float, of: str) -> float:
        """The middle coup: neither a lucky one nor the worst."""
        found = sorted(slowest(getattr(one, of), share) for one in seen.coups)
        return found[len(found) // 2]

    work = f"{players} players at {tables} tables bet over HTTP in the last second{WORK[player]}"
    beside = "asking who one is in the same pattern, ms"

    floor = middle(0.99, "floor_ms")
    most = MOST_TIMES * floor if player == "terminal" else MOST_MS

    def answers(title: str, share: float, goal: float | None) -> Measure:
        reached, cheapest = middle(share, "wagers_ms"), middle(share, "floor_ms")
        return measure(f"{work}: {title}", "ms", reached, (beside, cheapest), goal, lower=True)

    refused = sum(one.refused for one in seen.coups)
    rows = [
        answers("p50", 0.5, None),
        answers("p99", 0.99, most),
        measure(
            "of these, neither accepted nor refused with a clause",
            "wagers",
            sum(one.undecided for one in seen.coups),
            (f"wagers given, {refused} of them after the close", players * rounds),
            0,
            lower=True,
        ),
    ]
    if player == "terminal":
        reads = sum(one.reads for one in seen.coups) / players / rounds
        allowed = ("the most that was allowed, reads", 1.0)
        rows.append(
            measure("reads of each terminal a coup", "reads", reads, allowed, 1, lower=True)
        )
    return rows


def idle_bytes() -> float:
    """What a table that is open and idle takes in memory, its ten players at it."""
    store, seal, signer = MemoryStore(), Seal(SECRET), Signer(SECRET)
    making = house(store, seal, signer)
    people = [f"p{seat}" for seat in range(SEATS)]
    for number in range(IDLE_TABLES):
        open_table(making, TABLE.stream_of(str(number)), "dee", people)
    making.close()
    gc.collect()
    resuming = house(store, seal, signer)
    tracemalloc.start()
    resuming.resume()
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    resuming.close()
    return held / IDLE_TABLES


def serving(rounds: int) -> Sequence[Measure]:
    """The last second over HTTP, from bare wagers to terminals; the memory of an idle table."""
    return [
        *(row for player in WORK for row in betting(rounds, player)),
        measure(
            "memory of an idle table with ten players",
            "MB",
            idle_bytes() / MEGABYTE,
            ("the most that was allowed, MB", 1.0),
            1.0,
            lower=True,
        ),
    ]
