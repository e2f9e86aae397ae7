"""A shift: what a table did between two moments, from its events, to the cent."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from zoneinfo import ZoneInfo

import msgspec

from pitboss.journal.record import Record, read_line
from pitboss.table import Event, Rules, Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.settlement.settle import Payment
from pitboss.table.state import Duty
from pitboss.table.tournament.session import of_session
from pitboss.views.follower import Fold
from pitboss.views.money.expectation import Expectation, worth_of
from pitboss.views.money.hold import Hold, hold_of
from pitboss.views.money.ratings import People, Presence, Rating, TimeOnDuty
from pitboss.views.money.slip import Slip, float_of, slip_of
from pitboss.views.money.span import Span
from pitboss.views.money.sums import Sums

HOUR = 3600


class TableShift(msgspec.Struct, frozen=True, kw_only=True):
    """A table's shift.

    `agrees`: the float's books moved by what was summed, and by nothing else. `expected_win` is
    exact, in cents.
    """

    table: str
    rulebook: str
    edition: str
    time_zone: str
    begins: dt.datetime
    ends: dt.datetime
    begins_there: str
    ends_there: str
    open_seconds: int
    rounds_an_hour: int
    hold: Hold
    expected_win: str
    digital_cents: int
    fills_cents: int
    credits_cents: int
    counted_cents: int
    carried_cents: int
    sold_cents: int
    terminals_cents: int
    float_begins_cents: int
    float_ends_cents: int
    agrees: bool
    slips: tuple[Slip, ...]
    ratings: tuple[Rating, ...]
    on_duty: tuple[TimeOnDuty, ...]
    duties_overdue: tuple[Duty, ...]


class ShiftReport(msgspec.Struct, frozen=True, kw_only=True):
    """A shift of a house: every table that had events by its end."""

    span: str
    at: dt.datetime
    tables: tuple[TableShift, ...]
    handle_cents: int
    drop_cents: int
    digital_cents: int
    win_cents: int
    expected_cents: float
    fills_cents: int
    credits_cents: int
    rounds: int


class ShiftTally:
    """The read model of one shift at one table; it takes events of before it, too."""

    def __init__(
        self,
        name: str,
        span: Span,
        rules_of: Callable[[str], Rules],
        now: dt.datetime,
        before: tuple[str, Table] | None = None,
    ) -> None:
        """Of a table's whole journal, or of its edition and its state `before` the shift on."""
        self.name = name
        self._span, self._rules_of, self._now = span, rules_of, now
        self._edition: str | None = None
        self._begins = self._ends = now
        self._first: Table | None = None
        self._last = Table()
        if before is not None:
            self._name_edition(before[0])
            self._last = before[1]
        self._sums, self._expected = Sums(), Expectation()
        self._people = People(name)
        self._open = Presence()
        self._slips: list[Slip] = []

    @property
    def known(self) -> bool:
        """Whether the table had an event by the end of the shift."""
        return self._edition is not None

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        if self._edition is None:
            self._name_edition(record.edition)
        if event.at >= self._ends:
            return
        if event.at >= self._begins:
            self._begin(before)
            self._within(before, event, after, record)
        self._last = after

    def _name_edition(self, edition: str) -> None:
        self._edition = edition
        identity = self._rules_of(edition).edition.identity
        self._begins, self._ends = self._span.within(identity.time_zone, self._now)

    def _begin(self, table: Table) -> None:
        if self._first is None:
            self._first = table
            self._people.begin(table, self._begins)
            self._opened(table, self._begins)

    def _opened(self, table: Table, at: dt.datetime) -> None:
        if table.house is not None and not table.closed:
            self._open.come(at)
        else:
            self._open.go(at)

    def _within(self, before: Table, event: Event, after: Table, record: Record) -> None:
        self._opened(after, event.at)
        self._people.take(before, event, after)
        if of_session(before, event):
            return
        self._sums.add(event)
        slip = slip_of(self.name, before, event, after, record.sequence)
        if slip is not None:
            self._slips.append(slip)
        if isinstance(event, Payment) and before.house is not None:
            rules = self._rules_of(record.edition)
            setting = rules.setting(before.house, before.sign)
            self._expected.add(rules, setting, event)
            for one in event.lines:
                worth = worth_of(rules, setting, one.line).mean
                self._people.settle(one, event.coup, worth)

    def shift(self) -> TableShift:
        """The shift, when every event was taken."""
        if self._edition is None:
            raise LookupError(f"{self.name} has no events")
        self._begin(self._last)
        first = self._first or self._last
        identity = self._rules_of(self._edition).edition.identity
        until = min(self._ends, self._now)
        seconds = self._open.until(until)
        sums = self._sums
        late = [one for one in open_duties(self._last) if one.due is not None and one.due < until]
        begins, ends = float_of(first), float_of(self._last)
        return TableShift(
            table=self.name,
            rulebook=identity.rulebook,
            edition=identity.edition,
            time_zone=identity.time_zone,
            begins=self._begins,
            ends=self._ends,
            begins_there=_there(self._begins, identity.time_zone),
            ends_there=_there(self._ends, identity.time_zone),
            open_seconds=seconds,
            rounds_an_hour=round(sums.coups * HOUR / seconds) if seconds else 0,
            hold=hold_of(sums, self._expected),
            expected_win=str(self._expected.mean),
            digital_cents=sums.digital_cents,
            fills_cents=sums.fills_cents,
            credits_cents=sums.credits_cents,
            counted_cents=sums.variance_cents,
            carried_cents=sums.carried_cents,
            sold_cents=sums.sold_cents,
            terminals_cents=sums.terminals_cents,
            float_begins_cents=begins,
            float_ends_cents=ends,
            agrees=ends - begins == sums.float_cents,
            slips=tuple(self._slips),
            ratings=self._people.ratings(until),
            on_duty=self._people.duties(until),
            duties_overdue=tuple(late),
        )


def _there(at: dt.datetime, zone: str) -> str:
    return f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M %Z}"


def shift_of(
    name: str,
    lines: Iterable[bytes],
    span: Span,
    rules_of: Callable[[str], Rules],
    now: dt.datetime,
) -> TableShift | None:
    """A table's shift from its whole journal; nothing where it has none."""
    tally = ShiftTally(name, span, rules_of, now)
    fold = Fold([tally])
    for line in lines:
        fold.take(line)
    return tally.shift() if tally.known else None


def shift_since(
    name: str,
    before: tuple[str, Table],
    lines: Iterable[bytes],
    span: Span,
    rules_of: Callable[[str], Rules],
    now: dt.datetime,
) -> TableShift:
    """The same from the edition and the state before the shift, and the lines from then on."""
    tally = ShiftTally(name, span, rules_of, now, before)
    fold = Fold([tally], before[1])
    for line in lines:
        fold.take(line)
    return tally.shift()


def first_within(read: Callable[[int], bytes], head: int, begins: dt.datetime) -> int:
    """The sequence of the first event at or after a moment; one after the last where none is."""
    low, high = 1, head + 1
    while low < high:
        middle = (low + high) // 2
        at = dt.datetime.fromisoformat(read_line(read(middle)).data()["at"])
        if at < begins:
            low = middle + 1
        else:
            high = middle
    return low


def report_of(span: Span, tables: Sequence[TableShift], now: dt.datetime) -> ShiftReport:
    """The report of a house."""
    return ShiftReport(
        span=str(span),
        at=now,
        tables=tuple(tables),
        handle_cents=sum(one.hold.handle_cents for one in tables),
        drop_cents=sum(one.hold.drop_cents for one in tables),
        digital_cents=sum(one.digital_cents for one in tables),
        win_cents=sum(one.hold.win_cents for one in tables),
        expected_cents=sum(one.hold.expected_cents for one in tables),
        fills_cents=sum(one.fills_cents for one in tables),
        credits_cents=sum(one.credits_cents for one in tables),
        rounds=sum(one.hold.coups for one in tables),
    )
