"""Edges over the API: exact, for staff alone, under other pays, as pictures."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss.api.charts import drawn, edges_chart
from pitboss.book import Rulebook
from pitboss.games.blackjack.odds.solver.solution import Solution, solve
from pitboss.settle.setting import Setting, choose
from pitboss.views.money import prices as pricing
from tests.api.conftest import BOOKS, House

STAR = "/rulebooks/star-baccarat"
STAFF = "gaming-supervisor"
# From the wizard's tables and the enumerations of tests/counts, eight decks.
EDGES = {
    "player": "241149546272/19524993263685",
    "banker": "114753351728/10847218479825",
    "tie": "103841353768/723147898655",
    "player-pair": "43/415",
    "small-tiger": "296036033/2065481145",
}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    with made.client:
        yield made
    made.close()


def wagers(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    return {one["wager"]: one for one in answer.json()["wagers"]}


def test_staff_see_exact_edges_and_others_why_they_do_not(house: House) -> None:
    found = wagers(house.get(STAFF, f"{STAR}/payouts"))
    for name, edge in EDGES.items():
        assert found[name]["edge"]["exact"] == edge
    assert found["banker"]["edge"]["percent"] == "1.0579"
    for one in found.values():
        chances = [Fraction(row["probability"]["exact"]) for row in one["rows"]]
        assert sum(chances) == 1
    for who in (None, "player1", "display"):
        told = house.get(who, f"{STAR}/payouts")
        assert told.json()["edges"] == "staff"
        assert told.json()["notice"]["clauses"] == ["14.1"]
        assert all(
            one["edge"] is None and not any(row["probability"] for row in one["rows"])
            for one in wagers(told).values()
        )
        assert wagers(told)["banker"]["rows"][0]["pays"] == "19 to 20"


def test_hues_are_those_of_the_result_that_wins(house: House) -> None:
    for name in BOOKS:
        found = wagers(house.get(None, f"/rulebooks/{name}/payouts"))
        hues = {wager: one["hue"] for wager, one in found.items() if one["hue"] != "none"}
        main = {"player": "player", "banker": "banker", "tie": "tie"}
        assert hues == (main if "banker" in found else {})


def test_what_an_edition_pays_is_what_is_shown(house: House) -> None:
    book = BOOKS["star-baccarat"]
    tie = book.edition.wagers["tie"]
    rows = tuple(msgspec.structs.replace(row, pays="7 to 3") for row in tie.rows)
    other = msgspec.structs.replace(tie, rows=rows)
    edition = dataclasses.replace(book.edition, wagers={**book.edition.wagers, "tie": other})
    kept = house.context.floor.books
    house.context.floor.books = {**kept, "star-baccarat": Rulebook(edition)}
    try:
        found = wagers(house.get(STAFF, f"{STAR}/payouts"))["tie"]
        card = wagers(house.get(None, f"{STAR}/card"))["tie"]
    finally:
        house.context.floor.books = kept
    assert found["rows"][0]["pays"] == card["rows"][0]["pays"] == "7 to 3"
    chance = Fraction(found["rows"][0]["probability"]["exact"])
    assert Fraction(found["edge"]["exact"]) == 1 - chance * Fraction(10, 3)


def test_a_game_whose_sign_is_not_fixed_has_pays_and_no_edges(house: House) -> None:
    premium = "/rulebooks/star-premium-baccarat"
    told = house.get(STAFF, f"{premium}/payouts", game="tie").json()
    assert (told["edges"], told["notice"]["code"]) == ("left out", "sign-missing")
    assert house.get(STAFF, f"{premium}/edges", game="tie").status_code == 422
    signed = house.get(STAFF, f"{premium}/edges", game="tie", sign="tie-percent=10")
    assert all(one["edge"] for one in wagers(signed).values())
    bad = house.get(STAFF, f"{premium}/edges", game="tie", sign="tie-percent=lots")
    assert bad.status_code == 422


def test_edges_come_smallest_first(house: House) -> None:
    found = house.get(STAFF, f"{STAR}/edges", decks=6).json()
    values = [one["edge"]["value"] for one in found["wagers"]]
    assert values == sorted(values)
    assert found["decks"] == 6
    assert house.get(STAFF, f"{STAR}/edges", decks=5).status_code == 422


def test_what_if_a_wager_paid_otherwise(house: House) -> None:
    asked = {"wager": "banker", "pays": [{"row": 0, "pays": "1 to 1"}]}
    found = house.post(STAFF, f"{STAR}/what-if", asked).json()
    assert found["before"]["exact"] == EDGES["banker"]
    # Without commission Banker's gain is what Player loses.
    assert Fraction(found["after"]["exact"]) == -Fraction(EDGES["player"])
    assert found["favours_player"]
    difference = Fraction(found["after"]["exact"]) - Fraction(EDGES["banker"])
    assert Fraction(found["change"]["exact"]) == difference
    assert found["rows"][0]["before"] == "19 to 20"
    # Nothing was changed by asking.
    again = wagers(house.get(STAFF, f"{STAR}/payouts"))["banker"]
    assert again["edge"]["exact"] == EDGES["banker"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"wager": "tie", "pays": [{"row": 0, "pays": "lots"}]}, "bad-pay"),
        ({"wager": "tie", "pays": [{"row": 0, "pays": "0 to 1"}]}, "bad-pay"),
        ({"wager": "tie", "pays": [{"row": 1, "pays": "9 to 1"}]}, "no-such-row"),
        ({"wager": "faro", "pays": [{"row": 0, "pays": "9 to 1"}]}, "unknown-wager"),
        ({"wager": "tie", "pays": []}, "invalid"),
        ({"wager": "tie", "pays": [{"row": 0, "pays": "lots% of stake"}]}, "bad-pay"),
        ({"wager": "tie", "pays": [{"row": 0, "pays": "50% of jackpot"}]}, "bad-pay"),
        ({"wager": "tie", "pays": [{"row": 0, "pays": "$5"}]}, "bad-pay"),
    ],
)
def test_pays_that_cannot_be(house: House, asked: Any, code: str) -> None:
    answer = house.post(STAFF, f"{STAR}/what-if", asked)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text


def test_the_highest_event_cannot_pay_less_than_one_that_it_hides(house: House) -> None:
    asked = {"wager": "lucky-lucky", "pays": [{"row": 0, "pays": "1 to 100"}]}
    answer = house.post(STAFF, "/rulebooks/star-blackjack/what-if", asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "contradictory"), answer.text


def test_prizes_stay_prizes_and_every_row_has_its_chance(house: House) -> None:
    path = "/rulebooks/star-blackjack/what-if"
    for row, pays in ((0, "9 to 1"), (0, "$500"), (2, "9 to 1"), (2, "50% of jackpot")):
        asked = {"wager": "blazing-sevens", "pays": [{"row": row, "pays": pays}]}
        answer = house.post(STAFF, path, asked)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-pay"), answer.text
    asked = {"wager": "blazing-sevens", "pays": [{"row": 2, "pays": "$9999"}]}
    found = house.post(STAFF, path, asked).json()
    assert found["rows"][2]["before"] == "$1250 for $2.50, $2500 for $5"
    assert found["rows"][2]["after"] == "$9999"
    assert sum(Fraction(row["probability"]["exact"]) for row in found["rows"]) == 1


def test_a_signed_percentage_is_shown_and_may_be_asked_about(house: House) -> None:
    premium, sign = "/rulebooks/star-premium-baccarat", "tie-percent=10"
    found = wagers(house.get(STAFF, f"{premium}/edges", game="tie", sign=sign))["player"]
    tie = next(row for row in found["rows"] if row["outcome"] == "stand-off")
    assert (tie["pays"], bool(tie["probability"])) == ("10% of stake", True)
    pays = [{"row": found["rows"].index(tie), "pays": "1 to 10"}]
    asked = {"wager": "player", "pays": pays, "game": "tie", "sign": sign}
    same = house.post(STAFF, f"{premium}/what-if", asked).json()
    assert Fraction(same["change"]["exact"]) == 0


def test_what_is_asked_for_often_is_kept_while_others_are_tried(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pricing, "MOST_KEPT", 3)
    asked: list[str] = []
    before = Rulebook.odds

    def counted(self: Rulebook, **how: Any) -> Any:
        asked.append(self.fingerprint)
        return before(self, **how)

    monkeypatch.setattr(Rulebook, "odds", counted)
    house.get(STAFF, f"{STAR}/edges")
    usual = BOOKS["star-baccarat"].fingerprint
    for pays in range(2, 8):
        body = {"wager": "tie", "pays": [{"row": 0, "pays": f"{pays} to 1"}]}
        assert house.post(STAFF, f"{STAR}/what-if", body).status_code == 200
        house.get(STAFF, f"{STAR}/edges", sign=" ")
    # The whole game and the one wager as it is, once each or where they were known before.
    assert asked.count(usual) <= 2
    assert len(pricing._KEPT) == 3


def test_the_play_of_blackjack(house: House) -> None:
    found = house.get(STAFF, "/rulebooks/star-blackjack/strategy").json()
    assert found["expectation"]["percent"] == "-0.7765"
    tables = {one["kind"]: {row["hand"]: row for row in one["rows"]} for one in found["tables"]}
    hard, pairs = tables["hard"], tables["pair"]
    six = found["ups"].index("6")
    assert hard["11"]["shorts"][six] == "D"
    assert hard["16"]["acts"][six] == "stand"
    assert set(pairs["A"]["shorts"]) == {"P"}
    assert all(
        len(row["acts"]) == len(found["ups"]) for rows in tables.values() for row in rows.values()
    )
    worth = {one["up"]: one["worth"]["value"] for one in found["by_up"]}
    assert worth["6"] > 0 > worth["A"]
    eleven = {act: one["value"] for act, one in hard["11"]["worths"][six].items()}
    assert eleven["double"] > eleven["hit"] > eleven.get("stand", -2.0)
    assert max(pairs["A"]["worths"][six].items(), key=lambda one: one[1]["value"])[0] == "split"
    # An ace and a seven are the only two cards of their total: what the solver says of them.
    book = BOOKS["star-blackjack"]
    setting = choose(book.edition, None, found["decks"], None, {"third-hand": "no"})
    assert isinstance(setting, Setting)
    solution = solve(book.compiled, (found["decks"],) * 52, setting.sign)
    assert isinstance(solution, Solution)
    told = next(
        one["ev"]
        for one in solution.cells
        if set(one["hand"].split(",")) == {"A", "7"} and one["up"] == "6" and not one["after_split"]
    )
    shown = tables["soft"]["18"]["worths"][six]
    assert {act: one["value"] for act, one in shown.items()} == pytest.approx(told)
    none = house.get(STAFF, f"{STAR}/strategy")
    assert (none.status_code, none.json()["code"]) == (409, "no-strategy")


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_charts_are_pictures_with_one_brass_bar(house: House, theme: str) -> None:
    brass = {"dark": "#E6C37E", "light": "#725208", "contrast": "#FFE08A"}[theme]
    plain = house.get(STAFF, f"{STAR}/charts/edges", theme=theme)
    chosen = house.get(STAFF, f"{STAR}/charts/edges", theme=theme, wager="tie")
    assert plain.headers["content-type"].startswith("image/svg+xml")
    assert plain.text.startswith("<svg")
    assert plain.text.count(brass) == 0
    assert chosen.text.count(brass) == 1
    assert "14.3596%" in plain.text
    assert house.get("player1", f"{STAR}/charts/edges").status_code == 403


def test_a_chart_of_wagers_that_favour_the_player_begins_at_nothing() -> None:
    edge = pricing.Edge(exact=None, percent="-1.0000", value=-0.01, method="exact")
    one = pricing.Priced(wager="w", title="W", hue="none", clauses=(), rows=[], edge=edge)
    for wagers in ([], [one]):
        made = edges_chart(wagers, "dark", None, "edges")
        assert made["encoding"]["x"]["scale"]["domainMax"] == 0
        assert drawn(made, "dark").content.startswith(b"<svg")


def test_without_the_renderer_figures_stay(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    answer = house.get(STAFF, f"{STAR}/charts/edges")
    assert (answer.status_code, answer.json()["code"]) == (409, "plots-not-installed")
    assert wagers(house.get(STAFF, f"{STAR}/edges"))


def test_the_strategy_is_drawn(house: House) -> None:
    drawn = house.get(STAFF, "/rulebooks/star-blackjack/charts/strategy", theme="light")
    assert drawn.text.startswith("<svg")
    assert house.get(STAFF, f"{STAR}/charts/strategy").status_code == 409


def test_nothing_heavy_is_loaded_before_it_is_asked_for() -> None:
    script = (
        "import sys, pitboss.api.app; "
        "print([one for one in ('numba', 'vl_convert', 'polars') if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
