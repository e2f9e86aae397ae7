"""A game of baccarat as the integer arrays that the kernel reads.

Members of a fact space that lie in the same row of every wager of the game cannot be told
apart by any stake, so they are numbered as one class. The kernel counts classes; pays meet
the counts only at the end of a block.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import CARDS_IN_DECK, PAIR_KINDS, Card, full_shoe, pair_kind
from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.decision.table import NOT_OFFERED
from pitboss.editions.values import Tableau
from pitboss.editions.wagers import Row
from pitboss.games.baccarat.facts.coup import outcomes
from pitboss.games.baccarat.facts.pairs import pairs
from pitboss.games.baccarat.facts.points import COUNTS, facts_of, value
from pitboss.odds.returns import unit_return
from pitboss.settle.setting import Setting
from pitboss.shoe import cards_burned
from pitboss.simulate.lanes import VALUE_SHIFT
from pitboss.simulate.pays import Classes, Integers, Pays, pays_of, wagers_in

RESULTS = {"player": "P", "banker": "B", "tie": "T"}
LETTERS = tuple(RESULTS.values())

RESULT_SHIFT, CLASS_SHIFT = 3, 5


class Deal(NamedTuple):
    """What the kernel needs to deal and to name what it dealt."""

    cards: Integers
    """The shoe in factory order: value * 256 + id."""
    burned: Integers
    """Cards burned, by the first card's value."""
    draw: Integers
    """By Player's and Banker's two-card counts and the next two values: class, result, used."""
    kinds: Integers
    """The kind of a pair by the exclusive or of two ids."""
    pair_class: Integers
    """By Player's kind, Banker's kind and twin: the class of the pairs."""


class Coups:
    """One game, decks and sign: single-coup wagers by class, and the arrays to deal them."""

    def __init__(self, compiled: Compiled, setting: Setting) -> None:
        tableau = compiled.edition.tableau
        if tableau is None:
            raise ValueError(f"{compiled.edition.name} is not baccarat")
        self.compiled, self.setting, self.tableau = compiled, setting, tableau
        wagers = compiled.edition.wagers
        single = [name for name in wagers_in(compiled, setting) if not wagers[name].automaton]
        self._names = {
            space: [name for name in single if wagers[name].space == space]
            for space in ("points", "pairs")
        }
        spaces = compiled.spaces
        self.points = Classes([self.points_key(m) for m in spaces["points"].members])
        self.pairs = Classes([self.pairs_key(m) for m in spaces["pairs"].members])
        self.deal = Deal(
            cards=np.array([value(c) << VALUE_SHIFT | c for c in full_shoe(setting.decks)], "u4"),
            burned=self._burned(),
            draw=self._draw(tableau),
            kinds=kind_by_difference(),
            pair_class=self._pair_class(),
        )

    def points_key(self, member: Member) -> tuple[Any, ...]:
        """What distinguishes a member of the points space: result, then a row for each wager."""
        return (RESULTS[str(member[0])], *self._rows("points", member))

    def pairs_key(self, member: Member) -> tuple[Any, ...]:
        """What distinguishes a member of the pairs space: a row for each wager."""
        return self._rows("pairs", member)

    def _rows(self, space: str, member: Member) -> tuple[int, ...]:
        place = self.compiled.spaces[space].index[member]
        tables = (self.compiled.table(name, self.setting.game) for name in self._names[space])
        return tuple(table.row_of[place] for table in tables)

    def rows_by_class(self, name: str) -> list[Row | None]:
        """The row of a wager in each class of its space; None where it is not offered."""
        space = self.compiled.edition.wagers[name].space
        place = self._names[space].index(name) + (space == "points")
        rows = self.compiled.table(name, self.setting.game).rows
        numbers = [key[place] for key in self.classes(space).keys]
        return [None if number == NOT_OFFERED else rows[number] for number in numbers]

    def classes(self, space: str) -> Classes:
        """The classes of a space."""
        return self.points if space == "points" else self.pairs

    def pays(self, space: str) -> Pays:
        """The pays of the single-coup wagers of one space, by class."""
        names = self._names[space]
        columns = [
            [
                None if row is None else unit_return(row, self.setting.sign)
                for row in self.rows_by_class(name)
            ]
            for name in names
        ]
        return pays_of(names, columns, len(self.classes(space)))

    def _burned(self) -> Integers:
        rule = self.compiled.edition.shoe.burn[0]
        first: dict[int, Card] = {value(card): card for card in range(CARDS_IN_DECK)}
        return np.array([cards_burned(rule, first[count]) for count in COUNTS], np.uint64)

    def _draw(self, tableau: Tableau) -> Integers:
        """By the two-card counts and the values of the next two cards, drawn or not."""
        entries = np.empty((10, 10, 10, 10), np.uint16)
        for player, banker, third, last in outcomes(tableau):
            facts = facts_of(tableau, (player, banker), (third, last))
            number = self.points.number[self.points_key(facts)]
            used = facts.player_cards + facts.banker_cards
            result = LETTERS.index(RESULTS[facts.result])
            drawn = [card for card in (third, last) if card is not None]
            entry = number << CLASS_SHIFT | result << RESULT_SHIFT | used
            entries[(player, banker, *drawn)] = entry
        return entries.reshape(-1)

    def _pair_class(self) -> Integers:
        classes = np.zeros(len(PAIR_KINDS) ** 2 * 2, np.uint32)
        hand = {kind: _example(kind) for kind in PAIR_KINDS}
        for place in range(len(classes)):
            twin, rest = divmod(place, len(PAIR_KINDS) ** 2)
            banker_kind, player_kind = divmod(rest, len(PAIR_KINDS))
            player = hand[PAIR_KINDS[player_kind]]
            banker = hand[PAIR_KINDS[banker_kind]]
            # Another rank of the same kind of pair, two ids of a rank being four apart.
            moved = banker if twin else tuple(card + 2 * 4 for card in banker)
            classes[place] = self.pairs.number[self.pairs_key(pairs(player, moved))]
        return classes


def kind_by_difference() -> Integers:
    """The number of the kind of pair by the exclusive or of two ids; it depends on that alone."""
    found: dict[int, set[int]] = {}
    for first in range(CARDS_IN_DECK):
        for second in range(CARDS_IN_DECK):
            kind = PAIR_KINDS.index(pair_kind(first, second))
            found.setdefault(first ^ second, set()).add(kind)
    if any(len(kinds) != 1 for kinds in found.values()):
        raise ValueError("the kind of a pair must follow from the exclusive or of the ids")
    return np.array([min(found.get(place, {0})) for place in range(64)], np.uint32)


def _example(kind: str) -> tuple[Card, Card]:
    """Two cards that are a pair of this kind, aces where they can be."""
    return next(
        (first, second)
        for first in range(CARDS_IN_DECK)
        for second in range(CARDS_IN_DECK)
        if pair_kind(first, second) == kind
    )
