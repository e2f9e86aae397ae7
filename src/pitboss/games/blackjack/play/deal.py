"""The deal: a card to each box and the dealer, a second to each box, then as hands are played.

The core knows where each card belongs. A card dealt elsewhere is an irregularity to be reported,
not a deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NoReturn

from pitboss.cards import name
from pitboss.editions.wagers import Clauses
from pitboss.games.blackjack.facts.hand import total
from pitboss.games.blackjack.facts.play import dealer_kind
from pitboss.games.blackjack.play.hands import cards_of, control_of, rounds_of, up_card
from pitboss.games.blackjack.play.insurance import InsuranceCalled, InsuranceClosed
from pitboss.games.blackjack.play.jackpot import stakes_taken
from pitboss.games.blackjack.play.own import (
    DEALER,
    BoxHand,
    BoxRound,
    also_applies,
    boxes_now,
    boxes_of,
    change_box_hand,
    change_boxes,
    decides,
)
from pitboss.games.blackjack.play.phases import FROM_MARKER, by_marker, staked_boxes
from pitboss.games.blackjack.play.steps import CALLED, CLOSED, face_up
from pitboss.refusal import refuse
from pitboss.table.cards.deal import (
    Announce,
    CardDealt,
    DealCard,
    TurnCard,
    begin,
    change_coup,
    expose,
)
from pitboss.table.cards.past import go_past
from pitboss.table.cards.shoe import change_shoe, in_play, not_behind, one_card
from pitboss.table.machine import Command, PublicEvent, TableEvent, Work, replace
from pitboss.table.play import Ask, Card, Pay, Say, Step
from pitboss.table.procedures.boxes import controlling, in_line, mains
from pitboss.table.state import Round, Table
from pitboss.table.tournament.slips import lay_slips


class LeaveOut(Command, frozen=True, kw_only=True):
    """Record that the dealer forgot a step: to offer insurance, or to refill the device."""

    step: Literal["insurance", "reload"]


class ReportHeldAway(Command, frozen=True, kw_only=True):
    """Record that a player held cards away from the table or took them off the layout."""

    person: str


class ReloadDevice(Command, frozen=True, kw_only=True):
    """Put the cards of the discard rack back into the shuffling device."""


class ControlAscertained(PublicEvent, frozen=True, kw_only=True):
    """Before the deal: the boxes with wagers, and who controls the hand of each."""

    control: Mapping[str, str]
    positions: Mapping[str, int]

    def changes(self, table: Table) -> Table:
        """Controlling players stand nearest the dealer, the others in line behind them."""
        wagers = {
            number: replace(placed, position=self.positions.get(str(number), placed.position))
            for number, placed in table.wagers.items()
        }
        hands = {box: BoxHand() for box in self.control}
        own = BoxRound(control=self.control, hands=hands)
        return change_coup(replace(table, wagers=wagers), own=own)


class StepLeftOut(TableEvent, frozen=True, kw_only=True):
    """The dealer forgot a step."""

    step: str

    def changes(self, table: Table) -> Table:
        """Play went on without it."""
        return change_boxes(table, left_out=(*boxes_now(table).left_out, self.step))


class CardsHeldAway(TableEvent, frozen=True, kw_only=True):
    """A player held cards away from the table."""

    person: str


class DeviceReloaded(TableEvent, frozen=True, kw_only=True):
    """The cards of the discard rack went back into the shuffling device."""

    cards: int

    def changes(self, table: Table) -> Table:
        """Any of them may be dealt again; those on the table are the ones that are known."""
        shoe, coup = table.shoe, table.coup
        assert shoe is not None
        assert coup is not None
        seen = [0] * len(shoe.seen)
        for slot in (*coup.slots, *shoe.aside):
            if slot.card is not None:
                seen[slot.card] += 1
        table = change_shoe(
            table,
            left=shoe.left + self.cards,
            discards=shoe.discards - self.cards,
            seen=tuple(seen),
        )
        return change_boxes(table, reloaded=True)


class RoundConcluded(PublicEvent, frozen=True, kw_only=True):
    """All hands are played; the dealer's is announced."""

    dealer: int
    kind: str

    def changes(self, table: Table) -> Table:
        """Nothing but the settlement is left."""
        return change_coup(table, complete=True)


def the_coup(work: Work) -> Round:
    """The round in progress."""
    coup = work.table.coup
    if coup is None:
        refuse("no-coup.round", work.cite("initial-deal"))
    return coup


@decides(
    DealCard,
    rules=(
        *("initial-deal", "control", "control-ascertained", "own-count", "next-card"),
        *("card-asked-for", "split-second-card", "decisions", "dealers-cards", "cards-run-out"),
        *("interim-settlement", "bust-collected", "insurance-lost", "reload-missed"),
        *("card-refused", "refused-by-all"),
        *(FROM_MARKER, "tournament-slip-on-hand"),
    ),
    approvals=("defer-blackjack",),
    needs=(in_play,),
)
def deal(work: Work, command: DealCard) -> None:
    """To the box or the dealer whose card is due."""
    if command.past:
        go_past(work)
    shoe = in_play(work)
    if work.table.coup is None:
        _start(work)
    coup = the_coup(work)
    hand, up, clauses = _due(work)
    if shoe.aside and (not coup.slots or boxes_of(coup).in_error):
        _from_aside(work, command, hand, clauses)
        return
    not_behind(work)
    if shoe.left == 0:
        refuse("shoe-empty.deal", work.cite("cards-run-out"))
    if up and command.card is None:
        refuse("dealt-face-up", work.edition.methods[coup.method].clauses)
    if not up and command.card is not None:
        refuse("dealt-face-down", work.edition.methods[coup.method].clauses)
    card = None if command.card is None else one_card(work, command.card)
    work.emit(CardDealt, hand=hand, place=len(coup.hand(hand)), card=card, clauses=clauses)


def _due(work: Work) -> tuple[str, bool, Clauses]:
    """The hand that a card is due to; refused where none is."""
    step = work.play.next(work)
    if isinstance(step, Card):
        return step.hand, step.up, step.clauses
    return _nothing_due(step)


def _nothing_due(step: Step) -> NoReturn:
    clauses = step.clauses if isinstance(step, Ask | Pay | Say) else ()
    if isinstance(step, Ask):
        refuse("decision-first", clauses, person=", ".join(step.people))
    refuse("no-card-due", clauses)


def _start(work: Work) -> None:
    """Before the first card it is ascertained who controls each box."""
    stakes_taken(work)
    lay_slips(work)
    control: dict[str, str] = {}
    positions: dict[str, int] = {}
    clauses: Clauses = work.cite("control-ascertained")
    for box in staked_boxes(work):
        found = controlling(work, box)
        assert found is not None  # a wager lies there
        control[str(box)] = found[0]
        clauses += found[1]
        for place, placed in enumerate(in_line(work, mains(work, box)), 1):
            positions[str(placed.number)] = place
    begin(work, work.house.method, (), "initial-deal")
    clauses += by_marker(work)
    cited = tuple(dict.fromkeys(clauses))
    work.emit(ControlAscertained, control=control, positions=positions, clauses=cited)


def _from_aside(work: Work, command: DealCard, hand: str, clauses: Clauses) -> None:
    """The card that lay under the shoe is the first of this round, or one in error the next."""
    coup = the_coup(work)
    slot = in_play(work).aside[0]
    card = slot.card
    if card is None and command.card is not None:
        card = one_card(work, command.card)
    elif card is not None and command.card is not None and command.card != name(card):
        refuse("another-card.from-aside", card=name(card))
    if card is None and face_up(work, hand):
        refuse("dealt-face-up", work.edition.methods[coup.method].clauses)
    place = len(coup.hand(hand))
    work.emit(CardDealt, hand=hand, place=place, card=card, aside=True, clauses=clauses)


@also_applies(CardDealt)
def was_dealt(table: Table, event: CardDealt) -> Table:
    """The card that was asked for has come; one that came out in error lies in a hand."""
    if event.aside and boxes_now(table).in_error:
        table = change_boxes(table, in_error=False)
    own = boxes_now(table)
    state = own.hands.get(event.hand)
    if state is not None and state.drawing:
        return change_box_hand(table, event.hand, drawing=False)
    return table


@decides(TurnCard, who=("staff", "player"), rules=("first-two-down", "own-first-cards"))
def turn_card(work: Work, command: TurnCard) -> None:
    """Cards that were dealt face down are turned before the hand is acted on; a player's by them.

    A player may show their own at any time, as for a blackjack that is paid at once.
    """
    coup = the_coup(work)
    clauses = work.cite("first-two-down")
    if work.actor is not None and work.actor.role == "player":
        clauses = work.cite("own-first-cards")
        known = command.hand in boxes_of(coup).hands
        if not known or control_of(coup, command.hand) != command.by:
            refuse("not-your-cards", clauses, person=command.by)
    expose(work, command.hand, command.place, command.card, clauses)


@decides(ReportHeldAway, rules=("cards-over-layout",))
def report_held_away(work: Work, command: ReportHeldAway) -> None:
    """Who has first cards in hand keeps them over the layout."""
    clauses = work.provides("cards-over-layout")
    coup = the_coup(work)
    if work.play.holds(coup, command.person) is None:
        refuse("holds-no-cards", clauses, person=command.person)
    work.emit(CardsHeldAway, command, clauses=clauses)


@decides(
    Announce,
    rules=(
        *("insurance-called", "insurance-closed", "final-settlement", "optional-settlement"),
        "card-values",
    ),
)
def announce(work: Work, command: Announce) -> None:
    """Insurance is called, and closed; at the end the dealer's hand is announced."""
    coup = the_coup(work)
    step = work.play.next(work)
    if boxes_of(coup).insurance == "open":
        work.emit(InsuranceClosed, clauses=work.cite("insurance-closed"))
    elif not isinstance(step, Say):
        cited = step.clauses if isinstance(step, Ask | Pay | Card) else ()
        refuse("nothing-to-announce", cited)
    elif step.what == CALLED:
        work.emit(InsuranceCalled, against=up_card(coup), clauses=step.clauses)
    elif step.what != CLOSED:
        cards = cards_of(coup, DEALER)
        kind = dealer_kind(rounds_of(work), cards)
        clauses = step.clauses + work.cite("card-values")
        work.emit(RoundConcluded, dealer=total(cards)[0], kind=kind, clauses=clauses)


@decides(LeaveOut, rules=("insurance-called", "reload"))
def leave_out(work: Work, command: LeaveOut) -> None:
    """Only a step that is due now can have been forgotten."""
    the_coup(work)
    step = work.play.next(work)
    due = {"insurance": isinstance(step, Say) and step.what == CALLED}
    word = getattr(step, "word", None)
    due["reload"] = word == "reload-device"
    rule = "insurance-called" if command.step == "insurance" else "reload"
    if not due[command.step]:
        refuse("step-not-due", work.cite(rule), step=command.step)
    work.emit(StepLeftOut, command, clauses=work.cite(rule))


@decides(ReloadDevice, rules=("reload",))
def reload_device(work: Work, command: ReloadDevice) -> None:
    """Once a round, when the initial deal is complete; forgotten, in the next round."""
    coup = the_coup(work)
    shoe = in_play(work)
    clauses = work.provides("reload")
    if "reload" in boxes_of(coup).left_out:
        work.forbid("reload-missed", "reload-next-round")
    if getattr(work.play.next(work), "word", None) != "reload-device":
        refuse("step-not-due", clauses, step="reload")
    work.emit(DeviceReloaded, cards=shoe.discards, clauses=clauses)
