"""Draw or stand, with the rule behind it: from the cards that are seen, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from pitboss.baccarat.points import COUNTS, count, outcome, value
from pitboss.baccarat.tableau import banker_cell, is_natural, player_draws
from pitboss.cards import RANKS, Card
from pitboss.editions.model import Tableau
from pitboss.editions.wager import Clauses

Decision = Literal["draws", "stands", "natural", "no-card"]
Side = Literal["player", "banker"]
Seen = Sequence[Card | None]
"""The cards of a hand as they lie; a card that nobody has seen is none."""


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What the tableau asks of a hand, and why; nothing while its cards are not seen."""

    decision: Decision | None = None
    sentence: str | None = None
    clauses: Clauses = ()


class IfDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """What a card would make of the hand that is due one.

    `then` is what Banker does after Player's card; `result` is given where the coup is over.
    """

    ranks: tuple[str, ...]
    value: int
    count: int
    result: Literal["player", "banker", "tie"] | None
    then: Literal["draws", "stands"] | None


class Draws(msgspec.Struct, frozen=True, kw_only=True):
    """Both hands under the tableau, and whose card is due."""

    player: Decided
    banker: Decided
    due: Side | None


def draws(tableau: Tableau, player: Seen, banker: Seen) -> Draws:
    """What the tableau asks of both hands as they lie."""
    first = _two(player), _two(banker)
    if first[0] is None or first[1] is None:
        return Draws(player=Decided(), banker=Decided(), due=None)
    two = first[0], first[1]
    if any(is_natural(tableau, total) for total in two):
        hands = [_natural(tableau, two, side) for side in (0, 1)]
        return Draws(player=hands[0], banker=hands[1], due=None)
    takes = player_draws(tableau, *two)
    table = tableau.player
    clauses = table.clauses + (table.draws_clauses if takes else table.stands_clauses)
    said = f"{two[0]} after two cards: draws" if takes else f"Stands on {two[0]}"
    mine = Decided(decision="draws" if takes else "stands", sentence=said, clauses=clauses)
    if takes and len(player) < 3:
        return Draws(player=mine, banker=Decided(), due="player")
    third = player[2] if takes else None
    if takes and third is None:
        return Draws(player=mine, banker=Decided(), due=None)
    theirs = _banker(tableau, two[1], None if third is None else value(third))
    asked = theirs.decision == "draws" and len(banker) < 3
    return Draws(player=mine, banker=theirs, due="banker" if asked else None)


def _two(cards: Seen) -> int | None:
    seen = [card for card in cards[:2] if card is not None]
    return count(seen) if len(seen) == 2 else None


def _natural(tableau: Tableau, two: tuple[int, int], side: int) -> Decided:
    clauses = tableau.natural.clauses
    if is_natural(tableau, two[side]):
        said = f"{two[side]} after two cards: a natural, no more cards"
        return Decided(decision="natural", sentence=said, clauses=clauses)
    other = ("Player", "Banker")[1 - side]
    said = f"{other} has a natural {two[1 - side]}: no card"
    return Decided(decision="no-card", sentence=said, clauses=clauses)


def _banker(tableau: Tableau, total: int, third: int | None) -> Decided:
    takes, clauses = banker_cell(tableau, total, third)
    word: Decision = "draws" if takes else "stands"
    if third is None:
        said = f"Player stands and Banker has {total}: {word}"
    else:
        said = f"{total} against a third card of {third}: {word}"
    return Decided(decision=word, sentence=said, clauses=clauses)


def if_drawn(tableau: Tableau, player: Seen, banker: Seen, due: Side) -> tuple[IfDrawn, ...]:
    """What each value of card would make of the hand that is due one, ten-value cards first."""
    mine = count([card for card in player if card is not None])
    theirs = count([card for card in banker if card is not None])
    found = []
    for one in COUNTS:
        ranks = tuple(letter for rank, letter in enumerate(RANKS) if min(rank + 1, 10) % 10 == one)
        if due == "banker":
            total = (theirs + one) % 10
            row = IfDrawn(
                ranks=ranks, value=one, count=total, result=outcome(mine, total), then=None
            )
        else:
            total = (mine + one) % 10
            takes, _ = banker_cell(tableau, theirs, one)
            row = IfDrawn(
                ranks=ranks,
                value=one,
                count=total,
                result=None if takes else outcome(total, theirs),
                then="draws" if takes else "stands",
            )
        found.append(row)
    return tuple(found)
