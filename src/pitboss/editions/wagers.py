"""The typed model of wagers: decision tables and automata as an edition writes them."""

from __future__ import annotations

from typing import Literal

import msgspec

Clauses = tuple[str, ...]
Condition = int | bool | str | list[int | bool | str]
Outcome = Literal["win", "lose", "stand-off", "void"]
Event = Literal["own", "other", "tie", "dummy", "void", "end-of-shoe"]


class Cited(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything that stands in an edition carries the clauses it comes from."""

    clauses: Clauses


class ExcessCommission(Cited, frozen=True, kw_only=True):
    """A further commission on what an arranged wager exceeds a signed amount by."""

    over: str
    commission: str


class Row(Cited, frozen=True, kw_only=True):
    """One row of a decision table: when these facts hold, this is the outcome and the pay."""

    label: str = ""
    when: dict[str, Condition] = {}
    outcome: Outcome = "win"
    pays: str | dict[str, str] | None = None
    bound_clauses: dict[str, Clauses] = msgspec.field(default_factory=dict)
    games: tuple[str, ...] = ()
    excess: ExcessCommission | None = None


class Hits(Cited, frozen=True, kw_only=True):
    """`unique`: no two rows may match; `highest`: the highest win event only is paid."""

    policy: Literal["unique", "highest"] = "unique"
    clauses: Clauses = ()


class Among(Cited, frozen=True, kw_only=True):
    """What a wager is confined to: certain games, decks, layouts, sources of cards or stakes."""

    only: tuple[str | int, ...]


class Offer(Cited, frozen=True, kw_only=True):
    """The situation in which a wager of the middle of a round is offered.

    `told_by` names a fact that is known then, by which its odds are worth telling apart.
    """

    when: dict[str, Condition]
    told_by: str | None = None


class Signed(Cited, frozen=True, kw_only=True):
    """A wager that exists only where the sign says so."""

    key: str
    value: str = "yes"


class StakeKept(Cited, frozen=True, kw_only=True):
    """The stake is collected before the deal and never returned with a win."""


class Cap(Cited, frozen=True, kw_only=True):
    """A wager whose stake may not exceed the largest of the bettor's own named wagers."""

    by: tuple[str, ...]


class ByChoice(Cited, frozen=True, kw_only=True):
    """A wager that is placed by a choice in the round, never before it."""


class BoxPlaces(Cited, frozen=True, kw_only=True):
    """The places that an optional wager has on each box, and who has them.

    Someone's main wager must lie on the box; with `own` the bettor's, and of those the places
    go to the seated, the higher wager, the nearer to the dealer. Without it main bettors come
    before others.
    """

    most: int
    own: bool = False
    main_clauses: Clauses = ()
    seated_clauses: Clauses = ()
    highest_clauses: Clauses = ()
    nearest_clauses: Clauses = ()

    def why(self, by: Literal["seated", "highest", "nearest"]) -> Clauses:
        """The clauses by which one bettor comes before another."""
        return {
            "seated": self.seated_clauses,
            "highest": self.highest_clauses,
            "nearest": self.nearest_clauses,
        }[by]


class OptionalBet(Cited, frozen=True, kw_only=True):
    """A wager beside the main ones; its amount is signed where `amount_clauses` say so.

    One stands for each player, unless `several` may or the edition chose `entitlement`.

    `confine` is the approval that lets it be kept for those with a main wager, `told` whom
    that is notified to beforehand. Where positions are few main bettors come `first`, before
    all those on the area that it stands `beside`; without `mains` other main bettors come before
    nobody.
    """

    confine: str | None = None
    several: bool = False
    mains: bool = True
    told: tuple[str, ...] = ()
    told_clauses: Clauses = ()
    sign_clauses: Clauses = ()
    first: bool = True
    beside: str | None = None
    amount_clauses: Clauses = ()
    one_clauses: Clauses = ()
    box: BoxPlaces | None = None


class PoolRank(Cited, frozen=True, kw_only=True):
    """Who may do something with a link."""

    rank: str


class Pool(Cited, frozen=True, kw_only=True):
    """The pool that rows of a wager pay shares of: tables that are linked feed one.

    `reset` is the sign's key of the least that the pool shows, `without` the approval by which
    play goes on without it. `opens` says who links tables, `decides` who settles what no rule
    does. The clauses are of: what must be equal at all tables, the device, metering, what counts
    as the same time, which payments come first, what a share is in addition to, equipment that
    fails; and by row, sharing.
    """

    reset: str
    without: str
    opens: PoolRank
    decides: PoolRank
    pay_table_clauses: Clauses
    rate_clauses: Clauses
    stake_clauses: Clauses
    device_clauses: Clauses
    metered_clauses: Clauses
    round_clauses: Clauses
    moment_clauses: Clauses
    first_clauses: Clauses
    paid_clauses: Clauses
    fault_clauses: Clauses
    shared_clauses: dict[str, Clauses]


class Wager(Cited, frozen=True, kw_only=True):
    """A wager as a decision table over one space of facts."""

    title: str
    space: str
    rows: tuple[Row, ...]
    otherwise: Row
    hits: Hits = Hits()
    games: Among | None = None
    decks: Among | None = None
    layouts: Among | None = None
    sources: Among | None = None
    stakes: Among | None = None
    signed: Signed | None = None
    optional: OptionalBet | None = None
    offer: Offer | None = None
    stake_kept: StakeKept | None = None
    cap: Cap | None = None
    pool: Pool | None = None
    chosen: ByChoice | None = None
    automaton: str | None = None
    sequence: str | None = None
    nominated: int | None = None
    tail_of: str | None = None


class Transition(Cited, frozen=True, kw_only=True):
    """What an automaton does on an event, in these states (in all others if none is named)."""

    event: tuple[Event, ...]
    states: tuple[int, ...] = ()
    then: Literal["advance", "stay", "settle"]


class Automaton(Cited, frozen=True, kw_only=True):
    """A wager that spans coups: it counts from `start` to `full` and settles on the count.

    `minus` is taken from the count at settlement. Without `full` the length of the wager's
    own sequence is full. `opened_at` is the running count of the wager's tail at which it
    may be placed; placed at any other it is misplaced, so void and returned.
    """

    start: int
    full: int | None = None
    minus: int = 0
    rows: tuple[Transition, ...]
    opened_at: int | None = None
    misplaced_clauses: Clauses = ()
