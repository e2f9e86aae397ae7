"""`pitboss protect` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Ask, Run


def test_it_says_for_whom_it_is_and_is_the_same_for_a_seed(ask: Ask, run: Run) -> None:
    words = ("protect", "star-baccarat", "--shoes", "5", "--seed", "9", "--cut", "30")
    first, second = ask(*words), ask(*words)
    for document in (first, second):
        document.pop("seconds")
    assert first == second
    assert first["cut"] == 30
    assert "staff and study" in first["notice"]
    assert "staff and study" in run(*words).stdout
    assert {wager["wager"] for wager in first["wagers"]} >= {"banker", "tiger-tie"}


def test_a_plot_is_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "protect.svg"
    done = run("protect", "star-baccarat", "--shoes", "3", "--plot", str(target))
    assert done.exit_code == 0
    assert target.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("protect star-baccarat --cut 5", "4.6"),
        ("protect star-baccarat --seed 99999999999999999999999", "seed"),
        ("protect star-blackjack", "not priced coup by coup"),
    ],
)
def test_bad_input_exits_2_with_one_sentence(run: Run, words: str, said: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
