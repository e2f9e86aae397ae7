"""`pitboss tournament`: a sample to begin with, and a check that names each gap by its clause."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def _sample(run: Run, tmp_path: Path, rulebook: str) -> Path:
    file = tmp_path / "conditions.toml"
    done = run("tournament", "new", str(file), "--rulebook", rulebook)
    assert done.exit_code == 0, done.output
    return file


@pytest.mark.parametrize(
    ("rulebook", "item", "clause"),
    [
        ("star-baccarat", "payment", "15.4.2(j)"),
        ("star-baccarat", "method", "15.4.2(e)"),
        ("star-blackjack", "entry_fee", "19.4.2(a)"),
        ("crown-melbourne-baccarat", "privacy", "12.4.8(e)"),
        ("crown-melbourne-baccarat", "location", "12.4.1(a)(iv)"),
    ],
)
def test_an_item_that_is_gone_is_named(
    run: Run, tmp_path: Path, rulebook: str, item: str, clause: str
) -> None:
    file = _sample(run, tmp_path, rulebook)
    asked = ("tournament", "check", str(file), "--rulebook", rulebook)
    assert run(*asked).exit_code == 0
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(rf"^{item} = .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    done = run(*asked, "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert [gap["item"] for gap in found["missing"]] == [item.replace("_", "-")]
    assert clause in found["missing"][0]["clauses"]


def test_a_file_that_is_there_stays(run: Run, tmp_path: Path) -> None:
    file = _sample(run, tmp_path, "star-baccarat")
    file.write_text("mine", encoding="utf-8")
    assert run("tournament", "new", str(file), "--rulebook", "star-baccarat").exit_code == 1
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("text", ["", "title = 5", "not toml", 'title = "x"\ncolour = "red"'])
def test_what_is_no_file_of_conditions_is_told_in_a_sentence(
    run: Run, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "conditions.toml"
    file.write_text(text, encoding="utf-8")
    done = run("tournament", "check", str(file), "--rulebook", "star-baccarat")
    assert done.exit_code != 0
    assert "Traceback" not in done.output
    assert "no file of conditions" in done.output


def test_a_rulebook_without_tournaments_has_no_conditions(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "conditions.toml"
    file.write_text('title = "x"', encoding="utf-8")
    for act in ("check", "new"):
        done = run("tournament", act, str(file), "--rulebook", "star-premium-baccarat")
        assert done.exit_code == 1
        assert "has no tournaments" in done.output
