"""A clause that is switched off at some tables says so where it is read."""

from __future__ import annotations

from pitboss.book import rulebook
from pitboss.conformity.clauses.does import by_clause, switched_off

SAYS = "this rule does not hold in tournament play"


def test_a_clause_that_is_off_says_where_and_by_what() -> None:
    edition = rulebook("star-baccarat").edition
    assert list(switched_off(edition, "6.7.1.2")) == [(SAYS, ("15.2.1",))]
    assert list(switched_off(edition, "6.2")) == []
    said = by_clause(edition)
    assert (SAYS, ("15.2.1",)) in [(one.says, one.clauses) for one in said["6.8"]]
    assert SAYS not in [one.says for one in said["6.6"]]
    assert f"{SAYS}: 6.4, 6.5, 6.7, 6.8" in [one.says for one in said["15.2.1"]]


def test_another_rulebook_switches_off_what_its_own_clause_lists() -> None:
    edition = rulebook("star-blackjack").edition
    off = {clause for clause in edition.clauses if any(switched_off(edition, clause))}
    assert {"5.5", "5.11", "6.2", "6.3", "6.3.1", "6.5.1.3", "6.6.2", "16.15", "18.10"} <= off
    assert off.isdisjoint({"5.6", "6.1", "6.4", "6.7", "16.16", "18.1", "18.11"})
    assert list(switched_off(edition, "18.10")) == [(SAYS, ("19.2.1",))]


def test_a_rulebook_without_tournaments_switches_nothing_off() -> None:
    edition = rulebook("star-premium-baccarat").edition
    assert not [clause for clause in edition.clauses if any(switched_off(edition, clause))]
