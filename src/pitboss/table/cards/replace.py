"""Cards that go: replaced, unfit, shuffled by order, void; cards dropped, verified."""

from __future__ import annotations

from typing import Literal

from pitboss.editions.tables import USED
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.admission import Ruled, between_rounds
from pitboss.table.authority.approvals import Ranked, authorise, provided
from pitboss.table.authority.duties import DutyDischarged, open_duties, raise_duty
from pitboss.table.betting.returns import give_back, of_this_round
from pitboss.table.cards.parts import Shoe, Stack
from pitboss.table.cards.sets import (
    CHECKS,
    DIRECTED,
    LAST_COUP,
    change_stack,
    checker,
    without_stack,
)
from pitboss.table.cards.shoe import ShoeEnded, change_shoe, in_play
from pitboss.table.machine import Command, Event, Query, TableEvent, Work, decides, replace
from pitboss.table.procedures.dummy import order_no_bet, seen_early
from pitboss.table.settlement.settle import CoupVoided
from pitboss.table.state import Table
from pitboss.table.tournament.coups import coup_void

Order = Literal["other backs", "any backs", "unfit"]


class ReplaceCards(Command, frozen=True, kw_only=True):
    """Have the cards taken away after the last coup, for others of other or the same backs.

    Cards of a device may go after any coup where the edition has it so.
    """

    same_backs: bool = False


class ReplaceUnfitCards(Command, frozen=True, kw_only=True):
    """Direct that cards which are unfit for further use be replaced."""

    reason: str


class DirectShuffle(Command, frozen=True, kw_only=True):
    """Direct a shuffle because the cards may not be randomly intermixed."""

    reason: str


class VoidShoe(Command, frozen=True, kw_only=True):
    """Declare the shoe void because the sequence of its cards was revealed to players."""

    reason: str


class ReportDroppedCards(Command, frozen=True, kw_only=True):
    """Tell the supervisor that cards were dropped or mishandled."""

    how: Literal["dropped", "mishandled"] = "dropped"


class ConfirmCollected(Command, frozen=True, kw_only=True):
    """Say, having verified it, whether all dropped cards have been collected."""

    complete: bool = True


class OrderCardCheck(Command, frozen=True, kw_only=True):
    """Instruct the dealer to check and verify the cards."""


class VerifyCards(Command, frozen=True, kw_only=True):
    """Report what the ordered check of the cards found."""

    correct: bool


class ReportHandling(Command, frozen=True, kw_only=True):
    """Report that a player or spectator handled cards though no rule lets them.

    `dealt`: a card of the coup in progress was among them; `aside`: the card set aside for the
    next coup was.
    """

    person: str
    dealt: bool = False
    aside: bool = False


class CardsRemoved(TableEvent, frozen=True, kw_only=True):
    """Cards were taken from the table; `order` says what may come for them."""

    cards: int
    why: str
    order: Order | None = None

    def changes(self, table: Table) -> Table:
        """All cards of the shoe are off the table."""
        assert table.shoe is not None
        table = change_shoe(
            table,
            left=0,
            discards=0,
            burned=0,
            removed=table.shoe.removed + self.cards,
            order=self.order,
        )
        return replace(table, unverified=None)


class StackRemoved(TableEvent, frozen=True, kw_only=True):
    """Cards that were being made ready were taken from the table."""

    why: str
    reason: str | None = None

    def changes(self, table: Table) -> Table:
        """Gone."""
        return without_stack(table)


class StackTurnedBack(TableEvent, frozen=True, kw_only=True):
    """What was done to the cards counts no more: they are shuffled anew."""

    why: str
    reason: str | None = None

    def changes(self, table: Table) -> Table:
        """As cards that were used: to be shuffled and cut."""
        old = table.stack
        assert old is not None
        fresh = Stack(
            decks=old.decks,
            backs=old.backs,
            kind=USED,
            handled=old.handled,
            cut_by_player=old.cut_by_player,
        )
        return replace(table, stack=fresh)


class CardsDropped(TableEvent, frozen=True, kw_only=True):
    """Cards were dropped or mishandled; nothing is done with them until that is verified."""

    how: Literal["dropped", "mishandled"]

    def changes(self, table: Table) -> Table:
        """To be verified."""
        return replace(table, unverified="dropped")


class CardsCollected(TableEvent, frozen=True, kw_only=True):
    """A supervisor looked whether all dropped cards are back."""

    complete: bool

    def changes(self, table: Table) -> Table:
        """All there, or still to be found."""
        return replace(table, unverified=None) if self.complete else table


class CardCheckOrdered(Event, frozen=True, kw_only=True):
    """The cards are to be checked and verified."""

    def changes(self, table: Table) -> Table:
        """To be verified."""
        return replace(table, unverified="ordered")


class CardsVerified(TableEvent, frozen=True, kw_only=True):
    """The ordered check is done."""

    correct: bool

    def changes(self, table: Table) -> Table:
        """Verified."""
        return replace(table, unverified=None)


class CardsHandled(Event, frozen=True, kw_only=True):
    """Someone who may not handled cards."""

    person: str
    dealt: bool = False
    aside: bool = False

    def changes(self, table: Table) -> Table:
        """All cards of the shoe are to be replaced when it is over."""
        if table.stack is not None:
            return change_stack(table, handled=True)
        return change_shoe(table, handled=True)


@decides(
    ReplaceCards,
    rules=("replace-after-last", "replace-in-device"),
    approvals=("same-backs",),
    needs=(Ranked("replace-cards"),),
)
def replace_cards(work: Work, command: ReplaceCards) -> None:
    """After the last coup, at discretion; the same backs only with a scanning shoe."""
    clauses = authorise(work, "replace-cards")
    shoe = work.table.shoe
    if _after_any(work, shoe):
        clauses += work.cite("replace-in-device")
        work.emit(ShoeEnded, why="cards replaced", clauses=clauses)
        remove(work, "cards replaced", clauses, "any backs")
        return
    if shoe is None or shoe.over != LAST_COUP or shoe.order or work.table.stack is not None:
        refuse("not-after-last-coup", clauses)
    clauses += work.cite("replace-after-last")
    if command.same_backs:
        if not work.house.scanning:
            refuse("no-scanning-shoe", work.cite("same-backs"))
        clauses += authorise(work, "same-backs")
    order: Order = "any backs" if command.same_backs else "other backs"
    remove(work, LAST_COUP, clauses, order)


def _after_any(work: Work, shoe: Shoe | None) -> bool:
    """Whether the cards in play are a device's and may go, as a coup from it is over."""
    if shoe is None or shoe.over is not None or work.table.coup is not None or not shoe.coups:
        return False
    return work.device and work.rule("replace-in-device") is not None


@decides(ReplaceUnfitCards, needs=(Ranked("unfit-cards"),), fits={"reason": between_rounds})
def replace_unfit(work: Work, command: ReplaceUnfitCards) -> None:
    """On a supervisor's opinion, provided no coup is in progress."""
    clauses = authorise(work, "unfit-cards")
    _reason(command.reason, clauses)
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", clauses)
    take_away(work, "unfit cards", clauses, command.reason)


def _reason(given: str, clauses: Clauses) -> None:
    if not given.strip():
        refuse("reason-missing.reason", clauses)


def take_away(work: Work, why: str, clauses: Clauses, reason: str | None = None) -> None:
    """All cards on the table go for good: those of the stack, or those of the shoe."""
    shoe = work.table.shoe
    if work.table.stack is not None:
        work.emit(StackRemoved, why=why, reason=reason, clauses=clauses)
    elif shoe is not None and shoe.order is None:
        if shoe.over is None:
            work.emit(ShoeEnded, why=why, reason=reason, clauses=clauses)
        remove(work, why, clauses, "unfit")
    else:
        refuse("no-cards.cards-here", clauses)


def remove(work: Work, why: str, clauses: Clauses, order: Order | None = None) -> None:
    """The cards of a shoe that is over leave the table."""
    shoe = work.table.shoe
    assert shoe is not None
    work.emit(CardsRemoved, cards=_on_hand(shoe), why=why, order=order, clauses=clauses)


def _on_hand(shoe: Shoe) -> int:
    return shoe.left + shoe.discards + shoe.burned


@decides(DirectShuffle, needs=(Ranked("reshuffle"),), fits={"reason": between_rounds})
def direct_shuffle(work: Work, command: DirectShuffle) -> None:
    """After a coup, where there is reason to suspect the order of the cards."""
    clauses = authorise(work, "reshuffle")
    _reason(command.reason, clauses)
    if work.table.coup is not None:
        refuse("coup-in-progress.direct-shuffle", clauses)
    if in_play(work).coups == 0:
        refuse("no-coup-yet", clauses)
    work.emit(ShoeEnded, why=DIRECTED, reason=command.reason, clauses=clauses)


@decides(VoidShoe, needs=(Ranked("void-shoe"),))
def void_shoe(work: Work, command: VoidShoe) -> None:
    """At any time, a coup in progress going with it; an Inspector is told."""
    clauses = authorise(work, "void-shoe")
    _reason(command.reason, clauses)
    table, why = work.table, "sequence revealed"
    if table.stack is not None:
        work.emit(StackTurnedBack, why=why, reason=command.reason, clauses=clauses)
    else:
        in_play(work)
        if table.coup is not None:
            for placed in of_this_round(work):
                give_back(work, placed, "shoe void", clauses)
            work.emit(CoupVoided, coup=table.coup.number, why=why, clauses=clauses)
            coup_void(work)
        work.emit(ShoeEnded, why=why, reason=command.reason, clauses=clauses)
        remove(work, why, clauses)
    raise_duty(work, "sequence-revealed", command.reason)


def _cards_here(work: Query) -> None:
    """Cards are on the table, and no other check of them is waited for."""
    shoe = work.table.shoe
    if work.table.stack is None and (shoe is None or shoe.over is not None):
        refuse("no-cards.cards-here")
    waits = work.table.unverified
    if waits is not None:
        rank = checker(work, waits)
        refuse(f"check-waits.{waits}", work.cite(CHECKS[waits]), rank=rank)


def _collected(work: Query) -> None:
    """Somebody verifies that dropped cards are collected; else they would wait for ever."""
    provided(work, "collect-cards")


@decides(
    ReportDroppedCards,
    troubled=True,
    approvals=("collect-cards",),
    needs=(_collected, _cards_here),
)
def report_dropped(work: Work, command: ReportDroppedCards) -> None:
    """The supervisor is told; nothing is done with the cards until then."""
    _collected(work)
    _cards_here(work)
    work.emit(CardsDropped, how=command.how, clauses=work.cite("collect-cards"))
    raise_duty(work, "cards-dropped")


@decides(ConfirmCollected, troubled=True, needs=(Ranked("collect-cards"),))
def confirm_collected(work: Work, command: ConfirmCollected) -> None:
    """The supervisor verifies that all cards have been collected."""
    clauses = authorise(work, "collect-cards")
    if work.table.unverified != "dropped":
        refuse("nothing-dropped", clauses)
    work.emit(CardsCollected, complete=command.complete, clauses=clauses)
    if command.complete:
        for duty in open_duties(work.table):
            if duty.key == "cards-dropped":
                how = "all cards collected"
                work.emit(DutyDischarged, duty=duty.number, how=how, clauses=duty.clauses)


@decides(
    OrderCardCheck,
    who=("staff", "inspector"),
    troubled=True,
    needs=(Ranked("verify-cards"), _cards_here),
)
def order_check(work: Work, command: OrderCardCheck) -> None:
    """A supervisor or an Inspector may order it at any time."""
    clauses = authorise(work, "verify-cards")
    _cards_here(work)
    work.emit(CardCheckOrdered, clauses=clauses)


@decides(VerifyCards, troubled=True, approvals=("verify-cards",))
def verify(work: Work, command: VerifyCards) -> None:
    """The dealer says what was found; wrong cards go, with a coup in progress once it is ruled.

    A coup in which cards are found missing or foreign is a situation to be ruled on, and the
    check that the ruling asks for is the one ordered here.
    """
    clauses = work.cite("verify-cards")
    if work.table.unverified != "ordered":
        refuse("no-check-ordered", clauses)
    if not command.correct and work.table.coup is not None:
        refuse("coup-in-progress.verify", clauses)
    work.emit(CardsVerified, correct=command.correct, clauses=clauses)
    if not command.correct:
        take_away(work, "cards not correct", clauses)


@decides(
    ReportHandling,
    who=("staff", "inspector", "surveillance"),
    troubled=True,
    rules=("handled-replaced", "handled-exposes", "no-bet-no-wagers"),
    needs=(Ruled("no-handling"),),
)
def report_handling(work: Work, command: ReportHandling) -> None:
    """Nobody but staff handles cards unless a rule lets them; such cards are replaced."""
    shoe, forbidden = work.table.shoe, work.provides("no-handling")
    if work.table.stack is None and (shoe is None or shoe.over is not None):
        refuse("no-cards.cards-here", forbidden)
    known = work.table.people.get(command.person)
    if known is not None and known.role == "staff":
        refuse("staff", forbidden, person=command.person)
    clauses = (*forbidden, *work.cite("handled-replaced"))
    if command.dealt and work.table.coup is None:
        refuse("no-coup.report-handling", clauses)
    if command.aside and (shoe is None or not shoe.aside):
        refuse("no-card-aside", clauses)
    work.emit(
        CardsHandled,
        person=command.person,
        dealt=command.dealt,
        aside=command.aside,
        clauses=clauses,
    )
    if command.dealt:
        seen_early(work, clauses)
    if command.aside:
        _first_card_handled(work)


def _first_card_handled(work: Work) -> None:
    """Where handling exposes a card, one set aside begins a no bet coup then.

    While a situation waits for its ruling the card may be what is ruled on: the ruling says.
    """
    table, rule = work.table, work.rule("handled-exposes")
    if rule is None or table.next_no_bet is not None or table.trouble is not None:
        return
    left = table.shoe.coups_left if table.shoe is not None else None
    if left is not None and left <= (table.coup is not None):  # no coup follows
        return
    clauses = (*rule.clauses, *work.cite("no-bet-no-wagers"))
    if table.coup is None:
        for placed in of_this_round(work):
            give_back(work, placed, "no bet coup", clauses)
    order_no_bet(work, "the card set aside was handled", clauses)
