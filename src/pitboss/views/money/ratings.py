"""How a player played in a span: time, rounds, average bet, result, and what that is worth."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from pitboss.ledger import Transfer, chips_of, tokens_of
from pitboss.odds.report import Share, share
from pitboss.table import Event, Table
from pitboss.table.people.bank import BoughtIn
from pitboss.table.settlement.correct import CoupCorrected
from pitboss.table.settlement.settle import Settled
from pitboss.table.usual.next_act import AUTOMATIC


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """A player's play in a span.

    `average_cents` is the stake of a round, of all that were played; `theoretical_win` what the
    stakes were worth to the house before the cards, exactly in cents; `edge` the same by stakes.
    `result_cents` is what the player won.
    """

    table: str
    person: str
    seat: int | None
    seconds: int
    rounds: int
    handle_cents: int
    average_cents: int
    bought_cents: int
    result_cents: int
    theoretical_win: str
    theoretical_cents: int
    edge: Share | None


class TimeOnDuty(msgspec.Struct, frozen=True, kw_only=True):
    """How long one of the staff was on duty at a table in a span."""

    table: str
    person: str
    rank: str | None
    seconds: int


@dataclass
class Presence:
    """How long someone was there, within a span."""

    since: dt.datetime | None = None
    seconds: float = 0.0

    def come(self, at: dt.datetime) -> None:
        """They are there from now on."""
        self.since = self.since or at

    def go(self, at: dt.datetime) -> None:
        """They are gone from now on."""
        if self.since is not None:
            self.seconds += max(0.0, (at - self.since).total_seconds())
        self.since = None

    def until(self, at: dt.datetime) -> int:
        """Whole seconds up to a moment."""
        more = 0.0 if self.since is None else max(0.0, (at - self.since).total_seconds())
        return int(self.seconds + more)


@dataclass
class Played:
    """What one player did, summed."""

    seat: int | None = None
    rounds: int = 0
    last_round: int | None = None
    handle_cents: int = 0
    bought_cents: int = 0
    result_cents: int = 0
    theoretical: Fraction = Fraction(0)

    def take(self, settled: Settled, coup: int, worth: Fraction) -> None:
        """Take a line that was settled."""
        line = settled.line
        self.rounds += coup != self.last_round
        self.last_round = coup
        self.handle_cents += line.stake_cents
        self.result_cents += line.paid_cents + line.returned_cents - line.stake_cents
        self.theoretical += worth

    def rating(self, table: str, person: str, seconds: int) -> Rating:
        """The rating."""
        average = Fraction(self.handle_cents, self.rounds) if self.rounds else Fraction(0)
        edge = self.theoretical / self.handle_cents if self.handle_cents else None
        return Rating(
            table=table,
            person=person,
            seat=self.seat,
            seconds=seconds,
            rounds=self.rounds,
            handle_cents=self.handle_cents,
            average_cents=round(average),
            bought_cents=self.bought_cents,
            result_cents=self.result_cents,
            theoretical_win=str(self.theoretical),
            theoretical_cents=round(self.theoretical),
            edge=None if edge is None else share(edge),
        )


class People:
    """Who was at a table in a span, for how long, and what the players among them did."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._there: dict[str, Presence] = {}
        self._roles: dict[str, tuple[str, str | None]] = {}
        self._played: dict[str, Played] = {}

    def begin(self, table: Table, at: dt.datetime) -> None:
        """Who was there when the span began."""
        self._see(table, at)

    def take(self, before: Table, event: Event, after: Table) -> None:
        """Take the next event of the span."""
        if before.people is not after.people:
            self._see(after, event.at)
        if isinstance(event, BoughtIn):
            self._of(event.person).bought_cents += event.amount_cents
        elif isinstance(event, CoupCorrected):
            self._corrected(event.transfers())

    def settle(self, settled: Settled, coup: int, worth: Fraction) -> None:
        """A line of a player was settled, which was worth so much to the house."""
        self._of(settled.person).take(settled, coup, worth)

    def _of(self, person: str) -> Played:
        return self._played.setdefault(person, Played())

    def _see(self, table: Table, at: dt.datetime) -> None:
        for name, person in table.people.items():
            self._roles[name] = (person.role, person.rank)
            presence = self._there.setdefault(name, Presence())
            if not person.present:
                presence.go(at)
                continue
            presence.come(at)
            if person.role == "player":
                self._of(name).seat = person.seat or self._of(name).seat

    def _corrected(self, moved: Iterable[Transfer]) -> None:
        """What a correction moves is part of the results of those it moves it to."""
        accounts = {
            account: name for name in self._roles for account in (chips_of(name), tokens_of(name))
        }
        for transfer in moved:
            if transfer.target in accounts:
                self._of(accounts[transfer.target]).result_cents += transfer.cents
            if transfer.source in accounts:
                self._of(accounts[transfer.source]).result_cents -= transfer.cents

    def ratings(self, until: dt.datetime) -> tuple[Rating, ...]:
        """Of every player who was there, the most staked first."""
        found = [
            one.rating(self._table, name, self._seconds(name, until))
            for name, one in self._played.items()
        ]
        return tuple(sorted(found, key=lambda one: (-one.handle_cents, one.person)))

    def duties(self, until: dt.datetime) -> tuple[TimeOnDuty, ...]:
        """Everyone of the staff who was on duty, the longest first; the automatic are nobody."""
        found = [
            TimeOnDuty(table=self._table, person=name, rank=rank, seconds=seconds)
            for name, (role, rank) in self._roles.items()
            if role == "staff" and rank is not None and not name.startswith(AUTOMATIC)
            if (seconds := self._seconds(name, until))
        ]
        return tuple(sorted(found, key=lambda one: (-one.seconds, one.person)))

    def _seconds(self, name: str, until: dt.datetime) -> int:
        presence = self._there.get(name)
        return 0 if presence is None else presence.until(until)
