"""`pitboss odds` on the command line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, Run


def test_json_has_the_promised_keys(ask: Ask) -> None:
    document = ask("odds", "star-baccarat", "--wager", "banker")
    assert (document["rulebook"], document["game"]) == ("star-baccarat", "baccarat")
    assert document["decks"] == 8
    (banker,) = document["wagers"]
    assert banker["method"] == "exact"
    assert Fraction(banker["expectation"]) < 0
    assert banker["edge"] == float(-Fraction(banker["expectation"]))
    assert banker["offered"] == 1.0
    assert banker["favours_player"] is False
    won = banker["rows"][0]
    assert won["pays"] == "19 to 20"
    assert Fraction(won["probability"]) == Fraction(2292252566437888, 4998398275503360)
    assert won["float"] == float(Fraction(won["probability"]))


def test_wagers_of_other_decks_are_left_out_or_refused(ask: Ask, run: Run) -> None:
    names = [w["wager"] for w in ask("odds", "star-baccarat", "--decks", "4")["wagers"]]
    assert "banker" in names
    assert "tiger" not in names
    refused = run("odds", "star-baccarat", "--decks", "4", "--wager", "tiger")
    assert refused.exit_code == 2
    assert "3.1" in refused.stderr


def test_removing_cards_changes_the_odds(ask: Ask) -> None:
    whole = ask("odds", "star-baccarat", "--wager", "tie")["wagers"][0]
    less = ask("odds", "star-baccarat", "--wager", "tie", "--remove", "Ah Kd 5c")["wagers"][0]
    assert whole["expectation"] != less["expectation"]


def test_anomalies_are_said_aloud(run: Run) -> None:
    shown = run("odds", "crown-perth-baccarat", "--game", "even-money").stdout
    assert "! banker favours the player as written." in shown
    staked = run("odds", "star-baccarat", "--stake", "5", "--sign", "chip=5").stdout
    assert "! banker favours the player at this stake" in staked
    calm = run("odds", "star-baccarat").stdout
    assert "favours the player" not in calm


def test_a_run_of_two_is_exact_and_never_silently_multiplied(ask: Ask) -> None:
    words = ("--game", "crown", "--wager", "player-run-2")
    (run_of_two,) = ask("odds", "crown-melbourne-baccarat", *words)["wagers"]
    assert run_of_two["method"] == "exact"
    constant = run_of_two["constant_probability"]
    assert constant["expectation"] != run_of_two["expectation"]
    assert "approximation" in constant["note"]


def test_blackjack_at_a_stake_that_favours_the_player(ask: Ask) -> None:
    words = ("--wager", "main", "--stake", "5", "--sign", "chip=5")
    (main,) = ask("odds", "star-blackjack", *words)["wagers"]
    assert main["favours_player"] is False
    assert main["at_stake"]["favours_player"] is True
    # Two and a half dollars more on every blackjack that is paid.
    paid = next(row["float"] for row in main["rows"] if row["label"] == "net +1.5")
    assert abs(main["edge"] - main["at_stake"]["edge"] - paid / 2) < 1e-4


def test_a_third_hand_is_worth_something_and_says_when(ask: Ask, run: Run) -> None:
    words = ("odds", "star-blackjack", "--sign", "third-hand=yes")
    (main,) = ask(*words, "--wager", "main")["wagers"]
    assert main["with_two_hands"] < main["with_three_hands"] == float(main["expectation"])
    strategy = ask(*words, "--strategy")
    aces = [s for s in strategy["third_hand"]["splits"] if s["pair"] == "A" and s["up"] == "6"]
    assert aces[0]["first_hand_again"] is True
    assert strategy["cells"]
    assert "with a third hand" in run(*words, "--strategy").stdout


def test_a_run_of_two_has_rows_with_their_chances(ask: Ask) -> None:
    (run_of_two,) = ask("odds", "crown-melbourne-baccarat", "--wager", "tie-run-2")["wagers"]
    assert sum(Fraction(row["probability"]) for row in run_of_two["rows"]) == 1
    assert run_of_two["hits"] == run_of_two["rows"][0]["float"]


@pytest.mark.parametrize("decks", range(4, 9))
def test_every_permitted_shoe_has_a_stored_run(ask: Ask, decks: int) -> None:
    for game in ("traditional", "crown"):
        words = ("--game", game, "--decks", str(decks))
        wagers = ask("odds", "crown-melbourne-baccarat", *words)["wagers"]
        simulated = [wager for wager in wagers if wager["method"] == "simulated"]
        assert len(simulated) == 18
        assert all(wager["stderr"] > 0 for wager in simulated)


def test_a_plot_is_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "odds.svg"
    assert run("odds", "star-baccarat", "--plot", str(target)).exit_code == 0
    assert target.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("odds star-baccarat --decks 5", "3.1"),
        ("odds star-baccarat --remove Ax", "'Ax' is not a card"),
        ("odds star-baccarat --decks 3 --remove Ah,Ah,Ah,Ah", "Ah cannot be removed"),
        ("odds star-baccarat --wager dragon", "no wager 'dragon'"),
        ("odds star-baccarat --strategy", "no decision"),
        ("odds star-baccarat --stake none", "not an amount"),
        ("odds star-premium-baccarat --game tie", "13.3.1"),
        ("odds star-baccarat --plot /nowhere/at/all.svg", "cannot be written"),
        ("odds star-baccarat --decks 99 --study", "1 to 24 decks"),
        ("odds star-blackjack --wager double", "part of the main wager"),
        ("odds star-blackjack --wager blazing-sevens --stake 3", "takes $2.50, $5.00 only"),
    ],
)
def test_bad_input_exits_2_with_one_sentence(run: Run, words: str, said: str) -> None:
    result = run(*(word.replace(",", " ") for word in words.split()))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
