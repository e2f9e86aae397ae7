"""Baccarat simulation beside its floor: a kernel that only draws the same cards.

The floor shuffles as many shoes with the same generator and deals nothing. Rates of one core
are by the thread's own processor time, so that what else the machine does weighs on neither.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.measure import Measure, measure
from pitboss.book import rulebook
from pitboss.games.baccarat.simulate.game import Game, game_of
from pitboss.kernel import kernel
from pitboss.refusal import sure
from pitboss.simulate.generator import WORDS, seed_block, shuffle
from pitboss.simulate.lanes import LANES
from pitboss.simulate.report import run_game, setting_of
from pitboss.simulate.tasks import Task, in_threads

SINGLE = ("star-baccarat", None)
SPANNING = ("crown-melbourne-baccarat", "traditional")
SEED = 1
COUPS = 20_000_000
MILLION = 1e6


@kernel
def draw_only(words: Any, cards: Any, size: Any, seed: Any, blocks: Any) -> None:
    """Draw every card of every shoe of some blocks, and nothing else."""
    for block in range(blocks):
        seed_block(words, seed, block)
        for lane in range(LANES):
            shuffle(words, cards, lane * size, size)


def ready(name: str, game: str | None) -> Game:
    """A game with its kernel loaded."""
    compiled = rulebook(name).compiled
    found = sure(game_of(compiled, sure(setting_of(compiled, game))))
    found.run(Task(0, 1), SEED)
    return found


def rate(game: Game, blocks: int) -> float:
    """Coups per second of one worker."""
    began = time.thread_time()
    coups = game.run(Task(0, blocks), SEED).coups
    return coups / (time.thread_time() - began)


def floor_rate(game: Game, blocks: int) -> float:
    """Coups per second that the same shoes would give if dealing them cost nothing."""
    words = np.zeros(WORDS, np.uint64)
    cards = np.tile(game.coups.deal.cards, LANES)
    draw_only(words, cards, game.shape.size, np.uint64(SEED), 1)
    began = time.thread_time()
    draw_only(words, cards, game.shape.size, np.uint64(SEED), blocks)
    seconds = time.thread_time() - began
    coups = game.run(Task(0, 1000), SEED).coups / 1000 * blocks
    return coups / seconds


def best(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """The best of several rounds of each, taken in turn."""
    found = [0.0] * len(measures)
    for _ in range(rounds):
        found = [max(old, one()) for old, one in zip(found, measures, strict=True)]
    return found


def simulation(rounds: int) -> Sequence[Measure]:
    """All single-coup wagers, and with Runs and Dragon Tails, on one core."""
    single, spanning = ready(*SINGLE), ready(*SPANNING)
    floor, plain, more = best(
        rounds,
        lambda: floor_rate(single, single.blocks_for(COUPS)),
        lambda: rate(single, single.blocks_for(COUPS)),
        lambda: rate(spanning, spanning.blocks_for(COUPS)),
    )
    beside = ("drawing the same cards only, million coups/s", floor / MILLION)
    return [
        measure(
            f"baccarat simulation, {len(single.work.wagers)} single-coup wagers, one core",
            "million coups/s",
            plain / MILLION,
            beside,
            60,
        ),
        measure(
            f"the same with Runs and Dragon Tails, {len(spanning.work.wagers)} wagers",
            "million coups/s",
            more / MILLION,
            beside,
            45,
        ),
    ]


def workers_rate(game: Game, workers: int, coups: int) -> float:
    """Coups per second of the whole program with so many workers."""
    began = time.perf_counter()
    sums, _ = run_game(game, coups, SEED, in_threads(workers))
    return sums.coups / (time.perf_counter() - began)


def copy_of_program(rounds: int, barrier: Any, spans: Any) -> None:
    """One independent copy: it starts each round with the other, and knows nothing of it."""
    game = ready(*SINGLE)
    for _ in range(rounds):
        barrier.wait()
        began = time.perf_counter()
        sums, _ = run_game(game, COUPS, SEED, in_threads(1))
        spans.put((sums.coups, began, time.perf_counter()))
        barrier.wait()


def two_workers(rounds: int) -> Sequence[Measure]:
    """Two workers of one program beside two programs of one worker; median round by round."""
    context = multiprocessing.get_context("spawn")
    barrier, spans = context.Barrier(3), context.Queue()
    copies = [
        context.Process(target=copy_of_program, args=(rounds, barrier, spans)) for _ in range(2)
    ]
    for process in copies:
        process.start()
    game = ready(*SINGLE)
    pairs, twos = [], []
    for _ in range(rounds):
        barrier.wait()
        barrier.wait()
        dealt, began, ended = zip(spans.get(), spans.get(), strict=True)
        pairs.append(sum(dealt) / (max(ended) - min(began)))
        twos.append(workers_rate(game, 2, 2 * COUPS))
    for process in copies:
        process.join()
    ratio = statistics.median(two / pair for two, pair in zip(twos, pairs, strict=True))
    found = Measure(
        work="baccarat simulation, two workers",
        reached=max(twos) / MILLION,
        unit="million coups/s",
        beside="two independent copies of the program, million coups/s",
        beside_reached=max(pairs) / MILLION,
        ratio=ratio,
        goal=0.9,
        met=ratio >= 0.9,
    )
    return [found]
