"""The same shoes through the kernel and through `deal_shoe` give the same coups."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from pitboss.cards import Card, full_shoe
from pitboss.games.baccarat.facts.coup import Coup, deal_shoe
from pitboss.games.baccarat.facts.pairs import pairs
from pitboss.games.baccarat.facts.points import points, value
from pitboss.games.baccarat.simulate.arrays import LETTERS, RESULTS
from pitboss.games.baccarat.simulate.game import Game
from pitboss.games.baccarat.simulate.kernel import deal_block, make_lanes
from pitboss.shoe import cards_burned
from pitboss.simulate.lanes import LANES, shuffle_lanes
from tests.games.baccarat.simulate.games import BACCARATS, GAMES, ready


def plain(game: Game, shoe: list[Card]) -> list[Coup]:
    rules = game.compiled.edition.shoe
    burned = cards_burned(rules.burn[0], shoe[0])
    behind = game.shape.size - game.shape.front
    return list(deal_shoe(game.coups.tableau, rules.end, shoe[burned:], behind))


def dealt(game: Game, shoes: list[list[Card]]) -> tuple[list[str], Counter[tuple[int, int]]]:
    lanes = make_lanes(game.shape, game.spans.arrays)
    cards = [value(card) << 8 | card for shoe in shoes for card in shoe]
    lanes.cards[: len(cards)] = cards
    deal_block(lanes, game.coups.deal, game.shape, game.spans.arrays)
    counts = lanes.counts.reshape(game.shape.pair_classes, game.shape.classes)
    found = Counter({place: int(n) for place, n in np.ndenumerate(counts) if n})
    letters = [
        "".join(LETTERS[letter] for letter in lanes.letters[: lanes.coups[lane], lane])
        for lane in range(LANES)
    ]
    return letters, found


def facts(game: Game, coup: Coup) -> tuple[str, tuple[int, int]]:
    tableau, coups = game.coups.tableau, game.coups
    counted = points(tableau, coup.player, coup.banker)
    pair = coups.pairs.number[coups.pairs_key(pairs(coup.player, coup.banker))]
    return RESULTS[counted.result], (pair, coups.points.number[coups.points_key(counted)])


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_kernel_and_deal_shoe_deal_the_same_coups(name: str, game: str) -> None:
    found = ready(name, game)
    source = random.Random(f"{name} {game}")
    for _ in range(4):
        shoes = [full_shoe(found.setting.decks) for _ in range(LANES)]
        for shoe in shoes:
            source.shuffle(shoe)
        letters, counts = dealt(found, shoes)
        expected: Counter[tuple[int, int]] = Counter()
        for lane, shoe in enumerate(shoes):
            coups = [facts(found, coup) for coup in plain(found, shoe)]
            expected.update(place for _, place in coups)
            if found.spans.pays.wagers:
                assert letters[lane] == "".join(letter for letter, _ in coups)
            else:
                assert len(letters[lane]) == len(coups)
        assert counts == expected


@pytest.mark.parametrize("name", BACCARATS)
def test_the_cutting_card_ends_the_shoe_as_the_edition_says(name: str) -> None:
    """Shoes in which the cutting card comes first in a coup, and shoes in which it comes later."""
    found = ready(name)
    source = random.Random(name)
    end = found.compiled.edition.shoe.end
    seen: Counter[bool] = Counter()
    while min(seen[True], seen[False]) < 8:
        shoe = full_shoe(found.setting.decks)
        source.shuffle(shoe)
        coups = plain(found, shoe)
        burned = cards_burned(found.compiled.edition.shoe.burn[0], shoe[0])
        before = [burned]
        for coup in coups:
            before.append(before[-1] + len(coup.player) + len(coup.banker))
        first = found.shape.front in before[:-1]
        seen[first] += 1
        after = len([place for place in before[:-1] if place >= found.shape.front])
        assert after == (end.when_first if first else end.when_later)
        letters, counts = dealt(found, [shoe] * LANES)
        assert {len(lane) for lane in letters} == {len(coups)}
        assert set(counts.values()) <= {LANES * number for number in range(1, len(coups))}


@pytest.mark.parametrize("decks", [3, 4, 6])
def test_fewer_decks_deal_alike(decks: int) -> None:
    found = ready("star-baccarat", None, decks)
    source = random.Random(decks)
    shoes = [full_shoe(decks) for _ in range(LANES)]
    for shoe in shoes:
        source.shuffle(shoe)
    letters, _ = dealt(found, shoes)
    assert [len(lane) for lane in letters] == [len(plain(found, shoe)) for shoe in shoes]


def test_a_block_is_shuffled_from_the_factory_order_whatever_came_before() -> None:
    found = ready("star-baccarat")
    lanes = make_lanes(found.shape, found.spans.arrays)
    shuffle_lanes(lanes, found.coups.deal, found.shape, np.uint64(5), 9)
    once = lanes.cards.copy()
    shuffle_lanes(lanes, found.coups.deal, found.shape, np.uint64(5), 8)
    assert not np.array_equal(once, lanes.cards)
    shuffle_lanes(lanes, found.coups.deal, found.shape, np.uint64(5), 9)
    assert np.array_equal(once, lanes.cards)
    shoe = full_shoe(found.setting.decks)
    size = found.shape.size
    for lane in range(LANES):
        assert sorted(once[lane * size : (lane + 1) * size] & 255) == sorted(shoe)
