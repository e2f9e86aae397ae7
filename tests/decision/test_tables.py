"""The compiler of decision tables and automata."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.decision.automaton import compile_automaton, event_of
from pitboss.decision.space import Space
from pitboss.decision.table import compile_table
from pitboss.editions.wagers import Automaton, Wager
from pitboss.errors import ContradictoryTableError

SPACE = Space("dice", ("face", "even"), [(face, face % 2 == 0) for face in range(1, 7)])
LOSE = {"outcome": "lose", "clauses": ["1"]}


def wager(rows: list[dict[str, Any]], **more: Any) -> Wager:
    for row in rows:
        row.setdefault("clauses", ["1"])
        row.setdefault("pays", "1 to 1")
    plain = {"title": "t", "space": "dice", "clauses": ["1"], "otherwise": LOSE, **more}
    return msgspec.convert(plain | {"rows": rows}, Wager)


def compiled(rows: list[dict[str, Any]], **more: Any) -> list[int]:
    return list(compile_table("w", wager(rows, **more), SPACE, "g").row_of)


def test_rows_lists_and_ranges_decide_members() -> None:
    rows = [{"label": "six", "when": {"face": 6}}, {"label": "low", "when": {"face": "1..2"}}]
    assert compiled(rows) == [1, 1, 2, 2, 2, 0]
    assert compiled([{"label": "odd ends", "when": {"face": [1, 5]}}]) == [0, 1, 1, 1, 0, 1]


def test_rows_of_other_games_do_not_count() -> None:
    rows = [
        {"label": "a", "when": {"face": 1}, "games": ["g"]},
        {"label": "b", "when": {"face": 1}, "games": ["h"]},
    ]
    assert compiled(rows) == [0, 1, 1, 1, 1, 1]


def test_a_wager_of_mid_round_is_not_offered_elsewhere() -> None:
    offer = {"when": {"even": True}, "clauses": ["1"]}
    assert compiled([{"label": "six", "when": {"face": 6}}], offer=offer) == [-1, 1, -1, 1, -1, 0]


@pytest.mark.parametrize(
    ("rows", "more", "sentence"),
    [
        ([{"label": "a", "when": {"face": 6}}, {"label": "b", "when": {"even": True}}], {}, "both"),
        ([{"label": "a", "when": {"face": 7}}], {}, "never 7"),
        ([{"label": "a", "when": {"colour": 1}}], {}, "no fact 'colour'"),
        ([{"label": "a", "when": {"even": 1}}], {}, "never 1"),
        ([{"label": "a", "when": {"face": 5, "even": True}}], {}, "never reached"),
        ([{"label": "a", "when": {}}], {}, "otherwise row is never reached"),
        (
            [
                {"label": "a", "when": {"even": True}, "pays": "2 to 1"},
                {"label": "b", "when": {"face": 6}, "pays": "3 to 1"},
            ],
            {"hits": {"policy": "highest", "clauses": ["1"]}},
            "pays less",
        ),
    ],
)
def test_contradictory_rows_are_errors_that_say_which(
    rows: list[dict[str, Any]], more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ContradictoryTableError, match=sentence):
        compiled(rows, **more)


def test_the_highest_win_event_only() -> None:
    rows = [
        {"label": "six", "when": {"face": 6}, "pays": "3 to 1"},
        {"label": "even", "when": {"even": True}, "pays": "2 to 1"},
    ]
    assert compiled(rows, hits={"policy": "highest", "clauses": ["1"]}) == [2, 1, 2, 1, 2, 0]


def automaton(rows: list[dict[str, Any]], **more: Any) -> Automaton:
    for row in rows:
        row["clauses"] = ["1"]
    return msgspec.convert({"start": 0, "clauses": ["1"], "rows": rows, **more}, Automaton)


def test_automata_compile_to_integers() -> None:
    rows: list[dict[str, Any]] = [
        {"event": ["own"], "then": "advance"},
        {"event": ["other", "tie", "end-of-shoe"], "then": "settle"},
        {"event": ["dummy", "void"], "then": "stay"},
        {"event": ["end-of-shoe"], "states": [0], "then": "stay"},
    ]
    table = compile_automaton(automaton(rows, full=2))
    # own, other, tie, dummy, void, end of shoe; -1 - n settles on n
    assert table.next == ((1, -1, -1, 0, 0, 0), (-3, -2, -2, 1, 1, -2))
    assert table.step(0, "own") == (1, None)
    assert table.step(1, "own") == (None, 2)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([{"event": ["own"], "then": "advance"}], "0 transitions on 'other'"),
        (
            [
                {"event": ["own"], "then": "advance"},
                {"event": ["own", "other", "tie", "dummy", "void", "end-of-shoe"], "then": "stay"},
            ],
            "2 transitions on 'own'",
        ),
    ],
)
def test_incomplete_automata_are_errors(rows: list[dict[str, Any]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        compile_automaton(automaton(rows, full=2))


def test_an_automaton_must_have_somewhere_to_go() -> None:
    with pytest.raises(ValueError, match="above its start"):
        compile_automaton(automaton([{"event": ["own"], "then": "advance"}]))


@pytest.mark.parametrize(
    ("letter", "wanted", "event"),
    [
        ("P", "P", "own"),
        ("B", "P", "other"),
        ("T", "P", "tie"),
        ("T", "T", "own"),
        ("B", "T", "other"),
        ("d", "P", "dummy"),
        ("v", "P", "void"),
        ("/", "P", "end-of-shoe"),
    ],
)
def test_letters_mean_what_the_wager_wants(letter: str, wanted: str, event: str) -> None:
    assert event_of(letter, wanted) == event
