"""The table's order: which wagers are accepted, what is due when, and one round after another."""

from __future__ import annotations

import random

import pytest

from tests.games.blackjack.engine.hands import PACK
from tests.games.blackjack.engine.layout import Line
from tests.games.blackjack.engine.script import Played, snapshot
from tests.games.blackjack.engine.table import Engine

PEOPLE = {"ann": 100_000, "bob": 100_000, "cat": 100_000, "dan": 100_000}
FULL = "ann main 1 100, bob main 1 100, cat main 1 100"
REFUSED = [
    ("2.2.1", "", ("ann", "main", 8, 10_000)),
    ("14.2", "", ("ann", "tie", 1, 10_000)),
    ("5.2", "", ("ann", "main", 1, 150)),
    ("5.2", "", ("ann", "main", 1, 0)),
    ("5.2", "", ("ann", "main", 1, 100_000_100)),
    ("6.1", "", ("ann", "main", 1, 900)),
    ("5.5", FULL, ("dan", "main", 1, 10_000)),
    ("14.8", "", ("ann", "any-pairs", 1, 500)),
    ("5.8", "ann main 1 100", ("bob", "blazing-sevens", 1, 500)),
    ("5.8", "ann main 1 100", ("ann", "blazing-sevens", 2, 500)),
    ("14.5", "ann main 1 100", ("ann", "blazing-sevens", 1, 1000)),
    (
        "5.6",
        "ann main 1 100, bob main 1 100, ann blazing-sevens 1 5",
        ("bob", "blazing-sevens", 1, 500),
    ),
    (
        "14.9",
        "ann main 1 100, ann lucky-lucky 1 5, bob lucky-lucky 1 5, cat lucky-lucky 1 5",
        ("dan", "lucky-lucky", 1, 500),
    ),
]


@pytest.mark.parametrize(("clause", "bets", "wager"), REFUSED)
def test_wagers_that_a_rule_forbids(
    clause: str, bets: str, wager: tuple[str, str, int, int]
) -> None:
    terms = {"minimum": 1000, "jackpot_stake_cents": 500}
    played = Played(bets or "eve main 7 100", terms, PEOPLE)
    before = snapshot(played.engine)
    refused = played.engine.bet(*wager)
    assert refused is not None
    assert refused.split(":")[0] == clause
    assert snapshot(played.engine) == before


@pytest.mark.parametrize("wager", ["star-pairs", "blazing-sevens"])
def test_3_1_1_six_decks_only(wager: str) -> None:
    engine = Engine(7, 8, money=PEOPLE, jackpot_stake_cents=500)
    assert engine.bet("ann", "main", 1, 1000) is None
    assert str(engine.bet("ann", wager, 1, 500)).startswith("3.1.1")


def test_5_3_a_wager_may_be_increased_until_the_first_card() -> None:
    engine = Engine(money=PEOPLE)
    assert engine.bet("ann", "main", 1, 1000) is None
    assert engine.bet("ann", "main", 1, 500) is None
    assert engine.card("Ah") is None
    assert str(engine.bet("ann", "main", 1, 500)).startswith("5.4")
    for name in ("7d", "Kc"):
        assert engine.card(name) is None
    assert engine.pay() == [Line("ann", "main", 1, "1", 1500, 2300, 1500, "win")]


def test_5_7_1_and_5_10_2_one_seat_and_one_place_each() -> None:
    engine = Engine(money=PEOPLE)
    assert engine.bet("ann", "main", 1, 1000, seated=True, position=1) is None
    assert str(engine.bet("bob", "main", 1, 1000, seated=True)).startswith("5.7.1")
    assert str(engine.bet("bob", "main", 1, 1000, position=1)).startswith("5.10.2")
    assert engine.bet("bob", "main", 1, 1000, position=2) is None


def test_14_9_an_initial_wager_gives_preference() -> None:
    engine = Engine(money=PEOPLE)
    assert engine.bet("dan", "main", 1, 1000) is None
    for person in ("ann", "bob", "cat"):
        assert engine.bet(person, "any-pairs", 1, 500) is None
    assert engine.bet("dan", "any-pairs", 1, 500) is None
    assert engine.money == {"ann": 99_500, "bob": 99_500, "cat": 100_000, "dan": 98_500}


def test_7_1_the_initial_deal_goes_round_from_the_left() -> None:
    engine = Engine(money=PEOPLE)
    assert engine.next() == ("done",)
    assert str(engine.card("2c")).startswith("16.7")
    for box in (5, 2):
        assert engine.bet("ann", "main", box, 1000) is None
    order: list[str] = []
    while engine.next()[0] == "card" and len(order) < 5:
        order.append(engine.next()[1])
        assert engine.card("9c") is None
    assert order == ["2", "5", "dealer", "2", "5"]


def test_3_1_no_more_copies_than_decks() -> None:
    engine = Engine(money=PEOPLE)
    for box in (1, 2, 3):
        assert engine.bet("ann", "main", box, 1000) is None
    for _ in range(6):
        assert engine.card("9c") is None
    assert str(engine.card("9c")).startswith("3.1")
    assert engine.card("9d") is None


def test_j47_optional_then_insurance_then_interim() -> None:
    played = Played("ann main 1 100, ann any-pairs 1 5, bob main 2 100", {})
    played.play("Ah Th Ad Kc 9h ann:even-money bob:insure=50 bob:stand 5d Kh 2s")
    assert played.moments == [
        "optional",
        "insurance",
        "insurance closed",
        "interim",
        "insurance",
        "result",
        "end",
    ]
    assert [line[:2] + line[4:] for line in played.lines] == [
        ("ann", "any-pairs", 500, 0, 0, "loss"),
        ("ann", "main", 10_000, 10_000, 10_000, "even money"),
        ("bob", "insurance", 5_000, 0, 0, "loss"),
        ("bob", "main", 10_000, 10_000, 10_000, "win"),
    ]


@pytest.mark.parametrize(("bob", "gone"), [("even-money", True), ("silence", False)])
def test_9_1_2_j9_cards_go_with_the_last_wager_of_the_box(bob: str, gone: bool) -> None:
    played = Played("ann main 1 100, bob main 1 50, cat main 2 100", {})
    played.play(f"Ah Th Ad Kc 9h ann:even-money cat:silence bob:{bob} ?2=cat:draw+stand")
    assert [box.hands[0].collected for box in played.engine.round.boxes] == [gone, False]


def test_6_3_what_is_above_the_maximum_goes_back_at_settlement() -> None:
    bets = "ann main 1 700, bob main 1 400, cat main 1 200"
    played = Played(bets, {"maximum": 100_000})
    played.play("Th 6d 6c ann:draw Kc")
    assert played.moments == ["bust", "result"]
    assert [line[0:1] + line[4:] for line in played.lines] == [
        ("ann", 70_000, 0, 0, "loss"),
        ("bob", 40_000, 0, 10_000, "loss"),
        ("cat", 20_000, 0, 20_000, "excess"),
    ]


def test_j19_lines_of_split_and_doubled_hands_against_blackjack() -> None:
    played = Played("ann main 1 100", {})
    played.play("8h Td 8c ann:split=100 3s ann:double=40 Ts 9s ann:stand Ah")
    assert [line[1:2] + line[3:] for line in played.lines] == [
        ("main", "1", 10_000, 0, 0, "loss"),
        ("double", "1", 4_000, 0, 4_000, "stand-off"),
        ("split", "1b", 10_000, 0, 10_000, "stand-off"),
    ]


def test_bounds_are_of_the_original_wager() -> None:
    played = Played("ann main 1 75, bob main 1 30", {})
    played.play("5h 6d 5c")
    offered = {"draw": (0, 0), "double": (100, 7_500), "split": (7_500, 7_500)}
    assert played.engine.next() == ("ask", "1", {"ann": offered})
    played.play("ann:split=75")
    asked = {"bob": {"split": (3_000, 3_000), "stay": (0, 0)}}
    assert played.engine.next() == ("ask", "1", asked)


def test_16_5_and_16_6_cards_of_the_dealer() -> None:
    played = Played("ann main 1 100", {})
    played.play("Th 7d 8h ann:stand err:4c>dealer- Ts err:5c>dealer")
    engine = played.engine
    assert (engine.aside, engine.burned) == (["4c"], ["5c"])
    assert engine.new_round() is None
    assert engine.bet("ann", "main", 1, 1000) is None
    assert str(engine.card("Kc")).startswith("16.6")
    assert engine.card("4c") is None
    assert engine.aside == []


def test_j50_control_is_ascertained_anew_in_the_next_round() -> None:
    played = Played("ann main 1 100, bob main 1 50", {})
    played.play("Th 6d 5c ann:silence Td Kc")
    engine = played.engine
    assert engine.new_round() is None
    assert engine.bet("bob", "main", 1, 5000) is None
    played.play("Th 6d 5c ?1=bob:draw+stand")
    assert str(engine.new_round()).startswith("5.4")


@pytest.mark.parametrize("seed", range(150))
def test_rounds_at_random_keep_the_money_and_refuse_without_a_trace(seed: int) -> None:
    chance = random.Random(seed)
    engine = Engine(
        5,
        6,
        money=dict.fromkeys(PEOPLE, 10_000_000),
        maximum=chance.choice([None, 20_000]),
        insurance_ten=chance.random() < 0.5,
        third_hand=chance.random() < 0.5,
        defer_blackjack=chance.random() < 0.5,
        chip_cents=chance.choice([50, 100, 500]),
        jackpot_stake_cents=500,
    )
    for _ in range(4):
        place_wagers(engine, chance)
        while engine.next() != ("done",):
            disturb(engine, chance)
            advance(engine, chance)
        assert engine.house + sum(engine.money.values()) == 40_000_000
        assert engine.new_round() is None


def place_wagers(engine: Engine, chance: random.Random) -> None:
    kinds = ["main", "perfect-pairs", "any-pairs", "star-pairs", "lucky-lucky"]
    for box in (1, 2, 3):
        for person in chance.sample(sorted(PEOPLE), 3):
            stake = chance.randrange(500, 20_500, 500)
            assert engine.bet(person, "main", box, stake) is None
        engine.bet(person, chance.choice(kinds), box, 500)
        assert engine.bet(person, "blazing-sevens", box, 500) is None


def advance(engine: Engine, chance: random.Random) -> None:
    """One lawful step."""
    kind, *rest = engine.next()
    if kind == "card":
        while engine.card(chance.choice(sorted(PACK))) is not None:
            pass
    elif kind == "say":
        assert engine.say() is None
    elif kind == "pay":
        assert isinstance(engine.pay(), list)
    else:
        hand, asked = rest
        person = chance.choice(sorted(asked))
        choice = chance.choice([*asked[person], "silence"])
        if choice == "silence":
            assert engine.silence(person) is None
        elif hand == "insurance":
            offers = [one for one in engine.offers().items() if one[0][0] == person]
            (_, box), bounds = chance.choice([one for one in offers if choice in one[1]])
            assert engine.choose(person, choice, bounds[choice][1], str(box)) is None
        else:
            assert engine.choose(person, choice, asked[person][choice][1]) is None


def disturb(engine: Engine, chance: random.Random) -> None:
    """What is not due is refused, and nothing has changed."""
    before, step = snapshot(engine), engine.next()
    if step[0] != "card":
        assert isinstance(engine.card("2c"), str)
    if step[0] != "say":
        assert isinstance(engine.say(), str)
    if step[0] != "pay":
        assert isinstance(engine.pay(), str)
    asked = step[2] if step[0] == "ask" else {}
    idle = [person for person in PEOPLE if person not in asked]
    if idle:
        person = chance.choice(idle)
        assert isinstance(engine.silence(person), str)
        assert isinstance(engine.choose(person, "double", 500), str)
    assert snapshot(engine) == before
