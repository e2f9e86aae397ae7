"""What pages ask while they follow a table: nothing for a message, at most one thing a coup."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Request, expect

from benchmarks.terminal import FIRST, PARTS
from tests.browser.conftest import House, PageOf, Pages
from tests.browser.played import LONG_MS, area, opened, place

BOOK = "star-baccarat"


class Asked:
    """The requests of a page to the API, from here on; its stream is not one of them."""

    def __init__(self, page: Page) -> None:
        self.paths: list[str] = []
        page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if "/api/" in request.url and request.method == "GET":
            self.paths.append(request.url.partition("/api")[2])


@pytest.fixture(scope="module")
def table(house: House) -> str:
    return opened(house, "quiet", BOOK, "player1", "player2")


def test_a_terminal_asks_at_first_what_the_benchmark_asks(
    house: House, pages: Pages, table: str
) -> None:
    page = pages.blank(house, "player1")
    asked = Asked(page)
    streams: list[str] = []
    page.on("websocket", lambda socket: streams.append(socket.url))
    page.goto(f"/terminal/{table}")
    expect(page.locator("[data-area]").first).to_be_visible()
    page.wait_for_timeout(500)
    own = [path for path in asked.paths if path.startswith(f"/tables/{table}")]
    assert sorted(own) == sorted(f"/tables/{table}{path}" for path in FIRST)
    (stream,) = streams
    assert stream.endswith(f"&parts={PARTS}")


def settled(house: House, table: str) -> int:
    found: int = house.get("dealer", f"/tables/{table}/coups?limit=1")["coups"][0]["coup"]
    return found


def test_a_terminal_asks_nothing_while_a_coup_is_dealt_and_settled(
    house: House, page_of: PageOf, table: str
) -> None:
    page = page_of(f"/terminal/{table}", "player1")
    expect(page.locator("[data-area]").first).to_be_visible()
    page.wait_for_timeout(500)
    asked = Asked(page)
    for _ in range(2):
        place(page, "banker", 2_500)
        house.deal(table, until="card-dealt")
        expect(area(page, "banker", "locked")).to_be_visible(timeout=LONG_MS)
        assert asked.paths == []
        house.deal(table)
        coup = settled(house, table)
        expect(page.locator(".rail, .last").get_by_text(f"{coup}")).not_to_have_count(
            0, timeout=LONG_MS
        )
        after = house.get("player1", f"/tables/{table}/own")
        credit = page.locator('[data-money="credit"]')
        expect(credit).to_contain_text(f"{after['credit_cents'] // 100:,}", timeout=LONG_MS)
        page.wait_for_timeout(600)
        assert len(asked.paths) <= 1, asked.paths
        asked.paths.clear()


def test_the_page_of_a_table_asks_only_why(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/table/{table}", "dealer")
    expect(page.locator("button.next")).to_have_count(0)
    expect(page.locator("p.next")).to_be_visible()
    asked = Asked(page)
    house.do("player1", table, "place-wager", wager="banker", amount_cents=2_500)
    for _ in range(30):
        act = house.get("dealer", f"/tables/{table}/next")["do"]
        if act is None:
            break
        before = house.get("dealer", f"/tables/{table}")["sequence"]
        page.locator(f'button.next[data-act="{act}"]').click(timeout=LONG_MS)
        until = time.monotonic() + LONG_MS / 1000
        while house.get("dealer", f"/tables/{table}")["sequence"] == before:
            assert time.monotonic() < until, f"{act} was not done"
            page.wait_for_timeout(50)
    line = page.locator("[data-line]")
    expect(line).to_have_count(1, timeout=LONG_MS)
    assert asked.paths == []
    line.get_by_role("button").click()
    expect(page.locator(".opened")).to_be_visible()
    assert asked.paths == [f"/tables/{table}/coups/{settled(house, table)}/why"]


def test_a_display_asks_nothing(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/display/{table}", "display", size="wall")
    expect(page.locator("[data-outcome]")).to_be_visible()
    asked = Asked(page)
    house.do("player1", table, "place-wager", wager="tie", amount_cents=2_500)
    house.deal(table)
    coup = settled(house, table)
    expect(page.locator(".coup").first).to_contain_text(str(coup), timeout=LONG_MS)
    house.do("gaming-supervisor", table, "sign-on")
    page.wait_for_timeout(600)
    assert asked.paths == []
