"""The state of a tournament: conditions, entrants, money, sessions and what came of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.aggregates.tournament.terms import Conditions, Kind
from pitboss.ledger import Balances

Standing = Literal["asked", "entered", "withdrawn", "eliminated", "disqualified", "advanced"]
POOL, OUTSIDE, BOUGHT = "pool", "outside", "buy-ins"


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the state."""


class Entrant(Part, frozen=True, kw_only=True):
    """Someone who entered; `asked`: the written agreement is still missing.

    `paid_cents` is the entry fee, `bought_cents` what was bought for the next session;
    `kept_cents` stayed in the pool of an earlier entry of theirs.
    """

    standing: Standing = "asked"
    order: int = 0
    paid_cents: int = 0
    bought_cents: int = 0
    employee: bool = False
    likeness: bool = False
    returned: int = 0
    why: str = ""
    kept_cents: int = 0


class Out(Part, frozen=True, kw_only=True):
    """Someone who left a session before its end, with what placings are made of.

    `residual_cents` are chips that were left, `wager_cents` the last wager; `place` in the order
    in which chips were removed.
    """

    person: str
    coup: int
    residual_cents: int = 0
    wager_cents: int = 0
    disqualified: bool = False


class Short(Part, frozen=True, kw_only=True):
    """Chips that did not come back: how many of which value."""

    value_cents: int
    quantity: int


class Session(Part, frozen=True, kw_only=True):
    """One session at one table: who plays from which box, and how it stands.

    `ended`: why no coup follows; `counts` are the chips that staff counted; `level` are players
    of equal chips who must be put in order, `decided` those who were, in theirs. `deducted` is
    how often the minimum was taken from somebody, `deducted_at` after how many coups last.
    """

    number: int
    table: str
    kind: Kind = "round"
    round: int = 1
    advance: int = 1
    boxes: Mapping[str, int] = msgspec.field(default_factory=dict)
    starts: dt.datetime | None = None
    started: dt.datetime | None = None
    minimum_cents: int = 0
    maximum_cents: int = 0
    coups: int = 0
    chips: Mapping[str, int] = msgspec.field(default_factory=dict)
    outs: tuple[Out, ...] = ()
    agreed: tuple[str, ...] = ()
    deducted: Mapping[str, int] = msgspec.field(default_factory=dict)
    deducted_at: Mapping[str, int] = msgspec.field(default_factory=dict)
    ended: str | None = None
    counts: Mapping[str, int] = msgspec.field(default_factory=dict)
    returned: bool = False
    short: tuple[Short, ...] = ()
    placed: bool = False
    placings: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """Who still plays."""
        gone = {one.person for one in self.outs}
        return tuple(person for person in self.boxes if person not in gone)


class Draw(Part, frozen=True, kw_only=True):
    """A draw of seats: what was committed to, and the seed once it is opened."""

    commitment: str
    seed: str | None = None


class TournamentDispute(Part, frozen=True, kw_only=True):
    """A dispute, and how the manager decided it."""

    by: str
    about: str
    decision: str | None = None


class Award(Part, frozen=True, kw_only=True):
    """What a place won, and who has it: the place of an employee goes to the next."""

    place: int
    person: str
    cents: int = 0
    thing: str | None = None


class Tournament(Part, frozen=True, kw_only=True):
    """A tournament as it stands."""

    now: dt.datetime | None = None
    events: int = 0
    conditions: Conditions | None = None
    changed: int = 0
    managers: tuple[str, ...] = ()
    here: bool = False
    advised: bool = False
    unadvised: int = 0
    published: dt.datetime | None = None
    digest: str = ""
    tables: tuple[str, ...] = ()
    entrants: Mapping[str, Entrant] = msgspec.field(default_factory=dict)
    closed: bool = False
    briefed: bool = False
    draws: Mapping[int, Draw] = msgspec.field(default_factory=dict)
    sessions: Mapping[int, Session] = msgspec.field(default_factory=dict)
    seconds: int | None = None
    order: bool | None = None
    pass_cards: int | None = None
    undisclosed: int | None = None
    final: tuple[str, ...] = ()
    awards: tuple[Award, ...] = ()
    balances: Balances = msgspec.field(default_factory=dict)
    disputes: tuple[TournamentDispute, ...] = ()
    ended: str | None = None

    @property
    def terms(self) -> Conditions:
        """The conditions, once there are any."""
        return self.conditions or Conditions(title="–")

    @property
    def playing(self) -> tuple[str, ...]:
        """Who takes part and is neither out nor withdrawn."""
        return tuple(n for n, one in self.entrants.items() if one.standing == "entered")

    @property
    def round(self) -> int:
        """The round that was drawn last; none before the first draw is opened."""
        return max((n for n, one in self.draws.items() if one.seed is not None), default=0)

    @property
    def open_dispute(self) -> int | None:
        """The dispute that is not decided, by its number."""
        waiting = (n for n, one in enumerate(self.disputes, 1) if one.decision is None)
        return next(waiting, None)

    def of_round(self, number: int) -> tuple[Session, ...]:
        """The sessions of a round."""
        return tuple(one for one in self.sessions.values() if one.round == number)
