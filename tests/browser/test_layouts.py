"""Every layout of the rulebooks that have diagrams is drawn as the API has it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asked import get
from tests.browser.conftest import House, PageOf

BOOKS = {"star-baccarat": 13, "star-premium-baccarat": 19}
# Every area and every seat within the felt, and none too small to be seen.
INSIDE = """() => {
  const felt = document.querySelector("figure[data-layout] svg.arc");
  const all = felt.getBoundingClientRect();
  return [...felt.querySelectorAll("[data-cell] .cell, [data-seat] circle")].every((one) => {
    const box = one.getBoundingClientRect();
    return box.left >= all.left && box.right <= all.right
      && box.top >= all.top && box.bottom <= all.bottom && box.width > 20;
  });
}"""


def compared(house: House, page: Page, rulebook: str, layout: str, seats: int) -> None:
    """The felt has the seats and areas that the API says, and their names."""
    found = get(house, f"/rulebooks/{rulebook}/layouts/{layout}", seats=seats)
    figure = page.locator(f'figure[data-layout="{layout}"]')
    expect(figure.locator("[data-seat]")).to_have_count(seats)
    expect(figure.locator("[data-cell]")).to_have_count(seats * len(found["areas"]))
    drawn = figure.locator("[data-cell]").evaluate_all("all => all.map((one) => one.dataset.cell)")
    wanted = {f"{seat + 1}/{one['id']}" for seat in range(seats) for one in found["areas"]}
    assert set(drawn) == wanted
    for one in found["areas"]:
        expect(figure.locator("figcaption")).to_contain_text(one["name"])
    page.wait_for_function(INSIDE)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_layout_is_drawn_on_the_page_of_its_clause(
    house: House, page_of: PageOf, rulebook: str
) -> None:
    layouts = get(house, f"/rulebooks/{rulebook}/layouts")["layouts"]
    assert len(layouts) == BOOKS[rulebook]
    page = page_of(f"/rules/{rulebook}/{layouts[0]['clauses'][-1]}")
    for one in layouts:
        page.goto(f"/rules/{rulebook}/{one['clauses'][-1]}")
        compared(house, page, rulebook, one["id"], one["seats"][0])


def test_a_layout_with_other_seats(house: House, page_of: PageOf) -> None:
    rulebook = "star-premium-baccarat"
    layout = get(house, f"/rulebooks/{rulebook}/layouts")["layouts"][0]
    page = page_of(f"/rules/{rulebook}/{layout['clauses'][-1]}")
    for seats in sorted(layout["seats"]):
        choice = page.get_by_role("group", name="Seats").get_by_role("button")
        choice.get_by_text(str(seats), exact=True).click()
        compared(house, page, rulebook, layout["id"], seats)


def test_a_layout_on_a_phone_has_one_seat_at_a_time(house: House, page_of: PageOf) -> None:
    rulebook = "star-baccarat"
    layout = get(house, f"/rulebooks/{rulebook}/layouts")["layouts"][0]
    found = get(house, f"/rulebooks/{rulebook}/layouts/{layout['id']}")
    page = page_of(f"/rules/{rulebook}/{layout['clauses'][-1]}", size="phone", language="zh")
    figure = page.locator("figure[data-layout]")
    expect(figure.get_by_role("radio")).to_have_count(found["layout"]["seats"])
    for one in found["areas"]:
        expect(figure.locator(".list")).to_contain_text(one["zh"] or one["short"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
