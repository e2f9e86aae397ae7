"""Runs and Dragon Tails in the kernel against `settle` on the same results."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.games.baccarat.settle.spans import settle_results
from pitboss.games.baccarat.simulate.arrays import LETTERS
from pitboss.games.baccarat.simulate.game import Game
from pitboss.games.baccarat.simulate.kernel import deal_block, make_lanes
from pitboss.games.baccarat.simulate.spans import ALPHABET, alternating
from pitboss.refusal import Refusal
from pitboss.settle.model import Bet, Settlement
from pitboss.simulate.lanes import LANES, shuffle_lanes
from pitboss.simulate.tasks import Task
from tests.games.baccarat.simulate.games import ready

MELBOURNE = "crown-melbourne-baccarat"
STAKE = 100


def ring(game: Game, lanes: list[str]) -> np.ndarray:
    """The transitions counted for eight shoes with these results, as the kernel walks them."""
    spans = game.spans.arrays
    moves = np.zeros(len(spans.next), np.int64)
    for lane, results in enumerate(lanes):
        state = spans.start
        for letter in results:
            moves[state + LETTERS.index(letter)] += 1
            state = int(spans.next[state + LETTERS.index(letter)])
        following = iter(lanes[(lane + 1) % LANES])
        move = state + ALPHABET.index("/")
        while True:
            moves[move] += 1
            state = int(spans.next[move])
            if state == spans.done:
                break
            move = state + LETTERS.index(next(following))
    return moves


def settled(game: Game, wager: str, results: str, placed: int, nominated: str | None) -> Fraction:
    bet = Bet(wager=wager, stake_cents=STAKE, placed_before=placed, nominated=nominated)
    tail = game.compiled.edition.wagers[wager].tail_of
    openers = [(tail, coup) for coup in range(1, placed + 1)] if tail else []
    # Early wagers of others keep the tail going as the policy does; misplaced ones open none.
    answer = settle_results(
        game.compiled, results, [bet], tail_open=openers, game=game.setting.game
    )
    assert isinstance(answer, Settlement), answer
    (line,) = answer.wagers
    if line.row == "misplaced":
        return Fraction(0)
    assert line.outcome in ("win", "lose")
    return Fraction(line.paid_cents + line.returned_cents - STAKE, STAKE)


@pytest.mark.parametrize("seed", range(3))
def test_all_spanning_wagers_settle_as_settle_does(seed: int) -> None:
    game = ready(MELBOURNE, "traditional")
    source = random.Random(seed)
    # Streaky results, so that six and seven in a row come about.
    lanes = []
    for _ in range(LANES):
        results = ""
        while len(results) < 40:
            letter = source.choice("PPPBBBT")
            results += letter * source.choice((1, 1, 2, 3, 7))
            results += source.choice(("", "PBPBPB"))
        lanes.append(results)
    pays = game.spans.pays
    moves = ring(game, lanes)
    gains, stakes = moves @ pays.pay, moves @ pays.count
    for column, wager in enumerate(pays.wagers):
        rule = game.compiled.edition.wagers[wager]
        nominated = game.nominated.get(wager)
        total, number = Fraction(0), 0
        for lane, results in enumerate(lanes):
            whole = f"{results}/{lanes[(lane + 1) % LANES]}"
            for placed in range(1, len(results) + 1):
                if rule.tail_of and not admits(game, wager, results, placed):
                    continue
                total += settled(game, wager, whole, placed, nominated)
                number += 1
        assert number == stakes[column], wager
        assert total * pays.denominator[column] == gains[column], wager


def admits(game: Game, wager: str, results: str, placed: int) -> bool:
    """Whether the indicator, with Early wagers down whenever they may be, admits the wager."""
    rule = game.compiled.edition.wagers[wager]
    early = rule.tail_of or ""
    side = game.compiled.edition.wagers[early].sequence
    full = game.compiled.automaton(early).full
    indicator = 0
    for letter in results[: placed - 1]:
        indicator = indicator + 1 if letter == side else 0
        indicator %= full
    automaton = game.compiled.edition.automata[rule.automaton or ""]
    return indicator == automaton.opened_at


def test_the_kernel_walks_the_ring_of_shoes() -> None:
    game = ready(MELBOURNE, "crown")
    lanes = make_lanes(game.shape, game.spans.arrays)
    for block in range(5):
        shuffle_lanes(lanes, game.coups.deal, game.shape, np.uint64(2), block)
        deal_block(lanes, game.coups.deal, game.shape, game.spans.arrays)
        letters = [
            "".join(LETTERS[letter] for letter in lanes.letters[: lanes.coups[lane], lane])
            for lane in range(LANES)
        ]
        assert lanes.moves.tolist() == ring(game, letters).tolist()


def test_worked_example_of_the_reading() -> None:
    """P, then Late, P P P B: Early at four, Late at three; six in a row pay Early at once."""
    game = ready(MELBOURNE, "traditional")
    assert settled(game, "player-dragon-tail-early", "PPPPB/", 1, None) == 7
    assert settled(game, "player-dragon-tail-late", "PPPPB/", 2, None) == 3
    assert settled(game, "player-dragon-tail-early", "PPPPPP/", 1, None) == 30


def test_runs_ride_into_the_next_shoe_and_tails_do_not() -> None:
    game = ready(MELBOURNE, "traditional")
    pays = game.spans.pays
    moves = ring(game, ["BBBBBBBP", *["P" + "B" * 7] * 7])
    column = pays.wagers.index("player-run-2")
    # Eight shoes; only the first one's last coup meets a Player in the next shoe.
    assert moves @ pays.pay[:, column] == 3 + 1 - (moves @ pays.count[:, column])
    column = pays.wagers.index("player-dragon-tail-early")
    assert moves @ pays.pay[:, column] == -(moves @ pays.count[:, column])


def test_the_joint_automaton_is_small_and_every_stake_is_settled() -> None:
    game = ready(MELBOURNE, "crown")
    assert len(game.spans.arrays.next) // len(ALPHABET) < 100
    assert set(game.spans.arrays.next.tolist()) <= set(range(0, 400, len(ALPHABET)))
    assert game.nominated["combination-run-4"] == alternating(4) == "PBPB"
    assert ready("star-baccarat").nominated == {}


def test_every_run_is_staked_once_a_coup() -> None:
    game = ready(MELBOURNE, "traditional")
    sums = game.run(Task(0, 20), 3)
    stakes = dict(zip(sums.wagers, (row[3] for row in sums.rows), strict=True))
    runs = [name for name in game.spans.pays.wagers if "-run-" in name]
    assert {stakes[name] for name in (*runs, "banker", "player-pair")} == {sums.coups}
    early, late = stakes["player-dragon-tail-early"], stakes["player-dragon-tail-late"]
    assert late < early < sums.coups


def test_settle_refusals_are_not_swallowed() -> None:
    game = ready(MELBOURNE, "traditional")
    bet = Bet(wager="player-run-2", stake_cents=STAKE, placed_before=9)
    assert isinstance(settle_results(game.compiled, "PP", [bet]), Refusal)
