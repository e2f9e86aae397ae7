"""A simulation in a process of its own: what is asked on standard input, lines of JSON out.

`python -m pitboss.api.worker` is started by the server, so that neither its loop nor its
memory bears the work. An interrupt ends it early with what was done so far.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pitboss.api.asking import Simulate
from pitboss.book import Rulebook, UnknownRulebookError, rulebook
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.setting import Setting, choose

EVERY = 0.2
NICE = 10


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
        refuse("no-such-rulebook", str(error))
    setting = sure(choose(book.edition, asked.game, asked.decks, None, asked.sign))
    if asked.kind == "protection":
        return sure(_protect(book, setting, asked))
    if asked.kind == "bankroll":
        return sure(_bankroll(book, setting, asked))
    return sure(_edges(book, setting, asked)), None


@refusable
def _edges(book: Rulebook, setting: Setting, asked: Simulate) -> Any:
    from pitboss.simulate.blackjack_run import simulate_blackjack  # noqa: PLC0415 - needs numba
    from pitboss.simulate.run import simulate  # noqa: PLC0415
    from pitboss.simulate.statistics import Sums, estimates  # noqa: PLC0415
    from pitboss.simulate.tasks import Runner, Task, in_threads  # noqa: PLC0415

    exact = _exact(book, setting)
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

        return runner(tasks, deal, both)

    given: dict[str, Any] = {"coups": asked.coups, "seed": asked.seed, "runner": watched}
    if book.edition.rounds is not None:
        return sure(simulate_blackjack(book.compiled, setting, **given))
    return sure(simulate(book.compiled, setting, **given, exact=exact))


def _exact(book: Rulebook, setting: Setting) -> Callable[[str], Any]:
    from pitboss.cards import CARDS_IN_DECK  # noqa: PLC0415
    from pitboss.odds.wagers import CoupOdds  # noqa: PLC0415

    if book.edition.tableau is None:
        return lambda _: None
    odds = CoupOdds(book.compiled, setting, (setting.decks,) * CARDS_IN_DECK)
    kept: dict[str, Any] = {}

    def exact(name: str) -> Any:
        if name not in kept:
            spanning = book.edition.wagers[name].automaton
            kept[name] = None if spanning else odds.wager(name).expectation
        return kept[name]

    return exact


@refusable
def _protect(book: Rulebook, setting: Setting, asked: Simulate) -> tuple[Any, Any]:
    from pitboss.simulate.generator import check_seed  # noqa: PLC0415 - needs numba
    from pitboss.simulate.protect import add_shoe, empty_tally, tracker  # noqa: PLC0415
    from pitboss.simulate.protection import depth_chart, protection_document  # noqa: PLC0415

    sure(check_seed(asked.seed))
    tracked = sure(tracker(book.compiled, setting, asked.cut))
    tally = empty_tally(tracked.pricer.wagers)
    began, interrupted = time.perf_counter(), False
    try:
        for depths, prices in tracked.shoes(asked.seed, asked.shoes):
            add_shoe(tally, depths, prices)
            say(done=len(tally.shoe_gains))
    except KeyboardInterrupt:
        interrupted = True
        if not tally.shoe_gains:
            refuse("stopped", "It was stopped before the first shoe was done.")
    seconds = time.perf_counter() - began
    document = protection_document(tracked, tally, asked.seed, seconds, interrupted=interrupted)
    return document, depth_chart(document)


@refusable
def _bankroll(book: Rulebook, setting: Setting, asked: Simulate) -> tuple[Any, Any]:
    from pitboss.simulate.bankroll import bankroll_view  # noqa: PLC0415 - needs numba
    from pitboss.simulate.game import game_of  # noqa: PLC0415

    view, chart = sure(
        bankroll_view(
            sure(game_of(book.compiled, setting)),
            asked.wager,
            stake_cents=asked.stake_cents,
            bankroll_cents=asked.bankroll_cents,
            sessions=asked.sessions,
            coups=asked.coups_per_session,
            seed=asked.seed,
        )
    )
    say(done=asked.sessions)
    return view, chart


def main() -> None:
    """Read what is asked, do it, and end with a report or a refusal."""
    with contextlib.suppress(OSError):
        os.nice(NICE)  # the tables come first
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Simulate)
    try:
        found = work(asked)
    except KeyboardInterrupt:
        found = Refusal(code="stopped", sentence="It was stopped before anything was done.")
    if isinstance(found, Refusal):
        say(problem=found)
    else:
        say(report=found[0], chart=found[1])


if __name__ == "__main__":
    main()
