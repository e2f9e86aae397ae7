"""Stakes of linked tables, metered durably, beside the grouped commits of the same store.

Sixty-four tables write a line a round with its message for the link; whoever delivers writes what
the link makes of them. Of a full table a round has seven stakes; beside that a round of one. The
floor is the store alone: a line for each stake, committed in the groups that the writer makes.
Every run is looked at afterwards: nothing is lost, metered twice or out of order.
"""

from __future__ import annotations

import datetime as dt
import os
import tempfile
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from benchmarks.measure import Measure, measure
from pitboss.aggregates import LINK, TABLE
from pitboss.aggregates.link.events import StakesMetered
from pitboss.book import rulebook
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, Store, Write
from pitboss.journal.writer import MOST_TOGETHER, Writer
from pitboss.money import MILLIONTHS_IN_CENT
from pitboss.service.aggregates.carrier import in_order
from pitboss.service.aggregates.links import Links
from pitboss.service.clock import Moments
from pitboss.service.intake import Actor
from pitboss.service.outbox import MOST_TOGETHER as CARRIED

RULEBOOK = "star-blackjack"
TABLES = 64
STAKES = 100_000
FULL = 7
LINE_BYTES = 500
GOAL = 0.5
MEGABYTE = 1e6
LINK_NAME = LINK.stream_of("bench")
SEED_CENTS, INCREMENT_MILLIONTHS = 1_000_000, 75_000
CONDITIONS = {
    "stake_cents": 500,
    "pay_table": "blazing-sevens",
    "increment_millionths": INCREMENT_MILLIONTHS,
    "seed_cents": SEED_CENTS,
    "reset_cents": 1_000_000,
}


def links_on(store: Store, writer: Writer) -> Links:
    """The links of a store."""
    book = rulebook(RULEBOOK)
    moments = Moments(lambda: dt.datetime.now(dt.UTC))
    return Links(store, writer, moments, {book.edition.name: book.rules}, Signer(bytes(32)))


def opened(store: Store, writer: Writer) -> Links:
    """A link with its tables."""
    links, edition = links_on(store, writer), rulebook(RULEBOOK).edition
    manager = Actor("max", "staff", edition.ranks.ladder[-1])
    steps = [{"do": "open-link", **CONDITIONS}]
    steps += [
        {"do": "join-table", "table": TABLE.stream_of(str(number)), **CONDITIONS}
        for number in range(TABLES)
    ]
    for place, data in enumerate(steps):
        answer = links.give(LINK_NAME, data, manager, f"open-{place}", edition.name)
        if answer.refusal is not None:
            raise RuntimeError(str(answer.refusal))
    for message in store.pending(TABLES):  # the tables would note their link
        writer.submit(Write(stream=message.target, after=0, taken=[message.key])).result()
    return links


def metered(store: Store, writer: Writer, links: Links, stakes: int, each: int) -> float:
    """Stakes a second, from the tables' own writes to the link's."""
    line = os.urandom(LINE_BYTES // 2).hex().encode()
    names = [TABLE.stream_of(str(number)) for number in range(TABLES)]
    numbers = list(range(1, each + 1))
    rounds = -(-stakes // (each * TABLES))
    began = perf_counter()
    for round_ in range(1, rounds + 1):
        said = {"do": "meter-stakes", "round": round_, "stakes": numbers, "stake_cents": 500}
        body = msgspec.json.encode({**said, "by": "dealer"})
        for name in names:
            message = Message(f"{name}/{round_}/0", LINK_NAME, body)
            write = Write(stream=name, after=round_ - 1, lines=[line], messages=[message])
            writer.put(write, _sure)
        writer.work()
        if round_ * TABLES % (CARRIED - CARRIED % TABLES) == 0 or round_ == rounds:
            while waiting := store.pending(CARRIED):
                links.take(LINK_NAME, in_order(waiting))
    taken = perf_counter() - began
    _look(store, links, rounds, each)
    return rounds * TABLES * each / taken


def _sure(error: Exception | None) -> None:
    if error is not None:
        raise error


def _look(store: Store, links: Links, rounds: int, each: int) -> None:
    """Nothing is lost, metered twice or out of order, and the meter is exact."""
    link, last = links.link(LINK_NAME), dict.fromkeys(map(str, range(TABLES)), 0)
    for _, line in store.read(LINK_NAME):
        event = LINK.read(read_line(line))
        if isinstance(event, StakesMetered):
            table = TABLE.name_of(event.table)
            last[table] += 1
            if event.round != last[table]:
                raise RuntimeError(f"round {event.round} of {event.table} is out of order")
    wanted = rounds * TABLES * each
    meter = SEED_CENTS * MILLIONTHS_IN_CENT + wanted * INCREMENT_MILLIONTHS
    if set(last.values()) != {rounds} or (link.stakes, link.meter_millionths) != (wanted, meter):
        raise RuntimeError("stakes were lost or metered twice")


def grouped(writer: Writer, commits: int) -> float:
    """Lines a second, each a write of its own, committed in groups."""
    line = os.urandom(LINE_BYTES // 2).hex().encode()
    began = perf_counter()
    for start in range(0, commits, MOST_TOGETHER):
        for place in range(start, min(commits, start + MOST_TOGETHER)):
            stream = f"floor:{place % TABLES}"
            writer.put(Write(stream=stream, after=place // TABLES, lines=[line]), _sure)
        writer.work()
    return commits / (perf_counter() - began)


def link_bytes() -> float:
    """What a link with its tables takes in memory after many rounds."""
    store = MemoryStore()
    writer = Writer(store)
    metered(store, writer, opened(store, writer), 20 * FULL * TABLES, FULL)
    tracemalloc.start()
    links = links_on(store, writer)
    links.resume()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    writer.close()
    return held


def stakes(rounds: int) -> Sequence[Measure]:
    """Full tables and tables of one, on SQLite; the memory of a link."""
    rates: dict[str, list[float]] = {"full": [], "one": [], "floor": []}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
            for kind, each in (("full", FULL), ("one", 1)):
                store = SqlStore(f"sqlite:///{Path(folder) / kind}")
                writer = Writer(store)
                links = opened(store, writer)
                rates["floor"].append(grouped(writer, STAKES // 4))
                amount = STAKES if kind == "full" else STAKES // FULL
                rates[kind].append(metered(store, writer, links, amount, each))
                writer.close()
                store.close()
    floor = ("the store's grouped commits, lines/s", median(rates["floor"]))
    work = f"stakes of {TABLES} linked tables, from the tables' writes to the meter"
    return [
        measure(
            f"{work}, {FULL} a round", "stakes/s", median(rates["full"]), floor, GOAL * floor[1]
        ),
        measure(f"{work}, one a round", "stakes/s", median(rates["one"]), floor),
        measure(
            f"memory of a link with {TABLES} tables",
            "MB",
            link_bytes() / MEGABYTE,
            ("the most that was allowed, MB", 1.0),
            1.0,
            lower=True,
        ),
    ]
