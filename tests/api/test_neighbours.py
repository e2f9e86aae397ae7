"""A rulebook's answers, a clause among all rulebooks, and a clause in action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.conformity.scenes import scenes_of
from tests.api.conftest import BOOKS, House

BOOK, CUT, CLOSE = "star-baccarat", "4.3.1", "5.4"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    with made.client:
        yield made
    made.close()


def test_a_rulebook_answers_what_people_ask(house: House) -> None:
    found = house.get(None, f"/rulebooks/{BOOK}/answers").json()
    asked = {one["key"]: one for one in found["answers"]}
    assert asked["pays.banker"]["lines"][0]["sentence"] == "$95.00"
    assert asked["close"]["lines"][0]["clauses"] == list(BOOKS[BOOK].edition.close.clauses)


def test_a_comparison_begins_with_what_people_ask(house: House) -> None:
    found = house.get(None, "/compare", first=BOOK, second="crown-perth-baccarat").json()
    assert found["questions"][0]["key"] == "pays.banker"
    assert found["questions"][0]["differs"]
    assert found["most_asked"] == 10
    assert found["apart"] is None
    apart = house.get(None, "/compare", first=BOOK, second="star-blackjack").json()
    assert apart["apart"].startswith("Rulebooks of baccarat and of blackjack")
    assert apart["apart_said"]["key"] == "apart"


def test_a_clause_has_a_neighbour_in_every_other_rulebook(house: House) -> None:
    found = house.get(None, f"/rulebooks/{BOOK}/clauses/{CLOSE}/neighbours").json()
    assert [one["key"] for one in found["answers"]] == ["close"]
    near = {one["rulebook"]: one for one in found["neighbours"]}
    assert near.keys() == BOOKS.keys() - {BOOK}
    for name, one in near.items():
        close = BOOKS[name].edition.close
        assert {clause["clause"] for clause in one["clauses"]} >= set(close.clauses)
        assert one["answers"][0]["lines"][0]["clauses"] == list(close.clauses)
    assert {
        "module": "table/betting/place.py",
        "name": "betting_open",
        "reads": "edition.close",
    } in (found["code"])


def test_an_example_is_played_and_marks_the_step_of_the_clause(house: House) -> None:
    found = house.get(None, f"/rulebooks/{BOOK}/clauses/{CUT}/example").json()
    assert found["steps"]
    (step,) = [one for one in found["steps"] if one["carries"]]
    cited = {clause for one in step["happened"] for clause in one["clauses"]}
    refused = step["refused"] or {"clauses": []}
    assert CUT in cited | set(refused["clauses"])
    assert found["steps"][0]["happened"][0]["sentence"]


@pytest.mark.parametrize("what", ["neighbours", "example"])
def test_what_is_not_there_is_said(house: House, what: str) -> None:
    for rulebook, clause in (("none", CLOSE), (BOOK, "999")):
        answer = house.get(None, f"/rulebooks/{rulebook}/clauses/{clause}/{what}")
        assert answer.status_code == 404
        assert answer.json()["sentence"]


def test_a_clause_without_a_scenario_has_no_example(house: House) -> None:
    shown = {clause for scene in scenes_of(BOOKS[BOOK].edition.folder) for clause in scene.clauses}
    bare = {clause.partition("#")[0] for clause in shown}
    lone = next(one for one in BOOKS[BOOK].edition.clauses if one not in bare)
    answer = house.get(None, f"/rulebooks/{BOOK}/clauses/{lone}/example")
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-example"
