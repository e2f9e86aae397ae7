"""What a dealer puts forward stands in the pit with its remedy and amounts; Enter approves it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, deal_real, opened, own, wager
from tests.browser.test_proofs_ruling import choose, ruled_by

SUPERVISOR = "gaming-supervisor"
PLAYERS = ("player1", "player2")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_proposal_is_approved_in_the_pit(house: House, page_of: PageOf, language: str) -> None:
    table = opened(house, f"proposed-{language}", "star-baccarat", *PLAYERS, virtual=False)
    began = {login: own(house, login, table)["credit_cents"] for login in PLAYERS}
    wager(house, "player1", table, "banker", 10_000)
    wager(house, "player2", table, "player", 2_500)
    deal_real(house, table, 5)
    told = {"error": "order in doubt"}
    done = house.do("dealer", table, "report-irregularity", situation="misdeal", told=told)
    assert done.is_success, done.text
    page = page_of(f"/console/{table}", "dealer")
    guide = house.get("dealer", f"/tables/{table}/ruling")["trouble"]
    void = next(one for one in guide["allowed"] if one["ruling"] == "void")
    choose(page, void["says"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=SUPERVISOR)).to_be_visible()
    page.reload()  # what was asked outlives the page
    expect(page.get_by_role("status").filter(has_text=SUPERVISOR)).to_be_visible()

    pit = page_of("/pit", SUPERVISOR, language=language)
    item = pit.locator(f".queue li[data-kind=ruling][data-table={table}]")
    proposal = item.locator(".proposal")
    expect(proposal).to_contain_text("dealer")
    if item.get_attribute("aria-current") is None:
        item.locator("h3 button").click()
    if language == "en":
        expect(proposal).to_contain_text(re.compile(re.escape(void["says"]), re.IGNORECASE))
    rows = proposal.locator("li[data-line]")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="$100.00")).to_contain_text("1")
    expect(rows.filter(has_text="$25.00")).to_contain_text("2")
    approve = item.get_by_role("button", name="Approve" if language == "en" else "批准")
    expect(approve).to_be_visible()
    pit.keyboard.press("Enter")
    expect(item).to_have_count(0, timeout=LONG_MS)
    if language == "en":
        ruled_by(page)
    for login in PLAYERS:
        now = own(house, login, table)
        assert (now["credit_cents"], now["staked_cents"]) == (began[login], 0)


def test_an_approval_names_the_seat_and_what_lies(house: House, page_of: PageOf) -> None:
    table = opened(house, "asked-1", "star-baccarat", "player1")
    wager(house, "player1", table, "banker", 10_000)
    done = house.do("player1", table, "request-approval", key="both-hands")
    assert done.is_success, done.text
    pit = page_of("/pit", SUPERVISOR)
    item = pit.locator(f".queue li[data-kind=approval][data-table={table}]")
    expect(item).to_contain_text("seat 1")
    expect(item).to_contain_text("Banker's Hand $100")
