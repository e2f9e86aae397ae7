"""What the core refuses where an edition lacks a rule that those on the shelf all have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table.life.open import SignDisplayed

Change = Callable[[dict[str, Any]], None]
PEOPLE = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Gaming Supervisor"),
    Actor(name="Ann", seat=1, chips=1000),
    Actor(name="Bob", seat=2, chips=1000),
)


def under(change: Change, method: str = "A", *, ready: bool = True) -> Play:
    """A table under the Star's rules with one of them changed."""
    folder = Path(rulebook("star-baccarat").edition.folder)
    scenario = Scenario(
        title="set up", rulebook="star-baccarat", people=PEOPLE, method=method, ready=ready
    )
    play = Play(Rulebook(load_folder(folder, change)), scenario)
    play.set_up()
    return play


def refused(play: Play, who: str, do: str, **fields: Any) -> str:
    """The code by which an act is refused."""
    done = play.act(who, do, **fields)
    assert isinstance(done, Refusal), done
    return done.code


def test_without_consent_in_the_rules_nobody_is_asked_for_it() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["notice"]["change-game"]["or_consent"] = False

    assert refused(under(change), "Ann", "consent-to-game", game="even-money") == "not-provided"


def test_without_a_rule_on_idle_players_nobody_is_moved() -> None:
    def change(raw: dict[str, Any]) -> None:
        del raw["edition.toml"]["idle"]

    assert refused(under(change), "Sue", "require-to-vacate", person="Ann") == "not-provided"


def test_a_role_that_is_not_passed_on_is_kept() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["method"]["C"]["control_ends"] = ["banker-hand-loses", "directed"]

    play = under(change, "C")
    play.must("Bob", "accept-role")
    assert refused(play, "Bob", "pass-role") == "role-kept"


def test_cards_are_checked_only_as_the_rules_name_it() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["table/cards.toml"]["rule"]["check-before-use"]["value"] = ["by hand"]

    play = under(change, ready=False)
    play.must("Dee", "introduce-cards", backs="red")
    assert refused(play, "Dee", "check-cards", how="deck-checking device") == "not-provided"
    play.must("Dee", "check-cards", how="by hand")


def test_without_a_test_of_where_a_bet_lies_none_is_invalid() -> None:
    def change(raw: dict[str, Any]) -> None:
        del raw["table/wagers.toml"]["rule"]["bets-inside-area"]

    play = under(change)
    play.must("Ann", "place-wager", wager="player", amount=100)
    fields = {"number": 1, "defect": "outside-area"}
    assert refused(play, "Dee", "find-invalid", **fields) == "not-provided"


def test_without_a_rule_for_it_no_bet_is_found_invalid_after_the_first_card() -> None:
    def change(raw: dict[str, Any]) -> None:
        del raw["table/wagers.toml"]["rule"]["invalid-returned"]

    play = under(change)
    play.must("Ann", "place-wager", wager="player", amount=100)
    play.must("Dee", "deal-card", card=play.next_card())
    fields = {"number": 1, "defect": "not-flat"}
    assert refused(play, "Dee", "find-invalid", **fields) == "betting-closed"


@pytest.mark.parametrize("hand", ["player_hand", "banker_hand"])
def test_a_delivery_that_the_core_does_not_know_is_refused(hand: str) -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["method"]["A"][hand] = "a stranger"

    play = under(change)
    play.must("Ann", "place-wager", wager="player", amount=100)
    assert refused(play, "Dee", "deal-card") == "not-provided"


def test_a_special_limit_is_recorded_as_a_sign_only_where_one_stands() -> None:
    """By Crown Perth's rules a limit for one player needs none."""
    people = (Actor(name="Cas", role="staff", rank="Casino Manager Table Games"), *PEOPLE[2:])
    scenario = Scenario(
        title="set up",
        rulebook="crown-perth-baccarat",
        layout="1",
        sign={"minimum": 25},
        people=people,
    )
    play = Play(rulebook("crown-perth-baccarat"), scenario)
    play.set_up()
    play.must("Cas", "notify", to="Surveillance", about="personal-maximum")
    limits = {"minimum": 100, "maximum": 2000}
    for where, signs in ((None, 0), ("before Bob", 1)):
        done = play.act("Cas", "allow-above-maximum", person="Bob", where=where, **limits)
        assert not isinstance(done, Refusal), done
        assert sum(isinstance(event, SignDisplayed) for event in done) == signs


def crown(book: str, change: Change, **scenario: Any) -> Play:
    """A table under the rules of a Crown with one of them changed."""
    folder = Path(rulebook(book).edition.folder)
    given = {"title": "set up", "rulebook": book, "layout": "1", "sign": {"minimum": 25}}
    play = Play(Rulebook(load_folder(folder, change)), Scenario(**{**given, **scenario}))
    play.set_up()
    return play


def test_without_consent_in_the_rules_nobody_agrees_to_limits() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["notice"]["change-limits"]["or_consent"] = False

    play = crown("crown-perth-baccarat", change, people=(PEOPLE[0], PEOPLE[2]))
    assert refused(play, "Ann", "agree-to-limits", maximum=500) == "not-provided"


def test_no_device_is_permitted_where_nobody_of_the_rank_that_supervises_is_there() -> None:
    """By Crown Perth's rules whoever may permit one is of a rank that supervises."""

    def change(raw: dict[str, Any]) -> None:
        rule = raw["table/conduct.toml"]["rule"]["device-supervised"]
        rule["value"] = "Casino Manager Table Games"

    tom = Actor(name="Tom", role="staff", rank="Table Games Manager")
    cas = Actor(name="Cas", role="staff", rank="Casino Manager Table Games", later=True)
    salon = {"place": "private gaming salon"}
    people = (PEOPLE[0], tom, cas, PEOPLE[2])
    play = crown("crown-perth-baccarat", change, people=people, table=salon)
    play.must("Tom", "notify", to="Surveillance", about="permit-device")
    asked = {"person": "Ann", "device": "a phone"}
    assert refused(play, "Tom", "permit-device", **asked) == "device-unsupervised"
    play.must("Cas", "sign-on", rank="Casino Manager Table Games")
    play.must("Tom", "permit-device", **asked)


def test_wagers_are_reduced_by_the_rank_that_the_rules_name() -> None:
    """By Crown Melbourne's rules any dealer reduces them, and no rank is lower."""

    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["approval"]["reduce-to-differential"]["rank"] = "Game Supervisor"

    people = (PEOPLE[0], Actor(name="Sue", role="staff", rank="Game Supervisor"), PEOPLE[2])
    sign = {"minimum": 25, "maximum": 1000, "differential": 100}
    book = "crown-melbourne-baccarat"
    play = crown(book, change, people=people, sign=sign, layout="A")
    play.must("Ann", "place-wager", wager="banker", amount=200)
    asked = {"area": "banker", "limit": "differential"}
    assert refused(play, "Dee", "reduce-wagers", **asked) == "rank-too-low"
    play.must("Sue", "reduce-wagers", **asked)
