"""Reports from a table's journal alone: win, drop, hold against what was to be expected.

The expectation is exact: of every settled line at its own stake, rounding included. Lines of
one coup hang on the same cards, so the spread is taken of the coup as a whole: exactly for
wagers of one space of facts; between spaces the widest that is possible. An alert is raised
where a fair table would be so far from its expectation with a chance below `ALPHA`. The chance
is bounded after Bernstein, by the spread and by how far one coup alone can lead: so few coups
and long odds raise no false alarm, as standard deviations alone would.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, sqrt
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS_IN_DECK
from pitboss.journal.record import read_line
from pitboss.journal.store import Store
from pitboss.journal.versions import read_event
from pitboss.ledger import DROP, FLOAT, OUTSIDE, Balances, post
from pitboss.odds.wagers import CoupOdds
from pitboss.service.house import HoldAlert, HoldReturned
from pitboss.settle.setting import Setting
from pitboss.table import Event, Rules, Table, evolve
from pitboss.table.authority import ApprovalRequested
from pitboss.table.bank import DIGITAL, BoughtIn, Credited, Filled, FloatCounted
from pitboss.table.duties import open_duties
from pitboss.table.payments import PaymentErrorOpened
from pitboss.table.settling import CoupSettled
from pitboss.table.state import Duty
from pitboss.table.trouble import IrregularityReported
from pitboss.tables.decision import NOT_OFFERED

BAND = 2.0
ALPHA = 0.001
BATCH = 2_000
MOST_WORTH = 2_000

Vector = NDArray[np.float64]


class PaymentError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An overpayment or underpayment, and how far its case is."""

    matter: int
    at: dt.datetime
    direction: str
    amount_cents: int
    coup: int
    stage: str
    person: str | None = None


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


@dataclass
class Expectation:
    """What the settled lines were worth to the house before the cards, and how far it spreads."""

    mean: Fraction = Fraction(0)
    variance: float = 0.0
    reach: float = 0.0
    """How far one coup alone could lead away from its mean, at most."""
    _odds: dict[int, CoupOdds] = field(default_factory=dict)
    _worth: dict[tuple[int, str, int], tuple[Fraction, Vector, Vector]] = field(
        default_factory=dict
    )
    _settings: list[Setting] = field(default_factory=list)

    def add(self, rules: Rules, setting: Setting, event: CoupSettled) -> None:
        """Add a coup: its lines together."""
        groups: dict[str, tuple[Vector, Vector]] = {}
        for settled in event.lines:
            line = settled.line
            wager = rules.edition.wagers[line.wager]
            mean, chances, gains = self._of(rules, setting, line.wager, line.stake_cents)
            self.mean += mean
            group = wager.space if wager.offer is None else line.wager
            before = groups.get(group)
            groups[group] = (chances, gains if before is None else before[1] + gains)
        spread = sum(_deviation(chances, gains) for chances, gains in groups.values())
        self.variance += spread**2
        reach = sum(_reach(chances, gains) for chances, gains in groups.values())
        self.reach = max(self.reach, reach)

    def chance(self, distance: float) -> float:
        """The chance that a fair table is at least so far from its mean, or more (Bernstein)."""
        scale = 2 * (self.variance + self.reach * distance / 3)
        return 2 * exp(-(distance**2) / scale) if scale else 2.0

    def _of(
        self, rules: Rules, setting: Setting, wager: str, stake: int
    ) -> tuple[Fraction, Vector, Vector]:
        key = (id(setting), wager, stake)
        if key not in self._worth:
            if len(self._worth) >= MOST_WORTH:
                self._worth.clear()  # stakes may be of any amount; memory may not
            if id(setting) not in self._odds:
                self._settings.append(setting)  # kept, so that its id stays its own
                counts = (setting.decks,) * CARDS_IN_DECK
                self._odds[id(setting)] = CoupOdds(rules.compiled, setting, counts)
            self._worth[key] = self._vectors(rules, setting, wager, stake)
        return self._worth[key]

    def _vectors(
        self, rules: Rules, setting: Setting, wager: str, stake: int
    ) -> tuple[Fraction, Vector, Vector]:
        """The house's mean gain, and gain and chance of every member of the wager's space."""
        counts = self._odds[id(setting)].counts(rules.edition.wagers[wager].space)
        table = rules.compiled.table(wager, setting.game)
        ways, gains = [], []
        by_row: dict[int, int] = {}
        for member, number in counts.items():
            row = table.row_of[table.space.index[member]]
            if row == NOT_OFFERED:
                ways.append(0)
                gains.append(0)
                continue
            if row not in by_row:
                line = rules.line(wager, setting, stake, member)
                by_row[row] = stake - line.returned_cents - line.paid_cents
            ways.append(number)
            gains.append(by_row[row])
        total = sum(ways)
        mean = Fraction(sum(n * gain for n, gain in zip(ways, gains, strict=True)), total)
        chances = np.array([n / total for n in ways])
        return mean, chances, np.array(gains, dtype=np.float64)


def _deviation(chances: Vector, gains: Vector) -> float:
    mean = float(chances @ gains)
    return sqrt(max(0.0, float(chances @ (gains - mean) ** 2)))


def _reach(chances: Vector, gains: Vector) -> float:
    possible = gains[chances > 0]
    return float(np.abs(possible - chances @ gains).max())


@dataclass
class Sums:
    """What events move and count, summed."""

    coups: int = 0
    handle: int = 0
    win: int = 0
    drop: int = 0
    digital: int = 0
    fills: int = 0
    credits: int = 0
    variance: int = 0

    def add(self, event: Event) -> None:
        """Add an event."""
        for transfer in event.transfers():
            ends = (transfer.source, transfer.target)
            if transfer.target == DROP and transfer.source == OUTSIDE:
                self.drop += transfer.cents
            elif transfer.target == DIGITAL and transfer.source == OUTSIDE:
                self.digital += transfer.cents
            elif FLOAT in ends and OUTSIDE not in ends and not isinstance(event, BoughtIn):
                self.win += transfer.cents if transfer.target == FLOAT else -transfer.cents
        match event:
            case Filled():
                self.fills += event.amount_cents
            case Credited():
                self.credits += event.amount_cents
            case FloatCounted():
                self.variance += event.variance_cents
            case CoupSettled():
                self.coups += 1
                self.handle += sum(settled.line.stake_cents for settled in event.lines)
            case _:
                pass


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


class Tally:
    """What a journal adds up to, taken line by line: a report can be given at any line."""

    def __init__(self, name: str, rules_of: Callable[[str], Rules]) -> None:
        self.name = name
        self.events = 0
        self._rules_of = rules_of
        self._table = Table()
        self._balances: Balances = {}
        self._sums = Sums()
        self._expected = Expectation()
        self._errors: list[PaymentErrorOpened] = []
        self._zone: dt.tzinfo = dt.UTC
        self.asked: dict[int, dt.datetime] = {}
        """When each approval was asked for."""
        self.reported: dt.datetime | None = None
        """When something that went wrong was last reported."""

    def take(self, line: bytes) -> None:
        """The next line of the journal."""
        record = read_line(line)
        rules = self._rules_of(record.edition)
        event = read_event(record)
        self.events += 1
        if self.events == 1:
            self._zone = ZoneInfo(rules.edition.identity.time_zone)
        table = self._table
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
        self._balances = post(self._balances, event.transfers())

    def hold(self) -> Hold:
        """What was won so far against what was to be expected."""
        sums, expected = self._sums, self._expected
        mean, spread = float(expected.mean), sqrt(expected.variance)
        deviations = float(sums.win - expected.mean) / spread if spread else 0.0
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
            alert=expected.chance(abs(float(sums.win - expected.mean))) < ALPHA,
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

    def report(self, now: dt.datetime, month: tuple[int, int] | None = None) -> Report:
        """The report so far; payment errors of a month, else of this one."""
        sums, table, hold = self._sums, self._table, self.hold()
        duties = open_duties(table)
        late = (duty for duty in duties if duty.due is not None and duty.due < now)
        return Report(
            table=self.name,
            events=self.events,
            coups=sums.coups,
            handle_cents=sums.handle,
            drop_cents=sums.drop,
            digital_cents=sums.digital,
            fills_cents=sums.fills,
            credits_cents=sums.credits,
            variance_cents=sums.variance,
            win_cents=sums.win,
            hold=hold.hold,
            expected_win=str(self._expected.mean),
            expected_win_cents=hold.expected_cents,
            deviation_cents=hold.deviation_cents,
            deviations=hold.deviations,
            alert=hold.alert,
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
    for line in lines:
        tally.take(line)
    return tally.report(now, month)


class Reports:
    """Reports of a house's tables: each journal is read once, and what is new at each asking."""

    def __init__(self, store: Store, rules_of: Callable[[str], Rules]) -> None:
        self._store = store
        self._rules_of = rules_of
        self._tallies: dict[str, Tally] = {}
        self._lock = threading.Lock()

    def of(self, name: str, now: dt.datetime, month: tuple[int, int] | None = None) -> Report:
        """The report of a table as its journal is now."""
        return self.tally(name).report(now, month)

    def tally(self, name: str) -> Tally:
        """What a table's journal adds up to now."""
        with self._lock:
            # A tally that failed half-way through a line is not gone on with.
            tally = self._tallies.pop(name, None) or Tally(name, self._rules_of)
            while lines := self._store.read(name, tally.events, BATCH):
                for _, line in lines:
                    tally.take(line)
            self._tallies[name] = tally
            return tally


def month_of(at: dt.datetime, zone: dt.tzinfo) -> tuple[int, int]:
    """The month of a moment where the casino is."""
    there = at.astimezone(zone)
    return there.year, there.month


def error_of(table: Table, event: PaymentErrorOpened) -> PaymentError:
    """A payment error, and how far its case is."""
    matter = table.matters.get(event.matter)
    return PaymentError(
        matter=event.matter,
        at=event.at,
        direction=event.direction,
        amount_cents=event.amount_cents,
        coup=event.coup,
        stage="closed" if matter is None else matter.stage,
        person=event.person,
    )


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
