"""The table and the terminal in a browser: what they show is what the API says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import carried, hands_of

TABLE = "star-baccarat"
OTHER = "star-premium-baccarat"
PLAYERS = ("player1", "player2")
SIDES = ("player", "banker")


def money(cents: int, *, sign: bool = False, whole: bool = False) -> str:
    """An amount as the pages write it."""
    before = "−" if cents < 0 else "+" if sign and cents > 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{before}${dollars:,}" + ("" if whole and rest == 0 else f".{rest:02}")


def own(house: House, login: str) -> Any:
    return house.get(login, f"/tables/{TABLE}/own")


def stakes(house: House, login: str) -> dict[str, int]:
    view = house.get(login, f"/tables/{TABLE}")["view"]
    mine = view["own"]["person"]
    return {
        one["wager"]: one["stake_cents"] for one in view["table"]["wagers"] if one["person"] == mine
    }


def area(page: Page, wager: str, state: str | None = None) -> Locator:
    wanted = "" if state is None else f'[data-state="{state}"]'
    return page.locator(f'[data-area="{wager}"]{wanted}')


def chip(page: Page, cents: int) -> None:
    page.locator(f'input[type=radio][value="{cents}"]').check(force=True)


@pytest.fixture
def seated(house: House) -> None:
    """Both players sit, no wager lies, and the shoe is ready for bets."""
    for seat, login in ((2, "player1"), (5, "player2")):
        if not own(house, login)["present"]:
            assert house.do(login, TABLE, "arrive", seat=seat).status_code == 200
    house.deal(TABLE)
    for login in PLAYERS:
        view = house.get(login, f"/tables/{TABLE}")["view"]
        for one in view["table"]["wagers"]:
            if one["person"] == view["own"]["person"]:
                house.do(login, TABLE, "withdraw-wager", number=one["number"])


def coup(house: House) -> Any:
    """Deal a coup to its end; the settlement as the house sees it."""
    assert "coup-settled" in house.deal(TABLE, until="coup-settled")
    number = house.get("dealer", f"/tables/{TABLE}/coups?limit=1")["coups"][0]["coup"]
    return house.get("dealer", f"/tables/{TABLE}/coups/{number}/why")


def test_a_newcomer_takes_a_seat(house: House, page_of: PageOf) -> None:
    page = page_of(f"/terminal/{OTHER}", "player2", size="phone")
    if house.get("player2", f"/tables/{OTHER}/own")["present"]:
        house.do("player2", OTHER, "leave")
    page.get_by_role("button", name="Seat 3").click()
    page.wait_for_selector('[data-money="credit"]')
    there = house.get("player2", f"/tables/{OTHER}/own")
    assert there["seat"] == 3
    expect(page.locator('[data-money="credit"]')).to_have_text(money(there["credit_cents"]))
    offered = house.get("player2", f"/tables/{OTHER}/sheet")["areas"]
    assert page.locator("[data-area]").count() == len(offered)
    for one in offered:
        expect(area(page, one["id"])).to_contain_text(one["odds"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    assert not house.get("player2", f"/tables/{OTHER}/own")["present"]


@pytest.mark.usefixtures("seated")
def test_wagers_are_placed_raised_undone_and_cleared(house: House, page_of: PageOf) -> None:
    page = page_of(f"/terminal/{TABLE}", "player1", size="phone")
    chip(page, 2500)
    area(page, "banker").click()
    area(page, "banker").click()
    expect(area(page, "banker", "placed")).to_contain_text("$50")
    chip(page, 500)
    area(page, "player-pair").click()
    expect(area(page, "player-pair", "placed")).to_contain_text("$5")
    assert stakes(house, "player1") == {"banker": 5000, "player-pair": 500}
    now = own(house, "player1")
    expect(page.locator('[data-money="credit"]')).to_have_text(money(now["credit_cents"]))
    expect(page.locator('[data-money="staked"]')).to_have_text(money(now["staked_cents"]))

    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(area(page, "player-pair", "placed")).to_have_count(0)
    undo.click()
    expect(area(page, "banker", "placed")).to_contain_text("$25")
    assert stakes(house, "player1") == {"banker": 2500}
    page.get_by_role("button", name="Clear").click()
    expect(page.locator('[data-state="placed"]')).to_have_count(0)
    assert stakes(house, "player1") == {}


@pytest.mark.usefixtures("seated")
def test_a_refused_wager_is_explained_with_its_rule(house: House, page_of: PageOf) -> None:
    sheet = house.get("player1", f"/tables/{TABLE}/sheet")
    low = next(one for one in sheet["areas"] if one["group"] == "main")
    small = min(one for one in sheet["chips"] if one >= 500)
    assert small < low["minimum_cents"]
    said = house.do("player1", TABLE, "place-wager", wager=low["id"], amount_cents=small).json()
    page = page_of(f"/terminal/{TABLE}", "player1", size="phone")
    chip(page, small)
    area(page, low["id"]).click()
    slip = page.locator(".slip")
    expect(slip).to_contain_text(said["sentence"])
    for clause in said["clauses"]:
        expect(slip.get_by_role("link", name=clause, exact=True)).to_have_attribute(
            "href", f"/rules/{sheet['identity']['rulebook']}/{clause}"
        )
    expect(area(page, low["id"], "refused")).to_be_visible()
    expect(page.locator("[aria-live=assertive]")).to_contain_text(said["sentence"])
    assert stakes(house, "player1") == {}
    page.keyboard.press("Escape")
    expect(slip).to_have_count(0)


@pytest.mark.usefixtures("seated")
def test_a_coup_at_the_terminal_from_lock_to_repeat(house: House, page_of: PageOf) -> None:
    page = page_of(f"/terminal/{TABLE}", "player1", size="tablet")
    chip(page, 2500)
    for wager in ("player", "tie"):
        area(page, wager).click()
        expect(area(page, wager, "placed")).to_be_visible()
    house.deal(TABLE, until="card-dealt")
    expect(area(page, "player", "locked")).to_be_visible()
    close = house.get("player1", f"/tables/{TABLE}/sheet")["close"]
    page.get_by_role("button", name="Clear").click(force=True)
    expect(page.locator(".slip")).to_contain_text(close["sentence"])
    # The cards lie over the areas; the keyboard still reaches them.
    page.keyboard.press(area(page, "banker").get_attribute("aria-keyshortcuts") or "")
    expect(page.locator(".slip")).to_contain_text("closed")
    assert stakes(house, "player1") == {"player": 2500, "tie": 2500}

    coup(house)
    number = house.get("player1", f"/tables/{TABLE}/own/coups?limit=1")["coups"][0]["coup"]
    why = house.get("player1", f"/tables/{TABLE}/coups/{number}/why")
    states = {"win": "won", "lose": "lost", "stand-off": "stand-off"}
    for line in why["lines"]:
        expect(area(page, line["wager"], states[line["outcome"]])).to_be_visible()
    now = own(house, "player1")
    expect(page.locator('[data-money="credit"]')).to_have_text(money(now["credit_cents"]))
    expect(page.locator('[data-money="net"]')).to_contain_text(money(now["net_cents"]))
    roads = house.get("player1", f"/tables/{TABLE}/roads")
    expect(page.get_by_text(roads["notice"])).to_be_visible()
    expect(page.locator(".rail svg text")).to_have_count(len(roads["bead"]))

    page.get_by_role("button", name="Repeat").click()
    expect(page.locator('[data-state="placed"]')).to_have_count(2)
    assert stakes(house, "player1") == {"player": 2500, "tie": 2500}

    page.get_by_role("button", name="History").click()
    page.get_by_role("dialog").get_by_text("why?").first.click()
    paper = page.get_by_role("dialog").locator(".paper")
    for step in why["lines"][0]["steps"]:
        expect(paper).to_contain_text(step["sentence"])
    page.keyboard.press("Escape")
    expect(paper).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.usefixtures("seated")
def test_the_terminal_by_keyboard_alone(house: House, page_of: PageOf) -> None:
    page = page_of(f"/terminal/{TABLE}", "player2", size="desktop")
    expect(page.locator("[data-area] kbd").first).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator("[data-area] kbd").first).to_be_visible()
    letter = area(page, "banker").get_attribute("aria-keyshortcuts")
    page.keyboard.press(letter or "")
    expect(area(page, "banker", "placed")).to_contain_text("$25")
    page.keyboard.press(letter or "")
    expect(area(page, "banker", "placed")).to_contain_text("$50")
    page.keyboard.press("u")
    expect(area(page, "banker", "placed")).to_contain_text("$25")
    page.keyboard.press("c")
    expect(page.locator('[data-state="placed"]')).to_have_count(0)
    assert stakes(house, "player2") == {}
    before = own(house, "player2")["credit_cents"]
    page.keyboard.press("o")
    page.get_by_label("Amount in dollars").fill("100")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator('[data-money="credit"]')).to_have_text(money(before - 10000))
    assert own(house, "player2")["credit_cents"] == before - 10000


def test_a_terminal_is_for_players(page_of: PageOf) -> None:
    page = page_of(f"/terminal/{TABLE}", "dealer")
    expect(page.get_by_role("link", name="Look at the table")).to_be_visible()
    expect(page.locator("[data-area]")).to_have_count(0)


@pytest.mark.usefixtures("seated")
def test_a_dealer_deals_and_settles_from_the_table(house: House, page_of: PageOf) -> None:
    house.do("dealer", TABLE, "sign-on")
    page = page_of(f"/table/{TABLE}", "dealer")
    house.do("player1", TABLE, "place-wager", wager="banker", amount_cents=2500)
    house.do("player2", TABLE, "place-wager", wager="player", amount_cents=10000)
    held = page.get_by_role("img", name="Seat 2: 25 dollars on Banker's Hand")
    expect(held).to_be_visible()
    for _ in range(12):
        house_act = house.get("dealer", f"/tables/{TABLE}/offers")["house"]
        if house_act is None:
            break
        sequence = house.get("dealer", f"/tables/{TABLE}")["sequence"]
        expect(page.locator("button.next")).to_be_visible()
        page.keyboard.press("Enter")
        for _ in range(100):
            if house.get("dealer", f"/tables/{TABLE}")["sequence"] > sequence:
                break
            page.wait_for_timeout(20)
        view = house.get("dealer", f"/tables/{TABLE}")["view"]
        dealt = view["table"]["coup"]
        for side in SIDES if dealt is not None else ():
            hand = page.locator(f"[data-hand={side}]")
            expect(hand.locator(".cards svg.card")).to_have_count(
                len(hands_of(dealt)[side].get("cards", []))
            )
            if hands_of(dealt)[side].get("count") is not None:
                expect(hand.locator(".total")).to_have_text(str(hands_of(dealt)[side]["count"]))
        if house_act["do"] == "settle":
            break
    number = house.get("dealer", f"/tables/{TABLE}/coups?limit=1")["coups"][0]["coup"]
    why = house.get("dealer", f"/tables/{TABLE}/coups/{number}/why")
    expect(page.locator(".plate")).to_contain_text(why["result"].split(",")[0])
    for side in SIDES:
        told = hands_of(why)[side]
        said = page.locator(f"[data-hand={side}] .said")
        expect(said).to_contain_text(told["sentence"] or "")
        expect(said.locator("a")).to_have_count(len(told["clauses"]))
    panel = page.get_by_role("complementary")
    expect(panel.locator(".line")).to_have_count(len(why["lines"]))
    for line in why["lines"]:
        row = panel.locator(f'[data-line="{line["number"]}"]')
        paid = line["paid_cents"]
        amount = money(paid, sign=True) if paid else money(-line["stake_cents"])
        if line["outcome"] != "stand-off":
            expect(row).to_contain_text(amount)

    first = panel.get_by_text("why?").first
    first.focus()
    page.keyboard.press("w")
    paper = panel.locator(".paper")
    number = int(panel.locator(".line").first.get_attribute("data-line") or 0)
    steps = next(one["steps"] for one in why["lines"] if one["number"] == number)
    for step in steps:
        expect(paper).to_contain_text(step["sentence"])
        if step["arithmetic"]:
            expect(paper).to_contain_text(step["arithmetic"])
        for clause in step["clauses"]:
            expect(paper.get_by_role("link", name=clause, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(paper).to_have_count(0)
    expect(first).to_be_focused()


@pytest.mark.usefixtures("seated")
def test_onlookers_see_the_table_and_players_their_own_lines(house: House, page_of: PageOf) -> None:
    house.do("player1", TABLE, "place-wager", wager="tie", amount_cents=2500)
    house.do("player2", TABLE, "place-wager", wager="banker", amount_cents=2500)
    coup(house)
    inspector = page_of(f"/table/{TABLE}", "inspector")
    expect(inspector.get_by_role("complementary").locator(".line")).to_have_count(2)
    expect(inspector.locator("button.next")).to_have_count(0)
    player = page_of(f"/table/{TABLE}", "player1", size="tablet")
    player.get_by_role("button", name="Settlement").click()
    expect(player.get_by_role("dialog").locator(".line")).to_have_count(1)
    display = page_of(f"/table/{TABLE}", "display")
    expect(display.locator(".hand .cards svg.card").first).to_be_visible()
    expect(display.locator(".line")).to_have_count(0)
    phone = page_of(f"/table/{TABLE}", "player1", size="phone")
    expect(phone.get_by_role("radio", name="Seat 2, with wagers")).to_be_checked()
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


@pytest.mark.usefixtures("seated")
def test_a_wager_in_no_box_is_shown_at_the_edge(house: House, page_of: PageOf) -> None:
    assert house.do("player2", TABLE, "leave").status_code == 200
    assert house.do("player2", TABLE, "arrive", seat=None).status_code == 200
    house.do("player1", TABLE, "place-wager", wager="banker", amount_cents=2500)
    house.do("player2", TABLE, "place-wager", wager="tie", amount_cents=10000)
    view = house.get("inspector", f"/tables/{TABLE}")["view"]
    boxes = {one["wager"]: one.get("box") for one in view["table"]["wagers"]}
    assert boxes == {"banker": 2, "tie": None}
    for size in ("desktop", "phone"):
        page = page_of(f"/table/{TABLE}", "inspector", size=size)
        edge = page.get_by_role("region", name="In no box of the layout")
        expect(edge.get_by_role("listitem")).to_have_count(1)
        expect(edge.locator('[data-stray="0/tie"]')).to_contain_text("$100")
    house.do("player2", TABLE, "leave")
    house.do("player2", TABLE, "arrive", seat=5)


@pytest.mark.usefixtures("seated")
def test_cards_move_unless_motion_is_reduced(house: House, page_of: PageOf) -> None:
    moving = page_of(f"/table/{TABLE}", "inspector", motion=True)
    still = page_of(f"/table/{TABLE}", "inspector")
    started = """() => {
      window.moved = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, how) {
        window.moved.push(JSON.stringify(frames));
        return animate.call(this, frames, how);
      };
    }"""
    moving.evaluate(started)
    still.evaluate(started)
    house.do("player1", TABLE, "place-wager", wager="tie", amount_cents=2500)
    # A wager that is seen tells that the page is drawn and hears the table.
    for page in (moving, still):
        expect(page.locator("[data-cell$=tie][role=img]")).to_have_count(1)
    house.deal(TABLE, until="card-dealt")
    for page in (moving, still):
        expect(page.locator(".hand .cards svg.card")).to_have_count(1)
    moving.wait_for_function("() => window.moved.some((one) => one.includes('translate'))")
    assert not any("translate" in one for one in still.evaluate("window.moved"))
    house.deal(TABLE, until="coup-settled")


@pytest.mark.usefixtures("seated")
def test_on_a_phone_the_settlement_leaves_the_result_to_be_seen(
    house: House, page_of: PageOf
) -> None:
    for wager in ("banker", "tie", "player-pair", "banker-pair"):
        house.do("player1", TABLE, "place-wager", wager=wager, amount_cents=2500)
        house.do("player2", TABLE, "place-wager", wager=wager, amount_cents=2500)
    coup(house)
    page = page_of(f"/table/{TABLE}", "dealer", size="phone")
    page.get_by_role("button", name="Settlement").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".line")).to_have_count(8)
    sheet.get_by_text("why?").first.click()
    over, plate = sheet.bounding_box(), page.locator(".plate").bounding_box()
    assert over is not None
    assert plate is not None
    assert over["height"] <= 0.7 * 844 + 1
    assert plate["y"] >= 0
    assert plate["y"] + plate["height"] <= over["y"]
    # What does not fit is scrolled inside, under a title that stays.
    assert sheet.evaluate("one => one.scrollHeight > one.clientHeight")
    sheet.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(sheet.locator(".line").last).to_be_in_viewport()
    expect(sheet.get_by_role("heading", name="Settlement")).to_be_in_viewport()


CUT = """() => [...document.querySelectorAll("header.bar > *, header.bar .within > *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("width", [1920, 1440, 1280, 1024, 768, 390])
def test_nothing_in_the_header_is_cut_off(house: House, page_of: PageOf, width: int) -> None:
    page = page_of(f"/table/{TABLE}", "gaming-manager")
    page.set_viewport_size({"width": width, "height": 900})
    identity = house.get("dealer", f"/tables/{TABLE}/sheet")["identity"]
    expect(page.locator(".felt-table")).to_be_visible()
    assert page.evaluate(CUT) == []
    # What the bar has no room for stands in its menu.
    page.get_by_role("button", name="Menu").click()
    header = page.locator("header.bar")
    expect(header).to_contain_text(identity["house"])
    expect(header).to_contain_text("gaming-manager, Gaming Manager")
    expect(header.get_by_label("Theme")).to_be_visible()


PAINTED = """one => {
  const fill = getComputedStyle(one.querySelector(".cell")).fill;
  const named = /url\\("?#(.+?)"?\\)/.exec(fill);
  if (!named) return [fill];
  return [...document.getElementById(named[1]).querySelectorAll("stop")]
    .map((stop) => getComputedStyle(stop).stopColor);
}"""
BLACK = "rgb(0, 0, 0)"


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize("theme", ["felt", "light", "contrast"])
def test_a_stand_off_is_half_lit(house: House, page_of: PageOf, theme: str) -> None:
    house.do("player1", TABLE, "place-wager", wager="tie", amount_cents=2500)
    coup(house)
    told = house.get("dealer", f"/tables/{TABLE}/coup")
    told["lines"][0] |= {"outcome": "stand-off", "paid_cents": 0, "returned_cents": 2500}
    for login, path, size in (
        ("dealer", f"/table/{TABLE}", "desktop"),
        ("dealer", f"/table/{TABLE}", "phone"),
        ("player1", f"/terminal/{TABLE}", "phone"),
    ):
        page = page_of("/tables", login, size=size, theme=theme)
        carried(page, coup=told)
        page.goto(path)
        area = page.locator(".wager.stand-off")
        expect(area).to_be_visible()
        if size == "desktop":
            painted = area.evaluate(PAINTED)
            assert len(set(painted)) == 2
            assert BLACK not in painted
        else:
            image = area.evaluate("one => getComputedStyle(one).backgroundImage")
            lit, felt = re.findall(r"rgb\(\d+, \d+, \d+\) 50%", image)
            assert lit != felt
            assert not any(one.startswith(BLACK) for one in (lit, felt))
