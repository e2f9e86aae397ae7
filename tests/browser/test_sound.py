"""Quiet sounds, made in the browser: none for staff until the one switch; a first theme."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, House, PageOf, Pages
from tests.browser.played import opened, place, press, wager

BOOK = "star-baccarat"
# What a page starts to sound, by the kind of its source.
LISTEN = """
  window.__heard = [];
  for (const [made, name] of [["createBufferSource", "card"], ["createOscillator", "note"]]) {
    const before = AudioContext.prototype[made];
    AudioContext.prototype[made] = function (...all) {
      const source = before.apply(this, all);
      const start = source.start.bind(source);
      source.start = (...when) => { window.__heard.push(name); start(...when); };
      return source;
    };
  }
"""


def listening(pages: Pages, house: House, path: str, login: str) -> Page:
    page = pages.blank(house, login)
    page.add_init_script(LISTEN)
    page.goto(path)
    page.wait_for_selector("h1", state="attached")
    expect(page.locator("main [data-loading]")).to_have_count(0)
    return page


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.__heard")
    return found


@pytest.fixture(scope="module")
def table(house: House) -> str:
    return opened(house, "sounding", BOOK, "player1", "player2")


def test_a_console_is_silent_until_it_is_switched_on_and_stays_so(
    house: House, pages: Pages, table: str
) -> None:
    wager(house, "player2", table, "player", 2_500)
    page = listening(pages, house, f"/console/{table}", "dealer")
    switch = page.locator("[data-sound]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    press(page)
    assert heard(page) == []
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.__heard.includes('note')")
    press(page)
    page.wait_for_function("() => window.__heard.includes('card')")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    house.deal(table)


def test_a_terminal_is_heard_from_the_first_chip(house: House, pages: Pages, table: str) -> None:
    page = listening(pages, house, f"/terminal/{table}", "player1")
    place(page, "banker", 2_500)
    page.wait_for_function("() => window.__heard.includes('note')")
    house.deal(table, until="coup-settled")
    page.wait_for_function("() => window.__heard.includes('card')")


def test_a_newcomer_sees_dark_felt_on_a_light_system(house: House, page_of: PageOf) -> None:
    browser = page_of("/sign-in").context.browser
    assert browser is not None
    width, height = SIZES["desktop"]
    context = browser.new_context(
        base_url=house.url, viewport={"width": width, "height": height}, color_scheme="light"
    )
    page = context.new_page()
    page.goto("/sign-in")
    theme = page.locator("html")
    expect(theme).to_have_attribute("data-theme", "felt")
    page.get_by_label("Theme").select_option("auto")
    expect(theme).to_have_attribute("data-theme", "light")
    page.reload()
    expect(theme).to_have_attribute("data-theme", "light")
    page.get_by_label("Theme").select_option("contrast")
    expect(theme).to_have_attribute("data-theme", "contrast")
    context.close()
