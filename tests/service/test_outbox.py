"""What crosses streams: exactly once, whatever dies between the two writes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message
from pitboss.service.house import STREAM, DutyDone, DutyGathered, ExclusionRecorded
from pitboss.service.outbox import deliver
from tests.service.play import DEE, MAX, SUE, TABLE, Rig, player
from tests.service.test_people import house_events


def exclude(rig: Rig, name: str = TABLE) -> None:
    """A device user is excluded from the casino at one table."""
    rig.do(SUE, "report-device", name, person="p0", device="counter")
    matter = max(rig.table(name).matters)
    rig.do(MAX, "exclude-from-casino", name, matter=matter, reason="used a device")


def test_an_exclusion_at_one_table_holds_at_all(light: Rig) -> None:
    light.open("table:1")
    light.open("table:2")
    light.ready("table:2")
    exclude(light, "table:1")
    assert light.tables.crossed.is_set()
    assert light.tables.deliver() >= 1
    answer = light.ask(player(0), "place-wager", "table:2", wager="player", amount_cents=100)
    assert answer.refusal is not None
    assert answer.refusal.code == "excluded"
    told = [event for event in house_events(light) if isinstance(event, ExclusionRecorded)]
    assert len(told) == 1
    assert told[0].cause.startswith("table:1/")


def test_duties_of_all_tables_are_gathered_and_discharged(light: Rig) -> None:
    light.open("table:1")
    exclude(light)
    light.tables.deliver()
    gathered = [event for event in house_events(light) if isinstance(event, DutyGathered)]
    assert gathered
    assert set(light.tables.house.state.duties) == {(TABLE, one.duty) for one in gathered}
    for one in gathered:
        light.ask(MAX, "discharge-duty", duty=one.duty, how="done")
    light.tables.deliver()
    assert light.tables.house.state.duties == {}
    assert any(isinstance(event, DutyDone) for event in house_events(light))


def test_delivered_once_however_often_it_is_tried(light: Rig) -> None:
    light.open()
    exclude(light)
    waiting = light.store.pending()
    assert waiting
    assert light.tables.deliver() == len(waiting)
    assert light.tables.deliver() == 0
    head = light.store.head(STREAM)
    for message in waiting:  # as if the message had been read before it was taken
        late: Any = Late(message)
        assert deliver(late, light.tables.house) == 0
    assert light.store.head(STREAM) == head


class Late:
    """A store whose outbox still shows a message that was taken."""

    def __init__(self, message: Message) -> None:
        self._message = message

    def pending(self, limit: int = 100) -> list[Message]:
        return [self._message][:limit]


KILLED = """
import sys
from pitboss.journal.sql import SqlStore
from tests.service.play import Rig
from tests.service.test_outbox import exclude, dying
url, where = sys.argv[1:]
store = SqlStore(url)
rig = Rig(store)
rig.open("table:1")
rig.open("table:2")
dying(store, where)
exclude(rig, "table:1")
rig.tables.deliver()
"""


def dying(store: SqlStore, where: str) -> None:
    """Let the process die at the write into the house's stream: before it, or after it."""
    plain = store.write

    def write(writes):  # type: ignore[no-untyped-def]
        if any(one.stream == STREAM for one in writes):
            if where == "after":
                plain(writes)
            os._exit(9)
        return plain(writes)

    store.write = write  # type: ignore[method-assign]


@pytest.mark.parametrize("where", ["before", "after"])
def test_killed_between_the_two_writes_it_is_delivered_once(url: str, where: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, url, where], check=False)
    assert done.returncode == 9
    for _ in range(2):  # the second start finds nothing left to do
        rig = Rig(SqlStore(url))
        causes = [
            event.cause for event in house_events(rig) if isinstance(event, ExclusionRecorded)
        ]
        assert len(causes) == 1
        keys = [read_line(line).command for _, line in rig.store.read(STREAM)]
        assert len(keys) == len(set(keys))
        assert rig.store.pending() == []
        assert rig.tables.house.excluded("p0")
        assert not rig.ask(player(0), "arrive", "table:2", command="x").accepted
        rig.close()


def test_two_processes_deliver_once(url: str) -> None:
    one, two = Rig(SqlStore(url)), Rig(SqlStore(url))
    one.open()
    exclude(one)
    assert one.tables.deliver() + two.tables.deliver() == len(
        {read_line(line).command for _, line in one.store.read(STREAM)}
    )
    two.tables.house.follow()
    assert two.tables.house.excluded("p0")
    one.close()
    two.close()


def test_a_house_stream_of_other_kinds_is_passed_over() -> None:
    from pitboss.journal.writer import Writer  # noqa: PLC0415
    from pitboss.service.house import House, read_event  # noqa: PLC0415

    assert read_event(b'{"event":"something-else","by":"x"}') is None
    store = MemoryStore()
    writer = Writer(store)
    assert House(store, writer).sequence == 0
    writer.close()
    assert DEE.role == "staff"
