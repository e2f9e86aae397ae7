"""One bettor on one box of Star Blackjack: what may be played, and how it settles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.second.cards import Answer, Cards, lose, pay, rank, stand_off, void

Line = tuple[str, int | None, int, Answer]
"""Wager, hand (the first is 1), stake and what it comes to."""


@dataclass(frozen=True)
class Hand:
    """A hand as played; `double` is the additional stake, if it was doubled."""

    cards: Cards
    double: int = 0


@dataclass(frozen=True)
class Round:
    """The box's hands, the dealer's hand and the bettor's stakes in cents."""

    hands: tuple[Hand, ...]
    dealer: Cards
    main: int
    insurance: int = 0
    even_money: bool = False


def value(card: str) -> int:
    """The card's value with an ace as one."""
    if rank(card) == "A":
        return 1
    if rank(card) in ("T", "J", "Q", "K"):
        return 10
    return int(rank(card))


def hard(cards: Cards) -> int:
    """The total with every ace as one."""
    total = 0
    for card in cards:
        total = total + value(card)
    return total


def soft(cards: Cards) -> bool:
    """An ace counts 11 without taking the total over 21."""
    aces = [card for card in cards if rank(card) == "A"]
    return len(aces) > 0 and hard(cards) + 10 <= 21


def total(cards: Cards) -> int:
    if soft(cards):
        return hard(cards) + 10
    return hard(cards)


def hand_total(hand: Hand) -> int:
    """11.1.2: an ace among the two cards that were doubled on stays one."""
    if hand.double == 0:
        return total(hand.cards)
    first_two = hard(hand.cards[:2])
    third = hand.cards[2]
    if rank(third) == "A" and first_two + 11 <= 21:
        return first_two + 11
    return first_two + value(third)


def ace_and_ten(cards: Cards) -> bool:
    if len(cards) != 2:
        return False
    if rank(cards[0]) == "A" and value(cards[1]) == 10:
        return True
    return rank(cards[1]) == "A" and value(cards[0]) == 10


def is_split(played: Round) -> bool:
    return len(played.hands) > 1


def has_blackjack(played: Round) -> bool:
    """Never after a split."""
    return not is_split(played) and ace_and_ten(played.hands[0].cards)


def legal(played: Round, chip: int, insurance_ten: bool, most_hands: int = 2) -> bool:
    """Rules 8 to 13 allow the round as it was played."""
    if len(played.hands) < 1 or len(played.hands) > most_hands:
        return False
    for hand in played.hands:
        if not legal_hand(hand, is_split(played), played.main):
            return False
    # 12.1: cards that are split are identical in value.
    for hand in played.hands:
        if value(hand.cards[0]) != value(played.hands[0].cards[0]):
            return False
    if len(played.dealer) < 1:
        return False
    # 9.1.2: even money only on a blackjack against an ace.
    if played.even_money and not has_blackjack(played):
        return False
    if played.even_money and rank(played.dealer[0]) != "A":
        return False
    if not legal_insurance(played, chip, insurance_ten):
        return False
    return legal_dealer(played)


def legal_hand(hand: Hand, split: bool, main: int) -> bool:
    """Rules 10, 11 and 12.3 for one hand."""
    cards = hand.cards
    if len(cards) < 2:
        return False
    if split and rank(cards[0]) == "A":
        # 12.3.1: one card on each ace, so no draw and no double.
        return len(cards) == 2 and hand.double == 0
    # 10.3: no card on 21 (a blackjack is one), none after going over.
    for dealt in range(2, len(cards)):
        if total(cards[:dealt]) >= 21:
            return False
    if hand.double != 0:
        # 11.1: not more than the original wager, one card, on 9, 10 or 11 with aces as one.
        if hand.double < 0 or hand.double > main:
            return False
        if len(cards) != 3:
            return False
        return hard(cards[:2]) in (9, 10, 11)
    # 10.2: cards until the total is not less than 12.
    return total(cards) >= 12


def legal_insurance(played: Round, chip: int, insurance_ten: bool) -> bool:
    """Rule 8: against an ace, or a ten where offered, up to half the initial wager."""
    if played.insurance == 0:
        return True
    up = played.dealer[0]
    if rank(up) != "A" and value(up) != 10:
        return False
    if value(up) == 10 and not insurance_ten:
        return False
    most = played.main // 2
    while most % chip != 0:
        most = most - 1
    return played.insurance <= most


def dealer_must_draw(cards: Cards) -> bool:
    """13.2: to hard 17 or soft 18."""
    if len(cards) < 2:
        return True
    if soft(cards):
        return total(cards) < 18
    return total(cards) < 17


def legal_dealer(played: Round) -> bool:
    """13.2 and 13.4: every card was due, and none that could matter is missing."""
    for dealt in range(1, len(played.dealer)):
        if not dealer_must_draw(played.dealer[:dealt]):
            return False
    if not dealer_must_draw(played.dealer):
        return True
    if len(played.dealer) == 1:
        return not second_card_matters(played)
    return not total_matters(played)


def second_card_matters(played: Round) -> bool:
    if played.even_money:
        return False
    if played.insurance > 0:
        return True
    if has_blackjack(played):
        # 9.1.1: paid at once unless the dealer may still make a blackjack.
        up = played.dealer[0]
        return rank(up) == "A" or value(up) == 10
    return total_matters(played)


def total_matters(played: Round) -> bool:
    """A hand that is neither settled nor a blackjack waits for the dealer's total."""
    if has_blackjack(played):
        return False
    return any(hand_total(hand) <= 21 for hand in played.hands)


def settle(played: Round, chip: int) -> list[Line]:
    """One line for the main wager, each split and each double, then insurance."""
    lines: list[Line] = []
    for number, hand in enumerate(played.hands, 1):
        if number == 1:
            lines.append(("main", 1, played.main, main(played, chip)))
        else:
            answer = additional(hand, played.main, played.dealer, chip)
            lines.append(("split", number, played.main, answer))
        if hand.double > 0:
            answer = additional(hand, hand.double, played.dealer, chip)
            lines.append(("double", number, hand.double, answer))
    if played.insurance > 0:
        name = "insurance" if rank(played.dealer[0]) == "A" else "insurance-ten"
        lines.append((name, None, played.insurance, insurance(played, chip)))
    return lines


def main(played: Round, chip: int) -> Answer:
    """The original wager, which lies on the first hand."""
    if played.even_money:
        return pay(played.main, Fraction(1), chip)
    if has_blackjack(played):
        if ace_and_ten(played.dealer):
            return stand_off(played.main)
        return pay(played.main, Fraction(3, 2), chip)
    hand = played.hands[0]
    if hand_total(hand) > 21:
        return lose()
    if ace_and_ten(played.dealer):
        return lose()
    return against_total(hand, played.main, played.dealer, chip)


def additional(hand: Hand, stake: int, dealer: Cards, chip: int) -> Answer:
    """A double or split stake: lost if the hand went over, else off against a blackjack."""
    if hand_total(hand) > 21:
        return lose()
    if ace_and_ten(dealer):
        return stand_off(stake)
    return against_total(hand, stake, dealer, chip)


def against_total(hand: Hand, stake: int, dealer: Cards, chip: int) -> Answer:
    if total(dealer) > 21:
        return pay(stake, Fraction(1), chip)
    if hand_total(hand) > total(dealer):
        return pay(stake, Fraction(1), chip)
    if hand_total(hand) < total(dealer):
        return lose()
    return stand_off(stake)


def insurance(played: Round, chip: int) -> Answer:
    """2 to 1 against an ace, 10 to 1 against a ten; given back after even money."""
    if played.even_money:
        return void(played.insurance)
    if not ace_and_ten(played.dealer):
        return lose()
    if rank(played.dealer[0]) == "A":
        return pay(played.insurance, Fraction(2), chip)
    return pay(played.insurance, Fraction(10), chip)
