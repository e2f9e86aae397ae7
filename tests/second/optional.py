"""The optional wagers of Star Blackjack, rule 14."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.second.blackjack import Round, total
from tests.second.cards import Answer, Cards, lose, pay, rank, red, round_up, same_rank, suit

WAGERS = ("any-pairs", "perfect-pairs", "star-pairs", "lucky-lucky", "blazing-sevens")


@dataclass(frozen=True)
class Sign:
    """Chip, Lucky Lucky pay table and jackpot, in cents."""

    chip: int = 1
    lucky_lucky: int = 1
    jackpot: int = 1_000_000
    jackpot_reset: int = 1_000_000


def first_two(played: Round) -> Cards:
    """The two cards of the initial deal; a split parted them."""
    if len(played.hands) == 1:
        return played.hands[0].cards[:2]
    return (played.hands[0].cards[0], played.hands[1].cards[0])


def settle(wager: str, stake: int, played: Round, sign: Sign, decks: int) -> Answer | None:
    """What an optional stake comes to; None where the wager is not offered."""
    two = first_two(played)
    if wager == "any-pairs":
        return pay(stake, Fraction(11), sign.chip) if same_rank(two) else lose()
    if wager == "perfect-pairs":
        return perfect_pairs(two, stake, sign.chip)
    if wager == "star-pairs" and decks == 6:
        return star_pairs(two, stake, sign.chip)
    if wager == "lucky-lucky":
        return lucky_lucky((*two, played.dealer[0]), stake, sign)
    if wager == "blazing-sevens" and decks == 6 and stake in (250, 500):
        return blazing_sevens(two, played.dealer[0], stake, sign)
    return None


def perfect_pairs(two: Cards, stake: int, chip: int) -> Answer:
    """14.12."""
    if not same_rank(two):
        return lose()
    if suit(two[0]) == suit(two[1]):
        return pay(stake, Fraction(30), chip)
    if red(two[0]) == red(two[1]):
        return pay(stake, Fraction(10), chip)
    return pay(stake, Fraction(5), chip)


def star_pairs(two: Cards, stake: int, chip: int) -> Answer:
    """14.30; a pair of aces is the highest of all."""
    if not same_rank(two):
        return lose()
    if rank(two[0]) == "A":
        return pay(stake, Fraction(30), chip)
    if suit(two[0]) == suit(two[1]):
        return pay(stake, Fraction(20), chip)
    if red(two[0]) == red(two[1]):
        return pay(stake, Fraction(8), chip)
    return pay(stake, Fraction(5), chip)


def lucky_lucky(three: Cards, stake: int, sign: Sign) -> Answer:
    """14.17: the player's two cards and the dealer's first, aces as in any hand."""
    suited = suit(three[0]) == suit(three[1]) == suit(three[2])
    ranks = sorted(rank(card) for card in three)
    if ranks == ["7", "7", "7"]:
        return pay(stake, Fraction(200 if suited else 50), sign.chip)
    if ranks == ["6", "7", "8"]:
        return pay(stake, Fraction(100 if suited else 30), sign.chip)
    if total(three) == 21:
        if not suited:
            return pay(stake, Fraction(3), sign.chip)
        return pay(stake, Fraction(15 if sign.lucky_lucky == 2 else 10), sign.chip)
    if total(three) == 20:
        return pay(stake, Fraction(2), sign.chip)
    if total(three) == 19:
        return pay(stake, Fraction(2 if sign.lucky_lucky == 1 else 1), sign.chip)
    return lose()


def blazing_sevens(two: Cards, up: str, stake: int, sign: Sign) -> Answer:
    """The prize is the whole payment: the stake went to the float before the deal."""
    player_sevens = [card for card in two if rank(card) == "7"]
    dealer_seven = rank(up) == "7"
    if len(player_sevens) == 2 and dealer_seven:
        suits = {suit(card) for card in (*two, up)}
        # 14.28: a jackpot below the minimum shows the minimum.
        jackpot = max(sign.jackpot, sign.jackpot_reset)
        if suits == {"d"}:
            prize = Fraction(jackpot)
        elif len(suits) == 1:
            prize = Fraction(jackpot, 10)
        elif suits <= {"d", "h"} or suits <= {"c", "s"}:
            prize = Fraction(125_000 if stake == 250 else 250_000)
        else:
            prize = Fraction(50_000 if stake == 250 else 100_000)
    elif len(player_sevens) == 2:
        prize = Fraction(5_000 if stake == 250 else 10_000)
    elif len(player_sevens) == 1 and dealer_seven:
        prize = Fraction(2_500 if stake == 250 else 5_000)
    else:
        return lose()
    return ("win", round_up(prize, sign.chip), 0)
