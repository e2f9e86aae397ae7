"""What a console is told: the next act, every act with its reason, steps, and stakes."""

from __future__ import annotations

from typing import Any

from tests.api.conftest import TABLE, House

REAL = "real"


def console(house: House, login: str = "dealer", table: str = TABLE) -> Any:
    answer = house.get(login, f"/tables/{table}/console")
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(told: Any, word: str) -> Any:
    return next(one for one in told["acts"] if one["do"] == word)


def now(told: Any) -> list[tuple[str, str | None]]:
    return [(one["step"], one["hand"]) for one in told["steps"] if one["state"] == "now"]


def test_before_signing_on_the_only_thing_one_may_do_is_sign_on(house: House) -> None:
    told = console(house)
    assert told["on_duty"] is False
    assert [one["do"] for one in told["acts"] if one["can"]] == ["sign-on"]
    house.do("dealer", "sign-on")
    told = console(house)
    assert told["on_duty"] is True
    assert act(told, "sign-on")["can"] is False


def test_next_act_says_whose_it_is_and_the_act_is_accepted(house: House) -> None:
    house.do("dealer", "sign-on")
    words = []
    for _ in range(12):
        following = console(house)["next"]
        if following is None:
            break
        words.append(following["do"])
        if following["yours"]:
            house.do("dealer", following["do"], **following["fields"])
        else:
            # The cut is a supervisor's here; the automatic one takes it.
            assert following["automatic"] is True
            assert following["rank"] == "Gaming Supervisor"
            assert house.autodeal().status_code == 200
    assert words[0] == "introduce-cards"
    assert words[-1] == "burn-cards"
    assert "cut-cards" in words
    told = console(house)
    assert told["next"] is None
    assert told["waits"]


def test_steps_follow_the_coup_and_name_the_hand_that_draws(house: House) -> None:
    house.do("dealer", "sign-on")
    house.ready()
    house.seat("player1", "player2")
    thirds: set[tuple[str, str | None]] = set()
    for _ in range(6):
        house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
        house.do("player2", "place-wager", wager="player", amount_cents=30_000)
        told = console(house)
        assert {one["hand"]: one["cents"] for one in told["stakes"]} == {
            "player": 30_000,
            "banker": 10_000,
        }
        assert told["difference_cents"] == 20_000
        seen = []
        while (following := console(house)["next"]) is not None:
            told = console(house)
            seen += now(told)
            if following["place"] in (0, 1):
                step = told["steps"][following["place"] + 1]
                assert (step["step"], step["hand"]) == (
                    ("first", "second")[following["place"]],
                    following["hand"],
                )
            if following["place"] == 2:
                thirds.add((following["hand"], told["steps"][4]["hand"]))
                due = house.get("dealer", f"/tables/{TABLE}/draws").json()["due"]
                assert due == following["hand"]
            house.do("dealer", following["do"], **following["fields"])
        names = list(dict.fromkeys(step for step, _ in seen))
        # Where no card is drawn the counts and the result may be one announcement.
        known = ["first", "second", "counts", "third", "result", "settle"]
        assert names == [step for step in known if step in names]
        assert {"first", "second", "counts", "settle"} <= set(names)
        cards = house.get("dealer", f"/tables/{TABLE}/coups").json()["coups"][0]
        drawn = len(" ".join(cards["hands"].values()).split()) > 4
        assert ("third" in names) == drawn
    assert thirds <= {("player", "player"), ("banker", "banker")}
    assert thirds


def test_a_refused_act_has_the_reason_of_the_core(house: House) -> None:
    house.do("dealer", "sign-on")
    house.ready()
    told = act(console(house), "settle")
    answer = house.post("dealer", f"/tables/{TABLE}/commands", {"do": "settle"})
    assert answer.status_code == 409
    assert told["can"] is False
    assert told["certain"] is True
    assert told["refused"] == answer.json()
    low = act(console(house), "void-shoe")
    assert low["refused"]["code"] == "rank-too-low"
    assert low["certain"] is True
    house.do("gaming-supervisor", "sign-on")
    high = act(console(house, "gaming-supervisor"), "void-shoe")
    assert high["refused"] is None or high["refused"]["code"] != "rank-too-low"


def test_at_a_table_with_real_cards_the_card_is_asked_for(house: House) -> None:
    made = house.post("gaming-manager", "/tables", {"table": REAL, "rulebook": TABLE})
    assert made.status_code == 201, made.text
    assert console(house, "gaming-manager", REAL)["waits"] == "The table is not open."
    sign = {"minimum_cents": 2500, "maximum_cents": 1_000_000, "values": {"chip": "0.50"}}
    house.do(
        "gaming-manager",
        "open-table",
        REAL,
        layout="A",
        sign=sign,
        chips=[50, 2500],
        float_cents=5_000_000,
    )
    house.do("player1", "arrive", REAL, seat=1)
    for _ in range(12):
        following = console(house, "gaming-manager", REAL)["next"]
        if following is None:
            break
        assert following["yours"] is True
        assert following["ask"] is False
        house.do("gaming-manager", following["do"], REAL, **following["fields"])
    house.do("player1", "place-wager", REAL, wager="player", amount_cents=2_500)
    following = console(house, "gaming-manager", REAL)["next"]
    assert (following["do"], following["ask"]) == ("deal-card", True)
    assert (following["hand"], following["place"]) == ("player", 0)
    assert "card" not in following["fields"]
    house.do("gaming-manager", "deal-card", REAL, card="8h")
    following = console(house, "gaming-manager", REAL)["next"]
    assert (following["hand"], following["place"]) == ("banker", 0)
