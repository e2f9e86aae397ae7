"""When something goes wrong: a situation is reported, and staff give one of the legal rulings.

A situation is a decision table of the edition. Some of its facts are told by the person who
reports it, the others the core sees for itself; together they give the rulings that staff may
give, each with its rank, effect, duties and clauses. What a ruling does is a small function
registered under the effect's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.editions.procedures import Ruling, Situation
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise, of_rank
from pitboss.table.authority.duties import raise_duty
from pitboss.table.cards.parts import Slot
from pitboss.table.cards.shoe import as_found, change_shoe, in_play, not_behind, one_card, see
from pitboss.table.machine import (
    Command,
    Query,
    Standing,
    TableEvent,
    Work,
    decides,
    replace,
)
from pitboss.table.own import alike
from pitboss.table.rules import Rules
from pitboss.table.rulings.record import AGAINST, contradict, facts_of, holding, ruler
from pitboss.table.state import Table, Trouble
from pitboss.words import near

Awaits = Literal["answers", "check"]
CARRIED_ON = {"answers": "resume-coup", "check": "record-card-check"}
"""The act by which play goes on, by what a ruling awaits."""


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

    `hands` are the hands as they are to lie, by name, where the ruling sets them; `cards` are
    the cards it names otherwise; `agreed` are the players who agreed.
    """

    ruling: str
    hands: dict[str, str] = msgspec.field(default_factory=dict)
    cards: str | None = None
    agreed: tuple[str, ...] = ()
    reason: str | None = None
    detail: dict[str, str] = msgspec.field(default_factory=dict)


class DismissReport(Command, frozen=True, kw_only=True):
    """Find that nothing of the kind happened; the report is at an end."""

    reason: str


class IrregularityReported(TableEvent, frozen=True, kw_only=True):
    """Something went wrong; play waits for a ruling.

    `against` are the facts of the record that speak against it; `aside`: it is about the card
    that lay aside already.
    """

    situation: str
    facts: dict[str, str]
    coup: int
    card: Card | None = None
    detail: dict[str, str] = msgspec.field(default_factory=dict)
    against: dict[str, str] = msgspec.field(default_factory=dict)
    aside: bool = False

    def changes(self, table: Table) -> Table:
        """Play waits."""
        return replace(table, trouble=alike(Trouble, self))


class CardTaken(TableEvent, frozen=True, kw_only=True):
    """A card came out of the shoe that does not belong where it went; it lies aside."""

    card: Card | None = None

    def changes(self, table: Table) -> Table:
        """From the shoe to the side of it."""
        shoe = table.shoe
        assert shoe is not None
        slot = Slot(card=self.card, exposed=self.card is not None, number=len(shoe.drawn))
        return change_shoe(
            table,
            left=shoe.left - 1,
            aside=(*shoe.aside, slot),
            drawn=(*shoe.drawn, self.card),
            seen=shoe.seen if self.card is None else see(shoe.seen, self.card),
        )


class RulingGiven(TableEvent, frozen=True, kw_only=True):
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

    def changes(self, table: Table) -> Table:
        """The ruling holds; play goes on unless something must follow first."""
        trouble = table.trouble
        assert trouble is not None
        marks = table.marks
        if self.coup == table.coups:  # what is ruled of an earlier coup changes nothing of this one
            marks = {**marks, f"ruled:{self.effect}": str(self.coup)}
        waits = None
        if self.awaits is not None:
            waits = replace(trouble, ruling=self.ruling, awaits=self.awaits, clauses=self.clauses)
        return replace(table, trouble=waits, marks=marks)


class ReportDismissed(TableEvent, frozen=True, kw_only=True):
    """The report was unfounded; play goes on."""

    situation: str
    reason: str

    def changes(self, table: Table) -> Table:
        """Play goes on."""
        return replace(table, trouble=None)


class TroubleOver(TableEvent, frozen=True, kw_only=True):
    """What the ruling asked for is done; play goes on."""

    situation: str

    def changes(self, table: Table) -> Table:
        """Play goes on."""
        return replace(table, trouble=None)


Effect = Callable[[Work, Ruling, GiveRuling], None]

EFFECTS: dict[str, Effect] = {}
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


def _arises(standing: Standing, situation: str) -> bool:
    """Whether it may be reported with nothing told and no card seen, as the cards lie."""
    known, table = standing.edition.situations.get(situation), standing.table
    if known is None or table.house is None or known.told or table.phase not in known.phase:
        return False
    due = "none" if table.coup is None else standing.play.due(standing, table.coup)
    here = {"face": "face down", "source": table.house.source, "due": due}
    return all(value in known.seen.get(fact, (value,)) for fact, value in here.items())


@decides(
    ReportIrregularity,
    who=("staff", "player", "inspector", "surveillance"),
    opens=True,
    fits={"situation": _arises},
)
def report(work: Work, command: ReportIrregularity) -> None:
    """Anyone at the table may notify gaming staff; the facts must be those of the situation."""
    if work.table.house is None:
        refuse("table-not-open.admit")
    situation = work.edition.situations.get(command.situation)
    if situation is None:
        work.rules.stands(command.situation)
        listed = ", ".join(work.edition.situations)
        asked = near(command.situation, work.edition.situations)
        refuse("unknown-situation", situation=command.situation, listed=listed, nearest=asked)
    if work.table.phase not in situation.phase:
        phases = " or ".join(situation.phase)
        refuse(
            "wrong-phase",
            situation.clauses,
            phases=phases,
        )
    aside = is_aside(work.table, situation)
    takes = situation.takes != "nothing" and not aside
    # A card leaves the shoe by what staff say, not by what a player says; nor does a virtual shoe
    # tell a card that lies aside to a player who says it was seen.
    told_by_staff = takes or (aside and work.house.virtual)
    if told_by_staff and (work.actor is None or work.actor.role != "staff"):
        refuse("wrong-role.report", situation.clauses, title=situation.title)
    if command.coup is not None and not 1 <= command.coup <= work.table.coups:
        refuse("no-such-coup.notified", number=command.coup)
    facts = facts_of(work, situation, command.told)
    card = None
    if takes:
        card = _take(work, situation, command.card)
    elif command.card is not None:
        card = one_card(work, command.card)
    if aside:
        _lies_aside(work, situation, card)
    against = holding(work, situation.against)
    work.emit(
        IrregularityReported,
        situation=command.situation,
        facts=facts,
        coup=command.coup or work.table.coups,
        card=card,
        detail=dict(command.detail),
        against=against,
        aside=aside,
        clauses=situation.clauses,
    )
    contradict(work, command.situation, against)


def is_aside(table: Table, situation: Situation) -> bool:
    """Whether the situation is about a card that came out before and lies aside."""
    aside = table.shoe.aside if table.shoe is not None and table.shoe.over is None else ()
    return situation.takes == "first-card" and bool(aside)


def _lies_aside(work: Work, situation: Situation, card: Card | None) -> None:
    """The card that lies aside lies there face down, and begins a coup on which one may bet."""
    slot = in_play(work).aside[0]
    if slot.card is not None or work.table.next_no_bet is not None:
        refuse("card-aside.lies-aside", situation.clauses)
    as_found(work, slot.number, card)


def _take(work: Work, situation: Situation, text: str | None) -> Card | None:
    """The next card is out of the shoe already; it is told where it was seen."""
    shoe = in_play(work)
    not_behind(work)
    if shoe.left == 0:
        refuse("shoe-empty.take", situation.clauses)
    if shoe.aside:
        refuse("card-aside.take", situation.clauses)
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


def unruled(work: Query) -> Trouble:
    """What waits for a ruling; refused where nothing does."""
    trouble = work.table.trouble
    if trouble is None or trouble.ruling is not None:
        refuse("nothing-to-rule")
    return trouble


def permitted(work: Query, name: str) -> Ruling:
    """The ruling of that name; refused where the facts do not permit it."""
    found = offered(work.rules, work.table)
    ruling = next((one for one in found if one.name == name), None)
    if ruling is None:
        situation = work.edition.situations[unruled(work).situation]
        cited = (*situation.clauses, *(one for each in found for one in each.clauses))
        refuse(
            "ruling-not-permitted",
            tuple(dict.fromkeys(cited)),
            ruling=name,
            listed="; ".join(one.name for one in found),
            nearest=near(name, [one.name for one in found]),
        )
    return ruling


@decides(
    GiveRuling,
    opens=True,
    troubled=True,
    rules=("no-bet-method", "payment-error", "tournament-interim-repaid"),
    approvals=(
        *("void-coup", "check-device-cards", "confirm-outcome", "misdelivery", AGAINST),
        *("void-device-failure", "retract-wagers"),
    ),
    needs=(unruled,),
)
def rule(work: Work, command: GiveRuling) -> None:
    """Only a ruling that the facts permit, by someone whose rank suffices."""
    trouble = unruled(work)
    ruling = permitted(work, command.ruling)
    needed = ruler(work.edition, trouble, ruling)
    of_rank(work, needed.rank, needed.clauses)
    if command.by == needed.but_not:
        refuse("another-person.rule", needed.clauses, person=command.by)
    work.emit(
        RulingGiven,
        trouble,
        ruling,
        ruling=ruling.name,
        reason=command.reason,
        facts=dict(trouble.facts),
        detail={**trouble.detail, **command.detail},
        awaits=AWAITS.get(ruling.effect),
        clauses=needed.clauses,
    )
    EFFECTS[ruling.effect](work, ruling, command)
    for duty in ruling.duties:
        raise_duty(work, duty, trouble.situation)


@decides(DismissReport, opens=True, troubled=True, needs=(unruled, Ranked("decide-dispute")))
def dismiss(work: Work, command: DismissReport) -> None:
    """Whoever decides disputes may find that it did not happen, unless a card came out for it."""
    trouble = unruled(work)
    clauses = authorise(work, "decide-dispute")
    situation = work.edition.situations[trouble.situation]
    if situation.takes != "nothing" and (work.house.virtual or not trouble.aside):
        refuse("card-aside.dismiss", situation.clauses)
    if not command.reason.strip():
        refuse("reason-missing.dismiss", clauses)
    work.emit(ReportDismissed, situation=trouble.situation, reason=command.reason, clauses=clauses)


def the_ruling(work: Work) -> RulingGiven:
    """The ruling that is being carried out, with the facts it was given on."""
    return next(event for event in reversed(work.events) if isinstance(event, RulingGiven))


def over(work: Work) -> None:
    """What a ruling asked for is done: play goes on."""
    trouble = work.table.trouble
    if trouble is not None:
        work.emit(TroubleOver, situation=trouble.situation, clauses=trouble.clauses)


def awaited(work: Query, awaits: Awaits) -> Trouble:
    """The ruling that waits for this; refused where none does."""
    trouble = work.table.trouble
    if trouble is None or trouble.awaits != awaits:
        refuse("nothing-awaited.awaited", awaits=awaits)
    return trouble
