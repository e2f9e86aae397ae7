"""The compliance desk over HTTP: duties, a month, a day, as pages and as files; what is kept."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import pitboss
from pitboss.journal.record import read_line
from pitboss.refusal import Refusal
from pitboss.service.compliance.retention import ends, must_keep
from tests.api.conftest import House
from tests.api.test_promotions import MANAGER, Desk
from tests.service.compliance.text_of_pdf import pdf_text

SUPERVISOR, DEALER = "gaming-supervisor", "dealer"
EDITION = pitboss.rulebook("star-baccarat").edition
ZONE = ZoneInfo(EDITION.identity.time_zone)


@pytest.fixture
def desk() -> Any:
    house = House()
    with house.client:
        yield Desk(house)
    house.tables.close()


def test_duties_are_listed_with_their_deadlines_and_as_files(desk: Desk) -> None:
    desk.started(("a sum", "money", 50_000))
    desk.do("report-compromise", reason="the drum was open", then="postpone")
    house = desk.house
    found = house.get(SUPERVISOR, "/compliance/duties").json()
    (one,) = [row for row in found["duties"] if row["stream"] == "promotion:spring"]
    raised = dt.datetime.fromisoformat(one["raised"])
    assert dt.datetime.fromisoformat(one["due"]) - raised == dt.timedelta(hours=48)
    assert one["state"] == "open"
    assert one["due_there"][:16] == f"{(raised + dt.timedelta(hours=48)).astimezone(ZONE):%F %H:%M}"
    desk.wait(49)
    late = house.get(SUPERVISOR, "/compliance/duties").json()
    assert late["duties"][0]["state"] == "overdue"
    assert late["counts"]["overdue"] == 1
    desk.do("record-notice", notice=1, how="by telephone")
    done = house.get(SUPERVISOR, "/compliance/duties").json()["duties"][-1]
    assert (done["state"], done["how"]) == ("late", "by telephone")
    assert (
        read_line(house.tables.store.read("promotion:spring", done["proof"] - 1, 1)[0][1]).data()[
            "event"
        ]
        == "notice-given"
    )
    text = house.get(SUPERVISOR, "/compliance/duties/csv").text
    pdf = pdf_text(house.get(SUPERVISOR, "/compliance/duties/pdf").content)
    assert done["due_there"] in text
    assert done["due_there"].replace(" ", "") in pdf.replace(" ", "")
    assert house.get(DEALER, "/compliance/duties").status_code == 403
    assert house.get("player1", "/compliance/duties").status_code == 403


def test_a_month_that_is_not_over_is_refused_and_one_that_is_is_told(house: House) -> None:
    now = house.context.now().astimezone(ZONE)
    early = house.get(SUPERVISOR, f"/compliance/months/{now:%Y-%m}")
    assert (early.status_code, early.json()["code"]) == (409, "month-not-over")
    assert "12.20.2" in early.json()["clauses"]
    before = (now.replace(day=1) - dt.timedelta(days=1)).strftime("%Y-%m")
    found = house.get(SUPERVISOR, f"/compliance/months/{before}")
    assert found.status_code == 200
    assert found.json()["errors"] == []
    file = house.get(SUPERVISOR, f"/compliance/months/{before}/pdf")
    assert file.headers["content-type"] == "application/pdf"
    assert f'filename="{before}.pdf"' in file.headers["content-disposition"]
    for bad in ("2026-13", "x"):
        assert house.get(SUPERVISOR, f"/compliance/months/{bad}").status_code in (404, 422)


def test_a_day_is_summed_up(house: House) -> None:
    today = house.context.now().astimezone(ZONE).date().isoformat()
    found = house.get(SUPERVISOR, f"/compliance/days/{today}").json()
    assert found["day"] == today
    assert not found["over"]
    assert house.get(SUPERVISOR, "/compliance/days/2026-02-30").status_code == 422
    assert today in house.get(SUPERVISOR, f"/compliance/days/{today}/csv").text


@pytest.mark.parametrize(
    ("at", "until"),
    [
        (
            dt.datetime(2026, 10, 4, 1, 30, tzinfo=ZONE),
            dt.datetime(2031, 10, 4, 1, 30, tzinfo=ZONE),
        ),
        (dt.datetime(2024, 2, 29, 12, tzinfo=ZONE), dt.datetime(2029, 3, 1, 12, tzinfo=ZONE)),
    ],
)
def test_five_years_are_years_where_the_casino_is(at: dt.datetime, until: dt.datetime) -> None:
    assert ends(at, 5, EDITION) == until


def test_the_register_of_a_refused_prize_is_kept_for_its_term(desk: Desk) -> None:
    desk.started(("a car", "goods", 50_000))
    record = {"name": "Ann Example", "address": "1 Some Street", "why": "a refused claim"}
    answer = desk.house.post(MANAGER, "/people", record)
    assert answer.status_code == 201, answer.text
    person = answer.json()["person"]
    said = {"claimant": "p1", "reason": "late", "value_cents": 20_000, "register": person}
    desk.do("deny-claim", **said)
    at = desk.house.context.now()
    headers = desk.house.headers(MANAGER)
    gone = desk.house.client.delete(f"/api/people/{person}?why=asked", headers=headers)
    assert (gone.status_code, gone.json()["code"]) == (409, "kept-until")
    assert "16.9" in " ".join(gone.json()["clauses"])
    assert desk.house.context.people.known(person)
    lines = [line for _, line in desk.house.tables.store.read("promotion:spring")]
    rules = pitboss.rulebook("star-baccarat").rules
    until = ends(at, 5, EDITION)

    def asked(now: dt.datetime, who: str = person, years: int = 5) -> Refusal | None:
        return must_keep([("promotion:spring", lines)], lambda _: rules, who, now, years)

    assert asked(until - dt.timedelta(minutes=1)) is not None
    assert asked(until + dt.timedelta(minutes=1)) is None
    assert asked(until + dt.timedelta(minutes=1), years=7) is not None
    assert asked(until - dt.timedelta(days=1), "p-somebody-else") is None
