"""A simulation in a process of its own: what is asked on standard input, lines of JSON out.

`python -m pitboss.jobs.worker` is started by the server, so that neither its loop nor its
memory bears the work. An interrupt ends it early with what was done so far.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from pitboss.book import Rulebook, rulebook
from pitboss.errors import UnknownRulebookError
from pitboss.jobs.request import Simulate
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.setting import Setting, choose
from pitboss.simulate.studies import Sessions, Tracking

if TYPE_CHECKING:
    from pitboss.simulate.tasks import Task

EVERY = 0.2
NICE = 10

# Python drops an interrupt that comes while it imports, so one is remembered.
interrupted = False


def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    """Note that the work is to end, and end it."""
    global interrupted  # noqa: PLW0603
    interrupted = True
    raise KeyboardInterrupt


def say(**line: Any) -> None:
    """One line of JSON."""
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


@refusable
def work(asked: Simulate) -> tuple[Any, Any]:
    """Do what is asked, telling how far it is: the report, and a chart where there is one."""
    try:
        book = rulebook(asked.rulebook, asked.edition)
    except UnknownRulebookError as error:
        refuse("no-such-rulebook", what=error)
    setting = sure(choose(book.edition, asked.game, asked.decks, None, asked.sign))
    if asked.kind == "protection":
        tracking = Tracking(asked.shoes, asked.seed, asked.cut, lambda done: say(done=done))
        return sure(book.game.protect(book.compiled, setting, tracking))
    if asked.kind == "bankroll":
        sessions = Sessions(
            asked.wager,
            asked.stake_cents,
            asked.bankroll_cents,
            asked.sessions,
            asked.coups_per_session,
            asked.seed,
        )
        found = sure(book.game.bankroll(book.compiled, setting, sessions))
        say(done=asked.sessions)
        return found
    return sure(_edges(book, setting, asked)), None


@refusable
def _edges(book: Rulebook, setting: Setting, asked: Simulate) -> Any:
    from pitboss.cards import CARDS_IN_DECK  # noqa: PLC0415
    from pitboss.games.game import Run  # noqa: PLC0415
    from pitboss.simulate.statistics import Sums, estimates  # noqa: PLC0415
    from pitboss.simulate.tasks import Runner, in_threads  # noqa: PLC0415

    exact = book.game.exact(book.compiled, setting, (setting.decks,) * CARDS_IN_DECK)
    so_far: list[Sums] = []
    last = time.monotonic()
    runner: Runner[Sums] = in_threads(max(1, (os.cpu_count() or 2) - 1))

    def watched(
        tasks: Iterator[Task], deal: Callable[[Task], Sums], done: Callable[[Sums], None]
    ) -> bool:
        def both(part: Sums) -> None:
            nonlocal last
            done(part)
            if not so_far:
                so_far.append(Sums(part.wagers, part.denominators))
            so_far[0].add(part)
            if time.monotonic() - last > EVERY:
                last = time.monotonic()
                found = estimates(so_far[0], exact)
                kept = [one for one in found if one.wager in book.edition.wagers]
                say(done=so_far[0].coups, wagers=kept)

        return runner(_until_interrupted(tasks), deal, both)

    run = Run(coups=asked.coups, seed=asked.seed, runner=watched)
    return sure(book.game.simulate(book.compiled, setting, run))


def _until_interrupted(tasks: Iterator[Task]) -> Iterator[Task]:
    for task in tasks:
        if interrupted:
            raise KeyboardInterrupt
        yield task


def main() -> None:
    """Read what is asked, do it, and end with a report or a refusal."""
    with contextlib.suppress(OSError):
        os.nice(NICE)  # the tables come first
    signal.signal(signal.SIGINT, interrupt)
    say(done=0)  # from now on it can be interrupted
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Simulate)
    try:
        found = work(asked)
    except KeyboardInterrupt:
        found = Refusal.of("stopped.main")
    if isinstance(found, Refusal):
        say(problem=found)
    else:
        say(report=found[0], chart=found[1])


if __name__ == "__main__":
    main()
