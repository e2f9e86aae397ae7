"""Reports from a table's journal alone: win, drop, hold against what was to be expected."""

from __future__ import annotations

import datetime as dt
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.aggregates.house import HoldAlert, HoldReturned
from pitboss.journal.record import Record
from pitboss.ledger import Balances, post
from pitboss.table import Event, Rules, Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.matters.payment_errors import PaymentErrorOpened
from pitboss.table.settlement.settle import Payment
from pitboss.table.state import Duty, House, SignState
from pitboss.table.tournament.session import of_session
from pitboss.views.copies import copy_of
from pitboss.views.follower import Fold
from pitboss.views.money.expectation import Expectation
from pitboss.views.money.hold import Hold, hold_of
from pitboss.views.money.sums import Sums

MOST_WAITING = 1_000


class PaymentError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An overpayment or underpayment, and how far its case is."""

    matter: int
    at: dt.datetime
    direction: str
    amount_cents: int
    coup: int
    stage: str
    person: str | None = None
    line: int | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's journal says of its money and its duties."""

    table: str
    events: int
    coups: int
    handle_cents: int
    drop_cents: int
    digital_cents: int
    fills_cents: int
    credits_cents: int
    variance_cents: int
    win_cents: int
    hold: float | None
    expected_win: str
    expected_win_cents: float
    deviation_cents: float
    deviations: float
    alert: bool
    payment_errors: tuple[PaymentError, ...]
    duties_open: tuple[Duty, ...]
    duties_overdue: tuple[Duty, ...]
    balances: Balances
    balances_hold: bool


class Tally:
    """What a journal adds up to, taken event by event: a report can be given after any.

    What coups were worth beforehand takes long to compute: it is done when it is asked for.
    """

    def __init__(self, name: str, rules_of: Callable[[str], Rules]) -> None:
        self.name = name
        self.events = 0
        self._rules_of = rules_of
        self._edition: str | None = None
        self._table = Table()
        self._balances: Balances = {}
        self._sums = Sums()
        self._expected = Expectation()
        self._waiting: deque[tuple[str, House, SignState, Payment]] = deque()
        self._lock = threading.Lock()
        self._errors: list[PaymentErrorOpened] = []

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        self.events += 1
        self._edition = self._edition or record.edition
        money = not of_session(before, event)
        if money and isinstance(event, Payment) and before.house is not None and event.lines:
            self._waiting.append((record.edition, before.house, before.sign, event))
            if len(self._waiting) > MOST_WAITING:
                self._expectation()
        elif isinstance(event, PaymentErrorOpened):
            self._errors.append(event)
        if money:
            self._sums.add(event)
        self._table = after
        self._balances = post(self._balances, event.transfers())

    def _expectation(self) -> Expectation:
        """The expectation with every coup in it."""
        with self._lock:
            while self._waiting:
                edition, house, sign, event = self._waiting[0]
                rules = self._rules_of(edition)
                self._expected.add(rules, rules.setting(house, sign), event)
                self._waiting.popleft()
            return self._expected

    @property
    def _zone(self) -> dt.tzinfo:
        if self._edition is None:
            return dt.UTC
        return ZoneInfo(self._rules_of(self._edition).edition.identity.time_zone)

    def hold(self) -> Hold:
        """What was won so far against what was to be expected."""
        return hold_of(self._sums, self._expectation())

    @property
    def sums(self) -> Sums:
        """What was summed so far."""
        return self._sums

    def errors(self, month: tuple[int, int] | None, now: dt.datetime) -> list[PaymentError]:
        """The payment errors of a month, else of this one, where the casino is.

        What turned out to be none is not among them.
        """
        zone = self._zone
        wanted = month or month_of(now, zone)
        found = (
            error_of(self._table, error)
            for error in self._errors
            if month_of(error.at, zone) == wanted
        )
        return [error for error in found if error.amount_cents]

    def month(self, now: dt.datetime) -> str:
        """The month it is where the casino is."""
        return "{}-{:02}".format(*month_of(now, self._zone))

    def report(self, now: dt.datetime, month: tuple[int, int] | None = None) -> Report:
        """The report so far; payment errors of a month, else of this one."""
        table, hold = self._table, self.hold()
        duties = open_duties(table)
        late = (duty for duty in duties if duty.due is not None and duty.due < now)
        return copy_of(
            Report,
            self._sums,
            hold,
            table=self.name,
            events=self.events,
            expected_win=str(self._expected.mean),
            expected_win_cents=hold.expected_cents,
            payment_errors=tuple(self.errors(month, now)),
            duties_open=tuple(duties),
            duties_overdue=tuple(late),
            balances=table.balances,
            balances_hold=dict(self._balances) == dict(table.balances),
        )


def report(
    name: str,
    lines: Iterable[bytes],
    rules_of: Callable[[str], Rules],
    now: dt.datetime,
    month: tuple[int, int] | None = None,
) -> Report:
    """The report of a table from its whole journal."""
    tally = Tally(name, rules_of)
    fold = Fold([tally])
    for line in lines:
        fold.take(line)
    return tally.report(now, month)


def month_of(at: dt.datetime, zone: dt.tzinfo) -> tuple[int, int]:
    """The month of a moment where the casino is."""
    there = at.astimezone(zone)
    return there.year, there.month


def error_of(table: Table, event: PaymentErrorOpened) -> PaymentError:
    """A payment error as it is known now, and how far its case is."""
    matter = table.matters[event.matter]
    return copy_of(PaymentError, matter, event, direction=matter.facts["direction"])


def alert_of(found: Report, now: dt.datetime) -> HoldAlert | None:
    """The alert that a report gives reason for."""
    return HoldAlert(**_hold(found, now)) if found.alert else None


def crossing_of(
    found: Report, now: dt.datetime, *, outside: bool
) -> HoldAlert | HoldReturned | None:
    """What is to be told of a table that was inside or outside its band when last looked at."""
    if found.alert == outside:
        return None
    return alert_of(found, now) or HoldReturned(**_hold(found, now))


def _hold(found: Report, now: dt.datetime) -> dict[str, Any]:
    return {
        "by": "report",
        "at": now,
        "table": found.table,
        "win_cents": found.win_cents,
        "expected_cents": found.expected_win_cents,
        "deviations": found.deviations,
    }
