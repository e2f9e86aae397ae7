"""A simulation from the request to the report, whatever the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pitboss.decision.compiled import Compiled
from pitboss.kernel import sources_hash
from pitboss.page import Page
from pitboss.refusal import Refusal
from pitboss.settle.setting import Setting, choose
from pitboss.simulate.lanes import LANES
from pitboss.simulate.statistics import Estimate, Sums
from pitboss.simulate.tasks import Runner, Task, tasks_of

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

    def further(self) -> Page:
        """What a report of this game tells beside its wagers."""
        return ()


def setting_of(
    compiled: Compiled,
    game: str | None = None,
    decks: int | None = None,
    sign: Mapping[str, str] | None = None,
    *,
    study: bool = False,
) -> Setting | Refusal:
    """The setting of any layout; for study, with decks that the edition does not permit."""
    return choose(compiled.edition, game, decks, None, sign, study=study)


class Arrays(Protocol):
    """All that a task needs, in plain arrays: what travels to a worker on another machine."""

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers, in the order of their sums."""

    @property
    def denominators(self) -> tuple[int, ...]:
        """The denominators of their sums."""

    @property
    def sources(self) -> str:
        """The kernels' own hash: a worker with other kernels must not take part."""


W = TypeVar("W", bound=Arrays)


class Dealt(ABC, Generic[W]):
    """A game that is dealt in tasks; `deal` is a function of its arrays, a seed and a task."""

    deal: Callable[[W, int, Task], Sums]

    @property
    @abstractmethod
    def work(self) -> W:
        """The arrays of this game."""

    @property
    @abstractmethod
    def coups_in_block(self) -> float:
        """About how many coups a block deals: a guess that only sizes the list of tasks."""

    def run(self, task: Task, seed: int) -> Sums:
        """Deal the blocks of a task here and now."""
        return type(self).deal(self.work, seed, task)

    def worker(self, seed: int) -> Callable[[Task], Sums]:
        """What deals a task anywhere: it carries plain arrays only."""
        return partial(type(self).deal, self.work, seed)

    def blocks_for(self, coups: int) -> int:
        """Blocks that deal about so many coups, at least one."""
        return max(1, -(-coups // int(self.coups_in_block)))


def same_kernels(work: Arrays) -> None:
    """RuntimeError where this worker has other kernels than whoever sent the task."""
    if work.sources != sources_hash():
        raise RuntimeError("this worker has another version of pitboss than the sender")


def sums_of(work: Arrays, task: Task, found: Any, coups: int) -> Sums:
    """What the kernel summed over a task; squares come in two halves."""
    rows = [
        [gain, (high << 32) + low, product, stakes, squared]
        for gain, high, low, product, stakes, squared in found.tolist()
    ]
    return Sums(
        work.wagers,
        work.denominators,
        rows,
        groups=task.blocks,
        shoes=task.blocks * LANES,
        coups=coups,
    )


def run_game(
    game: Dealt[Any], coups: int, seed: int, runner: Runner[Sums], progress: Progress | None = None
) -> tuple[Sums, bool]:
    """The sums of at least so many coups, and whether the run was left to finish.

    The first list of tasks is sized by a guess; while coups are wanting another follows,
    sized by the count so far alone, so that the list of blocks is the same everywhere.
    """
    sums = Sums(game.work.wagers, game.work.denominators)

    def done(part: Sums) -> None:
        sums.add(part)
        if progress is not None:
            progress(sums.coups)

    while sums.coups < coups:
        tasks = tasks_of(sums.groups, game.blocks_for(coups - sums.coups))
        if not runner(tasks, game.worker(seed), done):
            return sums, False
    return sums, True
