"""What blackjack alone has of a round, and how its topics register."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

import msgspec

from pitboss.table import machine
from pitboss.table.cards.deal import change_coup
from pitboss.table.machine import replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.state import Round, Table

NAME = "blackjack"
DEALER = "dealer"
machine.HANDS.add(DEALER)
MAIN, DOUBLE, SPLIT = "main", "double", "split"
INSURED = {"ace": "insurance", "ten": "insurance-ten"}
"""The insurance wager by the dealer's first card."""
OPTIONAL, INTERIM, BUST, INSURANCE = "optional", "interim", "bust", "insurance"
"""The moments of payment before the end of a round."""
Step = Literal["insurance", "reload"]

decides = partial(machine.decides, game=NAME)
also_applies = partial(machine.also_applies, game=NAME)


class BoxHand(Part, frozen=True, kw_only=True):
    """How far a hand of a box is.

    `drawing`: a card was asked for and is due; `silent`: nobody decides for it, so that cards are
    dealt to it until the rules let it stand.
    """

    split: bool = False
    drawing: bool = False
    doubled: bool = False
    stood: bool = False
    silent: bool = False


@own_part
class BoxRound(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="blackjack-round"):
    """The boxes of a round: their hands in the order of play, and who controls each box.

    `asked` are the bettors who still say whether they follow the controlling player's double or
    split (`asking`) of the hand that it is `about`. Of insurance `insured` names the bettors, by
    box, who have answered; `even` the wagers that are settled at even money. `left_out` are the
    steps that the dealer forgot; `down`: the first cards of the boxes were dealt face down.
    """

    control: Mapping[str, str] = msgspec.field(default_factory=dict)
    hands: Mapping[str, BoxHand] = msgspec.field(default_factory=dict)
    asking: Literal["double", "split"] | None = None
    about: str | None = None
    asked: tuple[str, ...] = ()
    insurance: Literal["open", "closed", "late"] | None = None
    insured: tuple[str, ...] = ()
    even: tuple[int, ...] = ()
    reloaded: bool = False
    left_out: tuple[str, ...] = ()
    down: bool = False


EMPTY = BoxRound()


def boxes_of(coup: Round) -> BoxRound:
    """What blackjack has of a round."""
    return coup.own if isinstance(coup.own, BoxRound) else EMPTY


def boxes_now(table: Table) -> BoxRound:
    """What blackjack has of the round in progress."""
    return EMPTY if table.coup is None else boxes_of(table.coup)


def change_boxes(table: Table, **fields: object) -> Table:
    """The table with blackjack's part of its round changed."""
    return change_coup(table, own=replace(boxes_now(table), **fields))


def change_box_hand(table: Table, hand: str, **fields: object) -> Table:
    """The table with one hand of a box changed."""
    hands = boxes_now(table).hands
    return change_boxes(table, hands={**hands, hand: replace(hands[hand], **fields)})


def box_of(hand: str) -> int:
    """The box that a hand is of; hands that were split off it have a letter more."""
    return int(hand.rstrip("bc"))


def split_off(hands: Mapping[str, BoxHand], hand: str) -> str:
    """The name of the hand that is split off this one: its box with the next letter."""
    box = str(box_of(hand))
    return box + next(letter for letter in "bc" if box + letter not in hands)


def title_of(hand: str) -> str:
    """A hand as people call it."""
    if hand == DEALER:
        return "Dealer"
    box = hand.rstrip("bc")
    number = {"b": ", second hand", "c": ", third hand"}.get(hand[len(box) :], "")
    return f"Box {box}{number}"
