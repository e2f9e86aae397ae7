"""Rulings that only blackjack has: a card in error as the next one, insurance offered late.

And what a ruling on the hands asks: whether they lie as the cards should have been dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pitboss.cards import Card
from pitboss.editions.procedures import Ruling
from pitboss.editions.values import Rounds
from pitboss.games.blackjack.facts.hand import initial_total, total, value
from pitboss.games.blackjack.facts.play import dealer_done
from pitboss.games.blackjack.facts.spaces import dealer_up
from pitboss.games.blackjack.play.hands import cards_of, least_to_stand, rounds_of
from pitboss.games.blackjack.play.own import (
    DEALER,
    DOUBLE,
    INSURANCE,
    INSURED,
    INTERIM,
    MAIN,
    BoxHand,
    BoxRound,
    also_applies,
    box_of,
    boxes_now,
    boxes_of,
    change_boxes,
)
from pitboss.games.blackjack.play.phases import even_money
from pitboss.table.cards.parts import Slot
from pitboss.table.machine import PublicEvent, Query, TableEvent, Work, replace
from pitboss.table.rulings.cards import CoupReconstructed
from pitboss.table.rulings.record import seen
from pitboss.table.rulings.rule import GiveRuling, effect
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Hands, Round, Table


class CardInError(TableEvent, frozen=True, kw_only=True):
    """The card that came out in error is the next that is dealt."""

    def changes(self, table: Table) -> Table:
        """Before those in the shoe."""
        return change_boxes(table, in_error=True)


class InsuranceOfferedLate(PublicEvent, frozen=True, kw_only=True):
    """Insurance that the dealer forgot to offer may be placed until the dealer's second card."""

    def changes(self, table: Table) -> Table:
        """Bettors may insure while the boxes are played."""
        return change_boxes(table, insurance="late")


@effect("next-card")
def next_card(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It goes to whoever is due a card, as if it came from the shoe now."""
    work.emit(CardInError, clauses=ruling.clauses)


@effect("late-insurance")
def late_insurance(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Bettors are entitled to what the dealer forgot to offer."""
    work.emit(InsuranceOfferedLate, clauses=ruling.clauses)


@seen("insurance")
def insurance(work: Work) -> str:
    """Whether the dealer forgot to offer insurance in the round."""
    own = boxes_now(work.table)
    omitted = INSURANCE in own.left_out and own.insurance is None
    return "left out" if omitted else "offered"


@seen("dealer_cards")
def dealer_cards(work: Work) -> str:
    """Whether the dealer has a second card."""
    coup = work.table.coup
    return "more" if coup is not None and len(coup.hand(DEALER)) > 1 else "one"


@seen("reload")
def reload(work: Work) -> str:
    """Whether the dealer forgot to refill the device after the initial deal."""
    return "left out" if "reload" in boxes_now(work.table).left_out else "done"


@also_applies(CoupReconstructed)
def put_right(table: Table, event: CoupReconstructed) -> Table:
    """Cards that were asked for lie where they belong; whoever still wants one says so anew."""
    hands = {name: replace(one, drawing=False) for name, one in boxes_now(table).hands.items()}
    return change_boxes(table, hands=hands, in_error=False)


def in_sequence(query: Query, round_: Round) -> bool:
    """Initial cards first, then hand after hand, the dealer last; none to a hand that was over.

    Of a box that was split the order is left open: its cards moved on the table.
    """
    hands = tuple(boxes_of(round_).hands)
    if not set(round_.hands) <= {DEALER, *hands}:
        return False
    split = {box_of(name) for name in hands if name != str(box_of(name))}
    single = [round_.hand(name) for name in hands if box_of(name) not in split]
    dealer = round_.hand(DEALER)
    if split and not dealer:
        return False
    later = [slot for slots in single for slot in slots[2:]] + [*dealer[1:]]
    whole = len(dealer) > 0 and all(len(slots) > 1 for slots in single)
    if later and not whole:
        return False
    initial = [slots[0] for slots in single if slots] + [*dealer[:1]]
    initial += [slots[1] for slots in single if len(slots) > 1]
    in_order = all(one.number <= two.number for one, two in pairwise([*initial, *later]))
    return in_order and _drawn_in_turn(query, single, dealer) and _as_decided(query, round_)


def _as_decided(query: Query, round_: Round) -> bool:
    """Whether everything that was decided and staked could be so on these cards."""
    own, rules = boxes_of(round_), rounds_of(query)
    up = dealer_up(cards_of(round_, DEALER)[0]) if cards_of(round_, DEALER) else None
    for placed in query.table.wagers.values():
        if placed.wager in INSURED.values() and placed.wager != INSURED.get(up or ""):
            return False
        if placed.number in own.even and not even_money(query, round_, placed):
            return False
    for name, state in own.hands.items():
        cards = cards_of(round_, name)
        if len(cards) < len(round_.hand(name)):
            continue  # nobody has seen them all
        first = cards_of(round_, str(box_of(name)))
        if state.split and (not cards or not first or value(cards[0]) != value(first[0])):
            return False
        if state.doubled and not _doubles(rules, cards):
            return False
        if state.stood and total(cards)[0] < least_to_stand(rules):
            return False
    return True


def _doubles(rules: Rounds, cards: Sequence[Card]) -> bool:
    """Whether these cards may be those of a doubled hand."""
    ace = None if rules.double_ace is None else rules.double_ace.value
    counted = initial_total(cards[:2], ace)
    may = len(cards) > 1 and total(cards[:2])[0] < rules.may_draw.below
    return may and counted in rules.double.totals and len(cards) <= 2 + rules.double_cards.most


def _drawn_in_turn(query: Query, boxes: list[tuple[Slot, ...]], dealer: tuple[Slot, ...]) -> bool:
    """No card went to a hand that could have none: 21 or more, or a dealer's that was complete."""
    rules = rounds_of(query)
    for slots in boxes:
        cards = [slot.card for slot in slots if slot.card is not None]
        if len(cards) > 2 and total(cards[:-1])[0] >= rules.may_draw.below:
            return False
    up = tuple(slot.card for slot in dealer if slot.card is not None)
    return len(up) < 3 or not dealer_done(rules, up[:-1])


def recalled(hands: Hands, lines: Sequence[KeptLine]) -> BoxRound:
    """A settled round with all its decisions made, as its hands and lines tell them."""
    names = sorted((name for name in hands if name != DEALER), key=lambda one: (box_of(one), one))
    split = {box_of(name) for name in names if name != str(box_of(name))}
    doubled = {line.hand or str(line.box) for line in lines if line.wager == DOUBLE}
    return BoxRound(
        hands={
            name: BoxHand(
                stood=name not in doubled, doubled=name in doubled, split=box_of(name) in split
            )
            for name in names
        },
        insurance="closed",
        even=tuple(
            line.number
            for line in lines
            if line.moment == INTERIM and line.wager == MAIN and _at_even_money(line, hands)
        ),
        reloaded=True,
    )


def _at_even_money(line: KeptLine, hands: Hands) -> bool:
    """Whether a blackjack was settled at even money; one that nothing could beat was paid more.

    Of an invalid wager only the stake went back, whatever the dealer had.
    """
    if line.defect:
        return dealer_up(hands[DEALER][0]) == "ace"
    return line.paid_cents == line.stake_cents
