"""Under Chinese no sentence of ours is English, unless it is marked as such."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import House, PageOf

BOOKS = ("star-baccarat", "crown-perth-baccarat", "crown-melbourne-baccarat", "star-blackjack")
TABLE = "star-baccarat-1"
PAGES: tuple[tuple[str, str | None], ...] = (
    ("/", None),
    ("/sign-in", None),
    ("/rules", None),
    *((f"/rules/{book}?show=payouts", None) for book in BOOKS),
    *((f"/rules/{book}?show=card", None) for book in BOOKS),
    ("/rules/star-baccarat/11.1.3", None),
    ("/rules/star-baccarat/4.3.1?beside=crown-perth-baccarat", None),
    ("/rules/crown-perth-baccarat/3.11", None),
    ("/rules/star-blackjack/11.1.1", None),
    *((f"/compare?first=star-baccarat&second={book}", None) for book in BOOKS[1:]),
    ("/compare?first=star-blackjack&second=star-blackjack", None),
    ("/tables", "gaming-manager"),
    ("/pit", "gaming-manager"),
    ("/odds/star-baccarat", "gaming-manager"),
    ("/pit", "player1"),
    *(
        (f"/{page}/{table}", login)
        for table in ("star-baccarat", "star-blackjack")
        for page, login in (
            ("table", "dealer"),
            ("terminal", "player1"),
            ("console", "dealer"),
            ("display", "display"),
        )
    ),
    ("/rules/none", None),
)
FOUND = """
() => {
  const english = /[A-Za-z][a-z']+(?:[ -][a-z']+){2,}/;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, parent = node.parentElement;
    const silent = ["SCRIPT", "STYLE", "CODE", "PRE", "NOSCRIPT"];
    if (!parent || silent.includes(parent.tagName)) continue;
    const tongue = parent.closest("[lang]")?.getAttribute("lang") ?? "";
    if (tongue.startsWith("en") || !english.test(node.textContent)) continue;
    found.push(node.textContent.trim());
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which a baccarat table is in the middle of a coup."""
    served = House(tmp_path_factory.mktemp("chinese"))
    for login in ("dealer", "gaming-supervisor"):
        served.do(login, "star-baccarat", "sign-on")
    for table in ("star-baccarat", "star-blackjack"):
        assert served.do("player1", table, "arrive", seat=1).is_success
    served.deal("star-baccarat")
    placed = served.do(
        "player1", "star-baccarat", "place-wager", wager="banker", amount_cents=2_500
    )
    assert placed.is_success, placed.text
    served.deal("star-baccarat", until="card-dealt")
    yield served
    served.close()


@pytest.mark.parametrize(("path", "login"), PAGES)
def test_no_sentence_of_ours_is_english(
    house: House, page_of: PageOf, path: str, login: str | None
) -> None:
    page = page_of(path, login=login, language="zh")
    page.wait_for_load_state("networkidle")
    # What a rulebook is called comes after the page; whatever is still English then stays so.
    page.wait_for_timeout(500)
    for closed in page.locator("main details:not([open]) > summary").all():
        closed.click()
    assert "\n".join(page.evaluate(FOUND)) == ""
