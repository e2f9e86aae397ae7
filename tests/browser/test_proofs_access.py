"""Without a mouse: player, dealer and supervisor by keyboard alone, a player by touch alone."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import (
    LONG_MS,
    area,
    deal,
    money,
    next_key,
    own,
    place,
    press,
)

TABLE = "star-baccarat"
SUPERVISOR = "gaming-supervisor"
CHIP = 2_500


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of its own: nobody sits there yet."""
    served = House(tmp_path_factory.mktemp("access"))
    served.deal(TABLE)
    yield served
    served.close()


def lying(house: House, login: str) -> dict[str, int]:
    view: Any = house.get(login, f"/tables/{TABLE}")["view"]
    mine = view["own"]["person"]
    return {
        one["wager"]: one["stake_cents"] for one in view["table"]["wagers"] if one["person"] == mine
    }


def tab_to(page: Page, name: str) -> None:
    """Go on with Tab until what has the focus is called this; it shows that it has it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        said = page.evaluate(
            """() => {
              const one = document.activeElement;
              const label = one.labels?.[0]?.innerText ?? one.getAttribute("aria-label");
              return (label ?? one.innerText ?? "").trim();
            }"""
        )
        if said.startswith(name):
            ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert ring != "none"
            return
    raise AssertionError(f"Tab does not lead to {name}")


TO_TABLE = f"/sign-in?back=/terminal/{TABLE}"
"""Where a player signs in who means this table; there are others."""


def sign_in_by_keys(page: Page, house: House, login: str) -> None:
    if page.evaluate("document.activeElement.labels?.[0]?.innerText") != "Name":
        tab_to(page, "Name")
    page.keyboard.type(login)
    page.keyboard.press("Tab")
    page.keyboard.type(house.passwords[login])
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/sign-in" not in url)


def without_mouse(page: Page) -> None:
    """A page on which any pointer breaks the test."""
    page.evaluate(
        """() => addEventListener("pointerdown", () => { throw new Error("a pointer"); }, true)"""
    )


def test_player_dealer_and_supervisor_by_keyboard_alone(house: House, page_of: PageOf) -> None:
    player, dealer, staff = page_of(TO_TABLE), page_of("/sign-in"), page_of("/sign-in")
    for page in (player, dealer, staff):
        without_mouse(page)
    sign_in_by_keys(player, house, "player1")
    player.wait_for_url(f"**/terminal/{TABLE}")
    tab_to(player, "Seat 2")
    player.keyboard.press("Enter")
    player.wait_for_selector('[data-money="credit"]')
    assert own(house, "player1", TABLE)["seat"] == 2

    keys = player.locator("input[type=radio]").evaluate_all("all => all.map(one => one.value)")
    player.keyboard.press(str(keys.index(str(CHIP)) + 1))
    letters = {
        wager: area(player, wager).get_attribute("aria-keyshortcuts") or ""
        for wager in ("banker", "tie")
    }
    player.keyboard.press(letters["banker"])
    expect(area(player, "banker", "placed")).to_be_visible(timeout=LONG_MS)
    player.keyboard.press(letters["tie"])
    expect(area(player, "tie", "placed")).to_be_visible(timeout=LONG_MS)
    player.keyboard.press("u")
    expect(area(player, "tie", "placed")).to_have_count(0, timeout=LONG_MS)
    assert lying(house, "player1") == {"banker": CHIP}

    sign_in_by_keys(dealer, house, "dealer")
    dealer.wait_for_url(f"**/console/{TABLE}")
    assert press(dealer) == "Sign on"
    expect(next_key(dealer)).to_contain_text("Deal", timeout=LONG_MS)
    done = deal(dealer)
    assert done[-1] == "Settle"
    assert len([one for one in done if one.startswith("Deal")]) in (4, 5, 6)
    expect(player.locator('[data-money="staked"]')).to_have_text("$0.00", timeout=LONG_MS)

    player.keyboard.press("r")
    expect(area(player, "banker", "placed")).to_be_visible(timeout=LONG_MS)
    assert lying(house, "player1") == {"banker": CHIP}
    rest = own(house, "player1", TABLE)["credit_cents"]
    expect(player.locator('[data-money="credit"]')).to_have_text(money(rest))

    asked = house.client("player1").post(
        f"/api/tables/{TABLE}/approvals",
        json={"key": "both-hands"},
        headers={"Idempotency-Key": secrets.token_hex(8)},
    )
    assert asked.status_code == 201, asked.text
    sign_in_by_keys(staff, house, SUPERVISOR)
    staff.wait_for_url("**/pit")
    waiting = staff.locator(".queue li[data-kind=approval]")
    expect(waiting.get_by_role("button", name="Sign on at this table")).to_be_visible()
    staff.keyboard.press("a")
    expect(waiting.get_by_role("button", name="Approve")).to_be_visible(timeout=LONG_MS)
    staff.keyboard.press("a")
    expect(staff.locator(".queue p")).to_have_text("Nothing waits for you.", timeout=LONG_MS)
    found = house.get(SUPERVISOR, f"/tables/{TABLE}/approvals")["approvals"]
    me = house.get(SUPERVISOR, "/session")["person"]
    assert [one["approval"]["granted_by"] for one in found] == [me]


def test_a_player_by_touch_alone(house: House, page_of: PageOf) -> None:
    page = page_of(TO_TABLE, size="phone")
    page.evaluate(
        """() => addEventListener("pointerdown", (event) => {
          if (event.pointerType !== "touch") throw new Error(event.pointerType);
        }, true)"""
    )
    page.get_by_label("Name").tap()
    page.keyboard.insert_text("player2")
    page.get_by_label("Password", exact=True).tap()
    page.keyboard.insert_text(house.passwords["player2"])
    page.get_by_role("button", name="Sign in").tap()
    page.wait_for_url(f"**/terminal/{TABLE}")
    page.get_by_role("button", name="Seat 5").tap()
    page.wait_for_selector('[data-money="credit"]')

    place(page, "player", CHIP, tap=True)
    place(page, "tie", CHIP, tap=True)
    assert lying(house, "player2") == {"player": CHIP, "tie": CHIP}
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator('[data-state="placed"]')).to_have_count(0, timeout=LONG_MS)
    assert lying(house, "player2") == {}
    place(page, "player", CHIP, tap=True)
    house.deal(TABLE, until="coup-settled")
    expect(page.locator('[data-money="staked"]')).to_have_text("$0.00", timeout=LONG_MS)
    page.get_by_role("button", name="Repeat").tap()
    expect(area(page, "player", "placed")).to_be_visible(timeout=LONG_MS)
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator('[data-state="placed"]')).to_have_count(0, timeout=LONG_MS)

    rest = own(house, "player2", TABLE)["credit_cents"]
    page.get_by_role("button", name="Menu").tap()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Cash out").tap()
    sheet.get_by_role("button", name="All of it").tap()
    sheet.get_by_role("button", name=f"Cash out {money(rest)}").tap()
    expect(page.locator('[data-money="credit"]')).to_have_text("$0.00", timeout=LONG_MS)
    now = own(house, "player2", TABLE)
    assert (now["credit_cents"], now["cashed_out_cents"]) == (0, rest)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, .picker label, a")]
          .filter(one => one.offsetParent && !one.closest("p, .skip"))
          .map(one => [one.innerText.trim(), one.getBoundingClientRect()])
          .filter(([, box]) => box.height && Math.min(box.width, box.height) < 44)
          .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
    )
    assert small == []
