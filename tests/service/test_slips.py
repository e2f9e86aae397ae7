"""Undisclosed wagers that the house keeps: sealed, opened when announced, by whoever may."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.service.automatic import keep_dealing
from pitboss.service.futures import Answers
from pitboss.service.people.exclusions import CLOCK
from pitboss.service.tables import Actor
from pitboss.table.tournament.play import TournamentPlay, play_of
from pitboss.table.tournament.slips import slip_commitment
from pitboss.table.usual.next_act import AUTOMATIC
from tests.service.play import DEE, LADDER, SUE, TABLE, Rig, player

NONCE = "5a" * 32
WAGER, CENTS = "banker", 7_777_500
"""An amount that stands nowhere else."""
CONTENT: dict[str, Any] = {"nonce": NONCE, "wager": WAGER, "amount_cents": CENTS}
COMMITMENT = slip_commitment(NONCE, WAGER, CENTS)
ANN, BOB = player(0), player(1)
STAFF = tuple(
    Actor(f"{AUTOMATIC}{name}", "staff", rank)
    for name, rank in (("dealer", LADDER[0]), ("supervisor", LADDER[1]))
)


def begin(rig: Rig, **given: Any) -> None:
    """A session of two at a virtual table whose shoe is ready."""
    rig.open(players=0)
    rig.ready()
    fields = {
        "tournament": "tournament:spring",
        "session": 1,
        "boxes": {ANN.person: 1, BOB.person: 2},
        "allotment_cents": 10_000_000,
        "minimum_cents": 2_500,
        "maximum_cents": 8_000_000,
        "undisclosed": 2,
        **given,
    }
    rig.do(CLOCK, "sign-on")
    rig.do(CLOCK, "begin-tournament-session", **fields)


def play(rig: Rig) -> TournamentPlay:
    found = play_of(rig.table())
    assert found is not None
    return found


def sealed(rig: Rig) -> None:
    """Ann has handed in a slip that was examined, Bob has wagered, no more bets were called."""
    begin(rig)
    rig.do(ANN, "hand-in-slip", **CONTENT)
    rig.do(SUE, "examine-slip", person=ANN.person)
    rig.do(BOB, "place-wager", wager="player", amount_cents=2_500, box=2)
    rig.do(DEE, "call-bets", call="no more bets")


def test_the_journal_has_what_commits_to_a_slip_and_nothing_of_it(rig: Rig, tmp_path: Path) -> None:
    sealed(rig)
    assert play(rig).slips[ANN.person].commitment == COMMITMENT
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert COMMITMENT.encode() in kept
    assert NONCE.encode() not in kept
    assert bytes.fromhex(NONCE) not in kept
    assert str(CENTS).encode() not in kept
    rig.do(SUE, "announce-slip", person=ANN.person)
    form = play(rig).slips[ANN.person].form
    assert form is not None
    assert (form.nonce, form.wager, form.amount_cents) == (NONCE, WAGER, CENTS)


def test_a_slip_is_opened_by_a_house_that_was_started_anew(url: str) -> None:
    first = Rig(SqlStore(url))
    sealed(first)
    first.close()
    again = Rig(SqlStore(url))
    answer = again.do(SUE, "announce-slip", person=ANN.person)
    assert json.loads(bytes(answer.events[0]))["nonce"] == NONCE
    again.close()


def test_only_who_may_announces_it_and_nobody_with_another_content(light: Rig) -> None:
    sealed(light)
    refused = light.ask(DEE, "announce-slip", person=ANN.person).refusal
    assert refused is not None
    assert refused.code == "rank-too-low"
    other = {**CONTENT, "amount_cents": CENTS + 2_500}
    refused = light.ask(SUE, "announce-slip", person=ANN.person, **other).refusal
    assert refused is not None
    assert refused.code == "slip-not-this"
    light.do(SUE, "announce-slip", person=ANN.person)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"amount_cents": 2_400}, "below-minimum"),
        ({"amount_cents": 8_002_500}, "above-maximum"),
        ({"amount_cents": 0}, "below-minimum"),
        ({"wager": ""}, "unknown-wager"),
    ],
)
def test_a_slip_that_does_not_comply_is_found_when_it_is_examined(
    light: Rig, content: dict[str, Any], code: str
) -> None:
    begin(light)
    light.do(ANN, "hand-in-slip", **CONTENT | content)
    refused = light.ask(SUE, "examine-slip", person=ANN.person).refusal
    assert refused is not None
    assert refused.code == code
    light.do(SUE, "return-slip", person=ANN.person)
    light.do(ANN, "hand-in-slip", **CONTENT)
    light.do(SUE, "examine-slip", person=ANN.person)


@pytest.mark.parametrize(
    "content", [{"nonce": "5a"}, {"amount_cents": -1}, {"amount_cents": "much"}, {"nonce": None}]
)
def test_a_slip_that_cannot_be_read_is_refused_in_one_sentence(
    light: Rig, content: dict[str, Any]
) -> None:
    begin(light)
    refused = light.ask(ANN, "hand-in-slip", **CONTENT | content).refusal
    assert refused is not None
    assert refused.code == "bad-command"
    assert not play(light).slips


def automatic(**content: Any) -> Rig:
    """A session with nobody but the automatic dealer; Ann has handed in a slip, Bob wagered."""
    rig = Rig(MemoryStore())
    begin(rig)
    for actor in (DEE, SUE):
        rig.do(actor, "sign-off")
    for actor in STAFF:
        rig.do(actor, "sign-on")
    rig.do(ANN, "hand-in-slip", **CONTENT | content)
    rig.do(BOB, "place-wager", wager="player", amount_cents=2_500, box=2)
    return rig


def deals(rig: Rig, until: Callable[[], object]) -> None:
    """The automatic dealer at work, until something is so."""

    async def run() -> None:
        task = asyncio.create_task(keep_dealing(rig.tables, Answers(), TABLE, 0))
        for _ in range(10_000):
            if until():
                break
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())
    assert until(), rig.table().phase


def words(rig: Rig) -> list[str]:
    """What was done about slips before the first card, and what ended the coup."""
    every = [json.loads(line)["event"]["event"] for _, line in rig.store.read(TABLE, 0, 10_000)]
    shown = ("slip-", "bets-called", "card-dealt", "coup-settled")
    return [one for one in every if one.startswith(shown)]


IN_ORDER = ["slip-handed-in", "slip-examined", "bets-called", "slip-announced", "card-dealt"]


def test_the_automatic_dealer_examines_calls_announces_and_deals() -> None:
    rig = automatic()
    deals(rig, lambda: play(rig).coups)
    found = words(rig)
    assert found[: len(IN_ORDER)] == IN_ORDER
    assert found[-1] == "coup-settled"
    rig.close()


def test_the_automatic_dealer_gives_back_a_slip_that_does_not_comply() -> None:
    rig = automatic(amount_cents=100)
    deals(rig, lambda: not play(rig).slips)
    rig.do(ANN, "hand-in-slip", **CONTENT)
    deals(rig, lambda: play(rig).coups)
    assert words(rig)[: 2 + len(IN_ORDER)] == ["slip-handed-in", "slip-returned", *IN_ORDER]
    rig.close()


def test_wagers_are_made_in_order_at_a_virtual_table_too(light: Rig) -> None:
    begin(light, order=True)
    refused = light.ask(BOB, "hand-in-slip", **CONTENT).refusal
    assert refused is not None
    assert refused.code == "out-of-turn"
    light.do(ANN, "hand-in-slip", **CONTENT)
    light.do(BOB, "place-wager", wager="player", amount_cents=2_500, box=2)


def test_a_coup_on_which_everybody_passes_goes_by_without_a_card() -> None:
    rig = Rig(MemoryStore())
    begin(rig, pass_cards=1)
    for actor in (DEE, SUE):
        rig.do(actor, "sign-off")
    for actor in STAFF:
        rig.do(actor, "sign-on")
    for actor in (ANN, BOB):
        rig.do(actor, "play-pass-card")
    deals(rig, lambda: play(rig).coups)
    assert "card-dealt" not in words(rig)
    rig.close()
