"""The layouts of every rulebook, as they are drawn without a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.settle.setting import choose
from pitboss.views.areas import hue_of, odds_text
from tests.api.conftest import BOOKS, TABLE, House

EVERY = [(name, layout) for name, book in BOOKS.items() for layout in book.edition.layouts]
DRAWN = {"star-baccarat": 13, "star-premium-baccarat": 19}


@pytest.fixture(scope="module")
def floor() -> Iterator[House]:
    house = House()
    with house.client:
        yield house
    house.close()


def get(house: House, path: str, **query: Any) -> Any:
    answer = house.get(None, f"/rulebooks/{path}", **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_wager_on_some_of_bankers_wins_is_not_bankers() -> None:
    compiled = BOOKS["crown-perth-baccarat"].compiled
    assert hue_of(compiled, "super-six", "non-commission") == "none"
    assert hue_of(compiled, "banker", "non-commission") == "banker"


@pytest.mark.parametrize("name", BOOKS)
def test_the_list_is_that_of_the_edition(floor: House, name: str) -> None:
    edition = BOOKS[name].edition
    found = get(floor, f"{name}/layouts")["layouts"]
    assert {one["id"]: tuple(one["seats"]) for one in found} == {
        key: rule.seats for key, rule in edition.layouts.items()
    }
    assert len(found) == DRAWN.get(name, len(found))
    for one in found:
        assert any(clause in edition.clauses for clause in one["clauses"])


@pytest.mark.parametrize(("name", "layout"), EVERY)
def test_a_layout_has_the_seats_and_areas_of_the_edition(
    floor: House, name: str, layout: str
) -> None:
    edition = BOOKS[name].edition
    rule = edition.layouts[layout]
    found = get(floor, f"{name}/layouts/{layout}")
    assert found["layout"]["seats"] == rule.seats[0]
    assert found["layout"]["clauses"] == list(rule.clauses)
    areas = {one["id"]: one for one in found["areas"]}
    for wager, printed in edition.wagers.items():
        decks = printed.decks is None or found["decks"] in printed.decks.only
        games = printed.games is None or found["game"]["id"] in printed.games.only
        here = printed.layouts is None or layout in printed.layouts.only
        if decks and games and printed.signed is None:
            assert (wager in areas) == here, wager
        if wager in areas:
            assert areas[wager]["name"] == printed.title
            assert (areas[wager]["zh"] is not None) <= ("zh" in rule.labels)
            assert areas[wager]["odds"]
    if "zh" in rule.labels:
        assert any(one["zh"] for one in areas.values())


@pytest.mark.parametrize("name", DRAWN)
def test_each_diagram_of_a_clause_is_one_layout(floor: House, name: str) -> None:
    diagrams = [clause for clause in BOOKS[name].edition.clauses if clause.startswith("diagram-")]
    found = get(floor, f"{name}/layouts")["layouts"]
    cited = [clause for one in found for clause in one["clauses"]]
    assert len(diagrams) == DRAWN[name]
    assert sorted(cited) == sorted(diagrams)


def test_a_table_is_drawn_from_the_same(floor: House) -> None:
    sheet = floor.get("dealer", f"/tables/{TABLE}/sheet").json()
    seats, layout = sheet["layout"]["seats"], sheet["layout"]["id"]
    found = get(floor, f"{TABLE}/layouts/{layout}", seats=seats, decks=sheet["decks"])
    assert found["identity"] == sheet["identity"]
    assert found["layout"] == sheet["layout"]
    assert found["close"] == sheet["close"]
    known = {one["id"]: one for one in sheet["areas"]}
    assert [one["id"] for one in found["areas"]] == list(known)
    for one in found["areas"]:
        assert one == {key: known[one["id"]][key] for key in one}


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"layout": "ZZ"}, 404, "no-such-layout"),
        ({"seats": 4}, 422, "seats-not-permitted"),
        ({"seats": 0}, 422, "invalid"),
        ({"game": "whist"}, 422, "unknown-game"),
        ({"decks": 5}, 422, "decks-not-permitted"),
    ],
)
def test_what_there_is_not(floor: House, asked: Any, status: int, code: str) -> None:
    wanted = {"layout": "A", **asked}
    path = f"/rulebooks/{TABLE}/layouts/{wanted.pop('layout')}"
    answer = floor.get(None, path, **wanted)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_other_seats_and_games(floor: House) -> None:
    found = get(floor, "star-premium-baccarat/layouts/E", seats=9, game="even-money")
    assert found["layout"]["seats"] == 9
    assert found["permitted_seats"][0] == 7
    plain = get(floor, "star-premium-baccarat/layouts/E")
    odds = [{one["id"]: one["odds"] for one in each["areas"]} for each in (plain, found)]
    assert odds[0]["banker"] != odds[1]["banker"]


@pytest.mark.parametrize(
    ("name", "wager", "odds"),
    [
        ("star-blackjack", "blazing-sevens", "up to 100% of jackpot"),
        ("star-blackjack", "lucky-lucky", "up to 200 to 1"),
        ("star-blackjack", "main", "1 to 1, blackjack paid at once 3 to 2"),
        ("crown-perth-baccarat", "banker-dragon-bonus", "up to 30 to 1"),
        ("star-baccarat", "tiger", "up to 22 to 1"),
        ("star-baccarat", "tie", "8 to 1"),
    ],
)
def test_odds_in_a_few_words(name: str, wager: str, odds: str) -> None:
    compiled = BOOKS[name].compiled
    setting = choose(compiled.edition, None, None, None, None)
    assert not isinstance(setting, Refusal)
    assert odds_text(compiled, setting, wager) == odds
