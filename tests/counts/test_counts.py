"""The counts kept as data: fresh runs give the same, they are complete, and known figures hold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.counts.make import (
    DECKS,
    THREE_CARDS_DECKS,
    TWO_COUPS_DECKS,
    read_pairs,
    read_points,
    read_three_cards,
    read_two_coups,
)
from tests.second.enumerate_baccarat import (
    composition,
    orders,
    pairs_counts,
    points_counts,
    result,
)
from tests.second.enumerate_three_cards import WAGERS, three_cards_counts
from tests.second.two_coups import RESULTS, two_coups

USUAL = (1, 6)
LONG = pytest.mark.long
ALL_DECKS = [decks if decks in USUAL else pytest.param(decks, marks=LONG) for decks in DECKS]
LUCKY_LUCKY = {
    1: (200, 100, 50, 30, 10, 3, 2, 2),
    2: (200, 100, 50, 30, 15, 3, 2, 1),
    3: (200, 100, 50, 30, 10, 3, 2, 1),
}
EVENTS = (
    "Suited 7,7,7",
    "Suited 6,7,8",
    "Unsuited 7,7,7",
    "Unsuited 6,7,8",
    "Suited 21",
    "Unsuited 21",
    "Any 20",
    "Any 19",
)


def results(decks: int) -> dict[str, int]:
    """The deals of six cards by who won."""
    found = dict.fromkeys(RESULTS, 0)
    for outcome, deals in read_points(decks).items():
        found[result(outcome)] += deals
    return found


@pytest.mark.parametrize("decks", ALL_DECKS)
def test_the_files_are_what_the_enumerator_gives(decks: int) -> None:
    assert read_points(decks) == points_counts(composition(decks))
    assert read_pairs(decks) == pairs_counts(composition(decks))


@pytest.mark.parametrize("decks", THREE_CARDS_DECKS)
def test_the_three_cards_files_are_what_the_enumerator_gives(decks: int) -> None:
    assert read_three_cards(decks) == three_cards_counts(composition(decks))


@pytest.mark.long
@pytest.mark.parametrize("decks", TWO_COUPS_DECKS)
def test_the_two_coups_file_is_what_the_enumerator_gives(decks: int) -> None:
    assert read_two_coups()[decks] == two_coups(composition(decks))


@pytest.mark.parametrize("decks", DECKS)
def test_every_deal_is_counted_once(decks: int) -> None:
    assert sum(read_points(decks).values()) == orders(52 * decks, 6)
    assert sum(read_pairs(decks).values()) == orders(52 * decks, 4)


@pytest.mark.parametrize("decks", THREE_CARDS_DECKS)
@pytest.mark.parametrize("wager", WAGERS)
def test_every_deal_of_three_cards_is_counted_once(decks: int, wager: str) -> None:
    deals = [number for key, number in read_three_cards(decks).items() if key[0] == wager]
    assert sum(deals) == orders(52 * decks, 3)


@pytest.mark.parametrize("decks", TWO_COUPS_DECKS)
def test_each_of_two_coups_has_the_odds_of_one(decks: int) -> None:
    """Cards are exchangeable: the second coup alone is as the first, and their order is free."""
    both = read_two_coups()[decks]
    assert sum(both.values()) == orders(52 * decks, 12)
    behind = orders(52 * decks - 6, 6)
    for side, deals in results(decks).items():
        assert sum(both[f"{side}-{then}"] for then in RESULTS) == deals * behind
        assert sum(both[f"{first}-{side}"] for first in RESULTS) == deals * behind
        for other in RESULTS:
            assert both[f"{side}-{other}"] == both[f"{other}-{side}"]


def test_two_coups_are_not_independent() -> None:
    """A Player's win leaves cards a little worse for the Player: never multiply silently."""
    deals = orders(416, 12)
    once = Fraction(results(8)["player"], orders(416, 6))
    assert Fraction(read_two_coups()[8]["player-player"], deals) < once * once


def test_eight_decks_have_the_published_totals() -> None:
    assert results(8) == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
    assert orders(416, 6) == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [(1, "1.01", "1.29", "15.75"), (6, "1.06", "1.24", "14.44"), (8, "1.06", "1.24", "14.36")],
)
def test_published_house_edges_in_percent(decks: int, banker: str, player: str, tie: str) -> None:
    found = results(decks)
    edge_banker = found["player"] - Fraction(19, 20) * found["banker"]
    edge_player = found["banker"] - found["player"]
    edge_tie = found["player"] + found["banker"] - 8 * found["tie"]
    deals = orders(52 * decks, 6)
    assert percent(edge_banker / deals) == banker
    assert percent(Fraction(edge_player, deals)) == player
    assert percent(Fraction(edge_tie, deals)) == tie


def test_twin_pairs_at_eight_decks_as_reading_x9_measured() -> None:
    pairs = read_pairs(8)
    deals = orders(416, 4)
    twin = sum(number for key, number in pairs.items() if key[2])
    both = sum(number for key, number in pairs.items() if "none" not in key[:2])
    none = pairs["none", "none", False]
    one = deals - both - none
    assert f"{float(Fraction(100 * twin, deals)):.4f}" == "0.0380"
    assert f"{float(Fraction(none - 4 * one - 25 * (both - twin) - 100 * twin, deals)):.3f}" == (
        "0.135"
    )


@pytest.mark.parametrize("decks", DECKS)
def test_each_hand_pairs_as_two_cards_of_a_shoe_do(decks: int) -> None:
    """The first card is any; so many copies make a pair of each kind with it."""
    pairs = read_pairs(decks)
    behind = orders(52 * decks - 2, 2)
    copies = {"perfect": decks - 1, "coloured": decks, "mixed": 2 * decks}
    for kind, others in copies.items():
        expected = 52 * decks * others * behind
        assert sum(deals for key, deals in pairs.items() if key[0] == kind) == expected
        assert sum(deals for key, deals in pairs.items() if key[1] == kind) == expected


@pytest.mark.parametrize(("table", "edge"), [(1, "5.31"), (2, "9.92"), (3, "12.57")])
def test_lucky_lucky_at_six_decks_has_the_known_edges(table: int, edge: str) -> None:
    counts = read_three_cards(6)
    loss = counts["lucky-lucky", "lose"]
    for event, pays in zip(EVENTS, LUCKY_LUCKY[table], strict=True):
        loss -= pays * counts["lucky-lucky", event]
    assert percent(Fraction(loss, orders(312, 3))) == edge


def percent(share: Fraction) -> str:
    return f"{float(100 * share):.2f}"
