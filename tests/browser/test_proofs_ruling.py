"""What went wrong is reported at a console and ruled by another person, signed in elsewhere."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import (
    LONG_MS,
    deal_real,
    money,
    next_key,
    opened,
    own,
    press,
    sign_in,
    wager,
)

SUPERVISOR = "gaming-supervisor"
PLAYERS = ("player1", "player2")


def report(page: Page, title: str, fact: str | None, ready: Locator | None = None) -> None:
    """Say at the console what happened, by keys and the mouse."""
    # Letters do nothing before the console is there.
    expect(next_key(page) if ready is None else ready).to_be_visible(timeout=LONG_MS)
    page.keyboard.press("g")
    page.get_by_label("Find what happened").fill(title[:20])
    page.get_by_role("button", name=re.compile(re.escape(title))).click()
    if fact is not None:
        page.locator(f'input[type=radio][value="{fact}"]').check()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Play is paused.")).to_be_visible(timeout=LONG_MS)


def choose(page: Page, says: str) -> None:
    """Choose one of the rulings that the rule allows."""
    option = page.locator(".options .pick", has_text=re.compile(re.escape(says), re.IGNORECASE))
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")


def previewed(page: Page) -> dict[str, str]:
    """What the sheet says becomes of each wager: by its name, the amount that changes hands."""
    rows = page.locator(".ruled-line")
    expect(rows.first).to_be_visible()
    told = rows.evaluate_all("all => all.map(one => [...one.children].map(x => x.innerText))")
    return {parts[1]: parts[-1] for parts in told}


def ruled_by(page: Page) -> None:
    """The console says who ruled, when and with which rank."""
    by = f"{SUPERVISOR}, Gaming Supervisor"
    said = page.get_by_text(re.compile(rf"Ruled \d\d:\d\d:\d\d AE[DS]T, {by}"))
    expect(said).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_text("Play is paused.")).to_have_count(0)


def test_a_coup_in_doubt_is_void_by_a_supervisor_who_comes_from_the_pit(
    house: House, page_of: PageOf
) -> None:
    table = opened(house, "proof-void", "star-baccarat", *PLAYERS, virtual=False)
    began = {login: own(house, login, table)["credit_cents"] for login in PLAYERS}
    wager(house, "player1", table, "banker", 10_000)
    wager(house, "player2", table, "player", 2_500)
    page = page_of(f"/console/{table}", "dealer")
    deal_real(house, table, 3)
    title = house.get("dealer", f"/tables/{table}/ruling")["reportable"]
    misdeal = next(one for one in title if one["situation"] == "misdeal")
    report(page, misdeal["title"], "order in doubt")
    page.get_by_role("button", name=re.compile(f"^Ask {SUPERVISOR}, Gaming Supervisor")).click()
    expect(page.get_by_role("status").get_by_text(f"Waiting for {SUPERVISOR}")).to_be_visible()

    other = page_of("/sign-in")
    sign_in(other, SUPERVISOR, house.passwords[SUPERVISOR])
    other.wait_for_url("**/pit")
    waiting = other.locator(f".queue li[data-kind=ruling][data-table={table}]")
    expect(waiting).to_contain_text(misdeal["title"])
    if waiting.get_attribute("aria-current") is None:
        waiting.get_by_role("button", name=misdeal["title"]).click()
    other.get_by_role("button", name="Go to the ruling").click()
    other.wait_for_url(f"**/console/{table}")
    guide = house.get(SUPERVISOR, f"/tables/{table}/ruling")["trouble"]
    void = next(one for one in guide["allowed"] if one["ruling"] == "void")
    choose(other, void["says"])
    assert set(previewed(other).values()) == {"$0.00"}
    other.get_by_role("button", name=re.compile("^Give this ruling")).click()

    for one in (page, other):
        ruled_by(one)
    for login in PLAYERS:
        now = own(house, login, table)
        assert (now["credit_cents"], now["staked_cents"]) == (began[login], 0)


def test_exchanged_cards_are_ruled_at_the_supervisors_own_console(
    house: House, page_of: PageOf
) -> None:
    table = opened(house, "proof-exchange", "star-premium-baccarat", *PLAYERS, virtual=False)
    began = {login: own(house, login, table)["credit_cents"] for login in PLAYERS}
    wager(house, "player1", table, "banker", 10_000)
    wager(house, "player2", table, "player", 2_500)
    page = page_of(f"/console/{table}", "dealer")
    deal_real(house, table)
    expect(next_key(page)).to_contain_text("Settle", timeout=LONG_MS)
    found = house.get("dealer", f"/tables/{table}/ruling")["reportable"]
    exchanged = next(one for one in found if one["situation"] == "cards-in-other-area")
    report(page, exchanged["title"], "both exchanged")
    other = page_of(f"/console/{table}", SUPERVISOR)
    guide = house.get(SUPERVISOR, f"/tables/{table}/ruling")["trouble"]
    complete = next(one for one in guide["allowed"] if one["ruling"] == "complete")
    assert complete["who"]["you"] is True
    choose(other, complete["says"])
    shown = previewed(other)
    lines = complete["consequence"]["lines"]
    assert shown == {one["title"]: money(one["net_cents"], sign=True) for one in lines}
    other.get_by_role("button", name=re.compile("^Give this ruling")).click()
    for one in (page, other):
        ruled_by(one)
    expect(next_key(page)).to_contain_text("Settle", timeout=LONG_MS)
    press(page)
    seats = {one["seat"]: one["net_cents"] for one in lines}
    for seat, login in enumerate(PLAYERS, 1):
        now = own(house, login, table)
        assert now["credit_cents"] - began[login] == seats[seat]
        assert now["staked_cents"] == 0
    duties = house.get(SUPERVISOR, f"/tables/{table}/duties")["duties"]
    assert len(duties) == len(complete["duties"]) == 1
