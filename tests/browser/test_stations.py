"""Automated terminals in a browser: coups, tickets, a wrong entry, and a server that is killed."""

from __future__ import annotations

import secrets
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pitboss
from pitboss.api.first_start import first_opening
from tests.browser.conftest import House, PageOf, Pages
from tests.browser.played import money, wager

BOOK = TABLE = "crown-perth-baccarat"
DEALER, INSPECTOR = "crown-perth.dealer", "crown-perth.table-inspector"
BOSS, MANAGER = "crown-perth.casino-manager-table-games", "crown-perth.table-games-manager"
HIGHEST = "crown-perth.general-manager-table-games"
PERIOD_MS = 15_000
LONG_MS = 30_000
PLACE, NO_MORE = "Place your bets", "No more bets"


def ready(house: House, table: str, length: int = PERIOD_MS) -> None:
    """Staff on duty, the shortest period, and a shoe made ready."""
    for login in (DEALER, INSPECTOR, BOSS, MANAGER):
        house.do(login, table, "sign-on")
    assert house.do(BOSS, table, "set-period", milliseconds=length).is_success
    on(house, table)


def on(house: House, table: str, until: str | None = None) -> None:
    """The acts of the house by its own people, until it waits or this one is the next."""
    for _ in range(20):
        following = house.get(DEALER, f"/tables/{table}/console")["next"]
        if following is None or following["do"] in (until, "call-bets"):
            return
        fields = dict(following["fields"]) | ({"card": "2c"} if following["ask"] else {})
        for login in (DEALER, INSPECTOR):
            if house.do(login, table, following["do"], **fields).is_success:
                break
        else:
            raise AssertionError(following)


def screen(house: House, login: str, table: str = TABLE) -> Any:
    """What the API says that a terminal shows."""
    return house.get(login, f"/tables/{table}/terminal")


def cents(house: House, login: str, table: str = TABLE) -> int:
    return int(screen(house, login, table)["credit_cents"])


def over(house: House, login: str, table: str = TABLE) -> None:
    """Until the period that runs is over."""
    deadline = time.monotonic() + LONG_MS / 1000
    while screen(house, login, table)["period"]["ends"] is not None:
        assert time.monotonic() < deadline, "the period does not end"
        time.sleep(0.2)


def standing(page: Page) -> Page:
    """The same page, when its terminal is there."""
    expect(page.locator("[data-station]")).to_be_visible(timeout=LONG_MS)
    return page


def state(page: Page, wanted: str) -> None:
    expect(page.locator(f'[data-state="{wanted}"]').first).to_be_visible(timeout=LONG_MS)


def touch(page: Page, what: str, amount: int, shows: int | None = None) -> None:
    """A chip on an area, and what is seen lying there."""
    page.locator(f'label:has(input[type=radio][value="{amount}"])').click()
    page.locator(f'[data-area="{what}"]').click()
    seen = amount if shows is None else shows
    area = page.locator(f'[data-area="{what}"][data-stake="{seen}"]')
    expect(area).to_be_visible(timeout=LONG_MS)


def shows(page: Page, what: str, amount: int, *, sign: bool = False) -> None:
    text = money(amount, sign=sign)
    expect(page.locator(f'[data-money="{what}"]')).to_have_text(text, timeout=LONG_MS)


def test_coups_are_played_from_two_terminals_and_the_cloth(
    house: House, page_of: PageOf, serious: Callable[[Page], list[str]]
) -> None:
    ready(house, TABLE)
    assert house.do("player1", TABLE, "arrive", seat=1).is_success
    phone = standing(page_of(f"/terminal/{TABLE}", "terminal1", size="phone"))
    cabinet = standing(page_of(f"/terminal/{TABLE}", "terminal2", size="desktop", language="zh"))
    console = page_of(f"/console/{TABLE}", DEALER)
    wall = page_of(f"/display/{TABLE}", "display", size="wall")
    for page, note in ((phone, 5_000), (cabinet, 10_000)):
        page.keyboard.press("o")
        page.locator(f'[data-note="{note}"]').click()
        shows(page, "credit", note)
        page.keyboard.press("Escape")
    expect(console.locator('[data-terminal="terminal1"]')).to_contain_text("$50.00")

    console.get_by_role("button", name=PLACE).first.click()
    for page in (phone, cabinet, wall, console):
        expect(page.locator("[data-left]").first).to_be_visible(timeout=LONG_MS)
    told = {
        screen(house, "terminal1")["period"]["ends"],
        house.get("display", f"/tables/{TABLE}/period")["period"]["ends"],
    }
    assert len(told) == 1
    sheet = house.get("terminal1", f"/tables/{TABLE}/sheet")
    least = {one["id"]: one["minimum_cents"] for one in sheet["areas"]}
    assert least["player"] > 500
    touch(phone, "player", 2_500)
    touch(phone, "tie", 500)
    touch(cabinet, "player", 10_000)
    cabinet.locator('.place:has([data-area="player"]) .acts button').first.click()
    cabinet.locator('[data-area="banker"]').click()
    expect(cabinet.locator('[data-area="banker"][data-stake="10000"]')).to_be_visible()
    shows(phone, "credit", 2_000)
    assert serious(phone) == []
    assert serious(cabinet) == []
    wager(house, "player1", TABLE, "player", 2_500)
    over(house, "terminal1")
    expect(phone.locator('[data-area="tie"][data-stake="0"]')).to_be_visible(timeout=LONG_MS)
    expect(phone.locator('[data-note="minimum"]')).to_be_visible()
    shows(phone, "credit", 2_500)
    late = house.do("terminal1", TABLE, "touch-wager", wager="player", amount_cents=2_500)
    assert late.json()["code"] == "period-over"

    console.get_by_role("button", name=NO_MORE).first.click()
    on(house, TABLE, until="settle")
    on(house, TABLE)
    (coup,) = house.get(DEALER, f"/tables/{TABLE}/coups?limit=1")["coups"]
    brought = {"player": (2_500, -10_000), "banker": (-2_500, 9_500), "tie": (0, 0)}
    first, second = brought[coup["outcome"]]
    assert (cents(house, "terminal1"), cents(house, "terminal2")) == (
        5_000 + first,
        10_000 + second,
    )
    shows(phone, "credit", 5_000 + first)
    shows(cabinet, "credit", 10_000 + second)
    shows(phone, "net", first, sign=True)
    expect(wall.locator("[data-outcome]")).to_have_attribute("data-outcome", coup["outcome"])
    cloth = house.get("player1", f"/tables/{TABLE}/own")["net_cents"]
    assert cloth == first
    pit = page_of("/pit/terminals", MANAGER)
    expect(pit.locator('tr[data-terminal="terminal1"]')).to_contain_text(money(5_000 + first))
    for page in (console, wall, pit):
        assert serious(page) == []


def test_a_ticket_made_at_one_terminal_is_credit_at_another(
    house: House, page_of: PageOf, serious: Callable[[Page], list[str]]
) -> None:
    phone = standing(page_of(f"/terminal/{TABLE}", "terminal1", size="tablet"))
    cabinet = standing(page_of(f"/terminal/{TABLE}", "terminal2", size="desktop"))
    had = cents(house, "terminal1"), cents(house, "terminal2")
    phone.keyboard.press("o")
    phone.locator('[data-note="2000"]').click()
    shows(phone, "credit", had[0] + 2_000)
    phone.get_by_role("button", name="Print a ticket").click()
    ticket = phone.locator("[data-ticket]").last
    expect(ticket.locator("code")).to_be_visible(timeout=LONG_MS)
    printed = ticket.get_attribute("data-ticket") or ""
    assert printed.startswith("crown-perth.")
    shows(phone, "credit", 0)
    assert serious(phone) == []
    cabinet.keyboard.press("o")
    for _ in range(2):
        cabinet.get_by_label("Ticket, as it is printed").fill(printed)
        cabinet.get_by_role("button", name="Insert the ticket").click()
        shows(cabinet, "credit", had[1] + had[0] + 2_000)
    cabinet.keyboard.press("Escape")
    expect(cabinet.get_by_text("The ticket was paid before.")).to_be_visible(timeout=LONG_MS)


def test_2_2_c_the_rules_on_the_screen_are_those_of_the_tables_edition(
    house: House, page_of: PageOf
) -> None:
    page = standing(page_of(f"/terminal/{TABLE}", "terminal1", size="tablet", language="en"))
    page.keyboard.press("x")
    edition = pitboss.rulebook(BOOK).edition
    expect(page.locator(f'[data-rules="{edition.name}"]')).to_be_visible()
    sheet = house.get("terminal1", f"/tables/{TABLE}/sheet")
    shown = page.locator("dialog[open]").inner_text()
    for area in sheet["areas"]:
        for row in area["pays"]:
            assert row["pays"] is None or row["pays"] in shown
    deadline = time.monotonic() + LONG_MS / 1000
    while screen(house, "terminal1")["rules_told"] != edition.name:
        assert time.monotonic() < deadline, "the screen never said which rules it shows"
        time.sleep(0.1)


def real(house: House, table: str) -> None:
    """A table of real cards, each told by the dealer, with one terminal."""
    made = house.client(HIGHEST).post("/api/tables", json={"table": table, "rulebook": BOOK})
    assert made.status_code == 201, made.text
    for login in (DEALER, INSPECTOR):
        assert house.do(login, table, "sign-on").is_success
    fields = first_opening(pitboss.rulebook(BOOK).edition) | {"virtual": False}
    assert house.do(DEALER, table, "open-table", **fields).is_success
    bound = {"login": "player2", "table": table, "layout": "14"}
    key = {"Idempotency-Key": secrets.token_hex(8)}
    made = house.client(MANAGER).post("/api/terminals", json=bound, headers=key)
    assert made.status_code == 201, made.text
    ready(house, table)


def told(house: House, table: str, faces: tuple[str, ...]) -> None:
    """The cards of a coup as the dealer tells them."""
    left = list(faces)
    for _ in range(20):
        following = house.get(DEALER, f"/tables/{table}/console")["next"]
        if following is None or following["do"] == "settle":
            return
        card = {"card": left.pop(0)} if following["ask"] else {}
        done = house.do(DEALER, table, following["do"], **following["fields"], **card)
        assert done.is_success, done.text


def test_5_14_a_wrong_entry_is_corrected_by_two_people(
    house: House, page_of: PageOf, serious: Callable[[Page], list[str]]
) -> None:
    table = "real-cards"
    real(house, table)
    console = page_of(f"/console/{table}", DEALER)
    boss = page_of(f"/console/{table}", MANAGER, size="tablet")
    terminal = standing(page_of(f"/terminal/{table}", "player2", size="phone"))
    terminal.keyboard.press("o")
    terminal.locator('[data-note="10000"]').click()
    shows(terminal, "credit", 10_000)
    terminal.keyboard.press("Escape")
    console.get_by_role("button", name=PLACE).first.click()
    touch(terminal, "banker", 10_000)
    over(house, "player2", table)
    console.get_by_role("button", name=NO_MORE).first.click()
    expect(terminal.locator('[data-area="banker"].locked')).to_be_visible(timeout=LONG_MS)
    # The first card is read as a nine; it was a seven.
    told(house, table, ("9h", "8c", "Kd", "Kc"))
    results = console.get_by_role("group", name="Enter the result")
    results.get_by_role("button").nth(1).click()
    expect(console.locator(".slip")).to_contain_text("5.14", timeout=LONG_MS)
    results.get_by_role("button").nth(0).click()
    expect(console.locator("[data-entered]")).to_have_attribute("data-entered", "player")
    expect(terminal.locator("[data-station]")).to_be_visible()
    on(house, table)
    shows(terminal, "credit", 0)

    console.get_by_role("button", name="Freeze all accounts").click()
    console.get_by_label("Why is the result in doubt?").fill("the first card was a seven")
    console.locator("dialog[open]").get_by_role("button", name="Freeze all accounts").click()
    state(terminal, "frozen")
    refused = house.do("player2", table, "print-ticket")
    assert refused.json()["code"] == "accounts-frozen"
    console.get_by_role("button", name="Correct a result").click()
    form = console.locator("dialog[open]")
    form.locator('[data-hand="player"]').fill("7h Kd")
    form.locator("[data-reason]").fill("the first card was a seven")
    form.get_by_role("button", name="Correct a result").click()
    shows(terminal, "credit", 10_000 + 9_500)
    console.get_by_role("button", name="Release the accounts").click()
    console.get_by_label("What was done?").fill("corrected")
    console.locator("dialog[open]").get_by_role("button", name="Release the accounts").click()
    expect(console.locator("dialog[open] .slip")).to_contain_text("5.14", timeout=LONG_MS)
    assert serious(terminal) == []

    boss.get_by_role("button", name="Release the accounts").click()
    boss.get_by_label("What was done?").fill("corrected")
    boss.locator("dialog[open]").get_by_role("button", name="Release the accounts").click()
    expect(terminal.locator('[data-state="frozen"]')).to_have_count(0, timeout=LONG_MS)
    assert cents(house, "player2", table) == 19_500


@pytest.mark.parametrize("inside", [True, False])
def test_5_21_a_server_killed_inside_a_period_gives_wagers_back_and_keeps_them_after(
    pages: Pages, tmp_path_factory: pytest.TempPathFactory, free_port: int, *, inside: bool
) -> None:
    folder = tmp_path_factory.mktemp("killed")
    first = House(folder, free_port)
    ready(first, TABLE)
    for login in ("terminal1", "terminal2"):
        assert first.do(login, TABLE, "insert-note", amount_cents=5_000).is_success
    assert first.do(DEALER, TABLE, "call-bets", call="place your bets").is_success
    page = standing(pages.make(first, f"/terminal/{TABLE}", "terminal1", size="phone"))
    touch(page, "player", 2_500)
    given = first.do("terminal2", TABLE, "touch-wager", wager="banker", amount_cents=2_500)
    assert given.is_success
    if not inside:
        over(first, "terminal1")
        assert first.do(DEALER, TABLE, "call-bets", call="no more bets").is_success
    first.close(signal.SIGKILL)
    second = House(folder, free_port, known=first.passwords)
    try:
        for login in ("terminal1", "terminal2"):
            seen = screen(second, login)
            assert seen["credit_cents"] == (5_000 if inside else 2_500)
            assert (seen["malfunction"] is not None) is inside
            assert set(seen["rejected"].values()) == ({"malfunction"} if inside else set())
        if inside:
            state(page, "out-of-order")
            shows(page, "credit", 5_000)
            case = screen(second, "terminal1")["malfunction"]
            fixed = second.do(DEALER, TABLE, "repair-equipment", matter=case, how="started again")
            assert fixed.is_success
            expect(page.locator('[data-state="out-of-order"]')).to_have_count(0, timeout=LONG_MS)
        else:
            expect(page.locator('[data-area="player"].locked')).to_be_visible(timeout=LONG_MS)
            on(second, TABLE)
            (coup,) = second.get(DEALER, f"/tables/{TABLE}/coups?limit=1")["coups"]
            pays = {"player": 7_500, "banker": 2_500, "tie": 5_000}
            assert cents(second, "terminal1") == pays[coup["outcome"]]
    finally:
        second.close()
