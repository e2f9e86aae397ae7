"""The service beside its store's own floor: commands a second, the last second, idle tables.

The floor is the same database with the same settings, a row of the same size committed alone,
in the same run.
"""

from __future__ import annotations

import datetime as dt
import gc
import sqlite3
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from pitboss.bench.measure import Measure, measure
from pitboss.book import rulebook
from pitboss.journal.checkpoint import Signer
from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store, Write
from pitboss.service.sealing import Seal
from pitboss.service.tables import Actor, Answer, Tables

RULEBOOK = "star-baccarat"
SECRET = bytes(range(32))
FLOOR_ROWS = 1_000
PARTS, PARTS_ALONE = 20, 100
COMMANDS = 4_000
ALONE = 1_000
CLIENTS = 50
TABLES, PLAYERS = 50, 500
LAST_SECOND = 1.0
MOST_MS = 250
IDLE_TABLES = 40
MEGABYTE = 1e6
LINE = b"x" * 400


def house(store: Store) -> Tables:
    """Tables of one rulebook on a store."""
    book = rulebook(RULEBOOK)
    zone = ZoneInfo(book.edition.identity.time_zone)
    return Tables(
        store, Seal(SECRET), Signer(SECRET), lambda: dt.datetime.now(zone), {RULEBOOK: book}
    )


def do(tables: Tables, name: str, actor: Actor, key: str, **data: object) -> Future[Answer]:
    """Give a command."""
    return tables.submit(name, data, actor, key)


def accepted(answer: Future[Answer]) -> Answer:
    """An answer that must be no refusal."""
    found = answer.result(60)
    if not found.accepted:
        raise RuntimeError(str(found.refusal))
    return found


def open_table(tables: Tables, name: str, players: Sequence[str]) -> None:
    """A table with a loaded virtual shoe, open for wagers, its players standing at it."""
    edition = rulebook(RULEBOOK).edition
    tables.table(name, edition.name)
    ladder = edition.ranks.ladder
    dealer, supervisor = Actor("dee", "staff", ladder[0]), Actor("sue", "staff", ladder[1])
    sign = {"minimum_cents": 100, "maximum_cents": 10_000_000}
    steps: list[tuple[Actor, dict[str, object]]] = [
        (dealer, {"do": "sign-on"}),
        (supervisor, {"do": "sign-on"}),
        (
            supervisor,
            {
                "do": "open-table",
                "layout": "A",
                "virtual": True,
                "float_cents": 10**10,
                "sign": sign,
            },
        ),
        (dealer, {"do": "introduce-cards", "backs": "red"}),
        (dealer, {"do": "shuffle"}),
        (supervisor, {"do": "cut-cards", "depth": 104}),
        (dealer, {"do": "place-cutting-card", "behind": 20}),
        (dealer, {"do": "load-shoe"}),
        (dealer, {"do": "burn-cards"}),
    ]
    answers = [do(tables, name, actor, f"o{n}", **step) for n, (actor, step) in enumerate(steps)]
    arriving = {"do": "arrive", "chips_cents": 10**9}
    answers += [do(tables, name, Actor(one, "player"), "a", **arriving) for one in players]
    for answer in answers:
        accepted(answer)


class Floor:
    """A database of the journal's own settings, to which rows are committed one by one."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("pragma journal_mode=wal")
        self._connection.execute("pragma synchronous=full")
        self._connection.execute("create table rows (number integer primary key, line blob)")

    def seconds(self, rows: int) -> float:
        """Commit so many rows, each alone."""
        began = time.perf_counter()
        for _ in range(rows):
            self._connection.execute("begin immediate")
            self._connection.execute("insert into rows (line) values (?)", (LINE,))
            self._connection.execute("commit")
        return time.perf_counter() - began

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def command_rates(folder: Path, clients: int, commands: int, parts: int) -> tuple[float, float]:
    """Commands durably acknowledged a second, each client waiting; and bare commits a second.

    A client places a wager and withdraws it again, so that the layout stays as it is.

    The two are taken in turn, a part at a time, so that they share the weather of the disk.
    """
    tables = house(SqlStore(f"sqlite:///{folder / f'commands-{clients}.db'}"))
    floor = Floor(folder / f"floor-{clients}.db")
    people = [f"p{number}" for number in range(clients)]
    names = [f"table:{number}" for number in range(min(clients, 10))]
    for place, name in enumerate(names):
        open_table(tables, name, people[place :: len(names)])
    each = commands // clients // parts // 2 * 2

    def client(number: int, part: int) -> None:
        actor, name = Actor(people[number], "player"), names[number % len(names)]
        bet = {"do": "place-wager", "wager": "tie", "amount_cents": 100}
        for turn in range(each // 2):
            placed = accepted(do(tables, name, actor, f"w{part}.{turn}", **bet))
            event = msgspec.json.decode(placed.events[0])
            back = {"do": "withdraw-wager", "number": event["number"]}
            accepted(do(tables, name, actor, f"b{part}.{turn}", **back))

    ours = bare = 0.0
    for part in range(parts):
        bare += floor.seconds(FLOOR_ROWS // parts)
        ours += together([partial(client, number, part) for number in range(clients)])
    tables.close()
    floor.close()
    return each * clients * parts / ours, FLOOR_ROWS // parts * parts / bare


def together(works: Sequence[Callable[[], None]]) -> float:
    """Run these in threads of their own; the seconds until all are done."""
    threads = [threading.Thread(target=work) for work in works]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def last_second(path: Path) -> tuple[float, int]:
    """500 players at 50 tables bet within one second, then every dealer closes the betting.

    The slowest hundredth of answers in milliseconds, and how many were not decided.
    """
    tables = house(SqlStore(f"sqlite:///{path}"))
    names = [f"table:{number}" for number in range(TABLES)]
    people = [f"p{number}" for number in range(PLAYERS)]
    for place, name in enumerate(names):
        open_table(tables, name, people[place::TABLES])
    given: list[tuple[float, Future[Answer]]] = []
    took: list[float] = []

    def answered(asked: float, _: Future[Answer]) -> None:
        took.append(time.perf_counter() - asked)

    began = time.perf_counter()
    for number, person in enumerate(people):
        at = began + LAST_SECOND * number / PLAYERS
        time.sleep(max(0.0, at - time.perf_counter()))
        bet = {"do": "place-wager", "wager": "tie", "amount_cents": 100}
        asked = time.perf_counter()
        future = do(tables, names[number % TABLES], Actor(person, "player"), "w", **bet)
        future.add_done_callback(partial(answered, asked))
        given.append((asked, future))
    dealer = Actor("dee", "staff", rulebook(RULEBOOK).edition.ranks.ladder[0])
    closes = [do(tables, name, dealer, "close", do="deal-card") for name in names]
    for answer in closes:
        accepted(answer)
    open_still = sum(not future.done() or not future.result().accepted for _, future in given)
    tables.close()
    took.sort()
    return took[int(len(took) * 0.99)] * 1_000, open_still


def idle_bytes() -> float:
    """What a table that is open and idle takes in memory, its ten players at it."""
    store = MemoryStore()
    tables = house(store)
    open_table(tables, "table:first", [])  # what all tables share
    tables.close()
    store_of = {}
    for number in range(IDLE_TABLES):
        one = MemoryStore()
        making = house(one)
        open_table(making, f"table:{number}", [f"p{seat}" for seat in range(10)])
        making.close()
        store_of[f"table:{number}"] = one
    joined = MemoryStore()
    for one in store_of.values():
        copy_into(joined, one)
    gc.collect()
    resuming = house(joined)
    tracemalloc.start()
    resuming.resume()
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    resuming.close()
    return held / IDLE_TABLES


def copy_into(target: MemoryStore, source: MemoryStore) -> None:
    """All tables of one store into another."""
    for stream in source.streams():
        lines = [line for _, line in source.read(stream)]
        key = f"shoe:{stream}:1"
        sealed = source.secret(key)
        target.write([Write(stream=stream, after=0, lines=lines, secrets={key: sealed})])


def serving(rounds: int) -> Sequence[Measure]:
    """Commands a second beside bare commits, the last second, the memory of an idle table."""
    rates: dict[int, list[tuple[float, float]]] = {CLIENTS: [], 1: []}
    slowest, undecided = float("inf"), 0
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            rates[CLIENTS].append(command_rates(Path(folder), CLIENTS, COMMANDS, PARTS))
            rates[1].append(command_rates(Path(folder), 1, ALONE, PARTS_ALONE))
            took, left = last_second(Path(folder) / f"last-{number}.db")
            slowest, undecided = min(slowest, took), max(undecided, left)
    # The middle round by ratio: a lucky moment of the disk is no figure.
    (many, floor), (one, floor_alone) = (
        sorted(found, key=lambda pair: pair[0] / pair[1])[len(found) // 2]
        for found in rates.values()
    )
    beside = "bare single-row commits on the same store and settings, in turn, commits/s"
    unit = "commands/s"
    return [
        measure(
            f"commands durably acknowledged, {CLIENTS} clients", unit, many, (beside, floor), floor
        ),
        measure(
            "commands durably acknowledged, one client",
            unit,
            one,
            (beside, floor_alone),
            floor_alone / 2,
        ),
        measure(
            f"{PLAYERS} players at {TABLES} tables bet in the last second: slowest hundredth",
            "ms",
            slowest,
            ("a bare commit, ms", 1_000 / floor),
            MOST_MS,
            lower=True,
        ),
        measure(
            "of these, wagers not decided before the close",
            "wagers",
            undecided,
            ("wagers given", PLAYERS),
            0,
            lower=True,
        ),
        measure(
            "memory of an idle table with ten players",
            "MB",
            idle_bytes() / MEGABYTE,
            ("the most that was allowed, MB", 1.0),
            1.0,
            lower=True,
        ),
    ]
