"""The tableau: who draws a third card, read from the edition's tables."""

from __future__ import annotations

from pitboss.editions.model import Tableau
from pitboss.editions.wager import Clauses

DRAW = "D"


def is_natural(tableau: Tableau, two_cards: int) -> bool:
    """Whether a two-card count ends all drawing."""
    return two_cards in tableau.natural.counts


def player_draws(tableau: Tableau, player: int, banker: int) -> bool:
    """Whether Player takes a third card on these two-card counts."""
    if is_natural(tableau, player) or is_natural(tableau, banker):
        return False
    return player in tableau.player.draws


def banker_cell(tableau: Tableau, banker: int, third: int | None) -> tuple[bool, Clauses]:
    """Banker's cell: whether it says draw, and the clauses it stands in.

    `third` is the value of Player's third card, None when Player stood.
    """
    if third is None:
        return tableau.no_card.cells[banker] == DRAW, tableau.no_card.clauses
    row = tableau.banker[banker]
    return row.cells[third] == DRAW, row.clauses


def banker_draws(tableau: Tableau, player: int, banker: int, third: int | None) -> bool:
    """Whether Banker takes a third card."""
    if is_natural(tableau, player) or is_natural(tableau, banker):
        return False
    return banker_cell(tableau, banker, third)[0]
