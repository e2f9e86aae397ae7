"""The work that staff do most, in two keys; everything else in a palette."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import House, PageOf
from tests.browser.played import opened

BOOK = "star-baccarat"
CASINO = ZoneInfo("Australia/Sydney")
TASKS = (
    ("1", "Buy-in", "兑换筹码"),
    ("2", "Fill and credit", "补码与退码"),
    ("3", "Change limits", "更改限额"),
    ("4", "Post notice", "张贴告示"),
    ("5", "Close table", "关台"),
    ("6", "Change method", "更改发牌方式"),
    ("7", "Relieve", "换岗"),
    ("8", "No-bet coup", "无注局"),
)
_names = (f"tasks-{number}" for number in itertools.count(1))


@pytest.fixture
def table(house: House) -> str:
    return opened(house, next(_names), BOOK, "player1")


def task(page: Page, digit: str) -> Locator:
    """A task, in two keys."""
    expect(page.locator(".next button")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press(digit)
    form = page.locator("form.task")
    expect(form).to_be_visible()
    return form


def balances(house: House, table: str) -> dict[str, int]:
    found: dict[str, int] = house.get("dealer", f"/tables/{table}")["view"]["balances_cents"]
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_of_the_eight_is_found_in_two_keys(
    house: House, page_of: PageOf, table: str, language: str
) -> None:
    page = page_of(f"/console/{table}", "dealer", language=language)
    for digit, english, chinese in TASKS:
        form = task(page, digit)
        expect(form).to_have_attribute("aria-label", chinese if language == "zh" else english)
        expect(form.locator(".says")).not_to_be_empty()
        expect(form.locator(".key")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_buy_in_by_keys(house: House, page_of: PageOf, table: str) -> None:
    before = balances(house, table)
    page = page_of(f"/console/{table}", "dealer")
    form = task(page, "1")
    expect(form.get_by_label("Who")).to_have_value(re.compile("p-"))  # only one plays here
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("Write amounts in dollars")
    form.get_by_role("button", name="$500", exact=True).click()
    expect(form.locator(".key")).to_contain_text("Sell seat 1 $500 in chips")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    after = balances(house, table)
    assert after["float"] == before["float"] - 50_000


def test_a_fill_and_a_credit_say_what_the_float_will_be(
    house: House, page_of: PageOf, table: str
) -> None:
    held = balances(house, table)["float"]
    page = page_of(f"/console/{table}", "dealer")
    form = task(page, "2")
    expect(form.locator("dl")).to_contain_text(f"${held // 100:,}")
    form.get_by_label("Amount, dollars").fill("5,000")
    expect(form.locator("dl")).to_contain_text(f"${(held + 500_000) // 100:,}")
    form.get_by_label("Which way").select_option("credit")
    expect(form.locator("dl")).to_contain_text(f"${(held - 500_000) // 100:,}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert balances(house, table)["float"] == held - 500_000


def test_limits_begin_with_those_of_the_sign(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "gaming-manager")
    form = task(page, "3")
    sign = house.get("dealer", f"/tables/{table}")["view"]["display"]["sign"]
    most = form.get_by_label("Maximum, dollars")
    expect(most).to_have_value(str(sign["maximum_cents"] // 100))
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_have_text("Write a limit that differs from the sign.")
    most.fill("2.5.0")
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("Write amounts in dollars")
    most.fill("20000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    sign = house.get("dealer", f"/tables/{table}")["view"]["display"]["sign"]
    assert sign["maximum_cents"] == 2_000_000


def test_a_higher_minimum_without_its_notice_is_refused_in_one_sentence(
    house: House, page_of: PageOf, table: str
) -> None:
    page = page_of(f"/console/{table}", "gaming-manager")
    form = task(page, "3")
    form.get_by_label("Minimum, dollars").fill("50")
    page.keyboard.press("Enter")
    slip = form.locator(".slip")
    expect(slip).to_be_visible()
    assert len(re.findall(r"\.(?:\s|$)", slip.locator(".rule").inner_text())) <= 2
    sign = house.get("dealer", f"/tables/{table}")["view"]["display"]["sign"]
    assert sign["minimum_cents"] == 2_500


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/St_Johns"])
def test_a_notice_in_so_many_minutes_or_at_a_time_of_the_table(
    house: House, page_of: PageOf, table: str, zone: str
) -> None:
    page = page_of(f"/console/{table}", "gaming-manager", zone=zone)
    form = task(page, "4")
    page_now = dt.datetime.now(CASINO)
    preset = form.get_by_role("button", name=re.compile("in 20 minutes"))
    expect(preset).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    (notice,) = house.get("dealer", f"/tables/{table}/sheet")["notices"]
    change = dt.datetime.fromisoformat(notice["change"])
    assert dt.timedelta(minutes=20) <= change - page_now <= dt.timedelta(minutes=23)
    # Another, at a time that the table's clock will show.
    form = task(page, "4")
    form.get_by_label("What will change").select_option("close-table")
    wanted = (page_now + dt.timedelta(minutes=75)).replace(second=0, microsecond=0)
    field = form.get_by_label(re.compile("^When"))
    field.fill("25:70")
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("by the table's clock")
    field.fill(f"{wanted:%H:%M}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    found = {
        one["kind"]: dt.datetime.fromisoformat(one["change"])
        for one in house.get("dealer", f"/tables/{table}/sheet")["notices"]
    }
    assert found["close-table"] == wanted


def test_what_a_dealer_may_not_do_says_who_may(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "dealer")
    form = task(page, "3")
    expect(form.locator(".key")).to_contain_text("Casino Supervisor")
    page.keyboard.press("Enter")
    expect(form).to_be_visible()


def test_another_method_and_the_close(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "gaming-manager")
    form = task(page, "6")
    options = form.get_by_label("Dealing method").locator("option:not([value=''])")
    other = options.first.get_attribute("value")
    form.get_by_label("Dealing method").select_option(other)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert house.get("dealer", f"/tables/{table}/sheet")["method"]["id"] == other
    form = task(page, "5")
    held = balances(house, table)["float"]
    # A player is here and no notice stands: the key says so, and nothing is done.
    expect(form.locator(".key")).to_contain_text("20 minutes")
    page.keyboard.press("Enter")
    expect(form).to_be_visible()
    assert house.get("dealer", f"/tables/{table}")["view"]["display"]["open"]
    assert house.do("player1", table, "leave").is_success
    expect(form.get_by_label("Float as counted")).to_have_value(f"{held // 100}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not house.get("dealer", f"/tables/{table}")["view"]["display"]["open"]


def test_one_relieves_another(house: House, page_of: PageOf, table: str) -> None:
    assert house.do("gaming-manager", table, "sign-off").is_success
    page = page_of(f"/console/{table}", "gaming-manager")
    form = task(page, "7")
    form.get_by_label("Whom you relieve").select_option(index=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    people = house.get("gaming-manager", f"/tables/{table}")["view"]["people"]
    staff = [one["rank"] for one in people.values() if one["role"] == "staff"]
    assert len(staff) == 2
    assert "Gaming Manager" in staff


def test_a_coup_without_wagers(house: House, page_of: PageOf, table: str) -> None:
    assert house.do("player1", table, "leave").is_success
    page = page_of(f"/console/{table}", "gaming-supervisor")
    form = task(page, "8")
    form.get_by_label("Why").select_option("no-patrons")
    form.get_by_label("A marker lies on the layout").select_option("yes")
    form.get_by_label("How many coups").fill("0")
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("Write whole numbers")
    form.get_by_role("button", name="3", exact=True).click()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert house.get("dealer", f"/tables/{table}")["view"]["table"]["next_no_bet"]


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_the_tasks_fit_a_small_screen(house: House, page_of: PageOf, table: str, size: str) -> None:
    page = page_of(f"/console/{table}", "dealer", size=size, language="zh")
    task(page, "4")
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_the_palette_runs_an_act_by_letters_arrows_and_enter(
    house: House, page_of: PageOf, table: str
) -> None:
    held = balances(house, table)["float"]
    page = page_of(f"/console/{table}", "dealer")
    expect(page.locator(".next button")).to_be_visible()
    page.keyboard.press("u")
    page.keyboard.type("count")
    options = page.get_by_role("dialog").get_by_role("option")
    assert options.all_inner_texts()
    while page.locator("[aria-selected=true]").get_attribute("data-act") != "count-float":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    form = page.get_by_role("dialog").locator("form")
    expect(form.get_by_label("Amount, dollars")).to_be_focused()
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_have_text("This must be filled in.")
    page.keyboard.type(f"{held // 100 - 25}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert balances(house, table)["float"] == held - 2_500


def test_no_form_shows_a_name_of_the_interface(house: House, page_of: PageOf, table: str) -> None:
    page = page_of(f"/console/{table}", "dealer")
    expect(page.locator(".next button")).to_be_visible()
    page.keyboard.press("u")
    dialog = page.get_by_role("dialog")
    for word in ("post-notice", "open-table", "authorise-no-bet-coups", "exchange-voucher"):
        page.locator(f"[data-act={word}]").click()
        expect(dialog.locator("form")).to_be_visible()
        assert not re.search(r"`|_cents|\bcents\b|_", dialog.inner_text())
        page.get_by_role("button", name="Back to the list").click()
    dialog.get_by_role("combobox").fill("lift confinement")
    expect(dialog.get_by_role("option")).to_have_count(1)
    expect(dialog).to_contain_text(re.compile(r"\b1 act\b"))
