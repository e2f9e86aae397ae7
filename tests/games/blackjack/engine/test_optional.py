"""Optional wagers on three cards: the player's two and the dealer's first (rule 14)."""

from __future__ import annotations

import pytest

from tests.games.blackjack.engine.script import PURSE, Played

PAIRS = [
    ("perfect-pairs", "8h 8d", 10),
    ("perfect-pairs", "8h 8s", 5),
    ("perfect-pairs", "8h 8h", 30),
    ("perfect-pairs", "Th Kh", -1),
    ("perfect-pairs", "Jc Js", 10),
    ("any-pairs", "8h 8s", 11),
    ("any-pairs", "Kh Kh", 11),
    ("any-pairs", "Qh Kh", -1),
    ("star-pairs", "8h 8s", 5),
    ("star-pairs", "8c 8s", 8),
    ("star-pairs", "8c 8c", 20),
    ("star-pairs", "Ac Ad", 30),
    ("star-pairs", "Ac Ac", 30),
    ("star-pairs", "Tc Jc", -1),
]
LUCKY = [
    ("7h 7h", "7h", (200, 200, 200)),
    ("6s 7s", "8s", (100, 100, 100)),
    ("8s 6s", "7s", (100, 100, 100)),
    ("7h 7d", "7h", (50, 50, 50)),
    ("7h 6d", "8h", (30, 30, 30)),
    ("Ah Kh", "Qh", (10, 15, 10)),
    ("5h 7h", "9h", (10, 15, 10)),
    ("5h 7h", "9c", (3, 3, 3)),
    ("Ah Ad", "9c", (3, 3, 3)),
    ("Ah 9d", "Kc", (2, 2, 2)),
    ("Ah Ah", "8h", (2, 2, 2)),
    ("Ah 2d", "6c", (2, 1, 1)),
    ("Th 9d", "Kc", (-1, -1, -1)),
    ("Ah 6d", "Ac", (-1, -1, -1)),
    ("9h Ah", "8d", (-1, -1, -1)),
]
BLAZING = [
    ("7h 7d", "7h", 125_000, 250_000),
    ("7c 7s", "7c", 125_000, 250_000),
    ("7c 7s", "7d", 50_000, 100_000),
    ("7c 7c", "Kd", 5_000, 10_000),
    ("7c 2c", "7d", 2_500, 5_000),
    ("2c 7c", "7c", 2_500, 5_000),
    ("7c 2c", "Kd", 0, 0),
    ("Kc 2c", "7d", 0, 0),
]


def dealt(bets: str, two: str, up: str, **terms: int) -> Played:
    """The initial deal to one box, and the payment after it."""
    played = Played(bets, terms)
    first, second = two.split()
    for name in (first, up, second):
        assert played.engine.card(name) is None
    assert played.engine.next() == ("pay", "optional")
    lines = played.engine.pay()
    assert isinstance(lines, list)
    played.lines = lines
    return played


@pytest.mark.parametrize(("wager", "two", "odds"), PAIRS)
def test_14_pairs_pay_by_rank_colour_and_suit(wager: str, two: str, odds: int) -> None:
    [line] = dealt(f"ann main 1 100, ann {wager} 1 10", two, "2c").lines
    won = odds > 0
    assert line[:7] == ("ann", wager, 1, "1", 1000, 1000 * odds * won, 1000 * won)


@pytest.mark.parametrize(("two", "up", "odds"), LUCKY)
@pytest.mark.parametrize("table", [1, 2, 3])
def test_14_17_lucky_lucky_by_its_tables(
    two: str, up: str, odds: tuple[int, int, int], table: int
) -> None:
    bets = "ann main 1 100, ann lucky-lucky 1 10"
    [line] = dealt(bets, two, up, lucky_table=table).lines
    pays = odds[table - 1]
    assert (line.paid_cents, line.returned_cents) == ((1000 * pays, 1000) if pays > 0 else (0, 0))


@pytest.mark.parametrize(("two", "up", "small", "large"), BLAZING)
@pytest.mark.parametrize("stake", [250, 500])
def test_14_23_j36_fixed_prizes_are_the_whole_payment(
    two: str, up: str, small: int, large: int, stake: int
) -> None:
    bets = f"ann main 1 100, ann blazing-sevens 1 {stake / 100}"
    played = dealt(bets, two, up, jackpot_stake_cents=stake, chip_cents=50)
    prize = small if stake == 250 else large
    assert [line[4:7] for line in played.lines] == [(stake, prize, 0)]
    assert played.engine.money["ann"] == PURSE - 10_000 - stake + prize
    assert played.engine.jackpots == []


@pytest.mark.parametrize(("two", "up", "share"), [("7d 7d", "7d", 100), ("7c 7c", "7c", 10)])
def test_14_27_a_share_of_the_jackpot_is_left_to_the_link(two: str, up: str, share: int) -> None:
    bets = "ann main 1 100, ann blazing-sevens 1 5"
    played = dealt(bets, two, up, jackpot_stake_cents=500)
    assert [line[4:] for line in played.lines] == [(500, 0, 0, "jackpot")]
    assert played.engine.jackpots == [("ann", 1, share)]


def test_14_23_stakes_are_in_the_float_before_the_deal() -> None:
    played = Played("ann main 1 100, ann blazing-sevens 1 5", {"jackpot_stake_cents": 500})
    assert played.engine.house == 0
    assert played.engine.card("2c") is None
    assert played.engine.house == 500


def test_14_each_bettor_on_the_box_is_paid_by_it() -> None:
    bets = "ann main 1 100, ann any-pairs 1 5, bob any-pairs 1 10, cat lucky-lucky 1 5"
    lines = dealt(bets, "8h 8s", "5c").lines
    assert [line[:3] + line[4:7] for line in lines] == [
        ("ann", "any-pairs", 1, 500, 5500, 500),
        ("bob", "any-pairs", 1, 1000, 11000, 1000),
        ("cat", "lucky-lucky", 1, 500, 1500, 500),
    ]
