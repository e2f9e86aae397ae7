"""A shoe's commitment and its opening, checked in the browser."""

from __future__ import annotations

import datetime as dt
import json
import re
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Route, expect

from tests.browser.asked import get
from tests.browser.conftest import SIZES, House, PageOf
from tests.browser.played import void_shoe

TABLE = "star-premium-baccarat"


@pytest.fixture(scope="module")
def shoe(house: House) -> int:
    """A shoe of which a coup was dealt, voided so that it is over and opened."""
    house.deal(TABLE)
    arrived = house.do("player2", TABLE, "arrive", seat=1)
    placed = house.do("player2", TABLE, "place-wager", wager="banker", amount_cents=10000)
    assert (arrived.status_code, placed.status_code) == (200, 200), placed.text
    number = int(get(house, f"/tables/{TABLE}/shoes")["shoes"][-1]["shoe"])
    assert "coup-settled" in house.deal(TABLE, until="coup-settled")
    void_shoe(house, TABLE, number)
    return number


def test_the_sum_is_computed_in_the_browser_by_anyone(
    house: House, page_of: PageOf, shoe: int
) -> None:
    told = get(house, f"/tables/{TABLE}/shoes/{shoe}/verification")
    page = page_of(f"/verify/{TABLE}/{shoe}")
    expect(page.locator("[data-verdict=holds]")).to_be_visible()
    expect(page.locator("[data-hash=here]")).to_have_text(told["commitment"])
    row = get(house, f"/tables/{TABLE}/shoes/{shoe}")
    page.get_by_text(re.compile("^The order of")).click()
    expect(page.locator(".order > li")).to_have_count(len(row["order"].split()))
    expect(page.get_by_text(f"{told['dealt']} cards were seen at the table.")).to_be_visible()


def test_the_time_is_that_of_the_house(house: House, page_of: PageOf, shoe: int) -> None:
    row = get(house, f"/tables/{TABLE}/shoes/{shoe}")
    zone = get(house, f"/tables/{TABLE}/shoes/{shoe}/verification")["time_zone"]
    loaded = dt.datetime.fromisoformat(row["loaded"]).astimezone(ZoneInfo(zone))
    page = page_of(f"/verify/{TABLE}/{shoe}")
    written = f"loaded {loaded.day} {loaded:%B %Y, %H:%M:%S %Z}"
    expect(page.locator("main time").first).to_have_text(written)


def test_signed_in_the_coups_are_looked_up_in_the_order(
    house: House, page_of: PageOf, shoe: int
) -> None:
    coups = get(house, f"/tables/{TABLE}/coups", login="player2", shoe=shoe)["coups"]
    page = page_of(f"/verify/{TABLE}/{shoe}", login="player2")
    expect(page.get_by_text(f"{len(coups)} of {len(coups)} coups lie in the order")).to_be_visible()


def test_an_order_that_was_changed_afterwards_is_found_out(page_of: PageOf, shoe: int) -> None:
    page = page_of("/rules")

    def changed(route: Route) -> None:
        answer = route.fetch()
        row = answer.json()
        cards = row["order"].split()
        other = next(place for place, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        route.fulfill(response=answer, body=json.dumps(row | {"order": " ".join(cards)}))

    page.route(re.compile(rf"/api/tables/{TABLE}/shoes/{shoe}$"), changed)
    page.goto(f"/verify/{TABLE}/{shoe}")
    expect(page.locator("[data-verdict=differs]")).to_be_visible()
    expect(page.get_by_text("does not hold")).to_be_visible()


def test_a_shoe_in_play_says_plainly_that_it_is_not_opened(
    house: House, page_of: PageOf, shoe: int
) -> None:
    house.deal(TABLE)
    shoes = get(house, f"/tables/{TABLE}/shoes")["shoes"]
    assert shoes[-1]["shoe"] > shoe
    page = page_of(f"/verify/{TABLE}/{shoes[-1]['shoe']}")
    expect(page.locator("[data-verdict=closed]")).to_have_text("The shoe is not opened yet.")
    expect(page.locator("[data-hash=commitment]")).to_have_text(shoes[-1]["commitment"])
    expect(page.locator("[data-hash=here]")).to_have_count(0)


def test_nothing_hangs_over_a_phone(page_of: PageOf, shoe: int) -> None:
    page = page_of(f"/verify/{TABLE}/{shoe}", size="phone")
    expect(page.locator("[data-verdict=holds]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
