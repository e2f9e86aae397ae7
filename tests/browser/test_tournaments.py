"""A tournament of eight on the pages: set up, run and finished by somebody new to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, opened
from tests.browser.test_blackjack import newcomer, person

BOOK, CUP = "star-baccarat", "spring-cup"
TABLES = ("cup-1", "cup-2")
PLAYERS = tuple(f"cup{number}" for number in range(1, 9))
MANAGER = "gaming-manager"
STAKE = 2_500

Serious = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("tournaments"))
    try:
        for table in TABLES:
            opened(found, table, BOOK)
        for login in PLAYERS:
            newcomer(found, login)
        yield found
    finally:
        found.close()


def press(page: Page, text: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=text).first.click()


def stage(page: Page, wanted: str) -> None:
    expect(page.locator(f'[data-stage="{wanted}"]')).to_be_visible(timeout=LONG_MS)


def coup(house: House, table: str, boxes: dict[str, int], logins: dict[str, str]) -> None:
    """Everybody at the table wagers, and the coup is dealt and settled."""
    for who in boxes:
        done = house.do(logins[who], table, "place-wager", wager="player", amount_cents=STAKE)
        assert done.is_success, done.text
    heard = house.deal(table, "coup-settled")
    assert "coup-settled" in heard, heard


def play(page: Page, house: House, number: int, logins: dict[str, str], coups: int) -> None:
    """A session from its start to its placings, as the desk leads through it."""
    press(page, f"Start session {number}")
    one = page.locator(f'[data-session="{number}"]')
    expect(one).to_have_attribute("data-state", "running", timeout=LONG_MS)
    seen = house.get(MANAGER, f"/tournaments/{CUP}")
    session = next(each for each in seen["sessions"] if each["number"] == number)
    table = session["table"].removeprefix("table:")
    for _ in range(coups):
        coup(house, table, session["boxes"], logins)
    expect(one).to_contain_text(f"{coups} rounds of play", timeout=LONG_MS)
    press(page, f"End session {number}")
    expect(one).to_have_attribute("data-state", "count", timeout=LONG_MS)
    for place, field in enumerate(one.get_by_label(re.compile("^Chips of")).all()):
        field.fill(str(1_000 + 25 * place))
        one.get_by_role("button", name="Count", exact=True).first.click()
        counted = one.get_by_role("button", name="Done", exact=True)
        expect(counted).to_have_count(place + 1, timeout=LONG_MS)
    press(page, f"The chips of session {number} are back")
    expect(one).to_have_attribute("data-state", "back", timeout=LONG_MS)
    press(page, f"Announce the placings of session {number}")


def begun(page: Page, serious: Serious) -> None:
    """A tournament with conditions of its own, published."""
    page.get_by_label("Name of the tournament").fill(CUP)
    page.get_by_label("Title").fill("Spring Cup of eight")
    page.get_by_label("Rulebook").select_option(BOOK)
    assert serious(page) == []
    press(page, "Begin a tournament")
    stage(page, "draft")
    assert serious(page) == []
    conditions = page.locator("[data-conditions]")
    conditions.locator('[data-item="order-of-wagering"]').uncheck()
    given = {"pass-cards": "0", "undisclosed": "0", "starts": "2026-01-02T20:00:00+11:00"}
    for item, value in given.items():
        conditions.locator(f'[data-item="{item}"]').fill(value)
    press(page, "Save the conditions")
    expect(page.get_by_role("button", name="Save the conditions")).to_have_attribute(
        "aria-disabled", "true", timeout=LONG_MS
    )
    press(page, "Publish the conditions")
    stage(page, "tables")


def entered(page: Page, people: list[str]) -> None:
    """Run by whoever is at the desk, at two tables, with these people in it."""
    press(page, "Run it as Tournament Manager")
    for table in TABLES:
        page.locator(f'input[value="{table}"]').check()
    press(page, "Play at these tables")
    stage(page, "entries")
    for number, who in enumerate(people, 1):
        page.get_by_label("Who enters, by their id").fill(who)
        press(page, re.compile("^Enter for"))
        expect(page.locator("[data-entrant]")).to_have_count(number, timeout=LONG_MS)
    press(page, f"Close entries with {len(people)} players")
    stage(page, "draw")


def drawn(page: Page, number: int) -> None:
    """A round is drawn: fixed, then opened."""
    press(page, f"Fix the draw of round {number}")
    stage(page, "open")
    press(page, "Open the draw")
    stage(page, "play")


def test_a_newcomer_sets_up_runs_and_finishes_a_tournament_of_eight(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    logins = {person(house, login): login for login in PLAYERS}
    page = page_of("/pit/tournaments", MANAGER)
    begun(page, serious)
    entered(page, list(logins))
    assert serious(page) == []
    drawn(page, 1)
    own = page_of(f"/tournament/{CUP}", PLAYERS[0], size="phone", language="zh")
    expect(own.locator("[data-box]")).to_have_text(re.compile(r"^[1-4]$"), timeout=LONG_MS)
    assert serious(own) == []
    play(page, house, 1, logins, 3)
    expect(page.locator('[data-session="1"]')).to_have_attribute(
        "data-state", "placed", timeout=LONG_MS
    )
    assert serious(page) == []
    wall = page_of(f"/board/{CUP}", None, size="wall")
    expect(wall.locator('[data-session="2"] li')).to_have_count(4, timeout=LONG_MS)
    assert serious(wall) == []
    play(page, house, 2, logins, 3)
    stage(page, "draw")
    drawn(page, 2)
    play(page, house, 3, logins, 3)
    stage(page, "prizes")
    press(page, "Award the prizes")
    stage(page, "over")
    expect(page.locator("[data-awards] li")).to_have_count(2)
    expect(page.locator("[data-awards]")).to_contain_text("$600.00")
    expect(wall.locator("[data-final] li")).to_have_count(8, timeout=LONG_MS)
    seen = house.get(MANAGER, f"/tournaments/{CUP}")
    assert sorted(seen["board"]["final"]) == sorted(logins)
    assert seen["pool_cents"] == 0
    winner = page_of(f"/tournament/{CUP}", logins[seen["board"]["final"][0]])
    expect(winner.locator("[data-standing]")).to_contain_text("You won", timeout=LONG_MS)


def test_the_compliance_desk_lists_duties_and_refuses_a_month_that_is_not_over(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    page = page_of("/pit/compliance", "gaming-supervisor")
    expect(page.locator('[data-count="overdue"]')).to_be_visible(timeout=LONG_MS)
    assert serious(page) == []
    page.get_by_label(re.compile("^Month")).fill("2099-01")
    press(page, "Make the report")
    told = page.locator("#main").get_by_text("January 2099 is not over")
    expect(told).to_be_visible(timeout=LONG_MS)
    page.get_by_label(re.compile("^Month")).fill("2026-01")
    press(page, "Make the report")
    expect(page.locator('[data-month="2026-01"]')).to_contain_text("0 errors", timeout=LONG_MS)
    assert serious(page) == []
    chinese = page_of("/pit/compliance", "inspector", size="phone", language="zh")
    expect(chinese.get_by_role("heading", name="合规台").first).to_be_visible(timeout=LONG_MS)
    assert serious(chinese) == []
