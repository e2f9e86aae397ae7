"""Whole coups through the pages: two terminals bet, a console deals, a display shows it.

What the terminals show in the end is what the API says, and what settling the cards again gives.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games.baccarat.roads.roads import (
    DERIVED,
    Bead,
    Drawn,
    Result,
    Ring,
    Roads,
    roads,
    seen,
)
from tests.browser.conftest import House, PageOf, Pages
from tests.browser.played import (
    Bet,
    area,
    cleared,
    credit,
    deal,
    own,
    place,
    press,
    settled_again,
    sign_in,
    wait_opened,
)

TABLES = ("star-baccarat", "star-premium-baccarat")
PLAYERS = ("player1", "player2")
MAIN = {"player1": "banker", "player2": "player"}
CHIP = {"main": 2_500}
SMALL = 500
# The columns of a wall of 1920 by 1080.
COLUMNS = {"bead": 16, "big": 27, "derived": 20}
CELLS = "all => all.map(({dataset: d}) => `${d.mark} ${d.column},${d.row}`)"
# Seeds whose first shoe leaves tails on the wall whose first columns are gone.
TAILS = {"star-baccarat": "tails-1", "star-premium-baccarat": "tails-0"}


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
        while press(self.console) != "Settle":
            pass
        for page in self.terminals.values():
            cleared(page)

    @property
    def over(self) -> bool:
        """Whether the shoe is dealt out. The house's clock may have opened it already."""
        shoe = self.house.get("dealer", f"/tables/{self.table}")["view"]["table"]["shoe"]
        return shoe is None or shoe["over"] is not None

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


def agree(room: Room) -> None:
    """Terminals, API, a second settlement and the display say the same."""
    house, table = room.house, room.table
    dealt = room.dealt()
    assert len(dealt) == len(room.coups)
    for login, page in room.terminals.items():
        moved = sum(
            settled_again(house, table, table, cards, [one for one in bets if one.login == login])
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
    for road, wanted in wall(dealt).items():
        drawn = room.display.locator(f"svg[data-road={road}] g[data-mark]")
        expect(drawn).to_have_count(len(wanted))
        assert drawn.evaluate_all(CELLS) == wanted, f"{road}, seed {house.seed}"
    shown = room.display.locator("[data-outcome]")
    expect(shown).to_have_attribute("data-outcome", dealt[-1]["outcome"])


def roads_of(dealt: list[dict[str, Any]]) -> Roads:
    """The roads of the coups that were dealt."""
    letters = (one["outcome"][0].upper() for one in dealt)
    return roads(Result(coup=n, result=letter) for n, letter in enumerate(letters, 1))


def wall(dealt: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The marks that a wall shows, each in its cell, in order of play: a long road is cut."""
    made = roads_of(dealt)
    drawn = made.drawn
    return {
        "bead": [_cell(one, one.result) for one in seen(made.bead, COLUMNS["bead"])],
        "big": [_cell(one, one.result) for one in seen(made.big_road, COLUMNS["big"])],
    } | {
        road: [_cell(one, one.mark) for one in seen(getattr(drawn, road), COLUMNS["derived"])]
        for road in DERIVED
    }


def _cell(one: Bead | Ring | Drawn, mark: str) -> str:
    return f"{mark} {one.column},{one.row}"


def tails_cut(dealt: list[dict[str, Any]]) -> list[str]:
    """The roads of which the wall shows a tail without the column that it belongs to."""
    drawn = roads_of(dealt).drawn
    found = []
    for road in DERIVED:
        every: tuple[Drawn, ...] = getattr(drawn, road)
        shown = seen(every, COLUMNS["derived"])
        if shown != list(every[len(every) - len(shown) :]):
            found.append(road)
    return found


@pytest.mark.parametrize("table", TABLES)
def test_coups_through_the_pages_add_up(house: House, page_of: PageOf, table: str) -> None:
    room = Room(house, page_of, table)
    for _ in range(4):
        room.coup()
    agree(room)


@pytest.mark.long
@pytest.mark.parametrize("tails", [True, False], ids=["cut tails", "by chance"])
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_shoe_through_the_pages_adds_up(
    tmp_path: Path, pages: Pages, table: str, tails: bool
) -> None:
    house = House(tmp_path, seed=TAILS[table] if tails else None)
    try:
        whole_shoe(house, pages, table, tails=tails)
    finally:
        house.close()


def whole_shoe(house: House, pages: Pages, table: str, *, tails: bool) -> None:
    """A shoe dealt out through the pages; all of them agree, and anyone can check it."""

    def page_of(path: str, login: str | None = None, **how: Any) -> Page:
        return pages.make(house, path, login, **how)

    room = Room(house, page_of, table)
    for _ in range(120):
        room.coup()
        if room.over:
            break
    assert room.over
    agree(room)
    assert tails_cut(room.dealt()) or not tails, "this seed was chosen for its tails"
    # It is opened, by the next act or by the house's clock, and anyone can check it.
    shoe = house.get("dealer", f"/tables/{table}/shoes")["shoes"][-1]["shoe"]
    wait_opened(house, table, shoe)
    verify = page_of(f"/verify/{table}/{shoe}")
    expect(verify.locator("[data-verdict=holds]")).to_be_visible()
