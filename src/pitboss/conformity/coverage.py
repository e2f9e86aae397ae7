"""Clause coverage: every clause, its status, and whether a test proves it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from pitboss.conformity.lint import STATUSES
from pitboss.conformity.marks import Mark, marks_of
from pitboss.editions.edition import Edition

TESTED = ("enforced", "recorded")


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """The account of one rulebook's clauses."""

    clauses: int
    by_kind: dict[str, int]
    by_status: dict[str, int]
    partly: int
    unaccounted: list[str]
    untested: list[str]

    def holds(self, *, final: bool) -> bool:
        """Whether nothing is unaccounted or untested; with `final`, nor planned."""
        done = not final or (self.by_status["planned"] == 0 and self.partly == 0)
        return done and not self.unaccounted and not self.untested


def coverage(edition: Edition, marks: Iterable[Mark] | None = None) -> Coverage:
    """Count an edition's clauses; `partly` counts those with something still open."""
    tests = tests_by_clause(marks_of(edition) if marks is None else marks)
    statuses = Counter(clause.status for clause in edition.clauses.values())
    return Coverage(
        clauses=len(edition.clauses),
        by_kind=dict(sorted(Counter(c.kind for c in edition.clauses.values()).items())),
        by_status={status: statuses[status] for status in STATUSES},
        partly=sum(bool(clause.open) for clause in edition.clauses.values()),
        unaccounted=[c.clause for c in edition.clauses.values() if c.status not in STATUSES],
        untested=[
            c.clause
            for c in edition.clauses.values()
            if c.status in TESTED and c.clause not in tests
        ],
    )


def tests_by_clause(marks: Iterable[Mark]) -> Mapping[str, list[str]]:
    """The tests that carry each clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for mark in marks:
        for clause in mark.clauses:
            found[clause].append(mark.test)
    return found
