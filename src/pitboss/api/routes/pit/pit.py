"""Routes: all tables at a glance, and what waits for whom; for staff, inspectors, surveillance."""

from __future__ import annotations

import asyncio
import datetime as dt
import secrets
from typing import Literal

import msgspec
from litestar import get, post

from pitboss.aggregates import TABLE
from pitboss.aggregates.house import ClockConfirmed, SequenceAlarm
from pitboss.api.context import Context
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import HOUSE, STAFF, Request, context_of, highest, session_of
from pitboss.api.lookup import Month, month_asked, staff_of, tables_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.service.people.sessions import Session
from pitboss.service.reports import PaymentError, Tally
from pitboss.table import Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.sight.roles import is_last_coup
from pitboss.views.copies import copy_of
from pitboss.views.money.glance import (
    PitAlert,
    SeatStake,
    alerts_of,
    dealer_of,
    results_of,
    stakes_of_seats,
)
from pitboss.views.money.hold import Hold
from pitboss.views.money.pace import pace_of
from pitboss.views.money.slip import float_of
from pitboss.views.notices import NoticeShown, notices_of
from pitboss.views.queue import Caller, RequestTimes, Waiting, queue_of, waits

TableState = Literal[
    "closed",
    "ruling",
    "stopped",
    "no bet coup",
    "new shoe",
    "betting",
    "dealing",
    "complete",
    "between",
]
LAST_STAGES = ("reviewed",)


class TroubleSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What waits for a ruling, or for what a ruling asks."""

    situation: str
    title: str
    by: str
    since: dt.datetime | None
    coup: int
    ruling: str | None
    awaits: str | None
    clauses: tuple[str, ...]


class PitTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance; what it won, and its float, are not for the lowest rank.

    `dealer` is who deals, one of the pit's `people` or the automatic dealer.
    """

    table: str
    title: str
    rulebook: str
    edition: str
    time_zone: str
    game: str | None
    game_title: str | None
    open: bool
    virtual: bool
    phase: str
    state: TableState
    says: str
    seats: int
    taken: list[int]
    players: int
    coup: int
    shoe: int
    shoe_coups: int
    last_coup: bool
    method: str | None
    minimum_cents: int
    maximum_cents: int | None
    old_minimum_cents: int | None
    notices: list[NoticeShown]
    trouble: TroubleSeen | None
    duties: int
    overdue: int
    approvals: int
    disputes: int
    dealer: str | None
    rounds_an_hour: int
    results: tuple[str, ...]
    seated: list[SeatStake]
    float_cents: int | None
    alerts: list[PitAlert]
    hold: Hold | None


class PitError(msgspec.Struct, frozen=True, kw_only=True):
    """A payment error, and at which table."""

    table: str
    error: PaymentError


class DisputeSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute, and how far it is."""

    table: str
    matter: int
    stage: str
    person: str | None
    about: str
    coup: int | None


class Pit(msgspec.Struct, frozen=True, kw_only=True):
    """Every table that the caller may look at, and what waits. `people`: staff by their ids."""

    at: dt.datetime
    house: str | None
    month: str
    seated: int
    tables: list[PitTable]
    queue: list[Waiting]
    payment_errors: list[PitError] | None
    disputes: list[DisputeSeen]
    people: dict[str, str]


@get("/pit", opt={"roles": HOUSE})
async def pit(request: Request, month: Month = None) -> Pit:
    """All tables in one answer: state, limits, hold against expectation, and the queue."""
    context, session, every = context_of(request), session_of(request), tables_of(request)
    return await asyncio.to_thread(_pit, context, session, every, month)


def _pit(context: Context, session: Session, every: list[PublishedTable], month: str | None) -> Pit:
    now = context.now()
    wanted = month_asked(month)
    caller = Caller(session.person, session.role, session.rank)
    sums = [shown.follower.of(Tally) for shown in every]
    tables, queue, errors, disputes = [], [], [], []
    for shown, held in zip(every, sums, strict=True):
        money = sees_money(session, shown)
        times = shown.follower.so_far(RequestTimes)
        disputes += _disputes(shown)
        alarms = _alarms(context, shown)
        tables.append(_table(shown, held, times, now, alarms, money=money))
        queue += queue_of(shown.name, shown.rules, shown.table, times, caller, now)
        if money:
            errors += [PitError(table=shown.name, error=e) for e in held.errors(wanted, now)]
    order = {"ruling": 0, "approval": 1, "duty": 2, "notice": 3}
    last = dt.datetime.max.replace(tzinfo=dt.UTC)
    queue.sort(key=lambda one: (not one.overdue, order[one.kind], one.due or last))
    first = sums[0] if sums else None
    lowest = bool(every) and not any(sees_money(session, shown) for shown in every)
    return Pit(
        at=now,
        house=session.house,
        month=month or (first.month(now) if first else f"{now:%Y-%m}"),
        seated=sum(len(one.taken) for one in tables),
        tables=tables,
        queue=queue,
        payment_errors=None if lowest else errors,
        disputes=disputes,
        people=staff_of(context, session),
    )


def sees_money(session: Session, shown: PublishedTable) -> bool:
    """Whether the caller may see what a table won: anyone of the house but its lowest rank."""
    return session.role != "staff" or session.rank != shown.rules.edition.ranks.ladder[0]


def _state(table: Table) -> TableState:
    if table.house is None or table.closed:
        return "closed"
    if table.trouble is not None:
        return "ruling" if table.trouble.ruling is None else "stopped"
    if table.coup is not None and table.coup.no_bet:
        return "no bet coup"
    if table.shoe is None or table.shoe.over is not None or table.stack is not None:
        return "new shoe"
    return table.phase


def _table(
    shown: PublishedTable,
    held: Tally,
    times: RequestTimes,
    now: dt.datetime,
    alarms: tuple[int, ...],
    *,
    money: bool,
) -> PitTable:
    table, edition = shown.table, shown.rules.edition
    house, shoe, trouble = table.house, table.shoe, table.trouble
    players = table.present("player")
    duties = open_duties(table)
    state = _state(table)
    hold = held.hold() if money else None
    seen = None
    if trouble is not None:
        title = edition.situations[trouble.situation].title
        seen = copy_of(TroubleSeen, trouble, title=title, since=times.reported)
    return copy_of(
        PitTable,
        edition.identity,
        table.sign,
        table=shown.name,
        game=None if house is None else house.game,
        game_title=None if house is None else edition.games[house.game].title,
        open=house is not None and not table.closed,
        virtual=house is not None and house.virtual,
        phase=table.phase,
        state=state,
        says=state if seen is None else f"{state}: {seen.title}",
        seats=0 if house is None else house.seats,
        taken=sorted(one.seat for one in players.values() if one.seat is not None),
        players=len(players),
        coup=table.coups,
        shoe=table.shoes,
        shoe_coups=0 if shoe is None else shoe.coups,
        last_coup=is_last_coup(table),
        method=None if house is None else house.method,
        notices=notices_of(shown.rules.edition, table),
        trouble=seen,
        duties=len(duties),
        overdue=sum(duty.due is not None and duty.due < now for duty in duties),
        approvals=sum(waits(one) for one in table.approvals.values()),
        disputes=len(_disputes(shown)),
        dealer=dealer_of(edition, table),
        rounds_an_hour=pace_of(shown, now),
        results=results_of(table),
        seated=stakes_of_seats(table),
        float_cents=float_of(table) if money else None,
        alerts=alerts_of(table, held.sums, hold, now, alarms),
        hold=hold,
    )


def _alarms(context: Context, shown: PublishedTable) -> tuple[int, ...]:
    """The shoes of a table whose order an alarm was raised over."""
    stream = TABLE.stream_of(shown.name)
    alerts = list(context.tables.house.state.alerts)
    return tuple(
        one.shoe for one in alerts if isinstance(one, SequenceAlarm) and one.table == stream
    )


def _disputes(shown: PublishedTable) -> list[DisputeSeen]:
    return [
        copy_of(
            DisputeSeen,
            one,
            table=shown.name,
            matter=one.number,
            about=one.facts.get("about", ""),
            coup=int(one.facts["coup"]) if "coup" in one.facts else None,
        )
        for one in shown.table.matters.values()
        if one.kind == "dispute" and one.stage not in LAST_STAGES
    ]


@post("/clock", status_code=204, opt={"roles": STAFF})
async def confirm_clock(request: Request) -> None:
    """Say that the clock, which has jumped ahead, is right: the tables' time follows it."""
    session = highest(request, "The clock is confirmed by the highest rank.")
    context = context_of(request)
    seconds = context.tables.moments.jumped().total_seconds()
    if not seconds:
        raise ProblemError(409, "clock-is-right", "The clock has not jumped.")
    event = ClockConfirmed(by=session.person, at=context.now(), seconds=seconds)
    command = f"clock-confirmed/{secrets.token_hex(8)}"
    await asyncio.to_thread(context.tables.house.record, [event], command)
    context.tables.moments.confirm()


router = router_of(__name__, "floor")
