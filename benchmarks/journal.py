"""Commands durably acknowledged beside bare single-row commits on the same store.

A client waits for the answer to its command before it gives the next. The floor is the driver
alone: one row of the size of a command's line, one commit, the same settings, the same disk.
PostgreSQL is measured where `PITBOSS_BENCH_POSTGRES` holds the address of an empty database.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import gc
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import sqlalchemy as sa

from benchmarks.measure import Measure, measure
from pitboss.aggregates import TABLE
from pitboss.book import rulebook
from pitboss.journal.engine import open_engine
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.schema import metadata, version
from pitboss.journal.sql import SqlStore
from pitboss.journal.trust.anchor import Anchor, codes_of
from pitboss.service.futures import Answers
from pitboss.service.people.seal import Seal
from pitboss.service.tables import Actor, Answer, Tables
from pitboss.table.usual.opening import stands, usual_layout

RULEBOOK = "star-baccarat"
POSTGRES = "PITBOSS_BENCH_POSTGRES"
LINE_BYTES = 500
CLIENTS, TABLES = 50, 5
SLICES, ROWS = 8, 250
EACH = {1: 250, CLIENTS: 10}
GOALS = {1: 0.5, CLIENTS: 1.0}


class Floor:
    """Single-row commits by the driver alone, on the same database."""

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        kind, self._mark = "blob", "?"
        if self._engine.dialect.name == "postgresql":
            kind, self._mark = "bytea", "%s"
        with self._engine.begin() as connection:
            connection.exec_driver_sql(
                f"create table floor (number bigint primary key, line {kind} not null)"
            )
        self._pooled = self._engine.raw_connection()
        self._body = os.urandom(LINE_BYTES)
        self._number = 0

    def rate(self, rows: int) -> float:
        """Commits a second."""
        driver: Any = self._pooled.driver_connection
        mark = self._mark
        insert = f"insert into floor values ({mark}, {mark})"  # noqa: S608 - a placeholder each
        cursor = driver.cursor()
        began = perf_counter()
        for _ in range(rows):
            if mark == "?":
                cursor.execute("begin immediate")
            self._number += 1
            cursor.execute(insert, (self._number, self._body))
            driver.commit()
        taken = perf_counter() - began
        cursor.close()
        return rows / taken

    def close(self) -> None:
        """Leave nothing behind."""
        self._pooled.close()
        with self._engine.begin() as connection:
            connection.exec_driver_sql("drop table floor")
        self._engine.dispose()


@contextmanager
def serving(url: str, *, anchored: bool = False) -> Iterator[Tables]:
    """Tables on this store, open for betting, with players seated; all of it gone afterwards.

    With an anchor as a server has it: codes on every row, and a file beside the keys.
    """
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-keys-") as folder:
        signer = Signer(bytes(32))
        anchor = Anchor(Path(folder) / "anchor", signer) if anchored else None
        if anchor is not None:
            anchor.begin()
        store = SqlStore(url, codes_of(signer) if anchored else None)
        with _opened(url, store, signer, anchor) as tables:
            yield tables
        if anchor is not None:
            anchor.close()


@contextmanager
def _opened(url: str, store: SqlStore, signer: Signer, anchor: Anchor | None) -> Iterator[Tables]:
    book = rulebook(RULEBOOK)
    clock = lambda: dt.datetime.now(dt.UTC)  # noqa: E731
    books = {RULEBOOK: book}
    tables = Tables(store, Seal(bytes(32)), signer, clock, books, anchor=anchor)
    ladder = book.edition.ranks.ladder
    dealer, manager = Actor("dee", "staff", ladder[0]), Actor("max", "staff", ladder[-1])
    limits = {"minimum_cents": 100, "maximum_cents": 10**8}
    layout = usual_layout(book.edition)
    opening = {"float_cents": 10**9, "sign": limits, "layout": layout}
    opening |= stands(book.edition, layout)
    try:
        for number in range(TABLES):
            name = TABLE.stream_of(str(number))
            tables.table(name, book.edition.name)
            steps: list[tuple[Actor, dict[str, object]]] = [
                (dealer, {"do": "sign-on"}),
                (manager, {"do": "sign-on"}),
                (manager, {"do": "open-table", **opening}),
                (dealer, {"do": "introduce-cards", "backs": "red"}),
                (dealer, {"do": "shuffle"}),
                (manager, {"do": "cut-cards", "depth": 104}),
                (dealer, {"do": "place-cutting-card", "behind": 26}),
                (dealer, {"do": "load-shoe"}),
                (dealer, {"do": "burn-cards"}),
            ]
            steps += [
                (Actor(f"p{client}", "player"), {"do": "arrive", "chips_cents": 10**9})
                for client in range(number, CLIENTS, TABLES)
            ]
            for place, (actor, data) in enumerate(steps):
                _sure(tables.give(name, data, actor, f"open-{place}"))
        gc.collect()  # as a server does when it has started
        gc.freeze()
        yield tables
    finally:
        gc.unfreeze()
        tables.close()
        engine = open_engine(url)
        metadata.drop_all(engine)
        with engine.begin() as connection:
            connection.execute(sa.text(f"drop table {version.name}"))
        engine.dispose()


def acknowledged(tables: Tables, clients: int, each: int, slice_: int) -> float:
    """Commands a second, each client waiting for the answer to its last.

    A player puts a wager down and takes it back by turns, so that the layout is as full as
    that of a real table. One client alone waits for the service itself; many wait as requests
    do, each in a task of one event loop.
    """
    began = perf_counter()
    if clients == 1:
        for place in range(each):
            name, data, actor, key = _command(tables, 0, slice_, place)
            _sure(tables.give(name, data, actor, f"alone-{key}"))
    else:
        asyncio.run(_crowd(tables, clients, each, slice_))
    return clients * each / (perf_counter() - began)


async def _crowd(tables: Tables, clients: int, each: int, slice_: int) -> None:
    answers = Answers()

    async def client(number: int) -> None:
        for place in range(each):
            asked = _command(tables, number, slice_, place)
            _sure(await answers.of(tables.submit(*asked)))

    await asyncio.gather(*(client(number) for number in range(clients)))


def _command(
    tables: Tables, number: int, slice_: int, place: int
) -> tuple[str, dict[str, Any], Actor, str]:
    name, person = TABLE.stream_of(str(number % TABLES)), f"p{number}"
    data: dict[str, Any] = {"do": "place-wager", "wager": "player", "amount_cents": 2_500}
    if place % 2:
        on = tables.table(name).stream.table.wagers.values()
        data = {"do": "withdraw-wager", "number": next(w.number for w in on if w.person == person)}
    return name, data, Actor(person, "player"), f"{number}-{slice_}-{place}"


def _sure(answer: Answer) -> None:
    if not answer.accepted:
        raise RuntimeError(str(answer.refusal))


def commands(rounds: int) -> Sequence[Measure]:
    """One client and fifty, on SQLite and, where there is one, on PostgreSQL."""
    found = []
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        number = iter(range(2 * rounds))
        found += _store("SQLite", rounds, lambda: f"sqlite:///{Path(folder) / str(next(number))}")
    address = os.environ.get(POSTGRES)
    if address:
        found += _store("PostgreSQL", rounds, lambda: address)
    return found


def _store(name: str, rounds: int, address: Callable[[], str]) -> list[Measure]:
    """Floor and commands in short slices by turns, and the median slice of each.

    A disk that others use is fast now and slow then: the best of each, taken apart, would
    compare one moment with another.
    """
    rates: dict[tuple[bool, int], list[float]] = {}
    for round_ in range(rounds):
        for anchored in (round_ % 2 == 1, round_ % 2 == 0):
            url = address()
            with serving(url, anchored=anchored) as tables:
                floor = Floor(url)
                for slice_ in range(SLICES):
                    rates.setdefault((anchored, 0), []).append(floor.rate(ROWS))
                    for clients, each in EACH.items():
                        found = acknowledged(tables, clients, each, slice_)
                        rates.setdefault((anchored, clients), []).append(found)
                    if anchored:  # as the clock does once a minute, in the clients' time
                        tables.signing.enter(signed(tables))
                floor.close()
    return [
        measure(
            f"commands acknowledged on {name}, {clients} client{'s' if clients > 1 else ''}"
            + (", with anchor and log" if anchored else ""),
            "commands/s",
            median(rates[anchored, clients]),
            ("bare single-row commits, commits/s", median(rates[anchored, 0])),
            goal * median(rates[anchored, 0]),
        )
        for anchored in (False, True)
        for clients, goal in GOALS.items()
    ]


def signed(tables: Tables) -> list[Checkpoint]:
    """A checkpoint of every table."""
    found = (tables.checkpoint(name) for name in tables.names())
    return [one for one in found if one is not None]
