"""What followers are told is what each would be told alone, however it is put together."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Sequence

import msgspec
import pytest

from pitboss import aggregates
from pitboss.api.feed import AT_ONCE, MOST_BEHIND, Recent, Subscriber, Turns, Update
from pitboss.book import rulebook
from pitboss.games.baccarat.play.play import PLAY
from pitboss.journal.memory import MemoryStore
from pitboss.journal.record import read_line
from pitboss.table import Event, Table, evolve
from pitboss.table.play import RoadSettings
from pitboss.table.sight.audience import see_all
from pitboss.table.sight.roles import Audience, view
from pitboss.views.follower import Follower
from pitboss.views.parts.shown import Shown, Viewer
from tests.api.conftest import TABLE as SEATED
from tests.api.conftest import House
from tests.journal.playing import RULEBOOKS, TABLE, chaotic, kept

ROLES: tuple[Audience, ...] = ("staff", "inspector", "surveillance", "player", "display")


def _played() -> list[Event]:
    store = kept(chaotic(RULEBOOKS[0], 3, 600, TABLE))
    return [aggregates.TABLE.read(read_line(line)) for _, line in store.read(TABLE)]


def _alone(
    events: Sequence[Event],
    after: int,
    table: Table,
    role: Audience,
    person: str | None,
    name: str = "t",
) -> bytes:
    return msgspec.json.encode(
        Update(
            table=name,
            after=after,
            sequence=len(events),
            events=see_all(after + 1, events[after:], role, person),
            view=view(PLAY, table, role, person),
        )
    )


def _shown(sequence: int = 0, name: str = "t") -> Shown:
    store, rules = MemoryStore(), rulebook(RULEBOOKS[0]).rules
    return Shown(
        name=name,
        rules=rules,
        rules_of=lambda _: rules,
        pool_of=lambda _: None,
        clock=lambda: dt.datetime.now(dt.UTC),
        follower=Follower(store, name),
        roads=RoadSettings(),
        sequence=sequence,
        table=Table(),
    )


def _update(recent: Recent, after: int, role: Audience, person: str | None) -> bytes:
    return recent.update(Subscriber(Viewer(role, person or "somebody"), after))


@pytest.mark.parametrize("role", ROLES)
def test_a_message_for_many_is_the_message_for_each(role: Audience) -> None:
    events = _played()
    people = {event.by for event in events}
    shown, table = _shown(), Table()
    recent = Recent(shown)
    differ = 0
    for place, event in enumerate(events, 1):
        table = evolve(table, event)
        shown.sequence, shown.table = place, table
        recent.add([event])
        if place % 40 and place != len(events):
            continue
        told = set()
        for person in sorted(people) if role == "player" else [None]:
            for after in (place, max(0, place - 7), max(0, place - 40)):
                found = _update(recent, after, role, person)
                assert found == _alone(events[:place], after, table, role, person)
                told.add((after, found))
        differ += len(told) > 3
    assert len(events) > 300
    assert bool(differ) == (role == "player"), "only players see something of their own"


def test_what_was_missed_is_read_once_for_all(house: House) -> None:
    """A server that was started anew has nothing at hand; its followers all come back at once."""
    house.seat("player1", "player2")
    house.ready()
    shown = house.context.floor.get(SEATED)
    shown.recent = Recent(shown)
    reads: list[tuple[object, ...]] = []
    before = house.store.read

    def counted(*wanted: object) -> object:
        reads.append(wanted)
        return before(*wanted)

    house.store.read = counted
    events = shown.events(0, shown.sequence)
    reads.clear()
    for after in (0, 3, shown.sequence - 1, 2):
        one = Subscriber(Viewer("staff", "somebody"), after)
        found = house.context.floor.next_message(shown, one)
        assert found == _alone(events, after, shown.table, "staff", None, SEATED)
    assert len(reads) == 1


def test_who_has_missed_more_than_is_kept_reads_anew_and_no_more_is_kept() -> None:
    events, table = _played() * 5, Table()
    shown = _shown(len(events))
    recent = Recent(shown)
    recent.add(events[-10:])
    recent.add_earlier(events[-MOST_BEHIND:-10])
    assert recent.first == len(events) - MOST_BEHIND > 0
    after = recent.first
    assert _update(recent, after, "staff", None) == _alone(events, after, table, "staff", None)


def test_a_request_waits_for_a_few_messages_and_not_for_the_whole_floors() -> None:
    told: list[int] = []

    async def follow(turns: Turns, number: int) -> None:
        await turns.take()
        told.append(number)

    async def floor() -> list[int]:
        turns = Turns()
        followers = [asyncio.create_task(follow(turns, n)) for n in range(5 * AT_ONCE)]
        await asyncio.sleep(0)
        followers[1].cancel()  # who goes holds nobody up
        seen = []
        while not all(one.done() for one in followers):
            before = len(told)
            await asyncio.sleep(0)  # what a request needs: the loop coming round
            seen.append(len(told) - before)
        return seen

    seen = asyncio.run(floor())
    assert told == [0, *range(2, 5 * AT_ONCE)]
    assert max(seen) <= AT_ONCE
    assert len(seen) >= 5
