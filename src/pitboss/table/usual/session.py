"""What the house usually does in a session: slips examined, the call, slips announced in time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.table.betting.window import NO_MORE
from pitboss.table.machine import Query
from pitboss.table.state import Table
from pitboss.table.tournament.play import play_of, waiting
from pitboss.table.tournament.wagers import FIRST, when_announced

ANNOUNCE = "announce-slip"
Act = tuple[str, dict[str, Any], int | None]


def session_acts(query: Query) -> Iterator[Act]:
    """Before a coup: every slip is examined; with nobody left to act no more bets are called."""
    table, play = query.table, play_of(query.table)
    if play is None or play.held:
        return
    for person, slip in play.slips.items():
        if not slip.examined:
            yield "examine-slip", {"person": person}, None
    if next(waiting(table), None) is not None:
        return
    sealed = [slip for slip in play.slips.values() if not slip.announced]
    if sealed and when_announced(query) == FIRST and not play.no_more:
        yield "call-bets", {"call": NO_MORE}, None
    if not table.wagers and not sealed:
        yield "pass-round", {}, None


def staked(table: Table) -> bool:
    """Whether there is anything to deal for: a wager on the layout, or a slip that is one."""
    play = play_of(table)
    return bool(table.wagers or (play is not None and play.slips))


def to_announce(query: Query) -> str | None:
    """Whose slip is announced now: after the call before the first card, or after the round."""
    play, coup = play_of(query.table), query.table.coup
    if play is None or play.held or query.table.trouble is not None:
        return None
    if when_announced(query) == FIRST:
        due = coup is None and play.no_more
    else:
        due = coup is not None and coup.complete
    waits = (name for name, slip in play.slips.items() if slip.examined and not slip.announced)
    return next(waits, None) if due else None
