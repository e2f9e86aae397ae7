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
from pitboss.editions.wagers import Clauses
from pitboss.ledger import Balances, Transfer
from pitboss.table.cards.parts import Sealed, Shoe, Slot, Stack
from pitboss.table.own import Own, Part
from pitboss.table.settlement.line import KeptLine

Role = Literal["staff", "player", "spectator", "inspector", "surveillance", "clock", "terminal"]
Hands = Mapping[str, tuple[Card, ...]]
"""Cards by the name of their hand."""
Phase = Literal["betting", "dealing", "complete", "between"]


PIT = "pit"
"""Where a table stands of which neither the edition nor the journal says it."""


class House(Part, frozen=True, kw_only=True):
    """What was fixed when the table was opened; `from_right`: seat 1 is at the dealer's right.

    `ask_roads`: past results are shown with what the next one would add to them.
    """

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
    place: str = PIT
    wrd: bool = False
    chips: tuple[int, ...] = ()
    play: str = ""
    from_right: bool = False
    ask_roads: bool = False


class Span(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The least and the most of a wager, in cents; nothing where the sign is silent."""

    minimum_cents: int = 0
    maximum_cents: int | None = None


class SignState(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sign on the table: limits, unit, what is offered and to whom, values for settling.

    The limits `by_player` are for all wagers of one player on a coup together; `positions` says
    how many places an optional wager has where the layout does not. `wagers_per_area` is the most
    that was chosen for an area, nought for any number.
    """

    minimum_cents: int = 0
    maximum_cents: int | None = None
    by_player_minimum_cents: int = 0
    by_player_maximum_cents: int | None = None
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
    wagers_per_area: int | None = None


class Lot(Part, frozen=True, kw_only=True):
    """The tokens of one voucher, in hand or staked, and what it says of them.

    `wagers` they may be staked on (all where none is named) and `until` when; `back`: a token
    that wins comes back.
    """

    voucher: str
    left_cents: int
    wagers: tuple[str, ...] = ()
    until: dt.datetime | None = None
    back: bool = True
    note: str | None = None


class Person(Part, frozen=True, kw_only=True):
    """Someone known at the table. `present` ends when they leave or sign off.

    `banned` says from what they are excluded; `detained`: nobody has taken them over yet.
    """

    role: Role
    rank: str | None = None
    order: int = 0
    present: bool = True
    seat: int | None = None
    boxes: tuple[int, ...] = ()
    old_minimum: bool = False
    marker_box: int | None = None
    personal: Span | None = None
    idle: int = 0
    banned: str | None = None
    lots: tuple[Lot, ...] = ()
    detained: bool = False

    @property
    def barred(self) -> bool:
        """Whether they take no part: excluded, or detained."""
        return self.detained or self.banned is not None


class Betting(Part, frozen=True, kw_only=True):
    """Whether wagers may be touched: for the round to come, and for the one in progress.

    `cause` says what closed it; its period began at `opened_at` and ends at `closes_at`, and
    `no_more` bets were called for; `relaxed`: it is open again, by leave, until a card is seen;
    `fixed`: a ruling fixed the wagers as they lie.
    """

    closed: bool = False
    cause: str | None = None
    opened_at: dt.datetime | None = None
    closes_at: dt.datetime | None = None
    no_more: bool = False
    relaxed: bool = False
    fixed: bool = False


LEFT_OUT = "A"
"""The method that a written state leaves out; nothing is decided by it."""


class Round(Part, frozen=True, kw_only=True):
    """The round in progress; `hands` are the cards on the table by the name of their hand.

    `complete`: nothing but its settlement is left; `remainder` is how far the cards are that
    were taken out of a failed device to complete it; `paid` are the wagers settled before its
    end; `own` is what the game alone has of it.
    """

    number: int
    no_bet: bool = False
    method: str = LEFT_OUT
    hands: Mapping[str, tuple[Slot, ...]] = msgspec.field(default_factory=dict)
    complete: bool = False
    remainder: Literal["taken out", "shuffled", "cut"] | None = None
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    answered: tuple[int, ...] = ()
    shoe_says: tuple[str, str] | None = None
    paid: tuple[KeptLine, ...] = ()
    own: Own | None = None

    def hand(self, name: str) -> tuple[Slot, ...]:
        """The cards of a hand as they lie."""
        return self.hands.get(name, ())

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Every card of the round, hand by hand."""
        return tuple(slot for hand in self.hands.values() for slot in hand)

    def known(self) -> Hands:
        """The cards that are known, by hand."""
        return {
            name: tuple(slot.card for slot in hand if slot.card is not None)
            for name, hand in self.hands.items()
        }


class Placed(Part, frozen=True, kw_only=True):
    """A wager on the layout. `defect` says why it is not valid, where that is known.

    `vouchers`: of which vouchers its promotional tokens are. A wager that stayed over a round
    has `memory` of how far it is, and is `fixed` where it may no longer be touched. `hand` is the
    one of its box that it lies on, where that is not the first; `position` its place in the
    line of wagers on the box, the nearest to the dealer first; `taken`: its chips are in the
    float already. `nominated` is the results that its bettor named, where it asks for some.
    """

    number: int
    person: str
    wager: str
    stake_cents: int
    tokens_cents: int = 0
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)
    box: int | None = None
    both: int | None = None
    effective_cents: int | None = None
    defect: str | None = None
    memory: str = ""
    fixed: bool = False
    hand: str = ""
    position: int | None = None
    taken: bool = False
    nominated: str = ""


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
    withdrawn: bool = False
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


class Proposed(Part, frozen=True, kw_only=True):
    """The ruling that one of the staff puts forward, for whoever may give it."""

    by: str
    ruling: str
    hands: Mapping[str, str] = msgspec.field(default_factory=dict)
    cards: str | None = None
    reason: str | None = None


class Trouble(Part, frozen=True, kw_only=True):
    """The situation that is to be ruled on now, with the facts that hold.

    Once ruled on it stays while something must follow first: `awaits` says what. `against` are
    the facts of the record that speak against the report; `aside`: it is about the card that
    lay aside already, so that no card came out for it.
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
    against: Mapping[str, str] = msgspec.field(default_factory=dict)
    aside: bool = False
    proposed: Proposed | None = None


class Result(Part, frozen=True, kw_only=True):
    """A finished coup, as displays and disputes need it."""

    shoe: int
    coup: int
    outcome: str
    hands: Hands = msgspec.field(default_factory=dict)
    no_bet: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, hand by hand."""
        return tuple(card for hand in self.hands.values() for card in hand)


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
    """The whole state of a table.

    `settled` holds the lines of the coups whose results came last, as `kept` packs them;
    `lows` the least that players have held since, as `least` reads it; `conduct` what the
    procedures that the edition chose have to remember, by procedure.
    """

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
    secured: Mapping[str, Sealed] = msgspec.field(default_factory=dict)
    unverified: Literal["dropped", "ordered"] | None = None
    stack: Stack | None = None
    shoe: Shoe | None = None
    shoes: int = 0
    betting: Betting = Betting()
    coup: Round | None = None
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
    settled: tuple[bytes, ...] = ()
    lows: Mapping[str, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)
    last: Last | None = None
    marks: Mapping[str, str] = msgspec.field(default_factory=dict)
    own: Own | None = None
    conduct: Mapping[str, Own] = msgspec.field(default_factory=dict)

    @property
    def commencing(self) -> bool:
        """Whether the game is just commencing: no coup was dealt since the table was opened."""
        return self.coups == self.coups_before

    @property
    def staked(self) -> Mapping[int, Placed]:
        """The wagers of the round to come or in progress: not those that wait for a later one."""
        if not any(placed.fixed for placed in self.wagers.values()):
            return self.wagers
        return {number: placed for number, placed in self.wagers.items() if not placed.fixed}

    @property
    def phase(self) -> Phase:
        """Where the table is in a coup: before it, in it, complete but not settled."""
        if self.coup is None:
            return "betting" if self.shoe is not None and self.shoe.over is None else "between"
        return "complete" if self.coup.complete else "dealing"

    def present(self, role: Role | None = None) -> dict[str, Person]:
        """The people at the table, of one role if asked, in order of arrival."""
        return {
            name: person
            for name, person in self.people.items()
            if person.present and (role is None or person.role == role)
        }

    def participants(self) -> dict[str, Person]:
        """The players who take part: not those who are excluded or detained."""
        players = self.present("player")
        return {name: person for name, person in players.items() if not person.barred}

    def patrons(self) -> dict[str, Person]:
        """Everyone at the table who is not there on duty: players and spectators."""
        return {**self.present("player"), **self.present("spectator")}
