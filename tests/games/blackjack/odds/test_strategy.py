"""Total-dependent strategies: files, their worth beside the best play, the chart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.charts import save_svg
from pitboss.games.blackjack.odds import (
    Play,
    Strategy,
    TotalDependent,
    load_strategy,
    read_strategy,
    strategy_chart,
)
from pitboss.games.blackjack.odds.basic import tabulate_totals
from pitboss.games.blackjack.odds.solver.plan import tabulate
from pitboss.games.blackjack.odds.strategy import PAIR_WORDS, TOTAL_WORDS, needed_cells
from pitboss.refusal import Refusal
from tests.games.blackjack.odds.test_solver import COMPILED, SMALL, as_cards, six_decks, solved

assert COMPILED.edition.rounds is not None
PLAY = Play(COMPILED.edition.rounds)


@st.composite
def tables(draw: st.DrawFn) -> TotalDependent:
    seed = draw(st.randoms(use_true_random=False))
    return TotalDependent(
        PLAY,
        {
            cell: seed.choice(PAIR_WORDS if cell[0] == "pair" else TOTAL_WORDS)
            for cell in needed_cells(PLAY)
        },
    )


@settings(max_examples=15, deadline=None)
@given(table=tables(), shoe=st.sampled_from([(6,) * 52, *(tuple(as_cards(s)) for s in SMALL)]))
def test_no_table_is_better_than_the_best_play(
    table: TotalDependent, shoe: tuple[int, ...]
) -> None:
    solution = solved(shoe)
    plan = solution.evaluate(table)
    assert plan.expectation <= solution.expectation + 1e-12
    for up, (_, worth) in solution.by_up.items():
        assert plan.by_up(up) <= worth + 1e-12


@settings(max_examples=3, deadline=None)
@given(table=tables())
def test_a_table_says_the_same_hand_by_hand_and_at_once(table: TotalDependent) -> None:
    shoe = solved(tuple(as_cards(SMALL[0]))).plan.shoe
    at_once = tabulate_totals(shoe, table)
    for place, actions in tabulate(shoe, table).items():
        possible = actions > 0
        assert (actions[possible] == at_once[place][possible]).all()


def test_the_basic_strategy_costs_little() -> None:
    basic = six_decks().basic
    assert 0 < basic.cost < 0.0001
    assert basic.expectation == pytest.approx(six_decks().expectation - basic.cost, abs=1e-15)
    cells = basic.table.cells
    assert cells["hard", 16, 10] == "hit"
    assert cells["hard", 12, 4] == "stand"
    assert cells["hard", 11, 6] == "double else hit"
    assert cells["hard", 10, 10] == "hit"  # the dealer's blackjack is still to come
    assert cells["soft", 18, 9] == "hit"
    assert cells["pair", 8, 10] == "split"
    assert cells["pair", 5, 5] == "total"


def test_the_basic_strategy_of_a_poor_shoe_is_whole() -> None:
    solution = solved(tuple(as_cards(SMALL[0])))
    basic = solution.basic
    assert list(basic.table.cells) == needed_cells(PLAY)
    assert basic.cost >= -1e-15


def test_a_word_that_the_rules_forbid_gives_way() -> None:
    table = TotalDependent(PLAY, dict.fromkeys(needed_cells(PLAY), "double else stand"))
    strategy: Strategy = table
    assert strategy.action((4, 5), 6, 0) == "double"
    assert strategy.action((2, 3, 4), 6, 0) == "hit"
    assert strategy.action((1, 8), 6, 0) == "double"
    assert strategy.action((1, 2, 6), 6, 0) == "stand"
    assert strategy.action((1, 10), 6, 0) == "stand"


def test_a_table_survives_its_file(tmp_path: Path) -> None:
    table = six_decks().basic.table
    path = tmp_path / "basic.json"
    table.save(path)
    found = load_strategy(path, PLAY)
    assert isinstance(found, TotalDependent)
    assert dict(found.cells) == dict(table.cells)


def refused(document: Any) -> str:
    found = read_strategy(document, PLAY)
    assert isinstance(found, Refusal)
    return found.sentence


def test_a_file_with_holes_is_refused_with_the_cell() -> None:
    document = six_decks().basic.table.document()
    del document["soft"]["18"]["T"]
    assert refused(document) == "The strategy has no cell for soft 18 against T."
    del document["soft"]
    assert refused(document) == "The strategy has no cell for soft 12 against A."
    del document["hard"]["20"]
    assert refused(document) == "The strategy has no cell for hard 20 against A."
    assert refused([]) == "The strategy has no cell for hard 4 against A."


def test_words_that_mean_nothing_or_break_a_rule_are_refused() -> None:
    document = six_decks().basic.table.document()
    document["pair"]["8"]["T"] = "surrender"
    assert refused(document).startswith("The strategy says 'surrender' for a pair of 8 against T")
    document["hard"]["11"]["6"] = "stand"
    assert refused(document) == (
        "The strategy stands on hard 11 against 6, but a hand below 12 must draw."
    )


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    missing = load_strategy(tmp_path / "none.json", PLAY)
    assert isinstance(missing, Refusal)
    assert missing.code == "no-strategy-file"
    (tmp_path / "bad.json").write_text("{")
    malformed = load_strategy(tmp_path / "bad.json", PLAY)
    assert isinstance(malformed, Refusal)
    assert malformed.code == "malformed-strategy"


def test_the_chart_is_drawn(tmp_path: Path) -> None:
    chart = strategy_chart(six_decks().basic.table, "Six decks")
    assert save_svg(chart, tmp_path / "chart.svg") is None
    drawn = (tmp_path / "chart.svg").read_text()
    assert drawn.startswith("<svg")
    for text in ("Hard totals", "Soft totals", "Pairs", "A,A", "double else hit"):
        assert text in drawn
    assert len(json.dumps(chart)) < 100_000
