"""Exact odds: the kernel, the same as fractions, whole shoes, the solver, the whole command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import numpy as np

from benchmarks.measure import Measure, best_seconds, measure
from pitboss.book import rulebook
from pitboss.cards import CARDS_IN_DECK
from pitboss.games.baccarat.facts.points import value
from pitboss.games.baccarat.odds.fast import Pricer, count_pairs, count_points
from pitboss.games.baccarat.odds.points import points_counts
from pitboss.games.baccarat.simulate.protect import price_shoe, tracker
from pitboss.games.blackjack.odds import Play, solve
from pitboss.games.blackjack.odds.solver.returns import read_returns
from pitboss.games.blackjack.odds.solver.shoe import open_shoe
from pitboss.odds.composition import composition, value_counts
from pitboss.refusal import sure
from pitboss.settle.setting import choose

MILLI = 1000.0


def baccarat(rounds: int) -> Sequence[Measure]:
    """All single-coup wagers of an edition, from one composition, exactly."""
    book = rulebook("star-baccarat")
    setting = sure(choose(book.edition, None, None, None, {}))
    counts = sure(composition(book.edition))
    pricer = Pricer(book.compiled, setting)
    values, cards = np.array(value_counts(counts), np.int64), np.array(counts, np.int64)
    points, pairs = np.zeros(99, np.int64), np.zeros(99, np.int64)

    def kernel() -> None:
        count_points(values, *pricer.draws, points)
        count_pairs(cards, pricer.class_of, pairs)

    tableau = book.edition.tableau
    if tableau is None:
        raise ValueError("the measured rulebook has no tableau")
    in_kernel, fractions, python = best_seconds(
        rounds,
        (kernel, 500),
        (lambda: pricer.expectations(counts), 200),
        (lambda: points_counts(tableau, counts), 2),
    )
    beside = ("the same closed form in plain Python, ms", python * MILLI)
    wagers = len(pricer.wagers)
    return [
        measure(
            f"{wagers} wagers of star-baccarat, exact integers, one composition, in the kernel",
            "ms", in_kernel * MILLI, beside, 0.05, lower=True,
        ),
        measure(
            f"{wagers} wagers of star-baccarat as fractions",
            "ms", fractions * MILLI, beside, 0.15, lower=True,
        ),
    ]  # fmt: skip


def repricing(rounds: int) -> Sequence[Measure]:
    """Every wager re-priced before every coup of dealt shoes."""
    book = rulebook("star-baccarat")
    setting = sure(choose(book.edition, None, None, None, {}))
    tracked = sure(tracker(book.compiled, setting, None))
    draws, class_of, gains = tracked.arrays
    values = np.array([value(card) for card in range(CARDS_IN_DECK)], np.int64)
    source = np.random.Generator(np.random.Philox(key=[1, 0]))
    order = source.permutation(np.repeat(np.arange(CARDS_IN_DECK), setting.decks))
    starts = np.arange(0, 390, 5)
    prices = np.zeros((len(starts), len(tracked.pricer.wagers)))
    counts = sure(composition(book.edition))

    def shoe() -> None:
        price_shoe(order, starts, setting.decks, values, draws, class_of, gains, prices)

    shoe()
    whole, one = best_seconds(rounds, (shoe, 20), (lambda: tracked.pricer.expectations(counts), 50))
    beside = ("one composition at a time as fractions, compositions/s", 1 / one)
    rate = len(starts) / whole
    work = "all wagers re-priced before every coup of a shoe"
    return [measure(work, "compositions/s", rate, beside, 20_000)]


def solver(rounds: int) -> Sequence[Measure]:
    """The best play of blackjack, with and without the distribution of a round."""
    book = rulebook("star-blackjack")
    setting = sure(choose(book.edition, None, None, None, {}))
    if book.edition.rounds is None:
        raise ValueError("the measured rulebook has no rounds")
    play = Play(book.edition.rounds)
    returns = read_returns(book.compiled, play, setting.sign)
    found = []
    for decks in book.edition.decks.permitted:
        counts = sure(composition(book.edition, decks))

        def quick(counts: tuple[int, ...] = counts) -> float:
            return sure(solve(book.compiled, counts, setting.sign)).expectation

        def full(counts: tuple[int, ...] = counts) -> object:
            return sure(solve(book.compiled, counts, setting.sign, distribution=True))

        def dealer(counts: tuple[int, ...] = counts) -> object:
            return sure(open_shoe(play, returns, counts))

        quick()
        full()
        expectation, distribution, floor = best_seconds(rounds, (quick, 2), (full, 1), (dealer, 2))
        beside = ("the dealer's hands for the same shoes alone, s", floor)
        found.append(
            measure(f"blackjack best play, {decks} decks", "s", expectation, beside, 0.12,
                    lower=True)
        )  # fmt: skip
        found.append(
            measure(f"the same with the outcome distribution, {decks} decks", "s", distribution,
                    beside, 0.5, lower=True)
        )  # fmt: skip
    return found


def command(rounds: int) -> Sequence[Measure]:
    """The whole command beside a Python that imports nothing."""
    words = ["from pitboss.cli import main; main()", "odds", "star-baccarat", "--json"]

    def run(*arguments: str) -> None:
        subprocess.run([sys.executable, "-c", *arguments], stdout=subprocess.DEVNULL, check=True)

    whole, bare = best_seconds(rounds, (lambda: run(*words), 1), (lambda: run("pass"), 1))
    beside = ("a bare Python, s", bare)
    work = "pitboss odds star-baccarat --json, whole command"
    return [measure(work, "s", whole, beside, 0.4, lower=True)]
