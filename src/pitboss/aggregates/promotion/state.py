"""What a promotion is: its terms and prizes, who entered, what was drawn, what is owed to whom."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Literal

import msgspec

Stage = Literal["", "draft", "registered", "running", "closed", "drawn", "finished", "cancelled"]
MONEY = "money"
UNSET = dt.datetime.min.replace(tzinfo=dt.UTC)
"""The times of a promotion that is not drafted yet."""


class PromotionPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a promotion."""


class Paid(PromotionPart, frozen=True, kw_only=True):
    """A part of a prize of money: how it went, and to whom."""

    method: str
    amount_cents: int
    payee: str


class Prize(PromotionPart, frozen=True, kw_only=True):
    """A prize: what it is, and what has become of it."""

    name: str
    kind: str
    value_cents: int
    litres: int = 0
    details: Mapping[str, str] = {}
    winner: str | None = None
    reached: bool = False
    attempts: int = 0
    as_money: bool = False
    handed: bool = False
    withheld: bool = False
    """The winner was refused it."""

    @property
    def monetary(self) -> bool:
        """Whether it is paid in money."""
        return self.kind == MONEY or self.as_money


class Entry(PromotionPart, frozen=True, kw_only=True):
    """Who takes part, with how many tickets."""

    entrant: str
    tickets: int = 1


class Denial(PromotionPart, frozen=True, kw_only=True):
    """A claim that was refused; `register` is where name and address are kept, sealed."""

    claimant: str
    reason: str
    value_cents: int
    register: str | None = None
    told: bool = False


class Dispute(PromotionPart, frozen=True, kw_only=True):
    """Somebody does not agree; `advised`: they know where they can complain."""

    person: str
    about: str
    decision: str | None = None
    satisfied: bool = False
    advised: bool = False


class Notice(PromotionPart, frozen=True, kw_only=True):
    """Something that somebody must be told, until when, and when that was done."""

    what: str
    to: str
    due: dt.datetime
    done: dt.datetime | None = None


class Promotion(PromotionPart, frozen=True, kw_only=True):
    """A promotion as its events left it."""

    stage: Stage = ""
    postponed: str | None = None
    title: str = ""
    starts: dt.datetime = UNSET
    closes: dt.datetime = UNSET
    draws: dt.datetime = UNSET
    presence: bool = False
    minimum_cents: int = 0
    items: Mapping[str, str] = {}
    prizes: tuple[Prize, ...] = ()
    version: int = 0
    """Of the terms; each change of registered terms is another."""
    channels: tuple[str, ...] = ()
    material: str | None = None
    lodged: Mapping[int, dt.datetime] = {}
    """By the version of the terms: when the regulator had them."""
    commitment: str | None = None
    entries: tuple[Entry, ...] = ()
    entered: frozenset[str] = frozenset()
    digest: str = ""
    """Of the entries so far, each with the digest before it."""
    scrutineer: str | None = None
    secret: str | None = None
    word: str = ""
    drawn: dt.datetime | None = None
    present: tuple[str, ...] | None = None
    """Who was there, where only they could win."""
    published: str | None = None
    denials: tuple[Denial, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    notices: tuple[Notice, ...] = ()
    now: dt.datetime | None = None

    @property
    def started(self) -> bool:
        """Whether it has begun."""
        return self.stage in ("running", "closed", "drawn", "finished")

    @property
    def tickets(self) -> int:
        """All tickets in the draw."""
        return sum(entry.tickets for entry in self.entries)
