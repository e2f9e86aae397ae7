"""What a table knows of the jackpot that it feeds with others, and what happens to it.

The pool is the link's, which has a stream of its own. Stakes and wins are told to it by events.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.ledger import FLOAT, LAYOUT, OUTSIDE, TOKENS, Transfer, chips_of
from pitboss.table.errand import Errand
from pitboss.table.machine import PublicEvent, TableEvent, replace
from pitboss.table.own import Fed, Own, Part, own_part
from pitboss.table.state import Table

# What a table knows of its link ---------------------------------------------------------------


class JackpotWinner(Part, frozen=True, kw_only=True):
    """A stake that won a share of the pool, and the row it won by."""

    number: int
    person: str
    row: str


@own_part
class Linked(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="blackjack-link"):
    """The link of a table and its conditions.

    Of the round `coup` the `stakes` were taken into the float; `awaited`, by round and number, won
    a share that was confirmed and is not paid yet. `fault` says what the link did not take;
    `suspended`: play goes on without the jackpot.
    """

    link: str
    stake_cents: int
    pay_table: str
    increment_millionths: int
    seed_cents: int
    reset_cents: int
    coup: int = 0
    stakes: tuple[int, ...] = ()
    confirmed: bool = False
    awaited: tuple[tuple[int, int], ...] = ()
    fault: str | None = None
    suspended: bool = False

    @property
    def fed(self) -> Fed:
        """The pool of the link."""
        off = self.suspended or self.fault is not None
        return Fed(stream=self.link, wager=self.pay_table, stake_cents=self.stake_cents, off=off)


def linked(table: Table) -> Linked | None:
    """The link of a table."""
    return table.own if isinstance(table.own, Linked) else None


def change_link(table: Table, **fields: Any) -> Table:
    """The table with what it knows of its link changed."""
    known = linked(table)
    return table if known is None else replace(table, own=replace(known, **fields))


def unpaid(known: Linked, numbers: set[int], coup: int) -> tuple[tuple[int, int], ...]:
    """What is still awaited without these stakes of a round."""
    return tuple(one for one in known.awaited if one[0] != coup or one[1] not in numbers)


# Events ---------------------------------------------------------------------------------------


class TableLinked(PublicEvent, frozen=True, kw_only=True):
    """The table feeds a jackpot with others, under conditions that all of them have."""

    link: str
    stake_cents: int
    pay_table: str
    increment_millionths: int
    seed_cents: int
    reset_cents: int

    def changes(self, table: Table) -> Table:
        """It knows its link."""
        names = ("stake_cents", "pay_table", "increment_millionths", "seed_cents", "reset_cents")
        known = {name: getattr(self, name) for name in names}
        return replace(table, own=Linked(link=self.link, **known))


class TableUnlinked(PublicEvent, frozen=True, kw_only=True):
    """The table feeds the jackpot no longer."""

    link: str
    reason: str = ""

    def changes(self, table: Table) -> Table:
        """It has no link."""
        return replace(table, own=None)

    def tells(self) -> tuple[Errand, ...]:
        """The link has one table less."""
        return (Errand(self.link, {"do": "leave-link", "reason": self.reason}),)


class StakeTaken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A jackpot wager that went into the float."""

    number: int
    person: str
    amount_cents: int
    tokens_cents: int = 0


class JackpotStakesTaken(PublicEvent, frozen=True, kw_only=True):
    """The jackpot wagers of a round went into the float; each raises the meter."""

    link: str
    coup: int
    stake_cents: int
    stakes: tuple[StakeTaken, ...]

    def transfers(self) -> tuple[Transfer, ...]:
        """From the layout to the float, tokens where tokens go."""
        return tuple(
            one
            for stake in self.stakes
            for one in (
                Transfer(LAYOUT, FLOAT, stake.amount_cents - stake.tokens_cents),
                Transfer(LAYOUT, TOKENS, stake.tokens_cents),
            )
        )

    def changes(self, table: Table) -> Table:
        """They still win or lose; their chips are in the float."""
        numbers = tuple(stake.number for stake in self.stakes)
        wagers = {
            number: replace(placed, taken=True) if number in numbers else placed
            for number, placed in table.wagers.items()
        }
        table = replace(table, wagers=wagers)
        return change_link(table, coup=self.coup, stakes=numbers, confirmed=False, fault=None)

    def tells(self) -> tuple[Errand, ...]:
        """The link meters them."""
        numbers = [stake.number for stake in self.stakes]
        said = {"do": "meter-stakes", "round": self.coup, "stakes": numbers}
        return (Errand(self.link, {**said, "stake_cents": self.stake_cents}),)


class JackpotConfirmed(PublicEvent, frozen=True, kw_only=True):
    """The dealer's key confirmed who won a share of the pool; `chips` are the table's."""

    link: str
    coup: int
    winners: tuple[JackpotWinner, ...]
    chips: tuple[int, ...]

    def changes(self, table: Table) -> Table:
        """Their wagers stay until the link says what they are paid."""
        known = linked(table)
        before = () if known is None else known.awaited
        new = tuple((self.coup, one.number) for one in self.winners)
        return change_link(table, confirmed=True, awaited=(*before, *new))

    def tells(self) -> tuple[Errand, ...]:
        """The link shares its pool out."""
        said = {"do": "confirm-win", "round": self.coup, "stamp": self.at}
        return (Errand(self.link, {**said, "winners": self.winners, "chips": self.chips}),)


class JackpotPaid(PublicEvent, frozen=True, kw_only=True):
    """A winner was paid a share, from the link's account; the wager itself stays in the float."""

    link: str
    win: int
    coup: int
    number: int
    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The pool is not the table's money: it comes onto the table with the payment."""
        return (Transfer(OUTSIDE, chips_of(self.person), self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """The wager is settled."""
        known = linked(table)
        wagers = {number: one for number, one in table.wagers.items() if number != self.number}
        left = () if known is None else unpaid(known, {self.number}, self.coup)
        return change_link(replace(table, wagers=wagers), awaited=left)


class JackpotStakesReturned(TableEvent, frozen=True, kw_only=True):
    """The jackpot wagers of a round go back; the link takes out what they added."""

    link: str
    coup: int
    stakes: tuple[int, ...]
    reason: str
    metered: bool = True

    def changes(self, table: Table) -> Table:
        """None of the round is left."""
        known = linked(table)
        left = () if known is None else unpaid(known, set(self.stakes), self.coup)
        return change_link(table, stakes=(), confirmed=False, awaited=left, fault=None)

    def tells(self) -> tuple[Errand, ...]:
        """The meter falls, unless the link never took them."""
        said = {"do": "return-stakes", "round": self.coup}
        return (Errand(self.link, said),) if self.metered else ()


class JackpotSuspended(PublicEvent, frozen=True, kw_only=True):
    """The game goes on without the jackpot; `over`: with it again."""

    over: bool = False

    def changes(self, table: Table) -> Table:
        """No stakes are taken meanwhile."""
        return change_link(table, suspended=not self.over)


class JackpotRejected(TableEvent, frozen=True, kw_only=True):
    """The link did not take what it was told: the equipment failed, and someone rules on it."""

    link: str
    coup: int
    told: str
    code: str

    def changes(self, table: Table) -> Table:
        """The fault stands until the wagers are returned."""
        return change_link(table, fault=self.code)
