"""The dealer's console in a browser: coups by keys, cards entered, rulings by two sessions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import deal_real, hands_of

BOOK = "star-baccarat"
SIGN = {
    "minimum_cents": 2500,
    "maximum_cents": 1_000_000,
    "offered": ["player-pair", "super-six"],
    "wagers": {
        "player-pair": {"minimum_cents": 500, "maximum_cents": 100_000},
        "super-six": {"minimum_cents": 500, "maximum_cents": 100_000},
    },
    "values": {"chip": "0.50"},
}
_names = (f"console-{number}" for number in itertools.count(1))


def money(cents: int) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) / 100:,.2f}"


@pytest.fixture
def made(house: House) -> Callable[..., str]:
    """A table of one's own: open, staffed, with a shoe and two players, unless left closed."""

    def make(*, virtual: bool = True, opened: bool = True) -> str:
        table = next(_names)
        answer = house.client("gaming-manager").post(
            "/api/tables", json={"table": table, "rulebook": BOOK}
        )
        assert answer.status_code == 201, answer.text
        for login in ("dealer", "gaming-supervisor"):
            assert house.do(login, table, "sign-on").status_code == 200
        if opened:
            fields = {"layout": "A", "chips": [50, 100, 500, 2500, 10_000], "float_cents": 10**8}
            given = house.do("dealer", table, "open-table", virtual=virtual, sign=SIGN, **fields)
            assert given.status_code == 200, given.text
            ready(house, table)
            for seat, login in ((2, "player1"), (5, "player2")):
                assert house.do(login, table, "arrive", seat=seat).status_code == 200
        return table

    return make


def console(house: House, table: str, login: str = "dealer") -> Any:
    return house.get(login, f"/tables/{table}/console")


def coup_of(house: House, table: str) -> Any:
    """The hands of the coup in progress, by name."""
    return hands_of(house.get("dealer", f"/tables/{table}")["view"]["table"]["coup"])


def ready(house: House, table: str) -> None:
    """Make a shoe ready: the dealer's acts by the dealer, the others by a supervisor."""
    for _ in range(12):
        following = console(house, table)["next"]
        if following is None:
            return
        login = "dealer" if following["yours"] else "gaming-supervisor"
        done = house.do(login, table, following["do"], **following["fields"])
        assert done.status_code == 200, done.text


def wager(house: House, table: str) -> None:
    for login, what, cents in (
        ("player1", "banker", 2_500),
        ("player1", "super-six", 2_500),
        ("player2", "player", 25_000),
        ("player2", "tie", 2_500),
    ):
        done = house.do(login, table, "place-wager", wager=what, amount_cents=cents)
        assert done.status_code == 200, done.text


def brass(page: Page) -> Any:
    return page.locator(".next button")


def press_until(house: House, page: Page, table: str, word: str) -> None:
    """Press Enter, the next act each time, until this act is the next one."""
    for _ in range(14):
        following = console(house, table)["next"]
        if following is None or following["do"] == word:
            return
        before = house.get("dealer", f"/tables/{table}")["sequence"]
        page.wait_for_function(
            "n => document.querySelector('[data-console]').dataset.console >= n", arg=before
        )
        page.keyboard.press("Enter")
        for _ in range(100):
            if house.get("dealer", f"/tables/{table}")["sequence"] > before:
                break
            page.wait_for_timeout(30)
    raise AssertionError(f"{word} never came")


def test_a_coup_is_dealt_and_settled_by_enter_alone(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made()
    wager(house, table)
    page = page_of(f"/console/{table}", "dealer")
    expect(brass(page)).to_contain_text("Deal Player's first card")
    press_until(house, page, table, "settle")
    expect(brass(page)).to_contain_text("Settle")
    coup = coup_of(house, table)
    for hand in ("player", "banker"):
        expect(page.locator(f"[data-count={hand}]")).to_have_text(str(coup[hand]["count"]))
    payout = house.get("dealer", f"/tables/{table}/payout")
    aside = page.get_by_role("complementary")
    for part, key in (("collect", "collected_cents"), ("pay", "paid_cents")):
        if payout[part]:
            expect(aside.locator(f"[data-sum={part}]")).to_have_text(money(payout[key]))
    order = [
        int(one)
        for one in aside.locator("[data-line]").evaluate_all("all => all.map(x => x.dataset.line)")
    ]
    assert order == [*payout["collect"], *payout["pay"], *payout["return"]]
    before = house.get("dealer", f"/tables/{table}")["view"]["balances_cents"]["float"]
    page.keyboard.press("Enter")
    expect(page.get_by_text("No wager lies on the layout.").first).to_be_visible()
    after = house.get("dealer", f"/tables/{table}")["view"]["balances_cents"]["float"]
    assert after - before == payout["collected_cents"] - payout["paid_cents"]


def test_what_is_not_due_is_dashed_with_the_reason_of_the_core(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made()
    page = page_of(f"/console/{table}", "dealer")
    settle = page.get_by_role("button", name="Settle", exact=True)
    expect(settle).to_have_attribute("aria-disabled", "true")
    refusal = house.do("dealer", table, "settle").json()
    expect(page.locator(".key", has=settle)).to_contain_text(refusal["sentence"])
    before = house.get("dealer", f"/tables/{table}")["sequence"]
    settle.click(force=True)
    page.keyboard.press("Y")
    assert house.get("dealer", f"/tables/{table}")["sequence"] == before


def test_a_table_is_opened_and_cards_are_entered_by_keys_taps_and_scan(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made(opened=False)
    page = page_of(f"/console/{table}", "dealer")
    expect(brass(page)).to_contain_text("Open the table")
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Minimum, dollars", exact=True).fill("25")
    sheet.get_by_label("Maximum, dollars", exact=True).fill("10,000")
    sheet.get_by_label("Chips, in dollars").fill("0.50, 5, 25")
    sheet.get_by_label("Float as counted").fill("50000")
    sheet.get_by_label("the smallest chip").fill("0.50")
    sheet.get_by_role("button", name="Open the table").click()
    expect(brass(page)).to_contain_text("Introduce cards")
    view = house.get("dealer", f"/tables/{table}")["view"]
    assert view["display"]["sign"]["minimum_cents"] == 2_500
    assert view["balances_cents"]["float"] == 5_000_000
    ready(house, table)
    assert house.do("player1", table, "arrive", seat=1).status_code == 200
    assert house.do("player1", table, "place-wager", wager="banker", amount_cents=2500).is_success
    expect(brass(page)).to_contain_text("Deal Player's first card")

    page.keyboard.type("9h")
    expect(brass(page)).to_contain_text("9♥")
    page.keyboard.press("Enter")
    expect(brass(page)).to_contain_text("Deal Banker's first card")
    page.keyboard.type("10s\n", delay=2)
    expect(brass(page)).to_contain_text("Deal Player's second card")
    page.get_by_role("button", name="king", exact=True).click()
    page.get_by_role("button", name="diamonds", exact=True).click()
    brass(page).click()
    expect(brass(page)).to_contain_text("Deal Banker's second card")
    page.keyboard.type("7")
    page.keyboard.press("Backspace")
    page.keyboard.type("6C")
    page.keyboard.press("Enter")
    expect(brass(page)).to_contain_text("Announce the point counts")
    coup = coup_of(house, table)
    assert coup["player"]["cards"] == ["9h", "Kd"]
    assert coup["banker"]["cards"] == ["Ts", "6c"]
    expect(page.locator("[data-count=player]")).to_have_text("9")


def test_a_ruling_waits_for_the_supervisors_own_session(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made(virtual=False)
    wager(house, table)
    deal_real(house, table, 5)
    page = page_of(f"/console/{table}", "dealer")
    expect(brass(page)).to_be_visible()
    page.keyboard.press("g")
    page.get_by_label("Find what happened").fill("missing")
    page.get_by_role("button", name=re.compile("A card missing")).click()
    told = next(
        one["told"][0]
        for one in house.get("dealer", f"/tables/{table}/ruling")["reportable"]
        if one["situation"] == "missing-or-foreign"
    )
    page.get_by_role("group", name=told["says"]).get_by_label(
        told["values_say"][told["values"].index("missing")], exact=True
    ).check()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Play is paused.")).to_be_visible()
    guide = house.get("dealer", f"/tables/{table}/ruling")["trouble"]
    allowed = guide["allowed"][0]
    assert allowed["who"]["you"] is False
    paper = page.get_by_role("complementary")
    expect(paper.get_by_role("heading", level=1)).to_have_text(guide["title"])
    expect(paper).to_contain_text(allowed["who"]["says"])
    held = page.get_by_role("button", name="Deal the next card")
    expect(held).to_have_attribute("aria-disabled", "true")
    ask = paper.get_by_role("button", name=re.compile("^Ask gaming-supervisor, Gaming Supervisor"))
    ask.click()
    expect(paper.get_by_role("status")).to_contain_text("Waiting for gaming-supervisor")
    assert house.get("dealer", f"/tables/{table}/ruling")["trouble"]["ruled"] is None

    other = page_of(f"/console/{table}", "gaming-supervisor")
    other.get_by_role("button", name=re.compile("^Give this ruling")).click()
    # What the ruling asks for comes first: then the sheet shrinks to one line.
    expect(paper.get_by_role("button", name="Record card check", exact=True)).to_be_visible()
    follow = house.get("dealer", f"/tables/{table}/ruling")["trouble"]["follow"]
    assert follow["do"] == "record-card-check"
    expect(paper).to_contain_text(follow["says"])
    expect(paper.get_by_role("heading", name="What must follow")).to_be_visible()
    expect(paper.get_by_label("Cards that are missing")).to_be_visible()
    expect(paper.get_by_text("This must be filled in.")).to_have_count(0)
    paper.get_by_role("button", name="Record card check", exact=True).click()
    expect(page.get_by_text(re.compile(r"Ruled \d\d:")).first).to_be_visible()
    expect(page.get_by_text("Play is paused.")).to_have_count(0)
    events = house.get("dealer", f"/tables/{table}/events?after=0&limit=500")["events"]
    given = next(one for one in events if one["event"] == "ruling-given")
    assert given["rank"] == "Gaming Supervisor"
    assert given["fields"]["ruling"] == allowed["ruling"]


def test_the_ruling_shows_what_becomes_of_each_wager(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made()
    # Until Player stands and Banker is to draw: then the card has a lawful place.
    for _ in range(40):
        wager(house, table)
        while (following := console(house, table)["next"])["do"] != "settle":
            third = following["place"] == 2 and following["hand"] == "banker"
            if third and len(coup_of(house, table)["player"]["cards"]) == 2:
                break
            assert house.do("dealer", table, following["do"], **following["fields"]).is_success
        else:
            assert house.do("dealer", table, "settle").is_success
            continue
        break
    told = house.do(
        "dealer", table, "report-irregularity", situation="unneeded-player-card", card="As"
    )
    assert told.status_code == 200, told.text
    page = page_of(f"/console/{table}", "dealer")
    guide = house.get("dealer", f"/tables/{table}/ruling")["trouble"]
    lines = guide["allowed"][0]["consequence"]["lines"]
    assert len(lines) == 4
    for line in lines:
        row = page.locator(f".ruled-line[data-line='{line['number']}']")
        amount = money(line["net_cents"])
        expect(row).to_contain_text(f"+{amount}" if line["net_cents"] > 0 else amount)
    for other in guide["not_allowed"]:
        expect(page.get_by_text(other["why"]).first).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"Ruled \d\d:"))).to_be_visible()
    banker = coup_of(house, table)["banker"]
    expect(page.locator("[data-count=banker]")).to_have_text(str(banker["count"]))
    assert len(banker["cards"]) == 3


SEES = """() => {
  const seen = (one) => {
    const at = one.getBoundingClientRect();
    const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    return at.top >= 0 && at.bottom <= innerHeight && (one === top || one.contains(top));
  };
  return {
    key: seen(document.querySelector(".rule-sheet .ask")),
    who: seen(document.querySelector(".rule-sheet .who h2")),
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""
AROUND = [(1440, 900), (1024, 768), (768, 1024), (390, 844)]


@pytest.mark.parametrize(("width", "height"), AROUND)
def test_who_approves_and_the_key_that_asks_are_in_sight(
    house: House, page_of: PageOf, made: Callable[..., str], width: int, height: int
) -> None:
    """However long the sheet of a ruling is, its third step stands at the foot of the screen."""
    table = made(virtual=False)
    wager(house, table)
    deal_real(house, table, 5)
    told = {"error": "dealt incorrectly"}
    done = house.do("dealer", table, "report-irregularity", situation="misdeal", told=told)
    assert done.is_success, done.text
    page = page_of(f"/console/{table}", "gaming-supervisor")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".rule-sheet .ask")).to_be_visible()
    expect(page.locator(".rule-sheet .ruled-line, .rule-sheet .pick").first).to_be_visible()
    page.wait_for_function(f"() => {{ const seen = ({SEES})(); return seen.key && seen.who; }}")
    assert page.evaluate(SEES)["wide"] <= 0
    # Every fact and every refused ruling can still be read.
    facts = house.get("dealer", f"/tables/{table}/ruling")["trouble"]
    assert facts["not_allowed"]
    if page.locator(".rule-sheet summary").count():
        page.locator(".rule-sheet summary").click()
    more = page.get_by_role("button", name=re.compile(r"^Show the \d+ facts"))
    if more.count():
        more.click()
    for one in facts["what_happened"][1:]:
        expect(page.get_by_text(one["sentence"][:12]).first).to_be_visible()
    for one in facts["not_allowed"]:
        expect(page.get_by_text(one["why"]).first).to_be_visible()
    assert page.evaluate(SEES)["key"]


def test_the_next_two_steps_are_told_apart(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made()
    wager(house, table)
    page = page_of(f"/console/{table}", "dealer")
    steps = page.locator("ol.steps li")
    expect(steps.first).to_be_visible()
    names = steps.all_inner_texts()
    assert len(names) == len(set(names))
    assert any(name.startswith("First cards") for name in names)
    press_until(house, page, table, "announce")
    expect(page.locator("ol.steps li.now")).to_have_text("Point counts")
    expect(brass(page)).to_contain_text("Announce the point counts")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => !document.querySelector('ol.steps li.now').textContent.startsWith('Point counts')"
    )
    press_until(house, page, table, "announce")
    following = console(house, table)["next"]
    if following is not None and following["do"] == "announce":  # a natural has one call alone
        expect(brass(page)).to_contain_text("Announce the result")


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_the_steps_are_one_line_and_stand_still(
    house: House, page_of: PageOf, made: Callable[..., str], size: str
) -> None:
    table = made()
    wager(house, table)
    page = page_of(f"/console/{table}", "dealer", size=size)
    steps = page.locator("ol.steps")
    expect(steps).to_be_visible()
    seen = set()
    for _ in range(12):
        heard = house.deal(table, most=1)
        at = house.get("dealer", f"/tables/{table}")["sequence"]
        page.wait_for_function(
            "n => Number(document.querySelector('[data-console]').dataset.console) >= n", arg=at
        )
        if "coup-settled" in heard:
            break
        box = steps.bounding_box()
        assert box is not None
        # On a phone the reason of a third card stands in two columns above them.
        seen.add((0 if size == "phone" else round(box["y"]), round(box["height"])))
        cut = steps.evaluate("one => one.scrollWidth - one.clientWidth")
        assert cut <= 0
    assert len(seen) == 1, seen


def test_every_act_of_staff_can_be_reached(
    house: House, page_of: PageOf, made: Callable[..., str]
) -> None:
    table = made()
    page = page_of(f"/console/{table}", "dealer")
    expect(brass(page)).to_be_visible()
    page.keyboard.press("u")
    sheet = page.get_by_role("dialog")
    acts = console(house, table)["acts"]
    expect(sheet.get_by_text(f"{len(acts)} acts")).to_be_visible()
    names = sheet.get_by_role("option").locator(".name").all_text_contents()
    assert {one.lower() for one in names} == {one["do"].replace("-", " ") for one in acts}
    low = next(one for one in acts if one["refused"] and one["refused"]["code"] == "rank-too-low")
    reason = low["refused"]["sentence"].split(";")[0]
    expect(sheet.get_by_text(reason).first).to_be_attached()


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop", "wall"])
def test_nothing_runs_out_of_the_screen(
    house: House, page_of: PageOf, made: Callable[..., str], size: str
) -> None:
    table = made()
    wager(house, table)
    page = page_of(f"/console/{table}", "dealer", size=size)
    expect(brass(page)).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    if size in ("desktop", "wall"):
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_in_chinese(house: House, page_of: PageOf, made: Callable[..., str]) -> None:
    table = made()
    wager(house, table)
    page = page_of(f"/console/{table}", "dealer", language="zh")
    expect(brass(page)).to_contain_text("发闲家第一张牌")
