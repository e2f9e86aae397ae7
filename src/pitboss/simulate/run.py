"""A simulation from the request to the report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

import msgspec

from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.compiled import Compiled
from pitboss.settle.setting import Setting, choose
from pitboss.simulate.game import game_of
from pitboss.simulate.generator import check_seed
from pitboss.simulate.statistics import Estimate, Exact, Sums, estimates
from pitboss.simulate.tasks import Runner, Task, default_workers, in_threads, tasks_of

Progress = Callable[[int], None]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was simulated, how fast, and an estimate for every wager."""

    rulebook: str
    edition: str
    game: str
    decks: int
    seed: int
    coups: int
    shoes: int
    seconds: float
    coups_per_second: float
    interrupted: bool
    wagers: tuple[Estimate, ...]


@refusable
def setting_of(
    compiled: Compiled,
    game: str | None = None,
    decks: int | None = None,
    sign: Mapping[str, str] | None = None,
    *,
    study: bool = False,
) -> Setting:
    """The setting asked for; for study, with decks that the edition does not permit."""
    if not study or decks is None:
        return sure(choose(compiled.edition, game, decks, None, sign))
    return replace(sure(choose(compiled.edition, game, None, None, sign)), decks=decks)


@refusable
def simulate(
    compiled: Compiled,
    setting: Setting,
    *,
    coups: int,
    seed: int = 1,
    runner: Runner[Sums] | None = None,
    exact: Exact | None = None,
    progress: Progress | None = None,
    behind: int | None = None,
) -> Report:
    """Deal whole shoes until at least `coups` coups are dealt, and report every wager.

    The same seed gives the same report (but for the seconds) whatever the runner. Stopped from
    the keyboard, it reports what was done so far.
    """
    if coups < 1:
        refuse("no-coups-asked", f"At least one coup must be dealt, not {coups}.")
    sure(check_seed(seed))
    game = sure(game_of(compiled, setting, behind))
    # Load the kernel before the clock and the threads start: no two of them compile it.
    game.run(Task(0, 0), seed)
    started = time.perf_counter()
    sums, whole = run_game(game, coups, seed, runner or in_threads(default_workers()), progress)
    seconds = time.perf_counter() - started
    identity = compiled.edition.identity
    return Report(
        rulebook=identity.rulebook,
        edition=identity.edition,
        game=setting.game,
        decks=setting.decks,
        seed=seed,
        coups=sums.coups,
        shoes=sums.shoes,
        seconds=seconds,
        coups_per_second=sums.coups / seconds,
        interrupted=not whole,
        wagers=estimates(sums, exact, game.nominated),
    )


class Dealt(Protocol):
    """A game that can be dealt in tasks."""

    @property
    def labels(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The wagers and the denominators of their sums."""

    def blocks_for(self, coups: int) -> int:
        """How many blocks deal about so many coups."""

    def worker(self, seed: int) -> Callable[[Task], Sums]:
        """What deals a task anywhere."""


def run_game(
    game: Dealt, coups: int, seed: int, runner: Runner[Sums], progress: Progress | None = None
) -> tuple[Sums, bool]:
    """The sums of at least so many coups, and whether the run was left to finish.

    The first list of tasks is sized by a guess; while coups are wanting another follows,
    sized by the count so far alone, so that the list of blocks is the same everywhere.
    """
    sums = Sums(*game.labels)

    def done(part: Sums) -> None:
        sums.add(part)
        if progress is not None:
            progress(sums.coups)

    while sums.coups < coups:
        tasks = tasks_of(sums.groups, game.blocks_for(coups - sums.coups))
        if not runner(tasks, game.worker(seed), done):
            return sums, False
    return sums, True
