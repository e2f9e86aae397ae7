"""The rulebook browser: shelf, contents, search, a clause, two casinos, payouts, cards to print."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.asked import get
from tests.browser.conftest import SIZES, House, PageOf

BOOK, OTHER, AMENDED = "star-baccarat", "crown-melbourne-baccarat", "crown-perth-baccarat"
PAYS = "11.1.3"
LONGEST_SECONDS = 300


def test_the_shelf_has_every_edition_with_its_clauses(house: House, page_of: PageOf) -> None:
    page = page_of("/rules")
    books = get(house, "/rulebooks")["rulebooks"]
    expect(page.locator(".shelf > li")).to_have_count(len(books))
    for book in books:
        card = page.locator(".shelf > li", has=page.locator(f'a[href="/rules/{book["rulebook"]}"]'))
        expect(card).to_contain_text(f"{book['clauses']} clauses")
        expect(card).to_contain_text(book["house"])


def known(house: House, rulebook: str) -> dict[str, Any]:
    """The contents of a rulebook once its statuses are worked out, which takes a while."""
    for _ in range(LONGEST_SECONDS):
        contents: dict[str, Any] = get(house, f"/rulebooks/{rulebook}/contents")
        if not contents["statuses"].get("pending"):
            return contents
        time.sleep(1)
    raise AssertionError("the statuses are still being worked out")


@pytest.mark.parametrize("rulebook", [BOOK, AMENDED])
def test_every_clause_is_listed_with_its_status(
    house: House, page_of: PageOf, rulebook: str
) -> None:
    contents = known(house, rulebook)
    page = page_of(f"/rules/{rulebook}")
    rows = page.locator("[data-section] li")
    expect(rows).to_have_count(contents["clauses"])
    for status, count in contents["statuses"].items():
        if count:
            page.locator(".filter button").filter(
                has_text=re.compile(rf"^{status}\s+{count}$", re.IGNORECASE)
            ).click()
            expect(rows).to_have_count(count)


def test_the_tree_leads_to_a_section_and_a_clause(page_of: PageOf) -> None:
    page = page_of(f"/rules/{BOOK}")
    page.locator(".rail button", has_text="Settlement").click()
    expect(page.locator('[data-section="Settlement"]')).to_be_in_viewport()
    page.locator(f'.rail a[href="/rules/{BOOK}/{PAYS}"]').click()
    expect(page).to_have_url(re.compile(f"/rules/{BOOK}/{PAYS}$"))
    expect(page.locator(".rail [aria-current=page]")).to_be_in_viewport()


def test_search_asks_the_server_and_enter_opens_the_number(house: House, page_of: PageOf) -> None:
    page = page_of(f"/rules/{BOOK}")
    found = get(house, f"/rulebooks/{BOOK}/clauses", find="cutting card")["clauses"]
    expect(page.locator("[data-section]").first).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("cutting card")
    expect(page.locator("#found .count").first).to_have_text(f"{len(found)} clauses found.")
    page.keyboard.press("Escape")
    expect(page.locator("#found")).to_have_count(0)
    page.get_by_role("searchbox").fill(PAYS)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/rules/{BOOK}/{re.escape(PAYS)}$"))


def test_a_clause_says_what_the_software_does_and_proves_it(house: House, page_of: PageOf) -> None:
    proof = get(house, f"/rulebooks/{BOOK}/clauses/{PAYS}/proof")
    page = page_of(f"/rules/{BOOK}/{PAYS}")
    sheet = page.locator(".two .paper")
    expect(sheet.locator("h2")).to_have_text(re.compile(re.escape(proof["clause"]["summary"])))
    expect(sheet).to_contain_text(proof["does"][0]["says"])
    case = next(one for one in proof["proofs"] if one["kind"] == "case")
    page.get_by_role("button", name=case["title"], exact=True).click()
    text = get(house, f"/rulebooks/{BOOK}/proof", name=case["name"])
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(text["expected"]["outcome"])
    cards = len(f"{text['given']['player']} {text['given']['banker']}".split())
    expect(dialog.locator(".cards svg[role=img], .cards [role=img]")).to_have_count(cards)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"/rules/{BOOK}/{re.escape(proof['next'])}$"))


def test_a_defined_term_shows_its_meaning_on_hover_and_focus(house: House, page_of: PageOf) -> None:
    meant = {
        one["clause"]: one for one in get(house, f"/rulebooks/{BOOK}/definitions")["definitions"]
    }
    proof = get(house, f"/rulebooks/{BOOK}/clauses/4.1.2/proof")
    meaning = meant[proof["terms"][0]["clause"]]["meaning"]
    page = page_of(f"/rules/{BOOK}/4.1.2")
    term = page.locator(".paper .term").first
    term.hover()
    expect(page.get_by_role("tooltip")).to_contain_text(meaning)
    page.mouse.move(0, 0)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    term.focus()
    expect(page.get_by_role("tooltip")).to_contain_text(meaning)


def test_the_same_clause_in_another_casino_with_marked_differences(
    house: House, page_of: PageOf
) -> None:
    beside = get(house, "/compare/clauses", first=BOOK, clause=PAYS, second=OTHER)
    page = page_of(f"/rules/{BOOK}/{PAYS}")
    page.get_by_role(
        "button", name=f"{beside['second']['house']}, {beside['second']['title']}"
    ).click()
    sheets = page.locator(".two .paper")
    expect(sheets).to_have_count(2)
    row = next(one for one in beside["rows"] if one["first"])
    expect(sheets.nth(0).locator("h2 mark")).to_have_text(row["first"])
    other = next(one for one in beside["rows"] if one["second"] and "%" in one["second"])
    expect(sheets.nth(1).locator("mark", has_text=other["second"]).first).to_be_visible()


def test_edges_are_for_staff_and_others_read_why(house: House, page_of: PageOf) -> None:
    page = page_of(f"/rules/{BOOK}?show=payouts")
    notice = get(house, f"/rulebooks/{BOOK}/payouts")["notice"]
    expect(page.locator(".payouts .notice")).to_contain_text(notice["sentence"])
    expect(page.locator(".payouts .notice a")).to_have_text(notice["clauses"])
    expect(page.get_by_role("columnheader", name="House edge")).to_have_count(0)

    page = page_of(f"/rules/{BOOK}?show=payouts", login="gaming-manager")
    priced = get(house, f"/rulebooks/{BOOK}/payouts", login="gaming-manager", edges=True)
    expect(page.get_by_role("columnheader", name="House edge")).to_be_visible()
    for wager in priced["wagers"]:
        row = page.locator(
            ".payouts tbody tr", has=page.get_by_role("rowheader", name=wager["title"], exact=True)
        )
        expect(row.first).to_contain_text(f"{wager['edge']['percent']} %")
        upper, lower = wager["edge"]["exact"].split("/")
        expect(row.first).to_contain_text(f"{int(upper):,} / {int(lower):,}")


def test_the_amendment_history(house: House, page_of: PageOf) -> None:
    given = get(house, f"/rulebooks/{AMENDED}/amendments")["amendments"]
    page = page_of(f"/rules/{AMENDED}")
    page.get_by_role("tab", name="Amendments").click()
    expect(page.locator(".history ul > li")).to_have_count(len(given))
    expect(page.locator(".history > li").first).to_contain_text(given[0]["instrument"])
    expect(page_of(f"/rules/{BOOK}").get_by_role("tab", name="Rule card")).to_be_visible()


def test_rule_card_and_limits_sign_are_ready_to_print(house: House, page_of: PageOf) -> None:
    card = get(house, f"/rulebooks/{BOOK}/card")
    page = page_of(f"/rules/{BOOK}?show=card", login="gaming-manager")
    paper = page.locator("article.printed")
    expect(paper.locator(".grid td.draws")).to_have_count(
        sum([*row["cells"], row["no_card"]].count("draws") for row in card["own"]["banker"])
    )
    page.emulate_media(media="print")
    expect(page.locator("header.bar")).to_be_hidden()
    expect(page.locator(".rail")).to_be_hidden()
    expect(paper).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("tab", name="Limits sign").click()
    sign = get(house, f"/tables/{BOOK}/sheet", login="gaming-manager")["sign"]
    rows = page.locator("article.printed tbody tr")
    expect(rows).to_have_count(len(sign["rows"]))
    expect(rows.first).to_contain_text(f"${sign['rows'][0]['minimum_cents'] // 100:,}")


def test_two_rulebooks_compared(house: House, page_of: PageOf) -> None:
    given = get(house, "/compare", first=BOOK, second=OTHER)
    page = page_of(f"/compare?first={BOOK}&second={OTHER}")
    page.locator("summary").click()
    rows = page.locator("details tbody tr")
    expect(rows).to_have_count(len(given["differences"]))
    group = [one for one in given["differences"] if one["group"] == "shoe"]
    page.get_by_role("button", name=re.compile(rf"^Shoe {len(group)}$")).click()
    expect(rows).to_have_count(len(group))
    page.get_by_label("Filter differences").fill("no such words")
    expect(page.get_by_text("No difference has these words.").first).to_be_visible()
    page.get_by_role("button", name="Swap").click()
    expect(page).to_have_url(re.compile(f"first={OTHER}&second={BOOK}"))


@pytest.mark.parametrize("names", ["first=zz", f"first={BOOK}&second=zz"])
def test_a_rulebook_there_is_not_is_named(page_of: PageOf, names: str) -> None:
    page = page_of(f"/compare?{names}")
    expect(page.locator("main [role=alert]")).to_have_text(
        "There is no rulebook “zz” on the shelf: choose two of those above."
    )
    place = "Second" if "second" in names else "First"
    page.get_by_label(re.compile(place)).select_option(value=AMENDED)
    expect(page.locator("main [role=alert]")).to_have_count(0)
    expect(page.locator("tbody tr").first).to_be_visible()


def test_a_defined_term_is_read_in_words(house: House, page_of: PageOf) -> None:
    """No key of a file stands on a page: terms and acts are said in words, and lead on."""
    rank = "1.1:casino-supervisor"
    approval = get(house, f"/rulebooks/{BOOK}")["values"]["approval"]["confine-pairs"]
    page = page_of(f"/rules/{BOOK}/{approval['clauses'][0]}")
    expect(page.locator("main")).to_contain_text(approval["act"])
    expect(page.locator("main")).not_to_contain_text("confine-pairs")
    page = page_of(f"/rules/{BOOK}/{rank}")
    expect(page.locator(".nr").first).to_have_text("1.1 Casino Supervisor:")
    tag = page.locator("a.tag", has_text="1.1 Gaming Supervisor").first
    expect(tag).to_be_visible()
    expect(page.get_by_text(re.compile(r"1\.1:"))).to_have_count(0)
    tag.click()
    expect(page).to_have_url(re.compile(r"/rules/.*gaming-supervisor"))
    expect(page.locator(".nr").first).to_have_text("1.1 Gaming Supervisor:")


@pytest.mark.parametrize("path", ["/rules", f"/rules/{BOOK}", f"/rules/{BOOK}/{PAYS}", "/compare"])
def test_nothing_hangs_over_a_phone(page_of: PageOf, path: str) -> None:
    page = page_of(path, language="zh", size="phone")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_what_people_ask_comes_before_every_value(house: House, page_of: PageOf) -> None:
    given = get(house, "/compare", first=BOOK, second=AMENDED)
    page = page_of(f"/compare?first={BOOK}&second={AMENDED}")
    rows = page.locator('[data-part="first"] [data-question]')
    expect(rows).to_have_count(given["most_asked"])
    expect(rows.first).to_contain_text("What does $100 on Banker pay?")
    expect(rows.first).to_contain_text("$95.00")
    differing = [one for one in given["questions"] if one["differs"]]
    rest = page.locator('[data-part="more"] [data-question]')
    expect(rest).to_have_count(len(differing) - given["most_asked"])
    page.get_by_label("Filter differences").fill("when do bets close")
    expect(page.locator("[data-question]")).to_have_count(1)


def test_one_edition_beside_itself_differs_in_nothing(page_of: PageOf) -> None:
    page = page_of("/compare?first=star-blackjack&second=star-blackjack")
    expect(page.locator("[data-same]")).to_be_visible()
    expect(page.locator("[data-part]")).to_have_count(1)
    expect(page.locator('[data-part="same"] [data-question]').first).to_contain_text("blackjack")


@pytest.mark.parametrize("size", SIZES)
def test_of_two_games_it_is_said_what_is_not_compared(page_of: PageOf, size: str) -> None:
    page = page_of(f"/compare?first={BOOK}&second=star-blackjack", language="zh", size=size)
    expect(page.locator("[data-apart]")).to_contain_text("百家乐与二十一点")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_a_clause_has_neighbours_code_an_example_and_its_call(
    house: House, page_of: PageOf
) -> None:
    around = get(house, f"/rulebooks/{BOOK}/clauses/5.4/neighbours")
    played = get(house, f"/rulebooks/{BOOK}/clauses/5.4/example")
    page = page_of(f"/rules/{BOOK}/5.4")
    near = page.locator("[data-neighbour]")
    expect(near).to_have_count(len(around["neighbours"]))
    expect(page.locator(f'[data-neighbour="{OTHER}"]')).to_contain_text("no more bets are taken")
    code = f"{around['code'][0]['module']}: {around['code'][0]['name']}"
    expect(page.get_by_text(code, exact=True).first).to_be_visible()
    page.get_by_role("button", name="Play a scenario of this clause").click()
    example = page.locator("[data-example]")
    expect(example).to_contain_text(f"Step 1 of {len(played['steps'])}")
    expect(example).to_contain_text(played["steps"][0]["happened"][0]["sentence"])
    example.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    expect(example).to_contain_text(f"Step 2 of {len(played['steps'])}")
    page.get_by_role("link", name="Open it in the API reference").click()
    expect(page).to_have_url(re.compile("/reference\\?call=GET"))
