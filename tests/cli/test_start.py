"""Help is quick because it imports little, and the demonstration plays a whole shoe."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.editions.load import shelf
from tests.cli.conftest import Run

HEAVY = ("rich.console", "msgspec", "pitboss.settle", "pitboss.tables", "pitboss.conformity")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from pitboss.cli.app import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        f"loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "settle" in done.stdout


def test_the_installed_command_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from pitboss.cli import main; main()", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("pitboss ")


@pytest.mark.parametrize("name", [name for name in shelf() if "blackjack" not in name])
def test_the_demonstration_ends_with_the_last_coup(run: Run, name: str) -> None:
    shown = run("demo", name, "--seed", "5", "--all").stdout
    coups = [line for line in shown.splitlines() if line.startswith("Coup ")]
    assert coups[-1].endswith(", last coup")
    assert sum("last coup" in line for line in coups) == 1
    assert 60 < len(coups) < 95
    assert f"{len(coups)} coups" in shown


def test_one_seed_one_shoe(run: Run) -> None:
    assert run("demo", "--seed", "3").stdout == run("demo", "--seed", "3").stdout
    assert run("demo", "--seed", "3").stdout != run("demo", "--seed", "4").stdout
