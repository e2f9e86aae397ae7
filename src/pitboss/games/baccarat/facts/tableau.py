"""The tableau: its naturals and its cells, read from the edition's tables."""

from __future__ import annotations

from pitboss.editions.values import Tableau
from pitboss.editions.wagers import Clauses

DRAW = "D"


def is_natural(tableau: Tableau, two_cards: int) -> bool:
    """Whether a two-card count ends all drawing."""
    return two_cards in tableau.natural.counts


def banker_cell(tableau: Tableau, banker: int, third: int | None) -> tuple[bool, Clauses]:
    """Banker's cell: whether it says draw, and the clauses it stands in.

    `third` is the value of Player's third card, None when Player stood.
    """
    if third is None:
        return tableau.no_card.cells[banker] == DRAW, tableau.no_card.clauses
    row = tableau.banker[banker]
    return row.cells[third] == DRAW, row.clauses
