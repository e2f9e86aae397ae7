"""A simulation as a fixed list of tasks: the same on one worker, many, or a cluster.

A task is a range of blocks; a block has a generator of its own. Which tasks there are follows
from the work asked for alone, and what they return is summed in whole numbers, so neither the
number of workers nor the order in which they finish can change a result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from os import cpu_count
from typing import TypeAlias, TypeVar

S = TypeVar("S")

TASKS = 64
MOST_BLOCKS = 16_384
"""A task takes a fraction of a second: progress moves, and Ctrl-C is answered at once."""
IN_HAND = 2
"""Tasks handed out for each worker: one running, one waiting."""


@dataclass(frozen=True)
class Task:
    """Some blocks of a simulation: from `first`, `blocks` of them."""

    first: int
    blocks: int


Runner: TypeAlias = Callable[[Iterator[Task], Callable[[Task], S], Callable[[S], None]], bool]
"""Runs tasks somewhere, does the work of each and gives its result on as it comes.

False where the run was stopped from the keyboard; what was done by then has been given on.
"""


def tasks_of(first: int, blocks: int) -> Iterator[Task]:
    """The list of tasks that covers `blocks` blocks from `first`."""
    most = min(-(-blocks // TASKS), MOST_BLOCKS)
    for start in range(first, first + blocks, most):
        yield Task(start, min(most, first + blocks - start))


def default_workers() -> int:
    """One worker for each processor."""
    return cpu_count() or 1


def in_threads(workers: int) -> Runner[S]:
    """Run tasks in threads of this process: kernels run without the interpreter's lock."""

    def run(tasks: Iterator[Task], work: Callable[[Task], S], done: Callable[[S], None]) -> bool:
        waiting: set[Future[S]] = set()
        with ThreadPoolExecutor(workers) as pool:
            try:
                while True:
                    free = workers * IN_HAND - len(waiting)
                    waiting |= {pool.submit(work, task) for task in islice(tasks, free)}
                    if not waiting:
                        return True
                    finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in finished:
                        done(future.result())
            except KeyboardInterrupt:
                for future in waiting:
                    if not future.cancel():
                        done(future.result())
                return False

    return run
