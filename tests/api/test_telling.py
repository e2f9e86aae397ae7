"""What followers are told is what each would be told alone, however it is put together."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.api.telling import MOST_BEHIND, Recent, Update
from pitboss.api.visible import see_all
from pitboss.journal.record import read_line
from pitboss.journal.versions import read_event
from pitboss.table import Event, Table, evolve
from pitboss.table.views import Audience, view
from tests.journal.playing import RULEBOOKS, TABLE, chaotic, kept

ROLES: tuple[Audience, ...] = ("staff", "inspector", "surveillance", "player", "display")


def _played() -> list[Event]:
    store = kept(chaotic(RULEBOOKS[0], 3, 600, TABLE))
    return [read_event(read_line(line)) for _, line in store.read(TABLE)]


def _alone(
    events: list[Event], after: int, table: Table, role: Audience, person: str | None
) -> bytes:
    return msgspec.json.encode(
        Update(
            table="t",
            after=after,
            sequence=len(events),
            events=see_all(after + 1, events[after:], role, person),
            view=view(table, role, person),
        )
    )


@pytest.mark.parametrize("role", ROLES)
def test_a_message_for_many_is_the_message_for_each(role: Audience) -> None:
    events = _played()
    people = {event.by for event in events}
    recent, table = Recent("t", 0, Table()), Table()
    differ = 0
    for place, event in enumerate(events, 1):
        table = evolve(table, event)
        recent.add([event], table)
        if place % 40 and place != len(events):
            continue
        told = set()
        for person in sorted(people) if role == "player" else [None]:
            for after in (place, max(0, place - 7), max(0, place - 40)):
                found = recent.update(after, (), role, person)
                assert found == _alone(events[:place], after, table, role, person)
                told.add((after, found))
        differ += len(told) > 3
    assert len(events) > 300
    assert bool(differ) == (role == "player"), "only players see something of their own"


def test_events_that_are_no_longer_at_hand_are_given_in() -> None:
    events, table = _played() * 5, Table()
    recent = Recent("t", 0, table)
    recent.add(events, table)
    assert len(events) > MOST_BEHIND
    assert recent.first == len(events) - MOST_BEHIND
    after = recent.first - 20
    missed = events[after : recent.first]
    assert recent.update(after, missed, "staff", None) == _alone(
        events, after, table, "staff", None
    )
