"""Whole coups through the pages: two terminals bet, a console deals, a display shows it.

What the terminals show in the end is what the API says, and what settling the cards again gives.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

import pitboss
from pitboss.refusal import Refusal
from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, area, credit, deal, next_key, own, place, press, sign_in

TABLES = ("star-baccarat", "star-premium-baccarat")
PLAYERS = ("player1", "player2")
MAIN = {"player1": "banker", "player2": "player"}
CHIP = {"main": 2_500}
SMALL = 500
OVER = "Open the shoe's commitment"


class Bet(NamedTuple):
    """A chip that a player put down."""

    login: str
    wager: str
    cents: int


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor on which nothing has been played."""
    served = House(tmp_path_factory.mktemp("shoe"))
    yield served
    served.close()


class Room:
    """The pages of one table: a console, two terminals, a display, each signed in by its form."""

    def __init__(self, house: House, page_of: PageOf, table: str) -> None:
        self.house, self.table = house, table
        self.console = self._signed(page_of, "dealer", f"/console/{table}", "desktop")
        self.display = self._signed(page_of, "display", f"/display/{table}", "wall")
        self.terminals = {
            login: self._signed(page_of, login, f"/terminal/{table}", "tablet") for login in PLAYERS
        }
        for seat, page in zip((1, 3), self.terminals.values(), strict=True):
            page.get_by_role("button", name=f"Seat {seat}").click()
            page.wait_for_selector('[data-money="credit"]')
        press(self.console)  # sign on
        deal(self.console)
        sheet = house.get("dealer", f"/tables/{table}/sheet")
        others = [one["id"] for one in sheet["areas"] if one["id"] not in MAIN.values()]
        groups = {one["id"]: one["group"] for one in sheet["areas"]}
        self.chips = {wager: CHIP.get(group, SMALL) for wager, group in groups.items()}
        self.others = itertools.cycle(others)
        self.began = {login: credit(page) for login, page in self.terminals.items()}
        self.coups: list[list[Bet]] = []

    def _signed(self, page_of: PageOf, login: str, path: str, size: str) -> Page:
        page = page_of("/sign-in", size=size)
        sign_in(page, login, self.house.passwords[login])
        page.goto(path)
        return page

    def coup(self) -> None:
        """A main wager and another of each player; the coup dealt and settled by Enter."""
        bets = []
        for login, page in self.terminals.items():
            for wager in (MAIN[login], next(self.others)):
                bets.append(Bet(login, wager, self.chips[wager]))
                place(page, wager, self.chips[wager])
        self.coups.append(bets)
        expect(next_key(self.console)).to_be_visible(timeout=LONG_MS)
        deal(self.console, until=OVER)

    @property
    def over(self) -> bool:
        """Whether the shoe is dealt out: its order is to be opened."""
        return OVER in self.console.locator(".next").inner_text()

    def dealt(self) -> list[dict[str, Any]]:
        """Every settled coup of the table, oldest first."""
        found: list[dict[str, Any]] = []
        before = ""
        while True:
            path = f"/tables/{self.table}/coups?limit=50{before}"
            page = self.house.get("dealer", path)["coups"]
            if not page:
                return found[::-1]
            found += page
            before = f"&before={page[-1]['coup']}"


def settled_again(house: House, table: str, cards: dict[str, Any], bets: list[Bet]) -> int:
    """What these bets move when the cards are settled from nothing but the edition."""
    sheet = house.get("dealer", f"/tables/{table}/sheet")
    settled = pitboss.rulebook(table).settle(
        player=cards["player"],
        banker=cards["banker"],
        bets=[f"{one.wager}={one.cents / 100:.2f}" for one in bets],
        game=sheet["game"]["id"],
        decks=sheet["decks"],
        layout=sheet["layout"]["id"],
        sign={one["key"]: one["value"] for one in sheet["sign"]["values"]},
    )
    assert not isinstance(settled, Refusal), settled
    assert settled.result["outcome"] == cards["outcome"]
    return sum(one.paid_cents + one.returned_cents - one.stake_cents for one in settled.wagers)


def agree(room: Room) -> None:
    """Terminals, API, a second settlement and the display say the same."""
    house, table = room.house, room.table
    dealt = room.dealt()
    assert len(dealt) == len(room.coups)
    for login, page in room.terminals.items():
        moved = sum(
            settled_again(house, table, cards, [one for one in bets if one.login == login])
            for cards, bets in zip(dealt, room.coups, strict=True)
        )
        now = own(house, login, table)
        assert now["credit_cents"] == room.began[login] + moved
        assert now["net_cents"] == moved
        page.wait_for_function(
            "n => document.querySelector('[data-money=staked]').innerText === n", arg="$0.00"
        )
        assert credit(page) == now["credit_cents"]
        expect(area(page, MAIN[login], "placed")).to_have_count(0)
    roads = house.get("display", f"/tables/{table}/roads")
    letters = "".join(one["outcome"][0].upper() for one in dealt)
    for road, wanted in (
        ("bead", letters),
        ("big", letters.replace("T", "")),
        *((road, roads[road]) for road in ("big_eye_boy", "small_road", "cockroach_pig")),
    ):
        drawn = room.display.locator(f"svg[data-road={road}] g[data-mark]")
        if len(wanted) <= 30:
            expect(drawn).to_have_count(len(wanted))
        marks = drawn.evaluate_all("all => all.map(one => one.dataset.mark).join('')")
        # A long road pushes its oldest columns off.
        assert wanted.endswith(marks)
        assert marks or not wanted
    shown = room.display.locator("[data-outcome]")
    expect(shown).to_have_attribute("data-outcome", dealt[-1]["outcome"])


@pytest.mark.parametrize("table", TABLES)
def test_coups_through_the_pages_add_up(house: House, page_of: PageOf, table: str) -> None:
    room = Room(house, page_of, table)
    for _ in range(4):
        room.coup()
    agree(room)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_shoe_through_the_pages_adds_up(house: House, page_of: PageOf, table: str) -> None:
    room = Room(house, page_of, table)
    for _ in range(120):
        room.coup()
        if room.over:
            break
    assert room.over
    agree(room)
    # The next act opens the shoe, and anyone can check it.
    shoe = house.get("dealer", f"/tables/{table}/shoes")["shoes"][-1]["shoe"]
    press(room.console)
    verify = page_of(f"/verify/{table}/{shoe}")
    expect(verify.locator("[data-verdict=holds]")).to_be_visible()
