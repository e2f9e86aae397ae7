"""What every optional wager pays, and in which games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from pitboss.book import Rulebook
from pitboss.decision.compiled import in_game
from pitboss.decision.table import pays_under
from pitboss.editions.wagers import Row
from pitboss.settle.questions import LABEL, Answer, Asked, by_game, odds_said
from pitboss.words.catalogue import Said

PLACE = 62


def about_wagers(book: Rulebook) -> Iterator[Asked]:
    """A question for each wager that is not of the plain game."""
    for name, wager in book.edition.wagers.items():
        if name not in book.game.mains:
            answers = by_game(book.compiled, partial(_rows, book, name))
            question = Said("ask.wager", {"wager": wager.title})
            yield Asked(key=f"wager.{name}", place=PLACE, question=question, answers=tuple(answers))


def _rows(book: Rulebook, name: str, game: str) -> Iterator[Answer]:
    wager = book.edition.wagers[name]
    if not in_game(wager, game):
        return
    for row in wager.rows:
        if (not row.games or game in row.games) and row.pays is not None:
            yield from _pays(book, row)


def _pays(book: Rulebook, row: Row) -> Iterator[Answer]:
    """A row with its odds, by each value that they are bound to."""
    key = row.pays["by"] if isinstance(row.pays, dict) else ""
    for value, pays in pays_under(row).items():
        told: dict[str, Any] = {LABEL: row.label, "odds": odds_said(book.edition, pays)}
        clauses = row.clauses
        if value:
            told |= {"sign": key, "choice": value}
            clauses = (*clauses, *row.bound_clauses.get(value, ()))
        yield Answer(said=Said("row", told), clauses=clauses)
