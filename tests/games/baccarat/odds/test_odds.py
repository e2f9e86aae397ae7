"""Exact baccarat odds against the second enumerator and the count files."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import rulebook
from pitboss.editions.load import shelf
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.pairs import Pairs
from pitboss.games.baccarat.facts.points import Points
from pitboss.games.baccarat.odds.fast import Pricer
from pitboss.games.baccarat.odds.pairs import pairs_counts
from pitboss.games.baccarat.odds.points import points_counts
from pitboss.games.baccarat.odds.runs import two_coups
from pitboss.games.baccarat.odds.wagers import CoupOdds
from pitboss.odds.composition import composition, falling
from pitboss.refusal import Refusal
from pitboss.settle.setting import Setting, choose
from tests.counts.make import read_pairs, read_points, read_two_coups
from tests.second import enumerate_baccarat

BACCARATS = [name for name in shelf() if rulebook(name).edition.tableau is not None]
SIGNS = {"tie": {"tie-percent": "5"}}


def tableau() -> Tableau:
    found = rulebook("star-baccarat").edition.tableau
    assert found is not None
    return found


def plain_points(counts: list[int] | tuple[int, ...]) -> dict[tuple[int, ...], int]:
    found = {}
    for member, ways in points_counts(tableau(), counts).items():
        m = Points(*member)  # type: ignore[arg-type]
        key = (m.player_total, m.banker_total, m.player_cards, m.banker_cards)
        found[*key, m.player_two, m.banker_two] = ways
    return {key: ways for key, ways in found.items() if ways}


def plain_pairs(counts: list[int] | tuple[int, ...]) -> dict[tuple[str, str, bool], int]:
    found = {}
    for member, ways in pairs_counts(counts).items():
        m = Pairs(*member)  # type: ignore[arg-type]
        found[m.player_pair, m.banker_pair, m.twin] = ways
    return {key: ways for key, ways in found.items() if ways}


@pytest.mark.parametrize("decks", range(1, 9))
def test_counts_agree_with_the_files_to_the_last_integer(decks: int) -> None:
    assert plain_points([decks] * 52) == {k: v for k, v in read_points(decks).items() if v}
    assert plain_pairs([decks] * 52) == {k: v for k, v in read_pairs(decks).items() if v}


SHOES = st.lists(st.integers(0, 3), min_size=52, max_size=52).filter(lambda c: sum(c) >= 6)


@settings(max_examples=15, deadline=None)
@given(SHOES)
def test_any_composition_agrees_with_the_second_enumerator(counts: list[int]) -> None:
    second = enumerate_baccarat.points_counts(counts)
    assert plain_points(counts) == {k: v for k, v in second.items() if v}
    pairs = enumerate_baccarat.pairs_counts(counts)
    assert plain_pairs(counts) == {k: v for k, v in pairs.items() if v}


@settings(max_examples=50, deadline=None)
@given(SHOES)
def test_counts_are_whole_and_add_up(counts: list[int]) -> None:
    points, pairs = points_counts(tableau(), counts), pairs_counts(counts)
    assert min(points.values()) >= 0
    assert min(pairs.values()) >= 0
    assert sum(points.values()) == falling(sum(counts), 6)
    assert sum(pairs.values()) == falling(sum(counts), 4)


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_two_coups_agree_with_the_second_enumerator(decks: int) -> None:
    found = two_coups(tableau(), [decks] * 52)
    total = falling(52 * decks, 12)
    wanted = {
        tuple(key.split("-")): Fraction(ways, total)
        for key, ways in read_two_coups()[decks].items()
    }
    assert found == wanted


def all_settings() -> list[tuple[str, Setting]]:
    found = []
    for name in BACCARATS:
        for game in rulebook(name).games:
            setting = choose(rulebook(name).edition, game, None, None, SIGNS.get(game, {}))
            assert not isinstance(setting, Refusal)
            found.append((name, setting))
    return found


@pytest.mark.parametrize(("name", "setting"), all_settings(), ids=lambda v: getattr(v, "game", v))
def test_the_kernel_prices_as_the_plain_enumeration(name: str, setting: Setting) -> None:
    compiled = rulebook(name).compiled
    pricer = Pricer(compiled, setting)
    source = random.Random(7)
    for counts in ((setting.decks,) * 52, tuple(source.randint(0, 4) for _ in range(52))):
        plain = CoupOdds(compiled, setting, counts)
        prices = pricer.expectations(counts)
        assert set(prices) == set(pricer.wagers)
        for wager, expectation in prices.items():
            assert expectation == plain.wager(wager).expectation


def test_probabilities_of_a_wagers_rows_are_one() -> None:
    for name, setting in all_settings():
        compiled = rulebook(name).compiled
        odds = CoupOdds(compiled, setting, (8,) * 52)
        for wager in Pricer(compiled, setting).wagers:
            assert sum(row.probability for row in odds.wager(wager).rows) == 1


# Per cent to three places, as the readings work them out from an enumeration of their own.
KNOWN = {
    ("crown-perth-baccarat", "commission"): {
        "player": 1.235,
        "banker": 1.058,
        "tie": 14.360,
        "player-dragon-bonus": 2.652,
        "banker-dragon-bonus": 9.373,
        "player-pair": 10.361,
    },
    ("crown-perth-baccarat", "non-commission"): {"banker": 1.458, "super-six": 13.818},
    ("crown-perth-baccarat", "two-to-one"): {"player": 3.624, "banker": 2.197},
    ("crown-perth-baccarat", "even-money"): {"banker": -1.235},
    ("crown-melbourne-baccarat", "crown"): {"insurance-no-6": -4.361, "player-perfect-pair": 4.096},
}


@pytest.mark.parametrize(("name", "game"), list(KNOWN))
def test_edges_known_from_the_readings(name: str, game: str) -> None:
    odds = rulebook(name).odds(game=game)
    assert not isinstance(odds, Refusal)
    for wager, percent in KNOWN[name, game].items():
        assert round(100 * odds[wager]["edge"], 3) == percent
        assert odds[wager]["favours_player"] == (percent < 0)


def test_insurance_by_what_player_holds() -> None:
    odds = rulebook("crown-melbourne-baccarat").odds(game="crown", wagers=["insurance-no-6"])
    assert not isinstance(odds, Refusal)
    by_situation = odds["insurance-no-6"]["by_situation"]
    shown = {item["player_two"]: round(-100 * item["edge"], 1) for item in by_situation}
    assert shown == {0: -7.7, 1: -7.8, 2: -7.8, 3: 7.9, 4: 24.0, 5: 24.2}
    assert abs(sum(item["share"] for item in by_situation) - 1) < 1e-12


def test_a_stake_that_favours_the_player_once_rounded_up() -> None:
    odds = rulebook("star-baccarat").odds(stake="5", sign={"chip": "5"})
    assert not isinstance(odds, Refusal)
    assert odds["banker"]["at_stake"]["favours_player"]
    assert not odds["banker"]["favours_player"]
    assert not odds["player"]["at_stake"]["favours_player"]
    fine = rulebook("star-baccarat").odds(stake="100", sign={"chip": "5"})
    assert not isinstance(fine, Refusal)
    assert fine["banker"]["at_stake"]["expectation"] == fine["banker"]["expectation"]


def test_bad_compositions_are_refused() -> None:
    edition = rulebook("star-baccarat").edition
    for decks, remove, code in (
        (5, "", "decks-not-permitted"),
        (3, "Ah Ah Ah Ah", "card-not-there"),
        (3, "Zz", "malformed-card"),
    ):
        refused = composition(edition, decks, remove)
        assert isinstance(refused, Refusal)
        assert refused.code == code
    from pitboss.cards import name as card_name  # noqa: PLC0415

    most = " ".join(card_name(card) for card in range(47))
    refused = composition(edition, 1, most, study=True)
    assert isinstance(refused, Refusal)
    assert refused.code == "shoe-too-short"
    assert isinstance(composition(edition, 5, "", study=True), tuple)
