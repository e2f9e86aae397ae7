"""What crosses streams: exactly once, whatever dies between the two writes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.aggregates.house import (
    STREAM,
    DutyDone,
    DutyGathered,
    ExclusionLifted,
    ExclusionRecorded,
    HouseEvent,
)
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message
from pitboss.service.outbox import deliver
from pitboss.service.people.exclusions import reach
from tests.service.people.test_records import house_events
from tests.service.play import DEE, MAX, SECRET, START, SUE, TABLE, Rig, player


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
    from pitboss.service.house import House  # noqa: PLC0415

    class SomethingElse(HouseEvent, frozen=True, kw_only=True):
        """A kind of a later version."""

    store = MemoryStore()
    writer = Writer(store)
    one, other = House(store, writer), House(store, writer)
    later = SomethingElse(by="x", at=START)
    assert one.record([later, ExclusionRecorded(by="x", at=START, person="p", reason="y")], "c")
    assert other.follow() == 2
    assert other.state == one.state
    assert other.excluded("p") == "y"
    writer.close()
    found = verify_lines(export_lines(store, Signer(SECRET), "now"), AGGREGATES).findings
    assert [one.code for one in found] == ["unreadable-event"]


def refused(rig: Rig, name: str, do: str, **data: Any) -> tuple[str, tuple[str, ...]]:
    """Why the first player's command is refused at a table, and by which clauses."""
    head = rig.store.head(name)
    answer = rig.ask(player(0), do, name, **data)
    assert answer.refusal is not None
    assert rig.store.head(name) == head
    return answer.refusal.code, answer.refusal.clauses


def test_14_3_3_every_table_that_knows_the_person_is_told_once(light: Rig) -> None:
    for name in ("table:1", "table:2"):
        light.open(name, players=2)
    light.do(player(0), "take-seat", "table:2", seat=1)
    exclude(light, "table:1")
    light.tables.deliver()
    told = light.table("table:2").people["p0"]
    assert (told.banned, told.seat) == ("excluded from the casino", None)
    heads = [light.store.head(name) for name in ("table:1", "table:2")]
    light.tables.deliver()
    assert [light.store.head(name) for name in ("table:1", "table:2")] == heads
    assert light.table("table:1").people["p1"].banned is None
    code, clauses = refused(light, "table:2", "take-seat", seat=2)
    assert (code, "14.3.3" in clauses) == ("excluded", True)
    # What staff do for them is refused there as well, and they are seen off with their chips.
    answer = light.ask(DEE, "buy-in", "table:2", person="p0", amount_cents=100)
    assert answer.refusal is not None
    assert answer.refusal.code == "excluded"
    light.do(DEE, "leave", "table:2", person="p0")
    assert light.table("table:2").balances["player:p0"] == 0
    # A new table turns them away too.
    light.open("table:3", players=0)
    assert refused(light, "table:3", "arrive", chips_cents=100)[0] == "excluded"


def test_14_3_3_a_table_that_was_not_told_is_told_at_the_next_start(url: str) -> None:
    rig = Rig(SqlStore(url))
    rig.open("table:1")
    rig.open("table:2")
    exclude(rig, "table:1")  # nothing is delivered: the process ends here
    rig.close()
    for _ in range(2):
        again = Rig(SqlStore(url))
        assert again.table("table:2").people["p0"].banned == "excluded from the casino"
        head = again.store.head("table:2")
        again.close()
    assert head == Rig(SqlStore(url)).store.head("table:2")


def test_an_exclusion_that_is_lifted_ends_at_the_tables(light: Rig) -> None:
    light.open("table:1")
    light.open("table:2")
    exclude(light, "table:1")
    light.tables.deliver()
    lifted = ExclusionLifted(by="max", at=light.clock.now, person="p0", reason="review")
    light.tables.house.record([lifted], "lift")
    light.tables.deliver()
    for name in ("table:1", "table:2"):
        assert light.table(name).people["p0"].banned is None
    # The next exclusion is another decision, and reaches them again.
    exclude(light, "table:2")
    light.tables.deliver()
    for name in ("table:1", "table:2"):
        assert light.table(name).people["p0"].banned == "excluded from the casino"


def test_a_fresh_exclusion_is_not_taken_for_one_that_is_over(light: Rig) -> None:
    light.open("table:1")
    lifted = ExclusionLifted(by="max", at=light.clock.now, person="p0", reason="before")
    light.tables.house.record([lifted], "lift")
    exclude(light, "table:1")
    assert reach(light.tables) == 0  # the house has not heard of it yet
    assert light.table("table:1").people["p0"].banned == "excluded from the casino"


def test_two_processes_tell_a_table_once(url: str) -> None:
    one, two = Rig(SqlStore(url)), Rig(SqlStore(url))
    one.open("table:1")
    one.open("table:2")
    exclude(one, "table:1")
    for name in ("table:1", "table:2"):
        two.tables.table(name)
    one.tables.deliver()
    two.tables.house.follow()
    two.tables.deliver()
    events = [read_line(line).event for _, line in one.store.read("table:2")]
    noted = [event for event in events if b"exclusion-noted" in bytes(event)]
    assert len(noted) == 1
    one.close()
    two.close()
