"""A player's own limits: what they have used of them, and whether a wager would pass one.

Loss and time are counted over any 24 hours, at all tables together, from the tables' journals. A
stake that lies counts as lost until it is settled: so a limit is never passed, whatever comes.
Choices in a round under way are no new wagers, and are not held back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pitboss.aggregates.limits import DAY, Bound, OwnLimits
from pitboss.money import sum_of
from pitboss.refusal import Refusal
from pitboss.service.intake import TOGETHER
from pitboss.service.publish import Open
from pitboss.table import Table
from pitboss.views.stays import Stays

LAYING = ("place-wager", "increase-wager")
MINUTE = dt.timedelta(minutes=1)


class Used(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has lost and staked, and how long they have played, in the last 24 hours."""

    lost_cents: int
    minutes: int


def used(tables: Iterable[Open], person: str, now: dt.datetime) -> Used:
    """What a player has used of limits that are counted over a day."""
    lost, visits = 0, list[tuple[dt.datetime, dt.datetime]]()
    for going in tables:
        going.follower.up_to(going.told)
        stays = going.follower.so_far(Stays)
        moved = sum(cents for at, cents in list(stays.moves.get(person, ())) if at > now - DAY)
        # What was laid since the journal was read last lies there as well.
        more = _lying(going.stream.table, person) - _lying(going.shown, person)
        lost += max(0, more) - moved
        visits += [
            (max(since, now - DAY), now if until is None else until)
            for since, until in list(stays.visits.get(person, ()))
            if until is None or until > now - DAY
        ]
    return Used(lost_cents=lost, minutes=int(_whole(visits) / MINUTE))


def _lying(table: Table, person: str) -> int:
    return sum(one.stake_cents for one in table.wagers.values() if one.person == person)


def _whole(visits: list[tuple[dt.datetime, dt.datetime]]) -> dt.timedelta:
    """How long visits last together: at two tables at once the time passes once."""
    whole, end = dt.timedelta(), dt.datetime.min.replace(tzinfo=dt.UTC)
    for since, until in sorted(visits):
        whole += max(dt.timedelta(), until - max(since, end))
        end = max(end, until)
    return whole


def beyond(
    limits: OwnLimits | None,
    tables: Mapping[str, Open],
    going: Open,
    given: Mapping[str, Any],
) -> Refusal | None:
    """Why a player's own limits do not let them do this; nothing where they do."""
    if limits is None:
        return None
    person, now = str(given["by"]), given["at"]
    laid, back = _laid(going.stream.table, given)
    if laid == 0 and given["do"] != "arrive":
        return None
    until = limits.stops(now)
    if until is not None:
        there = going.stream.rules.edition.identity.there(until)
        return Refusal.of("own-stop", until=f"{there:%Y-%m-%d %H:%M %Z}")
    so_far = used(tables.values(), person, now)
    minutes = limits.minutes.at(now)
    if minutes is not None and so_far.minutes >= minutes:
        return Refusal.of("own-time", limit=minutes, played=so_far.minutes)
    more = laid - back
    most, lying = limits.stake_cents.at(now), _lying(going.stream.table, person)
    if most is not None and more > 0 and lying + more > most:
        return Refusal.of("own-stake", limit=sum_of(most), lying=sum_of(lying))
    loss = limits.loss_cents.at(now)
    if loss is not None and more > 0 and so_far.lost_cents + more > loss:
        left = max(0, loss - so_far.lost_cents)
        return Refusal.of("own-loss", limit=sum_of(loss), left=sum_of(left))
    return None


def _laid(table: Table, given: Mapping[str, Any]) -> tuple[int, int]:
    """What an act lays, and what it takes back."""
    laid = back = 0
    for step in given["steps"] if given["do"] == TOGETHER else (given,):
        amount = step.get("amount_cents")
        if step.get("do") in LAYING and isinstance(amount, int) and not step.get("tokens"):
            laid += max(0, amount)
        elif step.get("do") == "withdraw-wager":
            placed = table.wagers.get(step.get("number") or 0)
            back += 0 if placed is None else placed.stake_cents
    return laid, back


class LimitTold(msgspec.Struct, frozen=True, kw_only=True):
    """A limit that holds, none where that is nothing; `then` is the one from `since` on."""

    value: int | None
    then: int | None
    since: dt.datetime | None


class LimitsTold(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own limits, what is used of them, and until when they chose to stop."""

    loss_cents: LimitTold
    stake_cents: LimitTold
    minutes: LimitTold
    stopped: dt.datetime | None
    used: Used
    at: dt.datetime


def told(limits: OwnLimits, so_far: Used, now: dt.datetime) -> LimitsTold:
    """A player's own limits as they are now."""

    def one(bound: Bound) -> LimitTold:
        waits = bound.since is not None and now < bound.since
        then = bound.then if waits else None
        since = bound.since if waits else None
        return LimitTold(value=bound.at(now), then=then, since=since)

    return LimitsTold(
        loss_cents=one(limits.loss_cents),
        stake_cents=one(limits.stake_cents),
        minutes=one(limits.minutes),
        stopped=limits.stops(now),
        used=so_far,
        at=now,
    )
