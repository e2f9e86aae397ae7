"""Blackjack simulation with the solver's play beside its floor: drawing the same cards only."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.baccarat import MILLION, SEED, best, draw_only
from benchmarks.measure import Measure, measure
from pitboss.book import rulebook
from pitboss.games.blackjack.simulate.game import BlackjackGame, blackjack_game_of
from pitboss.refusal import sure
from pitboss.simulate.generator import WORDS
from pitboss.simulate.lanes import LANES
from pitboss.simulate.report import setting_of
from pitboss.simulate.tasks import Task

ROUNDS = 10_000_000


def ready(strategy: Any = None, *, optional: bool) -> BlackjackGame:
    """A game with its kernel loaded."""
    compiled = rulebook("star-blackjack").compiled
    setting = sure(setting_of(compiled))
    found = sure(blackjack_game_of(compiled, setting, strategy, optional=optional))
    found.run(Task(0, 1), SEED)
    return found


def rate(game: BlackjackGame) -> float:
    """Rounds per second of one worker."""
    began = time.thread_time()
    rounds = game.run(Task(0, game.blocks_for(ROUNDS)), SEED).coups
    return rounds / (time.thread_time() - began)


def floor_rate(game: BlackjackGame) -> float:
    """Rounds per second that the same shoes would give if playing them cost nothing."""
    words, cards = np.zeros(WORDS, np.uint64), np.tile(game.work.deal.cards, LANES)
    blocks = game.blocks_for(ROUNDS)
    draw_only(words, cards, game.size, np.uint64(SEED), 1)
    began = time.thread_time()
    draw_only(words, cards, game.size, np.uint64(SEED), blocks)
    return ROUNDS / (time.thread_time() - began)


def simulation(rounds: int) -> Sequence[Measure]:
    """The main wager alone, and with every optional wager, on one core."""
    main = ready(optional=False)
    every = ready(main.strategy, optional=True)
    floor, plain, more = best(
        rounds, lambda: floor_rate(main), lambda: rate(main), lambda: rate(every)
    )
    beside = ("drawing the same cards only, million rounds/s", floor / MILLION)
    unit = "million rounds/s"
    work = "blackjack simulation, the solver's full play, one core"
    return [
        measure(work, unit, plain / MILLION, beside, 45),
        measure("the same with the optional wagers", unit, more / MILLION, beside, 32),
    ]
