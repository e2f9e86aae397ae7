"""A guided ruling: what happened, what the rule allows here, who approves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.api.hands import HandShown, hand_of
from pitboss.api.previewing import Consequence, consequence
from pitboss.api.problems import Problem, problem_of
from pitboss.api.reportable import RulingField
from pitboss.baccarat.points import count, value
from pitboss.baccarat.tableau import banker_cell, is_natural, player_draws
from pitboss.cards import Card, name, names
from pitboss.editions.edition import Edition
from pitboss.editions.floor import Ruling, Situation
from pitboss.editions.model import Tableau
from pitboss.editions.words import any_said, as_sentence, said
from pitboss.refusal import Refusal
from pitboss.settle.draws import draws
from pitboss.table import Rules, Table
from pitboss.table.duties import deadline
from pitboss.table.state import Coup, Trouble
from pitboss.table.trouble import offered

HANDS = ("reconstruct", "correct-settled-coup", "confirm-outcome")


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that the software knows, with its clause or its time."""

    sentence: str
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
    clauses: tuple[str, ...]


class Dismissal(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it may be found that nothing of the kind happened, and by whom."""

    allowed: bool
    why_not: str | None
    command: dict[str, Any]
    who: Approves | None
    clauses: tuple[str, ...]


class Follow(msgspec.Struct, frozen=True, kw_only=True):
    """What must follow a ruling before play goes on; `open` are wagers without an answer."""

    awaits: str
    do: str
    says: str
    open: list[int]


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
    follow: Follow | None
    what_happened: list[Fact]
    player: HandShown
    banker: HandShown
    aside: list[str | None]
    allowed: list[Allowed]
    not_allowed: list[NotAllowed]
    dismiss: Dismissal


def approves(rules: Rules, table: Table, rank: str, person: str) -> Approves:
    """Who may do what takes this rank."""
    ranks = rules.edition.ranks
    able = [
        OnDuty(person=who, rank=one.rank or "")
        for who, one in table.present("staff").items()
        if one.rank in ranks.ladder and ranks.meets(one.rank, rank)
    ]
    named = ranks.met_by.get(rank, rank) != ranks.ladder[0]
    says = f"It takes the rank {rank} or above." if named else "The rule names no rank."
    if not able:
        says += " Nobody who may rule on it is on duty at this table."
    return Approves(
        rank=rank,
        named=named,
        you=any(one.person == person for one in able),
        persons=able,
        says=says,
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
    coup, shoe = table.coup, table.shoe
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
        follow=follow_of(table, trouble),
        what_happened=list(_facts(edition, table, trouble, situation, reported)),
        player=hand_of(coup.player if coup else ()),
        banker=hand_of(coup.banker if coup else ()),
        aside=hand_of(shoe.aside).cards if shoe is not None else [],
        allowed=[_allowed(rules, table, one, person, now) for one in offered(rules, table)],
        not_allowed=_not_allowed(edition, table, trouble, situation),
        dismiss=_dismissal(rules, table, trouble, situation, person),
    )


def _ruled(situation: Situation, trouble: Trouble) -> str | None:
    """The ruling that was given, in words."""
    given = (one.says for one in situation.rulings if one.name == trouble.ruling)
    return next((f"{says[:1].upper()}{says[1:]}" for says in given), trouble.ruling)


# What happened ----------------------------------------------------------------------------


def _facts(
    edition: Edition,
    table: Table,
    trouble: Trouble,
    situation: Situation,
    reported: dt.datetime | None,
) -> Iterator[Fact]:
    yield Fact(sentence=f"{situation.title}.", clauses=situation.clauses, at=reported)
    if trouble.card is not None:
        yield Fact(sentence=f"The card is {name(trouble.card)}, and it was seen.", at=reported)
    elif situation.takes == "next-card":
        yield Fact(sentence="The card lies face down.", at=reported)
    if table.coup is not None and table.coup.number == trouble.coup:
        yield from hand_facts(edition.tableau, table.coup)
    for fact, found in trouble.facts.items():
        if fact == "face" and situation.takes == "next-card":  # the card above says it
            continue
        words = said(edition, fact, found)
        yield Fact(sentence=as_sentence(f"reported: {words}" if fact in situation.told else words))


def hand_facts(tableau: Tableau | None, coup: Coup) -> Iterator[Fact]:
    """What the tableau says of two hands whose first cards are seen."""
    if tableau is None:
        return
    seen = [[slot.card if slot.exposed else None for slot in h] for h in (coup.player, coup.banker)]
    found = draws(tableau, *seen)
    for hand, decided in (("Player", found.player), ("Banker", found.banker)):
        # The natural that ends the deal is said once, of the hand that has it.
        if decided.sentence is not None and decided.decision != "no-card":
            said = decided.sentence.replace("Stands", "stands").replace(": ", ", ")
            yield Fact(sentence=f"{hand}: {said}.", clauses=decided.clauses)


# What the rule allows ---------------------------------------------------------------------


def _allowed(rules: Rules, table: Table, ruling: Ruling, person: str, now: dt.datetime) -> Allowed:
    fields = _fields(rules.edition, table, ruling)
    given: dict[str, Any] = {"ruling": ruling.name}
    given |= {one.name: one.suggest for one in fields if one.suggest is not None}
    found = consequence(rules, table, given, now)
    problem = None
    if isinstance(found, Refusal):
        problem = problem_of(found)
    return Allowed(
        ruling=ruling.name,
        says=ruling.says,
        clauses=ruling.clauses,
        command={"do": "give-ruling", "ruling": ruling.name},
        fields=fields,
        consequence=None if isinstance(found, Refusal) else found,
        refused=problem,
        who=approves(rules, table, ruling.rank, person),
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


def _fields(edition: Edition, table: Table, ruling: Ruling) -> list[RulingField]:
    found = []
    if ruling.effect in HANDS:
        hands = _as_it_should(edition, table)
        for hand, cards in zip(("player", "banker"), hands, strict=True):
            found.append(
                RulingField(
                    name=hand,
                    required=ruling.effect == "correct-settled-coup",
                    says=f"The cards of {hand.capitalize()}'s Hand as they are to lie.",
                    suggest=cards,
                )
            )
    found.append(RulingField(name="reason", required=False, says="Why, in your own words."))
    return found


def _as_it_should(edition: Edition, table: Table) -> tuple[str | None, str | None]:
    """The cards of the coup dealt anew in the order they left the shoe, where they come out so."""
    coup = table.coup
    if coup is not None:
        slots = sorted((*coup.player, *coup.banker), key=lambda slot: slot.number)
        cards = [slot.card for slot in slots if slot.exposed and slot.card is not None]
        if len(cards) < len(slots):
            return None, None
    elif table.results:
        last = table.results[-1]
        hands = (last.player, last.banker)
        cards = [hand[place] for place in range(3) for hand in hands if place < len(hand)]
    else:
        return None, None
    dealt = _dealt(edition, cards)
    if dealt is None:
        return None, None
    return names(dealt[0]), names(dealt[1])


def _dealt(edition: Edition, cards: list[Card]) -> tuple[list[Card], list[Card]] | None:
    tableau = edition.tableau
    if tableau is None or len(cards) < 4:
        return None
    player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], cards[4:]
    counts = (count(player), count(banker))
    third: int | None = None
    if player_draws(tableau, *counts) and rest:
        player.append(rest.pop(0))
        third = value(player[2])
    ended = any(is_natural(tableau, one) for one in counts)
    if rest and not ended and banker_cell(tableau, counts[1], third)[0]:
        banker.append(rest.pop(0))
    return None if rest else (player, banker)


def _not_allowed(
    edition: Edition, table: Table, trouble: Trouble, situation: Situation
) -> list[NotAllowed]:
    """Rulings of this situation under other facts, then voids that belong to other situations."""
    facts = dict(trouble.facts)
    here = {one.name for one in situation.permitted(facts)}
    found: dict[tuple[str, str], NotAllowed] = {}
    for one in situation.rulings:
        if not one.fits(facts) and one.name not in here:
            found.setdefault(
                (one.name, one.says),
                NotAllowed(
                    ruling=one.name,
                    says=one.says,
                    why=_why_not(edition, one, facts),
                    clauses=one.clauses,
                ),
            )
    effects = {one.effect for one in situation.permitted(facts)}
    for other in edition.situations.values():
        if other is situation or table.phase not in other.phase:
            continue
        for one in other.rulings:
            if one.effect == "void-coup" and one.effect not in effects:
                cited = ", ".join(situation.clauses)
                found.setdefault(
                    (one.name, one.says),
                    NotAllowed(
                        ruling=one.name,
                        says=one.says,
                        why=f"{cited} decides this case: {situation.title}.",
                        clauses=one.clauses,
                    ),
                )
    return list(found.values())


def _why_not(edition: Edition, ruling: Ruling, facts: Mapping[str, str]) -> str:
    parts = []
    for fact, wanted in ruling.when.items():
        among = (wanted,) if isinstance(wanted, str) else wanted
        if facts[fact] not in among:
            here = said(edition, fact, facts[fact])
            parts.append(f"only where {any_said(edition, fact, among)}; here {here}")
    return "; ".join(parts)


def _dismissal(
    rules: Rules, table: Table, trouble: Trouble, situation: Situation, person: str
) -> Dismissal:
    rule = rules.edition.approvals.get("decide-dispute")
    why = None
    if trouble.ruling is not None:
        why = "It is ruled on already."
    elif situation.takes == "next-card":
        why = "The card is out of the shoe: it is ruled on."
    elif rule is None:
        why = "The rules provide for nobody who finds so."
    return Dismissal(
        allowed=why is None,
        why_not=why,
        command={"do": "dismiss-report"},
        who=None if rule is None else approves(rules, table, rule.rank, person),
        clauses=() if rule is None else rule.clauses,
    )


_AWAITED = {
    "answers": ("resume-coup", "Players may take their wagers back; then play goes on."),
    "check": ("record-card-check", "The cards are checked; then play goes on."),
}


def follow_of(table: Table, trouble: Trouble) -> Follow | None:
    """What must follow a ruling that was given; nothing where play may go on, or none was."""
    if trouble.awaits is None or trouble.awaits not in _AWAITED:
        return None
    do, says = _AWAITED[trouble.awaits]
    waiting: list[int] = []
    if trouble.awaits == "answers" and table.coup is not None:
        waiting = [one for one in table.wagers if one not in table.coup.answered]
    return Follow(awaits=trouble.awaits, do=do, says=says, open=waiting)
