"""What a table's journal says of its money, kept up event by event for whoever looks often."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable
from math import sqrt
from zoneinfo import ZoneInfo

import msgspec

from pitboss.journal.record import read_line
from pitboss.journal.store import Store
from pitboss.journal.versions import read_event
from pitboss.service.reports import (
    DEVIATIONS,
    Expectation,
    PaymentError,
    Sums,
    error_of,
    month_of,
)
from pitboss.table import Rules, Table, evolve
from pitboss.table.authority import ApprovalRequested
from pitboss.table.payments import PaymentErrorOpened
from pitboss.table.settling import CoupSettled
from pitboss.table.trouble import IrregularityReported

BATCH = 2_000
BAND = 2.0


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """What was won against what was to be expected, with a band of two standard deviations."""

    coups: int
    handle_cents: int
    drop_cents: int
    win_cents: int
    hold: float | None
    expected_cents: float
    deviation_cents: float
    low_cents: float
    high_cents: float
    deviations: float
    outside: bool
    alert: bool


class Running:
    """The sums of one table's journal up to the last event that was read."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._read = 0
        self._table = Table()
        self._sums = Sums()
        self._expected = Expectation()
        self._errors: list[PaymentErrorOpened] = []
        self._zone: dt.tzinfo = dt.UTC
        self.asked: dict[int, dt.datetime] = {}
        self.reported: dt.datetime | None = None

    def catch_up(self, store: Store, rules_of: Callable[[str], Rules]) -> Running:
        """Take in what was written since."""
        with self._lock:
            while True:
                lines = store.read(self._stream, self._read, BATCH)
                for sequence, line in lines:
                    self._take(line, rules_of)
                    self._read = sequence
                if len(lines) < BATCH:
                    return self

    def _take(self, line: bytes, rules_of: Callable[[str], Rules]) -> None:
        record = read_line(line)
        rules, event, table = rules_of(record.edition), read_event(record), self._table
        if self._read == 0:
            self._zone = ZoneInfo(rules.edition.identity.time_zone)
        if isinstance(event, CoupSettled) and table.house is not None and event.lines:
            self._expected.add(rules, rules.setting(table.house, table.sign), event)
        elif isinstance(event, PaymentErrorOpened):
            self._errors.append(event)
        elif isinstance(event, ApprovalRequested):
            self.asked[event.approval] = event.at
        elif isinstance(event, IrregularityReported):
            self.reported = event.at
        self._sums.add(event)
        self._table = evolve(table, event)

    def hold(self) -> Hold:
        """The hold so far."""
        sums, mean = self._sums, float(self._expected.mean)
        spread = sqrt(self._expected.variance)
        off = float(sums.win - self._expected.mean)
        deviations = off / spread if spread else 0.0
        return Hold(
            coups=sums.coups,
            handle_cents=sums.handle,
            drop_cents=sums.drop,
            win_cents=sums.win,
            hold=sums.win / sums.drop if sums.drop else None,
            expected_cents=mean,
            deviation_cents=spread,
            low_cents=mean - BAND * spread,
            high_cents=mean + BAND * spread,
            deviations=deviations,
            outside=abs(deviations) > BAND,
            alert=abs(deviations) > DEVIATIONS,
        )

    def errors(self, month: tuple[int, int] | None, now: dt.datetime) -> list[PaymentError]:
        """The payment errors of a month, else of this one, where the casino is."""
        wanted = month or month_of(now, self._zone)
        return [
            error_of(self._table, error)
            for error in self._errors
            if month_of(error.at, self._zone) == wanted
        ]

    def month(self, now: dt.datetime) -> str:
        """The month it is where the casino is."""
        return "{}-{:02}".format(*month_of(now, self._zone))
