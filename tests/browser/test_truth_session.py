"""A session that ends or changes elsewhere: every page says so at once, and no key is left."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import House, Pages
from tests.browser.played import next_key, opened, sign_in

BOOK = "star-baccarat"
AT_ONCE_MS = 5_000
"""Less than this is not asked of a loaded machine; a beat would not do it."""
_names = (f"session-{number}" for number in itertools.count(1))
Tab = Callable[..., Page]


@pytest.fixture
def table(house: House) -> str:
    return opened(house, next(_names), BOOK, "player1")


@pytest.fixture
def tab(house: House, pages: Pages) -> Tab:
    """Tabs of one browser: nobody is signed in at first, or who signs in by the form."""
    contexts: list[BrowserContext] = []

    def make(path: str, login: str | None = None) -> Page:
        if not contexts:
            contexts.append(pages.blank(house).context)
        page = contexts[0].new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: pages.broken.append(str(error)))
        if login is not None:
            page.goto("/sign-in")
            sign_in(page, login, house.passwords[login])
        page.goto(path)
        return page

    return make


def no_key_is_left(page: Page) -> None:
    """Neither the lit key nor any other is there, and the keyboard does nothing."""
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method != "GET" else None)
    expect(page.locator(".key")).to_have_count(0)
    for key in ("Enter", "n", "y", "v"):
        page.keyboard.press(key)
    assert sent == []


def test_another_person_in_another_tab_is_told_to_the_first(
    house: House, tab: Tab, table: str
) -> None:
    console = tab(f"/console/{table}", "dealer")
    expect(console.locator(".status")).to_have_text("Live")
    expect(next_key(console).or_(console.locator(".next .key"))).to_be_visible()
    other = tab("/tables")
    other.get_by_role("button", name="Sign out").click()
    expect(console.get_by_text("You were signed out in another tab.").first).to_be_visible(
        timeout=AT_ONCE_MS
    )
    expect(console.get_by_text("Live")).to_have_count(0)
    no_key_is_left(console)
    other.wait_for_url("**/sign-in")
    sign_in(other, "player1", house.passwords["player1"])
    head = console.get_by_role("heading", level=1)
    expect(head).to_have_text("You are now player1 in another tab.", timeout=AT_ONCE_MS)
    expect(console.get_by_role("alert")).to_contain_text("You are now player1")
    no_key_is_left(console)
    console.get_by_role("button", name="Go on as player1").click()
    console.wait_for_url("**/terminal/**")


def test_who_signs_in_over_another_is_told_to_the_first(house: House, tab: Tab, table: str) -> None:
    """Without signing out before, and without a word from page to page."""
    console = tab(f"/console/{table}", "dealer")
    expect(console.locator(".status")).to_have_text("Live")
    other = tab("/rules")
    body = {"login": "gaming-supervisor", "password": house.passwords["gaming-supervisor"]}
    # No page says anything to the others here: the server ends the stream.
    done = other.evaluate(
        """body => fetch("/api/session", {method: "POST", body: JSON.stringify(body),
        headers: {"content-type": "application/json"}}).then((answer) => answer.status)""",
        body,
    )
    assert done == 201
    head = console.get_by_role("heading", level=1)
    wanted = "You are now gaming-supervisor, Gaming Supervisor in another tab."
    expect(head).to_have_text(wanted, timeout=AT_ONCE_MS)
    no_key_is_left(console)


def test_the_same_person_again_goes_on(house: House, tab: Tab, table: str) -> None:
    terminal = tab(f"/terminal/{table}", "player1")
    expect(terminal.locator("[data-money=credit]")).to_be_visible()
    other = tab("/tables")
    other.get_by_role("button", name="Sign out").click()
    other.wait_for_url("**/sign-in")
    expect(terminal.get_by_text("You were signed out in another tab.").first).to_be_visible()
    sign_in(other, "player1", house.passwords["player1"])
    terminal.wait_for_url(f"**/terminal/{table}")
    expect(terminal.locator("[data-money=credit]")).to_be_visible()
    expect(terminal.locator("[data-area=banker]")).to_be_visible()
    assert house.do("player1", table, "place-wager", wager="banker", amount_cents=2_500).is_success
    expect(terminal.locator('[data-area="banker"][data-state="placed"]')).to_be_visible()


@pytest.mark.parametrize("path", ["/terminal/{}", "/table/{}"])
def test_a_session_ended_from_another_browser_ends_here(
    house: House, pages: Pages, tab: Tab, table: str, path: str
) -> None:
    page = tab(path.format(table), "player2")
    page.wait_for_selector("#main :text('Banker'), [data-road=big], .seats", state="attached")
    mine = page.context.cookies()
    token = next(one["value"] for one in mine if one["name"] == "pitboss_session")
    headers = {"Authorization": f"Bearer {token}"}
    rows = house.client("player2").get("/api/sessions", headers=headers).json()["sessions"]
    current = next(one["id"] for one in rows if one["current"])
    ended = house.client("player2").delete(f"/api/sessions/{current}")
    assert ended.status_code == 204
    page.wait_for_url("**/sign-in?back=**", timeout=AT_ONCE_MS)
    expect(page.get_by_text("Your session has ended.").first).to_be_visible()
