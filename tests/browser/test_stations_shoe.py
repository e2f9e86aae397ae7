"""A shoe of real cards at terminals and cloth, through the pages: a mistake, a ticket, the sums.

The dealer types every card at the console. One card is typed wrong and found later: two people
correct it. What everybody has in the end is what settling the true cards again gives.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

import pitboss
from pitboss.api.first_start import first_opening
from tests.browser.conftest import House, PageOf
from tests.browser.dealing import Dealer, outcome
from tests.browser.played import (
    LONG_MS,
    Bet,
    money,
    own,
    place,
    settled_again,
)
from tests.browser.test_stations import (
    BOOK,
    BOSS,
    DEALER,
    HIGHEST,
    INSPECTOR,
    MANAGER,
    NO_MORE,
    PERIOD_MS,
    PLACE,
    cents,
    shows,
    standing,
    state,
    touch,
)
from tests.table.terminals.hall import Hands, in_turn, misread

TABLE, DEMO = "perth-shoe", BOOK
STATIONS = ("terminal1", "terminal2")
CLOTH = "player1"
DECKS = 4
MAIN = ("player", "banker", "tie")
CHIP = 2_500
NOTE = 10_000
FEW, MOST = 3, 80
Serious = Callable[[Page], list[str]]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor on which nothing has been played."""
    served = House(tmp_path_factory.mktemp("stations"))
    yield served
    served.close()


def real_table(house: House) -> None:
    """An open table of real cards with the two terminals and the cloth; no shoe yet."""
    made = house.client(HIGHEST).post("/api/tables", json={"table": TABLE, "rulebook": BOOK})
    assert made.status_code == 201, made.text
    for table in (DEMO, TABLE):
        for login in (DEALER, INSPECTOR, BOSS, MANAGER, HIGHEST):
            house.do(login, table, "sign-on")
    changed = {"virtual": False, "decks": DECKS}
    fields = first_opening(pitboss.rulebook(BOOK).edition) | changed
    given = house.do(DEALER, TABLE, "open-table", **fields)
    assert given.is_success, given.text
    assert house.do(BOSS, TABLE, "set-period", milliseconds=PERIOD_MS).is_success
    for login, layout in zip(STATIONS, ("14", "15"), strict=True):
        person = house.get(login, "/session")["person"]
        gone = house.do(DEALER, DEMO, "release-terminal", terminal=person)
        assert gone.is_success, gone.text
        bound = {"login": login, "table": TABLE, "layout": layout}
        key = {"Idempotency-Key": secrets.token_hex(8)}
        for _ in range(50):  # the register hears of it by a message
            put = house.client(MANAGER).post("/api/terminals", json=bound, headers=key)
            if put.status_code == 201:
                break
        assert put.status_code == 201, put.text
    assert house.do(CLOTH, TABLE, "arrive", seat=1).is_success


class Evening:
    """The pages of the table, the cards as they really are, and who had what on which coup."""

    def __init__(self, house: House, page_of: PageOf) -> None:
        self.house = house
        self.dealer = Dealer(house, TABLE, (DEALER, INSPECTOR, MANAGER, HIGHEST), DECKS)
        self.chance = self.dealer.chance
        real_table(house)
        self.console = page_of(f"/console/{TABLE}", DEALER)
        self.boss = page_of(f"/console/{TABLE}", MANAGER, size="tablet")
        self.wall = page_of(f"/display/{TABLE}", "display", size="wall")
        sizes = ("phone", "desktop")
        self.stations = {
            login: standing(page_of(f"/terminal/{TABLE}", login, size=size))
            for login, size in zip(STATIONS, sizes, strict=True)
        }
        self.cloth = page_of(f"/terminal/{TABLE}", CLOTH, size="tablet")
        self.coups: list[tuple[Hands, list[Bet]]] = []
        self.brought_in = dict.fromkeys(STATIONS, 0)
        self.dealer.ready()
        self.began = own(house, CLOTH, TABLE)["credit_cents"]

    # Cards ------------------------------------------------------------------------------

    def read_wrong(self, hands: Hands) -> Hands | None:
        """The same with one card read as another, which gives another result."""
        was = {card for cards in hands.values() for card in cards}
        for other in misread(hands):
            new = {card for cards in other.values() for card in cards} - was
            fits = all(self.dealer.told.count(card) < DECKS for card in new)
            if new and fits and outcome(other) != outcome(hands):
                return other
        return None

    # A coup -----------------------------------------------------------------------------

    def bets(self) -> list[Bet]:
        """A chip of each terminal on one area or two, and the cloth's."""
        found = [
            Bet(login, wager, CHIP)
            for login in STATIONS
            for wager in self.chance.sample(MAIN, self.chance.choice((1, 1, 2)))
        ]
        return [*found, Bet(CLOTH, self.chance.choice(MAIN[:2]), CHIP)]

    def notes(self) -> None:
        """Whoever has too little credit puts a note in."""
        for login, page in self.stations.items():
            had = cents(self.house, login, TABLE)
            if had < 2 * CHIP:
                page.keyboard.press("o")
                page.locator(f'[data-note="{NOTE}"]').click()
                shows(page, "credit", had + NOTE)
                page.keyboard.press("Escape")
                expect(page.locator("dialog[open]")).to_have_count(0)
                self.brought_in[login] += NOTE

    def coup(self, *, mistake: bool = False) -> bool:
        """A whole coup: the period, both calls, the cards, the entry, the settlement.

        Of a `mistake` whether there was one: not every coup can be read wrong.
        """
        self.notes()
        self.console.get_by_role("button", name=PLACE).first.click()
        for page in (*self.stations.values(), self.wall):
            expect(page.locator("[data-left]").first).to_be_visible(timeout=LONG_MS)
        for bet in self.bets():
            if bet.login == CLOTH:
                if not lying(self.house, CLOTH):  # what stood off on a tie lies there still
                    place(self.cloth, bet.wager, bet.cents)
            else:
                touch(self.stations[bet.login], bet.wager, bet.cents)
        self.house.time_goes(PERIOD_MS / 1_000)
        for page in self.stations.values():
            expect(page.locator("[data-area].locked").first).to_be_visible(timeout=LONG_MS)
        bets = [bet for login in (*STATIONS, CLOTH) for bet in lying(self.house, login)]
        self.console.get_by_role("button", name=NO_MORE).first.click()
        expect(self.console.locator("[data-console] .next .key.brass")).to_be_visible()
        hands = self.dealer.comes()
        wrong = self.read_wrong(hands) if mistake else None
        self.dealer.dealt(self.console, wrong or hands)
        del self.dealer.shoe[-len(in_turn(hands)) :]
        self.entered(outcome(wrong or hands))
        self.coups.append((hands, bets))
        if wrong is not None:
            self.corrected(hands, wrong)
        return wrong is not None

    def entered(self, result: str) -> None:
        """The dealer enters what the cards give, and settles."""
        group = self.console.get_by_role("group", name="Enter the result")
        group.get_by_role("button").nth(MAIN.index(result)).click()
        expect(self.console.locator("[data-entered]")).to_have_attribute("data-entered", result)
        following = self.dealer.following
        assert following["do"] == "settle"
        self.dealer.pressed(self.console, following)
        for page in self.stations.values():
            expect(page.locator("[data-area].locked")).to_have_count(0, timeout=LONG_MS)

    def corrected(self, hands: Hands, wrong: Hands) -> None:
        """The dealer freezes and corrects; a Table Games Manager, at another page, releases."""
        console, boss, why = self.console, self.boss, "a card was misread"
        had = {login: cents(self.house, login, TABLE) for login in STATIONS}
        console.get_by_role("button", name="Freeze all accounts").click()
        console.get_by_label("Why is the result in doubt?").fill(why)
        pressed_in(console, "Freeze all accounts")
        for page in self.stations.values():
            state(page, "frozen")
        console.get_by_role("button", name="Correct a result").click()
        form = console.locator("dialog[open]")
        for side, cards in hands.items():
            form.locator(f'[data-hand="{side}"]').fill(" ".join(cards))
        form.locator("[data-reason]").fill(why)
        pressed_in(console, "Correct a result")
        _, bets = self.coups[-1]
        for login, page in self.stations.items():
            mine = [bet for bet in bets if bet.login == login]
            differs = self.moved(hands, mine) - self.moved(wrong, mine)
            shows(page, "credit", had[login] + differs)
        console.get_by_role("button", name="Release the accounts").click()
        console.get_by_label("What was done?").fill("corrected")
        console.locator("dialog[open]").get_by_role("button", name="Release the accounts").click()
        expect(console.locator("dialog[open] .slip")).to_contain_text("5.14", timeout=LONG_MS)
        console.keyboard.press("Escape")  # the refusal, and then the sheet
        console.keyboard.press("Escape")
        expect(console.locator("dialog[open]")).to_have_count(0)
        boss.get_by_role("button", name="Release the accounts").click()
        boss.get_by_label("What was done?").fill("corrected")
        pressed_in(boss, "Release the accounts")
        for page in self.stations.values():
            expect(page.locator('[data-state="frozen"]')).to_have_count(0, timeout=LONG_MS)

    def ticket(self) -> None:
        """All credit of the one terminal goes out as a ticket, and into the other."""
        one, two = (self.stations[login] for login in STATIONS)
        had = {login: cents(self.house, login, TABLE) for login in STATIONS}
        if not had[STATIONS[0]]:
            self.notes()
            had = {login: cents(self.house, login, TABLE) for login in STATIONS}
        one.keyboard.press("o")
        one.get_by_role("button", name="Print a ticket").click()
        code = one.locator("[data-ticket]").last
        expect(code.locator("code")).to_be_visible(timeout=LONG_MS)
        printed = code.get_attribute("data-ticket") or ""
        shows(one, "credit", 0)
        two.keyboard.press("o")
        two.get_by_label("Ticket, as it is printed").fill(printed)
        two.get_by_role("button", name="Insert the ticket").click()
        shows(two, "credit", sum(had.values()))
        for page in (one, two):
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
        self.brought_in[STATIONS[0]] -= had[STATIONS[0]]
        self.brought_in[STATIONS[1]] += had[STATIONS[0]]

    # What comes of it -------------------------------------------------------------------

    def moved(self, hands: Hands, bets: list[Bet]) -> int:
        """What bets move when the hands are settled from nothing but the edition."""
        said = {side: " ".join(cards) for side, cards in hands.items()}
        cards = {"hands": said, "outcome": outcome(hands)}
        return settled_again(self.house, TABLE, BOOK, cards, bets, DEALER) if bets else 0

    def agree(self) -> None:
        """Screens, API and a settlement of the true cards say the same."""
        moved = dict.fromkeys((*STATIONS, CLOTH), 0)
        for hands, bets in self.coups:
            for login in moved:
                moved[login] += self.moved(hands, [bet for bet in bets if bet.login == login])
        for login, page in self.stations.items():
            has = self.brought_in[login] + moved[login]
            assert cents(self.house, login, TABLE) == has, f"{login}, seed {self.house.seed}"
            shows(page, "credit", has)
        now = own(self.house, CLOTH, TABLE)
        assert now["credit_cents"] + now["staked_cents"] == self.began + moved[CLOTH]
        expect(self.cloth.locator('[data-money="credit"]')).to_have_text(money(now["credit_cents"]))
        last = outcome(self.coups[-1][0])
        expect(self.wall.locator("[data-outcome]")).to_have_attribute("data-outcome", last)


def lying(house: House, login: str) -> list[Bet]:
    """What of somebody lies on the layout, as the table tells them."""
    view = house.get(login, f"/tables/{TABLE}")["view"]
    person = house.get(login, "/session")["person"]
    return [
        Bet(login, one["wager"], one["stake_cents"])
        for one in view["table"]["wagers"]
        if one["person"] == person
    ]


def pressed_in(page: Page, name: str) -> None:
    """The button of the sheet that is open; the sheet closes with what it did."""
    page.locator("dialog[open]").get_by_role("button", name=name).click()
    expect(page.locator("dialog[open]")).to_have_count(0, timeout=LONG_MS)


def evening(house: House, page_of: PageOf, coups: int) -> Evening:
    """So many coups, or a whole shoe, with one mistake and one ticket on the way."""
    room = Evening(house, page_of)
    mistaken = False
    for number in range(coups):
        mistaken |= room.coup(mistake=number >= 1 and not mistaken)
        if number == 1:
            room.ticket()
        if room.dealer.over:
            break
    assert mistaken
    room.agree()
    return room


def test_coups_at_terminals_and_cloth_with_a_mistake_and_a_ticket_add_up(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    room = evening(house, page_of, FEW)
    for page in (*room.stations.values(), room.cloth, room.console, room.boss, room.wall):
        assert serious(page) == []


@pytest.mark.long
def test_a_whole_shoe_at_terminals_and_cloth_adds_up(house: House, page_of: PageOf) -> None:
    room = evening(house, page_of, MOST)
    assert room.dealer.over
