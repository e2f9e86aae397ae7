"""Procedures with a state of their own, each chosen by a test edition made from an approved one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.errors import BadEditionError
from pitboss.ledger import FLOAT, chips_of
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario, Step
from pitboss.scenarios.run import Play
from pitboss.table import Table
from pitboss.table.own import read_own
from pitboss.table.procedures.commission import owed_of
from pitboss.table.procedures.shoe_holder import held

BOOK = "star-baccarat"
CITED = {"clauses": ["4.3"]}
PEOPLE = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Gaming Manager"),
    Actor(name="Ann", seat=1, chips=1000),
    Actor(name="Bob", seat=2, chips=1000),
    Actor(name="Cyd", seat=3, chips=1000),
)
Raw = dict[str, Any]
BANKER_WINS, PLAYER_WINS = "2h 9h 3h Kh 4c 5c", "9h 2h Kh 3h 4c 5c"


def approval(act: str, rank: str = "Gaming Manager") -> Raw:
    return {"act": act, "rank": rank, **CITED}


def table(
    conduct: Raw,
    approvals: Raw | None = None,
    change: Callable[[Raw], None] | None = None,
    **scenario: Any,
) -> Play:
    """A table under an edition that chose these procedures."""

    def changed(raw: Raw) -> None:
        edition = raw["edition.toml"]
        edition["conduct"] = {name: {**CITED, **values} for name, values in conduct.items()}
        edition["approval"].update(approvals or {})
        if change is not None:
            change(raw)

    book = Rulebook(load_folder(Path(rulebook(BOOK).edition.folder), changed))
    given: Raw = {"sign": {"minimum": 25, "maximum": 1000}, "people": PEOPLE, **scenario}
    play = Play(book, Scenario(title="set up", rulebook=BOOK, **given))
    play.set_up()
    return play


def coup(play: Play) -> None:
    told = play.take(Step(number=0, who="Dee", do="play-coup", fields={}))
    assert told.refusal is None, told.refusal


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def survives(play: Play) -> None:
    """What procedures remember is read from a snapshot as it was."""
    data = msgspec.msgpack.encode(play.table)
    assert msgspec.msgpack.decode(data, type=Table, dec_hook=read_own) == play.table


def test_no_command_of_a_procedure_is_known_where_it_is_not_chosen() -> None:
    play = table({})
    for word in ("burn-before-coup", "take-shoe", "end-period", "collect-commission"):
        fields = {"person": "Ann"} if word == "collect-commission" else {}
        who = "Ann" if word == "take-shoe" else "Dee"
        assert refused(play.act(who, word, **fields)) == "not-provided"


@pytest.mark.parametrize(
    ("conduct", "says"),
    [
        ({"period": {}}, "seconds"),
        ({"shoe_holder": {"offered": "loudest", "methods": ["B"]}}, "offered"),
        ({"cutter": {"who": "turn", "wo": "x"}}, "wo"),
        ({"dance": {}}, "dance"),
    ],
)
def test_a_procedure_without_its_values_is_refused_with_file_and_line(
    conduct: Raw, says: str
) -> None:
    with pytest.raises(BadEditionError, match=rf"edition\.toml.*{says}"):
        table(conduct)


# Seats, and who cuts ----------------------------------------------------------------------


@pytest.mark.parametrize(("first", "turn"), [("dealers-left", "Ann"), ("dealers-right", "Cyd")])
def test_the_cut_goes_round_from_the_dealers_left(first: str, turn: str) -> None:
    def change(raw: Raw) -> None:
        del raw["edition.toml"]["approval"]["players-cut"]
        del raw["table/cards.toml"]["rule"]["cut-first-player"]

    play = table({"seats": {"first": first}}, change=change, ready=False)
    play.must("Dee", "introduce-cards", backs="red")
    play.must("Dee", "shuffle", how="hand")
    assert play.table.house is not None
    for name in ("Ann", "Bob", "Cyd"):
        if name != turn:
            assert refused(play.act("Dee", "offer-cut", to=name)) == "not-their-turn"
    play.must("Dee", "offer-cut", to=turn)
    play.must(turn, "refuse-cut")
    play.must("Dee", "offer-cut", to="Bob")


def by_players(raw: Raw) -> None:
    del raw["edition.toml"]["approval"]["players-cut"]


def test_where_anyone_cuts_any_player_is_offered_it_and_others_by_approval() -> None:
    others = {"other-cutter": approval("have another cut")}
    play = table({"cutter": {"who": "anyone"}}, others, by_players, ready=False)
    play.must("Dee", "introduce-cards", backs="red")
    play.must("Dee", "shuffle", how="hand")
    play.must("Sue", "offer-cut", to="Cyd")
    play.must("Cyd", "cut-cards", depth=100)
    assert play.table.stack is not None
    assert play.table.stack.cut_by == "Cyd"


def test_a_designated_person_is_offered_the_cut_before_anyone_refused() -> None:
    conduct = {"cutter": {"who": "turn"}}
    designated = {"designate-cutter": approval("choose who cuts")}
    play = table(conduct, designated, by_players, ready=False)
    play.must("Dee", "introduce-cards", backs="red")
    play.must("Dee", "shuffle", how="hand")
    assert refused(play.act("Dee", "offer-cut", to="Cyd")) == "rank-too-low"
    play.must("Sue", "offer-cut", to="Cyd")
    play.must("Cyd", "refuse-cut")
    assert refused(play.act("Sue", "offer-cut", to="Bob")) == "not-their-turn"


# A card burned before a round ------------------------------------------------------------


def test_a_burn_before_every_coup_is_ordered_and_then_asked_for() -> None:
    ordered = {"burn-before-coups": approval("have a card burned before every coup")}
    play = table({"coup_burn": {"when": "ordered"}}, ordered)
    assert refused(play.act("Dee", "burn-before-coup")) == "not-ordered"
    assert refused(play.act("Dee", "order-coup-burn")) == "rank-too-low"
    play.must("Sue", "order-coup-burn")
    play.must("Ann", "place-wager", wager="player", amount=100)
    assert refused(play.act("Dee", "deal-card", card="2c")) == "burn-first"
    shoe = play.table.shoe
    assert shoe is not None
    play.must("Dee", "burn-before-coup")
    after = play.table.shoe
    assert after is not None
    assert (shoe.left - after.left, after.burned - shoe.burned) == (1, 1)
    assert refused(play.act("Dee", "burn-before-coup")) == "already-burned"
    survives(play)
    coup(play)
    play.must("Ann", "place-wager", wager="player", amount=100)
    assert refused(play.act("Dee", "deal-card", card="2c")) == "burn-first"
    play.must("Sue", "order-coup-burn", on=False)
    coup(play)


def test_a_dealer_may_burn_before_a_coup_where_it_is_the_dealers_choice() -> None:
    play = table({"coup_burn": {"when": "chosen"}})
    play.must("Ann", "place-wager", wager="player", amount=100)
    coup(play)
    play.must("Dee", "burn-before-coup")
    play.must("Ann", "place-wager", wager="player", amount=100)
    coup(play)
    assert refused(play.act("Sue", "order-coup-burn")) == "not-provided"


# Players who draw the cards --------------------------------------------------------------


def holders(offered: str, **more: Any) -> Play:
    conduct = {"shoe_holder": {"offered": offered, "methods": ["A"], "loses": "player"}}
    return table(conduct, {"take-shoe-back": approval("take the shoe back")}, **more)


def test_the_shoe_goes_round_from_the_dealers_right_against_the_clock() -> None:
    play = holders("turn", cards=f"{PLAYER_WINS}")
    play.must("Ann", "place-wager", wager="player", amount=100)
    assert refused(play.act("Dee", "deal-card", card="9h")) == "shoe-not-taken"
    assert refused(play.act("Ann", "take-shoe")) == "not-their-turn"
    play.must("Cyd", "decline-shoe")
    play.must("Bob", "take-shoe")
    assert held(play.table).holder == "Bob"
    survives(play)
    coup(play)
    assert held(play.table).holder is None, "it goes on after the outcome that the edition names"
    play.must("Ann", "take-shoe")


def test_the_shoe_is_offered_to_the_highest_wager_and_to_nobody_when_all_decline() -> None:
    play = holders("highest")
    play.must("Ann", "place-wager", wager="player", amount=100)
    play.must("Bob", "place-wager", wager="banker", amount=300)
    assert refused(play.act("Ann", "take-shoe")) == "not-their-turn"
    play.must("Bob", "decline-shoe")
    play.must("Ann", "decline-shoe")
    coup(play)


def test_the_dealer_has_the_shoe_again_by_leave_of_the_rank_named() -> None:
    play = holders("turn")
    play.must("Cyd", "take-shoe")
    assert refused(play.act("Dee", "take-shoe-back")) == "rank-too-low"
    play.must("Sue", "take-shoe-back")
    play.must("Ann", "place-wager", wager="player", amount=100)
    coup(play)
    assert held(play.table).holder is None


def test_who_leaves_holds_no_shoe() -> None:
    play = holders("turn")
    play.must("Cyd", "take-shoe")
    play.must("Cyd", "leave")
    assert held(play.table).holder is None
    play.must("Bob", "take-shoe")


# Commission that is owed -----------------------------------------------------------------


def deferring(**more: Any) -> Play:
    def change(raw: Raw) -> None:
        raw["wagers.toml"]["wager"]["banker"]["rows"][0]["pays"] = "1 to 1 less 5%"

    owed = {"defer-commission": approval("let it be owed")}
    play = table({"commission": {}}, owed, change, **more)
    assert refused(play.act("Dee", "defer-commission", person="Ann")) == "rank-too-low"
    play.must("Sue", "defer-commission", person="Ann")
    return play


def test_commission_is_owed_until_it_is_collected() -> None:
    play = deferring(cards=BANKER_WINS)
    for person in ("Ann", "Bob"):
        play.must(person, "place-wager", wager="banker", amount=100)
    held_before = play.table.balances[FLOAT]
    coup(play)
    assert play.table.balances[chips_of("Ann")] == 110_000, "paid in full"
    assert play.table.balances[chips_of("Bob")] == 109_500, "paid less commission"
    assert owed_of(play.table) == {"Ann": 5_000_000}
    survives(play)
    assert refused(play.act("Ann", "leave")) == "commission-owed"
    play.must("Dee", "collect-commission", person="Ann")
    assert play.table.balances[chips_of("Ann")] == 109_500
    assert play.table.balances[FLOAT] == held_before - 19_000
    assert refused(play.act("Dee", "collect-commission", person="Ann")) == "nothing-owed"
    play.must("Ann", "leave")


def test_no_new_shoe_begins_while_commission_is_owed() -> None:
    play = deferring(cards=BANKER_WINS)
    play.must("Ann", "place-wager", wager="banker", amount=100)
    coup(play)
    play.must("Sue", "direct-shuffle", reason="abnormal sequence")
    play.must("Dee", "introduce-cards", backs="red", kind="used")
    play.must("Dee", "shuffle", how="hand")
    play.must("Sue", "cut-cards", depth=104)
    play.must("Dee", "place-cutting-card", behind=20)
    play.must("Dee", "load-shoe")
    play.must("Dee", "burn-cards")
    play.must("Ann", "place-wager", wager="banker", amount=100)
    assert refused(play.act("Dee", "deal-card", card="2c")) == "commission-owed"
    play.must("Dee", "collect-commission", person="Ann")
    coup(play)


# The wagering period ---------------------------------------------------------------------


def test_wagers_are_taken_in_the_period_and_its_expiry_closes_betting() -> None:
    def change(raw: Raw) -> None:
        raw["edition.toml"]["close"]["at"] = "expiry"

    play = table({"period": {"seconds": 20}}, change=change)
    assert refused(play.act("Ann", "place-wager", wager="player", amount=100)) == "bets-not-called"
    play.must("Dee", "call-bets", call="place your bets")
    play.must("Ann", "place-wager", wager="player", amount=100)
    assert refused(play.act("Dee", "end-period")) == "period-runs"
    survives(play)
    play.now += dt.timedelta(seconds=20)
    assert refused(play.act("Bob", "place-wager", wager="player", amount=100)) == "period-over"
    play.must("Dee", "end-period")
    assert play.table.betting.cause == "expiry"
    assert refused(play.act("Dee", "end-period")) == "no-period"
    coup(play)
    assert refused(play.act("Ann", "place-wager", wager="player", amount=100)) == "bets-not-called"


def test_where_a_call_closes_betting_it_closes_before_a_coup_begins() -> None:
    def change(raw: Raw) -> None:
        raw["edition.toml"]["close"]["at"] = "call"

    play = table({}, change=change)
    play.must("Ann", "place-wager", wager="player", amount=100)
    play.must("Dee", "call-bets", call="no more bets")
    assert play.table.betting.cause == "call"
    assert play.table.coup is None
    assert refused(play.act("Bob", "place-wager", wager="player", amount=100)) == "betting-closed"
    coup(play)
    play.must("Bob", "place-wager", wager="player", amount=100)


# Low stakes ------------------------------------------------------------------------------


def low(then: str) -> Play:
    def change(raw: Raw) -> None:
        raw["edition.toml"]["limits"]["below_minimum"]["then"] = then

    return table({}, change=change, cards=f"{PLAYER_WINS} {PLAYER_WINS}")


def low_wager(play: Play) -> None:
    found = play.act("Dee", "find-wager", person="Ann", wager="player", amount=10)
    assert not isinstance(found, Refusal), found


def test_the_first_low_wager_is_settled_and_the_second_goes_back() -> None:
    play = low("settles-once")
    for paid in (True, False):
        before = play.table.balances[chips_of("Ann")]
        play.must("Bob", "place-wager", wager="player", amount=100)
        low_wager(play)
        coup(play)
        won = play.table.balances[chips_of("Ann")] - before
        assert (won > 0) is paid
    survives(play)


def test_after_a_warning_the_house_may_return_a_low_wager() -> None:
    play = low("may-return")
    play.must("Bob", "place-wager", wager="player", amount=100)
    low_wager(play)
    number = max(play.table.wagers)
    assert refused(play.act("Dee", "return-low-stake", number=number)) == "not-warned"
    coup(play)
    play.must("Bob", "place-wager", wager="player", amount=100)
    low_wager(play)
    play.must("Dee", "return-low-stake", number=max(play.table.wagers))
    assert {placed.person for placed in play.table.wagers.values()} == {"Bob"}


# Side wagers where places are few --------------------------------------------------------


def test_a_bettor_on_the_area_beside_comes_before_other_bettors_and_they_before_all_others() -> (
    None
):
    def change(raw: Raw) -> None:
        raw["wagers.toml"]["wager"]["player-pair"]["optional"]["beside"] = "player"

    sign: Raw = {"minimum": 25, "maximum": 1000, "offered": ["player-pair"]}
    sign |= {"positions": {"player-pair": 1}, "wagers": {"player-pair": {"minimum": 5}}}
    play = table({}, change=change, sign=sign)

    def pair(who: str) -> object:
        return play.act(who, "place-wager", wager="player-pair", amount=25)

    def has() -> list[str]:
        found = play.table.wagers.values()
        return [placed.person for placed in found if placed.wager == "player-pair"]

    play.must("Ann", "place-wager", wager="player-pair", amount=25)
    play.must("Bob", "place-wager", wager="banker", amount=100)
    play.must("Bob", "place-wager", wager="player-pair", amount=25)
    assert has() == ["Bob"]
    assert refused(pair("Ann")) == "no-position-left"
    play.must("Cyd", "place-wager", wager="player", amount=100)
    play.must("Cyd", "place-wager", wager="player-pair", amount=25)
    assert has() == ["Cyd"]
    assert refused(pair("Bob")) == "no-position-left"
