"""What everyone at a table sees of the session that it plays; of a slip only that it is there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.table.state import Table
from pitboss.table.tournament.play import marker, play_of, waiting


class SlipSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An undisclosed wager before its player: what commits to it, and how far it is."""

    person: str
    commitment: str
    examined: bool = False
    announced: bool = False


class SessionSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A session: its players and their boxes, whose turn it is until when, who passed.

    `marker` is the box with the marker, where wagers are made in order; `left` counts the pass
    cards that each player has.
    """

    tournament: str
    session: int
    boxes: Mapping[str, int]
    coups: int
    held: bool = False
    marker: int | None = None
    turn: str | None = None
    until: dt.datetime | None = None
    left: Mapping[str, int] = msgspec.field(default_factory=dict)
    passing: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    slips: tuple[SlipSeen, ...] = ()


def session_seen(table: Table) -> SessionSeen | None:
    """The session that a table plays, as anyone sees it who stands there."""
    play = play_of(table)
    if play is None:
        return None
    until = None
    if play.seconds is not None and play.since is not None and table.coup is None:
        until = play.since + dt.timedelta(seconds=play.seconds)
    turn = next(waiting(table), None) if play.order and table.coup is None else None
    return SessionSeen(
        tournament=play.tournament,
        session=play.session,
        boxes=play.boxes,
        coups=play.coups,
        held=play.held,
        marker=marker(table) if play.order else None,
        turn=turn,
        until=until,
        left={name: play.pass_cards - play.passed.get(name, 0) for name in play.boxes}
        if play.pass_cards
        else {},
        passing=play.passing,
        absent=play.absent,
        slips=tuple(
            SlipSeen(
                person=name,
                commitment=slip.commitment,
                examined=slip.examined,
                announced=slip.announced,
            )
            for name, slip in play.slips.items()
        ),
    )
