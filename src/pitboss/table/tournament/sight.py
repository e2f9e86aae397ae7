"""What everyone at a table sees of the session that it plays; of a slip only that it is there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.table.betting.offer import on_offer
from pitboss.table.machine import Query
from pitboss.table.state import Table
from pitboss.table.tournament.play import has_acted, held, marker, play_of, waiting


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


class SealableWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that a slip may be for."""

    wager: str
    name: str


class OwnSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session as one who plays in it has it: what they have left, and whether they may act.

    `acted` is what they have done on the coup to come; `turn` whose turn it is, where wagers are
    made in order.
    """

    tournament: str
    session: int
    box: int
    coups: int
    chips_cents: int
    minimum_cents: int
    maximum_cents: int | None
    open: bool
    acted: Literal["wager", "slip", "pass"] | None
    turn: str | None
    marker: int | None
    passes_left: int
    slips_left: int
    examined: bool
    wagers: tuple[SealableWager, ...]


def own_session(query: Query, person: str) -> OwnSession | None:
    """The session for one of its players; nothing for anybody else."""
    table, play = query.table, play_of(query.table)
    if play is None or person not in play.boxes:
        return None
    slip, wagers = play.slips.get(person), query.edition.wagers
    acted: Literal["wager", "slip", "pass"] | None = None
    if slip is not None:
        acted = "slip"
    elif person in play.passing:
        acted = "pass"
    elif has_acted(table, person):
        acted = "wager"
    return OwnSession(
        tournament=play.tournament,
        session=play.session,
        box=play.boxes[person],
        coups=play.coups,
        chips_cents=held(table, person),
        minimum_cents=table.sign.minimum_cents,
        maximum_cents=table.sign.maximum_cents,
        open=table.coup is None and not play.no_more and not play.held,
        acted=acted,
        turn=next(waiting(table), None) if play.order and table.coup is None else None,
        marker=marker(table) if play.order else None,
        passes_left=play.pass_cards - play.passed.get(person, 0),
        slips_left=play.undisclosed - play.sealed.get(person, 0),
        examined=slip is not None and slip.examined,
        wagers=tuple(
            SealableWager(wager=name, name=wagers[name].title)
            for name in on_offer(query)
            if wagers[name].chosen is None
        ),
    )
