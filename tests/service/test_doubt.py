"""Writes whose end is in doubt, listeners that fail, and two processes of different minds."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Write
from pitboss.journal.writer import ClosedError
from pitboss.service import streams
from pitboss.service.futures import Promise
from pitboss.service.tables import Answer
from pitboss.table import Event, Table
from tests.service.play import CHIPS, TABLE, Rig, player


class Doubtful(MemoryStore):
    """A store that writes, when `gate` opens, and then loses the answer `losses` times."""

    def __init__(self) -> None:
        super().__init__()
        self.losses = 0
        self.gate, self.begun = threading.Event(), threading.Event()
        self.gate.set()

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        self.begun.set()
        assert self.gate.wait(10)
        answers = super().write(writes)
        if self.losses and any(write.lines for write in writes):
            self.losses -= 1
            raise OSError("the answer is lost")
        return answers


class Ear:
    """Hears a table; what is missed, repeated or out of order is wrong."""

    def __init__(self, rig: Rig) -> None:
        going = rig.tables.table(TABLE)
        self.last, self.wrong = going.told, 0
        going.listeners.append(self)

    def __call__(self, sequence: int, events: tuple[Event, ...], table: Table) -> None:
        self.wrong += sequence != self.last + len(events) or table.events != sequence
        self.last = sequence


def bet(rig: Rig, number: int, command: str) -> Promise[Answer]:
    data: dict[str, Any] = {"do": "place-wager", "wager": "player", "amount_cents": 1_000}
    return rig.tables.submit(TABLE, data, player(number), command)


@pytest.fixture
def doubtful() -> Doubtful:
    return Doubtful()


def begun(store: MemoryStore) -> Rig:
    rig = Rig(store)
    rig.open()
    rig.ready()
    return rig


def test_what_was_written_although_it_failed_is_told_and_answered_once(doubtful: Doubtful) -> None:
    rig = begun(doubtful)
    ear = Ear(rig)
    doubtful.losses = 1
    with pytest.raises(OSError, match="lost"):
        bet(rig, 0, "a").result(10)
    assert (ear.last, ear.wrong) == (doubtful.head(TABLE), 0), "listeners hear what holds"
    assert bet(rig, 0, "a").result(10).accepted
    assert len(rig.table().wagers) == 1
    assert (ear.last, ear.wrong) == (doubtful.head(TABLE), 0)
    rig.close()


def test_what_follows_a_write_in_doubt_is_not_forgotten(doubtful: Doubtful) -> None:
    """The first write fails and is in the journal; the second, already waiting, fits after it."""
    rig = begun(doubtful)
    ear = Ear(rig)
    doubtful.losses = 1
    doubtful.begun.clear()
    doubtful.gate.clear()
    first = bet(rig, 0, "a")
    assert doubtful.begun.wait(10)
    arrive = {"do": "arrive", "chips_cents": CHIPS}
    second = rig.tables.submit(TABLE, arrive, player(1), "b")
    doubtful.gate.set()
    with pytest.raises(OSError, match="lost"):
        first.result(10)
    assert second.result(10).accepted
    after = bet(rig, 1, "c").result(10)
    assert after.accepted, after.refusal
    assert len(rig.table().wagers) == 2
    assert (ear.last, ear.wrong) == (doubtful.head(TABLE), 0)
    rig.close()


def test_a_listener_that_fails_keeps_nobody_from_an_answer(light: Rig) -> None:
    light.open()
    light.ready()

    def failing(*_: object) -> None:
        raise RuntimeError("deaf")

    light.tables.table(TABLE).listeners.append(failing)
    ear = Ear(light)
    assert bet(light, 0, "a").result(10).accepted
    assert bet(light, 0, "b").result(10).accepted
    assert (ear.last, ear.wrong) == (light.store.head(TABLE), 0)


def test_an_answer_is_not_told_before_its_commit(doubtful: Doubtful) -> None:
    rig = begun(doubtful)
    doubtful.gate.clear()
    first = bet(rig, 0, "a")
    assert rig.tables.answered(TABLE, "p0", "a") is None
    doubtful.gate.set()
    told = first.result(10)
    assert msgspec.json.encode(rig.tables.answered(TABLE, "p0", "a")) == msgspec.json.encode(told)
    rig.close()


def test_after_closing_a_command_is_told_so_and_does_not_wait(light: Rig) -> None:
    light.open()
    light.ready()
    light.tables.writer.close()
    with pytest.raises(ClosedError):
        bet(light, 0, "a").result(10)
    with pytest.raises(ClosedError):
        light.tables.give(TABLE, {"do": "leave"}, player(0), "b")
    light.tables.writer = type(light.tables.writer)(light.store)  # for the fixture to close


def test_what_another_accepted_is_not_refused_from_memory(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    other = Rig(SqlStore(url))
    assert not bet(rig, 5, "k").result(10).accepted, "nobody of that name is there"
    other.do(player(5), "arrive", chips_cents=CHIPS)
    accepted = bet(other, 5, "k").result(10)
    assert accepted.accepted
    rig.tables.follow(TABLE)
    assert msgspec.json.encode(bet(rig, 5, "k").result(10)) == msgspec.json.encode(accepted)
    other.close()


def test_events_of_another_found_by_a_refused_command_are_told(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    other = Rig(SqlStore(url))
    ear = Ear(rig)
    assert bet(other, 0, "a").result(10).accepted
    refused = rig.ask(player(0), "leave")  # decided, then found to be behind, then refused
    assert refused.refusal is not None
    rig.tables.follow(TABLE)
    assert (ear.last, ear.wrong) == (other.store.head(TABLE), 0)
    other.close()


def test_the_cards_are_those_of_the_shoe_that_was_loaded(rig: Rig, url: str) -> None:
    """A shoe drawn here for a command that was refused is not the one that another loaded."""
    rig.open()
    while rig.table().stack is None or rig.table().shoe is not None:
        rig.house()
    assert not rig.ask(player(0), "load-shoe").accepted
    other = Rig(SqlStore(url))
    while other.table().shoe is None:
        other.house()
    rig.tables.follow(TABLE)
    number = other.table().shoes
    loaded = other.tables.table(TABLE).shoes.order(number)
    assert loaded is not None
    assert rig.tables.table(TABLE).shoes.order(number) == loaded
    other.close()


def test_in_a_long_stream_old_and_new_ids_are_found_after_a_snapshot(
    rig: Rig, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_READ", 20)
    monkeypatch.setattr(streams, "LATE", 8)
    rig.open()
    rig.ready()
    first = {f"a{number}": bet(rig, 0, f"a{number}").result(10) for number in range(21)}
    rig.tables.keep_snapshot(TABLE)
    first |= {f"b{number}": bet(rig, 0, f"b{number}").result(10) for number in range(3)}
    rig.close()
    after = Rig(SqlStore(url))
    stream = after.tables.table(TABLE).stream
    assert stream.known.unsure
    assert 0 < len(stream.late) < len(first)
    before = after.table()
    for command, answer in first.items():
        again = bet(after, 0, command).result(10)
        assert msgspec.json.encode(again) == msgspec.json.encode(answer)
    assert after.table() == before
    after.close()


class Counting(MemoryStore):
    """A store that counts the lines that are read."""

    lines = 0

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        found = super().read(stream, after, limit)
        self.lines += len(found)
        return found


def test_who_was_behind_reads_what_is_new_and_knows_every_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "LATE", 4)
    store = Counting()
    rig = begun(store)
    for number in range(60):
        assert bet(rig, 0, f"a{number}").result(10).accepted
    rig.tables.keep_snapshot(TABLE)
    other = Rig(store)
    first = {f"b{number}": bet(other, 0, f"b{number}").result(10) for number in range(9)}
    store.lines = 0
    assert bet(rig, 0, "mine").result(10).accepted
    assert store.lines < 60, "a stream of a day is not read through because of one conflict"
    before = rig.table()
    for command, answer in first.items():
        again = bet(rig, 0, command).result(10)
        assert msgspec.json.encode(again) == msgspec.json.encode(answer)
    assert rig.table() == before
    rig.close()
    other.close()
