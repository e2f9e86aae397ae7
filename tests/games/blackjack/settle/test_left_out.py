"""Editions of blackjack that leave out insurance, even money or doubles after a split."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.refusal import Refusal

Raw = dict[str, Any]


def without(change: Callable[[Raw], None]) -> Rulebook:
    folder = Path(rulebook("star-blackjack").edition.folder)
    return Rulebook(load_folder(folder, change))


def code(book: Rulebook, **asked: Any) -> str:
    answer = book.settle(**asked)
    assert isinstance(answer, Refusal), answer
    return answer.code


@pytest.mark.parametrize(
    "asked",
    [{"bets": ["main=100"], "insurance": 50}, {"bets": ["main=100", "insurance=50"]}],
)
def test_nothing_is_insured_where_there_is_no_insurance(asked: Raw) -> None:
    def change(raw: Raw) -> None:
        del raw["edition.toml"]["rounds"]["insurance"]

    assert code(without(change), hand="Th 9c", dealer="As Kd", **asked) == "no-insurance"


def test_no_even_money_is_taken_where_there_is_none() -> None:
    def change(raw: Raw) -> None:
        del raw["edition.toml"]["rounds"]["even_money"]

    asked: Raw = {"bets": ["main=100"], "even_money": True}
    assert code(without(change), hand="Ah Kc", dealer="As Kd", **asked) == "no-even-money"


def test_no_hand_of_a_split_is_doubled_where_that_is_not_permitted() -> None:
    def change(raw: Raw) -> None:
        rounds = raw["edition.toml"]["rounds"]
        rounds["double_after_split"] = {"permitted": False, "clauses": ["11.1.1"]}

    hands = ["8h 3c Tc +100", "8d Tc"]
    asked: Raw = {"bets": ["main=100"], "hand": hands, "dealer": "9s 9d"}
    assert code(without(change), **asked) == "double-after-split"
