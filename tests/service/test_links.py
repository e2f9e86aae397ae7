"""Links served: tables feed one, hear from it, and every crossing is there once."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.errors import UnknownLinkError
from pitboss.games.blackjack.play.link import linked
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.integrity import check
from pitboss.journal.proof.verify import Verdict, verify_lines
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, Store
from pitboss.service.aggregates.carrier import in_order
from tests.aggregates.linked import CONDITIONS, MILLION
from tests.service.linked import DEE, EVE, GUS, MAIN, SHOE, SUE, LinkRig, player
from tests.service.play import SECRET, START, FakeClock

ONE, TWO = "table:1", "table:2"
DIAMONDS = ("7d", "7d", "7d")
CLUBS = ("7c", "7c", "7c")


@pytest.fixture
def light() -> Iterator[LinkRig]:
    """A house in memory."""
    found = LinkRig(MemoryStore())
    yield found
    found.close()


def verified(store: Store) -> Verdict:
    return verify_lines(export_lines(store, Signer(SECRET), "now"), AGGREGATES)


def chips(rig: LinkRig, name: str, number: int = 1) -> int:
    return rig.table(name).balances[f"player:p{number}"]


def test_2_3_4_1_stakes_taken_into_the_float_are_metered(light: LinkRig) -> None:
    light.linked(ONE, TWO)
    assert sorted(light.link().members) == [ONE, TWO]
    for name in (ONE, TWO):
        known = linked(light.table(name))
        assert known is not None
        assert (known.link, known.increment_millionths) == (MAIN, 75_000)
    before = light.table(ONE).balances["float"]
    light.stakes(ONE)
    assert light.table(ONE).balances["float"] == before + 500
    assert light.tables.deliver() == 1
    assert light.link().meter_millionths == 10_000 * MILLION + 75_000
    assert light.tables.deliver() == 0
    assert verified(light.store).sound


def test_14_27_two_suited_winners_at_one_table_are_paid_from_the_link(light: LinkRig) -> None:
    seed = 50_000_000 - 2
    light.linked(ONE, players=2, seed_cents=seed, increment_millionths=10_000)
    light.stakes(ONE, players=2)
    light.deal(ONE, "7c", "7c", "7c", "7c", "7c")
    before, held = chips(light, ONE), light.table(ONE).balances["float"]
    light.do(ONE, DEE, "confirm-jackpot")
    again = light.ask(ONE, DEE, "confirm-jackpot").refusal
    assert again is not None
    assert (again.code, again.clauses) == ("jackpot-confirmed", ("14.27.4(i)",))
    light.tables.deliver()
    assert [chips(light, ONE, n) - before for n in (1, 2)] == [4_750_000, 4_750_000]
    assert light.table(ONE).balances["float"] == held
    assert light.link().meter_millionths == 405_000 * MILLION
    assert verified(light.store).sound


def two_winners(rig: LinkRig, *cards: tuple[str, ...]) -> None:
    """Wins at two tables that the equipment stamps alike."""
    seed = 50_000_000 - 2
    rig.linked(ONE, TWO, seed_cents=seed, increment_millionths=10_000)
    for name, dealt in zip((ONE, TWO), cards, strict=True):
        rig.stakes(name)
        rig.deal(name, *dealt)
    rig.clock.step *= 0
    for name in (ONE, TWO):
        rig.do(name, DEE, "confirm-jackpot")
    rig.clock.now += rig.clock.step.resolution * 2_000_000
    rig.tables.deliver()


def test_14_27_4_ii_wins_at_two_tables_wait_for_surveillance(light: LinkRig) -> None:
    two_winners(light, CLUBS, CLUBS)
    link = light.link()
    assert link.questioned == (1, 2)
    assert chips(light, ONE) == chips(light, TWO) == 97_000
    assert light.give(EVE, "determine-moments", moments=[[1, 2]]).refusal is None
    light.tables.deliver()
    assert chips(light, ONE) == chips(light, TWO) == 97_000 + 4_750_000
    assert light.link().meter_millionths == 405_000 * MILLION
    assert verified(light.store).sound


def test_a_whole_and_a_tenth_are_held_for_a_decision(light: LinkRig) -> None:
    two_winners(light, DIAMONDS, CLUBS)
    light.give(EVE, "determine-moments", moments=[[1, 2]])
    light.tables.deliver()
    held = light.link().held
    assert len(held) == 2
    assert chips(light, ONE) == 97_000
    order = held[0].order
    assert light.give(SUE, "decide-order", order=order, reason="x").refusal is not None
    assert light.give(GUS, "decide-order", order=order, reason="agreed").refusal is None
    light.tables.deliver()
    shares = [one.amount_cents for part in held[0].sharings for one in part.payments]
    assert sorted([chips(light, ONE) - 97_000, chips(light, TWO) - 97_000]) == sorted(shares)
    assert verified(light.store).sound


def test_16_18_1_a_malfunction_returns_the_stakes_of_the_round(light: LinkRig) -> None:
    light.linked(ONE)
    light.stakes(ONE)
    light.tables.deliver()
    light.do(ONE, DEE, "return-jackpot-stakes", reason="no power")
    light.tables.deliver()
    assert chips(light, ONE) == 97_500
    assert light.link().meter_millionths == 10_000 * MILLION
    assert verified(light.store).sound


def test_a_link_out_of_order_is_a_fault_at_the_table_and_the_stakes_go_back(light: LinkRig) -> None:
    light.linked(ONE)
    assert light.give(SUE, "stop-link", reason="no power").refusal is None
    light.stakes(ONE)
    light.tables.deliver()
    known = linked(light.table(ONE))
    assert known is not None
    assert known.fault == "link-stopped"
    assert [fault.table for fault in light.link().faults] == [ONE]
    low = light.ask(ONE, DEE, "play-without-jackpot").refusal
    assert low is not None
    assert (low.code, low.clauses) == ("rank-too-low", ("16.18.2",))
    light.do(ONE, DEE, "return-jackpot-stakes", reason="no power")
    light.do(ONE, SUE, "play-without-jackpot")
    light.tables.deliver()
    assert chips(light, ONE) == 97_500
    assert len(light.link().faults) == 1  # what was never metered is not taken back out
    data = {"wager": "blazing-sevens", "amount_cents": 500, "box": 1}
    without = light.ask(ONE, player(1), "place-wager", **data).refusal
    assert without is not None
    assert (without.code, without.clauses) == ("without-jackpot", ("16.18.2",))
    assert verified(light.store).sound


def test_2_3_4_3_a_table_with_a_card_shoe_is_not_linked(light: LinkRig) -> None:
    light.linked()
    light.open(ONE, source=SHOE)
    assert light.give(GUS, "join-table", table=ONE, **CONDITIONS).refusal is None
    light.tables.deliver()
    assert linked(light.table(ONE)) is None
    assert light.link().members == {}
    assert light.store.pending() == []
    assert verified(light.store).sound


def test_a_table_leaves_between_rounds_only(light: LinkRig) -> None:
    light.linked(ONE, TWO)
    light.stakes(ONE)
    light.deal(ONE, "9c")
    assert light.ask(ONE, SUE, "unlink-table").refusal is not None
    light.do(TWO, SUE, "unlink-table", reason="closing")
    light.tables.deliver()
    assert list(light.link().members) == [ONE]
    assert linked(light.table(TWO)) is None


def test_a_retry_is_answered_as_before(light: LinkRig) -> None:
    light.linked()
    first = light.give(GUS, "join-table", table=ONE, **CONDITIONS, key="one-id")
    again = light.give(GUS, "join-table", table=ONE, **CONDITIONS, key="one-id")
    assert [bytes(event) for event in again.events] == [bytes(event) for event in first.events]
    assert light.link().members.keys() == {ONE}


def test_what_is_no_command_is_refused(light: LinkRig) -> None:
    light.linked()
    for data in ({"do": "join-table"}, {"do": "fly"}, {"do": "stop-link", "reason": 5}):
        answer = light.tables.links.give(MAIN, data, GUS, "odd")
        assert answer.refusal is not None
        assert answer.refusal.code == "bad-command"
    with pytest.raises(UnknownLinkError):
        light.tables.links.give("link:none", {"do": "resume-link"}, GUS, "odd")


def test_what_a_table_told_that_cannot_be_read_is_a_fault(light: LinkRig) -> None:
    light.linked(ONE)
    light.tables.links.take(MAIN, [Message(f"{ONE}/999/0", MAIN, b'{"do":"fly","by":"x"}')])
    assert [fault.code for fault in light.link().faults] == ["bad-command"]


def test_messages_of_one_source_are_put_in_order() -> None:
    keys = ["table:1/10/0", "table:2/3/0", "table:1/9/1", "table:1/9/0"]
    found = in_order([Message(key, MAIN, b"") for key in keys])
    assert [one.key for one in found] == [
        "table:1/9/0",
        "table:2/3/0",
        "table:1/9/1",
        "table:1/10/0",
    ]


# Killed, and two at once ----------------------------------------------------------------------

KILLED = """
import sys
from pitboss.journal.sql import SqlStore
from tests.service.linked import LinkRig
from tests.service.test_links import dying, script
url, at = sys.argv[1], int(sys.argv[2])
store = SqlStore(url)
dying(store, at)
rig = LinkRig(store)
script(rig)
"""


def dying(store: SqlStore, at: int) -> None:
    """Let the process die at a write: before it where `at` is even, after it where it is odd."""
    plain, writes = store.write, [0]

    def write(some):  # type: ignore[no-untyped-def]
        number = writes[0]
        writes[0] += 1
        if number == at // 2 and at % 2 == 0:
            os._exit(9)
        found = plain(some)
        if number == at // 2:
            os._exit(9)
        return found

    store.write = write  # type: ignore[method-assign]


def script(rig: LinkRig) -> None:
    """A round at two tables, one of them won and one returned; every command has an id."""
    number = 0

    def do(name: str, actor: Any, word: str, **data: Any) -> None:
        nonlocal number
        number += 1
        rig.ask(name, actor, word, key=f"step-{number}", **data)

    rig.give(GUS, "open-link", key="open", **CONDITIONS)
    for name in (ONE, TWO):
        if name not in rig.tables.names() or not rig.store.head(name):
            rig.tables.table(name, "star-blackjack/2024-08-16")
        for actor in (DEE, SUE):
            do(name, actor, "sign-on")
        from tests.service.linked import DEVICE, OPENING  # noqa: PLC0415

        do(name, SUE, "open-table", **OPENING, source=DEVICE)
        do(name, player(1), "arrive", chips_cents=100_000)
        do(name, DEE, "record-player-card", person=player(1).person, card="one's own")
        do(name, DEE, "introduce-cards", backs="red")
        do(name, DEE, "shuffle", how=DEVICE)
        do(name, DEE, "load-shoe")
        do(name, DEE, "burn-cards")
        rig.give(GUS, "join-table", table=name, key=f"join-{name}", **CONDITIONS)
        rig.tables.deliver()
        do(name, player(1), "place-wager", wager="main", amount_cents=2_500, box=1)
        do(name, player(1), "place-wager", wager="blazing-sevens", amount_cents=500, box=1)
        do(name, DEE, "take-jackpot-stakes")
        rig.tables.deliver()
    for card in CLUBS:
        do(ONE, DEE, "deal-card", card=card)
    do(ONE, DEE, "confirm-jackpot")
    for _ in range(3):
        rig.tables.deliver()
    do(TWO, DEE, "return-jackpot-stakes", reason="no power")
    rig.tables.deliver()


def end_of(rig: LinkRig) -> dict[str, Any]:
    link = rig.link()
    return {
        "meter": link.meter_millionths,
        "contributions": link.contributions,
        "returned": link.returned,
        "paid": link.paid,
        "stakes": link.stakes,
        "wins": link.wins,
        "faults": [fault.code for fault in link.faults],
        "chips": [chips(rig, name) for name in (ONE, TWO)],
    }


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    rig = LinkRig(MemoryStore())
    script(rig)
    found = end_of(rig)
    rig.close()
    assert found["wins"] == 1
    assert found["paid"]
    assert found["returned"] == 75_000
    assert found["chips"][1] == 97_500
    return found


def died_and_resumed(url: str, at: int, whole: dict[str, Any]) -> bool:
    """Kill it at a write, then do it all again under the same ids; whether it was killed."""
    done = subprocess.run([sys.executable, "-c", KILLED, url, str(at)], check=False)
    for hours in (1, 2):
        store = SqlStore(url)
        rig = LinkRig(store, FakeClock(START + dt.timedelta(hours=hours)))
        script(rig)
        assert end_of(rig) == whole, at
        assert store.pending() == []
        for name in store.streams():
            commands = [read_line(line).command for _, line in store.read(name)]
            runs = [key for n, key in enumerate(commands) if n == 0 or commands[n - 1] != key]
            assert len(runs) == len(set(runs)), "done twice"
        check(store, AGGREGATES)
        assert verified(store).sound
        rig.close()
    return done.returncode == 9


@pytest.mark.parametrize("at", range(20, 83, 7))
def test_killed_at_a_write_it_is_resumed_exactly(url: str, at: int, whole: dict[str, Any]) -> None:
    assert died_and_resumed(url, at, whole)


@pytest.mark.long
def test_killed_before_and_after_every_write(tmp_path: Any, whole: dict[str, Any]) -> None:
    at = 0
    while died_and_resumed(f"sqlite:///{tmp_path / str(at)}.db", at, whole):
        at += 1
    assert at > 75


def test_two_processes_carry_over_once(url: str) -> None:
    one, two = LinkRig(SqlStore(url)), LinkRig(SqlStore(url))
    one.linked(ONE, TWO)
    two.tables.links.resume()
    for name in (ONE, TWO):
        two.tables.table(name)
        one.stakes(name)
    assert two.tables.deliver() == 2
    assert one.tables.deliver() == 0
    one.tables.links.follow(MAIN)
    assert one.link() == two.link()
    assert one.link().stakes == 2
    # Each decides on a link that the other has written to meanwhile.
    assert one.give(SUE, "stop-link", reason="no power").refusal is None
    answer = two.give(SUE, "stop-link", reason="again")
    assert answer.refusal is None or answer.refusal.code == "link-stopped"
    two.tables.links.follow(MAIN)
    assert two.link().stopped == "no power"
    one.close()
    two.close()


def test_a_link_is_resumed_from_its_snapshot(url: str) -> None:
    rig = LinkRig(SqlStore(url))
    rig.linked(ONE)
    rig.stakes(ONE)
    rig.tables.deliver()
    assert rig.tables.links.keep_snapshot(MAIN) == rig.store.head(MAIN)
    rig.do(ONE, DEE, "return-jackpot-stakes", reason="no power")
    rig.tables.deliver()
    before = rig.link()
    rig.close()
    again = LinkRig(SqlStore(url))
    assert again.link() == before
    assert again.store.snapshot(MAIN) is not None
    again.close()
