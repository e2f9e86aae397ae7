"""`pitboss rules`: editions, clauses, coverage, comparison, readings, proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.conformity.draft.skeleton import write_skeleton
from pitboss.editions.load import SHELF_VARIABLE, shelf
from tests.cli.conftest import Ask, Run

COUNTS = {
    "star-baccarat": 529,
    "star-premium-baccarat": 384,
    "crown-perth-baccarat": 379,
    "star-blackjack": 507,
    "crown-melbourne-baccarat": 456,
}
GAMES = {
    "star-baccarat": ["baccarat", "even-money"],
    "star-premium-baccarat": ["premium", "even-money", "tie"],
    "crown-perth-baccarat": ["commission", "non-commission", "two-to-one", "even-money"],
    "crown-melbourne-baccarat": ["traditional", "crown", "two-to-one", "tie"],
    "star-blackjack": ["star-blackjack"],
}


@pytest.fixture
def unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An edition on a shelf of its own: one case and one scenario, hardly anything proved."""
    folder = write_skeleton(rulebook("star-baccarat"), "unfinished", "draft", tmp_path)
    part = (
        '[[obligation]]\nclause = "wager-player"\n'
        'name = "said"\nsays = "Said."\nopen = "Not built."\n'
    )
    (folder / "obligations.toml").write_text(part, encoding="utf-8")
    monkeypatch.setenv(SHELF_VARIABLE, str(tmp_path))
    return "unfinished"


def test_the_shelf_holds_the_five_with_their_games(ask: Ask, run: Run) -> None:
    books = {book["rulebook"]: book for book in ask("rules")["rulebooks"]}
    assert {name: book["games"] for name, book in books.items()} == GAMES
    assert books["crown-melbourne-baccarat"]["edition"] == "undated"
    shown = run("rules").stdout
    assert all(name in shown for name in GAMES)


def test_every_clause_is_counted_and_none_is_without_status_or_test(ask: Ask) -> None:
    accounts = ask("rules", "--coverage")["rulebooks"]
    assert {name: account["clauses"] for name, account in accounts.items()} == COUNTS
    for account in accounts.values():
        assert sum(account["by_status"].values()) == account["clauses"]
        assert sum(account["by_kind"].values()) == account["clauses"]
        assert account["unaccounted"] == account["untested"] == []
        assert account["by_status"]["enforced"] > 50
        assert {"enforced", "recorded", "partly", "held"} < set(account["by_status"])


def test_final_coverage_holds_for_the_approved_rulebooks(run: Run) -> None:
    assert run("rules", "--coverage", "--final").exit_code == 0


def test_final_coverage_fails_while_a_clause_is_not_proved_whole(run: Run, unfinished: str) -> None:
    assert run("rules", unfinished, "--coverage", "--final").exit_code == 1


def test_a_clause_shows_what_is_behind_it(ask: Ask, run: Run) -> None:
    clause = ask("rules", "star-baccarat", "9.5")
    assert clause["status"] == "enforced"
    assert clause["evidence"]["proof"]
    assert "noticed by" in run("rules", "star-baccarat", "9.5").stdout
    parts = ask("rules", "star-baccarat", "14.5")["obligations"]
    assert [one["name"] for one in parts] == ["after-settlement"]
    assert "#after-settlement (proved)" in run("rules", "star-baccarat", "14.5").stdout
    assert "the rules that use it: 19" in ask("rules", "star-blackjack", "19.1.1:buy-in")["shown"]
    assert clause["code"] == ["edition.toml tableau.no_card"]
    assert any("tableau" in test for test in clause["tests"])
    shown = run("rules", "star-baccarat", "5.8").stdout
    assert "X1" in shown
    assert "sign.chip" in shown


def test_a_clause_that_is_not_proved_whole_shows_that(ask: Ask, unfinished: str) -> None:
    clause = ask("rules", unfinished, "wager-player")
    assert clause["status"] == "partly"
    assert [(one["name"], one["open"]) for one in clause["obligations"]] == [("said", "Not built.")]
    assert ask("rules", unfinished, "ranks")["status"] == "held"


@pytest.mark.parametrize("name", list(shelf()))
def test_an_edition_can_be_read_whole(run: Run, name: str) -> None:
    shown = run("rules", name)
    assert shown.exit_code == 0
    assert "fingerprint" not in shown.stdout
    assert "decks" in shown.stdout
    assert " to " in shown.stdout


def test_clauses_can_be_found(ask: Ask) -> None:
    found = ask("rules", "star-baccarat", "--find", "tiger tie")["clauses"]
    assert {"10.14", "10.18"} <= {clause["clause"] for clause in found}


def test_readings_are_those_of_the_rulebook(ask: Ask, run: Run) -> None:
    ids = [row["id"] for row in ask("rules", "crown-melbourne-baccarat", "--readings")["readings"]]
    assert {f"M-DT{n}" for n in range(1, 23)} | {f"M-R{n}" for n in range(1, 16)} <= set(ids)
    assert not any(name.startswith(("J", "P-")) for name in ids)
    assert "reading:" in run("rules", "star-blackjack", "--readings").stdout


def test_two_rulebooks_side_by_side(ask: Ask, run: Run) -> None:
    found = ask("rules", "--compare", "star-baccarat", "star-premium-baccarat")["differences"]
    by_name = {item["what"]: item for item in found}
    close = by_name["close.at"]
    assert (close["first"], close["second"]) == ("first-card-removed", "first-card-exposed")
    assert close["first_clauses"] == ["5.3", "5.4"]
    assert "5.3" in close["second_clauses"]
    assert not any(what.startswith("tableau") for what in by_name)
    assert run("rules", "--compare", "star-baccarat", "nowhere").exit_code == 2


def test_an_edition_is_the_same_as_itself(ask: Ask) -> None:
    same = ask("rules", "--compare", "star-blackjack", "star-blackjack")
    assert same["differences"] == []
    assert same["questions"]
    assert not any(row["differs"] for row in same["questions"])
    named = ask("rules", "--compare", "star-blackjack/2024-08-16", "star-blackjack")
    assert named == same


def test_what_people_ask_comes_before_every_value(ask: Ask, run: Run) -> None:
    asked = ask("rules", "--compare", "star-baccarat", "crown-perth-baccarat")["questions"]
    assert asked[0]["first"][0]["sentence"] == "$95.00"
    text = run("rules", "--compare", "star-baccarat", "crown-perth-baccarat").stdout
    first, more, same, values = (
        text.index(title)
        for title in ("ask about first", "Further", "The same in both", "Every value")
    )
    assert first < text.index("$95.00") < more < same < values
    apart = run("rules", "--compare", "star-baccarat", "star-blackjack").stdout
    assert "share no cards, hands or wagers" in apart
    wrong = run("rules", "--compare", "star-baccarat/1999-01-01", "star-blackjack")
    assert wrong.exit_code == 2


def test_a_tenth_of_a_proof_is_picked_by_its_seed(run: Run, unfinished: str) -> None:
    """What is not noticed is listed: the same for the same seed, something else for another."""

    def proved(seed: str) -> dict[str, Any]:
        done = run("rules", unfinished, "--prove", "--tenth", "--seed", seed, "--json")
        assert done.exit_code == 1
        found: dict[str, Any] = json.loads(done.stdout)
        assert found["seed"] == int(seed)
        return found["rulebooks"][unfinished]  # type: ignore[no-any-return]

    first, again, other = proved("7"), proved("7"), proved("8")
    assert first["survivors"]
    assert first == again
    assert first["changes"] == other["changes"]
    assert first["survivors"] != other["survivors"]
    shown = run("rules", unfinished, "--prove", "--tenth", "--seed", "7").stdout
    assert shown.startswith("a tenth of the changes, picked by seed 7")


def test_a_proof_of_some_changes_tries_those_alone(run: Run, unfinished: str) -> None:
    def proved(text: str) -> dict[str, Any]:
        done = run("rules", unfinished, "--prove", "--only", text, "--json")
        found: dict[str, Any] = json.loads(done.stdout)
        assert found["unreached"] == []
        assert done.exit_code == bool(found["rulebooks"][unfinished]["survivors"])
        return found["rulebooks"][unfinished]  # type: ignore[no-any-return]

    extra, other = proved("tableau.EXTRA"), proved("no such change")
    assert extra["changes"] == 2
    assert len(extra["survivors"]) == 2
    assert all("tableau.extra.most: 1 -> " in one for one in extra["survivors"])
    assert (other["changes"], other["survivors"]) == (0, [])


@pytest.mark.parametrize(
    "words", [("rules", "nowhere"), ("rules", "star-baccarat", "99.9"), ("demo", "star-blackjack")]
)
def test_unknown_things_exit_2(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("pitboss: ")
    assert result.stderr.count("\n") == 1
