"""Final settlement (rule 15.1): what becomes of one wager on one hand."""

from __future__ import annotations

from fractions import Fraction

from tests.games.blackjack.engine.hands import Hand

LOST = Fraction(-1)
STAND_OFF = Fraction(0)
EVEN = Fraction(1)
THREE_TO_TWO = Fraction(3, 2)
INSURANCE = {"insurance": Fraction(2), "insurance-ten": Fraction(10)}
"""15.1.4 against an ace, 15.1.5 against a ten-value card."""


def outcome(wager: str, hand: Hand, dealer: Hand) -> Fraction:
    """15.1 in J21's order: blackjacks before point totals. Odds, nought or minus one."""
    if hand.blackjack:
        return blackjack(dealer)
    if dealer.blackjack:
        return against_blackjack(wager)
    return by_points(hand.total, dealer.total)


def blackjack(dealer: Hand) -> Fraction:
    """15.1.1, 15.1.8, J21: three to two, but a stand-off against the dealer's blackjack."""
    return STAND_OFF if dealer.blackjack else THREE_TO_TWO


def against_blackjack(wager: str) -> Fraction:
    """15.1.6, 15.1.10, 11.4, 12.7, J19: the original wager loses, additional ones stand off."""
    return LOST if wager == "main" else STAND_OFF


def by_points(player: int, dealer: int) -> Fraction:
    """15.1.2, 15.1.3, 15.1.7, 15.1.9: a hand that is not over 21, no blackjack in sight."""
    if dealer > 21 or player > dealer:
        return EVEN
    return STAND_OFF if player == dealer else LOST
