"""A decision that a killed server interrupts, and the round then ruled void, on the pages."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, Pages
from tests.browser.played import LONG_MS, cleared, credit, money
from tests.browser.played import own as own_of
from tests.browser.test_blackjack import (
    BOX,
    SEATED,
    STANDING,
    TABLE,
    choice,
    net,
    pages_of,
    settled,
    table_of,
)
from tests.browser.test_proofs_restart import BACK, OFFLINE, given, whole
from tests.browser.test_proofs_ruling import SUPERVISOR, choose, report, ruled_by

PAIRS = "perfect-pairs"
PAIRS_CENTS = 500


def heard(house: House) -> list[dict[str, object]]:
    """Every event of the table."""
    found = house.get("gaming-manager", f"/tables/{TABLE}/events?after=0&limit=500")["events"]
    return list(found)


def since(page: Page) -> str:
    """Since when the page says that somebody has been asked."""
    clock = page.locator("[data-elapsed]").first
    expect(clock).to_be_visible(timeout=LONG_MS)
    return str(clock.get_attribute("data-elapsed"))


def ruled_void(house: House, console: Page, other: Page) -> None:
    """The dealer reports a misdeal, and a supervisor at another console voids the round."""
    found = house.get("dealer", f"/tables/{TABLE}/ruling")["reportable"]
    misdeal = next(one for one in found if one["situation"] == "misdeal")
    report(console, misdeal["title"], None, console.locator("[data-silence]"))
    expect(other.locator(".options .pick").first).to_be_visible(timeout=LONG_MS)
    guide = house.get(SUPERVISOR, f"/tables/{TABLE}/ruling")["trouble"]
    void = next(one for one in guide["allowed"] if one["ruling"] == "void")
    assert "16.8" in void["clauses"]
    choose(other, void["says"])
    other.get_by_role("button", name=re.compile("^Give this ruling")).click()
    for page in (console, other):
        ruled_by(page)


def test_a_decision_outlives_a_killed_server_and_a_ruling_leaves_what_was_paid(
    pages: Pages,
    tmp_path_factory: pytest.TempPathFactory,
    free_port: int,
    serious: Callable[[Page], list[str]],
) -> None:
    folder = tmp_path_factory.mktemp("boxes")
    first = House(folder, free_port)
    second: House | None = None
    try:
        table_of(first, SEATED, STANDING)
        shown = pages_of(first, partial(pages.make, first), third=False)
        terminal, phone, console, felt = shown
        began = credit(terminal)
        placed = first.do(
            SEATED, TABLE, "place-wager", wager=PAIRS, amount_cents=PAIRS_CENTS, box=BOX
        )
        assert placed.is_success, placed.text
        for card in ("8h", "6d", "8s"):
            assert first.do("dealer", TABLE, "deal-card", card=card).is_success
        settled(console)  # the side wager, before anybody decides
        expect(choice(terminal, "split")).to_be_visible(timeout=LONG_MS)
        won = net(first, SEATED)
        assert won > 0
        asked = since(terminal)
        assert (since(console), since(felt)) == (asked, asked)
        before = heard(first)
        first.close(signal.SIGKILL)
        for page in (terminal, phone, console, felt):
            expect(page.locator(".bar.off")).to_have_text(OFFLINE, timeout=LONG_MS)
        sent = [given(page) for page in (terminal, console)]
        choice(terminal, "split").click(force=True)
        console.keyboard.press("1")
        console.wait_for_timeout(400)
        assert sent == [[], []]

        second = House(folder, free_port, known=first.passwords)
        for page in (terminal, phone, console, felt):
            back = page.locator(".bar").filter(has_text="Connected again.")
            expect(back).to_have_text(BACK, timeout=40_000)
        assert heard(second) == before
        expect(choice(terminal, "split")).to_be_visible(timeout=LONG_MS)
        assert {since(page) for page in (terminal, console, felt)} == {asked}

        other = pages.make(second, f"/console/{TABLE}", SUPERVISOR)
        ruled_void(second, console, other)
        assert serious(other) == []
        cleared(terminal)
        nets = {login: net(second, login) for login in (SEATED, STANDING)}
        assert nets == {SEATED: won, STANDING: 0}
        assert own_of(second, SEATED, TABLE)["credit_cents"] == credit(terminal)
        # The main wager of 100 dollars is back, and the pair stays paid.
        assert credit(terminal) == began + 10_000 + won
        expect(terminal.locator('[data-money="credit"]')).to_have_text(money(credit(terminal)))
        whole(before, heard(second))
    finally:
        (first if second is None else second).close()
