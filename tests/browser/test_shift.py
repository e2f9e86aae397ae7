"""Shift, slips and the pit's figures in a real browser: what is shown is the API's."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import money

TABLE = "star-baccarat"
STAFF = "gaming-supervisor"
SIZES = ("phone", "tablet", "desktop", "wall")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of its own: two coups, a buy-in, a fill and a credit; one wager lies."""
    served = House(tmp_path_factory.mktemp("shift"))
    for login in ("dealer", STAFF):
        served.do(login, TABLE, "sign-on")
    for login in ("player1", "player2"):
        served.do(login, TABLE, "arrive", seat=int(login[-1]))
    person = served.get("player1", "/session")["person"]
    assert served.do("dealer", TABLE, "buy-in", person=person, amount_cents=20_000).is_success
    for _ in range(2):
        served.deal(TABLE)
        served.do("player1", TABLE, "place-wager", wager="banker", amount_cents=10_000)
        served.do("player2", TABLE, "place-wager", wager="tie", amount_cents=2_500)
        served.deal(TABLE, until="coup-settled")
    assert served.do(STAFF, TABLE, "fill", amount_cents=50_000, slip="12").is_success
    assert served.do(STAFF, TABLE, "credit", amount_cents=10_000).is_success
    served.deal(TABLE)
    assert served.do("player2", TABLE, "place-wager", wager="banker", amount_cents=5_000).is_success
    yield served
    served.close()


def shift(house: House) -> Any:
    return house.get(STAFF, "/shift")


def narrow(page: Page) -> None:
    """Nothing is wider than the page."""
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen


def test_a_shift_is_the_sums_of_the_api(house: House, page_of: PageOf) -> None:
    page = page_of("/pit", STAFF)
    page.get_by_role("link", name="Shift report").click()
    page.wait_for_selector("[data-shift]")
    told = shift(house)
    (one,) = [row for row in told["tables"] if row["table"] == TABLE]
    assert one["hold"]["coups"] == 2
    assert one["agrees"]
    for name in ("handle", "win"):
        figure = money(told[f"{name}_cents"])
        expect(page.locator(f"[data-sum={name}]")).to_have_text(figure)
    row = page.get_by_role("table", name="Tables").get_by_role("row", name="Star Baccarat").first
    expect(row).to_contain_text(money(one["hold"]["handle_cents"]))
    ratings = page.get_by_role("table", name="Ratings")
    for rating in one["ratings"]:
        line = ratings.get_by_role("row").filter(has_text=rating["person"])
        expect(line).to_contain_text(money(rating["average_cents"]))
        expect(line).to_contain_text(money(rating["theoretical_cents"]))
    expect(page.get_by_role("table", name="On duty")).to_contain_text("dealer")


def test_presets_are_by_the_casinos_clock_and_have_an_address(
    house: House, page_of: PageOf
) -> None:
    page = page_of("/pit/shift", STAFF, zone="America/New_York")
    page.get_by_role("button", name="Today").click()
    day = dt.datetime.now(ZoneInfo("Australia/Sydney"))
    page.wait_for_url(re.compile(r"span=\d{4}-\d\d-\d\dT00%3A00%2F"))
    near = {f"{day + dt.timedelta(minutes=by):%Y-%m-%d}T00:00/" for by in (-5, 0)}
    expect(page.locator("[data-shift]")).to_have_attribute(
        "data-shift", re.compile("|".join(map(re.escape, near)))
    )
    page.reload()
    expect(page.get_by_label("From")).to_have_value(re.compile("T00:00$"))
    page.get_by_label("From").fill("2020-01-01T06:00")
    page.get_by_label("To").fill("2020-01-01T14:00")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("2020-01-01T14"))
    expect(page.locator("[data-sum=handle]")).to_have_text("$0.00")
    page.go_back()
    expect(page.locator("[data-sum=handle]")).to_have_text(money(shift(house)["handle_cents"]))


def test_a_span_that_is_none_is_one_sentence(page_of: PageOf) -> None:
    page = page_of("/pit/shift?span=yesterday", STAFF)
    expect(page.locator(".paper")).to_contain_text("'yesterday' is no shift")
    page.get_by_role("button", name="Last hour").or_(page.get_by_label("From")).first.wait_for()


def test_files_carry_the_same_figures(house: House, page_of: PageOf, tmp_path: Path) -> None:
    page = page_of("/pit/shift", STAFF)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    kept = tmp_path / "shift.csv"
    waiting.value.save_as(kept)
    rows = list(csv.reader(kept.read_text(encoding="utf-8").splitlines()))
    (row,) = [row for row in rows if row[:1] == [TABLE] and len(row) == 12]
    (one,) = [one for one in shift(house)["tables"] if one["table"] == TABLE]
    assert f"${row[5]}" == money(one["hold"]["handle_cents"])
    with page.expect_download() as waiting:
        page.get_by_role("link", name="PDF").click()
    kept = tmp_path / "shift.pdf"
    waiting.value.save_as(kept)
    assert kept.read_bytes().startswith(b"%PDF")


def test_a_slip_opens_at_its_address(house: House, page_of: PageOf) -> None:
    page = page_of("/pit/shift", STAFF)
    page.get_by_role("link", name="Fill slip 12").click()
    expect(page.locator("h1")).to_have_text("Fill slip 12")
    expect(page.locator("[data-sum=amount]")).to_have_text("$500.00")
    slips = [slip for one in shift(house)["tables"] for slip in one["slips"]]
    credit = next(slip for slip in slips if slip["kind"] == "credit")
    page = page_of(f"/pit/slips/{TABLE}/{credit['sequence']}", STAFF, language="zh")
    expect(page.locator("h1")).to_have_text(f"退码单 {credit['sequence']}")
    page = page_of(f"/pit/slips/{TABLE}/1", STAFF)
    expect(page.locator(".paper")).to_contain_text("is no fill and no credit")


def test_who_may_not_see_money_reads_why(page_of: PageOf) -> None:
    page = page_of("/pit/shift", "dealer")
    expect(page.locator(".paper")).to_contain_text("Shift reports are for ranks above the lowest.")
    page = page_of("/pit/shift", "player1")
    expect(page.locator("h1")).to_contain_text("for staff")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_every_size_and_language_reads_well(
    page_of: PageOf, serious: Callable[[Page], list[str]], size: str, language: str
) -> None:
    for path in ("/pit/shift", "/pit"):
        page = page_of(path, STAFF, size=size, language=language)
        page.locator("article, [data-shift]").first.wait_for()
        narrow(page)
        assert serious(page) == []


def test_the_pit_card_has_dealer_seats_money_and_road(house: House, page_of: PageOf) -> None:
    page = page_of("/pit", STAFF)
    (one,) = [row for row in house.get(STAFF, "/pit")["tables"] if row["table"] == TABLE]
    card = page.locator(f"article[data-table={TABLE}]")
    expect(card.locator("[data-dealer]")).to_have_text("Dealer dealer")
    expect(card.locator(".stakes li")).to_have_count(2)
    expect(card.locator("[data-staked]")).to_have_attribute("data-staked", "5000")
    expect(card.locator(".road circle")).not_to_have_count(0)
    expect(card.locator("[data-sum=drop]")).to_have_text("$200")
    handle = money(round(one["hold"]["handle_cents"] / 100) * 100, whole=True)
    expect(card.locator("[data-sum=handle]")).to_have_text(handle)


def test_an_alert_says_what_to_do(house: House, page_of: PageOf) -> None:
    held = shift(house)["tables"]
    (books,) = [one["float_ends_cents"] for one in held if one["table"] == TABLE]
    assert house.do(STAFF, TABLE, "count-float", amount_cents=books - 2_500).is_success
    page = page_of("/pit", STAFF)
    alert = page.locator(f"article[data-table={TABLE}] [data-alert=count]")
    expect(alert).to_contain_text("differed from the books by $25.")
    expect(alert).to_contain_text("Count again with a second person")
    page = page_of("/pit", STAFF, language="zh")
    expect(page.locator("[data-alert=count]")).to_contain_text("重新点算")
    assert house.do(STAFF, TABLE, "count-float", amount_cents=books - 2_500).is_success
    expect(page.locator("[data-alert=count]")).to_have_count(0)
