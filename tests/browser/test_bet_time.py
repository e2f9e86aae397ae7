"""The time to bet on every screen, by the server's time; the calls as keys; the settled coup."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import area, at, next_key, opened, place, press, wager

BOOK = "star-baccarat"
SECONDS = 60
_names = (f"time-to-bet-{number}" for number in itertools.count(1))


@pytest.fixture
def table(house: House) -> str:
    name = opened(house, next(_names), BOOK, "player1")
    set_time(house, name, SECONDS)
    return name


def set_time(house: House, table: str, seconds: int) -> None:
    for login in ("gaming-supervisor", "gaming-manager"):
        house.do(login, table, "sign-on")
        if house.do(login, table, "set-betting-time", seconds=seconds).is_success:
            return
    raise AssertionError("nobody may set the time to bet")


def ring(page: Page) -> int:
    shown = page.locator("[data-ring]").first
    expect(shown).to_be_visible()
    return int(shown.get_attribute("data-ring") or -1)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_screen_counts_down_by_the_servers_time(
    house: House, page_of: PageOf, table: str, language: str
) -> None:
    pages = [
        page_of(f"/terminal/{table}", "player1", size="phone", language=language),
        page_of(f"/terminal/{table}", "player1", size="tablet", language=language),
        page_of(f"/table/{table}", "player2", language=language),
        page_of(f"/display/{table}", "display", size="wall", language=language),
        page_of(f"/console/{table}", "dealer", language=language),
    ]
    for page in pages:
        expect(page.locator("[data-ring]")).to_have_count(0)
    called = house.do("dealer", table, "call-bets", call="place your bets")
    assert called.is_success, called.text
    shown = [ring(page) for page in pages]
    assert all(0 < one <= SECONDS for one in shown)
    # A page that comes later, on a screen whose clock is wrong, has the same time.
    late = page_of(f"/display/{table}", "display", size="wall", language=language)
    late.clock.install(time="2031-01-01T00:00:00Z")
    late.reload()
    before = ring(pages[3])
    assert abs(ring(late) - before) <= 3
    house.do("dealer", table, "call-bets", call="no more bets")
    said = {"en": "No more bets", "zh": "停止投注"}[language]
    expect(pages[3].locator("[data-doing]")).to_have_text(said)
    expect(pages[2].locator("[data-doing]")).to_have_text(said)


def test_the_calls_are_keys_of_the_console_and_enter_does_them_in_turn(
    house: House, page_of: PageOf, table: str
) -> None:
    page = page_of(f"/console/{table}", "dealer")
    calls = page.locator(".bets .key")
    expect(calls).to_have_count(2)
    expect(next_key(page)).to_contain_text("Place your bets")
    assert all(one.bounding_box()["height"] >= 56 for one in calls.all())  # type: ignore[index]
    before = at(page)
    page.keyboard.press("b")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-console]').dataset.console) > n", arg=before
    )
    assert ring(page) > 0
    wager(house, "player1", table, "banker", 2_500)
    expect(next_key(page)).to_contain_text("No more bets")
    assert press(page) == "No more bets"
    expect(next_key(page)).to_contain_text("Player's first card")


def test_after_the_time_no_chip_is_taken_and_the_terminal_says_so(
    house: House, page_of: PageOf, table: str
) -> None:
    set_time(house, table, 6)
    page = page_of(f"/terminal/{table}", "player1")
    house.do("dealer", table, "call-bets", call="place your bets")
    place(page, "banker", 2_500)
    expect(page.locator(".rail h2")).to_have_text("Bets are closed")
    page.keyboard.press(area(page, "tie").get_attribute("aria-keyshortcuts") or "")
    expect(page.locator(".paper.slip")).to_contain_text("Not placed")
    assert house.get("player1", f"/tables/{table}/own")["staked_cents"] == 2_500


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_console_keeps_the_settled_coup_until_the_next_card(
    house: House, page_of: PageOf, language: str
) -> None:
    table = opened(house, next(_names), BOOK, "player1")
    page = page_of(f"/console/{table}", "dealer", language=language)
    wager(house, "player1", table, "banker", 2_500)
    assert "coup-settled" in house.deal(table, until="coup-settled")
    told = house.get("dealer", f"/tables/{table}/payout")
    for hand in told["hands"]:
        shown = page.locator(".felt .hand", has=page.locator(f"[data-count={hand['id']}]"))
        expect(shown.locator("svg.card")).to_have_count(len(hand["cards"]))
        expect(shown.locator(".count")).to_have_text(str(hand["count"]))
    said = {"en": r"Coup 1: .*\d", "zh": r"第 1 局：.*\d"}[language]
    expect(page.locator(".felt .foot")).to_have_text(re.compile(said))
    wager(house, "player1", table, "banker", 2_500)
    expect(page.locator(".felt svg.card")).not_to_have_count(0)
    assert "card-dealt" in house.deal(table, until="card-dealt")
    expect(page.locator(".felt .hand svg.card")).to_have_count(1)
