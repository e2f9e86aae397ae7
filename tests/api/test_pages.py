"""What pages draw: sheet, roads, draws, reasons and a player's own, over whole coups."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.api.context import Settings
from pitboss.api.first_start import first_opening
from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder, shelf
from pitboss.games.baccarat.roads.roads import read_results, roads
from pitboss.table.state import Result
from pitboss.views.areas import labels
from tests.api import conftest
from tests.api.conftest import QUICK, TABLE, House
from tests.settle.test_seven_to_three import replaced

PREMIUM = "star-premium-baccarat"
LETTERS = {"banker": "B", "player": "P", "tie": "T"}


def get(house: House, login: str, path: str, **query: Any) -> Any:
    answer = house.get(login, f"/tables/{TABLE}{path}", **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def played() -> Iterator[House]:
    """Two players through some coups, with wagers on many areas."""
    house = House()
    with house.client:
        house.seat("player1", "player2")
        house.ready()
        for number in range(14):
            house.do("player1", "place-wager", wager="banker", amount_cents=2_500 + 100 * number)
            house.do("player2", "place-wager", wager="player", amount_cents=10_000)
            house.do("player2", "place-wager", wager="tie", amount_cents=5_000)
            house.do("player2", "place-wager", wager="player-pair", amount_cents=1_500)
            house.clock.wait(60)
            house.coup()
        yield house
    house.close()


def test_roads_are_those_of_the_coups(played: House) -> None:
    coups = get(played, "display", "/coups", limit=100)["coups"][::-1]
    text = "".join(LETTERS[one["outcome"]] for one in coups)
    shown = get(played, "display", "/roads")
    read = read_results(text)
    assert isinstance(read, tuple)
    made = roads(read)
    assert shown["columns"] == list(made.columns)
    assert shown["big_eye_boy"] == made.big_eye_boy
    assert [one["coup"] for one in shown["bead"]] == [one["coup"] for one in coups]
    assert shown["last"] == coups[-1]["coup"]
    assert shown["counts"]["banker"] == text.count("B")
    assert shown["ask"] is None
    for bead, coup in zip(shown["bead"], coups, strict=True):
        for side in ("player", "banker"):
            first, second = coup["hands"][side].split()[:2]
            assert bead[f"{side}_pair"] == (first[0] == second[0])
        counts = [_count(coup["hands"][side].split()[:2]) for side in ("player", "banker")]
        assert bead["natural"] == any(one >= 8 for one in counts)


def test_the_last_coup_is_shown_with_its_hands(played: House) -> None:
    coup = get(played, "display", "/coups", limit=1)["coups"][0]
    shown = get(played, "display", "/roads")
    assert shown["announced"] is None
    latest = shown["latest"]
    assert (latest["coup"], latest["outcome"]) == (coup["coup"], coup["outcome"])
    for side in ("player", "banker"):
        cards = coup["hands"][side].split()
        assert latest[side] == {
            "cards": cards,
            "count": _count(cards),
            "natural": _count(cards[:2]) >= 8,
            "pair": cards[0][0] == cards[1][0],
        }


def test_a_coup_in_progress_shows_counts_when_they_are_announced() -> None:
    house = House()
    with house.client:
        house.seat("player1")
        house.ready()
        house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
        seen = []
        while not get(house, "display", "/coups")["coups"]:
            shown = get(house, "display", "/roads")
            assert shown["latest"] is None
            seen.append(shown["announced"])
            assert house.autodeal().status_code == 200
        coup = get(house, "display", "/coups")["coups"][0]
        counts = {side: _count(coup["hands"][side].split()) for side in ("player", "banker")}
        assert seen[0] is None
        whole = {"coup", "player", "banker", "player_cards", "banker_cards", "outcome", "result"}
        assert set(seen[-1]) == whole
        assert seen[-1]["player_cards"] == len(coup["hands"]["player"].split())
        assert {side: seen[-1][side] for side in counts} == counts
        assert seen[-1]["outcome"] == coup["outcome"]
        drawn = any(len(coup["hands"][side].split()) > 2 for side in counts)
        assert not drawn or any(one is not None and one["outcome"] is None for one in seen)
    house.close()


def _count(cards: list[str]) -> int:
    return sum({"A": 1}.get(c[0], int(c[0]) if c[0].isdigit() else 0) for c in cards) % 10


def test_ask_roads_where_they_are_allowed() -> None:
    house = House(Settings(hasher=QUICK, ask_roads=True))
    with house.client:
        shown = get(house, "display", "/roads")
        assert set(shown["ask"]) == {"banker", "player"}
        assert get(house, "display", "/sheet")["ask_roads"] is True
        assert shown["bead"] == []
        assert shown["last"] is None
    house.close()


def test_a_table_shows_ask_roads_where_it_was_opened_so(house: House) -> None:
    assert get(house, "player1", "/roads")["ask"] is None
    for login in ("dealer", "gaming-supervisor", "gaming-manager"):
        house.do(login, "sign-on")
    house.do("gaming-manager", "close-table")
    fields = first_opening(rulebook(TABLE).edition)
    house.do("gaming-manager", "open-table", **fields, ask_roads=True)
    assert get(house, "player1", "/sheet")["ask_roads"] is True
    assert set(get(house, "player1", "/roads")["ask"]) == {"banker", "player"}


@pytest.mark.parametrize("beads", [False, True])
def test_void_and_no_bet_coups_and_other_shoes(beads: bool) -> None:
    """Of a table's results only those of the shoe in play are on the roads."""
    house = House(Settings(hasher=QUICK, no_bet_beads=beads))
    with house.client:
        shown = house.context.floor.get(TABLE)
        hands: dict[str, Any] = {"hands": {"player": (0, 0), "banker": (28, 36)}}
        results = (
            Result(shoe=1, coup=1, outcome="tie", **hands),
            Result(shoe=2, coup=2, outcome="banker", **hands),
            Result(shoe=2, coup=3, outcome="void"),
            Result(shoe=2, coup=4, outcome="player", no_bet=True, **hands),
            Result(shoe=2, coup=5, outcome="banker", **hands),
        )
        shown.table = msgspec.structs.replace(shown.table, results=results, shoes=2)
        made = get(house, "display", "/roads")
        assert made["columns"] == [2]
        assert [one["coup"] for one in made["bead"]] == ([2, 4, 5] if beads else [2, 5])
        first = made["bead"][0]
        assert (first["player_pair"], first["banker_pair"], first["natural"]) == (True, False, True)
    house.close()


def misdeal(house: House) -> None:
    """Someone reports that the cards are in doubt, and a supervisor declares the coup void."""
    told = {"error": "order in doubt"}
    house.do("dealer", "report-irregularity", situation="misdeal", told=told)
    house.do("gaming-supervisor", "give-ruling", ruling="void")


@pytest.mark.clause("star-baccarat", "12.1.2")
@pytest.mark.parametrize("settled", [False, True])
def test_12_1_2_a_void_coup_is_told_as_void(house: House, settled: bool) -> None:
    house.real_cards()
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    if settled:
        house.coup()
    else:
        for _ in range(4):
            house.autodeal()
    misdeal(house)
    told = get(house, "player1", "/coups/1/why")
    assert (told["outcome"], told["result"], told["lines"]) == ("void", "Coup void", [])
    assert told["corrected"] is settled
    assert get(house, "dealer", "/payout") == get(house, "dealer", "/coups/1/why")
    assert get(house, "display", "/roads")["bead"] == []
    own = get(house, "player1", "/own")
    assert own["net_cents"] == 0
    assert own["credit_cents"] == house.context.settings.demo_chips_cents


def test_the_sheet_is_the_editions(house: House) -> None:
    sheet = get(house, "display", "/sheet")
    edition = rulebook(TABLE).edition
    assert sheet["identity"]["approved"] == "2024-05-16"
    assert sheet["layout"]["seats"] == edition.layouts["A"].seats[0]
    areas = {one["id"]: one for one in sheet["areas"]}
    assert list(areas) == ["player", "banker", "tie", "player-pair", "banker-pair", "super-six"]
    hues = {name: one["hue"] for name, one in areas.items() if one["hue"] != "none"}
    assert hues == {"player": "player", "banker": "banker", "tie": "tie"}
    assert areas["banker"]["odds"] == "19 to 20"
    assert areas["banker"]["zh"] == "庄"
    assert areas["super-six"]["odds"] == "15 to 1"
    assert areas["super-six"]["minimum_cents"] == 500
    assert sheet["sign"]["rows"][0]["areas"] == ["player", "banker", "tie"]
    assert sheet["ranks"]["ladder"] == list(edition.ranks.ladder)
    assert sheet["devices"]["clauses"] == list(edition.rules["prohibited-device"].clauses)
    assert sheet["close"]["seconds"] is None
    assert sheet["smallest_chip_cents"] == min(sheet["chips"])
    assert all(cents % sheet["smallest_chip_cents"] == 0 for cents in sheet["chips"])


def test_a_table_that_is_not_open(house: House) -> None:
    made = house.post("gaming-manager", "/tables", {"table": "new", "rulebook": TABLE})
    assert made.status_code == 201, made.text
    sheet = house.get("gaming-manager", "/tables/new/sheet").json()
    assert (sheet["open"], sheet["areas"], sheet["layout"]) == (False, [], None)
    for path in ("roads", "draws"):
        assert house.get("gaming-manager", f"/tables/new/{path}").status_code == 200
    assert house.get("gaming-manager", "/tables/new/payout").status_code == 409


def test_every_wager_has_a_label() -> None:
    wanted = {wager for name in shelf() for wager in rulebook(name).edition.wagers}
    assert wanted == set(labels())
    assert all(one.short and one.zh and one.group for one in labels().values())


def test_a_layout_in_english_only(house: House) -> None:
    answer = house.get("display", f"/tables/{PREMIUM}/sheet")
    sheet = answer.json()
    layout = rulebook(PREMIUM).edition.layouts[sheet["layout"]["id"]]
    assert sheet["layout"]["labels"] == list(layout.labels)
    chinese = {one["zh"] is not None for one in sheet["areas"]}
    assert chinese == {"zh" in layout.labels}


def test_an_exception_to_the_odds_is_said(house: House) -> None:
    at = (house.clock.now + dt.timedelta(minutes=30)).isoformat()
    house.do("gaming-supervisor", "sign-on")
    house.do(
        "gaming-supervisor", "post-notice", kind="change-game", change_at=at, value="even-money"
    )
    notice = get(house, "display", "/sheet")["notices"][0]
    assert notice["sentence"].startswith("Even Money Baccarat from ")
    assert notice["clauses"] == ["14.8"]
    house.clock.wait(1800)
    house.do("gaming-supervisor", "change-game", game="even-money", shown=["payout-odds"])
    sheet = get(house, "player1", "/sheet")
    banker = next(one for one in sheet["areas"] if one["id"] == "banker")
    assert banker["odds"] == "1 to 1, on six 1 to 2"
    assert sheet["game"]["id"] == "even-money"
    assert sheet["notices"] == []


def test_a_raised_minimum_stands_beside_the_old(house: House) -> None:
    at = (house.clock.now + dt.timedelta(minutes=20)).isoformat()
    house.do("gaming-supervisor", "sign-on")
    given: dict[str, Any] = {"kind": "raise-minimum", "change_at": at, "minimum_cents": 5_000}
    house.do("gaming-supervisor", "post-notice", **given)
    notice = get(house, "display", "/sheet")["notices"][0]
    # 20:20 by the server's clock is 07:20 in the house, eleven hours ahead.
    assert (notice["from"], notice["zone"]) == ("07:20", "AEDT")
    assert notice["sentence"] == "Minimum $50 from 07:20 AEDT"
    assert (notice["old_minimum_cents"], notice["minimum_cents"]) == (2_500, 5_000)
    assert notice["clauses"] == ["6.7"]


def test_reasons_agree_with_the_settlement(played: House) -> None:
    for number in range(1, 15):
        told = get(played, "dealer", f"/coups/{number}/why")
        settled = get(played, "dealer", f"/coups/{number}/settlement")
        lines = {one["number"]: one["line"] for one in settled["lines"]}
        assert set(lines) == {one["number"] for one in told["lines"]}
        numbers = [*told["collect"], *told["pay"], *told["return"]]
        assert sorted(numbers) == sorted(lines)
        for one in told["lines"]:
            line = lines[one["number"]]
            assert one["paid_cents"] == line["paid_cents"]
            assert {c for step in one["steps"] for c in step["clauses"]} == set(line["clauses"])
            assert one["back_cents"] == line["paid_cents"] + line["returned_cents"]
            chips = sum(pile["cents"] * pile["count"] for pile in one["chips"] or ())
            assert chips == one["paid_cents"]
            assert one["box"] == (1 if one["wager"] == "banker" else 2)
        assert told["order_clauses"] == ["11.1.1"]


def test_a_player_reads_their_own_lines(played: House) -> None:
    mine = get(played, "player1", "/coups/3/why")
    assert {one["wager"] for one in mine["lines"]} == {"banker"}
    assert {one["person"] for one in mine["lines"]} == {played.person("player1")}
    assert all(hand["cards"] for hand in mine["hands"])
    assert played.get("player1", f"/tables/{TABLE}/coups/999/why").status_code == 404


def test_reasons_keep_to_what_held_then(house: House) -> None:
    """The sign changes after a coup; the coup is explained by the chip it was paid in."""
    house.seat("player1", "player2")
    house.ready()
    for _ in range(40):
        house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
        house.coup()
        last = get(house, "dealer", "/payout")
        if last["outcome"] == "banker":
            break
    before = get(house, "player1", f"/coups/{last['coup']}/why")
    assert before["lines"][0]["steps"][-1]["arithmetic"] == "$23.75 → $24.00"
    shown = house.context.floor.get(TABLE)
    opened = shown.table.house
    assert opened is not None
    # What the table is like now is no part of the reason of a coup that is over.
    shown.table = msgspec.structs.replace(
        shown.table, sign=msgspec.structs.replace(shown.table.sign, values={"chip": "5"})
    )
    assert get(house, "player1", f"/coups/{last['coup']}/why") == before


def test_payout_before_and_after_settling(house: House) -> None:
    house.seat("player1")
    house.ready()
    assert house.get("dealer", f"/tables/{TABLE}/payout").json()["code"] == "no-coup"
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    shown = house.context.floor.get(TABLE)
    due, trial = set(), None
    for _ in range(40):
        assert house.autodeal().status_code == 200
        now = get(house, "dealer", "/draws")
        public = get(house, "player1", "/draws")
        assert public["if_drawn"] is None
        assert {**now, "if_drawn": None} == public
        if now["due"]:
            due.add(now["due"])
            assert len(now["if_drawn"]) == 10
            assert now["due_clauses"]
        if shown.table.phase == "complete":
            trial = get(house, "dealer", "/payout")
            house.autodeal()
            break
    assert trial is not None
    settled = get(house, "dealer", "/payout")
    assert trial.pop("settled") is False
    assert settled.pop("settled") is True
    assert trial == settled
    thirds = {hand["id"] for hand in settled["hands"] if len(hand["cards"]) == 3}
    assert due == thirds


def test_draws_never_tell_of_cards_unseen(house: House) -> None:
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    for _ in range(40):
        house.autodeal()
        view = get(house, "player1", "")["view"]["table"]["coup"]
        now = get(house, "player1", "/draws")
        if view is None:
            break
        for hand, told in zip(view["hands"], now["hands"], strict=True):
            assert told["id"] == hand["id"]
            assert told["cards"] == list(hand.get("cards", ()))


def test_own_balance_and_net_position(played: House) -> None:
    for login in ("player1", "player2"):
        own = get(played, login, "/own")
        coups = get(played, login, "/own/coups", limit=100)["coups"]
        assert own["coups"] == len(coups) == 14
        assert own["net_cents"] == sum(one["net_cents"] for one in coups)
        start = played.context.settings.demo_chips_cents
        assert own["credit_cents"] == start + own["net_cents"]
        assert own["seconds"] == 14 * 60
        assert own["closes_at"] is None
        stakes = [line["stake_cents"] for one in coups for line in one["lines"]]
        assert own["wagered_cents"] == sum(stakes)
    page = get(played, "player1", "/own/coups", before=5, limit=2)
    assert [one["coup"] for one in page["coups"]] == [4, 3]
    assert page["more"] is True


def test_what_is_carried_is_not_won(house: House) -> None:
    absent = get(house, "player1", "/own")
    assert (absent["present"], absent["since"], absent["net_cents"]) == (False, None, 0)
    house.do("dealer", "sign-on")
    house.seat("player1")
    house.ready()
    person = house.person("player1")
    house.do("dealer", "buy-in", person=person, amount_cents=50_000)
    house.do("player1", "cash-out", amount_cents=20_000)
    own = get(house, "player1", "/own")
    assert (own["net_cents"], own["bought_cents"], own["cashed_out_cents"]) == (0, 50_000, 20_000)
    house.do("player1", "place-wager", wager="tie", amount_cents=10_000)
    staked = get(house, "player1", "/own")
    assert (staked["net_cents"], staked["staked_cents"]) == (0, 10_000)
    assert staked["credit_cents"] == own["credit_cents"] - 10_000
    house.coup()
    result = get(house, "player1", "/own/coups")["coups"][0]
    after = get(house, "player1", "/own")
    assert after["net_cents"] == result["net_cents"]
    assert after["net_cents"] in (-10_000, 80_000)
    house.clock.wait(90)
    house.do("player1", "leave")
    house.clock.wait(1_000)
    left = get(house, "player1", "/own")
    assert (left["present"], left["seconds"], left["net_cents"]) == (
        False,
        90,
        after["net_cents"],
    )
    house.do("player1", "arrive", seat=2)
    again = get(house, "player1", "/own")
    assert (again["net_cents"], again["coups"], again["seat"]) == (0, 0, 2)


def test_pages_show_the_editions_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every pay replaced by 7 to 3 no page can show anything else."""
    book = Rulebook(load_folder(rulebook(TABLE).edition.folder, replaced))
    monkeypatch.setattr(conftest, "BOOKS", {**conftest.BOOKS, TABLE: book})
    house = House()
    with house.client:
        sheet = get(house, "display", "/sheet")
        assert {one["odds"] for one in sheet["areas"]} == {"7 to 3"}
        house.seat("player1", "player2")
        house.ready()
        for _ in range(30):
            house.do("player1", "place-wager", wager="banker", amount_cents=3_000)
            house.do("player2", "place-wager", wager="player", amount_cents=3_000)
            house.coup()
            told = get(house, "dealer", "/payout")
            if told["pay"]:
                break
        text = json.dumps(told, ensure_ascii=False)
        assert "$30.00 × 7 ÷ 3 = $70.00" in text
        assert "19 to 20" not in text
    house.close()
