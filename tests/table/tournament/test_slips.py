"""Undisclosed wagers: nobody learns from a table what a slip says before it is announced."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.scenarios.run import Play
from pitboss.table import decide
from pitboss.table.tournament.slips import AnnounceSlip, ExamineSlip, slip_commitment
from tests.table.tournament.at_table import MAIN, PLAYERS, all_views, refused, session

NONCE = hashlib.sha256(b"a nonce").hexdigest()


def sealed(name: str, amount_cents: int) -> tuple[Play, dict[str, Any]]:
    """A session in which Ann has a slip that was examined; the others have wagered."""
    play = session(name, undisclosed=1)
    wager = MAIN[name]
    content = {"nonce": NONCE, "wager": wager, "amount_cents": amount_cents}
    commitment = slip_commitment(NONCE, wager, amount_cents)
    play.must("Ann", "hand-in-slip", commitment=commitment)
    play.must("Sue", "examine-slip", person="Ann", **content)
    for person in PLAYERS[1:]:
        play.must(person, "place-wager", wager=wager, amount=100)
    return play, content


def test_what_commits_to_a_slip_is_a_hash_that_anybody_can_work_out() -> None:
    content = json.dumps(["banker", 20_000], separators=(",", ":")).encode()
    wanted = hashlib.sha256(bytes.fromhex(NONCE) + content).hexdigest()
    assert slip_commitment(NONCE, "banker", 20_000) == wanted


@pytest.mark.parametrize("name", MAIN)
def test_two_tables_that_differ_in_a_sealed_wager_look_the_same_to_everyone(name: str) -> None:
    one, first = sealed(name, 2_500)
    other, second = sealed(name, 50_000)
    for play in (one, other):
        play.must("Dee", "call-bets", call="no more bets")
        if name == "star-blackjack":
            play.must("Dee", "deal-card", card=play.next_card())
    commitments = [slip_commitment(**content) for content in (first, second)]
    assert commitments[0] != commitments[1]
    seen, others = all_views(one), all_views(other)
    assert seen.keys() == others.keys()
    for who, view in seen.items():
        # What commits to a slip is random to whoever does not know its nonce.
        assert view.replace(commitments[0].encode(), commitments[1].encode()) == others[who], who
        assert NONCE.encode() not in view


def test_the_view_says_that_a_slip_is_there_and_whose_turn_it_is() -> None:
    play = session("star-baccarat", undisclosed=1, pass_cards=2, order=True, seconds=30)
    play.must("Ann", "hand-in-slip", commitment=NONCE)
    seen = json.loads(all_views(play)["player Cal"])[0]["table"]["session"]
    assert seen["slips"] == [{"person": "Ann", "commitment": NONCE}]
    assert seen["turn"] == "Bob"
    assert seen["marker"] == 1
    assert seen["left"] == {"Ann": 2, "Bob": 2, "Cal": 2}
    play.must("Sue", "examine-slip", person="Ann")
    seen = json.loads(all_views(play)["player Cal"])[0]["table"]["session"]
    assert seen["slips"] == [{"person": "Ann", "commitment": NONCE, "examined": True}]


@pytest.mark.parametrize("field", ["nonce", "wager", "amount_cents"])
def test_a_slip_opened_with_another_content_is_refused(field: str) -> None:
    play, content = sealed("star-baccarat", 10_000)
    play.must("Dee", "call-bets", call="no more bets")
    other = {"nonce": "0" * 64, "wager": "banker", "amount_cents": 10_001}[field]
    assert refused(
        play, "Sue", "announce-slip", person="Ann", **{**content, field: other}
    ).code == ("slip-not-this")
    play.must("Sue", "announce-slip", person="Ann", **content)


@pytest.mark.parametrize("nonce", ["é", "a reason", "zz" * 32, "00"])
@pytest.mark.parametrize("kind", [ExamineSlip, AnnounceSlip])
def test_a_nonce_that_is_no_hexadecimal_is_refused(kind: Any, nonce: str) -> None:
    """Found by the chaos dealer: a command made in the program has not been read from a text."""
    play, content = sealed("star-baccarat", 10_000)
    if kind is ExamineSlip:
        play.must("Sue", "return-slip", person="Ann")
        play.must("Ann", "hand-in-slip", commitment=slip_commitment(**content))
    else:
        play.must("Dee", "call-bets", call="no more bets")
    command = kind(by="Sue", at=play.now, person="Ann", **{**content, "nonce": nonce})
    answer = decide(play.rules, play.table, command)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clauses) == ("bad-nonce", ("15.8.2", "15.8.2.1"))
    assert answer.sentence == "The nonce is 64 hexadecimal digits."


def test_chips_that_are_wagered_openly_are_not_there_for_a_slip() -> None:
    play = session("star-baccarat", undisclosed=1)
    for wager in ("player", "tie"):
        play.must("Ann", "place-wager", wager=wager, amount=500)
    play.must("Ann", "hand-in-slip", commitment=slip_commitment(NONCE, "player", 2_500))
    content = {"nonce": NONCE, "wager": "player", "amount_cents": 2_500}
    answer = refused(play, "Sue", "examine-slip", person="Ann", **content)
    assert (answer.code, answer.clauses) == ("slip-beyond-chips", ("15.8.2.3", "15.8.2.4"))
