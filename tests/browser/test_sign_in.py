"""Signing in as a newcomer, as each role; codes and one-time passwords; being offline and back."""

from __future__ import annotations

import secrets
import socket
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.service.people import codes as totp
from tests.browser.conftest import House, PageOf

TABLE = "star-baccarat"
MANAGER = "gaming-manager"
PLACES = {
    "player1": "/terminal/",
    "dealer": "/console/",
    "gaming-supervisor": "/pit",
    "inspector": "/pit",
    "surveillance": "/pit",
    "display": "/display/",
}


def sign_in(page: Page, login: str, password: str) -> None:
    page.get_by_label("Name").fill(login)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def account(house: House, role: str, **more: Any) -> dict[str, Any]:
    """A new account, made by the highest rank, with its one-time password."""
    login = f"{role}-{secrets.token_hex(3)}"
    body = {"login": login, "role": role, **more}
    made = house.client(MANAGER).post("/api/accounts", json=body)
    assert made.status_code == 201, made.text
    return dict(made.json())


@pytest.mark.parametrize("login", PLACES)
def test_what_is_printed_leads_everyone_to_their_place(
    house: House, page_of: PageOf, login: str
) -> None:
    page = page_of("/")
    page.get_by_role("link", name="Sign in").click()
    page.wait_for_url("**/sign-in")
    expect(page.locator(".where dt")).to_have_count(5)
    sign_in(page, login, house.passwords[login])
    page.wait_for_url(f"**{PLACES[login]}**")
    expect(page.locator("h1")).to_be_attached()


def test_one_goes_on_to_the_page_that_was_asked_for(house: House, page_of: PageOf) -> None:
    page = page_of("/tables")
    page.wait_for_url("**/sign-in?back=*")
    sign_in(page, "player2", house.passwords["player2"])
    page.wait_for_url("**/tables")
    rows = house.get("player2", "/tables")["tables"]
    expect(page.locator("li[data-table]")).to_have_count(len(rows))
    first = page.locator(f"li[data-table={TABLE}]")
    expect(first.get_by_role("link", name="Terminal")).to_be_visible()
    assert first.get_by_role("link", name="Console").count() == 0


def test_who_comes_to_sign_in_writes_at_once(page_of: PageOf) -> None:
    page = page_of("/sign-in")
    page.keyboard.type("dealer")
    expect(page.get_by_label("Name")).to_have_value("dealer")


@pytest.mark.parametrize(
    ("path", "says"),
    [("/odds/star-baccarat", "Odds are for staff."), ("/pit", "The pit is for supervisors")],
)
def test_a_deep_link_says_whom_the_page_is_for(page_of: PageOf, path: str, says: str) -> None:
    page = page_of(path)
    page.wait_for_url("**/sign-in?back=*")
    expect(page.locator("[data-wanted]")).to_contain_text(says)
    expect(page.locator("[data-wanted]")).to_contain_text("Sign in to go on to that page.")


def test_a_wrong_password_is_said_and_nothing_else(page_of: PageOf) -> None:
    page = page_of("/sign-in")
    sign_in(page, "nobody-of-that-name", "not the password")
    expect(page.locator(".paper")).to_contain_text("The name, the password or the code is wrong.")
    assert page.url.endswith("/sign-in")


def test_a_one_time_password_is_changed_before_anything_else(house: House, page_of: PageOf) -> None:
    made = account(house, "player")
    page = page_of("/sign-in")
    sign_in(page, made["login"], made["password"])
    expect(page.locator("h1")).to_have_text("Choose a password")
    page.goto("/tables")
    expect(page.locator("h1")).to_have_text("Choose a password")
    fresh = "a long sentence of one's own"
    page.get_by_label("Password you were given").fill(made["password"])
    page.get_by_label("New password", exact=True).fill(fresh)
    page.get_by_label("New password again").fill("something else")
    page.get_by_role("button", name="Keep this password").click()
    expect(page.locator(".paper")).to_contain_text("differ")
    page.get_by_label("New password again").fill(fresh)
    page.get_by_role("button", name="Keep this password").click()
    page.wait_for_url("**/tables")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    sign_in(page, made["login"], fresh)
    page.wait_for_url("**/terminal/**")


def test_staff_give_the_code_of_their_authenticator(house: House, page_of: PageOf) -> None:
    rank = house.get(MANAGER, "/session")["rank"]
    made = account(house, "staff", rank=rank)
    page = page_of("/sign-in")
    sign_in(page, made["login"], made["password"])
    code = page.get_by_label("One-time code")
    expect(code).to_be_visible()
    code.fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".paper")).to_contain_text("wrong")
    code.fill(totp.code_at(made["secret"], totp.step_of(time.time())))
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("h1")).to_have_text("Choose a password")


def test_hints_come_with_the_first_key_and_are_there_for_staff(page_of: PageOf) -> None:
    page = page_of("/parts")
    page.get_by_role("button", name="why?").click()
    hint = page.locator("#parts-why kbd")
    expect(hint).to_be_hidden()
    page.keyboard.press("Tab")
    expect(hint).to_be_visible()
    pit = page_of("/pit", "gaming-supervisor")
    expect(pit.locator(".foot kbd").first).to_be_visible()


def test_why_gives_the_focus_back(page_of: PageOf) -> None:
    page = page_of("/parts")
    link = page.get_by_role("button", name="why?")
    link.focus()
    page.keyboard.press("w")
    expect(page.locator("#parts-why")).to_be_visible()
    page.get_by_role("button", name="Close Esc").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#parts-why")).to_have_count(0)
    expect(link).to_be_focused()


def test_sheets_keep_the_focus_and_give_it_back(page_of: PageOf) -> None:
    page = page_of("/parts")
    opener = page.get_by_role("button", name="From below")
    opener.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.fixture
def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    return port


def test_a_server_that_goes_and_comes_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, free_port: int
) -> None:
    folder = tmp_path_factory.mktemp("restart")
    first = House(folder, free_port)
    # A person of the house's own: the demonstration's people get new passwords at each start.
    made = account(first, "player")
    context = browser.new_context(base_url=first.url, reduced_motion="reduce")
    page = context.new_page()
    try:
        page.goto("/sign-in")
        sign_in(page, made["login"], made["password"])
        fresh = "a long sentence of one's own"
        page.get_by_label("Password you were given").fill(made["password"])
        page.get_by_label("New password", exact=True).fill(fresh)
        page.get_by_label("New password again").fill(fresh)
        page.get_by_role("button", name="Keep this password").click()
        page.wait_for_url("**/terminal/**")
        page.goto(f"/display/{TABLE}")
        page.wait_for_selector("[data-road=big]")
        first.process.kill()
        first.process.wait()
        said = page.locator("[data-doing]")
        expect(said).to_contain_text("Offline since", timeout=20_000)
        expect(page.locator("[data-road=big]")).to_be_visible()
        second = House(folder, free_port)
        try:
            heard = second.deal(TABLE, most=6)
            assert heard
            expect(said).not_to_contain_text("Offline since", timeout=20_000)
        finally:
            second.close()
    finally:
        context.close()
        first.close()
