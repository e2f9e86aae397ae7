"""Card ids and notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import cards
from pitboss.refusal import Refusal


def test_ids_are_four_times_rank_plus_suit() -> None:
    assert cards.parse("Ac Ad Ah As 2c Td Ks") == (0, 1, 2, 3, 4, 37, 51)


@given(st.lists(st.integers(0, 51)))
def test_notation_reads_back(ids: list[int]) -> None:
    assert cards.parse(cards.names(ids)) == tuple(ids)


@pytest.mark.parametrize("text", ["10h", "Ax", "1h", "A", "ah", "AhKd", "♥A", "Ah,Kd"])
def test_anything_else_is_refused_by_name(text: str) -> None:
    refused = cards.parse(text)
    assert isinstance(refused, Refusal)
    assert f"'{text}'" in refused.sentence


def test_pairs_are_of_rank_and_graded_by_suit() -> None:
    def kind(text: str) -> str:
        first, second = map(int, cards.parse(text))  # type: ignore[arg-type]
        return cards.pair_kind(first, second)

    assert kind("Kh Ts") == "none"
    assert kind("7h 7s") == "mixed"
    assert kind("7h 7d") == "coloured"
    assert kind("7h 7h") == "perfect"


def test_copies_are_counted_per_card() -> None:
    assert cards.too_many_copies([0, 0, 0], 3) is None
    assert cards.too_many_copies([5, 0, 0, 0, 0], 3) == 0


def test_a_shoe_holds_every_card_of_every_deck() -> None:
    shoe = cards.full_shoe(6)
    assert len(shoe) == 312
    assert all(shoe.count(card) == 6 for card in range(52))
