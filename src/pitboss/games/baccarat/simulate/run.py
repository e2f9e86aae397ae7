"""A simulation from the request to the report."""

from __future__ import annotations

import time

from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.simulate.game import game_of
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.setting import Setting
from pitboss.simulate.generator import check_seed
from pitboss.simulate.report import Progress, Report, run_game
from pitboss.simulate.statistics import Exact, Sums, estimates
from pitboss.simulate.tasks import Runner, Task, default_workers, in_threads


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
        refuse("no-coups-asked.simulate", coups=coups)
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
