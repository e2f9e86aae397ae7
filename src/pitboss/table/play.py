"""How a game is played at a table: what the core asks it, and what comes next.

The core keeps people, money, authority, approvals, duties, rulings and the log. A game answers
what its cards ask; it is handed to the core, which never looks one up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import msgspec

from pitboss.cards import Card as Face
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Wager
from pitboss.refusal import Refusal
from pitboss.table.own import Own
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Hands, Placed, Round, Table
from pitboss.words.catalogue import Said

if TYPE_CHECKING:
    from pitboss.table.machine import Query, Work


END = "end"
"""The moment of payment at which a round is over."""


@dataclass(frozen=True)
class Card:
    """A card is due to a hand; `up` says whether all see it at once.

    `aside`: it is the one that lies aside, not the next of the shoe.
    """

    hand: str
    up: bool
    clauses: Clauses = ()
    aside: bool = False


class Staked(NamedTuple):
    """What is staked with a choice: chips, but for so much of it in promotional tokens.

    `voucher` says of which voucher the tokens are, where several are held.
    """

    cents: int = 0
    tokens_cents: int = 0
    voucher: str | None = None


Follow = Callable[["Work", str, Staked], None]
"""What follows a choice: by whom it was made, and with which stake."""


@dataclass(frozen=True)
class Choice:
    """Something a person may choose: its bounds where it is an amount, and what follows.

    `hand` is the one it is about, where a person may have several; `closed` says why it cannot
    be chosen as things stand.
    """

    word: str
    follow: Follow
    least_cents: int = 0
    most_cents: int = 0
    hand: str | None = None
    clauses: Clauses = ()
    closed: Refusal | None = None


@dataclass(frozen=True)
class Ask:
    """People decide before play goes on; `silence` is what saying nothing means.

    What each of them may choose, `Play.choices` says; `among` names every choice that answers
    what is asked, those too that are closed as things stand.
    """

    people: tuple[str, ...]
    silence: Choice | None = None
    hand: str | None = None
    clauses: Clauses = ()
    among: tuple[str, ...] = ()


@dataclass(frozen=True)
class Say:
    """Counts, totals or a result are announced."""

    what: str
    clauses: Clauses = ()


@dataclass(frozen=True)
class Pay:
    """Wagers are settled: at which moment of the round."""

    moment: str = END
    clauses: Clauses = ()


@dataclass(frozen=True)
class Stays:
    """A wager is not decided: it stays on the layout, knowing how far it is.

    `fixed`: nobody may touch it meanwhile.
    """

    memory: str = ""
    fixed: bool = False
    clauses: Clauses = ()


@dataclass(frozen=True)
class Decided:
    """A wager over several rounds is decided: the member it is settled on, and what decided it."""

    member: Any
    clauses: Clauses = ()


Facts = Callable[[Placed], Any]
"""By wager: the fact that it is settled on, a member of its space; it is `Decided`, or `Stays`."""


@dataclass(frozen=True)
class Do:
    """A command of the game's own comes next: whose it is, and the place of a card it shows.

    `instead` is what the dealer may do where a player is waited for.
    """

    word: str
    by: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    place: int | None = None
    instead: Do | None = None


@dataclass(frozen=True)
class Done:
    """Nothing is left to do in this round, or none is in progress."""


Step = Card | Ask | Say | Pay | Do | Done


@dataclass(frozen=True)
class Move:
    """The house's next act, and the hand and the place that its card goes to."""

    word: str
    hand: str | None = None
    place: int | None = None


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a round, or of making a shoe ready; `hand`: to whose its next card goes."""

    step: str
    state: Literal["done", "now", "ahead"]
    hand: str | None = None


def stage(step: str, *, done: bool, hand: str | None = None) -> Stage:
    """A step that is done, or still ahead."""
    return Stage(step=step, state="done" if done else "ahead", hand=hand)


class HandSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand on the table: cards face down have no name; the count is that of cards seen."""

    id: str
    title: str
    cards: tuple[str | None, ...] = ()
    count: int | None = None


class HandTold(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it lies, with what the rules say of it; a card unseen has no name.

    `decision` is the game's word for what the hand does, where the cards seen decide it.
    """

    id: str
    title: str
    cards: tuple[str | None, ...]
    count: int | None
    decision: str | None
    sentence: str | None
    said: Said | None = None
    clauses: Clauses


class IfDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """What a card of these ranks would make of the hand that is due one.

    `result` is given where the round would be over, else `then` says what would come.
    """

    ranks: tuple[str, ...]
    count: int
    result: str | None
    then: str | None


@dataclass(frozen=True)
class Told:
    """Hands with what the rules say of each, whose card is due, and what it would lead to."""

    hands: tuple[HandTold, ...]
    due: str | None = None
    if_drawn: tuple[IfDrawn, ...] = ()


Seen = Mapping[str, Sequence[Face | None]]
"""By hand: its cards as they lie; one that nobody has seen is none."""


@dataclass(frozen=True)
class RoadSettings:
    """What a server shows of past results."""

    ask: bool = False
    no_bet: bool = False
    leading_ties: bool = True


class Play(Protocol):
    """What a game answers at a table."""

    name: str
    """The edition's `play`."""
    hands: Mapping[str, str]
    """The hands that every round has, with their titles, in the order in which they are told."""
    decided: bool
    """Whether people's choices decide where cards go, so that cards alone do not say the hands."""

    def next(self, query: Query) -> Step:
        """The one thing that comes next in the round in progress, or to begin one."""

    def before(self, query: Query) -> Sequence[Do]:
        """What may have to be done before a round begins, the most usual first."""

    def willing(self, query: Query, word: str) -> Sequence[str]:
        """The players who would do a part of the deal that is theirs."""

    def choices(self, query: Query, person: str) -> Sequence[Choice]:
        """What a person may choose now, with its bounds and clauses, and what is closed to them."""

    def advice(self, query: Query, hand: str | None) -> Sequence[str]:
        """The words that ordinary play chooses where it is asked about a hand, the best first."""

    def due(self, query: Query, round_: Round) -> str:
        """The hand that the next card is due to, `initial`, `unknown` or `none`."""

    def facts(self, query: Query, hands: Hands, moment: str) -> Facts:
        """What wagers are settled on at a moment of payment, where these hands lie."""

    def outcome(self, hands: Hands) -> str:
        """The outcome of finished hands, in the word that results are kept by."""

    def complies(self, query: Query, round_: Round) -> bool:
        """Whether these hands could have been dealt so."""

    def recalled(self, hands: Hands, lines: Sequence[KeptLine]) -> Own | None:
        """What the game alone had of a settled round, as far as hands and lines tell."""

    def dealt(self, edition: Edition, cards: Sequence[Face], *, whole: bool = True) -> Hands | None:
        """The hands that cards give in the order they left the shoe; nothing where not all fit.

        Unless they are to be a `whole` round, more cards may be to come.
        """

    def handled(self, round_: Round) -> bool:
        """Whether someone at the table has, or had, cards of the round in their hands."""

    def holds(self, round_: Round, person: str) -> str | None:
        """The hand that a person has before them now."""

    def decider(self, round_: Round, hand: str) -> str | None:
        """Who decides for a hand; nobody where only the rules do."""

    def taken_back(self, work: Work, clauses: Clauses) -> None:
        """The round goes on without wagers: the dealer has all cards again."""

    def voided(self, work: Work, why: str, clauses: Clauses) -> None:
        """The round is about to have no result; its wagers are still where they were."""

    def refused(self, query: Query, wager: str) -> Refusal | None:
        """Why a wager cannot be placed as the table stands, where the game alone knows it."""

    def nomination(self, wager: Wager, given: str) -> str | Refusal:
        """The results that a wager over several rounds is placed on, or why they are none."""

    def withdrawn(self, work: Work, person: str) -> None:
        """A wager of this person is gone from the layout."""

    def settled(self, work: Work, outcome: str) -> None:
        """A round on which wagers lay is settled."""

    def shoe_over(self, work: Work, clauses: Clauses) -> None:
        """The last coup of a shoe is over; what a coup of it did not settle is settled now."""

    def called(self, query: Query) -> None:
        """Refuse the call that closes betting while something is wanting for it."""

    def announcement(self, table: Table) -> str | None:
        """What was announced last."""

    def seen(self, round_: Round) -> tuple[HandSeen, ...]:
        """The hands as everyone at the table sees them."""

    def stage(self, round_: Round) -> Mapping[str, Any]:
        """What else everyone sees of a round: what was announced, who has which hand."""

    def tally(self, cards: Sequence[Face]) -> Said:
        """A hand added up, as a person would write it."""

    def stages(self, table: Table, move: Move | None) -> list[Stage]:
        """The steps of the round in progress, or of the one to come, and how far it is."""

    def role(self, table: Table) -> str | None:
        """Who holds a role over rounds, where the method in use has one."""

    def told(self, edition: Edition, hands: Seen, own: Own | None = None) -> Told:
        """The hands of a round with what the rules say of each, as far as cards are seen.

        `own` is what the game alone has of the round.
        """

    def result(self, outcome: str, hands: Hands) -> Said:
        """The outcome of finished hands as it is announced."""

    def roads(self, query: Query, shown: RoadSettings) -> msgspec.Struct | None:
        """How past results of the shoe are shown; nothing where the game has no such custom."""
