"""Blackjack in a browser: a box that three share, played from two terminals and a console."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import LONG_MS, cleared, credit, next_key, opened, own, place, press

TABLE, BOOK = "boxes", "star-blackjack"
SEATED, STANDING, AT_CLOTH = "player1", "player2", "player3"
BOX = 1
SHOTS = os.environ.get("PITBOSS_TEST_SHOTS")
"""A folder for pictures of what was tested; none are taken without it."""

Serious = Callable[[Page], list[str]]


def newcomer(house: House, login: str) -> None:
    """A player with an account of their own and no chips yet."""
    made = house.client("gaming-manager").post(
        "/api/accounts", json={"login": login, "role": "player"}
    )
    assert made.status_code == 201, made.text
    given = made.json()["password"]
    client = httpx.Client(base_url=house.url, timeout=20)
    session = {"login": login, "password": given}
    assert client.post("/api/session", json=session).status_code == 201
    house.passwords[login] = "a password of one's own 7"
    chosen = {"old": given, "new": house.passwords[login]}
    assert client.post("/api/session/password", json=chosen).is_success
    client.close()


def table_of(house: House, *people: str) -> None:
    """An open table of real cards at which these people play, the first seated."""
    opened(house, TABLE, BOOK, virtual=False)
    for login in people:
        where = {"seat": BOX} if login == SEATED else {}
        assert house.do(login, TABLE, "arrive", **where).is_success
        who = person(house, login)
        shown = house.do("dealer", TABLE, "record-player-card", person=who, card=f"C-{login}")
        assert shown.is_success, shown.text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("blackjack"))
    try:
        newcomer(house, AT_CLOTH)
        table_of(house, SEATED, STANDING, AT_CLOTH)
        third = person(house, AT_CLOTH)
        bought = house.do("dealer", TABLE, "buy-in", person=third, amount_cents=50_000)
        assert bought.is_success, bought.text
        yield house
    finally:
        house.close()


@pytest.fixture
def house(served: House) -> House:
    """The server of this module: its third player is its own."""
    return served


def person(house: House, login: str) -> str:
    return str(house.get(login, "/session")["person"])


def at_cloth(house: House, amount: int) -> None:
    """The third bettor's chips, put on the box by hand."""
    done = house.do(AT_CLOTH, TABLE, "place-wager", wager="main", amount_cents=amount, box=BOX)
    assert done.is_success, done.text


def choice(page: Page, word: str) -> Locator:
    return page.locator(f'[data-choice="{word}"] button').first


def choose(page: Page, word: str) -> None:
    """A choice pressed, and taken."""
    expect(choice(page, word)).to_be_visible(timeout=LONG_MS)
    choice(page, word).click()
    expect(page.locator("[data-choice]")).to_have_count(0, timeout=LONG_MS)


def entered(console: Page, house: House, login: str, word: str) -> None:
    """What the third bettor says, entered at the console."""
    who = person(house, login)
    expect(console.locator(f'[data-asked="{who}"]')).to_be_visible(timeout=LONG_MS)
    before = sequence(console)
    choice(console, word).click()
    moved(console, before)


def sequence(console: Page) -> int:
    return int(console.locator("[data-console]").get_attribute("data-console") or 0)


def moved(console: Page, before: int) -> None:
    console.wait_for_function(
        "n => Number(document.querySelector('[data-console]').dataset.console) > n",
        arg=before,
        timeout=LONG_MS,
    )


def dealt(console: Page, *cards: str) -> None:
    """Cards out of the shoe, entered at the console as they come."""
    for card in cards:
        expect(next_key(console)).to_be_visible(timeout=LONG_MS)
        console.keyboard.type(card)
        press(console)


def settled(console: Page) -> None:
    expect(next_key(console)).to_contain_text("Settle", timeout=LONG_MS)
    press(console)


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(300)
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def lines(house: House) -> dict[tuple[str, str, str], int]:
    """Of the last round: what each wager brought, by bettor, wager and hand."""
    told = house.get("dealer", f"/tables/{TABLE}/payout")
    return {
        (one["person"], one["wager"], one["hand"]): one["paid_cents"]
        + one["returned_cents"]
        - one["stake_cents"]
        for one in told["lines"]
    }


def net(house: House, login: str) -> int:
    return int(own(house, login, TABLE)["net_cents"])


class Pages(NamedTuple):
    """The two terminals, the console, and the table as others see it."""

    first: Page
    second: Page
    console: Page
    felt: Page

    @property
    def box(self) -> Locator:
        """The box on the felt that all of them share."""
        return self.felt.locator(f'section[data-box="{BOX}"]')


def pages_of(house: House, page_of: PageOf, *, third: bool = True, **how: Any) -> Pages:
    """All four, with wagers of three people on one box, or of the two at terminals."""
    first = page_of(f"/terminal/{TABLE}", SEATED, **how)
    second = page_of(f"/terminal/{TABLE}", STANDING, size="phone")
    place(first, "main", 10_000)
    second.locator(f'label:has([data-box="{BOX}"])').tap()
    place(second, "main", 2_500, tap=True)
    if third:
        at_cloth(house, 5_000)
    console = page_of(f"/console/{TABLE}", "dealer")
    found = Pages(first, second, console, page_of(f"/table/{TABLE}", "inspector"))
    expect(found.box.locator("[data-position]")).to_have_count(2 + third, timeout=LONG_MS)
    return found


def insured(house: House, pages: Pages, serious: Serious) -> None:
    """One insures with an amount that was changed and changed back; the others do not."""
    first, second, console, _ = pages
    shot(console, "console-insurance")
    assert serious(console) == []
    expect(choice(first, "insure")).to_contain_text("$50", timeout=LONG_MS)
    shot(first, "terminal-insurance")
    assert serious(first) == []
    since = first.locator("[data-elapsed]").get_attribute("data-elapsed")
    for page in (second, console, pages.felt):  # all have waited since the dealer's call
        expect(page.locator(f'[data-elapsed="{since}"]').first).to_be_visible(timeout=LONG_MS)
    amount = first.locator('[data-choice="insure"]')
    amount.get_by_role("button", name="less").click()
    expect(choice(first, "insure")).not_to_contain_text("$50")
    amount.get_by_role("button", name="more").click()
    choose(first, "insure")
    choose(second, "no-insurance")
    entered(console, house, AT_CLOTH, "no-insurance")
    expect(pages.box.locator(".insurance")).to_contain_text("$50", timeout=LONG_MS)


def doubled(house: House, pages: Pages, serious: Serious) -> None:
    """The controlling player doubles; of the others one follows."""
    first, second, console, felt = pages
    expect(console.locator('[data-desk="1"]')).to_have_attribute("aria-current", "step")
    expect(pages.box).to_have_attribute("data-turn", "true", timeout=LONG_MS)
    expect(choice(first, "stand")).to_have_attribute("aria-disabled", "true", timeout=LONG_MS)
    expect(first.locator('[data-choice="stand"]')).to_contain_text("12")
    expect(second.locator("[data-choice]")).to_have_count(0)
    for page, name in ((first, "terminal"), (console, "console"), (felt, "table")):
        shot(page, f"{name}-choices")
        assert serious(page) == []
    choose(first, "double")
    expect(second.get_by_role("heading", name="Do you double too?")).to_be_visible(timeout=LONG_MS)
    shot(second, "terminal-phone-asked")
    assert serious(second) == []
    choose(second, "no-double")
    entered(console, house, AT_CLOTH, "double")


def test_three_on_one_box_insure_and_double(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    pages = pages_of(house, page_of)
    first, second, console, felt = pages
    shot(first, "terminal-betting")
    shot(second, "terminal-phone-betting")
    dealt(console, "6h", "Ad", "5s")
    expect(console.locator('[data-count="1"]')).to_have_text("11", timeout=LONG_MS)
    expect(console.locator('[data-count="dealer"]')).to_contain_text("soft 11")
    assert press(console) == "Announce"
    insured(house, pages, serious)
    assert press(console) == "Announce"
    doubled(house, pages, serious)
    dealt(console, "9c")
    expect(pages.box.locator('[data-total="1"]')).to_have_text("20", timeout=LONG_MS)
    shot(felt, "table-doubled")
    dealt(console, "8d")  # the dealer's second card: insurance is lost at once
    expect(console.locator("aside [data-sum]").first).to_be_attached(timeout=LONG_MS)
    settled(console)
    assert press(console) == "Announce"
    shot(console, "console-payout")
    settled(console)
    cleared(first)
    cleared(second)
    seated, standing, third = (person(house, one) for one in (SEATED, STANDING, AT_CLOTH))
    assert lines(house) == {
        (seated, "main", ""): 10_000,
        (seated, "insurance", ""): -5_000,
        (seated, "double", ""): 10_000,
        (standing, "main", ""): 2_500,
        (third, "main", ""): 5_000,
        (third, "double", ""): 5_000,
    }
    nets = {login: net(house, login) for login in (SEATED, STANDING, AT_CLOTH)}
    assert nets == {SEATED: 15_000, STANDING: 2_500, AT_CLOTH: 10_000}
    assert credit(first) == own(house, SEATED, TABLE)["credit_cents"]
    shot(felt, "table-settled")


def test_a_split_is_followed_or_not_and_silence_counts(
    house: House, page_of: PageOf, serious: Serious
) -> None:
    before = {login: net(house, login) for login in (SEATED, STANDING, AT_CLOTH)}
    pages = pages_of(house, page_of, size="tablet", language="zh")
    first, second, console, felt = pages
    dealt(console, "8h", "6d", "8s")
    expect(choice(first, "split")).to_be_visible(timeout=LONG_MS)
    shot(first, "terminal-tablet-zh")
    assert serious(first) == []
    choose(first, "split")
    expect(second.get_by_role("heading", name="Do you stake on both?")).to_be_visible(
        timeout=LONG_MS
    )
    choose(second, "stay")
    who = person(house, AT_CLOTH)
    expect(console.locator(f'[data-asked="{who}"]')).to_be_visible(timeout=LONG_MS)
    before_silence = sequence(console)
    console.keyboard.press("0")
    moved(console, before_silence)
    dealt(console, "Th")  # 18
    expect(pages.box.locator("[data-hand]")).to_have_count(2, timeout=LONG_MS)
    choose(first, "stand")
    dealt(console, "3h")  # the second hand has 11
    shot(console, "console-split")
    entered(console, house, SEATED, "draw")
    dealt(console, "7c")  # 18
    shot(felt, "table-split")
    phone = page_of(f"/table/{TABLE}", "inspector", size="phone")
    expect(phone.locator(f'section[data-box="{BOX}"] [data-hand]')).to_have_count(2)
    shot(phone, "table-phone-split")
    assert serious(felt) + serious(phone) == []
    choose(first, "stand")
    dealt(console, "Tc", "5c")  # the dealer has 21
    press(console)
    settled(console)
    cleared(first)
    seated, standing = person(house, SEATED), person(house, STANDING)
    assert lines(house) == {
        (seated, "main", ""): -10_000,
        (seated, "split", "1b"): -10_000,
        (standing, "main", ""): -2_500,
        (who, "main", ""): -5_000,
    }
    after = {login: net(house, login) - before[login] for login in before}
    assert after == {SEATED: -20_000, STANDING: -2_500, AT_CLOTH: -5_000}


@pytest.mark.parametrize("size", ["wall", "phone"])
def test_the_display_has_the_dealers_hand_and_the_pay_tables(
    house: House, page_of: PageOf, serious: Serious, size: str
) -> None:
    page = page_of(f"/display/{TABLE}", "display", size=size)
    last: Any = house.get("display", f"/tables/{TABLE}")["view"]["results"][-1]
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", last["outcome"])
    expect(page.locator("[data-outcome]")).to_have_text("Dealer has 21")
    expect(page.locator('[data-hand="dealer"] svg')).to_have_count(3)
    sheet = house.get("display", f"/tables/{TABLE}/sheet")
    for area in sheet["areas"]:
        for row in area["pays"]:
            if row["pays"] is not None:
                expect(page.locator(f'[data-pays="{area["id"]}"]')).to_contain_text(row["pays"])
    expect(page.locator("[data-road]")).to_have_count(0)
    shot(page, f"display-{size}")
    assert serious(page) == []
