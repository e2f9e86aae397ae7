"""What is shown again comes from the nearest mark, and is what the whole journal gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.api import marks as module
from pitboss.api.floor import PREFIX
from pitboss.api.marks import Marks
from pitboss.api.visible import visible
from pitboss.journal.memory import MemoryStore
from pitboss.journal.record import read_line
from pitboss.journal.snapshots import state_digest
from pitboss.journal.store import Snapshot
from pitboss.journal.versions import read_event
from pitboss.service.reports import report
from pitboss.table import Table, evolve
from pitboss.table.views import view
from tests.api.conftest import TABLE, House

STREAM = PREFIX + TABLE
COUPS = 12


class Counted(MemoryStore):
    """A store that counts the lines of a table that were read."""

    lines = 0

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        found = super().read(stream, after, limit)
        self.lines += len(found) if stream == STREAM else 0
        return found


@pytest.fixture(scope="module")
def played() -> Iterator[House]:
    house = House(store=Counted())
    with house.client:
        house.seat("player1")
        house.ready()
        for _ in range(COUPS):
            house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
            house.coup()
        yield house
    house.close()


def whole(house: House, until: int) -> list[Table]:
    """The table before the first event and after each, from the first on."""
    found = [Table()]
    for _, line in house.store.read(STREAM, 0, until):
        found.append(evolve(found[-1], read_event(read_line(line))))
    return found


def fresh(house: House) -> Marks:
    return Marks(house.store, STREAM, house.tables.signer.public)


def test_every_state_is_that_of_the_whole_journal(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVERY", 7)
    monkeypatch.setattr(module, "MOST", 5)
    head = played.store.head(STREAM)
    states, marks = whole(played, head), fresh(played)
    order = [*range(1, head + 1, 13), *range(head, 0, -11), 1, head + 1]
    for sequence in order:
        assert state_digest(marks.before(sequence)) == state_digest(states[sequence - 1])
        assert len(marks._sizes) <= 5
    with pytest.raises(LookupError):
        marks.before(head + 2)


@pytest.mark.parametrize("login", ["player1", "player2", "display", "dealer", "inspector"])
def test_a_replay_is_the_same_as_from_the_first_event(played: House, login: str) -> None:
    role = login.rstrip("12") if login != "dealer" else "staff"
    person = played.person(login) if role == "player" else None
    for number in (1, COUPS // 2, COUPS):
        found = played.get(login, f"/tables/{TABLE}/coups/{number}/replay").json()
        first, last = found["coup"]["first"], found["coup"]["last"]
        states = whole(played, last)
        lines = played.store.read(STREAM, first - 1, last - first + 1)
        steps = []
        for sequence, line in lines:
            seen = visible(sequence, read_event(read_line(line)), role, person)  # type: ignore[arg-type]
            if seen is not None:
                steps.append((seen, view(states[sequence], role, person)))  # type: ignore[arg-type]
        assert found["before"] == plain(view(states[first - 1], role, person))  # type: ignore[arg-type]
        assert [(one["event"], one["view"]) for one in found["steps"]] == plain(steps)


def plain(value: Any) -> Any:
    found = msgspec.json.decode(msgspec.json.encode(value))
    return [tuple(one) for one in found] if isinstance(value, list) else found


def test_a_kept_snapshot_serves_and_only_what_is_after_it_is_read(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVERY", 7)
    assert played.tables.keep_snapshot(STREAM)
    head = played.store.head(STREAM)
    house = played
    house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
    house.coup()
    found = house.get("dealer", f"/tables/{TABLE}/coups/{COUPS + 1}/replay").json()
    first = found["coup"]["first"]
    assert first > head
    marks = fresh(house)
    house.store.lines = 0
    state = marks.before(first)
    assert house.store.lines <= first - head + 1  # one more to see that the snapshot fits
    assert state_digest(state) == state_digest(whole(house, first - 1)[-1])
    house.store.lines = 0
    assert marks.before(first) is state
    assert house.store.lines == 0


def test_a_snapshot_that_is_not_ours_does_not_serve(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVERY", 7)
    assert played.tables.keep_snapshot(STREAM)
    kept = played.store.snapshot(STREAM)
    forged = Snapshot(STREAM, kept.sequence, kept.body[:-1] + bytes([kept.body[-1] ^ 1]))
    played.store._snapshots[STREAM] = forged
    try:
        head = played.store.head(STREAM)
        assert state_digest(fresh(played).before(head + 1)) == state_digest(whole(played, head)[-1])
    finally:
        played.store._snapshots[STREAM] = kept


def test_a_report_is_the_same_as_from_the_first_event_and_reads_only_what_is_new(
    played: House,
) -> None:
    def full() -> Any:
        lines = [line for _, line in MemoryStore.read(played.store, STREAM)]
        made = report(TABLE, lines, played.tables.rules, played.context.now())
        return plain(made)

    path = f"/tables/{TABLE}/report"
    assert played.get("gaming-manager", path).json() == full()
    played.do("player1", "place-wager", wager="tie", amount_cents=2_500)
    played.coup()
    head = played.store.head(STREAM)
    played.store.lines = 0
    assert played.get("gaming-manager", path).json() == full()
    assert 0 < played.store.lines < head / 4
    played.store.lines = 0
    month = played.get("gaming-manager", path, month="2020-01").json()
    assert month == {**full(), "payment_errors": []}
    assert played.store.lines == 0
