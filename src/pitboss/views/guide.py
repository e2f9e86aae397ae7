"""A guided ruling: what happened, what the rule allows here, who approves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.cards import name
from pitboss.decision.space import TOPIC
from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Ruling, Situation
from pitboss.editions.words import said
from pitboss.refusal import Refusal
from pitboss.table import Query, Rules, Table
from pitboss.table.authority.duties import deadline
from pitboss.table.play import HandTold
from pitboss.table.rulings.guide import (
    able,
    as_dealt,
    card_is_out,
    carried_on,
    elsewhere,
    otherwise,
)
from pitboss.table.rulings.record import Ruler, ruler
from pitboss.table.rulings.rule import offered
from pitboss.table.sight.roles import faces
from pitboss.table.state import Trouble
from pitboss.views.copies import copy_of
from pitboss.views.preview import Consequence, consequence, seen_in
from pitboss.views.problem import Problem, problem_of
from pitboss.views.reportable import RulingField, field
from pitboss.words.catalogue import Said, spoken, words_of

NO_CARD = "no-card"
"""The decision of a hand that gets no card since the other ends the deal."""
HANDS = ("reconstruct", "correct-settled-coup", "confirm-outcome")


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that the software knows, with its clause or its time."""

    sentence: str
    said: Said | None = None
    clauses: tuple[str, ...] = ()
    at: dt.datetime | None = None


class OnDuty(msgspec.Struct, frozen=True, kw_only=True):
    """Someone on duty at the table."""

    person: str
    rank: str


class Approves(msgspec.Struct, frozen=True, kw_only=True):
    """Who may give a ruling: the rank, and who on duty has it."""

    rank: str
    named: bool
    you: bool
    persons: list[OnDuty]
    says: str
    said: Said


class DutyFollows(msgspec.Struct, frozen=True, kw_only=True):
    """A duty that a ruling raises, and until when it is to be done."""

    key: str
    to: str
    what: str
    channel: str
    due: str
    deadline: dt.datetime | None
    clauses: tuple[str, ...]


class Allowed(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that may be given now, what it does, and who gives it."""

    ruling: str
    says: str
    clauses: tuple[str, ...]
    command: dict[str, Any]
    fields: list[RulingField]
    consequence: Consequence | None
    refused: Problem | None
    who: Approves
    duties: list[DutyFollows]


class NotAllowed(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that people may look for, and why it is not given here."""

    ruling: str
    says: str
    why: str
    why_said: Said
    clauses: tuple[str, ...]


class Dismissal(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it may be found that nothing of the kind happened, and by whom."""

    allowed: bool
    why_not: str | None
    why_said: Said | None
    command: dict[str, Any]
    who: Approves | None
    clauses: tuple[str, ...]


class Follow(msgspec.Struct, frozen=True, kw_only=True):
    """What must follow a ruling before play goes on; `open` are wagers without an answer."""

    awaits: str
    do: str
    says: str
    said: Said
    open: list[int]


class ProposedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """The ruling that one of the staff put forward, with the cards and the reason given."""

    by: str
    ruling: str
    hands: dict[str, str]
    reason: str | None


class TroubleGuide(msgspec.Struct, frozen=True, kw_only=True):
    """What waits for a ruling, on one sheet."""

    situation: str
    title: str
    clauses: tuple[str, ...]
    by: str
    by_rank: str | None
    at: dt.datetime | None
    coup: int
    card: str | None
    ruled: str | None
    ruled_says: str | None
    proposed: ProposedRuling | None
    follow: Follow | None
    what_happened: list[Fact]
    hands: tuple[HandTold, ...]
    aside: tuple[str | None, ...]
    allowed: list[Allowed]
    not_allowed: list[NotAllowed]
    dismiss: Dismissal


def approves(
    rules: Rules, table: Table, rank: str, person: str, but_not: str | None = None
) -> Approves:
    """Who may do what takes this rank, and another person than one."""
    ranks = rules.edition.ranks
    persons = [
        OnDuty(person=who, rank=one.rank or "")
        for who, one in able(Query(rules, table), rank, but_not).items()
    ]
    named = ranks.met_by.get(rank, rank) != ranks.ladder[0]
    told = {"named": named, "rank": rank, "but_not": but_not, "nobody": not persons}
    found = Said("ruling.approves", told)
    return Approves(
        rank=rank,
        named=named,
        you=any(one.person == person for one in persons),
        persons=persons,
        says=spoken(TOPIC, found),
        said=found,
    )


def guide(
    rules: Rules, table: Table, person: str, reported: dt.datetime | None, now: dt.datetime
) -> TroubleGuide | None:
    """The sheet for what waits now; nothing where nothing does."""
    trouble = table.trouble
    if trouble is None:
        return None
    edition = rules.edition
    situation = edition.situations[trouble.situation]
    reporter = table.people.get(trouble.by)
    own = None if table.coup is None else table.coup.own
    hands = rules.play.told(edition, seen_in(table.coup), own).hands
    return TroubleGuide(
        situation=trouble.situation,
        title=situation.title,
        clauses=situation.clauses,
        by=trouble.by,
        by_rank=None if reporter is None else reporter.rank or reporter.role,
        at=reported,
        coup=trouble.coup,
        card=None if trouble.card is None else name(trouble.card),
        ruled=trouble.ruling,
        ruled_says=_ruled(situation, trouble),
        proposed=None if trouble.proposed is None else copy_of(ProposedRuling, trouble.proposed),
        follow=follow_of(table),
        what_happened=list(_facts(rules, table, situation, reported, hands)),
        hands=hands,
        aside=() if table.shoe is None else faces(table.shoe.aside),
        allowed=[
            _allowed(rules, table, one, ruler(edition, trouble, one), person, now)
            for one in offered(rules, table)
        ],
        not_allowed=_not_allowed(rules, table, trouble, situation),
        dismiss=_dismissal(rules, table, trouble, situation, person),
    )


def _ruled(situation: Situation, trouble: Trouble) -> str | None:
    """The ruling that was given, in words."""
    given = (one.says for one in situation.rulings if one.name == trouble.ruling)
    return next((f"{says[:1].upper()}{says[1:]}" for says in given), trouble.ruling)


# What happened ----------------------------------------------------------------------------


def _facts(
    rules: Rules,
    table: Table,
    situation: Situation,
    reported: dt.datetime | None,
    hands: tuple[HandTold, ...],
) -> Iterator[Fact]:
    edition, coup, trouble = rules.edition, table.coup, table.trouble
    assert trouble is not None  # noqa: S101 - the sheet is of one
    title = Said("ruling.fact", {"fact": situation.title})
    yield _fact(title, clauses=situation.clauses, at=reported)
    if trouble.card is not None:
        yield _fact(Said("ruling.fact.card", {"card": name(trouble.card)}), at=reported)
    elif situation.takes != "nothing":
        yield _fact(Said("ruling.fact.face-down"), at=reported)
    for fact, recorded in trouble.against.items():
        yield _fact(Said("ruling.fact.against", {"fact": said(edition, fact, recorded)}))
    if coup is not None and coup.number == trouble.coup:
        for one in hands:
            # What ends the deal is said once, of the hand that has it.
            if one.sentence is not None and one.decision != NO_CARD:
                told = {"hand": one.title, "turn": _turn(one)}
                yield _fact(Said("ruling.fact.hand", told), clauses=one.clauses)
    for fact, found in trouble.facts.items():
        if fact == "face" and situation.takes != "nothing":  # the card above says it
            continue
        key = "ruling.fact.reported" if fact in situation.told else "ruling.fact"
        yield _fact(Said(key, {"fact": said(edition, fact, found)}))


def _fact(found: Said, **known: Any) -> Fact:
    sentence = spoken(TOPIC, found)
    return Fact(sentence=f"{sentence[:1].upper()}{sentence[1:]}", said=found, **known)


def _turn(hand: HandTold) -> Said | str:
    """What the rules say of a hand, as part of a sentence where the game has words for that."""
    if hand.said is not None and f"ruling.{hand.said.key}" in words_of(TOPIC, "en"):
        return Said(f"ruling.{hand.said.key}", hand.said.params)
    return hand.sentence or ""


# What the rule allows ---------------------------------------------------------------------


def _allowed(
    rules: Rules, table: Table, ruling: Ruling, needed: Ruler, person: str, now: dt.datetime
) -> Allowed:
    fields = _fields(rules, table, ruling)
    given: dict[str, Any] = {"ruling": ruling.name}
    given |= {one.name: one.suggest for one in fields if one.suggest is not None}
    found = consequence(rules, table, given, now)
    problem = None
    if isinstance(found, Refusal):
        problem = problem_of(found)
    return Allowed(
        ruling=ruling.name,
        says=ruling.says,
        clauses=needed.clauses,
        command={"do": "give-ruling", "ruling": ruling.name},
        fields=fields,
        consequence=None if isinstance(found, Refusal) else found,
        refused=problem,
        who=approves(rules, table, needed.rank, person, needed.but_not),
        duties=_duties(rules.edition, ruling, now),
    )


def _duties(edition: Edition, ruling: Ruling, now: dt.datetime) -> list[DutyFollows]:
    found = []
    for key in ruling.duties:
        duty = edition.duties[key]
        until = None
        if duty.due != "before":
            until = deadline(duty.due, now, edition.identity.time_zone)
        found.append(
            DutyFollows(
                key=key,
                to=duty.to,
                what=duty.what,
                channel=duty.channel,
                due=duty.due,
                deadline=until,
                clauses=duty.clauses,
            )
        )
    return found


def _fields(rules: Rules, table: Table, ruling: Ruling) -> list[RulingField]:
    found = []
    if ruling.effect in HANDS:
        for hand, cards in as_dealt(rules, table).items():
            found.append(
                field(
                    hand,
                    required=ruling.effect == "correct-settled-coup",
                    told=Said("ruling.field.hand", {"hand": rules.play.hands[hand]}),
                    suggest=cards,
                )
            )
    found.append(field("reason", required=False, told=Said("ruling.field.reason")))
    return found


def _not_allowed(
    rules: Rules, table: Table, trouble: Trouble, situation: Situation
) -> list[NotAllowed]:
    """Rulings of this situation under other facts, then voids that belong to other situations."""
    cited = ", ".join(situation.clauses)
    here = Said("ruling.decided-by", {"cited": cited, "title": situation.title})
    found = [
        *(
            (one, _why_not(rules.edition, one, trouble.facts))
            for one in otherwise(table, situation)
        ),
        *((one, here) for one in elsewhere(rules, table, situation)),
    ]
    known: dict[tuple[str, str], NotAllowed] = {}
    for one, why in found:
        told = NotAllowed(
            ruling=one.name,
            says=one.says,
            why=spoken(TOPIC, why),
            why_said=why,
            clauses=one.clauses,
        )
        known.setdefault((one.name, one.says), told)
    return list(known.values())


def _why_not(edition: Edition, ruling: Ruling, facts: Mapping[str, str]) -> Said:
    parts = []
    for fact, wanted in ruling.when.items():
        among = (wanted,) if isinstance(wanted, str) else wanted
        if facts[fact] not in among:
            wanted_said = [said(edition, fact, one) for one in among]
            here = said(edition, fact, facts[fact])
            parts.append(Said("ruling.only-where", {"wanted": wanted_said, "here": here}))
    return Said("ruling.why-not", {"parts": parts})


def _dismissal(
    rules: Rules, table: Table, trouble: Trouble, situation: Situation, person: str
) -> Dismissal:
    rule = rules.edition.approvals.get("decide-dispute")
    why = None
    if trouble.ruling is not None:
        why = Said("ruling.dismiss.ruled")
    elif card_is_out(table, trouble, situation):
        why = Said("ruling.dismiss.card-out")
    elif rule is None:
        why = Said("ruling.dismiss.nobody")
    return Dismissal(
        allowed=why is None,
        why_not=None if why is None else spoken(TOPIC, why),
        why_said=why,
        command={"do": "dismiss-report"},
        who=None if rule is None else approves(rules, table, rule.rank, person),
        clauses=() if rule is None else rule.clauses,
    )


def follow_of(table: Table) -> Follow | None:
    """What must follow a ruling that was given; nothing where play may go on, or none was."""
    found = carried_on(table)
    if found is None or table.trouble is None or table.trouble.awaits is None:
        return None
    do, waiting = found
    told = Said(f"ruling.follow.{do}")
    says = spoken(TOPIC, told)
    return Follow(awaits=table.trouble.awaits, do=do, says=says, said=told, open=waiting)
