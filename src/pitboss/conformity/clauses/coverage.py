"""Clause coverage: every clause with its computed status, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from pitboss.conformity.clauses.status import COMPUTED, STATUSES, Statuses
from pitboss.conformity.marks import Mark, marks_of
from pitboss.editions.edition import Edition

UNFINISHED = ("planned", "held", "partly")
"""What stands between a rulebook and its being done."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """The account of one rulebook's clauses."""

    clauses: int
    by_kind: dict[str, int]
    by_status: dict[str, int]
    partly: int
    unaccounted: list[str]
    untested: list[str]

    def holds(self, *, final: bool) -> bool:
        """Whether nothing is unaccounted or untested; with `final`, nor unfinished."""
        done = not final or not any(self.by_status[status] for status in UNFINISHED)
        return done and not self.unaccounted and not self.untested


def coverage(edition: Edition, statuses: Statuses, marks: Iterable[Mark] | None = None) -> Coverage:
    """Count an edition's clauses by kind and status, and name what has no status or no test."""
    tests = tests_by_clause(marks_of(edition) if marks is None else marks)
    counts = Counter(one.status for one in statuses.values())
    return Coverage(
        clauses=len(edition.clauses),
        by_kind=dict(sorted(Counter(c.kind for c in edition.clauses.values()).items())),
        by_status={status: counts[status] for status in STATUSES},
        partly=counts["partly"],
        unaccounted=[one.clause for one in statuses.values() if one.status not in STATUSES],
        untested=[
            one.clause
            for one in statuses.values()
            if one.status in COMPUTED and one.clause not in tests
        ],
    )


def tests_by_clause(marks: Iterable[Mark]) -> Mapping[str, list[str]]:
    """The tests that name each clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for mark in marks:
        for clause in dict.fromkeys(clause.partition("#")[0] for clause in mark.clauses):
            found[clause].append(mark.test)
    return found
