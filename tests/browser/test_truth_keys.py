"""Enter is the lit act on staff pages, wherever the focus is; and what the header says is so."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, at, deal_real, hands_of, next_key, opened, press, wager

BOOK = "star-baccarat"
MONEY = "Tasks"
_names = (f"keys-{number}" for number in itertools.count(1))


@pytest.fixture
def table(house: House) -> str:
    name = opened(house, next(_names), BOOK, "player1")
    wager(house, "player1", name, "banker", 2_500)
    return name


def sequence(house: House, table: str) -> int:
    return int(house.get("dealer", f"/tables/{table}")["sequence"])


def dealt_by_enter(page: Page) -> None:
    """Enter does what the lit key says, once."""
    before = next_key(page).locator(".strong").inner_text()
    assert press(page) == before


def test_after_the_menu_is_closed(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "dealer")
    expect(next_key(page)).to_contain_text("Deal Player's first card")
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    expect(page.locator("nav#ways")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    for wanted in ("Banker's first", "Player's second", "Banker's second"):
        dealt_by_enter(page)
        expect(page.locator("nav#ways")).to_be_hidden()
        expect(next_key(page)).to_contain_text(wanted)


def test_after_another_key_was_pressed_by_mouse(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "dealer")
    expect(next_key(page)).to_be_visible()
    # The lit key itself, a sheet that is opened and closed, and a key that is not due.
    next_key(page).get_by_role("button").click()
    expect(next_key(page)).to_contain_text("Banker's first")
    dealt_by_enter(page)
    page.get_by_role("button", name=MONEY, exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    dealt_by_enter(page)
    page.get_by_role("button", name="Settle", exact=True).click(force=True)
    expect(page.get_by_role("button", name="Settle", exact=True)).to_be_focused()
    dealt_by_enter(page)


def test_a_held_enter_is_one_act(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "dealer")
    next_key(page).get_by_role("button").focus()
    before = at(page)
    for _ in range(5):  # what a keyboard sends while the key is held
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    moved(page, before)
    coup = house.get("dealer", f"/tables/{table}")["view"]["table"]["coup"]
    assert [len(hands_of(coup)[hand].get("cards", [])) for hand in ("player", "banker")] == [1, 0]


def test_space_presses_what_has_the_focus_and_a_field_keeps_enter(
    house: House, page_of: PageOf, table: str
) -> None:
    page = page_of(f"/console/{table}", "dealer")
    expect(next_key(page)).to_be_visible()
    before = sequence(house, table)
    money = page.get_by_role("button", name=MONEY, exact=True)
    money.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(money).to_be_focused()
    expect(page.locator(".key", has=money).locator(".space")).to_be_visible()
    page.keyboard.press("Space")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    # In a dialog Enter belongs to what has the focus: it opens the form, and sends it.
    sheet.get_by_role("button", name="Buy-in", exact=True).focus()
    page.keyboard.press("Enter")
    amount = sheet.get_by_label("Amount, dollars")
    amount.fill("100")
    assert sequence(house, table) == before
    amount.press("Enter")
    expect(sheet).to_have_count(0)
    assert sequence(house, table) > before
    # The keys say so themselves.
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text(
        "Enter does the lit act wherever the focus is"
    )


def test_a_ruling_chosen_by_mouse_is_given_by_enter(house: House, page_of: PageOf) -> None:
    table = opened(house, next(_names), BOOK, "player1", virtual=False)
    wager(house, "player1", table, "banker", 2_500)
    deal_real(house, table, 5)
    told = {"error": "dealt incorrectly"}
    done = house.do("dealer", table, "report-irregularity", situation="misdeal", told=told)
    assert done.is_success, done.text
    page = page_of(f"/console/{table}", "gaming-supervisor")
    allowed = house.get("gaming-supervisor", f"/tables/{table}/ruling")["trouble"]["allowed"]
    other = allowed[-1]
    assert len(allowed) > 1
    pick = page.locator(".rule-sheet .pick").nth(len(allowed) - 1)
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    for field in page.locator(".rule-sheet .asks input").all():
        if field.get_attribute("aria-required") == "true" and not field.input_value():
            field.fill("as seen")
    pick.click()
    expect(page.locator(".rule-sheet .ask")).to_contain_text("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".rule-sheet .pick")).to_have_count(0, timeout=LONG_MS)
    events = house.get("dealer", f"/tables/{table}/events?after=0&limit=500")["events"]
    (given,) = (one for one in events if one["event"] == "ruling-given")
    assert given["fields"]["ruling"] == other["ruling"]


def test_the_header_keeps_the_person_and_gives_room_back(house: House, page_of: PageOf) -> None:
    """The last coup of a shoe needs room in the header; what had to go for it comes back."""
    table = opened(house, next(_names), BOOK, "player1", virtual=False)
    wager(house, "player1", table, "banker", 2_500)
    page = page_of(f"/console/{table}", "dealer")
    header = page.locator("header.bar")
    who, edition = header.locator(".person"), header.locator(".edition")
    expect(who).to_have_text("dealer, Dealer")
    expect(edition).to_be_visible()
    before = at(page)
    page.keyboard.press("x")  # the cutting card came instead of the first card
    moved(page, before)
    expect(header).to_contain_text("Last coup of the shoe", timeout=LONG_MS)
    expect(who).to_have_text("dealer, Dealer")
    for card in ("9h", "10s", "Kd", "6c"):
        expect(next_key(page)).to_contain_text("Deal")
        before = at(page)
        page.keyboard.type(card)
        expect(next_key(page)).to_contain_text(card[0])
        page.keyboard.press("Enter")
        moved(page, before)
        expect(header).not_to_contain_text("New shoe")
    while press(page) != "Settle":
        expect(header).to_contain_text("Last coup of the shoe")
    expect(header).to_contain_text("New shoe", timeout=LONG_MS)
    expect(header).not_to_contain_text("Last coup of the shoe")
    expect(who).to_have_text("dealer, Dealer")
    expect(edition).to_be_visible()


def moved(page: Page, before: int) -> None:
    """The console shows more than it did."""
    page.wait_for_function(
        "n => Number(document.querySelector('[data-console]').dataset.console) > n",
        arg=before,
        timeout=LONG_MS,
    )


@pytest.mark.parametrize("width", [1440, 1200, 1024, 768, 390])
def test_staff_are_seen_to_be_who_they_are_at_every_width(
    page_of: PageOf, table: str, width: int
) -> None:
    page = page_of(f"/console/{table}", "gaming-supervisor")
    page.set_viewport_size({"width": width, "height": 800})
    who = page.locator("header.bar .person")
    expect(who).to_be_visible()
    expect(who).to_have_text("gaming-supervisor, Gaming Supervisor")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    whole = "one => one.scrollWidth <= one.clientWidth"
    assert who.evaluate(whole)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("header.bar .edition")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_last_events_have_no_open_place(page_of: PageOf, table: str, language: str) -> None:
    """Automatic staff sign on and hold nothing; an event may lack what its sentence says."""
    page = page_of(f"/console/{table}", "dealer", language=language)
    kinds = ("signed-on", "bought-in", "card-dealt")
    told = [
        {"sequence": n, "event": kind, "at": "2026-11-16T09:00:00Z", "rank": "Dealer", "by": "x"}
        for n, kind in enumerate(kinds, 1)
    ]
    answer = {"sequence": 3, "head": 3, "events": told}
    page.route(f"**/api/tables/{table}/events*", lambda route: route.fulfill(json=answer))
    page.reload()
    lines = page.locator(".last li")
    expect(lines).to_have_count(3)
    assert not any("{" in one or not one.strip() for one in lines.all_inner_texts())
    expect(lines.last).to_contain_text({"en": "Signed on", "zh": "上岗"}[language])
