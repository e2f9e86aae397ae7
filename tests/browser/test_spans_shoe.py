"""A shoe with Runs and Dragon Tails through the pages: two terminals bet, a console deals.

One coup has its cards in the wrong areas: a second session rules on it. What both players have in
the end is what settling the coups, and the series of their results, again gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

import pitboss
from pitboss.api.first_start import first_opening
from pitboss.refusal import Refusal
from tests.browser.conftest import House, PageOf
from tests.browser.dealing import Dealer
from tests.browser.played import LONG_MS, Bet, area, credit, money, own, settled_again
from tests.browser.test_proofs_ruling import choose, report
from tests.table.terminals.hall import in_turn

TABLE, BOOK = "melbourne-shoe", "crown-melbourne-baccarat"
HOUSE = "crown-melbourne"
DEALER, SUPERVISOR = f"{HOUSE}.dealer", f"{HOUSE}.game-supervisor"
BOSS, MANAGER = f"{HOUSE}.pit-boss", f"{HOUSE}.crown-management"
PLAYERS = ("player1", "player2")
DECKS = 4
MAIN = ("player", "banker")
LETTER = {"player": "P", "banker": "B", "tie": "T"}
OF_LETTER = {letter: wager for wager, letter in LETTER.items()}
MAIN_CENTS, SPAN_CENTS = 2_500, 500
RUNS = {
    "player1": ("combination-run-2", "combination-run-3"),
    "player2": ("player-run-2", "banker-run-2", "tie-run-2"),
}
FEW, MOST = 4, 80
Serious = Callable[[Page], list[str]]


class Span(NamedTuple):
    """A wager that may outlive a coup, placed before this one."""

    login: str
    wager: str
    cents: int
    before: int
    nominated: str = ""

    @property
    def text(self) -> str:
        """As `settle` takes it."""
        named = f":{self.nominated}" if self.nominated else ""
        return f"{self.wager}{named}={self.cents / 100:.2f}@{self.before}"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor on which nothing has been played."""
    served = House(tmp_path_factory.mktemp("spans"))
    yield served
    served.close()


def real_table(house: House) -> None:
    """An open table of real cards with its staff; no shoe and no players yet."""
    made = house.client(MANAGER).post("/api/tables", json={"table": TABLE, "rulebook": BOOK})
    assert made.status_code == 201, made.text
    for login in (DEALER, SUPERVISOR, BOSS, MANAGER):
        house.do(login, TABLE, "sign-on")  # who made the table may be on duty already
    opening = first_opening(pitboss.rulebook(BOOK).edition)
    perfect = ("player-perfect-pair", "banker-perfect-pair")  # of eight decks alone
    sign = opening["sign"]
    sign["offered"] = [one for one in sign["offered"] if one not in perfect]
    sign["wagers"] = {name: one for name, one in sign["wagers"].items() if name not in perfect}
    fields = opening | {"virtual": False, "decks": DECKS, "sign": sign}
    given = house.do(DEALER, TABLE, "open-table", **fields)
    assert given.is_success, given.text


class Evening:
    """The pages of the table, and who had what on which coup."""

    def __init__(self, house: House, page_of: PageOf) -> None:
        self.house = house
        self.dealer = Dealer(house, TABLE, (DEALER, SUPERVISOR, BOSS, MANAGER), DECKS)
        self.chance = self.dealer.chance
        real_table(house)
        self.dealer.ready()
        for seat, login in enumerate(PLAYERS, 1):
            assert house.do(login, TABLE, "arrive", seat=seat).is_success
        self.console = page_of(f"/console/{TABLE}", DEALER)
        self.other = page_of(f"/console/{TABLE}", SUPERVISOR, size="tablet")
        self.wall = page_of(f"/display/{TABLE}", "display", size="wall")
        sizes = ("desktop", "phone")
        self.terminals = {
            login: page_of(f"/terminal/{TABLE}", login, size=size)
            for login, size in zip(PLAYERS, sizes, strict=True)
        }
        self.people = {login: house.get(login, "/session")["person"] for login in PLAYERS}
        self.coups: list[list[Bet]] = []
        self.spans: list[Span] = []
        self.began = {login: credit(page) for login, page in self.terminals.items()}

    # What players do ---------------------------------------------------------------------

    def lying(self) -> list[dict[str, Any]]:
        """The wagers on the layout, as the server has them."""
        found: list[dict[str, Any]] = self.house.get(DEALER, f"/tables/{TABLE}")["view"]["table"][
            "wagers"
        ]
        return found

    def bets(self) -> None:
        """A main wager of each player, and now and then a Run or a Tail, by clicks."""
        mains = []
        for login in PLAYERS:
            needed = [
                one["nominated"][int(one.get("memory") or "0")]
                for one in self.lying()
                if one["person"] == self.people[login] and one.get("nominated")
            ]
            main = OF_LETTER[needed[0]] if needed else self.chance.choice(MAIN)
            nominated = self.run(login, main)
            self.tail(login)
            self.placed(login, main, MAIN_CENTS)
            mains.append(Bet(login, main, MAIN_CENTS))
            assert not nominated or nominated[0] == LETTER[main]
        self.coups.append(mains)

    def run(self, login: str, main: str) -> str:
        """A Run on the coups to come, one at a time; of a combination its results are tapped.

        Each of them needs a main wager on its next result (6.5.7).
        """
        mine = [one for one in self.lying() if one["person"] == self.people[login]]
        if any("-run-" in one["wager"] for one in mine) or self.chance.random() < 0.3:
            return ""
        wager = self.chance.choice(RUNS[login])
        nominated = ""
        if wager.startswith("combination"):
            more = int(wager[-1]) - 1
            others = [OF_LETTER["P"], OF_LETTER["B"]]
            rest = [LETTER[self.chance.choice(others)] for _ in range(more - 1)]
            # A combination has both of them.
            last = "B" if LETTER[main] == "P" else "P"
            nominated = "".join((LETTER[main], *rest, last))
        self.placed(login, wager, SPAN_CENTS, nominated)
        self.spans.append(Span(login, wager, SPAN_CENTS, self.number, nominated))
        return nominated

    def tail(self, login: str) -> None:
        """An early wager while no tail runs, a late one at 1; none on the last coup."""
        if self.last:
            return
        side = {"player1": "player", "player2": "banker"}[login]
        kinds = [f"{side}-dragon-tail-{when}" for when in ("early", "late")]
        lies = {one["wager"]: one for one in self.lying() if one["wager"] in kinds}
        early = lies.get(kinds[0])
        if early is None and not lies:
            wager = kinds[0]
        elif early is not None and early.get("memory") == "1" and kinds[1] not in lies:
            wager = kinds[1]
        else:
            return
        self.placed(login, wager, SPAN_CENTS)
        self.spans.append(Span(login, wager, SPAN_CENTS, self.number))

    def placed(self, login: str, wager: str, cents: int, nominated: str = "") -> None:
        """A chip on an area, seen lying there; the results of a Run are named before."""
        page = self.terminals[login]
        page.locator(f'label:has(input[type=radio][value="{cents}"])').click()
        area(page, wager).click()
        naming = page.get_by_role("region", name="Name the results")
        for letter in nominated:
            title = "Player" if letter == "P" else "Banker"
            naming.get_by_role("button", name=title, exact=True).click()
        seen = area(page, wager, "placed")
        expect(seen).to_contain_text(money(cents, whole=True), timeout=LONG_MS)

    # What the house does -----------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the coup to come."""
        return len(self.coups) + 1

    @property
    def last(self) -> bool:
        """Whether the coup to come is the last of the shoe."""
        shoe = self.house.get(DEALER, f"/tables/{TABLE}")["view"]["table"]["shoe"]
        return bool(shoe.get("coups_left") == 1)

    def coup(self, *, exchanged: bool = False) -> None:
        """Wagers, the call, the cards, and the settlement."""
        self.bets()
        hands = self.dealer.comes()
        self.dealer.dealt(self.console, hands)
        del self.dealer.shoe[-len(in_turn(hands)) :]
        if exchanged:
            self.ruled()
        following = self.dealer.following
        assert following["do"] == "settle", following
        self.dealer.pressed(self.console, following)
        for login, page in self.terminals.items():
            staked = own(self.house, login, TABLE)["staked_cents"]
            shown = page.locator('[data-money="staked"]')
            expect(shown).to_have_text(money(staked), timeout=LONG_MS)

    def ruled(self) -> None:
        """The dealer reports cards in the other area and asks; a supervisor rules elsewhere."""
        guide = self.house.get(DEALER, f"/tables/{TABLE}/ruling")
        situation = next(
            one for one in guide["reportable"] if one["situation"] == "cards-in-other-area"
        )
        report(self.console, situation["title"], "both exchanged")
        self.console.get_by_role("button", name=re.compile(f"^Ask {SUPERVISOR}")).click()
        waits = self.console.get_by_role("status").get_by_text(f"Waiting for {SUPERVISOR}")
        expect(waits).to_be_visible(timeout=LONG_MS)
        guide = self.house.get(SUPERVISOR, f"/tables/{TABLE}/ruling")["trouble"]
        complete = next(one for one in guide["allowed"] if one["ruling"] == "complete")
        assert any(clause.startswith("11.7") for clause in complete["clauses"])
        choose(self.other, complete["says"])
        self.other.get_by_role("button", name=re.compile("^Give this ruling")).click()
        for page in (self.console, self.other):
            expect(page.get_by_text("Play is paused.")).to_have_count(0, timeout=LONG_MS)

    # What comes of it --------------------------------------------------------------------

    def dealt(self) -> list[dict[str, Any]]:
        """Every settled coup of the table, oldest first."""
        found: list[dict[str, Any]] = []
        before = ""
        while True:
            path = f"/tables/{TABLE}/coups?limit=50{before}"
            page = self.house.get(DEALER, path)["coups"]
            if not page:
                return found[::-1]
            found += page
            before = f"&before={page[-1]['coup']}"

    def agree(self) -> None:
        """Terminals, API and a second settlement of coups and series say the same."""
        dealt = self.dealt()
        assert len(dealt) == len(self.coups)
        marks = [LETTER[one["outcome"]] for one in dealt] + ["/"] * self.dealer.over
        for login, page in self.terminals.items():
            moved = sum(
                settled_again(
                    self.house,
                    TABLE,
                    BOOK,
                    cards,
                    [bet for bet in bets if bet.login == login],
                    DEALER,
                )
                for cards, bets in zip(dealt, self.coups, strict=True)
            )
            series, open_cents = self.of_series(" ".join(marks), login)
            now = own(self.house, login, TABLE)
            has = self.began[login] + moved + series
            assert now["staked_cents"] == open_cents, f"{login}, seed {self.house.seed}"
            assert now["credit_cents"] + open_cents == has, f"{login}, seed {self.house.seed}"
            expect(page.locator('[data-money="credit"]')).to_have_text(money(now["credit_cents"]))
        last = dealt[-1]["outcome"]
        expect(self.wall.locator("[data-outcome]")).to_have_attribute("data-outcome", last)

    def of_series(self, marks: str, login: str) -> tuple[int, int]:
        """What a player's Runs and Tails brought over these results, and what still waits."""
        mine = [one for one in self.spans if one.login == login]
        if not mine:
            return 0, 0
        others = [
            f"{one.wager.split('-')[0]}@{one.before}"
            for one in self.spans
            if one.login != login and one.wager.endswith("-tail-early")
        ]
        sheet = self.house.get(DEALER, f"/tables/{TABLE}/sheet")
        settled = pitboss.rulebook(BOOK).settle(
            results=marks,
            bets=[one.text for one in mine],
            tail_open=others,
            game=sheet["game"]["id"],
            decks=sheet["decks"],
            sign={one["key"]: one["value"] for one in sheet["sign"]["values"]},
        )
        assert not isinstance(settled, Refusal), settled
        moved = waits = 0
        for line in settled.wagers:
            if line.settled_after is None:
                waits += line.stake_cents
            else:
                moved += line.paid_cents + line.returned_cents - line.stake_cents
        return moved, waits


def evening(house: House, page_of: PageOf, coups: int) -> Evening:
    """So many coups, or a whole shoe; the second with its cards in the wrong areas."""
    room = Evening(house, page_of)
    for number in range(coups):
        room.coup(exchanged=number == 1)
        if room.dealer.over:
            break
    assert {one.wager.split("-")[1] for one in room.spans} == {"run", "dragon"}
    room.agree()
    return room


def test_coups_with_runs_and_tails_and_a_ruling_add_up(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    room = evening(house, page_of, FEW)
    for page in (*room.terminals.values(), room.console, room.other, room.wall):
        assert serious(page) == []


@pytest.mark.long
def test_a_whole_shoe_with_runs_and_tails_adds_up(house: House, page_of: PageOf) -> None:
    room = evening(house, page_of, MOST)
    assert room.dealer.over
