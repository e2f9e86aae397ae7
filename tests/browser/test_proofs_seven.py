"""Nothing is typed: under an edition in which every pay is 7 to 3 the pages show 7 to 3."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import cleared, deal, money, next_key, own, place, press
from tests.settle.test_seven_to_three import OTHER

TABLE = "star-baccarat"
ODDS = re.compile(r"(?<!\d)\d+ to \d+(?!\d)")
SERVER = """
from pitboss.editions import load
from tests.settle.test_seven_to_three import replaced
whole = load.load_folder
load.load_folder = lambda folder, change=None, section=None: whole(folder, replaced, section)
from pitboss.cli import main
main()
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose every edition pays 7 to 3."""
    served = House(
        tmp_path_factory.mktemp("seven"), command=[sys.executable, "-c", SERVER, "serve"]
    )
    served.do("player1", TABLE, "arrive", seat=1)
    served.deal(TABLE)
    yield served
    served.close()


TEXTS = """all => all.flatMap(one => {
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  return texts;
})"""


def shown(page: Page, within: str) -> set[str]:
    """Every odds that stand in this part of a page, seen or said."""
    texts: list[str] = page.locator(within).evaluate_all(TEXTS)
    return {odds for text in texts for odds in ODDS.findall(text)}


def test_the_terminal_and_the_table(house: House, page_of: PageOf) -> None:
    terminal = page_of(f"/terminal/{TABLE}", "player1", size="tablet")
    expect(terminal.locator("[data-area] .odds").first).to_be_visible()
    offered = house.get("player1", f"/tables/{TABLE}/sheet")["areas"]
    expect(terminal.locator("[data-area] .odds")).to_have_text([OTHER] * len(offered))
    assert shown(terminal, "body") == {OTHER}
    table = page_of(f"/table/{TABLE}", "player1", size="phone")
    expect(table.get_by_text(OTHER).first).to_be_visible()
    assert shown(table, "main") == {OTHER}


def test_what_is_paid_is_said_with_it(house: House, page_of: PageOf) -> None:
    terminal = page_of(f"/terminal/{TABLE}", "player1", size="tablet")
    console = page_of(f"/console/{TABLE}", "dealer")
    press(console)
    began = own(house, "player1", TABLE)["credit_cents"]
    for _ in range(30):
        place(terminal, "banker", 2_500)
        expect(next_key(console)).to_be_visible()
        deal(console)
        cleared(terminal)
        now = own(house, "player1", TABLE)["credit_cents"]
        if now > began:
            break
        began = now
    # To the smallest chip: fifty cents.
    assert now - began == 5_850
    table = page_of(f"/table/{TABLE}", "dealer")
    line = table.locator("[data-line]").first
    expect(line).to_contain_text(money(5_850, sign=True))
    line.get_by_role("button", name=re.compile("^why")).click()
    expect(table.locator(".paper")).to_contain_text("$25.00 × 7 ÷ 3")


def test_the_rulebook_and_the_odds(house: House, page_of: PageOf) -> None:
    book = page_of(f"/rules/{TABLE}?show=payouts", "gaming-manager")
    cells = book.locator(".payouts td.pays")
    expect(cells.first).to_be_visible()
    assert shown(book, ".payouts td.pays") == {OTHER}
    card = page_of(f"/rules/{TABLE}?show=card")
    expect(card.locator("article.printed")).to_contain_text(OTHER)
    assert shown(card, "article.printed") == {OTHER}
    odds = page_of(f"/odds/{TABLE}", "gaming-manager")
    part = odds.locator("#what-if")
    for wager in ("player", "banker", "tie"):
        part.get_by_label("Wager").select_option(wager)
        for field in part.locator(".pays input").all():
            expect(field).to_have_value(OTHER)
