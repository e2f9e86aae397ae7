"""The wagers on the first three cards of a round, as classes of those cards.

Three cards that lie in the same row of every such wager are one class. The kernel finds the
class by two look-ups: the player's two cards give a row, the dealer's first card a place in
it. Which facts make a class is asked of `pitboss.games.blackjack.facts.spaces` alone.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from pitboss.cards import CARDS_IN_DECK, RANKS, SUITS
from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.games.blackjack.facts import spaces as facts
from pitboss.games.blackjack.simulate.automaton import smallest
from pitboss.odds.returns import stakes_of, unit_return
from pitboss.settle.setting import Setting
from pitboss.simulate.pays import Classes, Integers, Pays, pays_of, wagers_in

SPACES = ("pair", "three")
IDS = 64
"""Places for the ids of cards: a power of two, so that two ids make one index."""


class FirstCards:
    """The wagers of one game, decks and sign that the first three cards decide."""

    def __init__(self, compiled: Compiled, setting: Setting) -> None:
        self.compiled, self.setting = compiled, setting
        wagers = compiled.edition.wagers
        offered = wagers_in(compiled, setting)
        self.names = {
            space: [name for name in offered if wagers[name].space == space] for space in SPACES
        }
        pairs = [
            self._rows("pair", facts.pair((first, second)))
            for first, second in product(range(CARDS_IN_DECK), repeat=2)
        ]
        self._pairs = Classes(pairs)
        numbers = np.array([self._pairs.number[rows] for rows in pairs])
        pair_class = numbers.reshape(CARDS_IN_DECK, CARDS_IN_DECK)
        three_class = self._three_classes()
        both = pair_class[:, :, None] * len(self._threes) + three_class
        found, classes = np.unique(both, return_inverse=True)
        self.classes = [divmod(int(number), len(self._threes)) for number in found]
        self.two, self.three = _two_steps(classes.reshape(both.shape))

    def _rows(self, space: str, member: Member) -> tuple[int, ...]:
        tables = (self.compiled.table(name, self.setting.game) for name in self.names[space])
        return tuple(table.row_of[table.space.index[member]] for table in tables)

    def _three_classes(self) -> Integers:
        """The class of every three cards: by their ranks, and by what their suits are.

        Suits are one fact of the three cards, whatever the ranks; so three ranks need to be
        looked at with one example of each.
        """
        ranks, suits = range(len(RANKS)), range(len(SUITS))
        kinds = {
            some: facts.three(_cards((0, 1, 2), some)[:2], _cards((0, 1, 2), some)[2]).suits
            for some in product(suits, repeat=3)
        }
        example = {kind: some for some, kind in kinds.items()}
        order = list(example)
        rows = []
        for some in product(ranks, repeat=3):
            for kind in order:
                first, second, third = _cards(some, example[kind])
                rows.append(self._rows("three", facts.three((first, second), third)))
        self._threes = Classes(rows)
        by_rank = np.array([self._threes.number[row] for row in rows])
        by_rank = by_rank.reshape(*[len(RANKS)] * 3, len(order))
        kind_of = np.array([order.index(kind) for kind in kinds.values()])
        kind_of = kind_of.reshape(*[len(SUITS)] * 3)
        rank, suit = np.divmod(np.arange(CARDS_IN_DECK), len(SUITS))
        kind = kind_of[np.ix_(suit, suit, suit)]
        return np.asarray(by_rank[(*np.ix_(rank, rank, rank), kind)])

    def pays(self) -> Pays:
        """The pays of every wager by class; a wager of fixed stakes takes its lowest."""
        names, columns = [], []
        for place, (space, of) in enumerate(zip(SPACES, (self._pairs, self._threes), strict=True)):
            for number, name in enumerate(self.names[space]):
                stake = min(stakes_of(self.compiled, name), default=0)
                table = self.compiled.table(name, self.setting.game)
                rows = [table.rows[of.keys[key[place]][number]] for key in self.classes]
                names.append(name)
                columns.append([unit_return(row, self.setting.sign, stake) for row in rows])
        return pays_of(names, columns, len(self.classes))


def _cards(ranks: tuple[int, ...], suits: tuple[int, ...]) -> list[int]:
    return [len(SUITS) * rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def _two_steps(classes: Integers) -> tuple[Integers, Integers]:
    """Equal rows of the dealer's first card kept once, and where each two cards lead."""
    flat = classes.reshape(-1, CARDS_IN_DECK)
    rows, row_of = np.unique(flat, axis=0, return_inverse=True)
    three = np.zeros((len(rows), IDS), np.int64)
    three[:, :CARDS_IN_DECK] = rows
    two = np.zeros((CARDS_IN_DECK, IDS), np.int64)
    two[:, :CARDS_IN_DECK] = row_of.reshape(CARDS_IN_DECK, CARDS_IN_DECK) * IDS
    return smallest(two.reshape(-1)), smallest(three.reshape(-1))
