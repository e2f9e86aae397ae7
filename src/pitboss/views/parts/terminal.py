"""Part: a terminal's own screen: period, credit and stakes, what was lowered or rejected and why.

It serves the terminal itself; the pit sees the same of every terminal of a table.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.table.machine import Query
from pitboss.table.procedures.period import length_of
from pitboss.table.terminals.parts import (
    Inserted,
    Printed,
    Terminal,
    credit_of,
    listed_by,
    running,
    terminals_of,
    wagers_of,
)
from pitboss.views.parts.shown import Shown, Viewer


class PeriodSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The wagering period: how long it lasts, when the one that runs ends, by the server's time."""

    milliseconds: int
    ends: dt.datetime | None
    at: dt.datetime


class TerminalSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A terminal as its screen shows it.

    `credit_cents` is what the meter shows: less what lies on the screen. `staked_cents` lies there
    or is debited and not settled. `net_cents` is what play brought since the account was opened.
    """

    terminal: str
    label: str
    layout: str
    credit_cents: int
    staked_cents: int
    net_cents: int
    since: dt.datetime | None
    seconds: int
    stakes: Mapping[str, int]
    accepted: Mapping[str, int]
    lowered: Mapping[str, str]
    rejected: Mapping[str, str]
    printed: tuple[Printed, ...]
    inserted: tuple[Inserted, ...]
    refused: str | None
    malfunction: int | None
    withheld_until: dt.datetime | None
    frozen: bool
    shut: bool
    aggregate_cents: int
    rules: str
    rules_told: str
    elements: tuple[str, ...]
    features: tuple[str, ...]
    notes_cents: tuple[int, ...]
    period: PeriodSeen


def terminal(shown: Shown, viewer: Viewer) -> TerminalSeen | None:
    """What the terminal of this name shows; nothing where it is none of the table's."""
    one = terminals_of(shown.table).terminals.get(viewer.person)
    return None if one is None else _seen(shown, viewer.person, one)


def all_of(shown: Shown) -> list[TerminalSeen]:
    """All terminals of a table."""
    known = terminals_of(shown.table).terminals
    return [_seen(shown, name, one) for name, one in known.items()]


def _seen(shown: Shown, name: str, one: Terminal) -> TerminalSeen:
    table, now = shown.table, shown.clock()
    query = Query(shown.rules, table)
    known = terminals_of(table)
    credit = credit_of(table, name)
    accepted: dict[str, int] = {}
    for placed in wagers_of(table, name):
        accepted[placed.wager] = accepted.get(placed.wager, 0) + placed.stake_cents
    lies = sum(accepted.values())
    return TerminalSeen(
        terminal=name,
        label=one.label,
        layout=one.layout,
        credit_cents=max(0, credit - one.staked_cents),
        staked_cents=one.staked_cents + lies,
        net_cents=credit + lies + one.out_cents - one.in_cents,
        since=one.since,
        seconds=0 if one.since is None else max(0, int((now - one.since).total_seconds())),
        stakes=one.stakes,
        accepted=accepted,
        lowered=one.lowered,
        rejected=one.rejected,
        printed=one.printed,
        inserted=one.inserted,
        refused=one.refused,
        malfunction=one.fault,
        withheld_until=max(one.withheld.values(), default=None),
        frozen=known.frozen is not None,
        shut=known.shut is not None,
        aggregate_cents=known.aggregate_cents,
        rules=shown.rules.edition.name,
        rules_told=one.rules,
        elements=listed_by(query, "screen-elements"),
        features=listed_by(query, "screen-features"),
        notes_cents=tuple(int(note) * 100 for note in listed_by(query, "note-acceptor")),
        period=period_of(query, now),
    )


def period_of(query: Query, now: dt.datetime) -> PeriodSeen:
    """The wagering period as every screen shows it."""
    ends = query.table.betting.closes_at if running(query.table) else None
    return PeriodSeen(milliseconds=length_of(query) or 0, ends=ends, at=now)
