"""Every page: nothing serious for axe-core in three themes, and light to load."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, Pages, Weight
from tests.browser.played import LONG_MS, area, opened, void_shoe, wager

BOOK, OTHER, CHOICES = "star-baccarat", "crown-melbourne-baccarat", "star-blackjack"
MANAGER, SUPERVISOR = "gaming-manager", "gaming-supervisor"
TABLE, OPENED, RULED = "looked-at", "looked-into", "looked-over"
THEMES = ("felt", "light", "contrast")
MOST_BYTES = 340_000
"""Of them the text face is 49,000, and what the server says of a ruling 60,000."""
Do = Callable[[Page], Any]


class Look(NamedTuple):
    """A page in a state worth looking at: `ready` is there when it is drawn, `do` goes further."""

    path: str
    login: str | None
    ready: str
    do: Do | None = None
    size: str = "desktop"
    language: str = "en"


def _refused(page: Page) -> None:
    page.locator('label:has(input[type=radio][value="500"])').click()
    area(page, "tie").click()
    expect(page.locator(".slip")).to_be_visible()


def _why(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^why")).first.click()


def _key(key: str, then: str) -> Do:
    def press(page: Page) -> None:
        page.keyboard.press(key)
        page.wait_for_selector(then)

    return press


def _end(page: Page) -> None:
    page.keyboard.press("End")
    _why(page)


LOOKS = {
    "sign-in": Look("/sign-in", None, "form"),
    "tables": Look("/tables", "player2", "li[data-table]"),
    "parts": Look("/parts", None, "[role=tab]"),
    "table": Look(f"/table/{TABLE}", "dealer", "[data-line]", _why),
    "table-phone": Look(f"/table/{TABLE}", "player1", "[role=radio], [type=radio]", size="phone"),
    "terminal": Look(f"/terminal/{TABLE}", "player1", "[data-area]", _refused, "phone"),
    "terminal-zh": Look(f"/terminal/{TABLE}", "player2", "[data-area]", None, "tablet", "zh"),
    "console": Look(f"/console/{TABLE}", "dealer", ".next button"),
    "console-report": Look(
        f"/console/{TABLE}", "dealer", ".next button", _key("g", "[type=search]")
    ),
    "console-ruling": Look(f"/console/{RULED}", SUPERVISOR, ".options .pick"),
    "pit": Look("/pit", SUPERVISOR, ".queue li"),
    "pit-exports": Look(
        "/pit",
        SUPERVISOR,
        ".queue li",
        lambda page: page.get_by_role("button", name="Exports").click(),
    ),
    "display": Look(f"/display/{TABLE}", "display", "[data-road=cockroach_pig]", None, "wall"),
    "rules": Look("/rules", None, ".shelf > li"),
    "rulebook": Look(f"/rules/{BOOK}", None, "[data-section] li"),
    "rulebook-payouts": Look(f"/rules/{BOOK}?show=payouts", MANAGER, ".payouts td.pays"),
    "rulebook-card": Look(f"/rules/{BOOK}?show=card", None, "article.printed"),
    "clause": Look(f"/rules/{BOOK}/11.1.3?beside={OTHER}", None, ".two .paper >> nth=1"),
    "compare": Look(f"/compare?first={BOOK}&second={OTHER}", None, "tbody tr"),
    "odds": Look(f"/odds/{BOOK}", MANAGER, "#panel-edges tbody strong"),
    "odds-strategy": Look(f"/odds/{CHOICES}", MANAGER, "[role=grid]"),
    "replay": Look(f"/replay/{TABLE}/1", "dealer", "[data-step-now]", _end),
    "verify": Look(f"/verify/{OPENED}/1", None, "[data-verdict=holds]"),
}
# The same address in another state loads nothing more worth weighing.
WEIGHED = [name for name, look in LOOKS.items() if look.do is None or "-" not in name]


def coup(house: House, table: str) -> None:
    """A coup with wagers of two players, dealt and settled."""
    wager(house, "player1", table, "banker", 2_500)
    wager(house, "player2", table, "player", 10_000)
    for _ in range(14):
        following = house.get("dealer", f"/tables/{table}/console")["next"]
        if following is None:
            return
        done = house.do("dealer", table, following["do"], **following["fields"])
        assert done.is_success, done.text
    raise AssertionError("the coup did not end")


@pytest.fixture(scope="module")
def floor(house: House) -> House:
    """A table in play, one whose shoe is opened, one that waits for a ruling."""
    for table in (TABLE, OPENED, RULED):
        opened(house, table, BOOK, "player1", "player2", virtual=table != RULED)
    coup(house, TABLE)
    coup(house, TABLE)
    wager(house, "player1", TABLE, "banker", 2_500)
    coup(house, OPENED)
    void_shoe(house, OPENED, 1)
    wager(house, "player1", RULED, "banker", 2_500)
    house.do("dealer", RULED, "deal-card", card="9h")
    told = {"error": "order in doubt"}
    sent = house.do("dealer", RULED, "report-irregularity", situation="misdeal", told=told)
    assert sent.is_success, sent.text
    return house


@pytest.mark.parametrize("name", LOOKS)
def test_nothing_serious_for_axe_in_three_themes_and_nothing_hangs_over(
    floor: House, pages: Pages, serious: Callable[[Page], list[str]], name: str
) -> None:
    look = LOOKS[name]
    page = pages.make(floor, look.path, look.login, size=look.size, language=look.language)
    page.wait_for_selector(look.ready, timeout=LONG_MS)
    if look.do is not None:
        look.do(page)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    found = {}
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_function("() => document.getAnimations().length === 0")
        found[theme] = serious(page)
    assert found == {theme: [] for theme in THEMES}


@pytest.mark.parametrize("name", WEIGHED)
def test_a_page_is_light(floor: House, pages: Pages, name: str) -> None:
    look = LOOKS[name]
    page = pages.blank(floor, look.login, size=look.size, language=look.language)
    weight = Weight(page)
    page.goto(look.path)
    page.wait_for_selector(look.ready, timeout=LONG_MS)
    count = -1
    while count != weight.count:
        count = weight.count
        page.wait_for_timeout(300)
    print(f"{name}: {weight.bytes:,} bytes in {weight.count} answers")
    assert 10_000 < weight.bytes < MOST_BYTES
