"""Questions of cases that only baccarat answers, in the words of its tableau."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.editions.edition import Edition
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.tableau import banker_cell, is_natural


def banker_draw(edition: Edition, banker: int, third: int | str) -> str:
    """Banker's cell of the tableau, `third` being Player's third card's value or `none`."""
    value = None if third == "none" else int(third)
    return "draws" if banker_cell(_tableau(edition), banker, value)[0] else "stands"


def player_draw(edition: Edition, player: int) -> str:
    """Player's cell of the tableau: `draws`, `stands` or `natural`."""
    tableau = _tableau(edition)
    if is_natural(tableau, player):
        return "natural"
    if player in tableau.player.draws:
        return "draws"
    return "stands" if player in tableau.player.stands else "not in the table"


def _tableau(edition: Edition) -> Tableau:
    if edition.tableau is None:
        raise ValueError("this game has no tableau")
    return edition.tableau


ASKS: Mapping[str, Callable[..., str]] = {"banker-draw": banker_draw, "player-draw": player_draw}
