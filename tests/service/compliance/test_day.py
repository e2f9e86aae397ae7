"""The summary of a day and the list of duties: by the casino's clock, overdue first, proved."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import pitboss
from pitboss.cli.app import app
from pitboss.cli.house import report as command
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.export import pages
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.service.compliance.day import DayReport, day_report
from pitboss.service.compliance.duties import (
    DutyRow,
    duties_of,
    in_order,
    state_of,
    tournament_duties,
)
from tests.aggregates.tournament.played import Rig as Tournament
from tests.service.compliance.test_month import errors, rig_at
from tests.service.play import SUE, TABLE, ZONE, Rig


def of_day(rig: Rig, day: dt.date, now: dt.datetime) -> DayReport:
    return day_report([(TABLE, pages(rig.store, TABLE))], rig.tables.rules, day, now)


def test_a_day_has_the_figures_of_its_own_coups_over_midnight() -> None:
    """The table plays on from Saturday into Sunday, when clocks go forward."""
    saturday = dt.datetime(2026, 10, 3, 23, 30, tzinfo=ZONE)
    rig = rig_at(MemoryStore(), saturday, coups=2)
    errors(rig, (150_000, "over"))
    rig.clock.now = dt.datetime(2026, 10, 4, 0, 5, tzinfo=ZONE)
    for _ in range(3):
        rig.coup(cents=100_000)
    later = rig.clock.now + dt.timedelta(days=2)
    first = of_day(rig, dt.date(2026, 10, 3), later)
    second = of_day(rig, dt.date(2026, 10, 4), later)
    assert [one.coups for one in (*first.tables, *second.tables)] == [2, 3]
    assert second.tables[0].handle_cents == 300_000
    assert (first.tables[0].errors, first.tables[0].overpaid_cents) == (1, 150_000)
    assert second.tables[0].errors == 0
    assert [one.kind for one in first.noted] == ["payment-error-opened"]
    assert first.noted[0].there.endswith("+1000")
    assert first.over
    assert not of_day(rig, dt.date(2026, 10, 4), rig.clock.now).over
    rig.close()


@pytest.fixture
def rig() -> Any:
    found = rig_at(MemoryStore(), dt.datetime(2026, 10, 20, 20, tzinfo=ZONE), coups=2)
    errors(found, (150_000, "over"), (160_000, "over"))
    yield found
    found.close()


def test_duties_have_their_deadline_there_and_the_proof_of_their_discharge(rig: Rig) -> None:
    months = [n for n, duty in rig.table().duties.items() if duty.key == "monthly-report"]
    rig.do(SUE, "discharge-duty", duty=months[0], how="letter 12")
    rows = _rows(rig, rig.clock.now)
    done = next(one for one in rows if one.number == months[0])
    assert (done.state, done.how, done.done_by) == ("done", "letter 12", "sue")
    assert done.proof is not None
    line = rig.store.read(TABLE, done.proof - 1, 1)[0][1]
    assert read_line(line).data()["event"] == "duty-discharged"
    waiting = next(one for one in rows if one.number == months[1])
    assert waiting.due_there == "2026-10-31 23:59:59 +1100"
    assert waiting.state == "open"
    late = _rows(rig, dt.datetime(2026, 11, 1, tzinfo=ZONE))
    assert next(one for one in late if one.number == months[1]).state == "overdue"
    assert [one.state for one in late[: len([o for o in late if o.state == "overdue"])]] == [
        "overdue" for one in late if one.state == "overdue"
    ]


def _rows(rig: Rig, now: dt.datetime) -> list[DutyRow]:
    return duties_of([(TABLE, pages(rig.store, TABLE))], rig.tables.rules, now)


def test_overdue_comes_first_then_what_is_due_soonest_and_what_is_done_last(rig: Rig) -> None:
    rows = _rows(rig, dt.datetime(2026, 11, 1, tzinfo=ZONE))
    keys = [(one.done_at is not None, one.state != "overdue") for one in rows]
    assert keys == sorted(keys)
    assert in_order(reversed(rows)) == rows
    dues = [one.due for one in rows if one.state == "overdue" and one.due is not None]
    assert dues == sorted(dues)


def test_done_after_its_time_is_late() -> None:
    due = dt.datetime(2026, 10, 4, 3, tzinfo=ZONE)
    assert state_of(due, due, due) == "done"
    assert state_of(due, due + dt.timedelta(seconds=1), due) == "late"
    assert state_of(due, None, due) == "open"
    assert state_of(due, None, due + dt.timedelta(seconds=1)) == "overdue"
    assert state_of(None, None, due) == "open"


def test_a_tournament_owes_advice_before_entries_and_of_each_change() -> None:
    book = pitboss.rulebook("crown-melbourne-baccarat")
    starts = dt.datetime(2026, 12, 4, 20, tzinfo=ZONE)
    tournament = Tournament(book, starts=starts, open_until=starts)
    tournament.do("gus", "publish-conditions")

    def rows() -> list[DutyRow]:
        events = list(enumerate(tournament.events, 1))
        return tournament_duties("tournament:x", book.edition, events, tournament.now)

    (advice,) = rows()
    assert (advice.key, advice.state) == ("tournament-advice", "open")
    assert advice.clauses == book.edition.rules["tournament-advice"].clauses
    tournament.do("gus", "advise-inspectorate")
    assert [one.state for one in rows()] == ["done"]
    assert rows()[0].proof == len(tournament.events)
    conditions = {**msgspec.to_builtins(tournament.state.terms), "location": "the other room"}
    tournament.do("gus", "set-conditions", conditions=conditions)
    assert [(one.key, one.state) for one in rows()] == [
        ("tournament-advice", "done"),
        ("tournament-changes-told", "open"),
    ]
    tournament.now = starts
    tournament.do("gus", "advise-inspectorate")
    assert [one.state for one in rows()] == ["done", "late"]


def test_the_command_lists_them(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = rig_at(SqlStore(url), dt.datetime(2026, 10, 20, 20, tzinfo=ZONE), coups=1)
    errors(rig, (150_000, "over"))
    rig.close()
    monkeypatch.setattr(command, "now", lambda: dt.datetime(2026, 11, 2, tzinfo=ZONE))
    run = CliRunner().invoke
    shown = run(app, ["report", "--database", url, "--duties", "--json"])
    document = json.loads(shown.output)
    states = [one["state"] for one in document["duties"]]
    assert states[0] == "overdue"
    assert document["counts"]["overdue"] == states.count("overdue")
    day = json.loads(
        run(app, ["report", "--database", url, "--day", "2026-10-20", "--json"]).output
    )
    assert day["tables"][0]["coups"] == 1
    assert day["tables"][0]["overpaid_cents"] == 150_000
    assert "Duties" in run(app, ["report", "--database", url, "--duties"]).output
    assert (
        "Summary of 2026-10-20"
        in run(app, ["report", "--database", url, "--day", "2026-10-20"]).output
    )
