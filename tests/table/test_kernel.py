"""The same shoes through the kernel and through the table give the same coups, one by one.

The kernel's own functions deal a shoe of the table's cards coup by coup; a block of eight of
the same shoes through the whole kernel must count what they gave. The table burns one card
face down, as the edition's first burn option says for both.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from pitboss.book import rulebook
from pitboss.cards import Card, full_shoe
from pitboss.chaos.steady import DEALER, MANAGER, Stake, Steady, sign_for
from pitboss.games.baccarat.facts.pairs import pairs
from pitboss.games.baccarat.facts.points import points, value
from pitboss.games.baccarat.simulate.arrays import RESULTS
from pitboss.games.baccarat.simulate.game import Game
from pitboss.games.baccarat.simulate.kernel import (
    UNSEEN,
    deal_block,
    deal_coup,
    left_after,
    left_before,
    make_lanes,
)
from pitboss.simulate.lanes import LANES
from pitboss.table import Event, Rules
from pitboss.table.settlement.settle import CoupSettled
from pitboss.table.state import SignState
from tests.games.baccarat.simulate.games import ready

VERSIONS = ("commission", "non-commission", "two-to-one", "even-money")
GAMES = [
    ("star-baccarat", "baccarat"),
    ("star-baccarat", "even-money"),
    ("star-premium-baccarat", "premium"),
    ("star-premium-baccarat", "even-money"),
    ("star-premium-baccarat", "tie"),
    *(("crown-perth-baccarat", version) for version in VERSIONS),
]
BLOCKS_A_TABLE = 2
Class = tuple[int, int, int, int]
"""Pair class, point class, result and number of cards of a coup."""


def by_kernel(game: Game, shoe: list[Card], packed: list[int]) -> list[Class]:
    """The coups of one shoe, dealt by the kernel's functions."""
    deal, shape = game.coups.deal, game.shape
    cards = np.array([*packed, *[0] * 6], np.uint32)
    place = int(deal.burned[value(shoe[0])])
    left, found = UNSEEN, []
    while left > 0:
        left = left_before(left, place, shape.front, shape)
        entry, pair = deal_coup(cards, np.uint64(place), deal)
        place += int(entry) & 7
        found.append((int(pair), int(entry) >> 5, int(entry) >> 3 & 3, int(entry) & 7))
        left = left_after(left, place, shape.front, shape)
    return found


def class_of(game: Game, settled: CoupSettled) -> Class:
    """What the kernel would call a coup of the table."""
    coups = game.coups
    hands = settled.hands["player"], settled.hands["banker"]
    counted = points(coups.tableau, *hands)
    pair = coups.pairs.number[coups.pairs_key(pairs(*hands))]
    number = coups.points.number[coups.points_key(counted)]
    result = LETTER[RESULTS[counted.result]]
    return pair, number, result, len(hands[0]) + len(hands[1])


LETTER = {"P": 0, "B": 1, "T": 2}


class Called(Steady):
    """A table of a house whose betting a call closes, and whose highest rank has cards shuffled."""

    def do(self, word: str, by: str, **fields: Any) -> tuple[Event, ...]:
        """As at any table; shuffled by whom these rules want."""
        return super().do(word, MANAGER if word == "shuffle" else by, **fields)

    def coup(self, stakes: Iterable[Stake]) -> tuple[Event, ...]:
        """As at any table, with the call after the wagers."""
        for stake in stakes:
            self._stake(*stake)
        self.do("call-bets", DEALER, call="no more bets")
        return super().coup(())


def straight(rules: Rules) -> Steady:
    """A table played straight, by the way in which its betting closes."""
    return Called(rules) if rules.edition.close.at == "call" else Steady(rules)


def by_table(game: Game, steady: Steady, shoe: list[Card]) -> list[Class]:
    """The coups of one shoe, dealt at the table."""
    steady.new_shoe(shoe, game.shape.size - game.shape.front)
    found = []
    while not steady.over:
        events = steady.coup([("Ann", "player", 100)])
        found += [class_of(game, event) for event in events if isinstance(event, CoupSettled)]
    return found


def counted(game: Game, packed: list[list[int]]) -> Counter[tuple[int, int]]:
    """What the whole kernel counts in a block of eight shoes."""
    lanes = make_lanes(game.shape, game.spans.arrays)
    flat = [card for shoe in packed for card in shoe]
    lanes.cards[: len(flat)] = flat
    deal_block(lanes, game.coups.deal, game.shape, game.spans.arrays)
    counts = lanes.counts.reshape(game.shape.pair_classes, game.shape.classes)
    return Counter({place: int(n) for place, n in np.ndenumerate(counts) if n})


def compare(book: str, game_name: str, seed: int, coups: int) -> int:
    """Deal at least so many coups both ways, whole blocks of shoes; the number compared."""
    game = ready(book, game_name)
    rules = rulebook(book).rules
    source = random.Random(f"{book} {game_name} {seed}")
    values = {"tie-percent": "5"} if game_name == "tie" else {}
    sign: SignState = sign_for((), values)
    done = 0
    while done < coups:
        steady = straight(rules)
        steady.open(game_name, None, game.setting.decks, sign)
        steady.seat(["Ann"], 10_000_000_00)
        for _ in range(BLOCKS_A_TABLE):
            packed, expected = [], Counter[tuple[int, int]]()
            for _ in range(LANES):
                shoe = full_shoe(game.setting.decks)
                source.shuffle(shoe)
                packed.append([value(card) << 8 | card for card in shoe])
                dealt = by_table(game, steady, shoe)
                assert dealt == by_kernel(game, shoe, packed[-1])
                expected.update((pair, number) for pair, number, _, _ in dealt)
                done += len(dealt)
            assert counted(game, packed) == expected
    return done


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_kernel_and_table_deal_the_same_coups(book: str, game: str) -> None:
    assert compare(book, game, 1, 2_000) >= 2_000


@pytest.mark.long
def test_kernel_and_table_deal_the_same_million_coups_a_game() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        done = [pool.submit(compare, book, game, 2, 1_000_000) for book, game in GAMES]
        for one in done:
            assert one.result() >= 1_000_000
