"""The wall without an account: in the demonstration, and where a house switches spectators on."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PITBOSS, House, PageOf, Pages
from tests.browser.played import LONG_MS, wager

TABLE = "star-baccarat"
PATH = f"/display/{TABLE}"


def test_a_spectator_sees_a_coup_on_the_wall_and_can_do_nothing(
    house: House, page_of: PageOf
) -> None:
    assert house.do("player1", TABLE, "arrive", seat=1).is_success
    house.deal(TABLE)
    wager(house, "player1", TABLE, "banker", 2_500)
    page = page_of("/")
    page.get_by_role("link", name=re.compile(r"^Wall Star Baccarat$")).click()
    page.wait_for_url(f"**{PATH}")
    expect(page.locator("[data-road=bead]")).to_be_visible()
    house.deal(TABLE, most=2)
    expect(page.locator("[data-hand] svg.card")).to_have_count(2)
    house.deal(TABLE, until="coup-settled")
    expect(page.locator("svg[data-road=bead] g[data-mark]")).to_have_count(1)
    assert page.locator("main").locator("button, input, select").count() == 0
    for path in (f"/table/{TABLE}", f"/console/{TABLE}", "/pit"):
        page.goto(path)
        page.wait_for_url("**/sign-in?back=*")


def test_a_wall_without_an_account_goes_on_after_a_restart(
    tmp_path: Path, pages: Pages, free_port: int
) -> None:
    first = House(tmp_path, free_port)
    page = pages.make(first, PATH, size="wall")
    expect(page.locator("[data-road=bead]")).to_be_visible()
    first.close(signal.SIGKILL)
    expect(page.locator("[data-doing]")).to_contain_text("Offline since")
    second = House(tmp_path, free_port, known=first.passwords)
    try:
        expect(page.get_by_text("Offline since")).to_have_count(0, timeout=LONG_MS)
        assert second.do("player1", TABLE, "arrive", seat=1).is_success
        second.deal(TABLE)
        wager(second, "player1", TABLE, "banker", 2_500)
        second.deal(TABLE, until="coup-settled")
        expect(page.locator("svg[data-road=bead] g[data-mark]")).to_have_count(1)
    finally:
        second.close()


@pytest.mark.parametrize("switched_on", [True, False])
def test_a_house_shows_its_walls_only_where_it_says_so(
    tmp_path: Path, pages: Pages, *, switched_on: bool
) -> None:
    more = ["--spectators"] if switched_on else []
    house = House(tmp_path, command=[*PITBOSS, "--no-demo", *more], known={})
    try:
        page = pages.blank(house)
        page.goto(PATH)
        if switched_on:
            expect(page.locator("main h1")).to_have_text("Star Baccarat")
            expect(page.locator("[data-doing], .heading").first).to_be_visible()
        else:
            page.wait_for_url(f"**/sign-in?back={PATH.replace('/', '%2F')}")
    finally:
        house.close()
