"""What people do on the pages, by clicks and keys: sign in, sit, place, deal."""

from __future__ import annotations

import json
import re
import time
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

import pitboss
from pitboss.api.first_start import first_opening
from pitboss.refusal import Refusal
from tests.browser.conftest import House

SEQUENCE = "[data-console]"
LONG_MS = 20_000


def opened(
    house: House, table: str, book: str, *players: str, virtual: bool = True, **changed: Any
) -> str:
    """A table of one's own, open and staffed, with a shoe made ready and these people seated.

    `changed` are fields of its opening that are not the usual ones.
    """
    made = house.client("gaming-manager").post(
        "/api/tables", json={"table": table, "rulebook": book}
    )
    assert made.status_code == 201, made.text
    for login in ("dealer", "gaming-supervisor"):
        assert house.do(login, table, "sign-on").is_success
    fields = first_opening(pitboss.rulebook(book).edition) | {"virtual": virtual} | changed
    given = house.do("dealer", table, "open-table", **fields)
    assert given.is_success, given.text
    for _ in range(12):
        following = house.get("dealer", f"/tables/{table}/console")["next"]
        if following is None:
            break
        login = "dealer" if following["yours"] else "gaming-supervisor"
        done = house.do(login, table, following["do"], **following["fields"])
        assert done.is_success, done.text
    for seat, login in enumerate(players, 1):
        assert house.do(login, table, "arrive", seat=seat).is_success
    return table


def deal_real(house: House, table: str, acts: int = 20) -> None:
    """Real cards dealt, each told: so many acts, or until the coup is to be settled."""
    faces = ("9h", "2c", "Kd", "3c", "4s", "5d")
    for number in range(acts):
        following = house.get("dealer", f"/tables/{table}/console")["next"]
        if following is None or following["do"] == "settle":
            return
        card = {"card": faces[number % len(faces)]} if following["ask"] else {}
        done = house.do("dealer", table, following["do"], **following["fields"], **card)
        assert done.is_success, done.text


def wager(house: House, login: str, table: str, what: str, amount: int) -> None:
    """A wager placed at once, where the page is not what is looked at."""
    done = house.do(login, table, "place-wager", wager=what, amount_cents=amount)
    assert done.is_success, done.text


def void_shoe(house: House, table: str, number: int) -> None:
    """A manager voids the shoe; the house's clock opens it by itself."""
    house.do("gaming-manager", table, "sign-on")
    voided = house.do("gaming-manager", table, "void-shoe", reason="shown to players")
    assert voided.is_success, voided.text
    wait_opened(house, table, number)


def wait_opened(house: House, table: str, number: int) -> None:
    """Until the order of a shoe that is over is opened."""
    until = time.monotonic() + LONG_MS / 1000
    while not house.get("dealer", f"/tables/{table}/shoes/{number}/verification")["opened"]:
        assert time.monotonic() < until, "the shoe was not opened"
        time.sleep(0.1)


def money(cents: int, *, sign: bool = False, whole: bool = False) -> str:
    """An amount as the pages write it."""
    before = "−" if cents < 0 else "+" if sign and cents > 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{before}${dollars:,}" + ("" if whole and rest == 0 else f".{rest:02}")


def cents(text: str) -> int:
    """An amount read off a page."""
    found = re.search(r"([−-]?)\$([\d,]+)(?:\.(\d\d))?", text)
    assert found is not None, text
    amount = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -amount if found[1] else amount


def carried(page: Page, **parts: Any) -> None:
    """Have the streams of a page, from its next on, tell these parts of a table instead."""

    def routed(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def told(message: str | bytes) -> None:
            data = json.loads(message)
            if data["type"] != "beat":
                data["parts"] |= {name: one for name, one in parts.items() if name in data["parts"]}
            page_side.send(json.dumps(data))

        server.on_message(told)

    page.route_web_socket(re.compile(r"/stream\?"), routed)


def sign_in(page: Page, login: str, password: str) -> None:
    """Through the form, with the mouse."""
    page.get_by_label("Name").fill(login)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in" not in url)


def area(page: Page, wager: str, state: str | None = None) -> Locator:
    """A wager area of a terminal, in this state."""
    wanted = "" if state is None else f'[data-state="{state}"]'
    return page.locator(f'[data-area="{wager}"]{wanted}')


def credit(page: Page) -> int:
    """The credit that a terminal shows."""
    return cents(page.locator('[data-money="credit"]').inner_text())


def place(page: Page, wager: str, amount: int, *, tap: bool = False) -> None:
    """One chip on an area, seen lying there."""
    chip = page.locator(f'label:has(input[type=radio][value="{amount}"])')
    (chip.tap if tap else chip.click)()
    (area(page, wager).tap if tap else area(page, wager).click)()
    expect(area(page, wager, "placed")).to_contain_text(money(amount, whole=True), timeout=LONG_MS)


def cleared(page: Page) -> None:
    """A terminal has heard, by its own stream, that the coup is settled: nothing is staked."""
    expect(page.locator('[data-money="staked"]')).to_have_text(money(0), timeout=LONG_MS)


def next_key(page: Page) -> Locator:
    """The console's brass key: the act the rules now ask for."""
    return page.locator(".next .key.brass")


def at(page: Page) -> int:
    """The sequence that a console shows."""
    return int(page.locator(SEQUENCE).get_attribute("data-console") or 0)


def press(page: Page, *, by: str = "key") -> str:
    """The console's next act; what it was called."""
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    before, name = at(page), next_key(page).locator(".strong").inner_text()
    if by == "key":
        page.keyboard.press("Enter")
    else:
        next_key(page).get_by_role("button").click()
    page.wait_for_function(
        "n => Number(document.querySelector('[data-console]').dataset.console) > n",
        arg=before,
        timeout=LONG_MS,
    )
    return name


def deal(page: Page, until: str | None = None, *, by: str = "key") -> list[str]:
    """Act after act, until the house waits for wagers or this act is the next one."""
    done: list[str] = []
    while next_key(page).count() == 1 and len(done) < 40:
        if until is not None and until in next_key(page).inner_text():
            break
        done.append(press(page, by=by))
    return done


def own(house: House, login: str, table: str) -> Any:
    """What the API says of a player's own."""
    return house.get(login, f"/tables/{table}/own")


def hands_of(coup: Any) -> dict[str, Any]:
    """The hands of a coup as the server tells them, by name."""
    return {hand["id"]: hand for hand in coup["hands"]}


class Bet(NamedTuple):
    """A chip that a player put down."""

    login: str
    wager: str
    cents: int


def settled_again(
    house: House,
    table: str,
    book: str,
    cards: dict[str, Any],
    bets: list[Bet],
    login: str = "dealer",
) -> int:
    """What these bets move when the cards are settled from nothing but the edition."""
    sheet = house.get(login, f"/tables/{table}/sheet")
    settled = pitboss.rulebook(book).settle(
        player=cards["hands"]["player"],
        banker=cards["hands"]["banker"],
        bets=[f"{one.wager}={one.cents / 100:.2f}" for one in bets],
        game=sheet["game"]["id"],
        decks=sheet["decks"],
        layout=sheet["layout"]["id"],
        sign={one["key"]: one["value"] for one in sheet["sign"]["values"]},
    )
    assert not isinstance(settled, Refusal), settled
    assert settled.result["outcome"] == cards["outcome"]
    return sum(one.paid_cents + one.returned_cents - one.stake_cents for one in settled.wagers)
