"""`pitboss demo` plays a whole shoe."""

from __future__ import annotations

import pytest

from pitboss.editions.load import shelf
from tests.cli.conftest import Run


@pytest.mark.parametrize("name", [name for name in shelf() if "blackjack" not in name])
def test_the_demonstration_ends_with_the_last_coup(run: Run, name: str) -> None:
    shown = run("demo", name, "--seed", "5", "--all").stdout
    coups = [line for line in shown.splitlines() if line.startswith("Coup ")]
    assert coups[-1].endswith(", last coup")
    assert sum("last coup" in line for line in coups) == 1
    assert 60 < len(coups) < 95
    assert f"{len(coups)} coups" in shown


def test_a_game_of_decisions_is_not_demonstrated(run: Run) -> None:
    refused = run("demo", "star-blackjack")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "star-blackjack is played by decisions at the table" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_one_seed_one_shoe(run: Run) -> None:
    assert run("demo", "--seed", "3").stdout == run("demo", "--seed", "3").stdout
    assert run("demo", "--seed", "3").stdout != run("demo", "--seed", "4").stdout
