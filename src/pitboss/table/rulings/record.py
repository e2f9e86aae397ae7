"""What the record says of a report: facts that bear it out, refute it or speak against it.

A fact is found in the state and in the report by a small function registered under its name.
What is refuted is no report. What the record only speaks against may still be true, as people
wrote the record: then it is told to Surveillance, and another person rules on it, of the rank
that reviews.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Facts, Ruling, Situation
from pitboss.editions.wagers import Clauses
from pitboss.editions.words import any_said, said
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.authority.duties import raise_duty
from pitboss.table.machine import Event, Work
from pitboss.table.state import Trouble

AGAINST = "rule-against-record"
"""The approval that names who rules where the record speaks against a report."""
CONTRADICTED = "record-contradicted"
"""The duty that such a report raises."""

Seen = Callable[[Work], str]
SEEN: dict[str, Seen] = {}


class RecordContradicted(Event, frozen=True, kw_only=True):
    """A report says otherwise than the record: which fact, and what the record has of it."""

    situation: str
    fact: str
    recorded: str
    says: str


def seen(name: str) -> Callable[[Seen], Seen]:
    """Register how the core finds a fact of a situation in the state and the report."""

    def register(function: Seen) -> Seen:
        SEEN[name] = function
        return function

    return register


def facts_of(work: Work, situation: Situation, given: Mapping[str, str]) -> Facts:
    """The facts that hold: what was told, and what the core sees; refused where they cannot."""
    for fact in given:
        if fact not in situation.told:
            listed = ", ".join(situation.told) or "nothing"
            refuse("not-a-fact", situation.clauses, fact=fact, listed=listed)
    facts: Facts = {}
    for fact, values in situation.told.items():
        if given.get(fact) not in values:
            listed = ", ".join(values)
            refuse("fact-missing", situation.clauses, fact=fact, listed=listed)
        facts[fact] = given[fact]
    for fact, recorded in holding(work, situation.refuted).items():
        words = said(work.edition, fact, recorded)
        refuse(
            "not-this-irregularity.refuted", situation.clauses, title=situation.title, words=words
        )
    for fact, values in situation.seen.items():
        facts[fact] = SEEN[fact](work)
        if facts[fact] not in values:
            wanted = any_said(work.edition, fact, values)
            here = said(work.edition, fact, facts[fact])
            refuse(
                "not-this-irregularity.only-where",
                situation.clauses,
                title=situation.title,
                wanted=wanted,
                here=here,
            )
    return {fact: facts[fact] for fact in situation.facts}


def holding(work: Work, facts: Mapping[str, tuple[str, ...]]) -> Facts:
    """Those of these facts that have one of the values named, as the record stands."""
    found = {fact: SEEN[fact](work) for fact in facts}
    return {fact: value for fact, value in found.items() if value in facts[fact]}


def contradict(work: Work, name: str, against: Facts) -> None:
    """The record says otherwise than a report: that is an entry of its own, and told."""
    clauses = work.edition.situations[name].clauses
    for fact, recorded in against.items():
        work.emit(
            RecordContradicted,
            situation=name,
            fact=fact,
            recorded=recorded,
            says=said(work.edition, fact, recorded),
            clauses=clauses,
        )
    if against:
        raise_duty(work, CONTRADICTED, name)


class Ruler(NamedTuple):
    """Who may give a ruling: which rank, and who of them not; by which clauses."""

    rank: str
    but_not: str | None
    clauses: Clauses


def ruler(edition: Edition, trouble: Trouble, ruling: Ruling) -> Ruler:
    """Who may give this ruling on what was reported.

    A settled coup is not undone by the person who reported it alone. Where the record speaks
    against the report another person decides, of the rank that reviews.
    """
    if trouble.against and AGAINST in edition.approvals:
        rule = edition.approvals[AGAINST]
        rank = edition.ranks.higher(rule.rank, ruling.rank)
        return Ruler(rank, trouble.by, join(ruling.clauses, rule.clauses))
    return Ruler(ruling.rank, trouble.by if ruling.another else None, ruling.clauses)
