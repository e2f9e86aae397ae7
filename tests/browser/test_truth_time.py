"""Times are the casino's, with its zone beside them, whatever the clock of the screen says."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import opened, wager

BOOK = "star-baccarat"
CASINO = ZoneInfo("Australia/Sydney")
# Behind the casino, ahead of it, and half an hour off the hour.
SCREENS = ["UTC", "Pacific/Kiritimati", "America/St_Johns"]
_names = (f"time-{number}" for number in itertools.count(1))


@pytest.fixture
def table(house: House) -> str:
    return opened(house, next(_names), BOOK, "player1")


def there(moment: dt.datetime) -> str:
    return f"{moment.astimezone(CASINO):%H:%M %Z}"


def post_notice(page: Page, table: str, at: dt.datetime) -> None:
    """A supervisor writes the time that the casino's clocks will show."""
    expect(page.locator(".key").first).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("4")
    form = page.locator("form.task")
    form.get_by_label("What will change").select_option("raise-minimum")
    expect(form.locator("label", has_text="casino time")).to_contain_text(f"{at:%Z}")
    form.get_by_label(re.compile("^When")).fill(f"{at.astimezone(CASINO):%H:%M}")
    form.get_by_label("New minimum, dollars").fill("50")
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)


@pytest.mark.parametrize("zone", SCREENS)
def test_a_notice_says_the_time_that_was_written(
    house: House, page_of: PageOf, table: str, zone: str
) -> None:
    change = dt.datetime.now(CASINO).replace(second=0, microsecond=0) + dt.timedelta(minutes=45)
    page = page_of(f"/console/{table}", "gaming-manager", zone=zone)
    post_notice(page, table, change)
    (notice,) = house.get("dealer", f"/tables/{table}/sheet")["notices"]
    assert dt.datetime.fromisoformat(notice["change"]) == change
    expect(page.locator(".notice")).to_contain_text(there(change))
    wall = page_of(f"/display/{table}", "display", size="wall", zone=zone)
    label = wall.locator("[data-notice] .label")
    expect(label).to_have_text(f"From {there(change)}")
    clock = wall.locator("header time")
    expect(clock).to_have_text(re.compile(r"^\d\d:\d\d AE[DS]T$"))
    before = dt.datetime.now(dt.UTC)
    shown = clock.inner_text()
    after = dt.datetime.now(dt.UTC)
    assert shown in {there(before - dt.timedelta(seconds=1)), there(before), there(after)}
    pit = page_of("/pit", "gaming-manager", zone=zone)
    card = pit.locator(f"article[data-table={table}]")
    expect(card).to_contain_text(there(change))
    expect(pit.locator("header.bar")).to_contain_text(re.compile(r"\d\d:\d\d:\d\d AE[DS]T"))


@pytest.mark.parametrize("zone", SCREENS)
def test_lists_and_replay_have_the_time_of_the_event_there(
    house: House, page_of: PageOf, table: str, zone: str
) -> None:
    wager(house, "player1", table, "banker", 2_500)
    house.deal(table)
    last = house.get("dealer", f"/tables/{table}/events?after=0&limit=500")["events"][-1]
    at = dt.datetime.fromisoformat(last["at"]).astimezone(CASINO)
    page = page_of(f"/console/{table}", "dealer", zone=zone)
    listed = page.locator(".last")
    expect(listed.locator("time").first).to_have_text(f"{at:%H:%M:%S}")
    expect(listed.get_by_role("heading")).to_contain_text(f"{at:%Z}")
    replay = page_of(f"/replay/{table}/1", "dealer", zone=zone)
    replay.keyboard.press("End")
    rows = replay.locator("aside li[data-step] time")
    expect(rows.last).to_have_text(f"{at:%H:%M:%S}")
    expect(replay.locator("aside").get_by_role("heading").first).to_contain_text(f"{at:%Z}")
    expect(replay.locator(".now time")).to_have_text(f"{at:%H:%M:%S %Z}")


def test_a_page_of_no_casino_has_no_clock_of_the_screens(page_of: PageOf) -> None:
    for path in ("/rules", "/no-such-page", f"/rules/{BOOK}"):
        page = page_of(path, zone="America/St_Johns")
        expect(page.locator("header.bar")).to_be_visible()
        expect(page.locator("header.bar time")).to_have_count(0)
