"""The alarm on orders that chance does not give, and how seldom a fair shoe raises it."""

from __future__ import annotations

import random

import pytest

from pitboss.aggregates.house import SequenceAlarm
from pitboss.cards import full_shoe
from pitboss.journal.memory import MemoryStore
from pitboss.service.monitor import (
    RATE,
    WINDOW,
    Monitor,
    factory_limit,
    factory_rate,
    neighbours_of,
    repeat_rate,
)
from pitboss.service.rng import shuffled
from tests.service.people.test_records import house_events
from tests.service.play import Rig
from tests.service.test_rng import seeded


def new_decks(decks: int) -> list[int]:
    """Suit by suit, ace to king, deck after deck."""
    return [4 * rank + suit for _ in range(decks) for suit in range(4) for rank in range(13)]


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_rng_7_factory_order_is_found_shuffled_is_not(decks: int) -> None:
    monitor = Monitor()
    assert sorted(new_decks(decks)) == sorted(full_shoe(decks))
    assert "factory" in (monitor.check(new_decks(decks), decks, "a") or "")
    assert "factory" in (monitor.check(new_decks(decks)[::-1], decks, "a") or "")
    assert monitor.check(shuffled(decks), decks, "a") is None


def test_rng_7_one_riffle_and_a_cut_do_not_hide_it() -> None:
    chance = random.Random(1)
    cards = new_decks(8)
    left, right, order = cards[:208], cards[208:], []
    while left or right:
        order.append(
            (left if chance.random() * (len(left) + len(right)) < len(left) else right).pop(0)
        )
    assert "factory" in (Monitor().check(order[100:] + order[:100], 8, "a") or "")


def test_rng_7_a_repeated_run_is_found_wherever_it_stands() -> None:
    monitor = Monitor()
    first = list(shuffled(8, seeded(1)))
    monitor.keep(first, "one")
    assert monitor.check(first, 8, "one") is None  # a shoe is not held against itself
    assert "repeated" in (monitor.check(first, 8, "two") or "")
    other = list(shuffled(8, seeded(2)))
    run = first[40 : 40 + WINDOW]
    for start in (0, 200, 416 - WINDOW):
        spliced = [*other[:start], *run, *other[start + WINDOW :]]
        assert "repeated" in (monitor.check(spliced, 8, "two") or "")
    partial: list[int | None] = [*other[:100], *run[:-1], None, *other[110:]]
    assert monitor.check(partial, 8, "two") is None


def test_old_shoes_are_let_go() -> None:
    monitor = Monitor(kept=2)
    orders = [shuffled(1, seeded(seed)) for seed in range(3)]
    for number, order in enumerate(orders):
        monitor.keep(order, str(number))
    assert monitor.check(orders[0], 1, "x") is None
    assert monitor.check(orders[2], 1, "x") is not None


def test_the_rates_are_bounds_that_are_stated() -> None:
    for decks in (1, 2, 6, 8):
        assert repeat_rate(decks) < 1e-6
    assert repeat_rate(8) < 1e-9
    for decks in (6, 8):
        pairs = decks * 52 - 1
        limit = factory_limit(decks, pairs)
        assert limit is not None
        assert factory_rate(decks, limit, pairs) < RATE
        assert factory_rate(decks, limit - 1, pairs) >= RATE
        most = max(neighbours_of(shuffled(decks, seeded(seed)))[0] for seed in range(300))
        assert most < limit / 2


def test_nothing_is_said_of_too_few_cards() -> None:
    assert Monitor().check([0, 4, 8], 8, "a") is None
    assert Monitor().check([], 8, "a") is None
    assert Monitor().check([None] * 20, 8, "a") is None


def test_rng_7_a_generator_that_repeats_itself_deals_nothing() -> None:
    rig = Rig(MemoryStore(), words=lambda: 0)
    rig.open()
    rig.ready()  # an order that always takes the first card is new once
    rig.open("table:2")
    with pytest.raises(AssertionError, match="sequence-alarm"):
        rig.ready("table:2")
    rig.close()


def test_rng_7_one_bad_draw_is_thrown_away_and_told() -> None:
    queue = [0] * (2 * 415)
    fair = seeded(3)
    rig = Rig(MemoryStore(), words=lambda: queue.pop() if queue else fair())
    rig.open()
    rig.ready()
    rig.open("table:2")
    rig.ready("table:2")
    rig.tables.deliver()
    told = [event for event in house_events(rig) if isinstance(event, SequenceAlarm)]
    assert [(event.table, event.used) for event in told] == [("table:2", False)]
    assert rig.tables.house.state.alerts == tuple(told)
    rig.close()


def test_rng_7_an_outside_shoe_is_held_against_the_last(light: Rig) -> None:
    light.open(virtual=False)
    light.order = shuffled(8, seeded(9))
    for number in (1, 2, 3):
        if number == 3:
            light.order = shuffled(8, seeded(10))
        while light.table().shoe is None or light.table().shoes < number or not _over(light):
            light.coup()
    light.tables.deliver()
    told = [event for event in house_events(light) if isinstance(event, SequenceAlarm)]
    assert [(event.shoe, event.used) for event in told] == [(2, True)]


def _over(rig: Rig) -> bool:
    shoe = rig.table().shoe
    return shoe is not None and shoe.over is not None
