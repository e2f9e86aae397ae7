"""A prize draw on the pages: run by somebody new to it, and checked by a stranger."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS

NAME, BOOK, MANAGER = "spring-draw", "star-premium-baccarat", "gaming-manager"
ZONE = "Australia/Sydney"
OPEN_FOR = dt.timedelta(seconds=75)
"""How long entries are taken: long enough to write the terms and to enter, on a busy machine."""
ENTRANTS = {"ann": 1, "bob": 5, "cal": 2}
PRIZES = (("Two hundred dollars", "money", "200"), ("A fountain pen", "goods", "40"))

Serious = Callable[[Page], list[str]]


def press(page: Page, text: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=text, exact=isinstance(text, str)).first.click()


def stage(page: Page, wanted: str, wait_ms: int = LONG_MS) -> None:
    expect(page.locator(f'[data-stage="{wanted}"]')).to_be_visible(timeout=wait_ms)


def drafted(page: Page, serious: Serious) -> None:
    """A promotion of this evening, as its fields ask for it."""
    now = dt.datetime.now(ZoneInfo(ZONE)).replace(microsecond=0, tzinfo=None)
    closes = now + OPEN_FOR
    page.get_by_label("Name of the promotion").fill(NAME)
    page.get_by_label("Title").fill("Spring draw")
    page.get_by_label("Rulebook").select_option(BOOK)
    page.get_by_label("Starts").fill(f"{now:%Y-%m-%dT%H:%M}")
    page.get_by_label("Entry closes").fill(closes.isoformat())
    page.get_by_label("Is drawn").fill(closes.isoformat())
    assert serious(page) == []
    press(page, "Draft a promotion")
    stage(page, "draft")


def started(page: Page) -> None:
    """Terms that say what each item asks for, prizes, and the promotion begun."""
    for place, (name, kind, dollars) in enumerate(PRIZES, 1):
        page.get_by_label("What it is").fill(name)
        page.get_by_label("Kind").select_option(kind)
        page.get_by_label("Value in dollars").fill(dollars)
        press(page, "Add the prize")
        expect(page.locator(f'[data-prize="{place}"]')).to_contain_text(name, timeout=LONG_MS)
    for item in page.locator("[data-item]").all():
        item.fill("As the leaflet says")
    expect(page.locator("[data-lacks]")).to_have_attribute("data-lacks", re.compile(r"^\d+$"))
    press(page, "Save")
    expect(page.locator("[data-lacks]")).to_have_count(0, timeout=LONG_MS)
    press(page, "Register the terms")
    stage(page, "registered")
    page.get_by_label("Marketing material").fill("The leaflet at the door")
    press(page, "Publish the terms")
    press(page, "Start")
    stage(page, "running")


def test_a_newcomer_runs_a_prize_draw_and_a_stranger_checks_it(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    page = page_of("/pit/promotions", MANAGER, zone=ZONE)
    drafted(page, serious)
    started(page)
    for number, (who, tickets) in enumerate(ENTRANTS.items(), 1):
        page.get_by_label("Who enters, by their id").fill(who)
        page.get_by_label("Tickets").fill(str(tickets))
        press(page, "Record the entry")
        entered = page.get_by_text(re.compile(rf"^{number} entries with"))
        expect(entered).to_be_visible(timeout=LONG_MS)

    stranger = page_of("/")
    stranger.get_by_role("link", name="Prize draws").click()
    listed = stranger.locator(f'[data-draw="{NAME}"]')
    expect(listed).to_contain_text("The secret is fixed", timeout=LONG_MS)
    assert serious(stranger) == []
    listed.get_by_role("link").click()
    expect(stranger.get_by_text("The draw is not open yet.")).to_be_visible(timeout=LONG_MS)
    commitment = stranger.locator("dd").first.inner_text()
    assert serious(page) == []

    house.time_goes(OPEN_FOR.total_seconds())
    stage(page, "closed")  # by the clock: nobody presses anything
    page.get_by_label("The word said in public").fill("magnolia")
    press(page, "Draw")
    stage(page, "drawn")
    press(page, "The draw stands")
    stage(page, "finished")
    page.get_by_label("Where the results are published").fill("At the door")
    press(page, "Publish the results")
    for place in (1, 2):
        won = page.locator(f'[data-won="{place}"]')
        won.get_by_role("button", name="Told", exact=True).click()
        expect(won).to_contain_text("The winner knows", timeout=LONG_MS)
        won.get_by_role("button", name=re.compile("^(Pay|Hand over)$")).click()
        expect(won).to_contain_text("given", timeout=LONG_MS)
    expect(page.locator('[data-now="finished"]')).to_contain_text("Nothing is left to do here")
    expect(page.get_by_text("Nobody waits to be told.")).to_be_visible()
    assert serious(page) == []

    expect(stranger.locator('[data-holds="true"]')).to_have_count(3, timeout=LONG_MS)
    assert serious(stranger) == []
    assert stranger.locator("dd").first.inner_text() == commitment
    expect(stranger.get_by_text("magnolia")).to_be_visible()
    prizes = house.get(MANAGER, f"/promotions/{NAME}")["prizes"]
    assert len({one["winner"] for one in prizes}) == 2
    for one in prizes:
        row = stranger.get_by_role("row", name=re.compile(one["name"]))
        expect(row).to_contain_text(one["winner"])
        assert one["winner"] in ENTRANTS
