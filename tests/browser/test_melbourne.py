"""Crown Melbourne in a browser: Runs and Tails over several coups, and a ruling under rule 11.7."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import pitboss
from pitboss.api.first_start import first_opening
from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, area, credit, money, next_key, own, place, press
from tests.browser.test_proofs_ruling import choose, report
from tests.second.spans import Bet, settle

BOOK, TABLE = "crown-melbourne-baccarat", "many-coups"
DEALER, SUPERVISOR = "crown-melbourne.dealer", "crown-melbourne.game-supervisor"
HIGHEST = "crown-melbourne.crown-management"
STAFF = (DEALER, SUPERVISOR, "crown-melbourne.pit-boss")
MAIN, SMALL, CHIP = 2_500, 500, 50
# Two cards for each hand, and the hand that has nine wins without a third.
CARDS = {"P": ("9h", "2c", "Kd", "3c"), "B": ("2d", "9s", "3h", "Ks")}
RESULTS = "P P B B P"
BETS = {
    "player1": [Bet("player-run-2", SMALL), Bet("player-dragon-tail-early", SMALL)],
    "player2": [
        Bet("combination-run-2", SMALL, before=2, nominated="PB"),
        Bet("banker-run-2", SMALL, before=3),
    ],
}
SIDE = {"player1": "player", "player2": "banker"}


def ready(house: House) -> None:
    """A table of real cards, staffed, its shoe made ready."""
    made = house.client(HIGHEST).post("/api/tables", json={"table": TABLE, "rulebook": BOOK})
    assert made.status_code == 201, made.text
    for login in STAFF:
        assert house.do(login, TABLE, "sign-on").is_success
    fields = first_opening(pitboss.rulebook(BOOK).edition) | {"virtual": False}
    given = house.do(DEALER, TABLE, "open-table", **fields)
    assert given.is_success, given.text
    for _ in range(16):
        following = house.get(DEALER, f"/tables/{TABLE}/console")["next"]
        if following is None or following["do"] == "call-bets":
            return
        told = {"card": "2c"} if following["ask"] else {}
        for login in STAFF:
            if house.do(login, TABLE, following["do"], **following["fields"], **told).is_success:
                break
        else:
            raise AssertionError(following)


def dealt(house: House, console: Page, cards: tuple[str, ...], until: str | None = None) -> None:
    """A coup by the console's lit key, each card written in; to the end, or until it is due."""
    left = list(cards)
    for _ in range(20):
        following = house.get(DEALER, f"/tables/{TABLE}/console")["next"]
        if following is None or following["do"] == until or (until == "cards" and not left):
            return
        expect(next_key(console)).to_be_visible(timeout=LONG_MS)
        if following["ask"]:
            card = left.pop(0)
            console.wait_for_function(
                "n => Number(document.querySelector('[data-console]').dataset.console) >= n",
                arg=house.get(DEALER, f"/tables/{TABLE}")["sequence"],
            )
            console.keyboard.type(card.replace("T", "10"))
        press(console)
        if following["do"] == "settle":
            return
    raise AssertionError("the coup did not end")


def name(page: Page, wager: str, letters: str) -> None:
    """A Run whose results are named, by touch."""
    page.locator(f'label:has(input[type=radio][value="{SMALL}"])').tap()
    area(page, wager).tap()
    naming = page.get_by_role("region", name="Name the results")
    for letter in letters:
        naming.get_by_role("button", name={"P": "Player", "B": "Banker"}[letter]).tap()
    expect(area(page, wager, "placed")).to_be_visible(timeout=LONG_MS)


def expected(login: str) -> int:
    """What all wagers of a person move, by the second engine and by hand."""
    others = [("player", 1)] if login != "player1" else []
    sum_ = 0
    for bet, found in zip(BETS[login], settle(RESULTS, BETS[login], CHIP, others), strict=True):
        outcome, paid, back = found.answer
        assert outcome in ("win", "lose"), found
        sum_ += paid + back - bet.stake
    for result in RESULTS.split():
        won = result == SIDE[login][0].upper()
        # 10.1: even money, less five per cent on Banker, up to the next chip.
        paid = MAIN if SIDE[login] == "player" else -(-MAIN * 95 // 100 // CHIP) * CHIP
        sum_ += paid if won else -MAIN
    return sum_


def test_runs_and_tails_from_two_terminals_and_a_ruling_of_another_session(
    house: House, page_of: PageOf, serious: Callable[[Page], list[str]]
) -> None:
    ready(house)
    for seat, login in enumerate(BETS, 1):
        assert house.do(login, TABLE, "arrive", seat=seat).is_success
    terminals = {login: page_of(f"/terminal/{TABLE}", login, size="tablet") for login in BETS}
    began = {login: credit(page) for login, page in terminals.items()}
    console = page_of(f"/console/{TABLE}", DEALER)
    wall = page_of(f"/display/{TABLE}", "display", size="wall")
    for number, result in enumerate(RESULTS.split(), 1):
        for login, page in terminals.items():
            place(page, SIDE[login], MAIN, tap=True)
            for bet in BETS[login]:
                if bet.before != number:
                    continue
                if bet.nominated:
                    name(page, bet.wager, bet.nominated)
                else:
                    place(page, bet.wager, SMALL, tap=True)
        if number == 1:
            assert serious(terminals["player1"]) == []
        if number < len(RESULTS.split()):
            dealt(house, console, CARDS[result])
        else:
            ruled(house, console, page_of, result)
        for login, page in terminals.items():
            expect(area(page, SIDE[login], "locked")).to_have_count(0, timeout=LONG_MS)
        if number == 1:
            waiting = terminals["player1"].get_by_role("list", name="Wagers that wait")
            expect(waiting).to_contain_text("still needs Player")
            expect(waiting).to_contain_text("1 counted")
    for login, page in terminals.items():
        now = own(house, login, TABLE)
        assert now["staked_cents"] == 0
        assert now["net_cents"] == expected(login)
        assert now["credit_cents"] == began[login] + expected(login)
        expect(page.locator('[data-money="credit"]')).to_have_text(money(now["credit_cents"]))
    drawn = wall.locator("svg[data-road=bead] g[data-mark]")
    expect(drawn).to_have_count(len(RESULTS.split()))
    for page in (console, wall):
        assert serious(page) == []


def ruled(house: House, console: Page, page_of: PageOf, result: str) -> None:
    """11.7: the cards lie exchanged; a Game Supervisor has the coup completed as it stands."""
    dealt(house, console, CARDS[result], until="cards")
    found: list[dict[str, Any]] = house.get(DEALER, f"/tables/{TABLE}/ruling")["reportable"]
    exchanged = next(one for one in found if one["situation"] == "cards-in-other-area")
    report(console, exchanged["title"], "both exchanged")
    other = page_of(f"/console/{TABLE}", SUPERVISOR)
    guide = house.get(SUPERVISOR, f"/tables/{TABLE}/ruling")["trouble"]
    complete = next(one for one in guide["allowed"] if one["ruling"] == "complete")
    assert "11.7(a)" in complete["clauses"]
    choose(other, complete["says"])
    other.get_by_role("button", name=re.compile("^Give this ruling")).click()
    for page in (console, other):
        expect(page.get_by_text("Play is paused.")).to_have_count(0, timeout=LONG_MS)
    dealt(house, console, ())
