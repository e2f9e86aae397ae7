"""Jackpots that tables feed together, on the pages: the meter, its pit page, what waits there."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.aggregates.linked import CONDITIONS, TENTH, WAGER, WHOLE
from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, opened
from tests.browser.test_blackjack import newcomer, person

BOOK, LINK, LONELY = "star-blackjack", "sevens", "sevens-slow"
ONE, TWO, THREE = "sevens-1", "sevens-2", "sevens-3"
PLAYERS = {ONE: "player1", TWO: "player2", THREE: "player3"}
MAIN_CENTS, STAKE_CENTS = 2_500, CONDITIONS["stake_cents"]
SECONDS = 12
"""How finely the equipment of the slow link tells moments apart."""
SIGN = {
    "minimum_cents": MAIN_CENTS,
    "maximum_cents": 1_000_000,
    "offered": [WAGER],
    "wagers": {WAGER: {"minimum_cents": 250, "maximum_cents": 500}},
    "values": {"chip": "1"},
}
DEVICE = {"layout": "D", "source": "shuffling device", "sign": SIGN, "chips": [100, 500, 2_500]}

Serious = Callable[[Page], list[str]]


def linked(house: House, link: str, *tables: str, resolution_ms: int = 1_000) -> None:
    """A link, and open tables with a device that feed it."""

    def asked(path: str, **body: Any) -> None:
        key = {"Idempotency-Key": f"{link}-{body.get('table', 'opened')}"}
        answer = house.client("gaming-supervisor").post(f"/api{path}", json=body, headers=key)
        assert answer.status_code == 201, answer.text

    said = {"link": link, "rulebook": BOOK, "resolution_ms": resolution_ms}
    asked("/links", **said, **CONDITIONS)
    for table in tables:
        opened(house, table, BOOK, virtual=False, **DEVICE)
        asked(f"/links/{link}/tables", table=table, **CONDITIONS)
        login = PLAYERS[table]
        assert house.do(login, table, "arrive", seat=1).is_success
        who = person(house, login)
        bought = house.do("dealer", table, "buy-in", person=who, amount_cents=100_000)
        assert bought.is_success or "own" in bought.text, bought.text
        shown = house.do("dealer", table, "record-player-card", person=who, card=f"C-{login}")
        assert shown.is_success, shown.text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("links"))
    try:
        newcomer(house, PLAYERS[THREE])
        linked(house, LINK, ONE)
        linked(house, LONELY, TWO, THREE, resolution_ms=SECONDS * 1_000)
        yield house
    finally:
        house.close()


@pytest.fixture
def house(served: House) -> House:
    """The server of this module."""
    return served


def did(house: House, login: str, table: str, word: str, **fields: Any) -> None:
    done = house.do(login, table, word, **fields)
    assert done.is_success, (word, done.text)


def staked(house: House, table: str) -> None:
    """A round begins: the jackpot wager is in the float."""
    for wager, cents in (("main", MAIN_CENTS), (WAGER, STAKE_CENTS)):
        did(house, PLAYERS[table], table, "place-wager", wager=wager, amount_cents=cents, box=1)
    did(house, "dealer", table, "take-jackpot-stakes")


def meter(page: Page, link: str = LINK) -> Any:
    return page.locator(f'[data-meter="{link}"]').first


def test_a_stake_raises_the_meter_on_every_page(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    pages = {
        "display": page_of(f"/display/{ONE}", "display", size="wall"),
        "table": page_of(f"/table/{ONE}", "inspector"),
        "terminal": page_of(f"/terminal/{ONE}", PLAYERS[ONE], size="tablet"),
        "phone": page_of(f"/terminal/{ONE}", PLAYERS[ONE], size="phone", language="zh"),
        "console": page_of(f"/console/{ONE}", "dealer"),
        "link": page_of(f"/pit/links/{LINK}", "gaming-manager"),
    }
    for page in pages.values():
        expect(meter(page)).to_have_text("$10,000.00", timeout=LONG_MS)
    staked(house, ONE)
    for name, page in pages.items():
        expect(meter(page), name).to_have_text("$10,000.07", timeout=LONG_MS)
        assert serious(page) == [], name
    link = pages["link"]
    expect(link.locator('[data-sum="meter"]')).to_contain_text("$10,000.075", timeout=LONG_MS)
    expect(link.locator('[data-sum="meter"]')).to_have_attribute("data-holds", "true")
    expect(link.locator('[data-event="stakes-metered"]')).to_contain_text("$0.075")


def test_a_link_out_of_order_is_told_at_its_tables_and_put_right_by_keyboard(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    page = page_of(f"/pit/links/{LINK}", "gaming-manager", size="phone", language="zh")
    felt = page_of(f"/table/{ONE}", "inspector", language="zh")
    stop = page.get_by_role("button", name="停用")
    expect(stop).to_have_attribute("aria-disabled", "true")  # a reason is needed
    page.locator("#link-reason").focus()
    page.keyboard.type("no power")
    page.keyboard.press("Tab")
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="恢复使用")).to_be_visible(timeout=LONG_MS)
    expect(felt.locator(".meter")).to_contain_text("现不参与", timeout=LONG_MS)
    assert serious(page) == []
    page.get_by_role("button", name="恢复使用").press("Enter")
    expect(felt.locator(".meter")).to_contain_text("每注", timeout=LONG_MS)
    expect(page.locator('[data-event="link-resumed"]')).to_have_count(1, timeout=LONG_MS)


def both_confirmed(house: House) -> None:
    """A whole share at one table and a tenth at another, in one moment of the equipment."""
    for table, suit in ((TWO, "d"), (THREE, "c")):
        staked(house, table)
        for _ in range(3):
            did(house, "dealer", table, "deal-card", card=f"7{suit}")
    while time.time() % SECONDS > SECONDS / 4:  # the moment must last for both
        time.sleep(0.05)
    for table in (TWO, THREE):
        did(house, "dealer", table, "confirm-jackpot")


def test_surveillance_determines_the_moment_and_a_manager_the_order(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    both_confirmed(house)
    eyes = page_of(f"/pit/links/{LONELY}", "surveillance")
    boss = page_of(f"/pit/links/{LONELY}", "gaming-manager", size="tablet")
    key = re.compile("^Determine: one moment")
    expect(eyes.get_by_role("button", name=key)).to_be_visible(timeout=3 * LONG_MS)
    for page in (eyes, boss):
        expect(page.locator("[data-win]")).to_have_count(2, timeout=LONG_MS)
        assert serious(page) == []
    expect(boss.get_by_role("button", name=key)).to_have_attribute("aria-disabled", "true")
    second = eyes.locator("[data-win] select").last
    second.select_option("2")
    expect(eyes.get_by_role("button", name="Determine: 2 moments")).to_be_visible()
    second.select_option("1")
    eyes.get_by_role("button", name=key).click()
    order = boss.locator(f'[data-order="{TENTH},{WHOLE}"]')
    expect(order).to_be_visible(timeout=LONG_MS)
    expect(boss.locator("[data-order]")).to_have_count(2)
    expect(order.locator("b").first).to_have_text("$1,001.00")  # a tenth, up to the next chip
    assert serious(boss) == []
    boss.get_by_label("Reason").first.fill("the tenth came first")
    order.get_by_role("button").click()
    expect(boss.locator("[data-win]")).to_have_count(0, timeout=LONG_MS)
    expect(boss.locator('[data-event="jackpot-shared"]')).to_have_count(2)
    expect(boss.locator('[data-sum="paid"]')).to_have_attribute("data-holds", "true")
    seen = house.get("gaming-manager", f"/links/{LONELY}")
    assert (seen["waiting"], seen["held"], seen["reconciliation"]["adds_up"]) == ([], [], True)


def test_a_link_is_opened_from_its_page(house: House, page_of: PageOf, serious: Serious) -> None:
    page = page_of("/pit/links", "gaming-supervisor")
    expect(page.locator("[data-link]")).to_have_count(2, timeout=LONG_MS)
    page.get_by_label("Name of the link").fill("third")
    page.get_by_label("Rulebook").select_option(BOOK)
    page.get_by_label("Wager of which it is paid").select_option(WAGER)
    for label, text in (
        ("Stake", "3"),
        ("Added by each stake", "0.075"),
        ("Seed", "10000"),
        ("Reset", "10,000"),
    ):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Open a link").click()
    expect(page.locator(".slip")).to_contain_text("$2.50", timeout=LONG_MS)  # the stakes there are
    assert serious(page) == []
    page.get_by_label("Stake", exact=True).fill("2.50")
    page.get_by_role("button", name="Open a link").click()
    page.wait_for_url("**/pit/links/third")
    expect(meter(page, "third")).to_have_text("$10,000.00", timeout=LONG_MS)
