"""A coup from history, step by step, in a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from pitboss.cli.app import app
from tests.browser.conftest import House, PageOf
from tests.browser.played import hands_of

TABLE = "replayed"
BOOK = "star-baccarat"


@pytest.fixture(scope="module")
def coup(house: House) -> int:
    """A settled coup at a table of its own, with wagers of two players."""
    made = house.client("gaming-manager").post(
        "/api/tables", json={"table": TABLE, "rulebook": BOOK}
    )
    assert made.status_code == 201, made.text
    for login in ("dealer", "gaming-supervisor"):
        house.do(login, TABLE, "sign-on")
    sign = {"minimum_cents": 2500, "maximum_cents": 1_000_000, "values": {"chip": "0.50"}}
    chips = {"chips": [50, 100, 500, 2500, 10_000], "float_cents": 10**8}
    opened = house.do("dealer", TABLE, "open-table", layout="A", virtual=True, sign=sign, **chips)
    assert opened.status_code == 200, opened.text
    house.do("player1", TABLE, "arrive", seat=1)
    house.do("player2", TABLE, "arrive", seat=4)
    placed = 0
    for _ in range(40):
        following = house.get("dealer", f"/tables/{TABLE}/console")["next"]
        if following is None and placed == 2:
            break
        if following is None:
            placed += 1
            house.do("player1", TABLE, "place-wager", wager="banker", amount_cents=2_500)
            house.do("player2", TABLE, "place-wager", wager="player", amount_cents=7_500)
            continue
        login = "dealer" if following["yours"] else "gaming-supervisor"
        done = house.do(login, TABLE, following["do"], **following["fields"])
        assert done.status_code == 200, done.text
    found: int = house.get("dealer", f"/tables/{TABLE}/coups")["coups"][0]["coup"]
    return found


def step(page: Page) -> tuple[int, int]:
    found = re.findall(r"\d+", page.locator("[data-step-now]").inner_text())
    return int(found[0]), int(found[1])


def shown(page: Page, hand: str) -> str:
    return page.locator(f"[data-count={hand}]").inner_text()


def test_arrows_step_through_the_coup_as_the_api_has_it(
    house: House, page_of: PageOf, coup: int
) -> None:
    replay: Any = house.get("dealer", f"/tables/{TABLE}/coups/{coup}/replay")
    page = page_of(f"/replay/{TABLE}/{coup}", "dealer")
    page.wait_for_selector("[data-step-now]")
    page.keyboard.press("Home")
    assert step(page) == (0, len(replay["steps"]))
    for number, one in enumerate(replay["steps"], 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-step-now]")).to_contain_text(f"Step {number} of")
        held = one["view"]["table"]["coup"]
        for hand in ("player", "banker"):
            count = None if held is None else hands_of(held)[hand].get("count")
            if count is not None:
                assert shown(page, hand) == str(count)
    page.keyboard.press("ArrowRight")
    assert step(page)[0] == len(replay["steps"])
    page.keyboard.press("ArrowLeft")
    assert step(page)[0] == len(replay["steps"]) - 1


def test_it_opens_at_the_first_card_and_keeps_what_came_before_at_hand(
    house: House, page_of: PageOf, coup: int
) -> None:
    first = 1  # the coup for which the table was made ready
    assert coup > first
    kinds = [
        one["event"]["event"]
        for one in house.get("dealer", f"/tables/{TABLE}/coups/{first}/replay")["steps"]
    ]
    betting = kinds.index("wager-placed")
    assert betting > 5
    page = page_of(f"/replay/{TABLE}/{first}", "dealer")
    expect(page.locator("[data-step-now]")).to_contain_text(f"Step {kinds.index('card-dealt') + 1}")
    expect(page.locator('[data-step="0"]')).to_be_hidden()
    expect(page.locator(f'[data-step="{betting}"]')).to_be_hidden()
    expect(page.locator(f'[data-step="{betting + 1}"]')).to_be_visible()
    fold = page.get_by_role("button", name=f"{betting} steps before the coup")
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.click()
    expect(page.locator('[data-step="1"]')).to_be_visible()
    fold.click()
    expect(page.locator('[data-step="1"]')).to_be_hidden()
    page.keyboard.press("Home")  # what is stepped into is seen
    expect(page.locator('[data-step="0"]')).to_be_visible()


def test_each_settled_line_says_why(house: House, page_of: PageOf, coup: int) -> None:
    why: Any = house.get("dealer", f"/tables/{TABLE}/coups/{coup}/why")
    page = page_of(f"/replay/{TABLE}/{coup}", "dealer")
    page.wait_for_selector("[data-step-now]")
    page.keyboard.press("End")
    assert shown(page, "player") == str(hands_of(why)["player"]["count"])
    assert len(why["lines"]) == 2
    for line in why["lines"]:
        row = page.locator(f"[data-line='{line['number']}']")
        row.get_by_role("button", name=re.compile("^why")).click()
        expect(row).to_contain_text(line["answer"])
        for one in line["steps"]:
            expect(row).to_contain_text(one["sentence"])
        page.keyboard.press("Escape")


def test_a_player_sees_only_their_own_lines(house: House, page_of: PageOf, coup: int) -> None:
    why: Any = house.get("player1", f"/tables/{TABLE}/coups/{coup}/why")
    page = page_of(f"/replay/{TABLE}/{coup}", "player1")
    page.wait_for_selector("[data-step-now]")
    page.keyboard.press("End")
    assert [one["wager"] for one in why["lines"]] == ["banker"]
    expect(page.locator("[data-line]")).to_have_count(1)
    expect(page.get_by_role("link", name="Dispute extract")).to_have_count(0)


def test_the_dispute_extract_is_for_those_above_the_lowest_rank(page_of: PageOf, coup: int) -> None:
    page = page_of(f"/replay/{TABLE}/{coup}", "gaming-supervisor")
    link = page.get_by_role("link", name="Dispute extract")
    expect(link).to_be_visible()
    with page.expect_download() as found:
        link.click()
    lines = found.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) > 3
    other = page_of(f"/replay/{TABLE}/{coup}", "dealer")
    expect(other.locator("[data-step-now]")).to_be_visible()
    expect(other.get_by_role("link", name="Dispute extract")).to_have_count(0)


def test_play_goes_on_by_itself_and_pauses(page_of: PageOf, coup: int) -> None:
    page = page_of(f"/replay/{TABLE}/{coup}", "dealer")
    page.wait_for_selector("[data-step-now]")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.locator("[data-step-now]")).to_contain_text("Step 1 of")
    page.keyboard.press(" ")
    at = step(page)
    page.wait_for_timeout(1_200)
    assert step(page) == at


def test_a_coup_there_is_not_is_refused_in_words(house: House, page_of: PageOf) -> None:
    page = page_of(f"/replay/{TABLE}/9999", "dealer")
    answer = house.client("dealer").get(f"/api/tables/{TABLE}/coups/9999/replay")
    expect(page.get_by_text(answer.json()["sentence"]).first).to_be_visible()


def test_a_step_has_an_address_that_opens_there(page_of: PageOf, coup: int) -> None:
    page = page_of(f"/replay/{TABLE}/{coup}", "dealer")
    page.wait_for_selector("[data-step-now]")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.url.endswith(f"/replay/{TABLE}/{coup}?step=3")
    shared = page_of(page.url[page.url.index("/replay") :], "player1")
    expect(shared.locator("[data-step-now]")).to_contain_text("Step 3 of")


def test_a_coup_is_kept_as_a_scenario_that_runs(page_of: PageOf, coup: int, tmp_path: Path) -> None:
    page = page_of(f"/replay/{TABLE}/{coup}", "player1")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Play it yourself").click()
    kept = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(kept)
    assert CliRunner().invoke(app, ["run", str(kept)]).exit_code == 0
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    assert waiting.value.suggested_filename.endswith(".csv")


def test_a_coup_is_kept_as_a_picture(page_of: PageOf, coup: int, tmp_path: Path) -> None:
    page = page_of(f"/replay/{TABLE}/{coup}", "player1", language="zh")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="SVG").click()
    kept = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(kept)
    assert kept.name == f"{TABLE}-coup-{coup}.svg"
    assert f"第 {coup} 局" in kept.read_text(encoding="utf-8")


def test_a_price_has_an_address_that_opens_there(page_of: PageOf) -> None:
    page = page_of(f"/rules/{BOOK}?show=payouts")
    page.locator("[data-price] select, .payouts select").last.select_option("6")
    row = page.locator('[data-price="super-six"]')
    row.get_by_role("link").first.click()
    page.wait_for_url(re.compile(r"wager=super-six"))
    shared = page_of(page.url[page.url.index("/rules") :])
    asked = shared.locator('[data-price="super-six"]')
    expect(asked).to_have_attribute("aria-current", "location")
    expect(asked).to_be_in_viewport()
    expect(shared.locator("[aria-current=location]")).to_have_count(1)
    expect(shared.locator(".payouts select").last).to_have_value("6")


def test_a_road_has_an_address_that_opens_there(page_of: PageOf, coup: int) -> None:
    wall = page_of(f"/display/{TABLE}?road=small_road", "display", size="phone")
    expect(wall.locator("[aria-current=location]")).to_have_text("Small road")
    expect(wall.locator("[aria-current=location]")).to_be_in_viewport()
    terminal = page_of(f"/terminal/{TABLE}?road=big", "player1")
    chooser = terminal.get_by_role("combobox", name="Road")
    expect(chooser).to_have_value("big")
    chooser.select_option("cockroach_pig")
    assert "road=cockroach_pig" in terminal.url


def test_a_link_that_is_not_yours_is_one_sentence(page_of: PageOf) -> None:
    page = page_of(f"/replay/{TABLE}/1", "crown-perth.table-inspector")
    expect(page.locator(".paper").first).to_contain_text("This table is another house's.")
    page = page_of(f"/replay/{TABLE}/999", "player1")
    expect(page.locator(".paper").first).to_contain_text("No coup 999 is finished at this table.")
    page = page_of(f"/replay/{TABLE}/1")
    page.wait_for_url(re.compile(r"/sign-in\?back="))
