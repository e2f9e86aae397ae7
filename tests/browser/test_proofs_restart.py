"""A server killed in mid-coup and started again: the pages say so, send nothing, and go on."""

from __future__ import annotations

import re
import signal
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import House, Pages
from tests.browser.played import (
    LONG_MS,
    area,
    credit,
    deal,
    money,
    next_key,
    own,
    place,
    press,
    wager,
)

TABLE = "star-baccarat"
PLAYERS = ("player1", "player2")
OFFLINE = re.compile(r"^Offline since \d\d:\d\d:\d\d AE[DS]T\. .* Nothing you press is sent\.$")
BACK = re.compile(r"^Connected again\. (?:\d+ events? received|Nothing was missed)\.$")


def heard(house: House) -> list[dict[str, Any]]:
    """Every event of the table."""
    found = house.get("gaming-manager", f"/tables/{TABLE}/events?after=0&limit=500")["events"]
    return list(found)


def whole(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    """What was there is there, and the rest follows it without a gap."""
    assert after[: len(before)] == before
    assert [one["sequence"] for one in after] == list(range(1, len(after) + 1))


def given(page: Page) -> list[str]:
    """Every request from here on that would change something."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method != "GET":
            sent.append(f"{request.method} {request.url}")

    page.on("request", note)
    return sent


def test_a_coup_goes_on_after_the_server_was_killed(
    pages: Pages, tmp_path_factory: pytest.TempPathFactory, free_port: int
) -> None:
    folder = tmp_path_factory.mktemp("killed")
    first = House(folder, free_port)
    for seat, login in enumerate(PLAYERS, 1):
        assert first.do(login, TABLE, "arrive", seat=seat).is_success
    first.deal(TABLE)
    began = own(first, "player1", TABLE)["credit_cents"]
    wager(first, "player2", TABLE, "player", 10_000)
    console = pages.make(first, f"/console/{TABLE}", "dealer")
    terminal = pages.make(first, f"/terminal/{TABLE}", "player1", size="phone")
    display = pages.make(first, f"/display/{TABLE}", "display", size="wall")
    press(console)
    place(terminal, "banker", 2_500)
    for _ in range(3):
        press(console)
    expect(area(terminal, "banker", "locked")).to_be_visible()
    before = heard(first)
    first.close(signal.SIGKILL)
    for page in (console, terminal):
        expect(page.locator(".bar.off")).to_have_text(OFFLINE, timeout=LONG_MS)
    wall = display.locator("[data-doing]")
    expect(wall).to_contain_text("Offline since", timeout=LONG_MS)
    expect(area(terminal, "banker", "locked")).to_contain_text("$25")
    sent = [given(page) for page in (console, terminal)]
    console.keyboard.press("Enter")
    console.keyboard.press("Enter")
    area(terminal, "tie").tap(force=True)
    terminal.get_by_role("button", name="Repeat").tap(force=True)
    console.wait_for_timeout(400)
    assert sent == [[], []]

    second = House(folder, free_port, known=first.passwords)
    try:
        expect(wall).not_to_contain_text("Offline since", timeout=40_000)
        for page in (console, terminal):
            back = page.locator(".bar").filter(has_text="Connected again.")
            expect(back).to_have_text(BACK, timeout=40_000)
        # Nothing is lost, and nothing that was pressed meanwhile was done.
        assert heard(second) == before
        expect(next_key(console)).to_be_visible(timeout=LONG_MS)
        deal(console)
        coups = second.get("dealer", f"/tables/{TABLE}/coups?limit=1")["coups"]
        lines = second.get("player1", f"/tables/{TABLE}/coups/{coups[0]['coup']}/settlement")
        (line,) = (one["line"] for one in lines["lines"])
        moved = line["paid_cents"] + line["returned_cents"] - line["stake_cents"]
        now = own(second, "player1", TABLE)
        assert now["credit_cents"] == began + moved
        expect(terminal.locator('[data-money="credit"]')).to_have_text(money(now["credit_cents"]))
        assert credit(terminal) == began + moved
        expect(display.locator("svg[data-road=bead] g[data-mark]")).to_have_count(1)
        outcome = display.locator("[data-outcome]")
        expect(outcome).to_have_attribute("data-outcome", coups[0]["outcome"])
        whole(before, heard(second))
    finally:
        second.close()
