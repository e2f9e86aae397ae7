"""The state of a table: what is on it, who is at it, and what is still to be done.

Every part is frozen; `evolve` makes the next state from an event. A card that nobody has
seen has no identity here, so no view of a state can show one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.editions.wager import Clauses
from pitboss.ledger import Balances, Transfer

Role = Literal["staff", "player", "inspector", "surveillance", "clock"]
Hand = Literal["player", "banker"]
Phase = Literal["betting", "dealing", "complete", "between"]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a state."""


class House(Part, frozen=True, kw_only=True):
    """What was fixed when the table was opened."""

    edition: str
    fingerprint: str
    game: str
    layout: str
    seats: int
    decks: int
    method: str
    source: str
    scanning: bool = False
    virtual: bool = False
    low_limit: bool = False
    cashless: bool = False
    drop_box: bool = True
    place: str = "pit"
    wrd: bool = False
    chips: tuple[int, ...] = ()


class Span(Part, frozen=True, kw_only=True):
    """The least and the most of a wager, in cents; nothing where the sign is silent."""

    minimum_cents: int = 0
    maximum_cents: int | None = None


class SignState(Part, frozen=True, kw_only=True):
    """The sign on the table: limits, unit, what is offered and to whom, values for settling."""

    minimum_cents: int = 0
    maximum_cents: int | None = None
    unit_cents: int = 0
    wagers: Mapping[str, Span] = msgspec.field(default_factory=dict)
    area_maximum_cents: Mapping[str, int] = msgspec.field(default_factory=dict)
    area_scope: Literal["table", "box"] = "table"
    differential_cents: int | None = None
    offered: tuple[str, ...] = ()
    confined: tuple[str, ...] = ()
    positions: Mapping[str, int] = msgspec.field(default_factory=dict)
    values: Mapping[str, str] = msgspec.field(default_factory=dict)
    old_minimum_cents: int | None = None


class Person(Part, frozen=True, kw_only=True):
    """Someone known at the table. `present` ends when they leave or sign off.

    `tokens_back`: what the voucher of the tokens they hold says of tokens that win (X14).
    """

    role: Role
    rank: str | None = None
    order: int = 0
    present: bool = True
    seat: int | None = None
    boxes: tuple[int, ...] = ()
    old_minimum: bool = False
    personal: Span | None = None
    idle: int = 0
    banned: str | None = None
    tokens_back: bool = True


class Sealed(Part, frozen=True, kw_only=True):
    """A set of cards kept secured until it is required; `checked` says how, if it was."""

    kind: Literal["new", "casino pre-shuffled", "Angel pre-shuffled"]
    backs: str
    checked: str | None = None


class Stack(Part, frozen=True, kw_only=True):
    """Cards that are being made ready; `cut_by_player`: by someone who is not of the staff."""

    decks: int
    backs: str
    kind: Literal["new", "casino pre-shuffled", "Angel pre-shuffled", "used"]
    checked: str | None = None
    shuffled: str | None = None
    riffled: Literal["multishuffler", "cut"] | None = None
    handled: bool = False
    cut_by_player: bool = False
    offered: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    nominee: str | None = None
    cut_by: str | None = None
    cut_depth: int | None = None
    behind: int | None = None
    commitment: str | None = None


class FaceUp(Part, frozen=True, kw_only=True):
    """A card found face up in the shoe: at which place of the order, and by which clauses."""

    place: int
    card: Card
    clauses: Clauses = ()


class Shoe(Part, frozen=True, kw_only=True):
    """Cards in play: every one of them is in exactly one of these places.

    `order` says that the cards were taken away, and what may come for them. `added` cards
    came for damaged ones, which are among those removed; the total counts both.
    """

    number: int
    total: int
    left: int
    backs: str
    behind: int | None = None
    commitment: str | None = None
    revealed: bool = False
    cut: bool = True
    burned: int = 0
    burn_done: str | None = None
    discards: int = 0
    removed: int = 0
    missing: int = 0
    foreign: int = 0
    added: int = 0
    aside: tuple[Slot, ...] = ()
    seen: tuple[int, ...] = (0,) * 52
    drawn: tuple[Card | None, ...] = ()
    coups: int = 0
    cutting_card: Literal["ahead", "first", "later"] = "ahead"
    coups_left: int | None = None
    handled: bool = False
    cut_by_player: bool = False
    order: Literal["other backs", "any backs", "unfit"] | None = None
    face_up: FaceUp | None = None
    over: str | None = None


class Slot(Part, frozen=True, kw_only=True):
    """A card on the table; without `card` it lies face down and nobody has reported it."""

    card: Card | None = None
    exposed: bool = False
    number: int = 0


class Coup(Part, frozen=True, kw_only=True):
    """The coup in progress.

    `holders` says who received each hand, `out` which hand is with them now, `collected` which
    came back. `nominees` and `lent` go by card, as "banker:0": whom the holder nominated, and
    which cards lie with nominees. `forfeited` hands stay with the dealer by direction;
    `face_up` is the way its cards leave the shoe; `remainder` how far the cards are that were
    taken out of a failed device to complete it; `fixed` that a ruling fixed its wagers.
    """

    number: int
    no_bet: bool = False
    method: str = "A"
    player: tuple[Slot, ...] = ()
    banker: tuple[Slot, ...] = ()
    counts_announced: bool = False
    result_announced: bool = False
    closed: bool = False
    holders: Mapping[str, str] = msgspec.field(default_factory=dict)
    declined: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    nominees: Mapping[str, str] = msgspec.field(default_factory=dict)
    lent: tuple[str, ...] = ()
    out: str | None = None
    collected: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    face_up: bool | None = None
    remainder: Literal["taken out", "shuffled", "cut"] | None = None
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    answered: tuple[int, ...] = ()
    fixed: bool = False
    relaxed: bool = False
    shoe_says: tuple[str, str] | None = None


class Placed(Part, frozen=True, kw_only=True):
    """A wager on the layout. `defect` says why it is not valid, where that is known.

    `tokens_back`: promotional tokens of it come back when it wins, as their voucher says.
    """

    number: int
    person: str
    wager: str
    stake_cents: int
    tokens_cents: int = 0
    tokens_back: bool = True
    box: int | None = None
    both: int | None = None
    effective_cents: int | None = None
    defect: str | None = None


class Granted(Part, frozen=True, kw_only=True):
    """An approval: requested, then granted by another person, then used up or at an end."""

    number: int
    key: str
    by: str
    whom: str | None = None
    scope: Literal["once", "coup", "shoe", "stay", "shift", "table"] = "once"
    granted_by: str | None = None
    rank: str | None = None
    refused: bool = False
    used: bool = False
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    coup: int = 0
    shoe: int = 0


class Duty(Part, frozen=True, kw_only=True):
    """Something that must be done or told; open until someone discharges it."""

    number: int
    key: str
    to: str
    what: str
    channel: str
    raised: dt.datetime
    due: dt.datetime | None
    clauses: Clauses
    done_by: str | None = None
    done_at: dt.datetime | None = None
    about: str | None = None


class Posted(Part, frozen=True, kw_only=True):
    """A notice on the table: what will change, when it was shown, when it is to happen."""

    kind: str
    shown: dt.datetime
    change: dt.datetime
    value: str = ""
    minimum_cents: int | None = None


class Trouble(Part, frozen=True, kw_only=True):
    """The situation that is to be ruled on now, with the facts that hold.

    Once ruled on it stays while something must follow first: `awaits` says what.
    """

    situation: str
    facts: Mapping[str, str]
    by: str
    detail: Mapping[str, str] = msgspec.field(default_factory=dict)
    coup: int = 0
    card: Card | None = None
    ruling: str | None = None
    awaits: str | None = None
    clauses: Clauses = ()


class Result(Part, frozen=True, kw_only=True):
    """A finished coup, as displays and disputes need it."""

    shoe: int
    coup: int
    outcome: str
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    no_bet: bool = False


class Last(Part, frozen=True, kw_only=True):
    """The coup settled last: its wagers and what was moved, until the next coup begins."""

    coup: int
    wagers: Mapping[int, Placed]
    moved: tuple[Transfer, ...]


class Matter(Part, frozen=True, kw_only=True):
    """A case that stays open beside the game: a dispute, a payment error, a detention.

    `kind` names it; `stage` says how far it is; `facts` hold what its commands recorded.
    """

    number: int
    kind: str
    stage: str
    person: str | None = None
    amount_cents: int = 0
    facts: Mapping[str, str] = msgspec.field(default_factory=dict)


class Table(Part, frozen=True, kw_only=True):
    """The whole state of a table."""

    events: int = 0
    now: dt.datetime | None = None
    house: House | None = None
    closed: bool = True
    sign: SignState = SignState()
    next_sign: SignState | None = None
    people: Mapping[str, Person] = msgspec.field(default_factory=dict)
    closed_boxes: tuple[int, ...] = ()
    players_limit: int | None = None
    one_per_box: bool = False
    designated: str | None = None
    declined: tuple[str, ...] = ()
    role_from: int | None = None
    role_shoe: int = 0
    secured: Mapping[str, Sealed] = msgspec.field(default_factory=dict)
    unverified: Literal["dropped", "ordered"] | None = None
    stack: Stack | None = None
    shoe: Shoe | None = None
    shoes: int = 0
    coup: Coup | None = None
    coups: int = 0
    coups_before: int = 0
    next_no_bet: str | None = None
    no_bet_left: int = 0
    no_bet_since: int = 0
    placed: int = 0
    wagers: Mapping[int, Placed] = msgspec.field(default_factory=dict)
    balances: Balances = msgspec.field(default_factory=dict)
    approvals: Mapping[int, Granted] = msgspec.field(default_factory=dict)
    duties: Mapping[int, Duty] = msgspec.field(default_factory=dict)
    numbered: int = 0
    notices: Mapping[str, Posted] = msgspec.field(default_factory=dict)
    trouble: Trouble | None = None
    matters: Mapping[int, Matter] = msgspec.field(default_factory=dict)
    results: tuple[Result, ...] = ()
    last: Last | None = None
    marks: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def commencing(self) -> bool:
        """Whether the game is just commencing: no coup was dealt since the table was opened."""
        return self.coups == self.coups_before

    @property
    def phase(self) -> Phase:
        """Where the table is in a coup: before it, in it, complete but not settled."""
        if self.coup is None:
            return "betting" if self.shoe is not None and self.shoe.over is None else "between"
        return "complete" if self.coup.result_announced else "dealing"

    def present(self, role: Role | None = None) -> dict[str, Person]:
        """The people at the table, of one role if asked, in order of arrival."""
        return {
            name: person
            for name, person in self.people.items()
            if person.present and (role is None or person.role == role)
        }

    def participants(self) -> dict[str, Person]:
        """The players at the table whose agreement counts: who is excluded takes no part."""
        players = self.present("player")
        return {name: person for name, person in players.items() if not person.banned}
