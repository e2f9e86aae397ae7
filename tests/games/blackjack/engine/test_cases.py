"""The engine plays whole rounds as they were worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.blackjack.engine.script import Case, Played, expected, read

CASES = read(Path(__file__).parent / "cases.txt")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_round_ends_as_worked_out(case: Case) -> None:
    played = Played(case.bets, case.terms)
    played.play(case.steps)
    assert played.engine.next() == ("done",)
    assert played.gains() == expected(case.gains)
    assert played.engine.house == -sum(played.gains().values())


def test_there_is_a_case_for_every_row_of_the_final_settlement() -> None:
    named = {word for case in CASES for word in case.title.split()}
    assert {f"15.1.{row}" for row in range(1, 11)} <= named
