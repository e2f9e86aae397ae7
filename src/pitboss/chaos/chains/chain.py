"""What every chain of acts is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pitboss.chaos.arguments import fill
from pitboss.chaos.flow import WORDS, dealer, manager, usual
from pitboss.chaos.world import Act, World

Chain = Callable[[World], Iterator[Act]]
CLOCK = "clock"
STILL = 8
MOST_ACTS = 80
"""Of one round, its wagers and its cards."""
WHY = "seen on camera"


def fitting(world: World, acts: Sequence[Act]) -> Iterator[Act]:
    """Of several acts the one accepted least so far of those that would be accepted now."""
    known = sorted(acts, key=lambda one: (world.accepted[one[0]], world.chance.random()))
    found = next((one for one in known if world.after(one) is not None), None)
    if found is not None:
        yield found


def approved(world: World, key: str, whom: str | None = None) -> Iterator[Act]:
    """An approval asked for and granted, where it is one to be asked for."""
    rule = world.edition.approvals.get(key)
    if rule is None or not rule.asked:
        return
    asker = dealer(world)
    yield "request-approval", asker, {"key": key, "whom": whom}
    yield "grant-approval", world.another(rule.rank, asker), {"approval": world.table.numbered}


def then(world: World, word: str, **fields: Any) -> Act:
    """A command by someone above all others; what is not said is made up."""
    by = manager(world)
    given = {**fill(world, WORDS[word], by), **fields}
    return word, by, given


def on(world: World, most: int = MOST_ACTS) -> Iterator[Act]:
    """The usual acts, until the next round is over, or something waits for a ruling."""
    begun = world.table.coups
    for _ in turns(world, most):
        table = world.table
        if table.coup is None and table.coups > begun:
            return
        yield usual(world)


def dealing(world: World, most: int = MOST_ACTS) -> Iterator[None]:
    """A turn for each of the usual acts, until the round is dealt."""
    for _ in turns(world, most):
        coup = world.table.coup
        if coup is not None and coup.complete:
            return
        yield


def turns(world: World, most: int) -> Iterator[None]:
    """Turns for usual acts, while they lead on and nothing waits for a ruling."""
    before, still = world.table, 0
    for _ in range(most):
        still = still + 1 if world.table is before else 0
        before = world.table
        if before.closed or before.trouble is not None or still > STILL:
            return
        world.to_expiry()
        yield
