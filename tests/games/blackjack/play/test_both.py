"""The same rounds at the table and by the second engine: what comes next, and every cent."""

from __future__ import annotations

import pytest

from tests.games.blackjack.play.both import play_shoe


@pytest.mark.parametrize("seed", range(24))
def test_the_table_and_the_second_engine_agree(seed: int) -> None:
    assert play_shoe(seed) > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1_000, 1_400))
def test_many_shoes_agree(seed: int) -> None:
    assert play_shoe(seed) > 3
