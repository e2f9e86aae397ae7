"""Part: a player's own things at a table: balance, session, net position, choices, history."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

from pitboss.ledger import chips_of, tokens_of
from pitboss.table.state import Granted
from pitboss.views.coups import History
from pitboss.views.parts.choices import OwnChoice, choices_of
from pitboss.views.parts.coup import CoupTold, finished
from pitboss.views.parts.laid import Laid, LaidAct
from pitboss.views.parts.shown import Shown, Viewer
from pitboss.views.stays import Stays

MOST_APPROVALS = 20
"""The newest of one's approvals, of which a page is told."""


class OwnApproval(msgspec.Struct, frozen=True, kw_only=True):
    """An approval that one asked for, or that is about oneself, and what became of it."""

    number: int
    key: str
    state: Literal["waits", "granted", "refused", "withdrawn", "used"]


class OwnNow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own: what they hold and have staked, since when they play, what it brought.

    `net_cents` is what play moved since arrival; stakes on the layout are still one's own.
    `closes_at` is when betting closes, where the table has a wagering period. `laid` is what was
    laid since the last round and can be taken back, the last act last.
    """

    person: str
    present: bool
    seat: int | None
    credit_cents: int
    tokens_cents: int
    staked_cents: int
    net_cents: int
    bought_cents: int
    cashed_out_cents: int
    wagered_cents: int
    coups: int
    since: dt.datetime | None
    at: dt.datetime
    seconds: int
    closes_at: dt.datetime | None
    approvals: list[OwnApproval]
    choices: list[OwnChoice]
    laid: list[LaidAct]


class OwnCoups(msgspec.Struct, frozen=True, kw_only=True):
    """One's own coups, the newest first."""

    coups: list[CoupTold]
    more: bool


def own(shown: Shown, viewer: Viewer) -> OwnNow:
    """What is one's own at the table: balance, session time, net position."""
    shown.follower.up_to(shown.sequence)
    person, now = viewer.person, shown.clock()
    stay = shown.follower.so_far(Stays).stays.get(person)
    table = shown.table
    someone = table.people.get(person)
    present = someone is not None and someone.present
    staked = sum(one.stake_cents for one in table.wagers.values() if one.person == person)
    end = now if stay is None or stay.until is None else stay.until
    seconds = 0 if stay is None else max(0, int((end - stay.since).total_seconds()))
    return OwnNow(
        person=person,
        present=present,
        seat=someone.seat if someone is not None and present else None,
        credit_cents=table.balances.get(chips_of(person), 0),
        tokens_cents=table.balances.get(tokens_of(person), 0),
        staked_cents=staked,
        net_cents=0 if stay is None else stay.moved_cents + staked,
        bought_cents=0 if stay is None else stay.bought_cents,
        cashed_out_cents=0 if stay is None else stay.cashed_out_cents,
        wagered_cents=0 if stay is None else stay.wagered_cents,
        coups=0 if stay is None else stay.coups,
        since=None if stay is None else stay.since,
        at=now,
        seconds=seconds,
        closes_at=None if table.betting.closed else table.betting.closes_at,
        approvals=[
            OwnApproval(number=one.number, key=one.key, state=_state(one))
            for one in table.approvals.values()
            if person in (one.by, one.whom)
        ][-MOST_APPROVALS:],
        choices=choices_of(shown.rules, table, person),
        laid=shown.follower.so_far(Laid).of(person, table.wagers),
    )


def _state(approval: Granted) -> Literal["waits", "granted", "refused", "withdrawn", "used"]:
    if approval.withdrawn:
        return "withdrawn"
    if approval.refused:
        return "refused"
    if approval.used:
        return "used"
    return "waits" if approval.granted_by is None else "granted"


def own_coups(shown: Shown, viewer: Viewer, before: int | None, limit: int) -> OwnCoups:
    """One's own finished coups with how each wager was settled, the newest first."""
    history = shown.follower.of(History)
    mine = [
        coup
        for coup in reversed(list(history.coups.values()))  # others may add to it meanwhile
        if viewer.person in coup.people and (before is None or coup.row.coup < before)
    ]
    found = [finished(CoupTold, shown, coup, viewer) for coup in mine[:limit]]
    return OwnCoups(coups=found, more=len(mine) > limit)
