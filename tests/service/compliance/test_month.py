"""The month's report: exactly the single errors above the amount, the same in every form."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.cli.house import report as command
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.export import pages
from pitboss.journal.sql import SqlStore
from pitboss.paper import as_csv, as_pdf
from pitboss.refusal import Refusal
from pitboss.service.compliance.month import MonthReport, month_paper, month_report
from tests.service.compliance.text_of_pdf import pdf_text
from tests.service.play import DEE, SUE, TABLE, ZONE, FakeClock, Rig

OCTOBER = (2026, 10)
LIMIT = 100_000


def errors(rig: Rig, *amounts: tuple[int, str], coup: int = 1) -> None:
    """An error of each amount, on wagers of its own."""
    for place, (cents, direction) in enumerate(amounts):
        rig.do(
            SUE,
            "open-payment-error",
            direction=direction,
            amount_cents=cents,
            coup=coup + place,
            wager="player",
            about="paid wrongly",
            person="p0",
        )


def rig_at(store: Any, at: dt.datetime, coups: int = 6) -> Rig:
    """A table with some coups, at a moment."""
    rig = Rig(store, FakeClock(at))
    rig.open()
    rig.do(DEE, "buy-in", person="p0", amount_cents=10**8)
    won = 0
    while won < coups:
        rig.coup(wager="player", cents=400_000)
        won += 1
    return rig


def made(rig: Rig, now: dt.datetime, month: tuple[int, int] = OCTOBER) -> MonthReport | Refusal:
    lines = [(TABLE, pages(rig.store, TABLE))]
    return month_report(lines, rig.tables.rules, month, now)


def sure(found: MonthReport | Refusal) -> MonthReport:
    assert isinstance(found, MonthReport), found
    return found


@pytest.fixture
def october() -> Any:
    rig = rig_at(MemoryStore(), dt.datetime(2026, 10, 20, 20, tzinfo=ZONE))
    yield rig
    rig.close()


NOVEMBER = dt.datetime(2026, 11, 1, 0, 0, 0, tzinfo=ZONE)


def test_12_20_2_exactly_what_is_above_the_amount_is_reported(october: Rig) -> None:
    errors(october, (LIMIT, "over"), (LIMIT + 1, "over"), (LIMIT - 1, "over"), (250_000, "over"))
    found = sure(made(october, NOVEMBER))
    assert [(one.amount_cents, one.coup) for one in found.errors] == [(100_001, 2), (250_000, 4)]
    assert (found.overpaid_cents, found.underpaid_cents) == (350_001, 0)
    assert found.tables[0].limit_cents == LIMIT
    assert found.clauses == {"star-baccarat": found.errors[0].clauses}
    assert "12.20.2" in found.clauses["star-baccarat"]


def test_several_small_errors_are_no_large_one(october: Rig) -> None:
    errors(october, (60_000, "over"), (60_000, "over"))
    assert sure(made(october, NOVEMBER)).errors == ()


def test_an_error_that_turns_out_smaller_or_none_is_not_reported(october: Rig) -> None:
    errors(october, (150_000, "over"), (160_000, "over"), (90_000, "over"))
    errors(october, (80_000, "over"))
    errors(october, (170_000, "over"), coup=3)
    found = sure(made(october, NOVEMBER))
    assert [(one.coup, one.amount_cents) for one in found.errors] == [(2, 160_000), (3, 170_000)]


def test_a_month_that_is_not_over_is_refused_with_its_clause(october: Rig) -> None:
    errors(october, (150_000, "over"))
    for early in (october.clock.now, NOVEMBER - dt.timedelta(seconds=1)):
        refusal = made(october, early)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "month-not-over"
        assert "12.20.2" in refusal.clauses
    assert len(sure(made(october, NOVEMBER)).errors) == 1


def test_the_month_is_the_casinos_over_midnight_and_a_change_of_the_clocks() -> None:
    """Clocks go forward on 4 October 2026: 31 October ends at 13:00 UTC, 30 September at 14:00."""
    for at, wanted in (
        (dt.datetime(2026, 9, 30, 13, 50, tzinfo=dt.UTC), (2026, 9)),
        (dt.datetime(2026, 9, 30, 14, 1, tzinfo=dt.UTC), (2026, 10)),
        (dt.datetime(2026, 10, 31, 12, 50, tzinfo=dt.UTC), (2026, 10)),
        (dt.datetime(2026, 10, 31, 13, 1, tzinfo=dt.UTC), (2026, 11)),
    ):
        rig = rig_at(MemoryStore(), at, coups=1)
        errors(rig, (150_000, "over"))
        later = at + dt.timedelta(days=70)
        for month in ((2026, 9), (2026, 10), (2026, 11)):
            found = sure(made(rig, later, month))
            assert len(found.errors) == (month == wanted), (at, month)
        rig.close()
    assert _refused(dt.datetime(2026, 9, 30, 13, 59, 59, tzinfo=dt.UTC), (2026, 9))
    assert not _refused(dt.datetime(2026, 9, 30, 14, 0, tzinfo=dt.UTC), (2026, 9))
    assert _refused(dt.datetime(2026, 10, 31, 12, 59, 59, tzinfo=dt.UTC), OCTOBER)
    assert not _refused(dt.datetime(2026, 10, 31, 13, 0, tzinfo=dt.UTC), OCTOBER)


def _refused(now: dt.datetime, month: tuple[int, int]) -> bool:
    rig = rig_at(MemoryStore(), dt.datetime(2026, 9, 1, 20, tzinfo=ZONE), coups=0)
    found = made(rig, now, month)
    rig.close()
    return isinstance(found, Refusal)


def test_every_form_has_the_same_figures(october: Rig) -> None:
    errors(october, (100_001, "over"), (1_234_567, "over"))
    found = sure(made(october, NOVEMBER))
    paper = month_paper(found)
    rows = list(csv.reader(io.StringIO(as_csv(paper))))
    amounts = [row[7] for row in rows if len(row) == 9 and row[1] == TABLE]
    assert amounts == ["1,000.01", "12,345.67"]
    text = pdf_text(as_pdf(paper))
    for figure in ("1,000.01", "12,345.67", "13,345.68"):
        assert figure in text
        assert any(figure in cell for row in rows for cell in row)
    assert "2026-10-20" in text


def test_the_command_gives_every_form_and_refuses_what_is_not_over(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = rig_at(SqlStore(url), dt.datetime(2026, 10, 20, 20, tzinfo=ZONE))
    errors(rig, (100_000, "over"), (100_001, "over"))
    rig.close()
    run = CliRunner().invoke
    words = ["report", "--database", url, "--month", "2026-10"]
    monkeypatch.setattr(command, "now", lambda: NOVEMBER - dt.timedelta(seconds=1))
    early = run(app, words)
    assert early.exit_code == 2
    assert "October 2026 is not over" in early.output
    assert "12.20.2" in early.output
    monkeypatch.setattr(command, "now", lambda: NOVEMBER)
    files = ["--csv", str(tmp_path / "m.csv"), "--pdf", str(tmp_path / "m.pdf")]
    shown = run(app, [*words, *files, "--json"])
    assert shown.exit_code == 0, shown.output
    document = json.loads(shown.output)
    assert [one["amount_cents"] for one in document["errors"]] == [100_001]
    assert document["overpaid_cents"] == 100_001
    assert "1,000.01" in (tmp_path / "m.csv").read_text(encoding="utf-8")
    text = pdf_text((tmp_path / "m.pdf").read_bytes())
    assert "1,000.01" in text
    assert "1,000.00" in text  # the amount that must be passed
    assert "1,000.01" in run(app, words).output
    again = run(app, [*words, *files])
    assert again.exit_code == 2
    assert "is there already" in again.output
    for bad in (
        ["--month", "2026-00"],
        ["--day", "4 October"],
        ["--duties", "--day", "2026-10-04"],
    ):
        assert run(app, ["report", "--database", url, *bad]).exit_code == 2
