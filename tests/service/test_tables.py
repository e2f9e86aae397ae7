"""Tables that survive: retries, restarts, bad commands, clocks set back, writes that fail."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from pitboss.chaos.checks import check_cards, check_money
from pitboss.errors import SetAsideError, UnknownTableError
from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import ConflictError, Write
from pitboss.service.tables import Actor
from pitboss.table import Event, Table
from tests.service.play import BOOK, CHIPS, DEE, SUE, TABLE, FakeClock, Rig, player


def test_a_retry_gets_the_first_answer_also_after_a_restart(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    bet: dict[str, Any] = {"wager": "player", "amount_cents": 1_000}
    first = rig.ask(player(0), "place-wager", command="once", **bet)
    again = rig.ask(player(0), "place-wager", command="once", **bet)
    assert first.accepted
    assert msgspec.json.encode(again) == msgspec.json.encode(first)
    assert len(rig.table().wagers) == 1
    rig.close()
    after = Rig(SqlStore(url))
    later = after.ask(player(0), "place-wager", command="once", **bet)
    assert msgspec.json.encode(later) == msgspec.json.encode(first)
    assert len(after.table().wagers) == 1
    after.close()


def test_a_command_id_is_its_givers_own(light: Rig) -> None:
    light.open(players=2)
    light.ready()
    bet: dict[str, Any] = {"wager": "player", "amount_cents": 1_000}
    for number in (0, 1):
        assert light.ask(player(number), "place-wager", command="mine", **bet).accepted
    assert len(light.table().wagers) == 2


def test_a_refusal_is_answered_again(light: Rig) -> None:
    light.open()
    first = light.ask(player(0), "cash-out", command="much", amount_cents=CHIPS + 100)
    light.do(DEE, "buy-in", person="p0", amount_cents=100)
    again = light.ask(player(0), "cash-out", command="much", amount_cents=CHIPS + 100)
    assert not first.accepted
    assert again == first
    assert light.ask(player(0), "cash-out", command="new", amount_cents=CHIPS + 100).accepted


def test_everything_is_resumed_where_it_was_in_mid_coup(rig: Rig, url: str) -> None:
    rig.open()
    rig.coup()
    rig.ready()
    rig.do(player(0), "place-wager", wager="banker", amount_cents=5_000)
    for _ in range(3):
        rig.house()
    before = rig.table()
    secret = rig.tables.table(TABLE).shoes.order(before.shoes)
    rig.close()
    after = Rig(SqlStore(url))
    assert after.tables.names() == [TABLE]
    assert after.table() == before
    assert after.tables.table(TABLE).shoes.order(before.shoes) == secret
    while after.house() != "settle":
        pass
    assert secret is not None
    shoe = after.table().shoe
    assert shoe is not None
    dealt = [card for card in shoe.drawn if card is not None]
    assert dealt == [secret.cards[n] for n, card in enumerate(shoe.drawn) if card is not None]
    check_money(after.table())
    check_cards(after.table())
    after.close()


def test_a_whole_shoe_is_dealt_and_opened(light: Rig) -> None:
    light.open()
    shoe = None
    while shoe is None or shoe.over is None:
        light.coup()
        shoe = light.table().shoe
    assert not shoe.revealed
    light.do(DEE, "reveal-shoe")
    opened = light.table().shoe
    assert opened is not None
    assert opened.revealed
    light.coup()  # and the next shoe


@pytest.mark.parametrize("name", ["table:none", "house", "", "person:1", "table:" + "x" * 10_000])
def test_an_unknown_table_is_said_to_be_unknown(light: Rig, name: str) -> None:
    with pytest.raises(UnknownTableError, match="there is no table"):
        light.tables.submit(name, {"do": "sign-on"}, DEE, "1")
    assert light.store.streams() == []


BAD: list[dict[str, Any]] = [
    {},
    {"do": None},
    {"do": ["sign-on"]},
    {"do": "fly"},
    {"do": "place-wager"},
    {"do": "place-wager", "wager": "player", "amount_cents": "much"},
    {"do": "place-wager", "wager": "player", "amount_cents": 1.5},
    {"do": "place-wager", "wager": "player", "amount_cents": 10**30},
    {"do": "place-wager", "wager": "player", "amount_cents": -1},
    {"do": "place-wager", "wager": "\ud800", "amount_cents": 100},
    {"do": "place-wager", "wager": "x" * 70_000, "amount_cents": 100},
    {"do": "cash-out", "amount_cents": 2**63},
    {"do": "arrive", "chips_cents": 10**40},
    {"do": "place-wager", "wager": "player", "amount_cents": 100, "by": "dee", "more": 1},
    {"do": "leave", "deep": object()},
]


@pytest.mark.parametrize("data", BAD, ids=lambda data: str(data)[:40])
def test_bad_commands_are_refused_and_leave_nothing(light: Rig, data: dict[str, Any]) -> None:
    light.open()
    light.ready()
    before, state = light.store.head(TABLE), light.table()
    answer = light.tables.submit(TABLE, data, player(0), "bad").result(5)
    assert answer.refusal is not None
    assert answer.refusal.sentence.endswith(".")
    assert light.store.head(TABLE) == before
    assert light.table() == state


@pytest.mark.parametrize("key", ["", "x" * 201, "line\nbreak"])
def test_a_command_id_is_short_and_plain(light: Rig, key: str) -> None:
    light.open()
    answer = light.tables.submit(TABLE, {"do": "leave"}, player(0), key).result(5)
    assert answer.refusal is not None
    assert answer.refusal.code == "bad-command-id"


def test_nobody_is_what_their_session_does_not_say(light: Rig) -> None:
    light.open()
    cases: list[tuple[Actor, dict[str, Any], str]] = [
        (player(5), {"do": "sign-on", "role": "staff", "rank": SUE.rank}, "wrong-role"),
        (player(5), {"do": "relieve", "person": "dee", "rank": SUE.rank}, "wrong-role"),
        (Actor("ins", "inspector"), {"do": "arrive", "chips_cents": 100}, "wrong-role"),
        (player(0), {"do": "settle", "by": "dee"}, "wrong-role"),
    ]
    for number, (actor, data, code) in enumerate(cases):
        answer = light.tables.submit(TABLE, data, actor, f"try-{number}").result(5)
        assert answer.refusal is not None
        assert answer.refusal.code == code


def test_a_clock_set_back_stops_nothing_and_is_told() -> None:
    clock = FakeClock()
    rig = Rig(MemoryStore(), clock)
    rig.open()
    rig.coup()
    before = rig.table().now
    assert before is not None
    clock.now -= dt.timedelta(hours=5)
    rig.coup()
    now = rig.table().now
    assert now is not None
    assert now >= before
    assert rig.tables.moments.went_back() is not None
    assert rig.tables.moments.went_back() is None
    rig.close()


def test_a_clock_set_back_over_a_restart_stops_nothing(rig: Rig, url: str) -> None:
    rig.open()
    rig.coup()
    rig.close()
    clock = FakeClock(dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    after = Rig(SqlStore(url), clock)
    after.coup()
    times = [event.at for event in _events(after)]
    assert times == sorted(times)
    after.close()


def _events(rig: Rig) -> list[Event]:
    from pitboss.journal.record import read_line  # noqa: PLC0415
    from pitboss.table import read_event  # noqa: PLC0415

    return [read_event(read_line(line).event) for _, line in rig.store.read(TABLE)]


def test_listeners_hear_every_event_once_and_in_order(rig: Rig) -> None:
    rig.open()
    heard: list[tuple[int, int, Table]] = []
    going = rig.tables.table(TABLE)
    begun = going.told
    going.listeners.append(
        lambda sequence, events, table: heard.append((sequence, len(events), table))
    )
    for _ in range(3):
        rig.coup()
    place = begun
    for sequence, number, table in heard:
        assert sequence == place + number
        assert table.events == sequence
        place = sequence
    assert place == rig.store.head(TABLE)


def test_two_processes_on_one_store_take_turns(url: str) -> None:
    one, two = Rig(SqlStore(url)), Rig(SqlStore(url))
    one.open(players=2)
    one.ready()
    heard: list[int] = []
    two.tables.table(TABLE, BOOK.edition.name).listeners.append(
        lambda sequence, events, _: heard.extend(range(sequence - len(events) + 1, sequence + 1))
    )
    begun = two.tables.table(TABLE).told
    for number in range(20):
        rig, actor = ((one, player(0)), (two, player(1)))[number % 2]
        done = rig.tables.submit(
            TABLE, {"do": "place-wager", "wager": "tie", "amount_cents": 100}, actor, f"n{number}"
        ).result(30)
        assert done.accepted, done.refusal
    two.tables.follow(TABLE)
    assert heard == list(range(begun + 1, one.store.head(TABLE) + 1))
    one.tables.follow(TABLE)
    assert one.table() == two.table()
    one.close()
    two.close()


class Flaky(MemoryStore):
    """A store that another process writes to, and that fails now and then."""

    fail: list[Exception]

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        if self.fail and any(write.stream == TABLE for write in writes):
            error = self.fail.pop()
            if isinstance(error, ConflictError):
                return [error] * len(writes)
            raise error
        return super().write(writes)


def test_a_failed_write_is_told_and_changes_nothing() -> None:
    store = Flaky()
    store.fail = []
    rig = Rig(store)
    rig.open()
    rig.ready()
    before = rig.table()
    store.fail = [OSError("disk")]
    with pytest.raises(OSError, match="disk"):
        rig.ask(player(0), "place-wager", command="x", wager="player", amount_cents=100)
    assert rig.table() == before
    assert rig.ask(player(0), "place-wager", command="x", wager="player", amount_cents=100).accepted
    store.fail = [ConflictError("other")] * 3
    rig.coup(wager="tie")
    check_money(rig.table())
    rig.close()


def test_a_refusal_waits_for_the_write_it_stands_on() -> None:
    store = Flaky()
    store.fail = []
    rig = Rig(store)
    rig.open()
    gate = threading.Event()
    plain = store.write

    def slow(writes: Sequence[Write]) -> list[Exception | None]:
        gate.wait(10)
        return plain(writes)

    store.write = slow  # type: ignore[method-assign]
    store.fail = [OSError("disk")]
    cash = {"do": "cash-out", "amount_cents": CHIPS}
    first = rig.tables.submit(TABLE, cash, player(0), "a")
    second = rig.tables.submit(TABLE, cash, player(0), "b")
    assert not second.done
    gate.set()
    with pytest.raises(OSError, match="disk"):
        first.result(10)
    assert second.result(10).accepted
    assert rig.table().balances["player:p0"] == 0
    rig.close()


def test_100_parallel_cash_outs_pay_once(rig: Rig) -> None:
    rig.open()
    with ThreadPoolExecutor(50) as pool:
        answers = list(
            pool.map(
                lambda n: rig.ask(player(0), "cash-out", command=f"k{n}", amount_cents=CHIPS),
                range(100),
            )
        )
    assert sum(answer.accepted for answer in answers) == 1
    assert {answer.refusal.code for answer in answers if answer.refusal} == {"not-enough-chips"}
    assert rig.table().balances["player:p0"] == 0


def test_100_parallel_retries_of_one_command_pay_once(rig: Rig) -> None:
    rig.open()
    with ThreadPoolExecutor(50) as pool:
        answers = list(
            pool.map(
                lambda _: rig.ask(player(0), "cash-out", command="one", amount_cents=100),
                range(100),
            )
        )
    assert {answer.sequence for answer in answers} == {rig.store.head(TABLE)}
    assert rig.table().balances["player:p0"] == CHIPS - 100


def test_a_stream_that_does_not_follow_itself_is_not_served(light: Rig) -> None:
    light.open()
    store = light.store
    assert isinstance(store, MemoryStore)
    lines = store._lines[TABLE]
    lines[2], lines[3] = lines[3], lines[2]
    again = Rig(store)
    with pytest.raises(SetAsideError, match="event 3"):
        again.table()
    again.close()


def test_a_journal_is_signed(light: Rig) -> None:
    light.open()
    checkpoint = light.tables.signing.sign(TABLE)
    assert checkpoint is not None
    assert checkpoint.holds(light.tables.signer.public)
    assert checkpoint.size == light.store.head(TABLE)


def test_a_snapshot_and_what_came_after_equal_the_whole_journal(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    bet: dict[str, Any] = {"wager": "tie", "amount_cents": 100}
    first = rig.ask(player(0), "place-wager", command="before", **bet)
    assert rig.tables.keep_snapshot(TABLE) == rig.store.head(TABLE)
    while rig.house() != "settle":
        pass
    rig.coup()
    before, tree = rig.table(), rig.tables.table(TABLE).stream.tree.root()
    rig.close()
    after = Rig(SqlStore(url))
    assert after.store.snapshot(TABLE) is not None
    assert after.table() == before
    assert after.tables.table(TABLE).stream.tree.root() == tree
    # A command from before the snapshot is still known.
    again = after.ask(player(0), "place-wager", command="before", **bet)
    assert msgspec.json.encode(again) == msgspec.json.encode(first)
    assert after.ask(player(0), "place-wager", command="new", **bet).accepted
    after.close()
