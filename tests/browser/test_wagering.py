"""Wagers at a terminal: undo, double, clear, sets, auto-repeat, limits and the chips offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import area, money, opened, own, place

BOOK = "star-baccarat"
SIDE = "player-pair"
Serious = Callable[[Page], list[str]]


def key(page: Page, name: str) -> Locator:
    return page.locator(".foot").get_by_role("button", name=name)


def stakes(house: House, table: str, login: str = "player1") -> dict[str, int]:
    view = house.get(login, f"/tables/{table}")["view"]
    mine = view["own"]["person"]
    return {
        one["wager"]: one["stake_cents"] for one in view["table"]["wagers"] if one["person"] == mine
    }


def sit(house: House, name: str, page_of: PageOf, **how: Any) -> tuple[str, Page]:
    table = opened(house, name, BOOK, "player1")
    return table, page_of(f"/terminal/{table}", "player1", **how)


# Undo, double, clear ----------------------------------------------------------------------


def test_undo_outlives_a_reload_and_is_shared(house: House, page_of: PageOf) -> None:
    table, page = sit(house, "undoing", page_of)
    place(page, "banker", 2_500)
    place(page, SIDE, 500)
    area(page, "banker").click()
    expect(area(page, "banker")).to_contain_text("$30")
    key(page, "Double").click()
    expect(area(page, "banker")).to_contain_text("$60")
    expect(area(page, SIDE)).to_contain_text("$10")
    page.reload()
    expect(area(page, SIDE, "placed")).to_contain_text("$10")
    key(page, "Undo").click()  # the whole double at once
    expect(area(page, SIDE)).to_contain_text("$5")
    expect(area(page, "banker")).to_contain_text("$30")
    assert stakes(house, table) == {"banker": 3_000, SIDE: 500}
    other = page_of(f"/terminal/{table}", "player1", size="phone")
    key(other, "Undo").tap()
    expect(area(page, "banker")).to_contain_text("$25")
    page.keyboard.press("u")
    expect(area(page, SIDE, "empty")).to_be_visible()
    page.keyboard.press("u")
    expect(area(page, "banker", "empty")).to_be_visible()
    assert stakes(house, table) == {}
    expect(key(page, "Undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("u")
    expect(page.locator(".slip")).to_contain_text("Nothing to undo in this coup.")


def test_a_double_beyond_the_limit_is_refused_whole(house: House, page_of: PageOf) -> None:
    table, page = sit(house, "doubling", page_of, size="phone")
    most = next(
        one["maximum_cents"]
        for one in house.get("player1", f"/tables/{table}/sheet")["areas"]
        if one["id"] == SIDE
    )
    for wager, cents in (("banker", 5_000), (SIDE, most - 500)):
        done = house.do("player1", table, "place-wager", wager=wager, amount_cents=cents)
        assert done.is_success, done.text
    before = stakes(house, table)
    sequence = house.get("player1", f"/tables/{table}")["sequence"]
    key(page, "Double").tap()
    slip = page.locator(".slip")
    expect(slip).to_contain_text("Not doubled: nothing was changed.")
    expect(slip).to_contain_text("The maximum is $")
    assert stakes(house, table) == before
    assert house.get("player1", f"/tables/{table}")["sequence"] == sequence
    key(page, "Clear").tap()
    expect(area(page, "banker", "empty")).to_be_visible()
    assert stakes(house, table) == {}


# Limits and chips -------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop", "wall"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_limits_stand_at_each_area(house: House, page_of: PageOf, size: str, language: str) -> None:
    table = opened(house, f"limits-{size}-{language}", BOOK, "player1")
    page = page_of(f"/terminal/{table}", "player1", size=size, language=language)
    for one in house.get("player1", f"/tables/{table}/sheet")["areas"]:
        shown = area(page, one["id"]).locator("[data-limits]")
        least, most = one["minimum_cents"] // 100, one["maximum_cents"] // 100
        short = f"{most // 1000}K" if most % 1000 == 0 else str(most)
        expect(shown).to_have_text(f"{least}–{short}")
        box, inside = area(page, one["id"]).bounding_box(), shown.bounding_box()
        assert box is not None
        assert inside is not None
        assert inside["x"] + inside["width"] <= box["x"] + box["width"]
        assert inside["y"] + inside["height"] <= box["y"] + box["height"]


def chip(page: Page, cents: int) -> Locator:
    return page.locator(f'input[type=radio][value="{cents}"]')


def test_no_chip_is_offered_that_cannot_be_wagered(house: House, page_of: PageOf) -> None:
    table, page = sit(house, "offered", page_of)
    expect(chip(page, 500)).to_be_enabled()
    page.locator('label:has(input[type=radio][value="500"])').click()
    expect(area(page, "banker")).to_have_attribute("data-takes", "false")
    expect(area(page, SIDE)).to_have_attribute("data-takes", "true")
    place(page, "banker", 2_500)
    page.locator('label:has(input[type=radio][value="500"])').click()
    expect(area(page, "banker")).to_have_attribute("data-takes", "true")
    # With little credit left, larger chips are not to be had; the one in hand is another.
    page.locator('label:has(input[type=radio][value="50000"])').click()
    left = own(house, "player1", table)["credit_cents"]
    done = house.do("player1", table, "cash-out", amount_cents=left - 3_000)
    assert done.is_success, done.text
    expect(chip(page, 50_000)).to_be_disabled()
    expect(chip(page, 2_500)).to_be_enabled()
    expect(chip(page, 2_500)).to_be_checked()
    page.keyboard.press("u")
    expect(area(page, "banker", "empty")).to_be_visible()


def test_what_is_below_the_minimum_is_refused_with_its_clause(
    house: House, page_of: PageOf
) -> None:
    table, page = sit(house, "below", page_of)
    page.locator('label:has(input[type=radio][value="500"])').click()
    area(page, "banker").click()
    slip = page.locator(".slip")
    expect(slip).to_contain_text("The minimum is $25.00.")
    expect(slip.locator(".tag").first).to_be_visible()
    assert stakes(house, table) == {}


# Favourites and auto-repeat ---------------------------------------------------------------


def sets(page: Page) -> Locator:
    page.keyboard.press("f")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Auto-repeat", exact=True)).to_be_visible()
    return dialog


def test_a_set_is_kept_and_laid_on_another_machine(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    table, page = sit(house, "sets", page_of)
    place(page, "banker", 2_500)
    place(page, SIDE, 500)
    dialog = sets(page)
    dialog.get_by_label("Name").fill("Evening")
    dialog.get_by_role("button", name="Keep", exact=True).click()
    kept = dialog.locator('[data-favourite="Evening"]')
    expect(kept).to_contain_text("$25")
    assert serious(page) == []
    page.keyboard.press("Escape")
    key(page, "Clear").click()
    expect(area(page, "banker", "empty")).to_be_visible()
    other = page_of(f"/terminal/{table}", "player1", size="phone")
    key(other, "Sets").tap()
    other.locator('[data-favourite="Evening"]').get_by_role("button", name="Evening").first.tap()
    expect(area(other, "banker", "placed")).to_contain_text("$25")
    assert stakes(house, table) == {"banker": 2_500, SIDE: 500}
    # Laid once more it is raised; taken back as one act.
    key(other, "Sets").tap()
    other.locator('[data-favourite="Evening"]').get_by_role("button", name="Evening").first.tap()
    expect(area(other, "banker", "placed")).to_contain_text("$50")
    key(other, "Undo").tap()
    expect(area(other, "banker", "placed")).to_contain_text("$25")
    key(other, "Sets").tap()
    other.get_by_role("button", name="Take away Evening").tap()
    expect(other.locator("[data-favourite]")).to_have_count(0)
    assert house.get("player1", "/own/favourites")["favourites"] == []


def test_auto_repeat_wagers_each_coup_and_is_stopped(house: House, page_of: PageOf) -> None:
    table, page = sit(house, "auto", page_of)
    place(page, "banker", 2_500)
    place(page, SIDE, 500)
    sets(page).get_by_role("button", name="5 coups", exact=True).click()
    expect(key(page, "Stop 4")).to_be_visible()
    for left in (3, 2):
        house.deal(table, until="coup-settled")
        house.deal(table)
        expect(area(page, SIDE, "placed")).to_contain_text("$5")
        expect(key(page, f"Stop {left}")).to_be_visible()
    page.keyboard.press("r")
    expect(key(page, "Repeat")).to_be_visible()
    house.deal(table, until="coup-settled")
    house.deal(table)
    expect(page.locator('[data-money="staked"]')).to_have_text("$0.00")
    page.wait_for_timeout(500)
    assert stakes(house, table) == {}


def test_auto_repeat_without_credit_stops_in_one_sentence(house: House, page_of: PageOf) -> None:
    table, page = sit(house, "spent", page_of)
    place(page, "banker", 2_500)
    place(page, SIDE, 500)
    sets(page).get_by_role("button", name="50 coups").click()
    expect(key(page, "Stop 49")).to_be_visible()
    slip, again = page.locator(".slip"), area(page, "banker", "placed")
    for _ in range(20):  # whatever a coup brings is carried away, until one brings nothing
        left = own(house, "player1", table)["credit_cents"]
        if left:
            assert house.do("player1", table, "cash-out", amount_cents=left).is_success
        house.deal(table, until="coup-settled")
        house.deal(table)
        expect(slip.or_(again)).to_be_visible()
        if slip.count():
            break
    expect(slip).to_contain_text("Auto-repeat has stopped: nothing was placed.")
    expect(key(page, "Repeat")).to_be_visible()
    assert stakes(house, table) == {}
    events = house.get("player1", f"/tables/{table}/events?after=0&limit=500")["events"]
    names = [one["event"] for one in events]
    last = max(place for place, name in enumerate(names) if name == "coup-settled")
    assert "wager-placed" not in names[last:]


# Roads ------------------------------------------------------------------------------------


def test_every_road_is_to_be_seen_at_the_terminal(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    table = opened(house, "roads", BOOK, "player1", ask_roads=True)
    for _ in range(3):
        assert house.do(
            "player1", table, "place-wager", wager="banker", amount_cents=2_500
        ).is_success
        house.deal(table, until="coup-settled")
        house.deal(table)
    page = page_of(f"/terminal/{table}", "player1")
    chooser = page.get_by_label("Road", exact=True)
    expect(page.locator(".rail [data-road]")).to_have_attribute("data-road", "bead")
    assert page.locator(".rail [data-ask]").count() == 0
    for name, road in (("Big road", "big"), ("Small road", "small_road")):
        chooser.select_option(label=name)
        expect(page.locator(".rail svg.road")).to_have_attribute("data-road", road)
        expect(page.locator(".rail [data-ask]")).to_have_count(2)
    page.reload()
    expect(page.locator(".rail svg.road")).to_have_attribute("data-road", "small_road")
    assert serious(page) == []
    phone = page_of(f"/terminal/{table}", "player1", size="phone", language="zh")
    phone.get_by_role("button", name="菜单").tap()
    phone.get_by_role("button", name="路单").tap()
    sheet = phone.get_by_role("dialog")
    expect(sheet.locator("svg.road")).to_have_count(5)
    expect(sheet.locator("[data-ask]")).to_have_count(2)
    for one in sheet.locator("svg.road").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_a_table_without_ask_roads_shows_none(house: House, page_of: PageOf) -> None:
    table = opened(house, "unasked", BOOK, "player1")
    page = page_of(f"/terminal/{table}", "player1")
    page.keyboard.press("w")
    expect(page.get_by_role("dialog").locator("svg.road")).to_have_count(5)
    assert page.locator("[data-ask]").count() == 0


# History by day ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_day_is_read_with_its_whys_and_kept(
    house: House, page_of: PageOf, serious: Serious, size: str
) -> None:
    table = opened(house, f"days-{size}", BOOK, "player2")
    for cents in (2_500, 5_000):
        done = house.do("player2", table, "place-wager", wager="banker", amount_cents=cents)
        assert done.is_success, done.text
        house.deal(table, until="coup-settled")
        house.deal(table)
    page = page_of(f"/terminal/{table}", "player2", size=size)
    page.get_by_role("button", name="History").click()
    page.get_by_role("link", name="All days, statements").click()
    shown = page.get_by_role("region", name=f"Days {size.title()}")
    expect(shown.locator(".coup")).to_have_count(2)
    (day, *_) = house.get("player2", "/own/days")["days"]
    told = house.get("player2", f"/own/days/{day['day']}")
    expect(page.locator('[data-total="staked"]')).to_contain_text(money(told["staked_cents"]))
    expect(page.locator('[data-total="net"]')).to_contain_text(money(told["net_cents"], sign=True))
    shown.get_by_role("button", name="Why").first.click()
    expect(shown.locator(".paper").first).to_be_visible()
    assert serious(page) == []
    with page.expect_download() as kept:
        page.get_by_role("link", name="CSV").click()
    assert kept.value.suggested_filename == f"statement-{day['day']}.csv"
    text = kept.value.path().read_text(encoding="utf-8-sig")
    assert text.count(table) == 2
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="CSV")).to_be_hidden()
    expect(shown.locator(".coup")).to_have_count(2)


def test_a_history_is_for_players(page_of: PageOf) -> None:
    page = page_of("/history", "dealer")
    expect(page.locator("h1")).to_contain_text("One's own play is for players to read.")


# One's own limits -------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_own_limits_hold_on_another_machine(
    house: House, page_of: PageOf, serious: Serious, size: str
) -> None:
    table = opened(house, f"limited-{size}", BOOK, "player2")
    page = page_of(f"/terminal/{table}", "player2", size=size)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="My limits and a break").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Most I may stake on a coup, in dollars").fill("25")
    sheet.get_by_role("button", name="Keep these limits").click()
    expect(sheet.locator('[data-own="stake_cents"]')).to_have_text("Now: $25.")
    sheet.get_by_label("Most I may stake on a coup, in dollars").fill("")
    sheet.get_by_role("button", name="Keep these limits").click()
    expect(sheet.locator('[data-own="stake_cents"]')).to_contain_text(": none.")
    expect(sheet.locator('[data-own="stake_cents"]')).to_contain_text("Now: $25.")
    assert serious(page) == []
    other = page_of(f"/terminal/{table}", "player2", size="desktop")
    place(other, "banker", 2_500)
    area(other, "banker").click()
    slip = other.locator(".slip")
    expect(slip).to_contain_text("Your own limit is $25.00 on a round: $25.00 lies there already.")
    assert stakes(house, table, "player2") == {"banker": 2_500}
    key(other, "Double").click()
    expect(slip).to_contain_text("Not doubled: nothing was changed.")
    key(other, "Clear").click()
    expect(area(other, "banker", "empty")).to_be_visible()


def test_who_takes_a_break_wagers_nowhere(house: House, page_of: PageOf) -> None:
    table = opened(house, "a-break", BOOK, "player2")
    page = page_of(f"/terminal/{table}", "player2", size="phone", language="zh")
    page.get_by_role("button", name="菜单").tap()
    page.get_by_role("button", name="我的限额与休息").tap()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="1 小时", exact=True).tap()
    expect(sheet.locator("[data-stopped]")).to_have_count(0)
    sheet.get_by_role("button", name="停止 1 小时").tap()
    expect(sheet.locator("[data-stopped]")).to_be_visible()
    page.keyboard.press("Escape")
    area(page, "banker").tap()
    expect(page.locator(".slip")).to_contain_text("您选择暂停至")
    assert stakes(house, table, "player2") == {}


# Several tables ---------------------------------------------------------------------------


def test_several_tables_are_played_in_one_window(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    first, second = (opened(house, f"several-{name}", BOOK, "player1") for name in "ab")
    page = page_of(f"/terminal/{first}", "player1")
    page.keyboard.press("m")
    page.get_by_role("dialog").get_by_role("button", name="Several tables").click()
    page.locator(f'[data-add="{second}"]').click()
    panes = [page.locator(f'[data-pane="{name}"]') for name in (first, second)]
    for pane, amount in zip(panes, (2_500, 10_000), strict=True):
        pane.locator(f'label:has(input[type=radio][value="{amount}"])').click()
        pane.locator('[data-area="banker"]').click()
        expect(pane.locator('[data-area="banker"][data-state="placed"]')).to_contain_text(
            money(amount, whole=True)
        )
    assert stakes(house, first) == {"banker": 2_500}
    assert stakes(house, second) == {"banker": 10_000}
    # Keys go to the table that was touched last.
    page.keyboard.press("d")
    expect(panes[1].locator('[data-area="banker"]')).to_contain_text("$200")
    panes[0].get_by_role("button", name="Double").focus()
    page.keyboard.press("u")
    expect(panes[0].locator('[data-area="banker"][data-state="empty"]')).to_be_visible()
    assert stakes(house, second) == {"banker": 20_000}
    page.keyboard.press("b")
    expect(panes[0].locator('[data-area="banker"][data-state="placed"]')).to_contain_text("$25")
    page.keyboard.press("u")
    expect(panes[0].locator('[data-area="banker"][data-state="empty"]')).to_be_visible()
    # One table's cards leave the other as it is.
    house.deal(second, until="coup-settled")
    expect(panes[1]).to_contain_text("Your coup")
    assert stakes(house, first) == {}
    assert serious(page) == []
    page.get_by_role("button", name="Take away Several A").click()
    expect(panes[0]).to_have_count(0)
    assert page.url.endswith(f"tables={second}")


def test_several_tables_on_a_phone_stand_one_after_another(house: House, page_of: PageOf) -> None:
    names = [opened(house, f"phones-{name}", BOOK, "player1") for name in "ab"]
    page = page_of(f"/several?tables={','.join(names)}", "player1", size="phone", language="zh")
    for name in names:
        pane = page.locator(f'[data-pane="{name}"]')
        expect(pane.locator("[data-area]").first).to_be_attached()
        box = pane.bounding_box()
        assert box is not None
        assert box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
