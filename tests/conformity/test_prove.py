"""The account of the clauses can fail: take tests or statuses away, and it says so."""

from __future__ import annotations

from pitboss.book import rulebook
from pitboss.conformity.clauses.coverage import coverage
from pitboss.conformity.clauses.status import ClauseStatus, Statuses
from pitboss.conformity.marks import Mark

EDITION = rulebook("star-baccarat").edition
MARKS = [Mark("t", "star-baccarat", tuple(EDITION.clauses))]


def all_are(status: str, **others: str) -> Statuses:
    """Every clause with one status, but for some."""
    return {
        clause: ClauseStatus(clause=clause, status=others.get(clause, status))
        for clause in EDITION.clauses
    }


def test_a_clause_without_status_or_test_is_named() -> None:
    nothing = coverage(EDITION, all_are("enforced"), [])
    assert "9.5" in nothing.untested
    assert not nothing.holds(final=False)
    missing = coverage(EDITION, all_are("enforced", **{"9.5": ""}), MARKS)
    assert missing.unaccounted == ["9.5"]
    assert not missing.holds(final=False)


def test_what_is_held_partly_or_planned_is_not_final() -> None:
    assert coverage(EDITION, all_are("enforced"), MARKS).holds(final=True)
    for status in ("held", "partly", "planned"):
        found = coverage(EDITION, all_are("enforced", **{"9.5": status}), MARKS)
        assert found.by_status[status] == 1
        assert found.holds(final=False)
        assert not found.holds(final=True)
