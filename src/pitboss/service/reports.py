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
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, sqrt
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.aggregates.house import HoldAlert, HoldReturned
from pitboss.book import game_named
from pitboss.cards import CARDS_IN_DECK
from pitboss.decision.space import Member
from pitboss.decision.table import NOT_OFFERED
from pitboss.journal.record import Record
from pitboss.ledger import DROP, FLOAT, OUTSIDE, Balances, post
from pitboss.settle.setting import Setting
from pitboss.table import Event, Rules, Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.matters.payment_errors import PaymentErrorOpened
from pitboss.table.people.bank import DIGITAL, BoughtIn, Credited, Filled, FloatCounted
from pitboss.table.settlement.settle import CoupSettled, Payment, WagersSettled
from pitboss.table.state import Duty, House, SignState
from pitboss.table.tournament.session import of_session
from pitboss.views.copies import copy_of
from pitboss.views.follower import Fold

BAND = 2.0
ALPHA = 0.001
MOST_WORTH = 2_000
MOST_WAITING = 1_000

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


@dataclass
class Expectation:
    """What the settled lines were worth to the house before the cards, and how far it spreads."""

    mean: Fraction = Fraction(0)
    variance: float = 0.0
    reach: float = 0.0
    """How far one coup alone could lead away from its mean, at most."""
    _counts: dict[tuple[int, str], Mapping[Member, int]] = field(default_factory=dict)
    _worth: dict[tuple[int, str, int], tuple[Fraction, Vector, Vector]] = field(
        default_factory=dict
    )
    _settings: list[Setting] = field(default_factory=list)

    def add(self, rules: Rules, setting: Setting, event: Payment) -> None:
        """Add the lines of a coup that are settled together."""
        groups: dict[str, tuple[Vector, Vector]] = {}
        total = Fraction(0)
        for settled in event.lines:
            line = settled.line
            wager = rules.edition.wagers[line.wager]
            mean, chances, gains = self._of(rules, setting, line.wager, line.stake_cents)
            total += mean
            group = wager.space if wager.offer is None else line.wager
            before = groups.get(group)
            groups[group] = (chances, gains if before is None else before[1] + gains)
        spread = sum(_deviation(chances, gains) for chances, gains in groups.values())
        self.mean += total
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
            self._worth[key] = self._vectors(rules, setting, wager, stake)
        return self._worth[key]

    def _vectors(
        self, rules: Rules, setting: Setting, wager: str, stake: int
    ) -> tuple[Fraction, Vector, Vector]:
        """The house's mean gain, and gain and chance of every member of the wager's space."""
        space = rules.edition.wagers[wager].space
        counts = self._counts.get((id(setting), space))
        if counts is None:
            self._settings.append(setting)  # kept, so that its id stays its own
            game = game_named(rules.edition.identity.play)
            shoe = (setting.decks,) * CARDS_IN_DECK
            counts = self._counts[id(setting), space] = game.counts(rules.compiled, shoe, space)
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
    handle_cents: int = 0
    win_cents: int = 0
    drop_cents: int = 0
    digital_cents: int = 0
    fills_cents: int = 0
    credits_cents: int = 0
    variance_cents: int = 0

    def add(self, event: Event) -> None:
        """Add an event."""
        for transfer in event.transfers():
            ends = (transfer.source, transfer.target)
            if transfer.target == DROP and transfer.source == OUTSIDE:
                self.drop_cents += transfer.cents
            elif transfer.target == DIGITAL and transfer.source == OUTSIDE:
                self.digital_cents += transfer.cents
            elif FLOAT in ends and OUTSIDE not in ends and not isinstance(event, BoughtIn):
                self.win_cents += transfer.cents if transfer.target == FLOAT else -transfer.cents
        match event:
            case Filled():
                self.fills_cents += event.amount_cents
            case Credited():
                self.credits_cents += event.amount_cents
            case FloatCounted():
                self.variance_cents += event.variance_cents
            case WagersSettled() | CoupSettled():
                self.coups += isinstance(event, CoupSettled)
                self.handle_cents += sum(settled.line.stake_cents for settled in event.lines)
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
        sums, expected = self._sums, self._expectation()
        mean, spread = float(expected.mean), sqrt(expected.variance)
        distance = float(sums.win_cents - expected.mean)
        deviations = distance / spread if spread else 0.0
        return copy_of(
            Hold,
            sums,
            hold=sums.win_cents / sums.drop_cents if sums.drop_cents else None,
            expected_cents=mean,
            deviation_cents=spread,
            low_cents=mean - BAND * spread,
            high_cents=mean + BAND * spread,
            deviations=deviations,
            outside=abs(deviations) > BAND,
            alert=expected.chance(abs(distance)) < ALPHA,
        )

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
