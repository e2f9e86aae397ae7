"""A game that no page has heard of: its table and its terminal through the plain face."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, area, place
from tests.toy.shelf import NAME

HAND = '[data-hand="hand"]'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that has the toy on its shelf and nothing else."""
    folder = tmp_path_factory.mktemp("toy")
    served = House(
        folder,
        command=[sys.executable, "-m", "tests.toy.served", str(folder / "shelf"), "serve"],
    )
    assert served.do("player1", NAME, "arrive", seat=1).is_success
    served.deal(NAME)
    yield served
    served.close()


def settled(house: House) -> Any:
    return house.get("player1", f"/tables/{NAME}/coup")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("choice", ["swap", "keep"])
def test_a_player_bets_chooses_and_is_paid(
    house: House, page_of: PageOf, size: str, choice: str
) -> None:
    page = page_of(f"/terminal/{NAME}", "player1", size=size)
    before = house.get("player1", f"/tables/{NAME}/own")["credit_cents"]
    place(page, "high", 2_500, tap=size == "phone")
    expect(page.locator("[data-choice]")).to_have_count(0)
    house.deal(NAME, until="card-dealt")
    expect(area(page, "high", "locked")).to_be_visible(timeout=LONG_MS)
    keys = page.locator("[data-choice]")
    names = keys.locator("button > span:not(.hint)")
    expect(names).to_have_text(["Keep", "Swap"], timeout=LONG_MS)
    page.locator(f'[data-choice="{choice}"] button').click()
    expect(keys).to_have_count(0, timeout=LONG_MS)
    house.deal(NAME)
    told = settled(house)
    assert len(told["hands"][0]["cards"]) == (2 if choice == "swap" else 1)
    expect(page.get_by_text(told["result"]).first).to_be_visible(timeout=LONG_MS)
    expect(area(page, "high", "won" if told["paid_cents"] else "lost")).to_be_visible()
    after = house.get("player1", f"/tables/{NAME}/own")["credit_cents"]
    assert after == before + told["net_cents"] == before + (2_500 if told["paid_cents"] else -2_500)
    expect(page.locator('[data-money="credit"]')).to_contain_text(f"{after // 100:,}")


def test_its_table_has_the_hand_the_rule_and_the_result(house: House, page_of: PageOf) -> None:
    page = page_of(f"/table/{NAME}", "inspector")
    assert house.do("player1", NAME, "place-wager", wager="high", amount_cents=2_500).is_success
    house.deal(NAME, until="card-dealt")
    hand = page.locator(HAND)
    expect(hand).to_have_attribute("aria-label", "Hand", timeout=LONG_MS)
    expect(hand.locator(".cards > .card")).to_have_count(1, timeout=LONG_MS)
    expect(hand.locator(".said")).to_contain_text("The last card counts")
    assert house.do("player1", NAME, "choose", choice="swap").is_success
    house.deal(NAME)
    expect(hand.locator(".cards > .card")).to_have_count(2, timeout=LONG_MS)
    told = settled(house)
    expect(page.locator(".plate")).to_contain_text(told["result"], timeout=LONG_MS)
    line = page.locator("[data-line]")
    expect(line).to_have_count(1)
    line.get_by_role("button").click()
    expect(page.locator(".opened")).to_contain_text("High card")


def test_its_display_says_what_was_announced(house: House, page_of: PageOf) -> None:
    page = page_of(f"/display/{NAME}", "display", size="wall")
    last = house.get("display", f"/tables/{NAME}")["view"]["results"][-1]
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", last["outcome"])
    expect(page.locator(".coup").first).to_contain_text(str(last["coup"]))
    expect(page.locator(HAND)).to_be_visible()
    expect(page.locator("[data-road]")).to_have_count(0)
