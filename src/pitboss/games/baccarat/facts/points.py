"""Point counts, and the facts of a coup that depend on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from pitboss.cards import CARDS_IN_DECK, Card, rank
from pitboss.decision.space import TOPIC
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.tableau import is_natural
from pitboss.words.catalogue import Said, spoken

COUNTS = range(10)
Side = Literal["player", "banker"]
Outcome = Literal[Side, "tie"]
_VALUES = tuple(min(rank(card) + 1, 10) % 10 for card in range(CARDS_IN_DECK))


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
    return _VALUES[card]


def count(cards: Sequence[Card]) -> int:
    """The point count of a hand: the right digit of the total value of its cards."""
    return sum([_VALUES[card] for card in cards]) % 10


def outcome(player: int, banker: int) -> Outcome:
    """Which hand wins on these counts; equal counts are a tie."""
    return "player" if player > banker else "banker" if banker > player else "tie"


def tell_result(won: str, player: int, banker: int) -> Said:
    """A result as it is announced."""
    if won == "void":
        return Said("result.void")
    counts = {"outcome": won, "player": player, "banker": banker}
    return Said("result-announced", counts, "events")


@cache
def say_result(won: str, player: int, banker: int) -> str:
    """The same in English."""
    return spoken(TOPIC, tell_result(won, player, banker))


def points(tableau: Tableau, player: Sequence[Card], banker: Sequence[Card]) -> Points:
    """The facts of a coup from its two hands."""
    thirds = [value(hand[2]) if len(hand) > 2 else None for hand in (player, banker)]
    return facts_of(tableau, (count(player[:2]), count(banker[:2])), (thirds[0], thirds[1]))


def tell(facts: Points) -> Said:
    """The result in a few plain words."""
    if facts.result == "tie":
        return Said("points.tie", {"count": facts.player_total})
    hands = {
        "player": (facts.player_total, facts.banker_total, facts.player_cards),
        "banker": (facts.banker_total, facts.player_total, facts.banker_cards),
    }
    high, low, cards = hands[facts.result]
    told = {"result": facts.result, "high": high, "low": low, "cards": cards}
    return Said("points.won", told)


@cache
def describe(facts: Points) -> str:
    """The same in English."""
    return spoken(TOPIC, tell(facts))


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
