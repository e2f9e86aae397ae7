"""A coup dealt by the tableau: the one walk of the third-card rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NamedTuple

from pitboss.cards import Card
from pitboss.editions.values import ShoeEnd, Tableau
from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.facts.points import COUNTS, Side, count, value
from pitboss.games.baccarat.facts.tableau import banker_cell
from pitboss.shoe import coups_left

Decision = Literal["draws", "stands", "natural", "no-card"]
SIDES: tuple[Side, Side] = "player", "banker"
Seen = Sequence[Card | None]
"""The cards of a hand as they lie; a card that nobody has seen is none."""


class Turn(NamedTuple):
    """What the tableau asks of a hand, and the clauses that say so."""

    hand: Side
    decision: Decision
    clauses: Clauses


def walk(tableau: Tableau, two: tuple[int, int], third: int | None = None) -> tuple[Turn, ...]:
    """Player's turn, then Banker's, from the two-card counts.

    `third` is the value of Player's third card. Where Player draws one, Banker's turn comes
    only once it is known.
    """
    naturals = tableau.natural.counts
    if two[0] in naturals or two[1] in naturals:
        clauses = tableau.natural.clauses
        return (
            Turn("player", "natural" if two[0] in naturals else "no-card", clauses),
            Turn("banker", "natural" if two[1] in naturals else "no-card", clauses),
        )
    table = tableau.player
    if two[0] in table.draws:
        player = Turn("player", "draws", table.clauses + table.draws_clauses)
        if third is None:
            return (player,)
    else:
        player = Turn("player", "stands", table.clauses + table.stands_clauses)
    draws, clauses = banker_cell(tableau, two[1], third)
    return player, Turn("banker", "draws" if draws else "stands", clauses)


def turns(tableau: Tableau, player: Seen, banker: Seen) -> tuple[Turn, ...]:
    """The walk over two hands as they lie, as far as the cards seen tell."""
    two = [card for hand in (player, banker) for card in hand[:2] if card is not None]
    if len(two) < 4:
        return ()
    third = player[2] if len(player) > 2 else None
    counts = count(two[:2]), count(two[2:])
    return walk(tableau, counts, None if third is None else value(third))


def due(tableau: Tableau, player: Seen, banker: Seen) -> Turn | None:
    """The turn of the hand to which a third card is due; none when both are complete."""
    for turn in turns(tableau, player, banker):
        if turn.decision == "draws" and len(player if turn.hand == "player" else banker) < 3:
            return turn
    return None


def outcomes(tableau: Tableau) -> Iterator[tuple[int, int, int | None, int | None]]:
    """Every way a coup can go: two-card counts of Player and Banker, then their third cards."""
    for two in product(COUNTS, COUNTS):
        for third in _cards(walk(tableau, two)[0]):
            for last in _cards(walk(tableau, two, third)[1]):
                yield *two, third, last


def _cards(turn: Turn) -> Sequence[int | None]:
    """The values of the card that a hand draws."""
    return COUNTS if turn.decision == "draws" else (None,)


@dataclass(frozen=True)
class Coup:
    """A coup dealt from the shoe, and whether it is the last."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    last: bool = False


def deal_coup(tableau: Tableau, cards: Sequence[Card]) -> Coup:
    """Deal Player, Banker, Player, Banker, then third cards by the tableau, if there are any."""
    hands = {"player": [cards[0], cards[2]], "banker": [cards[1], cards[3]]}
    for card in cards[4:]:
        turn = due(tableau, hands["player"], hands["banker"])
        if turn is None:
            break
        hands[turn.hand].append(card)
    return Coup(tuple(hands["player"]), tuple(hands["banker"]))


def deal_shoe(tableau: Tableau, end: ShoeEnd, cards: Sequence[Card], behind: int) -> Iterator[Coup]:
    """Deal coups until the cutting card, `behind` cards from the back, ends the shoe."""
    front = len(cards) - behind
    dealt = 0
    left: int | None = None
    while left is None or left > 0:
        if left is None and dealt == front:
            left = coups_left(end, first=True)
        coup = deal_coup(tableau, cards[dealt : dealt + 6])
        dealt += len(coup.player) + len(coup.banker)
        if left is not None:
            left -= 1
        elif dealt > front:
            left = coups_left(end, first=False)
            yield coup
            continue
        yield replace(coup, last=left == 0)
