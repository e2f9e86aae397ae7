"""What is shown again comes from the nearest mark, and is what the whole journal gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss import aggregates
from pitboss.journal.memory import MemoryStore
from pitboss.journal.record import read_line
from pitboss.journal.snapshots import state_digest
from pitboss.journal.store import Snapshot
from pitboss.service.reports import report
from pitboss.table import Table, evolve
from pitboss.table.sight.audience import visible
from pitboss.table.sight.roles import view
from pitboss.views import states as module
from pitboss.views.states import States
from tests.api.conftest import TABLE, House
from tests.views.played import STREAM, played_house

COUPS = 12


@pytest.fixture(scope="module")
def played() -> Iterator[House]:
    with played_house(COUPS) as house:
        yield house


def whole(house: House, until: int) -> list[Table]:
    """The table before the first event and after each, from the first on."""
    found = [Table()]
    for _, line in house.store.read(STREAM, 0, until):
        found.append(evolve(found[-1], aggregates.TABLE.read(read_line(line))))
    return found


def fresh(house: House) -> States:
    return States(house.store, STREAM, house.tables.signer.public)


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
    role: Any = login.rstrip("12") if login != "dealer" else "staff"
    play = played.context.floor.get(TABLE).rules.play
    person = played.person(login) if role == "player" else None
    for number in (1, COUPS // 2, COUPS):
        found = played.get(login, f"/tables/{TABLE}/coups/{number}/replay").json()
        first, last = found["coup"]["first"], found["coup"]["last"]
        states = whole(played, last)
        lines = played.store.read(STREAM, first - 1, last - first + 1)
        steps = []
        for sequence, line in lines:
            seen = visible(sequence, aggregates.TABLE.read(read_line(line)), role, person)
            if seen is not None:
                steps.append((seen, view(play, states[sequence], role, person)))
        assert found["before"] == plain(view(play, states[first - 1], role, person))
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
    house.store.read_lines.clear()
    state = marks.before(first)
    assert len(house.store.read_lines) <= first - head + 1  # one more to see that the snapshot fits
    assert state_digest(state) == state_digest(whole(house, first - 1)[-1])
    house.store.read_lines.clear()
    assert marks.before(first) is state
    assert len(house.store.read_lines) == 0


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


def test_a_report_is_the_same_as_from_the_first_event_and_reads_nothing_that_was_heard(
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
    played.store.read_lines.clear()
    assert played.get("gaming-manager", path).json() == full()
    assert played.store.read_lines == []
    played.store.read_lines.clear()
    month = played.get("gaming-manager", path, month="2020-01").json()
    assert month == {**full(), "payment_errors": []}
    assert len(played.store.read_lines) == 0
