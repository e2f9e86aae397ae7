"""A network or a server that is gone: the bar within five seconds, dead keys, and a way back."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser.conftest import House, Pages
from tests.browser.played import LONG_MS, area, deal, next_key, press, wager

TABLE = "star-baccarat"
FIVE_SECONDS_MS = 5_000
OFFLINE = re.compile(r"^Offline since \d\d:\d\d:\d\d AE[DS]T\. .* Nothing you press is sent\.$")
UNREACHED = "The server was not reached."
HOW = ["the browser's network", "a server that stands still"]
Away = Callable[[bool], None]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of its own: it is stopped, and goes on."""
    served = House(tmp_path_factory.mktemp("network"))
    for seat, login in enumerate(("player1", "player2"), 1):
        assert served.do(login, TABLE, "arrive", seat=seat).is_success
    served.deal(TABLE)
    wager(served, "player2", TABLE, "player", 10_000)
    yield served
    if served.process.poll() is None:
        os.kill(served.process.pid, signal.SIGCONT)
    served.close()


def taken_away(how: str, house: House, page: Page) -> Away:
    """What takes the server away from the page, and gives it back."""
    if how == HOW[0]:
        return page.context.set_offline
    # Sockets stay open, and nothing is answered.
    return lambda away: os.kill(house.process.pid, signal.SIGSTOP if away else signal.SIGCONT)


def bar(page: Page) -> Locator:
    return page.locator(".bar.off")


def sent_by(page: Page) -> list[str]:
    """What would change something, from here on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method != "GET":
            sent.append(request.url)

    page.on("request", note)
    return sent


@pytest.mark.parametrize("how", HOW)
def test_a_console_says_so_within_five_seconds_and_comes_back(
    house: House, pages: Pages, how: str
) -> None:
    page = pages.make(house, f"/console/{TABLE}", "dealer")
    press(page)
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    away = taken_away(how, house, page)
    away(True)
    expect(bar(page)).to_have_text(OFFLINE, timeout=FIVE_SECONDS_MS)
    # Nothing is lit, every key says that it is dead, and none does anything.
    expect(page.locator(".key.brass")).to_have_count(0)
    keys = page.locator(".key button").count()
    assert keys >= 9
    expect(page.locator('.key button[aria-disabled="true"]')).to_have_count(keys)
    expect(page.locator(".next .key")).to_contain_text("Not while offline")
    sent = sent_by(page)
    for key in ("Enter", "n", "r", "y", "x", "v"):
        page.keyboard.press(key)
    page.locator(".next .key button").click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert sent == []
    away(False)
    expect(page.locator(".bar").filter(has_text="Connected again.")).to_be_visible(timeout=LONG_MS)
    expect(bar(page)).to_have_count(0)
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    press(page)
    expect(page.get_by_text(UNREACHED)).to_have_count(0)


@pytest.mark.parametrize("how", HOW)
def test_a_terminal_says_so_and_shows_what_it_missed(house: House, pages: Pages, how: str) -> None:
    page = pages.make(house, f"/terminal/{TABLE}", "player1", size="tablet")
    expect(area(page, "banker")).to_be_visible()
    away = taken_away(how, house, page)
    away(True)
    expect(bar(page)).to_have_text(OFFLINE, timeout=FIVE_SECONDS_MS)
    expect(area(page, "banker")).to_have_attribute("aria-disabled", "true")
    for name in ("Undo", "Clear", "Repeat"):
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-disabled", "true")
    sent = sent_by(page)
    area(page, "banker").tap(force=True)
    page.keyboard.press("b")
    page.keyboard.press("r")
    assert sent == []
    expect(page.get_by_text(UNREACHED)).to_have_count(0)
    if how == HOW[0]:
        assert "coup-settled" in house.deal(TABLE)
    away(False)
    expect(bar(page)).to_have_count(0, timeout=LONG_MS)
    expect(area(page, "banker")).to_have_attribute("aria-disabled", "false")
    area(page, "banker").tap()
    expect(area(page, "banker", "placed")).to_be_visible(timeout=LONG_MS)
    if how == HOW[0]:
        expect(page.locator("svg[data-road=bead] g[data-mark]")).to_have_count(1)


def test_a_failed_command_shows_the_bar_and_its_slip_goes_by_itself(
    house: House, pages: Pages
) -> None:
    """Nothing but the command tells: the stream lives, and the browser believes it is online."""
    page = pages.make(house, f"/console/{TABLE}", "dealer")
    press(page)
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    page.route("**/api/**", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(bar(page)).to_have_text(OFFLINE, timeout=FIVE_SECONDS_MS)
    expect(page.locator(".slip").filter(has_text=UNREACHED)).to_be_visible(timeout=LONG_MS)
    expect(page.locator(".key.brass")).to_have_count(0)
    page.unroute("**/api/**")
    expect(bar(page)).to_have_count(0, timeout=LONG_MS)
    expect(page.locator(".slip")).to_have_count(0)
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    assert deal(page)


def test_a_page_without_a_stream_says_so_and_nobody_is_signed_out_by_it(
    house: House, pages: Pages
) -> None:
    page = pages.make(house, "/rules", "player1")
    out = page.get_by_role("button", name="Sign out")
    expect(out).to_be_visible()
    page.context.set_offline(True)
    expect(bar(page)).to_be_visible(timeout=FIVE_SECONDS_MS)
    expect(out).to_have_attribute("aria-disabled", "true")
    out.click(force=True)
    assert page.url.endswith("/rules")
    page.context.set_offline(False)
    expect(bar(page)).to_have_count(0, timeout=LONG_MS)
    out.click()
    page.wait_for_url("**/sign-in")


def test_a_wall_says_so_in_its_own_size_and_its_roads_stay(house: House, pages: Pages) -> None:
    page = pages.make(house, f"/display/{TABLE}", "display", size="wall")
    road = page.locator("[data-road=bead]")
    before = road.bounding_box()
    page.context.set_offline(True)
    said = page.locator("[data-doing]")
    expect(said).to_have_text(re.compile(r"^Offline since \d\d:\d\d:\d\d AE[DS]T$"))
    assert said.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 30
    assert said.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    expect(page.get_by_text("Nothing you press is sent")).to_have_count(0)
    assert road.bounding_box() == before
    page.context.set_offline(False)
    expect(said).not_to_contain_text("Offline")
    assert page.locator(".bar").count() == 0


def test_a_killed_server_is_seen_at_once(house: House, pages: Pages) -> None:
    page = pages.make(house, f"/console/{TABLE}", "dealer")
    press(page)
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    os.kill(house.process.pid, signal.SIGKILL)
    expect(bar(page)).to_have_text(OFFLINE, timeout=FIVE_SECONDS_MS)
    expect(page.locator(".key.brass")).to_have_count(0)


def test_a_console_whose_person_asks_too_much_waits_and_goes_on(house: House, pages: Pages) -> None:
    page = pages.make(house, f"/console/{TABLE}", "dealer")
    expect(next_key(page)).to_be_visible(timeout=LONG_MS)
    before = house.get("dealer", f"/tables/{TABLE}")["sequence"]
    asked: list[tuple[float, str | None]] = []
    sentence = "There were too many requests."
    problem = {"code": "too-many", "sentence": sentence, "clauses": []}

    def busy(route: Route) -> None:
        asked.append((time.monotonic(), route.request.post_data))
        if len(asked) > 1:
            route.continue_()
            return
        headers = {"retry-after": "2", "content-type": "application/json"}
        route.fulfill(status=429, headers=headers, body=json.dumps(problem))

    page.route(re.compile("/api/tables/[^/]+/(commands|autodeal)$"), busy)
    with page.expect_response(lambda one: one.request.method == "POST" and one.ok):
        press(page)
    (first, said), (second, again) = asked
    assert second - first >= 2
    assert again == said
    assert house.get("dealer", f"/tables/{TABLE}")["sequence"] > before
    expect(page.get_by_text(sentence)).to_have_count(0)
