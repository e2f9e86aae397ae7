"""What a link is: its conditions, its meter, the tables that feed it, and wins that wait.

Amounts of the meter are whole millionths of a dollar, payments whole cents.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.money import MILLIONTHS_IN_CENT

ROUNDS_KEPT = 16
"""So many rounds of a table may still be confirmed or returned."""
FAULTS_KEPT = 50


class LinkPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a link."""


class Conditions(LinkPart, frozen=True, kw_only=True):
    """What must be equal at every linked table; `pay_table` is the wager whose rows pay."""

    stake_cents: int
    pay_table: str
    increment_millionths: int
    seed_cents: int
    reset_cents: int

    @property
    def reset_millionths(self) -> int:
        """The least that the meter shows."""
        return self.reset_cents * MILLIONTHS_IN_CENT


class Metered(LinkPart, frozen=True, kw_only=True):
    """The stakes of one round at one table, by their numbers there, and what they added."""

    round: int
    stakes: tuple[int, ...]
    millionths: int
    confirmed: bool = False
    returned: bool = False


class Member(LinkPart, frozen=True, kw_only=True):
    """A linked table: its latest rounds; those up to `forgotten` are over."""

    rounds: tuple[Metered, ...] = ()
    forgotten: int = 0

    def metered(self, number: int) -> Metered | None:
        """What a round added, where it is kept."""
        return next((one for one in self.rounds if one.round == number), None)

    def kept(self, number: int) -> Metered:
        """The same, of a round that must be there."""
        return next(one for one in self.rounds if one.round == number)

    def with_round(self, new: Metered) -> Member:
        """With a round put in, in place of itself as it was before."""
        rounds = [one for one in self.rounds if one.round != new.round]
        rounds.append(new)
        over = rounds[:-ROUNDS_KEPT]
        forgotten = max((self.forgotten, *(one.round for one in over)))
        return Member(rounds=tuple(rounds[-ROUNDS_KEPT:]), forgotten=forgotten)


class Winner(LinkPart, frozen=True, kw_only=True):
    """A stake that won a share, the person who placed it, and the row it won by."""

    number: int
    person: str
    row: str


class Win(LinkPart, frozen=True, kw_only=True):
    """What a dealer confirmed in one round of one table; it waits until it is shared.

    `meter_millionths` is what the meter showed then; `pools_before` and `topped_before` are the
    sums up to then, so that what was staked later is not shared out with it. `chips` are the
    values of the table's chips. A `late` one came when its moment was shared out already.
    """

    number: int
    table: str
    round: int
    stamp: dt.datetime
    winners: tuple[Winner, ...]
    chips: tuple[int, ...]
    meter_millionths: int
    pools_before: int
    topped_before: int
    late: bool = False


class Payment(LinkPart, frozen=True, kw_only=True):
    """What one stake is paid of a pool."""

    win: int
    table: str
    round: int
    number: int
    person: str
    row: str
    amount_cents: int


class Sharing(LinkPart, frozen=True, kw_only=True):
    """How wins by one row are shared.

    The pool leaves the meter. Payments are the pool, what the house adds so that nobody gets
    less than the share of the reset (`covered`), and what rounding up costs it.
    """

    row: str
    base_millionths: int
    pool_millionths: int
    covered_millionths: int
    rounding_millionths: int
    topped_millionths: int
    meter_millionths: int
    payments: tuple[Payment, ...]


class Computation(LinkPart, frozen=True, kw_only=True):
    """What an order of the rows would give."""

    order: tuple[str, ...]
    sharings: tuple[Sharing, ...]


class Fault(LinkPart, frozen=True, kw_only=True):
    """What a table told and the link could not take."""

    table: str
    told: str
    round: int
    code: str
    sentence: str
    at: dt.datetime


class Link(LinkPart, frozen=True, kw_only=True):
    """A link after its events.

    `questioned` are wins at several tables with equal stamps, which wait for Surveillance;
    `moments` those that were determined and not shared yet, in order; `held` what each order
    would give where no rule says which rows come first. `shared_to` is the last moment that was
    shared out. `stopped` says why the link is out of order.
    """

    conditions: Conditions | None = None
    resolution_ms: int = 1_000
    now: dt.datetime | None = None
    members: Mapping[str, Member] = {}
    meter_millionths: int = 0
    seeds: int = 0
    contributions: int = 0
    returned: int = 0
    topped_up: int = 0
    pools: int = 0
    paid: int = 0
    covered: int = 0
    rounding: int = 0
    stakes: int = 0
    wins: int = 0
    waiting: tuple[Win, ...] = ()
    questioned: tuple[int, ...] = ()
    moments: tuple[tuple[int, ...], ...] = ()
    held: tuple[Computation, ...] = ()
    shared_to: int | None = None
    stopped: str | None = None
    faults: tuple[Fault, ...] = ()

    @property
    def terms(self) -> Conditions:
        """The conditions of a link that is open."""
        if self.conditions is None:
            raise LookupError("the link is not open")
        return self.conditions

    def tick(self, stamp: dt.datetime) -> int:
        """The moment of a stamp, at the resolution of the equipment."""
        return int(stamp.timestamp() * 1_000) // self.resolution_ms

    def win(self, number: int) -> Win:
        """A win that waits."""
        return next(one for one in self.waiting if one.number == number)

    @property
    def adds_up(self) -> bool:
        """Whether seeds, contributions and top-ups less pools are what the meter shows."""
        added = self.seeds + self.contributions - self.returned + self.topped_up
        return added - self.pools == self.meter_millionths

    @property
    def pays_out(self) -> bool:
        """Whether payments are the pools, what the house added, and its rounding."""
        return self.paid == self.pools + self.covered + self.rounding
