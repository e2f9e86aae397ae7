"""Odds pages: edges, what-if, the strategy chart, and a simulation followed while it runs."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.asked import get
from tests.browser.conftest import House, PageOf

BOOK, CHOICES, STAFF = "star-baccarat", "star-blackjack", "gaming-manager"


def test_edges_are_those_of_the_server_and_follow_the_decks(house: House, page_of: PageOf) -> None:
    page = page_of(f"/odds/{BOOK}", login=STAFF)
    for decks in (8, 6):
        page.locator(f'input[name=decks] + span:text-is("{decks}")').click()
        given = get(house, f"/rulebooks/{BOOK}/edges", login=STAFF, decks=decks)
        expect(page.locator("#panel-edges tbody strong")).to_have_text(
            [f"{one['edge']['percent']} %" for one in given["wagers"]]
        )
    page.get_by_role("tab", name="Chart").click()
    chart = page.locator("#panel-edges-chart img")
    expect(chart).to_be_visible()
    assert "theme=dark" in (chart.get_attribute("src") or "")
    assert chart.evaluate("one => one.decode().then(() => one.naturalWidth)") > 100


def test_another_pay_shows_the_edge_before_and_after(house: House, page_of: PageOf) -> None:
    page = page_of(f"/odds/{BOOK}", login=STAFF)
    part = page.locator("#what-if")
    part.get_by_label("Wager").select_option("tie")
    part.locator(".pays input").first.fill("9 to 1")
    part.get_by_role("button", name="Work it out").click()
    body = {"wager": "tie", "pays": [{"row": 0, "pays": "9 to 1"}]}
    wanted = house.client(STAFF).post(f"/api/rulebooks/{BOOK}/what-if", json=body).json()
    expect(part.locator("dl")).to_contain_text(f"{wanted['before']['percent']} %")
    expect(part.locator("dl")).to_contain_text(f"{wanted['after']['percent']} %")
    part.locator(".pays input").first.fill("nine")
    part.get_by_role("button", name="Work it out").click()
    expect(part.locator(".slip")).to_be_visible()


def test_the_strategy_is_a_table_that_keys_read(house: House, page_of: PageOf) -> None:
    given = get(house, f"/rulebooks/{CHOICES}/strategy", login=STAFF)
    page = page_of(f"/odds/{CHOICES}", login=STAFF)
    hard = page.get_by_role("grid", name="Hard total")
    expect(hard.get_by_role("columnheader")).to_have_count(1 + len(given["ups"]))
    row = next(one for one in given["tables"][0]["rows"] if one["hand"] == "11")
    says = {one["act"]: one["says"] for one in given["legend"]}
    line = hard.get_by_role("row").filter(has=page.get_by_role("rowheader", name="11", exact=True))
    expect(line.locator(".sr")).to_have_text([says[act] for act in row["acts"]])
    line.locator("td").nth(3).focus()
    page.keyboard.press("ArrowRight")
    told = page.locator(".told")
    expect(told).to_contain_text(f"11 against {given['ups'][4]}:")
    expect(told).to_contain_text(says[row["acts"][4]])
    worth = row["worths"][4]
    for act, name in (("double", "double"), ("hit", "draw"), ("stand", "stand")):
        if act in worth:
            figure = worth[act]["percent"].replace("-", "−")
            expect(told.locator("[data-worth]")).to_contain_text(
                re.compile(rf"{name} \+?{figure} %")
            )
    line.locator("td").nth(0).hover()  # the pointer looks before the focus
    expect(told).to_contain_text(f"11 against {given['ups'][0]}:")
    page.mouse.move(0, 0)
    expect(told).to_contain_text(f"11 against {given['ups'][4]}:")
    expect(page.locator("text.value")).to_have_count(len(given["by_up"]))


def share(value: float) -> str:
    """A share of the stake as the page writes it."""
    return f"{'−' if value < 0 else ''}{abs(value) * 100:.4f} %"


def test_a_simulation_is_followed_and_stopped(house: House, page_of: PageOf) -> None:
    page = page_of(f"/odds/{BOOK}", login=STAFF)
    part = page.locator("#simulation")
    part.get_by_label("Coups").fill("100000")
    part.get_by_role("button", name="Start").click()
    expect(part.locator("[data-state=done]")).to_be_visible(timeout=20_000)
    newest = get(house, "/simulations", login=STAFF)["simulations"][0]
    done = get(house, f"/simulations/{newest['id']}", login=STAFF)
    expect(part.locator("tbody tr")).to_have_count(len(done["wagers"]))
    edges = get(house, f"/rulebooks/{BOOK}/payouts", login=STAFF)["wagers"]
    for one in done["wagers"]:
        name = page.get_by_role("rowheader", name=one["title"], exact=True)
        row = part.locator("tbody tr").filter(has=name)
        exact = next(each["edge"] for each in edges if each["wager"] == one["wager"])
        assert row.locator("td").nth(0).inner_text() == share(-one["mean"])
        # The figure has the sign of the edge that stands beside the simulation.
        assert row.locator("td").nth(2).inner_text() == share(exact["value"])
    expect(part).to_contain_text("100,000 were asked for")
    assert part.locator("img").evaluate("one => one.decode().then(() => one.naturalWidth)") > 100

    part.get_by_label("Coups").fill("200000000")
    part.get_by_role("button", name="Start").click()
    part.get_by_role("button", name="Stop").click()
    expect(part.locator("[data-state=stopped]")).to_be_visible(timeout=20_000)


def children_of(process: int) -> set[int]:
    found = Path(f"/proc/{process}/task").glob("*/children")
    return {int(one) for file in found for one in file.read_text().split()}


def test_a_simulation_that_dies_says_so_and_another_runs(house: House, page_of: PageOf) -> None:
    page = page_of(f"/odds/{BOOK}", login=STAFF)
    part = page.locator("#simulation")
    before = children_of(house.process.pid)
    part.get_by_label("Coups").fill("200000000")
    part.get_by_role("button", name="Start").click()
    expect(part.locator("[data-state=running]")).to_be_visible(timeout=20_000)
    (worker,) = children_of(house.process.pid) - before
    os.kill(worker, signal.SIGKILL)
    expect(part.locator("[data-state=failed]")).to_be_visible(timeout=20_000)
    newest = get(house, "/simulations", login=STAFF)["simulations"][0]
    assert newest["state"] == "failed"
    expect(part.get_by_text(newest["problem"]["sentence"])).to_be_visible()
    part.get_by_label("Coups").fill("100000")
    part.get_by_role("button", name="Start").click()
    expect(part.locator("[data-state=done]")).to_be_visible(timeout=20_000)
    expect(part.get_by_text(newest["problem"]["sentence"])).to_have_count(0)


@pytest.mark.parametrize(("kind", "shown"), [("protection", "Gain a shoe"), ("bankroll", "Median")])
def test_protection_and_bankroll(page_of: PageOf, kind: str, shown: str) -> None:
    page = page_of(f"/odds/{BOOK}", login=STAFF)
    part = page.locator("#simulation")
    part.get_by_label("Of what").select_option(kind)
    field = "Shoes" if kind == "protection" else "Sessions"
    part.get_by_label(field).fill("5" if kind == "protection" else "200")
    part.get_by_role("button", name="Start").click()
    expect(part.locator("[data-state=done]")).to_be_visible(timeout=30_000)
    expect(part).to_contain_text(shown)
    expect(part.locator("img")).to_be_visible()


def test_a_player_is_not_shown_the_odds(page_of: PageOf) -> None:
    page = page_of(f"/odds/{BOOK}", login="player1")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Odds are for staff"))
