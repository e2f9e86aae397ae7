"""Point counts, and the space of everything the counts of a coup can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pitboss.baccarat.tableau import banker_draws, is_natural, player_draws
from pitboss.cards import Card, rank
from pitboss.editions.model import Tableau
from pitboss.tables.space import Space

COUNTS = range(10)
Outcome = Literal["player", "banker", "tie"]


class Points(NamedTuple):
    """The facts of a finished coup that depend on point counts alone."""

    result: str
    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_two: int
    banker_two: int
    player_natural: bool
    banker_natural: bool
    player_by: int
    banker_by: int


def value(card: Card) -> int:
    """An ace counts one, 2 to 9 their number, tens and pictures nothing."""
    return min(rank(card) + 1, 10) % 10


def count(cards: Sequence[Card]) -> int:
    """The point count of a hand: the right digit of the total value of its cards."""
    return sum(map(value, cards)) % 10


def outcome(player: int, banker: int) -> Outcome:
    """Which hand wins on these counts; equal counts are a tie."""
    return "player" if player > banker else "banker" if banker > player else "tie"


def say_result(won: str, player: int, banker: int) -> str:
    """A result as it is announced."""
    if won == "void":
        return "Coup void"
    if won == "tie":
        return f"Tie, {player} each"
    high, low = (player, banker) if won == "player" else (banker, player)
    return f"{won.capitalize()} wins, {high} to {low}"


def points(tableau: Tableau, player: Sequence[Card], banker: Sequence[Card]) -> Points:
    """The facts of a coup from its two hands."""
    thirds = [value(hand[2]) if len(hand) > 2 else None for hand in (player, banker)]
    return facts_of(tableau, (count(player[:2]), count(banker[:2])), (thirds[0], thirds[1]))


def points_space(tableau: Tableau) -> Space:
    """Every member that a coup dealt by this tableau can reach."""
    members = (
        facts_of(tableau, (player, banker), (third, last))
        for player, banker, third, last in outcomes(tableau)
    )
    return Space("points", Points._fields, members, describe)


def describe(facts: Points) -> str:
    """The result in a few plain words."""
    if facts.result == "tie":
        return f"Tie on {facts.player_total}"
    hands = {
        "player": (facts.player_total, facts.banker_total, facts.player_cards),
        "banker": (facts.banker_total, facts.player_total, facts.banker_cards),
    }
    high, low, cards = hands[facts.result]
    return f"{facts.result.capitalize()} wins {high} to {low} with {cards} cards"


def facts_of(
    tableau: Tableau, two: tuple[int, int], thirds: tuple[int | None, int | None]
) -> Points:
    """The facts of a coup from the two-card counts and the values of the third cards."""
    total = (two[0] + (thirds[0] or 0)) % 10, (two[1] + (thirds[1] or 0)) % 10
    margin = total[0] - total[1]
    return Points(
        result=outcome(*total),
        player_total=total[0],
        banker_total=total[1],
        player_cards=2 + (thirds[0] is not None),
        banker_cards=2 + (thirds[1] is not None),
        player_two=two[0],
        banker_two=two[1],
        player_natural=is_natural(tableau, two[0]),
        banker_natural=is_natural(tableau, two[1]),
        player_by=max(margin, 0),
        banker_by=max(-margin, 0),
    )


def outcomes(tableau: Tableau) -> Iterator[tuple[int, int, int | None, int | None]]:
    """Every way a coup can go: two-card counts of Player and Banker, then their third cards."""
    for player, banker in ((p, b) for p in COUNTS for b in COUNTS):
        for third in COUNTS if player_draws(tableau, player, banker) else (None,):
            draws = banker_draws(tableau, player, banker, third)
            for last in COUNTS if draws else (None,):
                yield player, banker, third, last
