"""Reports: recomputed from the journal, held against exact expectation, alarms that are rare."""

from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.journal.sql import SqlStore
from pitboss.service.people.exclusions import CLOCK
from pitboss.service.reports import Report, alert_of, report
from tests.service.play import BOOK, DEE, MAX, SUE, TABLE, Rig, player


def report_of(rig: Rig, now: dt.datetime | None = None) -> Report:
    lines = [line for _, line in rig.store.read(TABLE)]
    return report(TABLE, lines, rig.tables.rules, now or rig.clock.now)


def test_win_drop_fills_and_credits(light: Rig) -> None:
    light.open()
    light.do(DEE, "buy-in", person="p0", amount_cents=50_000)
    light.do(SUE, "fill", amount_cents=10_000, slip="1")
    light.do(SUE, "credit", amount_cents=4_000, slip="2")
    before = light.table().balances["player:p0"]
    for wager in ("player", "banker", "tie", "player"):
        light.coup(wager=wager, cents=2_500)
    found = report_of(light)
    assert found.coups == 4
    assert found.handle_cents == 10_000
    assert (found.drop_cents, found.fills_cents, found.credits_cents) == (50_000, 10_000, 4_000)
    assert found.win_cents == before - light.table().balances["player:p0"]
    assert found.hold == found.win_cents / 50_000
    # As the pit counts it: what is in the float more than was put there, and the drop.
    floats = found.balances["float"] - 10**9
    assert floats + found.drop_cents - found.fills_cents + found.credits_cents == found.win_cents
    assert found.balances_hold


@pytest.mark.parametrize(("wager", "cents"), [("banker", 2_500), ("tie", 500), ("player", 1_000)])
def test_the_expectation_is_the_exact_odds_at_the_stake(light: Rig, wager: str, cents: int) -> None:
    light.open()
    for _ in range(3):
        light.coup(wager=wager, cents=cents)
    odds = BOOK.odds(wagers=[wager], stake=str(cents // 100))
    assert isinstance(odds, dict)
    exact = -Fraction(odds[wager]["at_stake"]["expectation"]) * cents * 3
    found = report_of(light)
    assert Fraction(found.expected_win) == exact
    if cents == 500:  # a tie in whole chips is paid without rounding
        assert found.deviation_cents == pytest.approx(odds[wager]["std"] * cents * 3**0.5)


def test_wagers_of_one_coup_are_taken_together(light: Rig) -> None:
    light.open(players=2)
    light.ready()
    light.do(player(0), "place-wager", wager="player", amount_cents=1_000)
    light.do(player(1), "place-wager", wager="banker", amount_cents=1_000)
    while light.house() != "settle":
        pass
    # One stake pays most of the other: the spread is far below that of two lines apart.
    assert report_of(light).deviation_cents < 600


def test_his_5_a_fair_table_is_inside_the_band_and_a_cheated_one_is_not(light: Rig) -> None:
    light.open()
    for _ in range(60):
        light.coup(cents=10_000)
    fair = report_of(light)
    assert not fair.alert
    assert alert_of(fair, light.clock.now) is None
    lines = [line for _, line in light.store.read(TABLE)]
    cheated = [_always_paid(line) for line in lines]
    found = report(TABLE, cheated, light.tables.rules, light.clock.now)
    assert found.alert
    told = alert_of(found, light.clock.now)
    assert told is not None
    assert told.deviations < -3.29


PAIRS = {
    "offered": ["player-pair"],
    "wagers": {"player-pair": {"minimum_cents": 100, "maximum_cents": 100_000}},
}


def test_one_wager_won_at_long_odds_is_no_alarm(light: Rig) -> None:
    light.open(optional=PAIRS)
    light.coup(wager="player-pair", cents=1_000)
    lucky = [_always_paid(line, 11) for _, line in light.store.read(TABLE)]
    found = report(TABLE, lucky, light.tables.rules, light.clock.now)
    assert found.deviations < -3.29  # a chance of one in a thousand, were the sum a normal one
    assert not found.alert


def _always_paid(line: bytes, odds: int = 1) -> bytes:
    """As if every wager had won: the float pays where it took."""
    data = json.loads(line)
    if data["event"]["event"] == "coup-settled":
        for settled in data["event"]["lines"]:
            one = settled["line"]
            one.update(
                outcome="win",
                paid_cents=one["stake_cents"] * odds,
                returned_cents=one["stake_cents"],
            )
    return json.dumps(data).encode()


def test_payment_errors_of_the_month_and_duties(light: Rig) -> None:
    light.open()
    light.coup()
    light.do(
        SUE,
        "open-payment-error",
        direction="over",
        amount_cents=150_000,
        coup=1,
        wager="player",
        about="paid twice",
        person="p0",
    )
    found = report_of(light)
    assert [(one.amount_cents, one.direction) for one in found.payment_errors] == [
        (150_000, "over")
    ]
    assert len(found.duties_open) == len(light.table().duties)
    later = report_of(light, light.clock.now + dt.timedelta(days=40))
    assert later.payment_errors == ()
    assert len(later.duties_overdue) == len([d for d in later.duties_open if d.due is not None])
    assert MAX.rank is not None


def test_the_command_prints_it(url: str, tmp_path: Path) -> None:
    rig = Rig(SqlStore(url))
    rig.open()
    rig.coup()
    rig.close()
    run = CliRunner().invoke
    shown = run(app, ["report", "--database", url, "--json"])
    assert shown.exit_code == 0, shown.output
    (table,) = json.loads(shown.output)["tables"]
    assert table["table"] == TABLE
    assert table["balances_hold"]
    assert run(app, ["report", "--database", url, "--table", "table:9"]).exit_code == 2
    assert run(app, ["report", "--database", url, "--month", "2026-13"]).exit_code == 2
    assert run(app, ["report", "--database", f"{url}.none"]).exit_code == 2
    assert "win" in run(app, ["report", "--database", url]).output


def test_the_command_prints_a_shift(url: str, tmp_path: Path) -> None:
    rig = Rig(SqlStore(url))
    rig.open()
    rig.do(SUE, "fill", amount_cents=10_000, slip="7")
    rig.coup(cents=2_500)
    rig.close()
    run, files = CliRunner().invoke, (tmp_path / "shift.csv", tmp_path / "shift.pdf")
    asked = ["report", "--database", url, "--shift", "2026-11-16T20:00/23:00"]
    shown = json.loads(run(app, [*asked, "--json"]).output)
    (table,) = shown["tables"]
    assert (table["hold"]["handle_cents"], table["fills_cents"]) == (2_500, 10_000)
    assert table["agrees"]
    printed = run(app, [*asked, "--csv", str(files[0]), "--pdf", str(files[1])])
    assert printed.exit_code == 0, printed.output
    assert "25.00" in files[0].read_text(encoding="utf-8")
    assert files[1].read_bytes().startswith(b"%PDF")
    refused = run(app, [*asked[:-1], "tonight"])
    assert refused.exit_code == 2
    assert "is no shift" in refused.output
    assert run(app, [*asked, "--duties"]).exit_code == 2


def test_rng_6_the_raw_stream_is_given_out() -> None:
    run = CliRunner().invoke
    raw = run(app, ["random", "--bytes", "70000"])
    assert len(raw.stdout_bytes) == 70_000
    numbers = run(app, ["random", "--below", "52", "--numbers", "200"]).output.split()
    assert len(numbers) == 200
    assert all(0 <= int(number) < 52 for number in numbers)
    assert len(run(app, ["random", "--shoes", "2", "--decks", "1"]).output.split()) == 104
    assert run(app, ["random", "--shoes", "1", "--below", "5"]).exit_code == 2
    assert run(app, ["random", "--below", str(1 << 40)]).exit_code == 2


def test_chips_of_a_tournament_are_no_money(light: Rig) -> None:
    light.open(players=0)
    light.do(CLOCK, "sign-on")
    told: dict[str, Any] = {"tournament": "tournament:elsewhere", "session": 1}
    light.do(
        CLOCK,
        "begin-tournament-session",
        **told,
        boxes={"p0": 1},
        allotment_cents=100_000,
        minimum_cents=2_500,
        maximum_cents=50_000,
    )
    for wager in ("player", "banker", "player"):
        light.coup(wager=wager, cents=2_500)
    light.do(CLOCK, "end-tournament-session", **told)
    found = report_of(light)
    assert (found.coups, found.handle_cents, found.win_cents) == (0, 0, 0)
    assert (found.drop_cents, float(Fraction(found.expected_win))) == (0, 0.0)
    assert found.balances["float"] == 10**9
    assert found.balances_hold
