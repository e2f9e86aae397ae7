"""What people and tables ask of a link; who gives it, and in which rank, the service says."""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec

from pitboss.aggregates.link.state import Conditions, Winner
from pitboss.aggregates.shapes import AggregateCommand, Amount, Moment, Name, Reason, Text


class LinkCommand(AggregateCommand, frozen=True, kw_only=True):
    """Something asked of a link."""


class Conditioned(LinkCommand, frozen=True, kw_only=True):
    """A command that names what must be equal at all tables."""

    stake_cents: Amount
    pay_table: Name
    increment_millionths: Amount
    seed_cents: Amount
    reset_cents: Amount

    @property
    def conditions(self) -> Conditions:
        """The conditions named."""
        return Conditions(
            stake_cents=self.stake_cents,
            pay_table=self.pay_table,
            increment_millionths=self.increment_millionths,
            seed_cents=self.seed_cents,
            reset_cents=self.reset_cents,
        )


class OpenLink(Conditioned, frozen=True, kw_only=True):
    """Open a link; `resolution_ms` is how finely the equipment tells moments apart."""

    resolution_ms: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = 1_000


class JoinTable(Conditioned, frozen=True, kw_only=True):
    """Link a table that has these conditions."""

    table: Name


class DetermineMoments(LinkCommand, frozen=True, kw_only=True):
    """Say which of the wins in question were at the same moment, the earliest moment first."""

    moments: tuple[tuple[int, ...], ...]
    reason: Text = ""


class DecideOrder(LinkCommand, frozen=True, kw_only=True):
    """Say in which order rows are shared that no rule puts in order."""

    order: tuple[str, ...]
    reason: Reason


class StopLink(LinkCommand, frozen=True, kw_only=True):
    """Take a link out of order; tables may go on without it."""

    reason: Reason


class ResumeLink(LinkCommand, frozen=True, kw_only=True):
    """Put a link in order again."""


class SettleWins(LinkCommand, frozen=True, kw_only=True):
    """Share out what waits and whose moment is over.

    The clock asks for it when the link has taken all that tables told.
    """


class FromTable(LinkCommand, frozen=True, kw_only=True):
    """What a table told."""

    table: Name

    @property
    def about(self) -> int:
        """The round that it is about; 0 where it is about none."""
        return int(getattr(self, "round", 0))


class LeaveLink(FromTable, frozen=True, kw_only=True):
    """The table feeds the link no longer."""

    reason: Text = ""


class MeterStakes(FromTable, frozen=True, kw_only=True):
    """Stakes of a round went into the table's float; by their numbers, each of this amount."""

    round: Annotated[int, msgspec.Meta(ge=1)]
    stakes: tuple[int, ...]
    stake_cents: Amount


class ReturnStakes(FromTable, frozen=True, kw_only=True):
    """The stakes of a round went back to their players."""

    round: Annotated[int, msgspec.Meta(ge=1)]


class ConfirmWin(FromTable, frozen=True, kw_only=True):
    """The dealer's key confirmed the winners of a round, at this moment."""

    round: Annotated[int, msgspec.Meta(ge=1)]
    stamp: Moment
    winners: tuple[Winner, ...]
    chips: tuple[Annotated[int, msgspec.Meta(ge=1)], ...]


BY_PEOPLE: tuple[type[LinkCommand], ...] = (
    OpenLink,
    JoinTable,
    DetermineMoments,
    DecideOrder,
    StopLink,
    ResumeLink,
    SettleWins,
)
BY_TABLES: tuple[type[FromTable], ...] = (LeaveLink, MeterStakes, ReturnStakes, ConfirmWin)
_ANY: Any = Union[(*BY_PEOPLE, *BY_TABLES)]
_TOLD: Any = Union[BY_TABLES]  # noqa: UP007 - a union made at run time


def read_command(data: dict[str, Any]) -> LinkCommand:
    """A command from plain data; `msgspec.ValidationError` where it is none."""
    found: LinkCommand = msgspec.convert(data, _ANY)
    return found


def read_told(data: dict[str, Any]) -> FromTable:
    """What a table told, from plain data."""
    found: FromTable = msgspec.convert(data, _TOLD)
    return found
