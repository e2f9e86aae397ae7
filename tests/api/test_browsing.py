"""The rulebook as it is read: contents, terms, proofs, history, two rulebooks side by side."""

from __future__ import annotations

import csv
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.conformity.clauses.does import statements
from pitboss.conformity.clauses.glossary import glossary_of
from pitboss.conformity.clauses.kept import statuses_of
from pitboss.editions.load import SHELF
from pitboss.scenarios.files import scenarios_of
from tests.api.conftest import BOOKS, House

PERTH = "crown-perth-baccarat"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    with made.client:
        yield made
    made.close()


def inventory(rulebook: str) -> list[dict[str, str]]:
    (path,) = Path(SHELF / rulebook).glob("*/clauses.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("rulebook", list(BOOKS))
def test_what_is_done_is_said_in_words_and_not_in_keys(rulebook: str) -> None:
    edition = BOOKS[rulebook].edition
    keys = [key for key in (*edition.approvals, *edition.duties, *edition.rules) if "-" in key]
    found = [one.says for one in statements(edition)]
    assert len(found) > 20
    assert [(key, says) for says in found for key in keys if key in says.split()] == []
    assert [says for says in found if re.search(r"\b[a-z]+(?:-[a-z]+){2,}\b", says)] == []


@pytest.mark.parametrize("rulebook", list(BOOKS))
def test_contents_hold_every_clause_once_and_in_order(house: House, rulebook: str) -> None:
    found = house.get(None, f"/rulebooks/{rulebook}/contents").json()
    rows = [row for section in found["sections"] for row in section["clauses"]]
    kept = inventory(rulebook)
    assert [row["clause"] for row in rows] == [row["clause"] for row in kept]
    computed = statuses_of(BOOKS[rulebook].edition.folder)
    deadline = time.monotonic() + 300
    while found["statuses"]["pending"] and time.monotonic() < deadline:
        time.sleep(1)
        found = house.get(None, f"/rulebooks/{rulebook}/contents").json()
    counted = Counter(one.status for one in computed.values())
    assert {k: v for k, v in found["statuses"].items() if v} == counted
    assert all(section["first"] == section["clauses"][0]["clause"] for section in found["sections"])


@pytest.mark.parametrize("rulebook", list(BOOKS))
def test_terms_lie_where_they_are_said_to(house: House, rulebook: str) -> None:
    meanings = house.get(None, f"/rulebooks/{rulebook}/definitions").json()["definitions"]
    words = {one["clause"]: one["term"] for one in meanings}
    found = house.get(None, f"/rulebooks/{rulebook}/contents").json()
    seen = 0
    for section in found["sections"]:
        for row in section["clauses"]:
            last = 0
            for span in row["terms"]:
                text = row["summary"][span["start"] : span["end"]]
                first = words[span["clause"]].split()[0].partition("(")[0]
                assert text.casefold().startswith(first.rstrip("s")), (text, span)
                assert span["start"] >= last
                assert span["clause"] != row["clause"]
                last, seen = span["end"], seen + 1
    assert seen > 20


def test_the_longest_term_is_the_one_that_is_meant() -> None:
    found = glossary_of(BOOKS["star-baccarat"].edition)
    text = "A No Bet Coup ends; the Gaming Managers burned it in a coupe."
    said = [text[one.start : one.end] for one in found.spans(text)]
    assert said == ["No Bet Coup", "Gaming Managers", "burned"]


def test_the_terms_of_a_chapter_hold_there_and_go_first_there() -> None:
    found = glossary_of(BOOKS["star-baccarat"].edition)
    text = "A marker, a tie and a coup."

    def said(own: str) -> list[str]:
        return [one.clause for one in found.spans(text, own)]

    assert said("6.7.1.1") == ["1.1:tie", "1.1:coup"]
    assert said("15.4") == ["15.1.1:marker", "15.1.1:tie", "1.1:coup"]
    assert said("15.1.1:tie") == ["15.1.1:marker", "1.1:coup"]


def test_a_clause_says_what_is_done_about_it_and_what_proves_it(house: House) -> None:
    found = house.get(None, "/rulebooks/star-baccarat/clauses/11.1.3/proof").json()
    assert (found["previous"], found["next"]) == ("11.1.2", "11.1.4")
    assert any("19 to 20" in one["says"] for one in found["does"])
    kinds = {one["kind"] for one in found["proofs"]}
    assert "case" in kinds
    case = next(one for one in found["proofs"] if one["kind"] == "case")
    assert "11.1.3" in case["clauses"]
    text = house.get(None, "/rulebooks/star-baccarat/proof", name=case["name"]).json()
    assert text["given"]["bets"]
    assert text["expected"]["outcome"] == "win"
    assert house.get(None, "/rulebooks/star-baccarat/clauses/99.9/proof").status_code == 404
    bound = house.get(None, "/rulebooks/star-blackjack/clauses/pay-table-blazing-7s/proof").json()
    says = [one["says"] for one in bound["does"]]
    assert "Blazing 7's, Two Player Sevens: win, $50 for $2.50, $100 for $5" in says


def test_scenarios_are_given_as_their_files_have_them(house: House) -> None:
    found = house.get(None, "/rulebooks/star-baccarat/proofs").json()["proofs"]
    scene = next(one for one in found if one["kind"] == "scenario")
    text = house.get(None, "/rulebooks/star-baccarat/proof", name=scene["name"]).json()
    files = scenarios_of(BOOKS["star-baccarat"].edition.folder)
    assert text["text"] in {path.read_text(encoding="utf-8") for path in files}
    missing = house.get(None, "/rulebooks/star-baccarat/proof", name="scenarios/../edition")
    assert missing.status_code == 404


def test_a_tested_clause_has_what_tests_it(house: House) -> None:
    found = house.get(None, "/rulebooks/star-baccarat/contents").json()
    rows = [row for section in found["sections"] for row in section["clauses"]]
    untested = [row["clause"] for row in rows if row["status"] == "enforced" and not row["tests"]]
    assert untested == []


@pytest.mark.clause("crown-perth-baccarat", "7:2.7:rag-522", "7:6")
def test_the_history_of_an_edition(house: House) -> None:
    found = house.get(None, f"/rulebooks/{PERTH}/amendments").json()
    by_clause = {one["clause"]: one for one in found["amendments"]}
    many = by_clause["7:4.1-4.9-4.18-4.19:rag-522"]
    assert many["rules"] == ["4.1", "4.9", "4.18", "4.19"]
    assert (many["instrument"], many["date"]) == ("RAG 522", "2017-07-26")
    dates = [one["date"] for one in found["amendments"]]
    assert dates == sorted(dates)
    assert [one["clause"] for one in found["notes"]] == ["7:6"]
    changed = house.get(None, f"/rulebooks/{PERTH}/clauses/2.1/proof").json()["amendments"]
    assert [one["date"][:4] for one in changed] == ["2017", "2018", "2018", "2018", "2019"]
    other = house.get(None, "/rulebooks/star-baccarat/amendments").json()
    assert other["amendments"] == other["notes"] == []


def test_two_rulebooks_side_by_side(house: House) -> None:
    found = house.get(None, "/compare", first="star-baccarat", second=PERTH).json()
    decks = next(one for one in found["differences"] if one["what"] == "decks.permitted")
    assert (decks["first"], decks["second"]) == ("3, 4, 6, 8", "4, 5, 6, 7, 8")
    assert found["same"] > 0
    same = house.get(None, "/compare", first=PERTH, second=PERTH).json()
    assert same["differences"] == []
    assert house.get(None, "/compare", first=PERTH, second="none").status_code == 404
    assert house.get(None, "/compare", first=PERTH).status_code == 400


def test_a_clause_beside_those_of_another_house(house: House) -> None:
    asked = {"first": "star-baccarat", "second": "crown-melbourne-baccarat", "clause": "11.1.3"}
    found = house.get(None, "/compare/clauses", **asked).json()
    assert found["clause"]["clause"] == "11.1.3"
    assert found["rows"][0]["first"] == "19 to 20"
    assert "1 to 1 less 5%" in {row["second"] for row in found["rows"]}
    assert "10.1:traditional:banker" in {one["clause"] for one in found["beside"]}
    asked["clause"] = "3.1"
    rows = house.get(None, "/compare/clauses", **asked).json()["rows"]
    assert {row["what"]: row["second_clauses"] for row in rows}["decks.permitted"] == ["3.1"]


def test_the_rule_card_has_the_tableau(house: House) -> None:
    found = house.get(None, "/rulebooks/star-baccarat/card").json()
    tableau = found["own"]
    assert [row["act"] for row in tableau["player"]] == ["draws"] * 6 + ["stands"] * 2 + [
        "natural"
    ] * 2
    by_count = {row["banker"]: row for row in tableau["banker"]}
    assert [third for third in range(10) if by_count[3]["cells"][third] == "stands"] == [8]
    assert [third for third in range(10) if by_count[6]["cells"][third] == "draws"] == [6, 7]
    assert [n for n in range(10) if by_count[n]["no_card"] == "draws"] == [0, 1, 2, 3, 4, 5]
    pairs = next(one for one in found["wagers"] if one["wager"] == "player-pair")
    assert pairs["confined_to"]["decks"] == [6, 8]
    assert house.get(None, "/rulebooks/star-blackjack/card").json()["own"] is None
    assert house.get(None, "/rulebooks/star-baccarat/card", game="faro").status_code == 422
