"""`pitboss deal`: a table run from a pipe, and the scenario it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.book import rulebook
from pitboss.cli.app import app
from pitboss.cli.tables.terminal import one_card
from pitboss.scenarios.files import read
from pitboss.scenarios.run import play


def deal(*words: str, lines: list[str]) -> Result:
    return CliRunner().invoke(app, ["deal", *words], input="\n".join(lines) + "\n")


def replays(file: Path) -> None:
    scenario = read(file)
    again = play(rulebook(scenario.rulebook), scenario)
    assert again.failures == []


@pytest.mark.parametrize("ending", ["toml", "scenario"])
def test_a_coup_with_enter_alone(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"coup.{ending}"
    done = deal(
        "star-baccarat",
        "--seed",
        "3",
        "--save",
        str(file),
        lines=["shoe", "bet player 100", "Ben bet banker 50", *[""] * 12, "quit"],
    )
    assert done.exit_code == 0, done.output
    said = done.stdout
    assert "Enter  Dee: introduce-cards" in said
    assert "Ann      Wager 1: $100.00 on player" in said
    assert "Coup 1 settled" in said
    assert "Shoe 1:" in said
    assert "limits 25.00 to 10,000.00" in said
    assert f"pitboss run {file}" in said.replace("\n", "")
    replays(file)
    assert CliRunner().invoke(app, ["run", str(file)]).exit_code == 0


def test_a_whole_shoe_and_the_next(tmp_path: Path) -> None:
    file = tmp_path / "shoe.toml"
    lines = ["shoe", "bet player 25", "coup", *["again", "coup"] * 90, "shoe", "again", "coup"]
    done = deal("star-baccarat", "--seed", "5", "--save", str(file), lines=lines)
    assert "Shoe at its end" in done.stdout
    assert "Shoe 2:" in done.stdout
    replays(file)


def test_refusals_show_their_clause_and_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "refused.scenario"
    done = deal(
        "star-baccarat",
        "--save",
        str(file),
        lines=["bet player 5", "shoe", "bet player 5", "announce", "bet player 100", "coup"],
    )
    assert "refused place-wager: The minimum is $25.00. below-minimum (6.1, 6.6)" in done.stdout
    text = file.read_text(encoding="utf-8")
    assert "Ann: place-wager player 5 -> refused below-minimum 6.1\n" in text
    replays(file)


def test_an_approval_is_asked_granted_by_key_and_used(tmp_path: Path) -> None:
    file = tmp_path / "approval.toml"
    lines = [
        "shoe",
        "bet player 100",
        "bet banker 100",  # refused: both hands need an approval
        "ask both-hands whom=Ann scope=coup",
        "1",
        "bet banker 100 approval=1",
        "coup",
        "wait 20m",
        "as Sue",
        'tell Surveillance "a late shoe"',
        "help bet",
        "help",
        "help words",
        "state",
    ]
    done = deal("star-baccarat", "--seed", "1", "--save", str(file), lines=lines)
    said = done.stdout
    assert "approval-needed" in said
    assert "Approval 1: both-hands for Ann, waits for a Casino Supervisor" in said
    assert "Approval 1 granted" in said
    assert "Coup 1 settled" in said
    assert "Sue acts (Gaming Supervisor)" in said
    assert 'at = "+1201s"' in file.read_text(encoding="utf-8")
    replays(file)


def test_an_irregularity_is_reported_and_ruled_on_by_key(tmp_path: Path) -> None:
    file = tmp_path / "misdeal.toml"
    lines = [
        "shoe",
        "bet player 100",
        "",
        "",
        "help report",
        "report misdeal told=\"{error = 'order in doubt'}\"",
        "",  # the house waits for the ruling
        "as Dee",
        "ruling void",  # refused: the rank is too low
        "Sue ruling void",
    ]
    done = deal("star-baccarat", "--seed", "1", "--save", str(file), lines=lines)
    said = done.stdout
    assert "told=error: order in doubt | dealt incorrectly" in said
    assert "void: the coup cannot be reconstructed" in said
    assert "A ruling comes first" in said
    assert "Sue: give-ruling ruling=void" in said
    assert "rank-too-low" in said
    assert "coup-voided" in file.read_text(encoding="utf-8")
    replays(file)


def test_what_a_ruling_waits_for_has_a_number(tmp_path: Path) -> None:
    file = tmp_path / "reconstructed.toml"
    lines = ["shoe", "bet player 100", "Ben bet banker 100", "", ""]
    lines += ["report misdeal told=\"{error = 'dealt incorrectly'}\"", "1", "1", "acts"]
    done = deal("star-baccarat", "--seed", "1", "--save", str(file), lines=lines)
    said = done.stdout
    assert "Play waits for answers, as was ruled: see the list." in said
    assert "1  Ann: answer-option" in said
    assert "1  Ben: answer-option" in said  # Ann has answered
    assert "raise-dispute" in said.rsplit("see the list.", 1)[1]  # among all that may be done
    replays(file)


def test_the_wagers_of_the_table_are_said_at_once() -> None:
    done = deal("star-baccarat", "--layout", "B", lines=["wagers"])
    assert done.stdout.count("wagers: player, banker, tie") == 2
    assert "tiger" in done.stdout


def test_real_cards_are_typed(tmp_path: Path) -> None:
    file = tmp_path / "real.toml"
    lines = ["shoe", "bet player 100", "9h", "", "2c", "KD", "10s", "", ""]
    done = deal("star-baccarat", "--physical", "--save", str(file), lines=lines)
    said = done.stdout
    assert "Player first card 9♥" in said
    assert "Player wins, 9 to 2" in said
    assert "Coup 1 settled" in said
    text = file.read_text(encoding="utf-8")
    assert 'card = "9h"' in text
    replays(file)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fly", "Nobody can do 'fly'"),
        ("as Nobody", "Nobody called 'Nobody'"),
        ("bet player 100 colour=red", "has no 'colour'"),
        ("announce now", "too much"),
        ("wait long", "Say how long"),
        ("9", "no act 9"),
        ("help fly", "There is no 'fly'"),
        ('tell "open', "cannot be read"),
        ("again", "no wagers to repeat"),
        ("bet", "cannot be read"),
        ("turn-card player x 9h", "cannot be read"),
        ("save", "Say where"),
    ],
)
def test_what_is_not_clear_is_said_and_the_table_goes_on(line: str, said: str) -> None:
    done = deal("star-baccarat", "--seed", "1", lines=[line, "shoe", "quit"])
    assert done.exit_code == 0, done.output
    assert said in done.stdout
    assert "Cards burned: 1" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "no rulebook"),
        (["star-baccarat", "--method", "Z"], "pitboss: There is no dealing method 'Z'"),
        (["star-baccarat", "--minimum", "50", "--maximum", "25"], "pitboss: The maximum is below"),
        (["star-baccarat", "--start", "noon"], "'noon' is no time"),
        (["star-baccarat", "--layout", "Z"], "layout 'Z'"),
        (["star-baccarat", "--decks", "2"], "decks"),
        (["star-baccarat", "--seats", "40"], "players"),
        (["star-premium-baccarat", "--game", "tie"], "tie-percent"),
    ],
)
def test_a_table_that_cannot_be_opened_is_one_sentence(words: list[str], said: str) -> None:
    done = deal(*words, lines=[])
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("method", ["A", "B"])
def test_another_rulebook_opens_with_its_own_defaults(method: str, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    words = ("star-premium-baccarat", "--method", method, "--save", str(file))
    done = deal(*words, lines=["shoe", "bet player 25", "coup"])
    assert "Coup 1 settled" in done.stdout
    replays(file)


def test_someone_comes_and_goes(tmp_path: Path) -> None:
    file = tmp_path / "people.toml"
    lines = ["Zoe arrive 500 seat=5", "shoe", "Zoe bet player 100", "coup", "Zoe leave"]
    done = deal("star-baccarat", "--save", str(file), lines=lines)
    assert "Zoe      A patron arrives with $500.00, seat 5" in done.stdout
    assert "Zoe leaves with" in done.stdout
    replays(file)


def test_cards_as_people_type_them() -> None:
    assert [one_card(text) for text in ("9h", "10d", "AH", "kD", "x", "")] == [
        "9h",
        "Td",
        "Ah",
        "Kd",
        None,
        None,
    ]
