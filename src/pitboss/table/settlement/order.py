"""The order of settlement: losing wagers are collected, then winning ones paid, box by box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses


class SettledLine(Protocol):
    """What the order asks of a settled wager."""

    @property
    def number(self) -> int:
        """Its number."""

    @property
    def box(self) -> int | None:
        """The box it lies in."""

    @property
    def paid_cents(self) -> int:
        """What is paid on it."""

    @property
    def returned_cents(self) -> int:
        """What goes back of it."""


L = TypeVar("L", bound=SettledLine)


class Turns(NamedTuple):
    """The numbers of the wagers that are collected, paid, and given back, each in turn."""

    collect: tuple[int, ...]
    pay: tuple[int, ...]
    give_back: tuple[int, ...]


def by_box(lines: Iterable[L]) -> list[L]:
    """The lines box by box."""
    return sorted(lines, key=lambda one: (one.box or 0, one.number))


def turns(lines: Sequence[SettledLine]) -> Turns:
    """What is done with each wager, in the order of the lines."""
    kept = [one for one in lines if not one.paid_cents]
    return Turns(
        tuple(one.number for one in kept if not one.returned_cents),
        tuple(one.number for one in lines if one.paid_cents),
        tuple(one.number for one in kept if one.returned_cents),
    )


def order_clauses(edition: Edition) -> Clauses:
    """What every losing wager of the game has in common: that it is collected, and first."""
    every = [wager.otherwise.clauses for wager in edition.wagers.values()]
    first = every[0] if every else ()
    return tuple(clause for clause in first if all(clause in others for others in every))
