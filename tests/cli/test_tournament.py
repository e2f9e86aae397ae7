"""`pitboss tournament`: a sample to begin with, and a check that names each gap by its clause."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pitboss
from tests.cli.conftest import Ask, Run

BOOKS = [name for name in pitboss.shelf() if pitboss.rulebook(name).edition.items]


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


@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_item_that_is_gone_ends_with_1_and_its_clause(
    run: Run, tmp_path: Path, rulebook: str
) -> None:
    file = _sample(run, tmp_path, rulebook)
    whole = file.read_text(encoding="utf-8")
    items = pitboss.rulebook(rulebook).edition.items
    tried = []
    for name, item in items.items():
        field = name.replace("-", "_")
        line = re.compile(rf"^(?:{re.escape(name)}|{field}) = .*\n", re.MULTILINE)
        less = line.sub("", whole, count=1)
        less = re.sub(rf"^\[\[{field}\]\]\n(?:[^\[\n].*\n|\n)*", "", less, flags=re.MULTILINE)
        if less == whole:
            continue
        file.write_text(less, encoding="utf-8")
        done = run("tournament", "check", str(file), "--rulebook", rulebook)
        assert done.exit_code == 1, name
        assert f"({', '.join(item.clauses)})" in done.output.replace("\n", " "), name
        tried.append(name)
    assert set(items) - set(tried) == set()


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


def test_the_file_names_its_rulebook(run: Run, tmp_path: Path) -> None:
    file = _sample(run, tmp_path, "star-blackjack")
    assert run("tournament", "check", str(file)).exit_code == 0
    text = file.read_text(encoding="utf-8").replace('rulebook = "star-blackjack"', "")
    file.write_text(text, encoding="utf-8")
    done = run("tournament", "check", str(file))
    assert done.exit_code == 2
    assert "names no rulebook" in done.output


def test_a_tournament_is_run_and_its_export_verified(run: Run, ask: Ask, tmp_path: Path) -> None:
    file, folder = _sample(run, tmp_path, "star-baccarat"), tmp_path / "out"
    words = ("tournament", "run", str(file), "--players", "60", "--seed", "3")
    found = ask(*words, "--out", str(folder))
    people = [row["person"] for row in found["placings"]]
    assert [row["place"] for row in found["placings"]] == list(range(1, 61))
    assert len(set(people)) == 60
    assert found["money"]["prizes_cents"] == found["money"]["pool_cents"] == 60 * 10_000
    assert ask(*words) == found
    assert found["fitted"]
    proof = ask("tournament", "verify", str(folder / "tournament.jsonl"))
    assert proof["sound"]
    (one,) = proof["tournaments"]
    assert one["placings"] == found["placings"]
    assert [draw["seed"] for draw in one["draws"]] == [draw["seed"] for draw in found["draws"]]
    shown = run("tournament", "verify", str(folder / "tournament.jsonl"))
    assert shown.exit_code == 0
    assert "3 of 3 draws opened and drawn again" in shown.output
    rows = (folder / "placings.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 61
    assert rows[1].split(",")[1] == people[0]


def test_a_changed_export_does_not_hold(run: Run, tmp_path: Path) -> None:
    file, folder = _sample(run, tmp_path, "star-baccarat"), tmp_path / "out"
    run("tournament", "run", str(file), "--players", "8", "--out", str(folder))
    export = folder / "tournament.jsonl"
    text = export.read_text(encoding="utf-8")
    export.write_text(text.replace('"place":1', '"place":2', 1), encoding="utf-8")
    done = run("tournament", "verify", str(export))
    assert done.exit_code == 1
    assert "does not hold" in done.output
    document = run("tournament", "verify", str(export), "--json")
    assert document.exit_code == 1
    assert json.loads(document.stdout)["sound"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "none.toml"), "cannot be read"),
        (("run", "{file}", "--players", "1"), "15.4.2(i)"),
        (("run", "{file}", "--players", "0"), "0 is not in the range"),
        (("run", "{file}", "--seed", "x"), "is not a valid int"),
        (("run", "{file}", "--rulebook", "star-premium-baccarat"), "has no tournaments"),
        (("verify", "none.jsonl"), "There is no file"),
        (("verify", "{file}"), "does not hold"),
        (("play", "{file}"), "is not one of"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    run: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    file = _sample(run, tmp_path, "star-baccarat")
    done = run("tournament", *(word.format(file=file) for word in words))
    assert done.exit_code != 0
    assert "Traceback" not in done.output
    assert said in " ".join(done.output.split())


def test_a_gap_in_the_conditions_ends_the_run_with_its_clause(run: Run, tmp_path: Path) -> None:
    file = _sample(run, tmp_path, "star-baccarat")
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^payment = .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    done = run("tournament", "run", str(file), "--out", str(tmp_path / "out"))
    assert done.exit_code == 2
    assert "15.4.2(j)" in done.output
    assert list((tmp_path / "out").glob("*")) == []


def test_nothing_is_written_over(run: Run, tmp_path: Path) -> None:
    file, folder = _sample(run, tmp_path, "star-baccarat"), tmp_path / "out"
    words = ("tournament", "run", str(file), "--players", "8", "--out", str(folder))
    assert run(*words).exit_code == 0
    again = run(*words)
    assert again.exit_code == 2
    assert "is there already" in again.output
