"""The display in a real browser: the road vectors as they are drawn, the result, the sign."""

from __future__ import annotations

import itertools
import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from pitboss.games.baccarat.roads.roads import NOTICE, ROWS, read_results, roads, seen
from tests.browser.conftest import PITBOSS, House, PageOf, Pages
from tests.browser.played import carried

TABLE = "star-baccarat"
PATH = f"/display/{TABLE}"
# The shoe of the mock, then the vectors of the published rule: big eye, small, cockroach.
MOCK = "BPPBBBPBPBPPBPPBTBBPPPBTTBPTPBBBBBBBPBTTB"
VECTORS = {
    "BBPP": ("R", "", ""),
    "BPBPBP": ("RRRR", "RRR", "RR"),
    "BBBPBBB": ("BBR", "RR", ""),
    "BPPPP": ("BRR", "", ""),
    "TBTTPPTB": ("BB", "", ""),
}
DERIVED = ("big_eye_boy", "small_road", "cockroach_pig")
Shown = list[dict[str, Any]]
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def card_name(card: str | None) -> str:
    """A card as a screen reader says it."""
    if card is None:
        return "face down"
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def shoe(text: str, *, ask: bool = False, **more: Any) -> dict[str, Any]:
    """What `/roads` would answer after these results."""
    read = read_results(text)
    assert isinstance(read, tuple)
    made = roads(read)
    plain = msgspec.to_builtins(made)
    counts = {"banker": text.count("B"), "player": text.count("P"), "tie": text.count("T")}
    return {
        "shoe": 1,
        "coups": len(made.bead),
        "rows": ROWS,
        "last": made.bead[-1].coup if made.bead else None,
        "notice": NOTICE,
        **{key: plain[key] for key in ("columns", "bead", "big_road", "drawn", *DERIVED)},
        "ask": plain["ask"] if ask else None,
        "counts": {**counts, "banker_pair": 0, "player_pair": 0, "natural": 0},
        "latest": None,
        "announced": None,
        **more,
    }


def given(page: Page, answer: dict[str, Any]) -> None:
    """Have the page told these roads, and wait until they are drawn."""
    carried(page, roads=answer)
    page.reload()
    page.wait_for_selector("[data-road=cockroach_pig]")


def marks(page: Page, road: str) -> Shown:
    """The marks of a road with the middle of each on the screen."""
    found: Shown = page.evaluate(
        """road => [...document.querySelectorAll(`svg[data-road=${road}] g[data-mark]`)].map(g => {
            const circle = g.querySelector("circle, path").getBoundingClientRect();
            return {mark: g.dataset.mark, column: +g.dataset.column, row: +g.dataset.row,
                ties: +(g.dataset.ties || 0), sign: !!g.querySelector(".sign"),
                framed: !!g.querySelector(".last"),
                text: g.querySelector("text")?.textContent?.trim(),
                x: circle.x + circle.width / 2, y: circle.y + circle.height / 2};
        })""",
        road,
    )
    return found


@pytest.mark.parametrize("text", [*VECTORS, MOCK])
def test_roads_are_drawn_as_the_rule_says(page_of: PageOf, text: str) -> None:
    page = page_of(PATH, "display", size="wall")
    answer = shoe(text)
    given(page, answer)
    bead = marks(page, "bead")
    assert [one["mark"] for one in bead] == list(text)
    assert [(one["column"], one["row"]) for one in bead] == [
        (place // ROWS + 1, place % ROWS + 1) for place in range(len(text))
    ]
    assert [one["framed"] for one in bead] == [False] * (len(text) - 1) + [True]
    big = marks(page, "big")
    assert "".join(one["mark"] for one in big) == text.replace("T", "")
    assert sum(one["ties"] for one in big) == text.count("T")
    assert [one["framed"] for one in big].index(True) == len(big) - 1
    for road in DERIVED:
        drawn = marks(page, road)
        assert "".join(one["mark"] for one in drawn) == answer[road]
        if text in VECTORS:
            assert answer[road] == VECTORS[text][DERIVED.index(road)]
        # Blue means irregular, and says so by a sign as well.
        assert all(one["sign"] == (one["mark"] == "B") for one in drawn)
    for road in ("bead", "big", *DERIVED):
        _in_a_grid(marks(page, road))


# Streaks whose tails lie over the left edge of a board, under each other, and beyond it.
LONG = {
    "a tail over the edge": "B" * 20 + "PB" * 14,
    "tails under tails": ("B" * 11 + "P" * 9) * 4 + "BP" * 9,
    "longer than the board": "B" * 40 + "PP",
    "with ties": "TT" + "PT" * 20 + "B" * 3 + "PBT" * 16,
}


@pytest.mark.parametrize("size", ["wall", "tablet"])
@pytest.mark.parametrize("what", LONG)
def test_a_cut_road_shows_whole_columns_with_the_tails_in_them(
    page_of: PageOf, what: str, size: str
) -> None:
    page = page_of(PATH, "display", size=size)
    given(page, shoe(LONG[what]))
    read = read_results(LONG[what])
    assert isinstance(read, tuple)
    made = roads(read)
    cut = 0
    for road, cells in (
        ("bead", made.bead),
        ("big", made.big_road),
        *((road, getattr(made.drawn, road)) for road in DERIVED),
    ):
        drawn = marks(page, road)
        columns = int(
            page.evaluate(
                "r => (document.querySelector(`svg[data-road=${r}] .grid`).getAttribute('d')"
                ".match(/v/g).length - 1)",
                road,
            )
        )
        wanted = seen(cells, columns)
        assert [(one["column"], one["row"]) for one in drawn] == [
            (one.column, one.row) for one in wanted
        ], road
        cut += wanted != list(cells[len(cells) - len(wanted) :])
        _in_a_grid(drawn)
    assert cut, "no tail of these lies in columns that others have pushed off"


def _in_a_grid(drawn: Shown) -> None:
    """Equal columns stand one under another, equal rows side by side, in even steps."""
    for key, line in (("column", "x"), ("row", "y")):
        places: dict[int, float] = {}
        for one in drawn:
            assert one[line] == pytest.approx(places.setdefault(one[key], one[line]), abs=1)
        steps = sorted(places.items())
        for (low, at), (high, to) in itertools.pairwise(steps):
            first, second = steps[0], steps[-1]
            width = (second[1] - first[1]) / (second[0] - first[0])
            assert to - at == pytest.approx(width * (high - low), abs=1)


def test_the_long_streak_of_the_mock_turns_right(page_of: PageOf) -> None:
    page = page_of(PATH, "display", size="wall")
    given(page, shoe(MOCK))
    tail = [one for one in marks(page, "big") if one["row"] == ROWS]
    assert [one["column"] for one in tail] == [15, 16]
    twice = [one for one in marks(page, "big") if one["ties"] == 2]
    assert len(twice) == 2
    expect(page.locator("[data-ties='2'] .count").first).to_have_text(re.compile(r"^\s*2\s*$"))


def test_new_columns_push_old_ones_off(page_of: PageOf) -> None:
    page = page_of(PATH, "display", size="wall")
    given(page, shoe("BP" * 20))
    columns = {one["column"] for one in marks(page, "big")}
    assert max(columns) == 40
    assert min(columns) == 40 - 27 + 1
    box = page.locator("svg[data-road=big]").bounding_box()
    assert box is not None
    assert all(box["x"] < one["x"] < box["x"] + box["width"] for one in marks(page, "big"))


def test_letters_are_chinese_where_the_words_are(page_of: PageOf) -> None:
    page = page_of(PATH, "display", size="wall", language="zh")
    given(page, shoe("BPT"))
    assert [one["text"] for one in marks(page, "bead")] == ["庄", "闲", "和"]


def test_ask_roads_only_where_they_are_given(page_of: PageOf) -> None:
    page = page_of(PATH, "display", size="wall")
    given(page, shoe(MOCK))
    assert page.locator("[data-ask]").count() == 0
    answer = shoe(MOCK, ask=True)
    given(page, answer)
    for side in ("banker", "player"):
        drawn = page.locator(f"[data-ask={side}] g[data-mark]").evaluate_all(
            "all => Object.fromEntries(all.map(g => [g.dataset.road, g.dataset.mark]))"
        )
        assert drawn == {key: mark for key, mark in answer["ask"][side].items() if mark}


def test_the_ask_roads_of_a_server_that_shows_them(
    pages: Pages, tmp_path_factory: pytest.TempPathFactory
) -> None:
    house = House(tmp_path_factory.mktemp("asking"), command=[*PITBOSS, "--ask-roads"])
    try:
        house.do("player1", TABLE, "arrive", seat=1)
        for _ in range(6):
            house.deal(TABLE)
            house.do("player1", TABLE, "place-wager", wager="tie", amount_cents=2500)
            assert "coup-settled" in house.deal(TABLE, until="coup-settled")
        page = pages.make(house, PATH, "display", size="wall")
        ask = house.get("display", f"/tables/{TABLE}/roads")["ask"]
        for side in ("banker", "player"):
            asked = page.locator(f"[data-ask={side}]")
            expect(asked).to_be_visible()
            drawn = asked.locator("g[data-mark]").evaluate_all(
                "all => Object.fromEntries(all.map(g => [g.dataset.road, g.dataset.mark]))"
            )
            assert drawn == {key: mark for key, mark in ask[side].items() if mark}
            expect(asked.locator("svg")).to_have_attribute("aria-label", re.compile(": Big eye"))
    finally:
        house.close()


@pytest.fixture
def played(house: House) -> House:
    """At least one coup behind the shoe."""
    house.do("player1", TABLE, "arrive", seat=1)
    for _ in range(3):
        house.deal(TABLE)
        house.do("player1", TABLE, "place-wager", wager="banker", amount_cents=2_500)
        house.deal(TABLE, until="coup-settled")
    return house


def test_the_result_and_its_cards_are_those_of_the_api(played: House, page_of: PageOf) -> None:
    page = page_of(PATH, "display", size="wall")
    page.wait_for_selector("[data-outcome]")
    shown = played.get("display", f"/tables/{TABLE}/roads")
    latest = shown["latest"]
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", latest["outcome"])
    for side in ("player", "banker"):
        hand = page.locator(f"[data-hand={side}]")
        expect(hand.locator(".count")).to_have_text(str(latest[side]["count"]))
        assert hand.locator("svg.card").count() == len(latest[side]["cards"])
        expect(page.locator(f"[data-count={side}] dd")).to_have_text(str(shown["counts"][side]))
    expect(page.get_by_text(NOTICE)).to_be_visible()
    assert page.locator("button, input, select").count() == 0


def test_a_coup_is_shown_card_by_card_as_it_is_told(played: House, page_of: PageOf) -> None:
    played.deal(TABLE)
    page = page_of(PATH, "display", size="wall")
    page.wait_for_selector("[data-road=bead]")
    before = len(marks(page, "bead"))
    doing, last = page.locator("[data-doing]"), page.locator(".score")
    expect(doing).to_have_text("Place your bets")
    played.do("player1", TABLE, "place-wager", wager="player", amount_cents=2_500)
    for _ in range(12):
        heard = played.deal(TABLE, most=1)
        if "coup-settled" in heard:
            break
        coup = played.get("display", f"/tables/{TABLE}")["view"].get("coup")
        if coup is None:
            continue
        expect(doing).to_have_text("No more bets")
        for hand in coup["hands"]:
            shown = page.locator(f"[data-hand={hand['id']}]")
            expect(shown.locator("svg.card")).to_have_count(len(hand.get("cards", [])))
            expect(shown.locator(".count")).to_have_text(str(hand.get("count", "")))
            names = shown.locator("svg.card").evaluate_all("all => all.map(one => one.ariaLabel)")
            assert names == [card_name(one) for one in hand.get("cards", [])]
        if not coup["complete"]:
            expect(last).to_have_text(re.compile(rf"^Coup {coup['number'] - 1}: "))
    expect(page.locator("svg[data-road=bead] g[data-mark]")).to_have_count(before + 1)
    expect(doing).to_have_text("Place your bets")


@pytest.mark.parametrize(("language", "said"), [("en", "Play is paused"), ("zh", "牌局暂停")])
def test_the_wall_says_that_play_is_paused_and_why(
    played: House, page_of: PageOf, language: str, said: str
) -> None:
    page = page_of(PATH, "display", size="wall", language=language)
    expect(page.locator("[data-doing]")).not_to_contain_text(said)
    sheet = played.get("display", f"/tables/{TABLE}/sheet")
    assert sheet["paused"] is None
    why = {"title": "A card was exposed", "clauses": ["12.1"]}
    carried(page, sheet=sheet | {"paused": why})
    page.reload()
    expect(page.locator("[data-doing]")).to_contain_text(said)
    expect(page.locator("[data-doing]")).to_contain_text(why["title"])


def test_the_sign_is_the_sheets(played: House, page_of: PageOf) -> None:
    sheet = played.get("display", f"/tables/{TABLE}/sheet")
    page = page_of(PATH, "display", size="wall")
    for row in sheet["sign"]["rows"]:
        shown = page.locator(f"[data-sign='{' '.join(row['areas'])}'] .figure")
        expect(shown).to_contain_text(f"${row['minimum_cents'] // 100:,}")
        expect(shown).to_contain_text(f"${row['maximum_cents'] // 100:,}")


def test_a_notice_and_two_minimums_stand_on_the_sign(played: House, page_of: PageOf) -> None:
    page = page_of(PATH, "display", size="wall")
    sheet = played.get("display", f"/tables/{TABLE}/sheet")
    sheet["sign"]["old_minimum_cents"] = 2_500
    sheet["notices"] = [
        {
            "kind": "raise-minimum",
            "sentence": "Minimum $50.00 from 20:34",
            "shown": "2026-11-16T09:14:00Z",
            "change": "2026-11-16T09:34:00Z",
            "from": "20:34",
            "zone": "AEDT",
            "minimum_cents": 5_000,
            "old_minimum_cents": 2_500,
            "value": "",
            "minutes": 20,
            "clauses": ["6.7"],
        }
    ]
    carried(page, sheet=sheet)
    page.reload()
    expect(page.locator("[data-notice] .label")).to_have_text("From 20:34 AEDT")
    expect(page.locator("[data-notice] .figure")).to_have_text("Minimum $50")
    expect(page.locator("[data-sign=old-minimum] .figure")).to_have_text("Minimum $25")


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop", "wall"])
def test_it_fits_every_screen(page_of: PageOf, size: str) -> None:
    page = page_of(PATH, "display", size=size)
    given(page, shoe(MOCK * 2, ask=True))
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen
    high, there = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert size == "phone" or high <= there
