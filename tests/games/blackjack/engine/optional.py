"""Optional wagers (rule 14): what the first cards are worth."""

from __future__ import annotations

from tests.games.blackjack.engine.hands import points

RED = "dh"
LUCKY = {
    1: (200, 100, 50, 30, 10, 3, 2, 2),
    2: (200, 100, 50, 30, 15, 3, 2, 1),
    3: (200, 100, 50, 30, 10, 3, 2, 1),
}
"""Pay tables of Lucky Lucky: suited 777, suited 678, 777, 678, suited 21, 21, 20, 19."""
PRIZES = {
    250: {"colour": 125_000, "three": 50_000, "two": 5_000, "one and one": 2_500},
    500: {"colour": 250_000, "three": 100_000, "two": 10_000, "one and one": 5_000},
}
"""Fixed prizes of Blazing 7's by the stake, in cents."""
SHARES = {"diamonds": 100, "suited": 10}
"""Prizes of Blazing 7's that are a part of the jackpot, in per cent."""


def pair(cards: list[str]) -> str:
    """14.11, 14.12, 14.29, 14.30: none, mixed, coloured or suited; a pair is of one rank."""
    first, second = cards
    if first[0] != second[0]:
        return "none"
    if first[1] == second[1]:
        return "suited"
    return "coloured" if (first[1] in RED) == (second[1] in RED) else "mixed"


def perfect_pairs(cards: list[str]) -> int:
    """14.12: odds to one; nought loses."""
    return {"none": 0, "mixed": 5, "coloured": 10, "suited": 30}[pair(cards)]


def any_pairs(cards: list[str]) -> int:
    """14.15."""
    return 0 if pair(cards) == "none" else 11


def star_pairs(cards: list[str]) -> int:
    """14.30, 14.32, J44: two aces pay the highest, once."""
    if [card[0] for card in cards] == ["A", "A"]:
        return 30
    return {"none": 0, "mixed": 5, "coloured": 8, "suited": 20}[pair(cards)]


def lucky_lucky(three: list[str], table: int) -> int:
    """14.17 to 14.20, J32, J33: the highest row that the three cards make."""
    ranks = "".join(sorted(card[0] for card in three))
    suited = len({card[1] for card in three}) == 1
    total, _ = points(three)
    rows = (
        ranks == "777" and suited,
        ranks == "678" and suited,
        ranks == "777",
        ranks == "678",
        total == 21 and suited,
        total == 21,
        total == 20,
        total == 19,
    )
    return max((odds for odds, made in zip(LUCKY[table], rows, strict=True) if made), default=0)


def blazing_sevens(two: list[str], dealer: str) -> str:
    """14.21 to 14.24, J37: the row that the three cards make, or nothing."""
    sevens = sum(card[0] == "7" for card in two)
    if dealer[0] != "7":
        return "two" if sevens == 2 else ""
    if sevens < 2:
        return "one and one" if sevens == 1 else ""
    suits = {card[1] for card in [*two, dealer]}
    if suits == {"d"}:
        return "diamonds"
    if len(suits) == 1:
        return "suited"
    return "colour" if len({suit in RED for suit in suits}) == 1 else "three"
