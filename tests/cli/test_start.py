"""Help is quick because it imports little, and the demonstration plays a whole shoe."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.book import rulebook
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


def pitboss(*words: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", "from pitboss.cli import main; main()", *words]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nonsense", "No such command 'nonsense'"),
        ("settle", "Missing argument"),
        ("settle star-baccarat --decks many", "--decks"),
        ("settle star-baccarat --colour red", "--colour"),
        ("rules nowhere", "no rulebook 'nowhere'"),
    ],
)
def test_a_bad_command_line_is_one_sentence_and_exit_2(words: str, said: str) -> None:
    done = pitboss(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_no_words_at_all_is_a_cry_for_help() -> None:
    done = pitboss()
    assert done.returncode == 0
    assert "settle" in done.stdout


def test_bad_data_is_one_sentence_too(tmp_path: Path) -> None:
    source = rulebook("star-baccarat").edition.folder
    shutil.copytree(source, tmp_path / "star-baccarat" / source.name)
    broken = tmp_path / "star-baccarat" / source.name / "wagers.toml"
    text = broken.read_text(encoding="utf-8")
    broken.write_text(text.replace("when = {pairs = 1}", "when = {pairs = [1, 2]}"), "utf-8")
    code = (
        "import pathlib, pitboss.editions.load as load\n"
        f"load.SHELF = pathlib.Path({str(tmp_path)!r})\n"
        "from pitboss.cli import main; main()\n"
    )
    words = ["settle", "star-baccarat", "--player", "9h 8d", "--banker", "Kc 7c"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--bet", "tiger-pair=5"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "both match" in done.stderr
    assert "Traceback" not in done.stderr


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
