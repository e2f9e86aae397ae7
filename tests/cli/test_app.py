"""Help is quick because it imports little; a bad command line is one sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.cli.app import COMMANDS, load

HEAVY = ("rich.console", "msgspec", "pitboss.book", "pitboss.conformity", "pitboss.table")


@pytest.mark.parametrize("words", [["--help"], ["settle", "--help"], ["serve", "--help"]])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys\n"
        "from pitboss.cli.app import app\n"
        f"try:\n    app({words!r})\nexcept SystemExit as end:\n    assert end.code == 0\n"
        f"loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Usage: " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_is_that_of_the_list(name: str) -> None:
    command = load(name)
    assert command.name == name
    assert str(command.help).startswith(COMMANDS[name].sentence)
    assert command.params


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
        ("nonsense", "There is no command 'nonsense'"),
        ("settle", "RULEBOOK is missing"),
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
