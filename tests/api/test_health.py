"""Health: tried on the store, with what fails beside the requests; alerts and their figures."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Sequence
from typing import Any

import pytest

from pitboss.aggregates.house import HoldAlert, HoldReturned
from pitboss.journal.memory import MemoryStore
from pitboss.journal.store import Message, Write
from pitboss.service.people.accounts import Made
from pitboss.service.ticker import Ticker, watch_hold
from tests.api.conftest import TABLE, House
from tests.api.test_records import visitor

NEVER, ALWAYS = 0.0, 2.0
"""Chances below which a hold is told: none is, and every one is."""


class Full(MemoryStore):
    """A store on a disk that may be full, and whose outbox may be out of reach."""

    full = False
    silent = False

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        if self.full:
            raise OSError(28, "No space left on device")
        return super().write(writes)

    def pending(self, limit: int = 100) -> list[Message]:
        if self.silent:
            raise ConnectionError("the outbox cannot be read at 10.0.0.7")
        return super().pending(limit)


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A house whose clock ticks, on a store that can be made to fail."""
    monkeypatch.setattr("pitboss.api.health.SECONDS", 0.0)
    house = House(store=Full())
    house.context.ticker = Ticker(house.tables, 0.01)
    with house.client:
        yield house
    house.store.full = house.store.silent = False
    house.context.ticker.close()
    house.close()


def until(true: Any) -> None:
    ending = time.monotonic() + 20
    while not true():
        assert time.monotonic() < ending
        time.sleep(0.01)


def test_a_store_that_takes_nothing_is_503_and_comes_back(ticking: House) -> None:
    found = ticking.get(None, "/health").json()
    assert (found["status"], found["writable"], found["ticking"]) == ("ok", True, True)
    assert found["events"] == sum(
        ticking.store.head(f"table:{name}") for name in ticking.context.floor.names()
    )
    ticking.store.full = True
    failed = ticking.get(None, "/health")
    assert (failed.status_code, failed.json()["code"]) == (503, "unavailable")
    assert "retry-after" in failed.headers
    assert "space" not in failed.text
    headers = {"Authorization": "Bearer a key for the monitor"}
    assert "pitboss_writable 0.0" in ticking.client.get("/api/metrics", headers=headers).text
    ticking.store.full = False
    assert ticking.get(None, "/health").json()["status"] == "ok"
    assert "pitboss_writable 1.0" in ticking.client.get("/api/metrics", headers=headers).text


def test_trouble_of_the_outbox_is_told_with_its_time_and_ends(ticking: House) -> None:
    ticker = ticking.context.ticker
    assert ticker is not None
    ticking.store.silent = True
    until(lambda: ticker.parts["outbox"].failures >= 2)
    # What is due is done all the same: each part fails for itself.
    assert ticker.parts["clock"].failures == 0
    ticking.clock.wait(60)
    until(lambda: ticker.parts["outbox"].failed_at == ticking.clock.now)
    ticking.store.silent = False
    found = ticking.get(None, "/health")
    part = found.json()["parts"]["outbox"]
    assert part["failures"] >= 2
    assert part["failed_at"] == ticking.clock.now.isoformat()
    assert "10.0.0.7" not in found.text
    until(lambda: ticker.parts["outbox"].failing_since is None)
    found = ticking.get(None, "/health").json()
    assert found["status"] == "ok"
    assert found["parts"]["outbox"]["failed_at"] == ticking.clock.now.isoformat()


def test_a_part_that_fails_shows_since_when(ticking: House) -> None:
    ticker = ticking.context.ticker
    assert ticker is not None
    ticker.close()
    assert ticking.get(None, "/health").json()["ticking"] is False
    since = ticking.clock.now - dt.timedelta(minutes=5)
    ticker.parts["signing"].failing_since = ticker.parts["signing"].failed_at = since
    found = ticking.get(None, "/health").json()
    assert found["status"] == "failing"
    assert found["parts"]["signing"]["failing_since"] == since.isoformat()
    text = ticking.get("dealer", "/metrics").text
    assert 'pitboss_failing{part="signing"} 1.0' in text
    assert 'pitboss_failing{part="outbox"} 0.0' in text


def test_health_costs_one_write_in_two_seconds(house: House) -> None:
    written: list[Write] = []
    before = house.store.write

    def counted(writes: Sequence[Write]) -> list[Exception | None]:
        written.extend(write for write in writes if write.stream == "health")
        found: list[Exception | None] = before(writes)
        return found

    house.store.write = counted
    house.context.monotonic = lambda: 100.0
    for _ in range(20):
        assert house.get(None, "/health").status_code == 200
    assert len(written) == 1
    house.context.monotonic = lambda: 102.5
    house.get(None, "/health")
    assert len(written) == 2


def crossings(house: House) -> list[str]:
    found = house.get("surveillance", "/alerts").json()["alerts"]
    return [one["event"] for one in found if one["event"].startswith("hold")]


def test_hold_alerts_are_told_once_for_each_crossing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="player", amount_cents=10_000)
    house.coup()

    def look(alpha: float) -> list[type]:
        monkeypatch.setattr("pitboss.views.money.hold.ALPHA", alpha)
        fired = watch_hold(house.tables, house.context.now())
        return [type(event) for event in fired]

    assert look(NEVER) == []
    assert look(ALWAYS) == [HoldAlert]
    assert look(ALWAYS) == []
    text = house.get("dealer", "/metrics").text
    assert 'pitboss_alerts{kind="hold-alert"} 1.0' in text
    assert f'pitboss_hold_outside{{table="{TABLE}"}} 1.0' in text
    assert look(NEVER) == [HoldReturned]
    assert look(NEVER) == []
    assert look(ALWAYS) == [HoldAlert]
    text = house.get("dealer", "/metrics").text
    assert 'pitboss_alerts{kind="hold-alert"} 2.0' in text
    assert crossings(house) == ["hold-alert", "hold-alert"]
    report = house.get("gaming-manager", f"/tables/{TABLE}/report").json()
    alert = house.get("surveillance", "/alerts").json()["alerts"][-1]
    assert alert["win_cents"] == report["win_cents"]
    assert alert["deviations"] == report["deviations"]
    # Another process on the same store knows what was told.
    other = House(store=house.store, clock=house.clock)
    assert watch_hold(other.tables, house.context.now()) == []
    other.tables.writer.close()


def test_the_ticker_watches_the_hold(ticking: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ticking.seat("player1")
    ticking.ready()
    ticking.do("player1", "place-wager", wager="player", amount_cents=10_000)
    ticking.coup()
    monkeypatch.setattr("pitboss.views.money.hold.ALPHA", ALWAYS)
    monkeypatch.setattr("pitboss.service.ticker.HOLD_EVERY", 1)
    until(lambda: crossings(ticking))
    assert crossings(ticking) == ["hold-alert"]


def test_alerts_of_another_houses_tables_are_not_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="player", amount_cents=10_000)
    house.coup()
    monkeypatch.setattr("pitboss.views.money.hold.ALPHA", ALWAYS)
    watch_hold(house.tables, house.context.now())
    assert len(house.get("dealer", "/alerts").json()["alerts"]) == 1
    assert house.get(visitor(house), "/alerts").json() == {"alerts": []}


def test_a_lost_database_is_503_and_not_a_fault_of_ours(house: House) -> None:
    from sqlalchemy.exc import OperationalError  # noqa: PLC0415 - a driver's error, as it comes

    made = house.context.accounts.make("ann", "player", demo=True)
    assert isinstance(made, Made)

    def lost(_: str) -> bytes:
        raise OperationalError("select", {}, Exception("server closed the connection"))

    house.store.secret = lost
    answer = house.client.post("/api/session", json={"login": "ann", "password": made.password})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert "closed" not in answer.text
