"""A round of Star Blackjack dealt and played from a list of cards, by rules 7 to 13.

One player alone against the dealer. The strategy is asked as a player would be: my cards
(sorted values, an ace as 1), the dealer's card, whether and how my hand was split.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.second.blackjack import (
    Hand,
    Round,
    ace_and_ten,
    dealer_must_draw,
    has_blackjack,
    second_card_matters,
    settle,
    total,
    total_matters,
    value,
)
from tests.second.cards import rank

Ask = Callable[[tuple[int, ...], int, int, int], str]

STAKE = 100


class Shoe:
    """Cards taken one after the other."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards = cards
        self.taken = 0

    def draw(self) -> str:
        card = self.cards[self.taken]
        self.taken += 1
        return card


def play(cards: Sequence[str], ask: Ask, insure: bool = False) -> tuple[Round, int]:
    """The round as played, and how many cards it took."""
    shoe = Shoe(cards)
    # 7.1: one card to the box, one to the dealer, a second to the box.
    first = shoe.draw()
    up = shoe.draw()
    second = shoe.draw()
    hands = play_box(shoe, first, second, value(up), ask)
    insurance = 0
    if insure and rank(up) == "A":
        insurance = STAKE // 2
    dealer = [up]
    while True:
        played = Round(tuple(hands), tuple(dealer), STAKE, insurance)
        if len(dealer) == 1:
            # 13.4 and J13: a card that decides nothing stays in the shoe.
            wanted = second_card_matters(played)
        else:
            wanted = total_matters(played) and dealer_must_draw(played.dealer)
        if not wanted:
            return played, shoe.taken
        dealer.append(shoe.draw())


def play_box(shoe: Shoe, first: str, second: str, up: int, ask: Ask) -> list[Hand]:
    """Rules 10 to 12: decide on the two cards, then on each hand in turn."""
    if ace_and_ten((first, second)):
        return [Hand((first, second))]
    if value(first) == value(second) and ask(values([first, second]), up, 0, 0) == "split":
        pair = value(first)
        # 12.2: the first hand is completed before the second is dealt to.
        one = play_hand(shoe, [first, shoe.draw()], up, 1, pair, ask)
        two = play_hand(shoe, [second, shoe.draw()], up, 2, pair, ask)
        return [one, two]
    return [play_hand(shoe, [first, second], up, 0, 0, ask)]


def play_hand(shoe: Shoe, cards: list[str], up: int, split: int, pair: int, ask: Ask) -> Hand:
    if split > 0 and pair == 1:
        # 12.3.1: one card on each ace.
        return Hand(tuple(cards))
    while True:
        if total(tuple(cards)) >= 21:
            return Hand(tuple(cards))
        action = ask(values(cards), up, split, pair)
        if action == "double":
            assert len(cards) == 2
            cards.append(shoe.draw())
            return Hand(tuple(cards), double=STAKE)
        if action == "stand":
            return Hand(tuple(cards))
        assert action == "hit"
        cards.append(shoe.draw())


def values(cards: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(value(card) for card in cards))


def results(played: Round) -> dict[str, Fraction]:
    """Gain per unit of the original wager, and of insurance where it was taken."""
    found = {"main": Fraction(0)}
    for wager, _, stake, (_, paid, returned) in settle(played, 1):
        if wager.startswith("insurance"):
            found[wager] = Fraction(paid + returned - stake, stake)
        else:
            found["main"] += Fraction(paid + returned - stake, STAKE)
    return found


def describe(played: Round) -> set[str]:
    """What kinds of play a round had, to see that a sample has them all."""
    found = set()
    if len(played.hands) > 1:
        found.add("split")
        if played.hands[0].double or played.hands[1].double:
            found.add("double after split")
    if any(hand.double for hand in played.hands):
        found.add("double")
    if has_blackjack(played):
        found.add("blackjack")
    if ace_and_ten(played.dealer):
        found.add("dealer's blackjack")
    if len(played.dealer) == 1:
        found.add("no dealer card")
    return found
