"""The deal at a terminal: large cards while bets are closed, the result, squeeze and pauses."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import (
    area,
    carried,
    cents,
    hands_of,
    money,
    opened,
    own,
    place,
    wager,
)

BOOK = "star-baccarat"
SIZES = ["phone", "tablet", "desktop"]
LEAST = {"phone": 70, "tablet": 95, "desktop": 130}
"""A card on a terminal is at least so wide while it is dealt."""
RESULT_MS = 3_000
_names = (f"deal-{number}" for number in itertools.count(1))


@pytest.fixture
def table(house: House) -> str:
    return opened(house, next(_names), BOOK, "player1")


def deal(page: Page, shows: str = "") -> Locator:
    wanted = f'="{shows}"' if shows else ""
    return page.locator(f"[data-deal{wanted}]")


def places(page: Page) -> dict[str, list[float]]:
    """Where each area stands on the screen."""
    found: dict[str, list[float]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-area]")].map((one) => {
            const {x, y, width, height} = one.getBoundingClientRect();
            return [one.dataset.area, [x, y, width, height].map(Math.round)];
        }))"""
    )
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_the_cards_take_the_middle_and_the_areas_fold_to_their_chips(
    house: House, page_of: PageOf, table: str, size: str, language: str
) -> None:
    page = page_of(f"/terminal/{table}", "player1", size=size, language=language)
    expect(deal(page)).to_have_count(0)
    place(page, "banker", 2_500, tap=size != "desktop")
    before = places(page)
    for number in range(1, 5):
        assert "card-dealt" in house.deal(table, most=1)
        coup = house.get("player1", f"/tables/{table}")["view"]["table"]["coup"]
        expect(deal(page, "dealing").locator("svg.card")).to_have_count(number)
        for hand, told in hands_of(coup).items():
            shown = deal(page).locator(f"[data-hand={hand}]")
            expect(shown.locator("svg.card")).to_have_count(len(told.get("cards", [])))
            expect(shown.locator(".total")).to_have_text(str(told.get("count", "")))
    first = deal(page).locator("svg.card").first.bounding_box()
    assert first is not None
    assert first["width"] >= LEAST[size]
    folded = deal(page).locator("[data-folded]")
    expect(folded).to_have_count(1)
    expect(folded).to_contain_text("$25")
    # What is covered cannot be pressed, and stands where it stood.
    assert page.locator("[inert] [data-area]").count() == len(before)
    assert places(page) == before
    if size == "desktop":
        third = deal(page).locator("svg.card").first
        house.deal(table, until="result-announced")
        assert third.bounding_box() == first


@pytest.mark.parametrize("size", SIZES)
def test_the_result_and_ones_own_net_stand_large_for_a_moment(
    house: House, page_of: PageOf, table: str, size: str
) -> None:
    page = page_of(f"/terminal/{table}", "player1", size=size)
    place(page, "banker", 2_500, tap=size != "desktop")
    before = places(page)
    assert "coup-settled" in house.deal(table, until="coup-settled")
    brought = deal(page, "result").locator("[data-brought]")
    (coup,) = house.get("player1", f"/tables/{table}/own/coups")["coups"]
    expect(brought).to_have_text(f"You {money(coup['net_cents'], sign=True)}")
    assert brought.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 30
    expect(deal(page)).to_contain_text(re.compile(r"wins, \d to \d|Tie, \d each"))
    expect(deal(page)).to_have_count(0, timeout=RESULT_MS)
    assert places(page) == before


def test_whoever_acts_has_the_areas_at_once(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/terminal/{table}", "player1")
    # The result would stand for as long as the clock of this page stands still.
    page.clock.install()
    place(page, "banker", 2_500)
    house.deal(table, until="coup-settled")
    expect(deal(page, "result")).to_be_visible()
    deal(page).click()
    expect(deal(page)).to_have_count(0)
    place(page, "banker", 2_500)
    house.deal(table, until="coup-settled")
    expect(deal(page, "result")).to_be_visible()
    page.keyboard.press("r")
    expect(deal(page)).to_have_count(0)
    expect(area(page, "banker", "placed")).to_be_visible()


@pytest.mark.parametrize("how", ["press", "draw", "key"])
def test_a_card_that_lay_face_down_is_squeezed(house: House, page_of: PageOf, how: str) -> None:
    table = opened(house, next(_names), BOOK, "player1", method="B")
    wager(house, "player1", table, "player", 2_500)
    page = page_of(f"/terminal/{table}", "player1")
    until = "card-turned"
    assert until in house.deal(table, until=until)
    card = page.locator("[data-squeeze]").first
    expect(card).to_be_visible()
    # Nothing on the screen tells the card or a total before it is seen.
    shown = page.locator("[data-deal] .hand", has=card)
    expect(shown.locator(".total")).to_have_text("")
    assert set(
        page.locator(".rail svg.card").evaluate_all("all => all.map(one => one.ariaLabel)")
    ) == {"face down"}
    count = page.locator("[data-squeeze]").count()
    if how == "press":
        card.click()
    elif how == "key":
        card.focus()
        page.keyboard.press("Space")
    else:
        box = card.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 6
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - box["height"] * 0.3, steps=4)
        page.mouse.up()
        # Not far enough: its back falls over it again.
        expect(page.locator("[data-squeeze]")).to_have_count(count)
        page.mouse.down()
        page.mouse.move(x, y - box["height"] * 1.1, steps=6)
        page.mouse.up()
    expect(page.locator("[data-squeeze]")).to_have_count(count - 1)
    # The result turns whatever is left.
    house.deal(table, until="result-announced")
    expect(page.locator("[data-squeeze]")).to_have_count(0)


PAUSED: dict[str, Any] = {"title": "A card was exposed", "clauses": ["12.1"]}


@pytest.mark.parametrize(("language", "said"), [("en", "Play is paused"), ("zh", "牌局暂停")])
@pytest.mark.parametrize("size", SIZES)
def test_a_player_is_told_that_play_is_paused_and_why(
    house: House, page_of: PageOf, table: str, size: str, language: str, said: str
) -> None:
    page = page_of(f"/terminal/{table}", "player1", size=size, language=language)
    sheet = house.get("player1", f"/tables/{table}/sheet")
    carried(page, sheet=sheet | {"paused": PAUSED})
    page.reload()
    told = page.locator("[data-paused]")
    expect(told).to_contain_text(said)
    expect(told).to_contain_text(PAUSED["title"])
    # In the deal it stands in the middle.
    wager(house, "player1", table, "banker", 2_500)
    house.deal(table, most=2)
    expect(deal(page, "dealing").locator(".plate")).to_contain_text(PAUSED["title"])


@pytest.mark.parametrize("size", SIZES)
def test_a_limit_that_will_change_is_told_at_the_seat(
    house: House, page_of: PageOf, table: str, size: str
) -> None:
    page = page_of(f"/terminal/{table}", "player1", size=size)
    before = places(page)
    sheet = house.get("player1", f"/tables/{table}/sheet")
    notice = {
        "kind": "raise-minimum",
        "sentence": "Minimum $50.00 from 20:34",
        "shown": "2026-11-16T09:14:00Z",
        "change": "2026-11-16T09:34:00Z",
        "from": "20:34",
        "zone": "AEDT",
        "minimum_cents": 5_000,
        "old_minimum_cents": 2_500,
        "value": "",
        "minutes": 20,
        "clauses": ["6.7"],
    }
    carried(page, sheet=sheet | {"notices": [notice]})
    page.reload()
    expect(page.locator("[data-pending]")).to_have_text("From 20:34 AEDT: Minimum $50")
    expect(page.locator("[data-pending]")).to_be_in_viewport(ratio=1)
    assert places(page) == before


@pytest.mark.parametrize("size", SIZES)
def test_what_was_not_done_moves_no_area(
    house: House, page_of: PageOf, table: str, size: str
) -> None:
    page = page_of(f"/terminal/{table}", "player1", size=size)
    expect(area(page, "banker")).to_be_visible()
    before = places(page)
    page.locator('label:has(input[type=radio][value="500"])').click()
    area(page, "banker").click()
    slip = page.locator(".paper.slip")
    expect(slip).to_be_visible()
    expect(slip).to_be_in_viewport(ratio=1)
    assert places(page) == before
    slip.get_by_role("button", name="Close").click()
    expect(slip).to_have_count(0)
    assert places(page) == before
    assert own(house, "player1", table)["staked_cents"] == 0
    assert cents(page.locator("[data-money=staked]").inner_text()) == 0
