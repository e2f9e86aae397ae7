"""Commands durably acknowledged beside bare single-row commits on the same store.

A client waits for the answer to its command before it gives the next. The floor is the driver
alone: one row of the size of a command's line, one commit, the same settings, the same disk.
PostgreSQL is measured where `PITBOSS_BENCH_POSTGRES` holds the address of an empty database.
"""

from __future__ import annotations

import datetime as dt
import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import sqlalchemy as sa

from pitboss.bench.measure import Measure, measure
from pitboss.book import rulebook
from pitboss.chaos.steady import opening_of
from pitboss.journal.checkpoint import Signer
from pitboss.journal.engine import open_engine
from pitboss.journal.schema import metadata, version
from pitboss.journal.sql import SqlStore
from pitboss.service.sealing import Seal
from pitboss.service.tables import Actor, Tables

RULEBOOK = "star-baccarat"
POSTGRES = "PITBOSS_BENCH_POSTGRES"
LINE_BYTES = 500
CLIENTS, TABLES = 50, 5
ROWS, ALONE, EACH = 400, 300, 24
GOALS = {1: 0.5, CLIENTS: 1.0}


def bare(url: str) -> float:
    """Single-row commits a second by the driver alone."""
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("drop table if exists floor")
        kind = "bytea" if engine.dialect.name == "postgresql" else "blob"
        connection.exec_driver_sql(f"create table floor (number bigint primary key, line {kind})")
    pooled = engine.raw_connection()
    driver = pooled.driver_connection
    if driver is None:
        raise RuntimeError("the driver has no connection")
    body = os.urandom(LINE_BYTES)
    mark = "%s" if engine.dialect.name == "postgresql" else "?"
    insert = f"insert into floor values ({mark}, {mark})"  # noqa: S608 - a placeholder each
    cursor = driver.cursor()
    began = perf_counter()
    for number in range(ROWS):
        if mark == "?":
            cursor.execute("begin immediate")
        cursor.execute(insert, (number, body))
        driver.commit()
    rate = ROWS / (perf_counter() - began)
    cursor.close()
    pooled.close()
    with engine.begin() as connection:
        connection.exec_driver_sql("drop table floor")
    engine.dispose()
    return rate


@contextmanager
def serving(url: str) -> Iterator[Tables]:
    """Tables on this store, open for betting, with players seated; all of it gone afterwards."""
    book = rulebook(RULEBOOK)
    clock = lambda: dt.datetime.now(dt.UTC)  # noqa: E731
    store = SqlStore(url)
    tables = Tables(store, Seal(bytes(32)), Signer(bytes(32)), clock, {RULEBOOK: book})
    ladder = book.edition.ranks.ladder
    dealer, manager = Actor("dee", "staff", ladder[0]), Actor("max", "staff", ladder[-1])
    limits = {"minimum_cents": 100, "maximum_cents": 10**8}
    opening = {"float_cents": 10**9, "sign": limits, **opening_of(book.edition)}
    try:
        for number in range(TABLES):
            name = f"table:{number}"
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
                answer = tables.submit(name, data, actor, f"open-{place}").result()
                if not answer.accepted:
                    raise RuntimeError(f"{data['do']}: {answer.refusal}")
        yield tables
    finally:
        tables.close()
        engine = open_engine(url)
        metadata.drop_all(engine)
        with engine.begin() as connection:
            connection.execute(sa.text(f"drop table {version.name}"))
        engine.dispose()


def acknowledged(tables: Tables, clients: int, each: int) -> float:
    """Commands a second, each client waiting for the answer to its last."""
    data = {"do": "place-wager", "wager": "player", "amount_cents": 2_500}

    def client(number: int) -> None:
        actor, name = Actor(f"p{number}", "player"), f"table:{number % TABLES}"
        for place in range(each):
            answer = tables.submit(name, data, actor, f"{clients}-{number}-{place}").result()
            if not answer.accepted:
                raise RuntimeError(str(answer.refusal))

    began = perf_counter()
    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return clients * each / (perf_counter() - began)


def commands(rounds: int) -> Sequence[Measure]:
    """One client and fifty, on SQLite and, where there is one, on PostgreSQL."""
    found = []
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        number = iter(range(rounds))
        found += _store("SQLite", rounds, lambda: f"sqlite:///{Path(folder) / str(next(number))}")
    address = os.environ.get(POSTGRES)
    if address:
        found += _store("PostgreSQL", rounds, lambda: address)
    return found


def _store(name: str, rounds: int, address: Callable[[], str]) -> list[Measure]:
    floor = 0.0
    reached = dict.fromkeys(GOALS, 0.0)
    for _ in range(rounds):
        url = address()
        floor = max(floor, bare(url))
        with serving(url) as tables:
            for clients, each in ((1, ALONE), (CLIENTS, EACH)):
                reached[clients] = max(reached[clients], acknowledged(tables, clients, each))
    return [
        measure(
            f"commands acknowledged on {name}, {clients} client{'s' if clients > 1 else ''}",
            "commands/s",
            reached[clients],
            ("bare single-row commits, commits/s", floor),
            goal * floor,
        )
        for clients, goal in GOALS.items()
    ]
