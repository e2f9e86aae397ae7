"""When something goes wrong: a situation is reported, and staff give one of the legal rulings.

A situation is a decision table of the edition. Some of its facts are told by the person who
reports it, the others the core sees for itself; together they give the rulings that staff may
give, each with its rank, effect, duties and clauses. What a ruling does is a small function
registered under the effect's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.editions.floor import Facts, Ruling, Situation
from pitboss.editions.words import any_said, said
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Rules, Work, applies, decides, replace
from pitboss.table.authority import authorise, of_rank
from pitboss.table.duties import raise_duty
from pitboss.table.shoe import as_found, change_shoe, in_play, one_card, see
from pitboss.table.state import Slot, Table, Trouble

Awaits = Literal["answers", "check"]


class ReportIrregularity(Command, frozen=True, kw_only=True):
    """Say that something went wrong, or may have, with what one knows of it.

    `card` is the card that was seen; it is left out where the card lies face down. `coup` is
    the coup in which it happened, where that is not the present or the last one.
    """

    situation: str
    told: dict[str, str] = msgspec.field(default_factory=dict)
    card: str | None = None
    coup: int | None = None
    detail: dict[str, str] = msgspec.field(default_factory=dict)


class GiveRuling(Command, frozen=True, kw_only=True):
    """Give one of the rulings that the situation permits.

    `player` and `banker` are the hands as they are to lie, where the ruling sets them;
    `cards` are the cards it names otherwise; `agreed` are the players who agreed.
    """

    ruling: str
    player: str | None = None
    banker: str | None = None
    cards: str | None = None
    agreed: tuple[str, ...] = ()
    reason: str | None = None
    detail: dict[str, str] = msgspec.field(default_factory=dict)


class DismissReport(Command, frozen=True, kw_only=True):
    """Find that nothing of the kind happened; the report is at an end."""

    reason: str


class IrregularityReported(Event, frozen=True, kw_only=True):
    """Something went wrong; play waits for a ruling."""

    situation: str
    facts: dict[str, str]
    coup: int
    card: Card | None = None
    detail: dict[str, str] = msgspec.field(default_factory=dict)


class CardTaken(Event, frozen=True, kw_only=True):
    """A card came out of the shoe that does not belong where it went; it lies aside."""

    card: Card | None = None


class RulingGiven(Event, frozen=True, kw_only=True):
    """Staff ruled on the situation; `awaits` says what must follow before play goes on."""

    situation: str
    ruling: str
    says: str
    effect: str
    facts: dict[str, str]
    coup: int
    detail: dict[str, str] = msgspec.field(default_factory=dict)
    card: Card | None = None
    reason: str | None = None
    awaits: Awaits | None = None


class ReportDismissed(Event, frozen=True, kw_only=True):
    """The report was unfounded; play goes on."""

    situation: str
    reason: str


class TroubleOver(Event, frozen=True, kw_only=True):
    """What the ruling asked for is done; play goes on."""

    situation: str


Effect = Callable[[Work, Ruling, GiveRuling], None]
Seen = Callable[[Work], str]

EFFECTS: dict[str, Effect] = {}
SEEN: dict[str, Seen] = {}
AWAITS: dict[str, Awaits] = {}


def effect(name: str, awaits: Awaits | None = None) -> Callable[[Effect], Effect]:
    """Register what a ruling does; `awaits`: what must follow before play goes on.

    An effect that awaits something must see to it that `over` is called in the end.
    """

    def register(function: Effect) -> Effect:
        EFFECTS[name] = function
        if awaits is not None:
            AWAITS[name] = awaits
        return function

    return register


def seen(name: str) -> Callable[[Seen], Seen]:
    """Register how the core finds a fact of a situation in the state and the report."""

    def register(function: Seen) -> Seen:
        SEEN[name] = function
        return function

    return register


@decides(
    ReportIrregularity,
    who=("staff", "player", "inspector", "surveillance"),
    opens=True,
)
def report(work: Work, command: ReportIrregularity) -> None:
    """Anyone at the table may notify gaming staff; the facts must be those of the situation."""
    if work.table.house is None:
        refuse("table-not-open", "The table is not open.")
    situation = work.edition.situations.get(command.situation)
    if situation is None:
        listed = ", ".join(work.edition.situations)
        refuse("unknown-situation", f"There is no '{command.situation}'; there are: {listed}.")
    if work.table.phase not in situation.phase:
        phases = " or ".join(situation.phase)
        refuse(
            "wrong-phase",
            f"{situation.title} arises while the table is {phases}; it is {work.table.phase}.",
            situation.clauses,
        )
    # A card leaves the shoe by what staff say, not by what a player says.
    if situation.takes == "next-card" and (work.actor is None or work.actor.role != "staff"):
        refuse("wrong-role", f"{situation.title} is reported by staff.", situation.clauses)
    if command.coup is not None and not 1 <= command.coup <= work.table.coups:
        refuse("no-such-coup", f"No coup {command.coup} was dealt at this table.")
    facts = facts_of(work, situation, command.told)
    card = None
    if situation.takes == "next-card":
        card = _take(work, situation, command.card)
    elif command.card is not None:
        card = one_card(work, command.card)
    work.emit(
        IrregularityReported,
        situation=command.situation,
        facts=facts,
        coup=command.coup or work.table.coups,
        card=card,
        detail=dict(command.detail),
        clauses=situation.clauses,
    )


def facts_of(work: Work, situation: Situation, given: Mapping[str, str]) -> Facts:
    """The facts that hold: what was told, and what the core sees; refused where they cannot."""
    for fact in given:
        if fact not in situation.told:
            listed = ", ".join(situation.told) or "nothing"
            refuse("not-a-fact", f"'{fact}' is not asked here; {listed} is.", situation.clauses)
    facts: Facts = {}
    for fact, values in situation.told.items():
        if given.get(fact) not in values:
            listed = ", ".join(values)
            refuse("fact-missing", f"Say '{fact}', one of: {listed}.", situation.clauses)
        facts[fact] = given[fact]
    for fact, values in situation.seen.items():
        facts[fact] = SEEN[fact](work)
        if facts[fact] not in values:
            wanted = any_said(work.edition, fact, values)
            here = said(work.edition, fact, facts[fact])
            refuse(
                "not-this-irregularity",
                f"{situation.title}: only where {wanted}; here {here}.",
                situation.clauses,
            )
    return {fact: facts[fact] for fact in situation.facts}


def _take(work: Work, situation: Situation, text: str | None) -> Card | None:
    """The next card is out of the shoe already; it is told where it was seen."""
    shoe = in_play(work)
    if shoe.left == 0:
        refuse("shoe-empty", "No card is left in the shoe.", situation.clauses)
    if shoe.aside:
        refuse("card-aside", "A card is set aside already.", situation.clauses)
    card = None if text is None else one_card(work, text)
    as_found(work, len(shoe.drawn), card)
    work.emit(CardTaken, card=card, clauses=situation.clauses)
    return card


def offered(rules: Rules, table: Table) -> tuple[Ruling, ...]:
    """The rulings that staff may give now; none where nothing waits for one."""
    trouble = table.trouble
    if trouble is None or trouble.ruling is not None:
        return ()
    return rules.edition.situations[trouble.situation].permitted(dict(trouble.facts))


@decides(
    GiveRuling,
    opens=True,
    troubled=True,
    rules=("no-bet-method", "payment-error"),
    approvals=("void-coup", "check-device-cards", "confirm-outcome", "misdelivery"),
)
def rule(work: Work, command: GiveRuling) -> None:
    """Only a ruling that the facts permit, by someone whose rank suffices."""
    trouble = work.table.trouble
    if trouble is None or trouble.ruling is not None:
        refuse("nothing-to-rule", "Nothing waits for a ruling.")
    situation = work.edition.situations[trouble.situation]
    permitted = offered(work.rules, work.table)
    ruling = next((one for one in permitted if one.name == command.ruling), None)
    if ruling is None:
        listed = "; ".join(one.name for one in permitted)
        refuse(
            "ruling-not-permitted",
            f"'{command.ruling}' is not permitted here; permitted: {listed}.",
            tuple(
                dict.fromkeys(
                    (*situation.clauses, *(one for each in permitted for one in each.clauses))
                )
            ),
        )
    of_rank(work, f"'{ruling.name}'", ruling.rank, ruling.clauses)
    work.emit(
        RulingGiven,
        situation=trouble.situation,
        ruling=ruling.name,
        says=ruling.says,
        effect=ruling.effect,
        facts=dict(trouble.facts),
        coup=trouble.coup,
        detail={**trouble.detail, **command.detail},
        card=trouble.card,
        reason=command.reason,
        awaits=AWAITS.get(ruling.effect),
        clauses=ruling.clauses,
    )
    EFFECTS[ruling.effect](work, ruling, command)
    for duty in ruling.duties:
        raise_duty(work, duty, trouble.situation)


@decides(DismissReport, opens=True, troubled=True, approvals=("decide-dispute",))
def dismiss(work: Work, command: DismissReport) -> None:
    """Whoever decides disputes may find that it did not happen, unless a card came out for it."""
    trouble = work.table.trouble
    if trouble is None or trouble.ruling is not None:
        refuse("nothing-to-rule", "Nothing waits for a ruling.")
    clauses = authorise(work, "decide-dispute")
    situation = work.edition.situations[trouble.situation]
    if situation.takes == "next-card":
        refuse("card-aside", "The card is out of the shoe: it is ruled on.", situation.clauses)
    if not command.reason.strip():
        refuse("reason-missing", "Say why the report is unfounded.", clauses)
    work.emit(ReportDismissed, situation=trouble.situation, reason=command.reason, clauses=clauses)


def the_ruling(work: Work) -> RulingGiven:
    """The ruling that is being carried out, with the facts it was given on."""
    return next(event for event in reversed(work.events) if isinstance(event, RulingGiven))


def over(work: Work) -> None:
    """What a ruling asked for is done: play goes on."""
    trouble = work.table.trouble
    if trouble is not None:
        work.emit(TroubleOver, situation=trouble.situation, clauses=trouble.clauses)


def awaited(work: Work, awaits: Awaits) -> Trouble:
    """The ruling that waits for this; refused where none does."""
    trouble = work.table.trouble
    if trouble is None or trouble.awaits != awaits:
        refuse("nothing-awaited", f"No ruling waits for {awaits}.")
    return trouble


@applies(IrregularityReported)
def reported(table: Table, event: IrregularityReported) -> Table:
    """Play waits."""
    trouble = Trouble(
        situation=event.situation,
        facts=event.facts,
        by=event.by,
        detail=event.detail,
        coup=event.coup,
        card=event.card,
        clauses=event.clauses,
    )
    return replace(table, trouble=trouble)


@applies(CardTaken)
def taken(table: Table, event: CardTaken) -> Table:
    """From the shoe to the side of it."""
    shoe = table.shoe
    assert shoe is not None
    slot = Slot(card=event.card, exposed=event.card is not None, number=len(shoe.drawn))
    return change_shoe(
        table,
        left=shoe.left - 1,
        aside=(*shoe.aside, slot),
        drawn=(*shoe.drawn, event.card),
        seen=shoe.seen if event.card is None else see(shoe.seen, event.card),
    )


@applies(RulingGiven)
def ruled(table: Table, event: RulingGiven) -> Table:
    """The ruling holds; play goes on unless something must follow first."""
    trouble = table.trouble
    assert trouble is not None
    marks = table.marks
    if event.coup == table.coups:  # what is ruled of an earlier coup changes nothing of this one
        marks = {**marks, f"ruled:{event.effect}": str(event.coup)}
    waits = None
    if event.awaits is not None:
        waits = replace(trouble, ruling=event.ruling, awaits=event.awaits, clauses=event.clauses)
    return replace(table, trouble=waits, marks=marks)


@applies(ReportDismissed)
def dismissed(table: Table, event: ReportDismissed) -> Table:
    """Play goes on."""
    return replace(table, trouble=None)


@applies(TroubleOver)
def was_over(table: Table, event: TroubleOver) -> Table:
    """Play goes on."""
    return replace(table, trouble=None)
