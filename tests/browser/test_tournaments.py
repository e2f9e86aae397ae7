"""A tournament of eight on the pages: set up, run and finished by somebody new to it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, opened, wager
from tests.browser.test_blackjack import newcomer, person

BOOK, CUP = "star-baccarat", "spring-cup"
TABLES = ("cup-1", "cup-2")
SMALL, DUEL = "small-cup", "cup-3"
WATCHED, FOURTH = "watched-cup", "cup-4"
PLAYERS = tuple(f"cup{number}" for number in range(1, 9))
ANN, BOB, CAL, DON, EVE = PLAYERS[:5]
MANAGER = "gaming-manager"
STAKE = 2_500

Serious = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("tournaments"))
    try:
        for table in (*TABLES, DUEL, FOURTH):
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


def ask(house: House, do: str, *, cup: str = SMALL, by: str = MANAGER, **fields: Any) -> Any:
    """A command to a tournament by whoever runs it."""
    body = {"do": do, "fields": fields}
    key = {"Idempotency-Key": secrets.token_hex(8)}
    done = house.client(by).post(f"/api/tournaments/{cup}/commands", json=body, headers=key)
    assert done.is_success, done.text
    return done.json()


def drafted(house: House, cup: str) -> None:
    """A tournament of four at one table, its conditions written."""
    conditions = house.get(MANAGER, f"/rulebooks/{BOOK}/conditions")["conditions"]
    conditions |= {
        "rounds": [
            {"tables": 1, "coups": 1, "advance": 2},
            {"tables": 1, "coups": 1, "advance": 1},
        ],
        "limit_steps": [{"after": 1, "minimum": "50.00", "maximum": "1000.00"}],
        "starts": "2026-01-02T20:00:00+11:00",
    }
    body = {"tournament": cup, "rulebook": BOOK, "conditions": conditions}
    key = {"Idempotency-Key": secrets.token_hex(8)}
    made = house.client(MANAGER).post("/api/tournaments", json=body, headers=key)
    assert made.is_success, made.text


def small(house: House) -> None:
    """It is published, with four entries."""
    drafted(house, SMALL)
    ask(house, "publish-conditions")
    ask(house, "appoint-manager", person=person(house, MANAGER))
    ask(house, "designate-tables", tables=[f"table:{DUEL}"])
    for login in (ANN, BOB, CAL, DON):
        ask(house, "enter", person=person(house, login), fee_cents=10_000)


def turn(house: House) -> str:
    """The login of whoever is to wager, pass or seal now."""
    seen = house.get("dealer", f"/tables/{DUEL}")["view"]["table"]["session"]
    return next(login for login in PLAYERS if person(house, login) == seen["turn"])


def sealed_and_passed(house: House, page_of: PageOf, serious: Serious) -> None:
    """In turn one seals a wager, one passes on a phone, the others wager; the coup is played."""
    first = turn(house)
    other = next(login for login in (ANN, BOB) if login != first)
    idle = page_of(f"/tournament/{SMALL}", other)
    expect(idle.locator("[data-part]")).to_have_attribute("data-part", "waits", timeout=LONG_MS)
    page = page_of(f"/tournament/{SMALL}", first)
    expect(page.locator("[data-part]")).to_have_attribute("data-part", "may", timeout=LONG_MS)
    page.get_by_label("Undisclosed wager on").select_option("banker")
    page.get_by_label("Its amount in dollars").fill("100")
    assert serious(page) == []
    press(page, "Hand in this slip, 1 left")
    expect(page.locator("[data-sealed]")).to_contain_text("$100.00", timeout=LONG_MS)
    second = turn(house)
    waiting = page_of(f"/tournament/{SMALL}", second, size="phone", language="zh")
    expect(waiting.locator("[data-part]")).to_have_attribute("data-part", "may", timeout=LONG_MS)
    assert "100.00" not in waiting.locator("[data-part]").inner_text()
    assert serious(waiting) == []
    press(waiting, re.compile("^使用过牌卡"))
    expect(waiting.locator("[data-part]")).to_have_attribute("data-part", "pass", timeout=LONG_MS)
    who = person(house, first)
    for _ in range(2):
        wager(house, turn(house), DUEL, "player", STAKE)
    examined = house.do("gaming-supervisor", DUEL, "examine-slip", person=who)
    assert examined.is_success, examined.text
    assert house.do("dealer", DUEL, "call-bets", call="no more bets").is_success
    announced = house.do("gaming-supervisor", DUEL, "announce-slip", person=who)
    assert announced.is_success, announced.text
    assert "coup-settled" in house.deal(DUEL, "coup-settled")


def test_the_desk_changes_limits_deducts_and_lets_buy_back_a_player_seals_and_passes(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    small(house)
    ask(house, "close-tournament")
    ask(house, "commit-draw")
    ask(house, "open-draw")
    ask(house, "start-session", session=1)
    sealed_and_passed(house, page_of, serious)
    page = page_of(f"/pit/tournaments/{SMALL}", MANAGER)
    step = page.get_by_role("button", name="Session 1: from now $50.00 to $1,000.00")
    expect(step).to_be_visible(timeout=LONG_MS)
    step.click()
    expect(step).to_have_count(0, timeout=LONG_MS)
    last = person(house, turn(house))
    before = house.get(MANAGER, f"/tournaments/{SMALL}")["sessions"][0]["chips"][last]
    page.locator("select[data-who]").select_option(last)
    press(page, "Deduct $50.00, absent")
    chips = page.locator('[data-session="1"] li', has_text=last)
    expect(chips).to_contain_text(f"${(before - 5_000) / 100:,.2f}", timeout=LONG_MS)
    assert serious(page) == []
    ask(house, "end-session", session=1)
    seen = house.get(MANAGER, f"/tournaments/{SMALL}")["sessions"][0]
    for place, who in enumerate(seen["boxes"]):
        ask(house, "total-chips", session=1, person=who, amount_cents=100_000 + 2_500 * place)
    ask(house, "return-chips", session=1)
    seen = ask(house, "announce-placings", session=1)
    out = next(one for one, each in seen["entrants"].items() if each["standing"] == "eliminated")
    row = page.locator(f'[data-entrant="{out}"]')
    expect(row).to_contain_text("out", timeout=LONG_MS)
    row.get_by_role("button", name="Buys back for $150.00").click()
    expect(row).to_contain_text("goes on", timeout=LONG_MS)


def test_whoever_has_a_desk_open_sees_what_others_do_in_every_state(
    house: House, page_of: PageOf
) -> None:
    drafted(house, WATCHED)
    page = page_of(f"/pit/tournaments/{WATCHED}", MANAGER)
    looks = page_of(f"/pit/tournaments/{WATCHED}", "inspector", size="phone")
    listed = page_of("/pit/tournaments", "inspector")
    stage(looks, "draft")
    written = page.locator('[data-item="entry-fee"]')
    written.fill("120.00")
    ask(house, "publish-conditions", cup=WATCHED)
    stage(looks, "tables")
    stage(page, "tables")
    expect(written).to_have_value("120.00")  # what one writes oneself stays
    ask(house, "appoint-manager", cup=WATCHED, person=person(house, MANAGER))
    ask(house, "designate-tables", cup=WATCHED, tables=[f"table:{FOURTH}"])
    stage(looks, "entries")
    for number, login in enumerate((ANN, BOB, CAL, DON), 1):
        ask(house, "enter", cup=WATCHED, person=person(house, login), fee_cents=10_000)
        expect(looks.locator("[data-entrant]")).to_have_count(number, timeout=LONG_MS)
    ask(house, "close-tournament", cup=WATCHED)
    stage(looks, "draw")
    ask(house, "commit-draw", cup=WATCHED)
    stage(looks, "open")
    ask(house, "open-draw", cup=WATCHED)
    stage(looks, "play")
    stage(page, "play")
    row = listed.locator(f'[data-tournament="{WATCHED}"]')
    expect(row).to_contain_text("4 players, round 1", timeout=LONG_MS)


def test_a_substitute_plays_where_the_conditions_have_it(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    book, by, cup = "crown-melbourne-baccarat", "crown-melbourne.crown-management", "other-cup"
    conditions = house.get(by, f"/rulebooks/{book}/conditions")["conditions"]
    body = {
        "tournament": cup,
        "rulebook": book,
        "conditions": conditions | {"substitutes": True, "agreement": False},
    }
    key = {"Idempotency-Key": secrets.token_hex(8)}
    made = house.client(by).post("/api/tournaments", json=body, headers=key)
    assert made.is_success, made.text
    ask(house, "publish-conditions", cup=cup, by=by)
    ask(house, "appoint-manager", cup=cup, by=by, person=person(house, by))
    tables = [f"table:melbourne-{number}" for number in (1, 2)]
    ask(house, "designate-tables", cup=cup, by=by, tables=tables)
    if "tournament-advice" in house.get(by, f"/tournaments/{cup}")["rules"]:
        ask(house, "advise-inspectorate", cup=cup, by=by)
    who, fee = person(house, DON), round(float(conditions["entry_fee"]) * 100)
    ask(house, "enter", cup=cup, by=by, person=who, fee_cents=fee)
    page = page_of(f"/pit/tournaments/{cup}", by)
    page.locator("select[data-who]").select_option(who)
    page.get_by_label("Who plays instead, by their id").fill(person(house, EVE))
    assert serious(page) == []
    press(page, "Let the substitute play")
    new = page.locator(f'[data-entrant="{person(house, EVE)}"]')
    expect(new).to_contain_text("entered", timeout=LONG_MS)
    expect(page.locator(f'[data-entrant="{who}"]')).to_contain_text("withdrew")


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
