"""A tournament of five hundred players and five rounds, beside its own coups; placings; reports.

The tournament is played whole, with bots at real tables: conditions, entries, draws, sessions,
counts, placings, prizes, each an event that is written. Beside it stands the time that its coups
took at their tables in the same run, which they would take without a tournament as well.
"""

from __future__ import annotations

import gc
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from typing import Any

from benchmarks.measure import Measure, measure
from pitboss.aggregates.tournament.prizes import final_placings
from pitboss.book import rulebook
from pitboss.journal.proof.export import pages
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Write
from pitboss.scenarios.samples import conditions
from pitboss.service.compliance.month import errors_of
from pitboss.tournaments import table as at_table
from pitboss.tournaments.whole import Whole

RULEBOOK = "star-baccarat"
PLAYERS, COUPS, SEED = 500, 10, 1
TABLES = ((72, 3), (31, 3), (14, 3), (6, 1), (1, 1))
MILLION, LINES, PAGE = 1_000_000, 200_000, 5_000
MEGABYTE = 1e6
MANY = 50


def tournament() -> Whole:
    """The tournament, not played yet."""
    book = rulebook(RULEBOOK)
    rounds = [{"tables": tables, "coups": COUPS, "advance": on} for tables, on in TABLES]
    terms = conditions(book.edition.folder, {"rounds": rounds, "maximum_players": PLAYERS})
    return Whole(book, terms, PLAYERS, SEED)


def played() -> tuple[float, float, Whole]:
    """A whole one: its seconds, those of its coups alone, and what is left of it."""
    alone = 0.0
    plain = at_table.SessionTable.play

    def timed(self: at_table.SessionTable, *given: Any) -> None:
        nonlocal alone
        began = time.thread_time()
        plain(self, *given)
        alone += time.thread_time() - began

    at_table.SessionTable.play = timed  # type: ignore[method-assign, assignment]
    try:
        whole = tournament()
        gc.collect()
        began = time.thread_time()
        whole.play()
        return time.thread_time() - began, alone, whole
    finally:
        at_table.SessionTable.play = plain  # type: ignore[method-assign]


def whole(rounds: int) -> Sequence[Measure]:
    """The tournament, placings after a round, memory, the month's report."""
    seconds, alone, last = min((played() for _ in range(rounds)), key=lambda one: one[0] / one[1])
    coups = sum(one.coups for one in last.state.sessions.values())
    return [
        measure(
            f"a tournament of {PLAYERS} players, {len(TABLES)} rounds, {coups:,} coups",
            "coups/s",
            coups / seconds,
            ("the same coups at their tables alone, coups/s", coups / alone),
            coups / alone * 0.6,
        ),
        measure(
            "the same, start to prizes",
            "s",
            seconds,
            ("its coups alone, s", alone),
            120,
            lower=True,
        ),
        _placings(last, rounds),
        _memory(),
        _month(last, rounds),
    ]


def _best(call: Any, rounds: int) -> float:
    found = []
    for _ in range(rounds):
        began = time.thread_time()
        for _ in range(MANY):
            call()
        found.append((time.thread_time() - began) / MANY)
    return min(found)


def _placings(last: Whole, rounds: int) -> Measure:
    state, entrants = last.state, last.state.entrants
    rows = [(one.order, name) for name, one in entrants.items()]
    return measure(
        f"placings of {len(entrants)} entrants",
        "ms",
        1_000 * _best(lambda: final_placings(state), rounds),
        ("sorting as many pairs, ms", 1_000 * _best(lambda: sorted(rows, reverse=True), rounds)),
        5,
        lower=True,
    )


def _memory() -> Measure:
    gc.collect()
    tracemalloc.start()
    one = tournament()
    one.play()
    one.tables.clear()
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    written = sum(len(line) for stream in one.streams() for line in stream.bodies)
    return measure(
        f"memory of it: state and {sum(len(s.bodies) for s in one.streams()):,} lines",
        "MB",
        held / MEGABYTE,
        ("the lines alone, MB", written / MEGABYTE),
        50,
        lower=True,
    )


def _month(last: Whole, rounds: int) -> Measure:
    """The lines of a table in a store: read, and read for the month's report."""
    lines = next(iter(last.written.values())).bodies
    name, rules = "table:1", last.rules
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{folder}/house.db")
        for after in range(0, LINES, PAGE):
            batch = [lines[number % len(lines)] for number in range(after, after + PAGE)]
            store.write([Write(stream=name, after=after, lines=batch)])

        def rate(call: Any) -> float:
            began = time.thread_time()
            call()
            return (time.thread_time() - began) * MILLION / LINES

        def report() -> None:
            errors_of(name, pages(store, name), lambda _: rules, (2026, 10))

        least = min(rate(report) for _ in range(rounds))
        floor = min(rate(lambda: sum(map(len, pages(store, name)))) for _ in range(rounds))
        store.close()
    return measure(
        f"the month's report over 1,000,000 events, from {LINES:,}",
        "s",
        least,
        ("reading their lines from the store, s", floor),
        floor * 1.5,
        lower=True,
    )
