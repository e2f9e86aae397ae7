"""`pitboss run`: scenarios for people and as JSON lines, and the list of commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.editions.load import shelf
from pitboss.table import COMMANDS
from tests.cli.conftest import Ask, Run

FIRST = rulebook("star-baccarat").edition.folder / "scenarios" / "first-coup.toml"

FLY = """
title = "x"
rulebook = "star-baccarat"
opened = false
[[step]]
who = "Ann"
do = "fly"
"""

STAFFED = """
title = "x"
rulebook = "star-baccarat"
people = [{name = "Sue", role = "staff", rank = "Gaming Supervisor"}]
"""
STEP = STAFFED + '[[step]]\nwho = "Sue"\n'


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_scenario_reads_well_for_a_pit_manager(run: Run) -> None:
    done = run("run", str(FIRST))
    assert done.exit_code == 0, done.stderr
    said = done.stdout
    for part in (
        "The Star Sydney, Baccarat, edition 2024-05-16",
        "Ann      Wager 1: 25.00 on banker, box 1",
        "Player's first card: 9♥",
        "refused place-wager: Betting on this coup is closed. betting-closed (5.3, 5.4)",
        "19 to 20 of 25.00 is 23.75, paid 24.00",
        "No duty is open.",
        "1,024.00",
        "Everything came as expected.",
    ):
        assert part in said


def test_json_lines_and_nothing_else(run: Run) -> None:
    done = run("run", str(FIRST), "--json")
    assert done.exit_code == 0
    told = lines(done.stdout)
    assert told[0]["event"] == "signed-on"
    assert told[0]["step"] is None
    refused = [one for one in told if "refused" in one]
    assert [(one["step"], one["refused"], one["code"]) for one in refused] == [
        (3, "place-wager", "betting-closed")
    ]
    settled = next(one for one in told if one.get("event") == "coup-settled")
    assert settled["lines"][0]["line"]["paid_cents"] == 2400
    assert told[-1]["balances_cents"]["player:Ann"] == 102_400
    assert sum(told[-1]["balances_cents"].values()) == 0


def test_an_expectation_that_fails_names_the_step(run: Run, tmp_path: Path) -> None:
    text = FIRST.read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace("outcome=banker", "outcome=player"), "utf-8")
    done = run("run", str(wrong))
    assert done.exit_code == 1
    assert "step 2 (deal-coup by Dee)" in done.stderr
    assert done.stderr.count("\n") == 1
    done = run("run", str(wrong), "--json")
    assert done.exit_code == 1
    assert any("step 2" in one.get("failed", "") for one in lines(done.stdout))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "wrong.toml"),
        ('title = "x"\nrulebook = "nowhere"', "no rulebook 'nowhere'"),
        ('title = "x"\nrulebook = "star-baccarat"\ncolour = 1', "colour"),
        ('title = "x"\nrulebook = "star-baccarat"\ndate = "someday"', "someday"),
        ('title = "x"\nrulebook = "star-baccarat"', "staff"),
        (FLY, "'fly'"),
        (STAFFED + 'cards = "Zz"', "'Zz' is not a card"),
        (STAFFED + f'cards = "{"Ah " * 9}"', "no more Ah"),
        (STAFFED + "[sign]\nwagers = {player = 3}", "'wagers.player' is a table"),
        (STEP + 'do = "deal-up"\ncards = "many"', "needs a number as 'cards'"),
        (STEP + 'do = "play-down"', "needs a number as 'left'"),
        ("opened = false\n" + STEP + 'do = "new-shoe"', "a table that is open"),
        ('title = "x"\nrulebook = "star-blackjack"', "no rules of procedure yet"),
    ],
)
def test_a_bad_file_is_one_sentence_and_exit_2(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text, "utf-8")
    done = run("run", str(wrong))
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_no_file_and_no_question_is_refused(run: Run) -> None:
    assert run("run").exit_code == 2
    assert run("run", "/nowhere/at-all.toml").exit_code == 2
    assert run("run", "--commands", "--matrix").exit_code == 2
    assert run("run", "--commands", "nowhere").exit_code == 2


@pytest.mark.parametrize("name", [None, *shelf()])
def test_every_command_is_listed(run: Run, ask: Ask, name: str | None) -> None:
    words = ["run", "--commands", *([name] if name else [])]
    found = ask(*words)["commands"]
    assert sorted(one["word"] for one in found) == sorted(e.word for e in COMMANDS.values())
    assert all(one["does"] and one["who"] for one in found)
    shown = run(*words).stdout
    assert all(one["word"] in shown for one in found)


def test_a_command_shows_fields_ranks_and_clauses(ask: Ask, run: Run) -> None:
    found = {one["word"]: one for one in ask("run", "--commands", "star-baccarat")["commands"]}
    place = found["place-wager"]
    fields = {field["name"]: field for field in place["fields"]}
    assert fields["amount"]["takes"] == "dollars"
    assert fields["amount"]["required"]
    assert fields["tokens"] == {
        "name": "tokens",
        "takes": "yes or no",
        "required": False,
        "default": "no",
    }
    both = next(one for one in place["approvals"] if one["key"] == "both-hands")
    assert (both["rank"], both["asked"]) == ("Casino Supervisor", True)
    assert set(both["clauses"]) <= set(place["clauses"])
    assert (
        "approved beforehand by Casino Supervisor"
        in run("run", "--commands", "star-baccarat").stdout
    )


def test_the_matrix_names_every_act_and_rank(ask: Ask, run: Run) -> None:
    told = ask("run", "--commands", "star-premium-baccarat", "--matrix")
    edition = rulebook("star-premium-baccarat").edition
    approvals = [row for row in told["rows"] if row["kind"] == "approval"]
    assert [row["key"] for row in approvals] == list(edition.approvals)
    assert told["ranks"] == list(edition.ranks.ladder)
    shown = run("run", "--commands", "star-premium-baccarat", "--matrix").stdout
    assert "needs approval" in shown
    assert "Gaming Manager" in shown


def test_the_reference_page_lists_the_commands_there_are(run: Run) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "table-commands.md"
    made = run("run", "--commands", "--markdown").stdout
    assert page.read_text(encoding="utf-8") == made, "make it anew: run --commands --markdown"
