"""What `pitboss simulate` prints."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from pitboss.cli.books.simulate import SimulateOptions, simulate
from tests.cli.conftest import Run

OPTIONS = SimulateOptions(
    rulebook="crown-melbourne-baccarat", game="crown", coups="2e4", seed=3, workers=2, json=True
)


def document(capsys: pytest.CaptureFixture[str], **changes: Any) -> Any:
    simulate(replace(OPTIONS, **changes))
    return json.loads(capsys.readouterr().out)


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys)
    assert found["rulebook"] == "crown-melbourne-baccarat"
    assert (found["game"], found["decks"], found["seed"]) == ("crown", 8, 3)
    assert found["coups"] >= 20_000
    assert found["shoes"] % 8 == 0
    assert found["coups_per_second"] == pytest.approx(found["coups"] / found["seconds"])
    assert found["interrupted"] is False
    lines = {line["wager"]: line for line in found["wagers"]}
    assert set(lines["banker"]) == {
        *("wager", "mean", "stderr", "exact", "z", "n", "favours_player")
    }
    assert lines["banker"]["exact"] == pytest.approx(-0.014581, abs=1e-6)
    assert [name for name, line in lines.items() if line["favours_player"]] == ["insurance-no-6"]
    assert lines["tie-run-2"]["exact"] is None
    assert lines["combination-run-2"]["nominated"] == "PB"


def test_people_see_means_errors_and_exact_figures(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(replace(OPTIONS, json=False))
    shown = capsys.readouterr().out
    for text in ("Crown Baccarat", "standard error", "combination-run-4 (PBPB)", "-14.3596%"):
        assert text in shown


def test_the_bankroll_view_prints_and_plots(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plot = tmp_path / "sessions.svg"
    given: dict[str, Any] = {
        "bankroll": "1000",
        "stake": "25",
        "sessions": "200",
        "coups_per_session": "50",
    }
    found = document(capsys, **given, plot=str(plot))
    assert found["wager"] == "banker"
    assert found["result"]["quantiles_cents"]["0.5"] <= found["result"]["most_cents"]
    assert "<svg" in plot.read_text(encoding="utf-8")
    simulate(replace(OPTIONS, json=False, **given))
    assert "end ahead" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"coups": "many"}, "'many' is no number of coups"),
        ({"coups": "0"}, "whole number of one or more"),
        ({"coups": "1.5"}, "whole number of one or more"),
        ({"decks": 3}, "(3.1)"),
        ({"game": "bridge"}, "no game 'bridge'"),
        ({"workers": 0}, "At least one worker"),
        ({"plot": "x.svg"}, "--bankroll"),
        ({"bankroll": "0"}, "is not an amount"),
        ({"bankroll": "10", "wager": "tiger"}, "'tiger' is not offered here"),
        ({"decks": 1, "study": True}, "too short"),
        ({"game": "tie"}, "tie-percent"),
    ],
)
def test_bad_input_ends_with_one_sentence(
    changes: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended:
        simulate(replace(OPTIONS, **changes))
    assert ended.value.exit_code == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_a_study_deals_decks_that_no_edition_permits(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, decks=12, study=True)
    assert found["decks"] == 12


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("simulate star-baccarat --rounds-per-shoe 4", "no strategy"),
        ("simulate star-baccarat --coups 1e999999999", "no number of coups"),
        ("simulate star-baccarat --bankroll 1000 --seed -1", "seed"),
        ("simulate star-blackjack --bankroll 1000", "not dealt in coups"),
        ("simulate star-baccarat --bankroll 1000 --sessions 1e12", "sessions"),
    ],
)
def test_a_bad_command_line_exits_2_with_one_sentence(run: Run, words: str, said: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
