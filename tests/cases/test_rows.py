"""Every pay row of every wager in every game is won, and lost, by some case."""

from __future__ import annotations

import pytest

from pitboss.book import rulebook
from pitboss.conformity.cases import cases_of
from pitboss.editions.load import shelf
from pitboss.refusal import Refusal


@pytest.mark.parametrize("name", list(shelf()))
def test_every_row_decides_some_case(name: str) -> None:
    book = rulebook(name)
    decided: set[tuple[str, str, str]] = set()
    for case in cases_of(book.edition.folder):
        if case.kind == "ask" or "refused" in case.expected:
            continue
        settled = book.settle(**case.given)
        assert not isinstance(settled, Refusal)
        decided.update((settled.game, line.wager, line.row) for line in settled.wagers)
    wanted = {
        (game, wager, row.label or row.outcome)
        for game in book.games
        for wager in book.compiled.offered(game)
        for row in book.compiled.table(wager, game).rows
    }
    assert sorted(wanted - decided) == []
