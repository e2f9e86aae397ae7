"""Whole shoes of the kernel beside the same shoes dealt by hand."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from pitboss.games.blackjack.simulate.game import BlackjackGame, run_task
from pitboss.games.blackjack.simulate.kernel import make_lanes
from pitboss.simulate.lanes import LANES, shuffle_lanes
from pitboss.simulate.tasks import Task
from tests.games.blackjack.simulate.games import NAMES, ready
from tests.second import optional
from tests.second.blackjack_play import play, results

SEED = 3
BLOCKS = range(5, 8)
OPTIONAL = ("any-pairs", "perfect-pairs", "star-pairs", "lucky-lucky", "blazing-sevens")
STAKES = dict.fromkeys(OPTIONAL, 100) | {"blazing-sevens": 250}


def shoes(game: BlackjackGame, block: int) -> Iterator[list[str]]:
    """The eight shoes of a block as the kernel shuffles them."""
    work = game.work
    lanes = make_lanes(work.plan, 1)
    shuffle_lanes(lanes, work.deal, work.plan, np.uint64(SEED), block)
    for cards in lanes.cards.reshape(LANES, -1):
        yield [NAMES[card & 255] for card in cards]


def by_hand(game: BlackjackGame, block: int) -> tuple[dict[str, Fraction], Counter[str], int]:
    """Gains and stakes by wager of the eight shoes, and the rounds dealt."""
    gains: dict[str, Fraction] = defaultdict(Fraction)
    stakes: Counter[str] = Counter()
    rounds = 0
    front = game.size - game.behind
    for shoe in shoes(game, block):
        place, number = 1, 0
        # 4.9: one card is burned. 4.1.2, 4.1.3: the round that shows the cutting card is the last.
        while number < game.rounds_per_shoe if game.rounds_per_shoe else place < front:
            played, used = play(shoe[place:], game.strategy.action, insure=bool(game.insured))
            found = results(played)
            if not game.rounds_per_shoe:
                part = sum(place >= bound for bound in game.plan.depths) + 1
                found[f"main in part {part}"] = found["main"]
            for wager in OPTIONAL if game.first_cards else ():
                stake = STAKES[wager]
                answer = optional.settle(wager, stake, played, optional.Sign(), 6)
                assert answer is not None
                kept = wager == "blazing-sevens"
                back = answer[1] + (0 if kept else answer[2])
                found[wager] = Fraction(back - stake, stake)
            for wager, gain in found.items():
                gains[wager] += gain
                stakes[wager] += 1
            place += used
            number += 1
        rounds += number
    return gains, stakes, rounds


@pytest.mark.parametrize("asked", [{}, {"behind": 150}, {"rounds_per_shoe": 41}])
@pytest.mark.parametrize("with_optional", [True, False])
@pytest.mark.parametrize("name", ["best", "wild"])
def test_a_block_gains_what_its_shoes_gain_by_hand(
    asked: dict[str, int], with_optional: bool, name: str
) -> None:
    if name == "wild" and asked.get("rounds_per_shoe"):
        asked = {"rounds_per_shoe": 35}  # it draws more cards
    game = ready(name, optional=with_optional, **asked)
    for block in BLOCKS:
        gains, stakes, rounds = by_hand(game, block)
        sums = game.run(Task(block, 1), SEED)
        assert sums.coups == rounds
        assert (sums.groups, sums.shoes) == (1, LANES)
        found = zip(sums.wagers, sums.denominators, sums.rows, strict=True)
        for wager, below, (gain, squared, product, number, number_squared) in found:
            assert (wager, Fraction(gain, below), number) == (wager, gains[wager], stakes[wager])
            assert (squared, product, number_squared) == (gain**2, gain * number, number**2)


def test_two_blocks_are_the_sum_of_each() -> None:
    game = ready()
    one, two = game.run(Task(0, 1), SEED), game.run(Task(1, 1), SEED)
    both = game.run(Task(0, 2), SEED)
    one.add(two)
    assert one == both


def test_parts_of_the_shoe_make_up_the_whole() -> None:
    sums = ready().run(Task(0, 50), SEED)
    rows = dict(zip(sums.wagers, sums.rows, strict=True))
    parts = [row for wager, row in rows.items() if "part" in wager]
    assert len(parts) == 10
    assert sum(row[0] for row in parts) == rows["main"][0]
    assert sum(row[3] for row in parts) == rows["main"][3] == sums.coups


def test_a_shoe_that_runs_out_is_an_error_and_not_a_figure() -> None:
    game = BlackjackGame(ready().compiled, ready().setting, ready().strategy, rounds_per_shoe=60)
    with pytest.raises(RuntimeError, match="ran out"):
        game.run(Task(0, 1), SEED)


def test_work_travels_and_a_worker_with_other_kernels_takes_no_part() -> None:
    game = ready()
    work = pickle.loads(pickle.dumps(game.work))  # noqa: S301 - our own
    assert run_task(work, SEED, Task(0, 2)) == game.run(Task(0, 2), SEED)
    object.__setattr__(work, "sources", "other")
    with pytest.raises(RuntimeError, match="another version"):
        run_task(work, SEED, Task(0, 2))
