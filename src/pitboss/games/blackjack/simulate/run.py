"""A simulation of blackjack from the request to the report, with the cut-card effect.

By the cutting card the mean of a round is not that of a fresh shoe: shoes that deal many small
cards early give fewer rounds, so the rounds dealt are not a fair sample. With a fixed number
of rounds every round is worth what the first is, and the exact odds apply. The difference is
the cut-card effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Literal

import msgspec
import numpy as np

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.odds.strategy import Strategy
from pitboss.games.blackjack.simulate.game import BlackjackGame, blackjack_game_of
from pitboss.page import Page, Rows
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.setting import Setting
from pitboss.simulate.generator import check_seed
from pitboss.simulate.report import Progress, Report, run_game
from pitboss.simulate.statistics import Estimate, Exact, Sums, estimates
from pitboss.simulate.tasks import Runner, Task, default_workers, in_threads


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The main wager in one part of the shoe: rounds that began between two cards of it."""

    part: int
    first_card: int
    last_card: int
    mean: float
    stderr: float
    n: int


class CutCardEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What the mean of a wager by cutting card differs from that of a fixed number of rounds."""

    wager: str
    difference: float
    stderr: float
    against: Literal["exact", "simulated"]


class BlackjackReport(Report, frozen=True, kw_only=True):
    """A report with what ended the shoes, and the cut-card effect by depth."""

    behind: int | None
    rounds_per_shoe: int | None
    parts: tuple[Part, ...]
    cut_card_effect: tuple[CutCardEffect, ...]

    def further(self) -> Page:
        """What ended the shoes; by the cutting card its effect, and the mean by depth."""
        if self.rounds_per_shoe is not None:
            yield f"{self.rounds_per_shoe} rounds from every shoe."
            return
        yield f"Cutting card {self.behind} cards from the back. The cut-card effect:"
        for effect in self.cut_card_effect:
            yield f"  {effect.wager} {effect.difference:+.4%} ± {effect.stderr:.4%}"
        yield Rows(
            ("rounds begun in cards", "mean of main", "standard error", "rounds"),
            [
                (
                    f"{part.first_card} to {part.last_card}",
                    f"{part.mean:+.4%}",
                    f"{part.stderr:.4%}",
                    f"{part.n:,}",
                )
                for part in self.parts
            ],
        )


@refusable
def simulate_blackjack(
    compiled: Compiled,
    setting: Setting,
    strategy: Strategy | None = None,
    *,
    coups: int,
    seed: int = 1,
    runner: Runner[Sums] | None = None,
    exact: Exact | None = None,
    progress: Progress | None = None,
    behind: int | None = None,
    rounds_per_shoe: int | None = None,
    optional: bool = True,
) -> BlackjackReport:
    """Deal whole shoes until at least `coups` rounds are dealt, and report every wager.

    `exact` gives the expectation of a wager on a fresh shoe (the game's own if omitted): a
    fixed number of rounds is held against it (z), the cutting card gives the cut-card effect.
    The same seed gives the same report (but for the seconds) whatever the runner. Stopped from
    the keyboard, it reports what was done so far.
    """
    if coups < 1:
        refuse("no-coups-asked.simulate-blackjack", coups=coups)
    sure(check_seed(seed))
    game = sure(
        blackjack_game_of(
            compiled,
            setting,
            strategy,
            behind=behind,
            rounds_per_shoe=rounds_per_shoe,
            optional=optional,
        )
    )
    # Load the kernel before the clock and the threads start: no two of them compile it.
    game.run(Task(0, 0), seed)
    started = perf_counter()
    sums, whole = run_game(game, coups, seed, runner or in_threads(default_workers()), progress)
    seconds = perf_counter() - started
    return report_of(game, sums, seed, seconds, exact or game.exact, interrupted=not whole)


def report_of(
    game: BlackjackGame,
    sums: Sums,
    seed: int,
    seconds: float,
    exact: Exact,
    *,
    interrupted: bool = False,
) -> BlackjackReport:
    """The report of what was dealt."""
    parts = game.part_names
    every = estimates(sums, lambda name: None if name in parts else exact(name))
    wagers = tuple(found for found in every if found.wager not in parts)
    effects: tuple[CutCardEffect, ...] = ()
    if game.rounds_per_shoe is None:
        effects = cut_card_effect(wagers)
        # The exact figure is of a fresh shoe: by the cutting card it is no yardstick.
        wagers = tuple(msgspec.structs.replace(found, z=None) for found in wagers)
    identity = game.compiled.edition.identity
    return BlackjackReport(
        rulebook=identity.rulebook,
        edition=identity.edition,
        game=game.setting.game,
        decks=game.setting.decks,
        seed=seed,
        coups=sums.coups,
        shoes=sums.shoes,
        seconds=seconds,
        coups_per_second=sums.coups / seconds,
        interrupted=interrupted,
        wagers=wagers,
        behind=None if game.rounds_per_shoe else game.behind,
        rounds_per_shoe=game.rounds_per_shoe,
        parts=_parts(game, every),
        cut_card_effect=effects,
    )


def cut_card_effect(
    cut: Sequence[Estimate], fixed: Sequence[Estimate] | None = None
) -> tuple[CutCardEffect, ...]:
    """The means by cutting card less the exact ones, or less those of a run of fixed rounds."""
    beside = {found.wager: found for found in fixed or ()}
    effects = []
    for found in cut:
        other = beside.get(found.wager)
        mean = other.mean if other else found.exact
        if mean is not None:
            error = np.hypot(found.stderr, other.stderr if other else 0.0)
            effects.append(
                CutCardEffect(
                    wager=found.wager,
                    difference=found.mean - mean,
                    stderr=float(error),
                    against="simulated" if other else "exact",
                )
            )
    return tuple(effects)


def _parts(game: BlackjackGame, every: Sequence[Estimate]) -> tuple[Part, ...]:
    places = {name: number for number, name in enumerate(game.part_names)}
    bounds = [game.burned, *map(int, game.plan.depths)]
    return tuple(
        Part(
            part=places[found.wager] + 1,
            first_card=bounds[places[found.wager]] + 1,
            last_card=bounds[places[found.wager] + 1],
            mean=found.mean,
            stderr=found.stderr,
            n=found.n,
        )
        for found in every
        if found.wager in places
    )
