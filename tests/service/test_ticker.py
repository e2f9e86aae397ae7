"""The clock: what is due is recorded once, whoever looks and however often."""

from __future__ import annotations

import datetime as dt

from pitboss.aggregates.house import ClockWentBack, DutyOverdue, NoticeDue
from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.service.ticker import Ticker, fire_due
from tests.service.people.test_records import house_events
from tests.service.play import MAX, TABLE, FakeClock, Rig, player
from tests.service.test_outbox import exclude

HOUR = dt.timedelta(hours=1)


def test_rol_3_a_notice_is_due_at_its_time_and_not_before(light: Rig) -> None:
    light.open()
    change = light.clock.now + HOUR
    light.do(MAX, "post-notice", kind="close-table", change_at=change.isoformat())
    assert fire_due(light.tables, change - dt.timedelta(seconds=1)) == []
    fired = fire_due(light.tables, change)
    assert [type(event) for event in fired] == [NoticeDue]
    assert fire_due(light.tables, change + HOUR) == []


def test_a_duty_past_its_time_is_told_once_also_over_a_restart(rig: Rig, url: str) -> None:
    rig.open()
    exclude(rig)
    due = [duty.due for duty in rig.table().duties.values() if duty.due is not None]
    assert due
    late = max(due) + HOUR
    assert fire_due(rig.tables, min(due)) == []
    fired = fire_due(rig.tables, late)
    assert {type(event) for event in fired} == {DutyOverdue}
    assert len(fired) == len(due)
    rig.close()
    after = Rig(SqlStore(url), rig.clock)
    assert fire_due(after.tables, late + HOUR) == []
    assert len(after.tables.house.state.overdue) == len(due)
    for number in list(after.table().duties):
        after.ask(MAX, "discharge-duty", duty=number, how="done")
    after.tables.deliver()
    assert after.tables.house.state.overdue == set()
    after.close()


def test_a_clock_set_back_is_recorded_once() -> None:
    clock = FakeClock()
    rig = Rig(MemoryStore(), clock)
    rig.open()
    clock.now -= HOUR
    rig.coup()
    fire_due(rig.tables, rig.tables.moments.now())
    fire_due(rig.tables, rig.tables.moments.now())
    told = [event for event in house_events(rig) if isinstance(event, ClockWentBack)]
    assert len(told) == 1
    assert 3500 < told[0].seconds < 3600
    rig.close()


def test_a_virtual_shoe_that_is_over_is_opened(light: Rig) -> None:
    light.open()
    shoe = None
    while shoe is None or shoe.over is None:
        light.coup()
        shoe = light.table().shoe
    fire_due(light.tables, light.tables.moments.now())
    opened = light.table().shoe
    assert opened is not None
    assert opened.revealed
    head = light.store.head(TABLE)
    fire_due(light.tables, light.tables.moments.now())
    assert light.store.head(TABLE) == head


def test_the_ticker_delivers_fires_and_signs() -> None:
    rig = Rig(MemoryStore())
    rig.open("table:1")
    rig.open("table:2")
    ticker = Ticker(rig.tables, 0.01)
    exclude(rig, "table:1")
    ending = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=10)
    while rig.tables.house.excluded("p0") is None:
        assert dt.datetime.now(dt.UTC) < ending
    assert not rig.ask(player(0), "place-wager", "table:2", wager="tie", amount_cents=100).accepted
    ticker.close()
    assert ticker.failures == []
    assert [one.size for one in rig.store.checkpoints(TABLE)] == [rig.store.head(TABLE)]
    rig.close()
