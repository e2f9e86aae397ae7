"""The arrays mean what the tables mean."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.cards import PAIR_KINDS, full_shoe, pair_kind
from pitboss.decision.table import NOT_OFFERED
from pitboss.editions.load import load_folder
from pitboss.games.baccarat.facts.coup import deal_coup
from pitboss.games.baccarat.facts.pairs import pairs
from pitboss.games.baccarat.facts.points import points, value
from pitboss.games.baccarat.simulate.arrays import LETTERS, RESULTS, kind_by_difference
from pitboss.games.baccarat.simulate.game import game_of
from pitboss.odds.returns import unit_return
from pitboss.refusal import Refusal
from pitboss.simulate.report import setting_of
from tests.games.baccarat.simulate.games import GAMES, ready
from tests.settle.test_seven_to_three import replaced


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_a_class_decides_every_wager_as_the_tables_do(name: str, game: str) -> None:
    found = ready(name, game)
    coups, setting, compiled = found.coups, found.setting, found.compiled
    source = random.Random(f"{name} {game}")
    shoe = full_shoe(setting.decks)
    spaces = {space: coups.pays(space) for space in ("points", "pairs")}
    for _ in range(300):
        cards = source.sample(shoe, 6)
        coup = deal_coup(coups.tableau, cards)
        facts = points(coups.tableau, coup.player, coup.banker)
        two = [sum(value(card) for card in hand[:2]) % 10 for hand in (coup.player, coup.banker)]
        place = two[0] * 1000 + two[1] * 100 + value(cards[4]) * 10 + value(cards[5])
        entry = int(coups.deal.draw[place])
        assert entry & 7 == len(coup.player) + len(coup.banker)
        assert LETTERS[entry >> 3 & 3] == RESULTS[facts.result]
        kinds = [int(coups.deal.kinds[cards[hand] ^ cards[hand + 2]]) for hand in (0, 1)]
        twin = cards[0] >> 2 == cards[1] >> 2
        pair = int(coups.deal.pair_class[kinds[0] + 4 * kinds[1] + 16 * twin])
        true = {"points": (entry >> 5, facts), "pairs": (pair, pairs(coup.player, coup.banker))}
        for space, pays in spaces.items():
            number, member = true[space]
            for column, wager in enumerate(pays.wagers):
                row = compiled.table(wager, game).row(member)
                gain = Fraction(int(pays.pay[number, column]), pays.denominator[column])
                assert pays.count[number, column] == (row is not None)
                assert gain == (0 if row is None else unit_return(row, setting.sign))


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_classes_are_no_finer_than_the_wagers(name: str, game: str) -> None:
    coups = ready(name, game).coups
    assert len(set(coups.points.keys)) == len(coups.points) <= 60
    assert all(number >= NOT_OFFERED for key in coups.points.keys for number in key[1:])


def test_the_kind_of_a_pair_follows_from_the_difference_of_two_cards() -> None:
    kinds = kind_by_difference()
    for first in range(52):
        for second in range(52):
            assert PAIR_KINDS[kinds[first ^ second]] == pair_kind(first, second)


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_every_pay_comes_from_the_edition(name: str, game: str) -> None:
    """Replace every pay by another, and nothing else is paid anywhere."""
    setting = ready(name, game).setting
    compiled = Rulebook(load_folder(rulebook(name).edition.folder, replaced)).compiled
    found = game_of(compiled, setting)
    assert not isinstance(found, Refusal)
    other = Fraction(7, 3)
    for space in ("points", "pairs"):
        pays = found.coups.pays(space)
        for column, below in enumerate(pays.denominator):
            gains = {Fraction(int(pay), below) for pay in pays.pay[:, column]}
            assert gains <= {Fraction(-1), Fraction(0), other}
    spans = found.spans.pays
    for column, below in enumerate(spans.denominator):
        assert below == 3
        wins = (spans.pay[:, column] + 3 * spans.count[:, column]) / 10
        assert np.array_equal(wins, wins.round())


def test_tie_percentages_of_the_sign_are_exact() -> None:
    compiled = rulebook("star-premium-baccarat").compiled
    setting = setting_of(compiled, "tie", None, {"tie-percent": "3.1234"})
    assert not isinstance(setting, Refusal)
    found = game_of(compiled, setting)
    assert not isinstance(found, Refusal)
    pays = found.coups.pays("points")
    column = pays.wagers.index("player")
    gains = {Fraction(int(pay), pays.denominator[column]) for pay in pays.pay[:, column]}
    assert gains == {Fraction(1), Fraction(-1), Fraction(31234, 1_000_000)}
