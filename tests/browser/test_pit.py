"""The pit in a real browser: what waits is worked by keys, and what is shown is the API's."""

from __future__ import annotations

import copy
import datetime as dt
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from pitboss.aggregates import AGGREGATES
from pitboss.journal.proof.verify import verify_lines
from tests.browser.conftest import House, PageOf

TABLE = "star-baccarat"
STAFF, TOP = "gaming-supervisor", "gaming-manager"
SLIPS = ".queue li"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor of its own: what waits there is what these tests made wait."""
    served = House(tmp_path_factory.mktemp("pit"))
    for login in ("player1", "player2"):
        served.do(login, TABLE, "arrive", seat=int(login[-1]))
    served.do(STAFF, TABLE, "sign-on")
    for number in range(4):
        served.deal(TABLE)
        served.do("player1", TABLE, "place-wager", wager="banker", amount_cents=2_500)
        served.do("player2", TABLE, "place-wager", wager="tie", amount_cents=2_500 + number)
        served.deal(TABLE, until="coup-settled")
    yield served
    served.close()


@pytest.fixture(autouse=True)
def nothing_left(house: House) -> Iterator[None]:
    """What a test leaves waiting is refused after it."""
    yield
    for one in pit(house, TOP)["queue"]:
        if one["kind"] == "approval":
            refuse(house, one["number"], TOP)


def refuse(house: House, number: int, login: str = STAFF) -> None:
    house.client(login).post(
        f"/api/tables/{TABLE}/approvals/{number}/refuse",
        headers={"Idempotency-Key": secrets.token_hex(8)},
    )


def pit(house: House, login: str = STAFF) -> dict[str, Any]:
    found: dict[str, Any] = house.get(login, "/pit")
    return found


def ask(house: House, login: str, key: str = "both-hands", **more: Any) -> int:
    """Ask for an approval; its number."""
    answer = house.client(login).post(
        f"/api/tables/{TABLE}/approvals",
        json={"key": key, **more},
        headers={"Idempotency-Key": secrets.token_hex(8)},
    )
    assert answer.status_code == 201, answer.text
    (one,) = [one for one in pit(house)["queue"] if one["kind"] == "approval"]
    return int(one["number"])


def approval(house: House, number: int) -> dict[str, Any]:
    found = house.get(STAFF, f"/tables/{TABLE}/approvals")["approvals"]
    (one,) = [one["approval"] for one in found if one["approval"]["number"] == number]
    return dict(one)


def test_nothing_waits_and_every_table_is_shown(house: House, page_of: PageOf) -> None:
    page = page_of("/pit", STAFF)
    expect(page.locator(".queue p")).to_have_text("Nothing waits for you.")
    shown = pit(house)
    for table in shown["tables"]:
        card = page.locator(f"article[data-table={table['table']}]")
        expect(card.locator(".seats circle")).to_have_count(table["seats"])
        expect(card.locator(".seats circle.taken")).to_have_count(len(table["taken"]))
        expect(card).to_contain_text(f"min ${table['minimum_cents'] // 100:,}")
        won = table["hold"]["win_cents"]
        sign = "−" if won < 0 else ""
        expect(card.locator(".money b")).to_have_text(f"{sign}${abs(round(won / 100)):,}")
    drawn = page.locator(f"article[data-table={TABLE}] [data-deviations]")
    (there,) = [one for one in shown["tables"] if one["table"] == TABLE]
    at = float(drawn.get_attribute("data-deviations") or "nan")
    assert at == pytest.approx(there["hold"]["deviations"])


def test_an_approval_comes_by_itself_and_is_granted_by_a_key(house: House, page_of: PageOf) -> None:
    page = page_of("/pit", STAFF)
    expect(page.locator(".queue p")).to_have_text("Nothing waits for you.")
    number = ask(house, "player1")
    expect(page.locator(SLIPS)).to_have_count(1)
    expect(page.locator(SLIPS)).to_contain_text("Asked by seat 1.")
    expect(page.locator(f"{SLIPS} .brass button")).to_have_text("Approve")
    assert page.locator(".brass button, .brass[type=submit]").count() == 1
    page.keyboard.press("a")
    expect(page.locator(".queue p")).to_have_text("Nothing waits for you.")
    assert approval(house, number)["granted_by"]


def test_who_is_not_on_duty_signs_on_first_and_may_refuse(house: House, page_of: PageOf) -> None:
    number = ask(house, "player2")
    asked = house.get(STAFF, f"/tables/{TABLE}")["sequence"]
    page = page_of("/pit", TOP)
    expect(page.locator(f"{SLIPS} .brass button")).to_have_text("Sign on at this table")
    page.keyboard.press("Enter")
    expect(page.locator(f"{SLIPS} .brass button")).to_have_text("Approve")
    assert pit(house, TOP)["queue"][0]["signed_on"]
    page.keyboard.press("r")
    expect(page.locator(".queue p")).to_have_text("Nothing waits for you.")
    heard = house.get(STAFF, f"/tables/{TABLE}/events?after={asked}")["events"]
    refused = [one for one in heard if one["event"] == "approval-refused"]
    assert [one["fields"]["approval"] for one in refused] == [number]


def test_who_asked_reads_why_another_must_approve(house: House, page_of: PageOf) -> None:
    person = house.get("player1", "/session")["person"]
    number = ask(house, STAFF, whom=person)
    why = pit(house)["queue"][0]["why_not"]
    page = page_of("/pit", STAFF)
    expect(page.locator(SLIPS)).to_contain_text(why)
    key = page.get_by_role("button", name="Approve")
    expect(key).to_have_attribute("aria-disabled", "true")
    key.click(force=True)
    page.keyboard.press("a")
    assert not approval(house, number).get("granted_by")
    other = page_of("/pit", TOP)
    other.get_by_role("button", name="Approve").click()
    expect(page.locator(".queue p")).to_have_text("Nothing waits for you.")


def test_a_refusal_of_the_table_is_a_slip_with_its_sentence(house: House, page_of: PageOf) -> None:
    ask(house, "player1")
    page = page_of("/pit", STAFF)
    said = {"code": "too-late", "sentence": "Not now, for a reason.", "clauses": ["5.6.6"]}
    page.route("**/grant", lambda route: route.fulfill(status=409, json=said))
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(f"{SLIPS} .paper")).to_contain_text(said["sentence"])
    page.keyboard.press("Escape")
    expect(page.locator(f"{SLIPS} .paper")).to_have_count(0)


def test_a_duty_is_discharged_with_how_it_was_done(house: House, page_of: PageOf) -> None:
    assert house.do("player2", TABLE, "request-rules").is_success
    number = next(one["number"] for one in pit(house)["queue"] if one["kind"] == "duty")
    asked = ask(house, "player1")
    page = page_of("/pit", STAFF)
    order = [(one["kind"], one["table"]) for one in pit(house)["queue"]]
    expect(page.locator(SLIPS)).to_have_count(len(order))
    drawn = page.locator(SLIPS).evaluate_all(
        "all => all.map(x => [x.dataset.kind, x.dataset.table])"
    )
    assert [tuple(one) for one in drawn] == order
    # J goes through the queue and comes round; only what is chosen has keys.
    kinds = []
    for _ in range(len(order) + 1):
        kinds.append(page.locator(f"{SLIPS}[aria-current]").get_attribute("data-kind"))
        page.keyboard.press("j")
    assert kinds == [kind for kind, _ in order] + [order[0][0]]
    while page.locator(f"{SLIPS}[aria-current]").get_attribute("data-kind") != "duty":
        page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_label("How it was done")).to_be_focused()
    page.keyboard.type("by telephone to the officer on duty")
    page.keyboard.press("Enter")
    expect(page.locator(f"{SLIPS}[data-kind=duty]")).to_have_count(0)
    open_now = [one["duty"]["number"] for one in house.get(STAFF, "/duties")["duties"]]
    assert number not in open_now
    page.keyboard.press("a")
    expect(page.locator(".queue p")).to_have_text("Nothing waits for you.")
    assert approval(house, asked)["granted_by"]


def test_a_ruling_stops_the_table_and_leads_to_it(house: House, page_of: PageOf) -> None:
    told = {"settled_as": "even-money"}
    sent = house.do(
        "player1", TABLE, "report-irregularity", situation="settled-by-other-game", told=told
    )
    assert sent.is_success, sent.text
    page = page_of("/pit", STAFF)
    card = page.locator(f"article[data-table={TABLE}]")
    expect(card).to_contain_text("Ruling")
    expect(card).to_have_class(re.compile("paused"))
    (waiting,) = pit(house)["queue"]
    expect(page.locator(SLIPS)).to_contain_text(waiting["about"])
    expect(page.locator(f"{SLIPS} .brass button")).to_have_text("Go to the ruling")
    for clause in waiting["clauses"]:
        expect(page.locator(SLIPS).get_by_text(clause, exact=True)).to_be_visible()
    page.keyboard.press("a")
    page.wait_for_url(f"**/console/{TABLE}")
    done = house.do(STAFF, TABLE, "dismiss-report", reason="nothing of the kind")
    assert done.is_success, done.text


def test_the_list_of_tables_says_what_it_waits_for(house: House, page_of: PageOf) -> None:
    ask(house, "player1")
    page = page_of("/tables", TOP)
    row = page.locator(f"li[data-table={TABLE}]")
    expect(row).to_contain_text("Waits for approval")
    (waits,) = next(one for one in house.get(TOP, "/tables")["tables"] if one["table"] == TABLE)[
        "waits"
    ]
    expect(row).to_contain_text(f"{waits['about']}. {waits['rank']}")
    expect(page.locator("[data-waiting]")).to_have_text("1 table waits")
    # The clock is the house's, whatever the zone of the screen.
    clock = page.locator("header.bar time")
    expect(clock).to_have_text(re.compile(r"^\d\d:\d\d:\d\d AE[DS]T$"))
    now = dt.datetime.now(ZoneInfo("Australia/Sydney"))
    near = {f"{now + dt.timedelta(minutes=by):%H:%M}" for by in (-1, 0, 1)}
    assert clock.inner_text()[:5] in near


def test_records_are_the_apis_and_extracts_hold(
    house: House, page_of: PageOf, tmp_path: Path
) -> None:
    fields = {"direction": "over", "amount_cents": 1_050, "coup": 1, "wager": "banker"}
    assert house.do(STAFF, TABLE, "open-payment-error", about="a chip", **fields).is_success
    assert house.do("player1", TABLE, "raise-dispute", about="the count", coup=2).is_success
    page = page_of("/pit", STAFF)
    page.get_by_role("button", name=re.compile("Payment errors this month: 1")).click()
    sheet = page.locator("dialog[open]")
    shapes = set()
    for tab in sheet.get_by_role("tab").all():
        tab.click()
        shapes.add(sheet.evaluate("one => one.offsetWidth"))
        assert sheet.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
        lines = tab.evaluate("one => one.getClientRects().length + (one.scrollHeight > 48)")
        assert lines == 1, tab.inner_text()
    assert len(shapes) == 1, shapes
    sheet.get_by_role("tab", name="Payment errors").click()
    expect(page.locator("dialog[open] tbody tr")).to_contain_text(["$10.50"])
    page.get_by_role("tab", name="Disputes").click()
    expect(page.locator("dialog[open]")).to_contain_text("the count")
    with page.expect_download() as waiting:
        page.locator("dialog[open]").get_by_role("link", name="Extract").click()
    kept = tmp_path / "extract.jsonl"
    waiting.value.save_as(kept)
    verdict = verify_lines(iter(kept.read_bytes().splitlines(keepends=True)), AGGREGATES)
    assert verdict.sound
    assert verdict.extract is not None
    assert verdict.extract.number == 2
    page.get_by_role("tab", name="Exports").click()
    with page.expect_download() as waiting:
        page.locator("dialog[open]").get_by_role("link", name="Journal").first.click()
    kept = tmp_path / "journal.jsonl"
    waiting.value.save_as(kept)
    assert verify_lines(iter(kept.read_bytes().splitlines(keepends=True)), AGGREGATES).sound
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_protection_chart_is_drawn_for_staff(page_of: PageOf) -> None:
    page = page_of("/pit", STAFF)
    page.get_by_role("button", name="Protection").click()
    page.get_by_role("button", name="Simulate").click()
    chart = page.locator("dialog img")
    chart.wait_for(timeout=60_000)
    page.wait_for_function("document.querySelector('dialog img').naturalWidth > 0")


def test_the_lowest_rank_sees_no_money(page_of: PageOf) -> None:
    page = page_of("/pit", "dealer")
    page.wait_for_selector("article")
    assert page.locator("article .money, article .band").count() == 0
    assert page.get_by_text("Payment errors").count() == 0
    empty = page.locator("article").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().bottom"
        " - one.lastElementChild.getBoundingClientRect().bottom)"
    )
    assert max(empty) < 40, empty
    assert page.get_by_text("Disputes open: 0").count() == 0


def test_players_are_told_that_it_is_not_theirs(page_of: PageOf) -> None:
    page = page_of("/pit", "player1")
    expect(page.locator("h1")).to_have_text("The pit is for supervisors. Go to your terminal.")


def many(shown: dict[str, Any], tables: int) -> dict[str, Any]:
    """A floor of so many tables."""
    made = copy.deepcopy(shown)
    made["tables"] = [
        {**shown["tables"][0], "table": f"baccarat-{number}"} for number in range(1, tables + 1)
    ]
    return made


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop", "wall"])
def test_sixty_tables_scroll_and_are_filtered(house: House, page_of: PageOf, size: str) -> None:
    answer = many(pit(house), 60)
    page = page_of("/tables", STAFF, size=size)
    page.route("**/api/pit*", lambda route: route.fulfill(json=answer))
    page.goto("/pit")
    expect(page.locator("article")).to_have_count(60)
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen
    cut = page.locator("article").evaluate_all(
        "all => all.filter(x => x.scrollWidth > x.clientWidth + 1).length"
    )
    assert cut == 0
    page.locator("#pit-filter").fill("Baccarat 41")
    expect(page.locator("article")).to_have_count(1)
