"""The terminal in a browser: through a restart, on large screens, by dragging, in Chinese."""

from __future__ import annotations

import re
import signal

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import House, PageOf, Pages
from tests.browser.played import LONG_MS, area, money, opened, place, wager

TABLE = "star-baccarat"
PATH = f"/terminal/{TABLE}"
LATIN = re.compile(r"[A-Za-z]{2,}")


def seat(house: House, login: str = "player1", at: int = 2) -> None:
    """This player sits, none of their wagers lies, and the shoe is ready for bets."""
    if not house.get(login, f"/tables/{TABLE}/own")["present"]:
        assert house.do(login, TABLE, "arrive", seat=at).is_success
    house.deal(TABLE)
    view = house.get(login, f"/tables/{TABLE}")["view"]
    for one in view["table"]["wagers"]:
        if one["person"] == view["own"]["person"]:
            house.do(login, TABLE, "withdraw-wager", number=one["number"])


def stakes(house: House, login: str = "player1") -> dict[str, int]:
    view = house.get(login, f"/tables/{TABLE}")["view"]
    mine = view["own"]["person"]
    return {
        one["wager"]: one["stake_cents"] for one in view["table"]["wagers"] if one["person"] == mine
    }


def picker(page: Page) -> Locator:
    return page.get_by_role("radiogroup", name="Chip in hand")


def chip(page: Page, cents: int) -> Locator:
    return page.locator(f'label:has(input[type=radio][value="{cents}"])')


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# A server that goes away ------------------------------------------------------------------


def test_a_terminal_is_whole_when_the_server_is_back(
    pages: Pages, tmp_path_factory: pytest.TempPathFactory, free_port: int
) -> None:
    folder = tmp_path_factory.mktemp("away")
    first = House(folder, free_port)
    seat(first)
    page = pages.make(first, PATH, "player1", size="phone")
    expect(picker(page)).to_be_visible()
    first.close(signal.SIGKILL)
    expect(page.locator(".bar.off")).to_be_visible(timeout=LONG_MS)
    # A while in which the page asks several times in vain and keeps what it has.
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    for _ in range(300):
        if len(failed) >= 4:
            break
        page.wait_for_timeout(100)
    assert len(failed) >= 4
    expect(picker(page)).to_be_in_viewport(ratio=1)
    assert page.locator("[data-area]").count() > 3
    second = House(folder, free_port, known=first.passwords)
    try:
        expect(page.locator(".bar").filter(has_text="Connected again.")).to_be_visible(
            timeout=LONG_MS
        )
        place(page, "banker", 2_500, tap=True)
        assert stakes(second) == {"banker": 2_500}
    finally:
        second.close()


def failing(page: Page, path: str, times: int) -> list[str]:
    """Have these requests fail as they do while a server is being started."""
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= times:
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    page.route(f"**/api/{path}", fail)
    return asked


def test_what_could_not_be_read_at_first_is_read_again(house: House, pages: Pages) -> None:
    seat(house)
    page = pages.blank(house, "player1", size="phone")
    table = f"tables/{TABLE}"
    asked = [failing(page, path, 2) for path in ("session", table, f"{table}/own/coups*")]
    page.goto(PATH)
    expect(picker(page)).to_be_visible()
    assert all(len(one) > 2 for one in asked)


# Room -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (3840, 2160)])
def test_the_felt_of_a_terminal_fills_the_screen(
    house: House, page_of: PageOf, size: tuple[int, int]
) -> None:
    seat(house)
    page = page_of(PATH, "player1", size="wall")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(picker(page)).to_be_visible()
    found = page.evaluate(
        """() => {
          const box = (one) => one.getBoundingClientRect();
          const all = [...document.querySelectorAll("[data-area]")].map(box);
          const foot = box(document.querySelector("section.foot"));
          return {
            gap: foot.top - Math.max(...all.map((one) => one.bottom)),
            right: innerWidth - Math.max(...all.map((one) => one.right)),
            below: innerHeight - foot.bottom,
            high: document.documentElement.scrollHeight - innerHeight,
            wide: document.documentElement.scrollWidth - innerWidth,
          };
        }"""
    )
    scale = max(1, min(size[0] / 1440, size[1] / 900))
    # Below the areas there is room for what was not done.
    assert 60 * scale <= found["gap"] <= 96 * scale
    assert 0 <= found["right"] <= 32 * scale
    assert abs(found["below"]) <= 1
    assert found["high"] <= 1
    assert found["wide"] <= 1


# A chip in hand ---------------------------------------------------------------------------


def test_a_chip_is_dragged_onto_an_area(house: House, page_of: PageOf) -> None:
    seat(house)
    page = page_of(PATH, "player1", size="desktop", motion=True)
    in_hand = page.locator(".in-hand")
    page.mouse.move(*middle(chip(page, 2_500)))
    page.mouse.down()
    page.mouse.move(*middle(area(page, "banker")), steps=6)
    expect(in_hand).to_be_visible()
    assert middle(in_hand) == pytest.approx(middle(area(page, "banker")), abs=2)
    page.mouse.up()
    expect(area(page, "banker", "placed")).to_contain_text("$25")
    expect(in_hand).to_have_count(0)
    assert stakes(house) == {"banker": 2_500}
    # Let go beside the areas, or given up by Escape, nothing is placed.
    page.mouse.move(*middle(chip(page, 2_500)))
    page.mouse.down()
    page.mouse.move(*middle(page.locator('[data-money="credit"]')), steps=6)
    page.mouse.up()
    page.mouse.move(*middle(chip(page, 2_500)))
    page.mouse.down()
    page.mouse.move(*middle(area(page, "tie")), steps=6)
    page.keyboard.press("Escape")
    expect(in_hand).to_have_count(0)
    page.mouse.up()
    page.mouse.move(*middle(chip(page, 500)))
    page.mouse.down()
    page.mouse.move(*middle(area(page, "player-pair")), steps=6)
    page.mouse.up()
    expect(area(page, "player-pair", "placed")).to_contain_text("$5")
    assert stakes(house) == {"banker": 2_500, "player-pair": 500}


def test_a_chip_follows_the_mouse_unless_motion_is_reduced(house: House, page_of: PageOf) -> None:
    seat(house)
    for motion in (True, False):
        page = page_of(PATH, "player1", size="desktop", motion=motion)
        chip(page, 2_500).click()
        page.mouse.move(*middle(area(page, "tie")), steps=3)
        expect(page.locator(".in-hand")).to_have_count(1 if motion else 0)
        page.mouse.move(*middle(page.locator('[data-money="credit"]')), steps=3)
        expect(page.locator(".in-hand")).to_have_count(0)
    assert stakes(house) == {}
    # Without the picture it can be dragged all the same.
    page.mouse.move(*middle(chip(page, 2_500)))
    page.mouse.down()
    page.mouse.move(*middle(area(page, "tie")), steps=3)
    expect(page.locator(".in-hand")).to_have_count(0)
    page.mouse.up()
    expect(area(page, "tie", "placed")).to_contain_text("$25")


# Chinese ----------------------------------------------------------------------------------


def english(page: Page) -> list[str]:
    """Visible words of Latin letters that are not said to be English."""
    found: list[str] = page.evaluate(
        """() => {
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [];
          for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const held = node.parentElement;
            const left = held.closest("[lang^=en], header, .sr, script, kbd");
            if (!left && held.checkVisibility()) found.push(node.textContent);
          }
          return found;
        }"""
    )
    return [one.strip() for one in found if LATIN.search(one)]


def test_a_terminal_in_chinese_has_no_english_of_ours(house: House, page_of: PageOf) -> None:
    seat(house)
    for size in ("phone", "desktop"):
        page = page_of(PATH, "player1", size=size, language="zh")
        place(page, "banker", 2_500)
        assert english(page) == []
        house.deal(TABLE, until="coup-settled")
        expect(page.locator('[data-state="placed"], [data-state="locked"]')).to_have_count(0)
        assert english(page) == []
        page.get_by_role("button", name="记录").click()
        expect(page.get_by_role("dialog").locator(".coup").first).to_be_visible()
        assert english(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("button", name="规则").click()
        expect(page.get_by_role("dialog").locator("section").first).to_be_visible()
        assert english(page) == []
        house.deal(TABLE)


def test_the_acts_and_hands_of_a_table_are_chinese(house: House, page_of: PageOf) -> None:
    table = opened(house, "chinese", TABLE, "player1")
    wager(house, "player1", table, "tie", 2_500)
    page = page_of(f"/table/{table}", "dealer", language="zh")
    names = []
    for _ in range(20):
        sequence = house.get("dealer", f"/tables/{table}")["sequence"]
        following = house.get("dealer", f"/tables/{table}/offers")["house"]
        key = page.locator(f'button.next[data-act="{following["do"]}"]')
        expect(key).to_be_visible()
        names.append(key.inner_text().splitlines()[0])
        assert english(page) == []
        page.keyboard.press("Enter")
        while house.get("dealer", f"/tables/{table}")["sequence"] == sequence:
            page.wait_for_timeout(20)
        if house.get("dealer", f"/tables/{table}/coups?limit=1")["coups"]:
            break
    assert len(set(names)) > 2
    assert not any(LATIN.search(one) for one in names)
    hands = page.locator("section.hand h2").all_inner_texts()
    assert [one.strip() for one in hands] == ["闲", "庄"]


# Ask now ----------------------------------------------------------------------------------


@pytest.mark.parametrize("decided", ["grant-approval", "refuse-approval"])
def test_an_approval_is_asked_for_at_the_terminal(
    house: House, page_of: PageOf, decided: str
) -> None:
    seat(house)
    house.do("gaming-supervisor", TABLE, "sign-on")
    page = page_of(PATH, "player1", size="phone")
    place(page, "player", 2_500, tap=True)
    area(page, "banker").tap()
    slip = page.locator(".slip")
    ask = slip.get_by_role("button", name="Ask now")
    expect(ask).to_be_visible()
    with page.expect_response("**/commands") as answered:
        ask.tap()
    expect(slip).to_contain_text("Asked. It waits for the approval.")
    (event,) = answered.value.json()["events"]
    number = event["fields"]["approval"]
    done = house.do("gaming-supervisor", TABLE, decided, approval=number)
    assert done.is_success, done.text
    if decided == "refuse-approval":
        expect(slip).to_contain_text("The approval was refused.")
        assert stakes(house) == {"player": 2_500}
        return
    expect(slip).to_contain_text("Approved: Banker's Hand $25.")
    expect(slip).not_to_contain_text("Not placed")
    slip.get_by_role("button", name="Place it now").tap()
    expect(slip).to_have_count(0)
    expect(area(page, "banker", "placed")).to_contain_text(money(2_500, whole=True))
    assert stakes(house) == {"player": 2_500, "banker": 2_500}


def test_the_own_net_has_its_sign(house: House, page_of: PageOf) -> None:
    seat(house)
    page = page_of(PATH, "player1")
    while house.get("player1", f"/tables/{TABLE}/own")["net_cents"] <= 0:
        wager(house, "player1", TABLE, "player", 2_500)
        house.deal(TABLE, until="coup-settled")
        house.deal(TABLE)
    net = house.get("player1", f"/tables/{TABLE}/own")["net_cents"]
    expect(page.locator("[data-money=net]")).to_have_text(f"Net {money(net, sign=True)}")
