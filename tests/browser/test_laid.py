"""Layout of every page at five sizes in both languages: nothing overprinted, cut or moving."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, Pages
from tests.browser.laid import LANGUAGES, SCREENS, WATCH, hangs_over, moved, overlaps, shift
from tests.browser.played import LONG_MS, opened, wager
from tests.browser.test_proofs_pages import LOOKS, TABLE, Look, floor

__all__ = ("floor",)  # the floor of the other proofs of pages

MOST_MOVED = 0.1
"""What browsers call good: a tenth of the screen, all movements of a page together."""
BOOK = "star-baccarat"
# One look at an address is enough: what a press opens is looked at by tests of its own.
LAID = {name: look for name, look in LOOKS.items() if look.do is None and name != "table-phone"} | {
    "front": Look("/", None, "li[data-table]"),
    "table": Look(f"/table/{TABLE}", "dealer", ".plate"),
    "terminal": LOOKS["terminal"],
    "links": Look("/pit/links", "gaming-manager", "main h1, main h2"),
    "terminals": Look("/pit/terminals", "gaming-manager", "main h1, main h2"),
    "tournaments": Look("/pit/tournaments", "gaming-manager", "main h1, main h2"),
    "promotions": Look("/pit/promotions", "gaming-manager", "main h1, main h2"),
    "compliance": Look("/pit/compliance", "gaming-manager", "main h1, main h2"),
}


def sized(page: Page, screen: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LAID)
def test_nothing_is_overprinted_or_cut_and_little_moves_as_it_loads(
    floor: House, pages: Pages, name: str, language: str
) -> None:
    look = LAID[name]
    page = pages.blank(floor, look.login, language=language)
    page.add_init_script(WATCH)
    found = {}
    for screen in SCREENS:
        sized(page, screen)
        page.goto(look.path)
        page.wait_for_selector(look.ready, timeout=LONG_MS)
        expect(page.locator("main [data-loading]")).to_have_count(0)
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_function("() => document.getAnimations().length === 0")
        over, hangs, went = overlaps(page), hangs_over(page), moved(page)
        if over or hangs or sum(one["value"] for one in went) > MOST_MOVED:
            found[screen] = (over, hangs, went)
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_coup_moves_nothing_under_a_finger(
    floor: House, pages: Pages, screen: str, language: str
) -> None:
    table = f"moved-{screen}-{language}"
    opened(floor, table, BOOK, "player1", "player2")
    wager(floor, "player2", table, "banker", 2_500)
    watched = {}
    for where, login in (
        ("terminal", "player1"),
        ("table", "inspector"),
        ("console", "dealer"),
        ("display", "display"),
    ):
        page = pages.blank(floor, login, language=language)
        page.add_init_script(WATCH)
        sized(page, screen)
        page.goto(f"/{where}/{table}")
        page.wait_for_selector("h1", state="attached")
        expect(page.locator("main [data-loading]")).to_have_count(0)
        page.evaluate("document.fonts.ready.then(() => true)")
        watched[where] = page
    found = {}
    for _ in range(14):
        heard = floor.deal(table, most=1)
        for where, page in watched.items():
            page.wait_for_timeout(120)
            over = overlaps(page)
            if over or hangs_over(page):
                found[where] = over
        if "coup-settled" in heard:
            break
    assert found == {}
    areas = watched["terminal"].locator("[data-area]").first
    expect(areas).to_be_visible()
    after = {where: round(shift(page), 4) for where, page in watched.items()}
    print(f"{screen}, {language}: {after}")
    assert {where: one for where, one in after.items() if one > MOST_MOVED} == {}


def test_the_measure_sees_what_it_is_for(floor: House, pages: Pages) -> None:
    page = pages.blank(floor, None)
    page.add_init_script(WATCH)
    page.goto("/sign-in")
    page.wait_for_selector("form")
    assert overlaps(page) == []
    moved(page)
    page.evaluate(
        "() => { const one = document.createElement('p'); one.textContent = 'Printed over it';"
        " one.style.cssText = 'position:absolute;left:0;top:0;margin:0';"
        " document.querySelector('h1').append(one);"
        " document.querySelector('h1').style.position = 'relative'; }"
    )
    assert overlaps(page) != []
    page.evaluate("() => { document.querySelector('main').style.paddingTop = '420px'; }")
    page.wait_for_function("() => window.__moved.length > 0")
    assert shift(page) > 0.05
    page.evaluate("() => { document.querySelector('h1 p').style.left = '3000px'; }")
    assert hangs_over(page) > 0
