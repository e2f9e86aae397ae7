"""Shift reports, slips and the pit's figures over HTTP: the sums of the journal, and for whom."""

from __future__ import annotations

import csv
import io
import re

import pytest

from pitboss import paper
from tests.api.conftest import TABLE, House
from tests.service.compliance.text_of_pdf import pdf_text

STAFF = "gaming-supervisor"
BLACKJACK = "star-blackjack"


def evening(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    for login in ("dealer", STAFF):
        house.do(login, "sign-on")
    house.do("dealer", "buy-in", person=house.person("player1"), amount_cents=20_000)
    house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
    house.do("player2", "place-wager", wager="tie", amount_cents=2_500)
    house.clock.wait(600)
    house.coup()
    house.do(STAFF, "fill", amount_cents=50_000, slip="12")


def test_a_shift_is_told_and_kept_as_files(house: House) -> None:
    evening(house)
    told = house.get(STAFF, "/shift").json()
    (one,) = [row for row in told["tables"] if row["table"] == TABLE]
    assert (one["hold"]["coups"], told["rounds"]) == (1, 1)
    assert one["hold"]["handle_cents"] == told["handle_cents"] == 12_500
    assert (one["hold"]["drop_cents"], one["fills_cents"]) == (20_000, 50_000)
    assert one["agrees"]
    assert {rating["seat"]: rating["average_cents"] for rating in one["ratings"]} == {
        1: 10_000,
        2: 2_500,
    }
    assert sum(rating["result_cents"] for rating in one["ratings"]) == -one["hold"]["win_cents"]
    span = {"span": told["span"]}
    rows = list(csv.reader(io.StringIO(house.get(STAFF, "/shift/csv", **span).text)))
    (row,) = [row for row in rows if row[:1] == [TABLE] and len(row) == 12]
    assert (row[3], row[5], row[6]) == ("1", "125.00", "200.00")
    made = house.get(STAFF, "/shift/pdf", **span)
    assert made.content.startswith(b"%PDF")
    assert "attachment" in made.headers["content-disposition"]
    alone = house.get(STAFF, "/shift", table=TABLE, **span).json()
    assert [row["table"] for row in alone["tables"]] == [TABLE]


ENGLISH = re.compile(r"[A-Za-z][a-z']+(?: [a-z']+){2,}")


def test_a_shift_and_a_slip_are_told_in_chinese(house: House) -> None:
    evening(house)
    said = {"span": house.get(STAFF, "/shift").json()["span"], "language": "zh"}
    text = house.get(STAFF, "/shift/csv", **said).text
    assert "投注总额 $125.00" in text.replace("125.00", "$125.00")
    assert ENGLISH.findall(text) == []
    english = house.get(STAFF, "/shift/csv", span=said["span"]).text
    figures = re.compile(r"-?\d+\.\d\d")
    assert figures.findall(text) == figures.findall(english)
    told = house.get(STAFF, "/shift").json()["tables"]
    (slip,) = [slip for one in told for slip in one["slips"]]
    path = f"/tables/{TABLE}/float-slips/{slip['sequence']}"
    kept = house.get(STAFF, f"{path}/csv", language="zh").text
    assert "加码单 12" in kept
    assert ENGLISH.findall(kept) == []


@pytest.mark.parametrize("there", [True, False])
def test_a_pdf_is_chinese_where_the_machine_has_the_letters(
    house: House, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    evening(house)
    if not there:
        monkeypatch.setattr(paper, "chinese_type", lambda: None)
    elif paper.chinese_type() is None:
        pytest.skip("no type with Chinese letters on this machine")
    span = house.get(STAFF, "/shift").json()["span"]
    made = house.get(STAFF, "/shift/pdf", span=span, language="zh")
    if there:
        assert "预期" in pdf_text(made.content)
    else:
        assert (made.status_code, made.json()["code"]) == (409, "no-type")
        assert house.get(STAFF, "/shift/pdf", span=span).content.startswith(b"%PDF")


def test_before_the_table_opened_there_was_nothing(house: House) -> None:
    evening(house)
    found = house.get(STAFF, "/shift", span="2026-11-10T08:00/16:00").json()
    assert (found["rounds"], found["handle_cents"], found["win_cents"]) == (0, 0, 0)
    assert all(one["agrees"] and not one["ratings"] for one in found["tables"])


def test_a_slip_has_an_address_and_files(house: House) -> None:
    evening(house)
    told = house.get(STAFF, "/shift").json()["tables"]
    (slip,) = [slip for one in told for slip in one["slips"]]
    path = f"/tables/{TABLE}/float-slips/{slip['sequence']}"
    assert house.get(STAFF, path).json() == slip
    assert "500.00" in house.get(STAFF, f"{path}/csv").text
    assert house.get(STAFF, f"{path}/pdf").content.startswith(b"%PDF")
    other = house.get(STAFF, f"/tables/{TABLE}/float-slips/1")
    assert (other.status_code, other.json()["code"]) == (404, "no-such-slip")
    assert house.get(STAFF, f"/tables/{TABLE}/float-slips/9999").status_code == 404


@pytest.mark.parametrize("path", ["/shift", "/shift/csv", f"/tables/{TABLE}/float-slips/1"])
def test_money_is_not_for_the_lowest_rank_nor_for_players(house: House, path: str) -> None:
    evening(house)
    low, player = house.get("dealer", path), house.get("player1", path)
    assert (low.status_code, low.json()["code"]) == (403, "rank-too-low")
    assert player.status_code == 403


@pytest.mark.parametrize("span", ["yesterday", "2026-11-04T14:00/2026-11-04T13:00"])
def test_a_span_that_is_none_is_refused_in_a_sentence(house: House, span: str) -> None:
    answer = house.get(STAFF, "/shift", span=span)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-span")
    assert answer.json()["sentence"].endswith(".")


def test_the_pit_shows_who_deals_sits_and_stakes(house: House) -> None:
    evening(house)
    house.ready()
    house.do("player2", "place-wager", wager="banker", amount_cents=5_000)
    found = house.get(STAFF, "/pit").json()
    (one,) = [row for row in found["tables"] if row["table"] == TABLE]
    assert found["people"][one["dealer"]] == "dealer"
    assert [(seat["seat"], seat["stake_cents"]) for seat in one["seated"]] == [(1, 0), (2, 5_000)]
    assert len(one["results"]) == 1
    books = house.context.floor.get(TABLE).table.balances
    assert one["seated"][0]["chips_cents"] == books[f"player:{house.person('player1')}"]
    assert one["float_cents"] == books["float"]
    (low,) = [row for row in house.get("dealer", "/pit").json()["tables"] if row["table"] == TABLE]
    assert (low["float_cents"], low["hold"]) == (None, None)


def test_alerts_say_what_and_how_much(house: House) -> None:
    evening(house)

    def alerts() -> dict[str, dict[str, int]]:
        (one,) = [r for r in house.get(STAFF, "/pit").json()["tables"] if r["table"] == TABLE]
        return {alert["kind"]: alert for alert in one["alerts"]}

    assert alerts() == {}
    house.clock.wait(700)
    assert alerts()["still"]["count"] == 11
    held = house.context.floor.get(TABLE).table.balances["float"]
    house.do(STAFF, "count-float", amount_cents=held - 2_500)
    assert alerts()["count"]["cents"] == -2_500
    house.do(STAFF, "credit", amount_cents=(held // 500_000) * 400_000)
    low = alerts()["float-low"]["cents"]
    house.do(STAFF, "fill", amount_cents=low - low % 500)
    assert "float-low" not in alerts()


def test_the_pit_and_a_shift_know_a_game_of_decisions(house: House) -> None:
    """A round whose players decide has an expectation, too, and the pit does not fail over it."""
    house.seat("player1", table=BLACKJACK)
    house.do("dealer", "sign-on", BLACKJACK)
    person = house.person("player1")
    house.do("dealer", "record-player-card", BLACKJACK, person=person, card="A1")
    for _ in range(20):
        if house.autodeal(table=BLACKJACK).status_code == 409:
            break
    house.do("player1", "place-wager", BLACKJACK, wager="main", amount_cents=10_000)
    for _ in range(40):
        if house.autodeal(table=BLACKJACK).status_code != 200:
            coup = house.context.floor.get(BLACKJACK).table.coup
            if coup is None:
                break
            hand = next(name for name in coup.hands if name != "dealer")
            path = f"/tables/{BLACKJACK}/commands"
            for choice in ("stand", "draw"):  # a low hand must draw
                told = {"do": "choose", "hand": hand, "choice": choice}
                if house.post("player1", path, told).status_code == 200:
                    break
    found = house.get(STAFF, "/shift", table=BLACKJACK).json()["tables"][0]
    assert found["hold"]["coups"] == 1
    odds = house.context.books[BLACKJACK].odds(wagers=["main"], stake="100")
    assert isinstance(odds, dict)
    worth = -float(odds["main"]["at_stake"]["expectation"]) * 10_000
    assert found["hold"]["expected_cents"] == pytest.approx(worth)
    assert house.get(STAFF, "/pit").status_code == 200
