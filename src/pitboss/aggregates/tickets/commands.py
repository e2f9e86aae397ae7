"""What people and tables ask of a register; who gives it, and in which rank, the service says."""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec

from pitboss.aggregates.shapes import AggregateCommand, Amount, Name, Text

Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Mark = Annotated[str, msgspec.Meta(max_length=64)]


class TicketsCommand(AggregateCommand, frozen=True, kw_only=True):
    """Something asked of a register."""


class BindTerminal(TicketsCommand, frozen=True, kw_only=True):
    """Put a terminal at a table, on a layout of terminals."""

    terminal: Name
    table: Name
    layout: Name
    label: Text = ""


class FromTable(TicketsCommand, frozen=True, kw_only=True):
    """What a table told."""

    table: Name
    terminal: Name


class FreeTerminal(FromTable, frozen=True, kw_only=True):
    """The terminal is off the table, or the table did not take it."""

    reason: Text = ""


class IssueTicket(FromTable, frozen=True, kw_only=True):
    """Credit left the terminal: make a ticket of it. `mark` is that of its code."""

    cause: Name
    amount_cents: Amount
    mark: Mark = ""


class ClaimTicket(FromTable, frozen=True, kw_only=True):
    """The terminal has a ticket of this number, whose code has this mark."""

    cause: Name
    number: Number
    mark: Mark


BY_PEOPLE: tuple[type[TicketsCommand], ...] = (BindTerminal,)
BY_TABLES: tuple[type[FromTable], ...] = (FreeTerminal, IssueTicket, ClaimTicket)
_TOLD: Any = Union[BY_TABLES]  # noqa: UP007 - a union made at run time


def read_command(data: dict[str, Any]) -> BindTerminal:
    """What people ask, from plain data; `msgspec.ValidationError` where it is none."""
    return msgspec.convert(data, BindTerminal)


def read_told(data: dict[str, Any]) -> FromTable:
    """What a table told, from plain data."""
    found: FromTable = msgspec.convert(data, _TOLD)
    return found
