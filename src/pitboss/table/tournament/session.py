"""A session at a table: what the tournament tells it, from the first chips to the last."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated

import msgspec

from pitboss.ledger import ASIDE, FLOAT, TOURNAMENT, Transfer, chips_of
from pitboss.refusal import refuse
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, Event, PublicEvent, TableEvent, Work, decides, replace
from pitboss.table.procedures.memory import remember
from pitboss.table.state import Person, SignState, Table
from pitboss.table.tournament.outs import cannot_wager, gone
from pitboss.table.tournament.play import (
    CLOCK,
    NAME,
    TournamentPlay,
    change_play,
    held,
    play_of,
    the_play,
)

STOCK = 100
"""The table has chips in its tray for so many times what its players begin with."""
Cents = Annotated[int, msgspec.Meta(ge=1)]
LONGEST = 3_600
Few = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Told(Command, frozen=True, kw_only=True):
    """What a tournament tells its table."""

    tournament: str


class BeginTournamentSession(Told, frozen=True, kw_only=True):
    """Begin a session: who plays from which box, with how much, within which limits.

    `from_marker`: cards are dealt from the marker on; `seconds` is the time for a wager.
    """

    session: int
    boxes: dict[str, int]
    allotment_cents: Cents
    minimum_cents: Cents
    maximum_cents: Cents
    order: bool = False
    from_marker: bool = False
    pass_cards: Few = 0
    undisclosed: Few = 0
    seconds: int | None = None


class EndTournamentSession(Told, frozen=True, kw_only=True):
    """End a session: its chips go back, and the table plays on as ever."""

    session: int


class HoldTournament(Told, frozen=True, kw_only=True):
    """Hold play while a dispute is settled, or let it go on."""

    held: bool


class LimitTournamentWagers(Told, frozen=True, kw_only=True):
    """Let other limits hold from the next coup on, as players were told beforehand."""

    minimum_cents: Cents
    maximum_cents: Cents


class LimitTournamentTime(Told, frozen=True, kw_only=True):
    """Give so many seconds for a wager."""

    seconds: int


class CountTournamentChips(Told, frozen=True, kw_only=True):
    """Count the chips before every player."""


class TournamentSessionBegun(PublicEvent, frozen=True, kw_only=True):
    """A session begins: the float is set aside, and every player has the same chips."""

    tournament: str
    session: int
    boxes: Mapping[str, int]
    allotment_cents: int
    minimum_cents: int
    maximum_cents: int
    float_cents: int
    stock_cents: int
    order: bool = False
    from_marker: bool = False
    pass_cards: int = 0
    undisclosed: int = 0
    seconds: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips of the tournament only, which are worth nothing elsewhere."""
        return (
            Transfer(FLOAT, ASIDE, self.float_cents),
            Transfer(TOURNAMENT, FLOAT, self.stock_cents),
            *(Transfer(TOURNAMENT, chips_of(name), self.allotment_cents) for name in self.boxes),
        )

    def changes(self, table: Table) -> Table:
        """Its players sit at their boxes, under limits of its own."""
        people = dict(table.people)
        for name, box in self.boxes.items():
            known = people.get(name)
            if known is None or not known.present or known.role != "player":
                known = Person(role="player", order=len(people))
            people[name] = replace(known, present=True, seat=box, boxes=(box,), idle=0)
        play = TournamentPlay(
            tournament=self.tournament,
            session=self.session,
            boxes=dict(self.boxes),
            everyone=tuple(self.boxes),
            sign=table.sign,
            order=self.order,
            from_marker=self.from_marker,
            pass_cards=self.pass_cards,
            undisclosed=self.undisclosed,
            seconds=self.seconds,
            since=self.at,
        )
        table = replace(table, people=people, next_sign=None)
        table = replace(table, sign=_limited(table.sign, self.minimum_cents, self.maximum_cents))
        return remember(table, NAME, play)


class TournamentSessionEnding(PublicEvent, frozen=True, kw_only=True):
    """The coup in progress is the last of the session."""

    session: int

    def changes(self, table: Table) -> Table:
        """Over when the coup is, which is dealt out whatever held play."""
        return change_play(table, ending=True, held=False)


class TournamentSessionOver(PublicEvent, frozen=True, kw_only=True):
    """A session is over: all its chips are the operator's, and the float is back."""

    tournament: str
    session: int
    chips: Mapping[str, int]
    stock_cents: int
    float_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Back to the inventory."""
        return (
            *(Transfer(chips_of(name), TOURNAMENT, cents) for name, cents in self.chips.items()),
            Transfer(FLOAT, TOURNAMENT, self.stock_cents),
            Transfer(ASIDE, FLOAT, self.float_cents),
        )

    def changes(self, table: Table) -> Table:
        """As it was before; what the sign fixes for a game is what it fixes for the game now."""
        play = play_of(table)
        assert play is not None
        conduct = {name: part for name, part in table.conduct.items() if name != NAME}
        sign = replace(play.sign, values=table.sign.values)
        table = replace(table, conduct=conduct, sign=sign, next_sign=None)
        for name in play.boxes:
            table = gone(table, name)
        return table


class TournamentHeld(PublicEvent, frozen=True, kw_only=True):
    """Play is held, or goes on."""

    held: bool

    def changes(self, table: Table) -> Table:
        """Nothing is wagered or begun meanwhile."""
        return change_play(table, held=self.held)


class TournamentWagersLimited(PublicEvent, frozen=True, kw_only=True):
    """Other limits hold, from the next coup on."""

    minimum_cents: int
    maximum_cents: int

    def changes(self, table: Table) -> Table:
        """Wagers that lie stay under the limits that they were made under."""
        sign = _limited(table.sign, self.minimum_cents, self.maximum_cents)
        if table.coup is not None or table.wagers:
            return replace(table, next_sign=sign)
        return replace(table, sign=sign)


class TournamentTimeLimited(PublicEvent, frozen=True, kw_only=True):
    """Wagers are made within so many seconds."""

    seconds: int

    def changes(self, table: Table) -> Table:
        """From now on."""
        return change_play(table, seconds=self.seconds, since=self.at)


class TournamentChipsCounted(TableEvent, frozen=True, kw_only=True):
    """The chips before the players were counted."""

    chips: Mapping[str, int]


def of_session(before: Table, event: Event) -> bool:
    """Whether what an event moves are chips of a tournament, which are no money."""
    return play_of(before) is not None or isinstance(event, TournamentSessionBegun)


def _limited(sign: SignState, least: int, most: int) -> SignState:
    """A sign with the limits of a session, in units of its minimum; other figures stay."""
    return replace(
        sign,
        minimum_cents=least,
        maximum_cents=most,
        by_player_minimum_cents=0,
        by_player_maximum_cents=None,
        unit_cents=least,
        wagers={},
        area_maximum_cents={},
        old_minimum_cents=None,
    )


@decides(
    BeginTournamentSession,
    who=CLOCK,
    rules=(
        "tournament-exclusive",
        "tournament-allotment",
        "tournament-chips-only",
        "low-limit-no-tournament",
    ),
    procedure=NAME,
)
def begin_session(work: Work, command: BeginTournamentSession) -> None:
    """At a table that plays nothing else, and never where low limit gaming is offered."""
    clauses = work.cite("tournament-exclusive")
    if work.house.low_limit:
        work.forbid("low-limit-no-tournament", "no-tournament")
    table = work.table
    if play_of(table) is not None:
        refuse("session-at-table", clauses)
    strangers = [name for name in table.present("player") if name not in command.boxes]
    if table.coup is not None or table.wagers or any(held(table, name) for name in strangers):
        refuse("table-in-use", clauses)
    if any(held(table, name) for name in command.boxes):
        refuse("other-chips", work.cite("tournament-chips-only"))
    fed = None if table.own is None else table.own.fed
    if fed is not None:
        refuse("table-feeds-pool", work.cite("tournament-chips-only"))
    boxes = list(command.boxes.values())
    if not boxes or len(set(boxes)) < len(boxes) or not 1 <= min(boxes) <= max(boxes):
        refuse("boxes-unclear", clauses)
    if max(boxes) > work.house.seats:
        refuse("no-such-seat.find", clauses, box=max(boxes))
    _fit(work, command.minimum_cents, command.maximum_cents, command.seconds)
    if command.allotment_cents < command.minimum_cents or command.undisclosed < 0:
        refuse("session-unclear", work.cite("tournament-allotment"))
    work.emit(
        TournamentSessionBegun,
        command,
        float_cents=table.balances.get(FLOAT, 0),
        stock_cents=STOCK * len(boxes) * command.allotment_cents,
        clauses=work.cite("tournament-exclusive", "tournament-allotment", "tournament-chips-only")
        + work.edition.overlays[NAME].clauses,
    )


def _fit(work: Work, least: int, most: int, seconds: int | None = None) -> None:
    """Refuse limits that do not fit together, and a time that nobody could wait for."""
    if least < 1 or most < least or most % least:
        refuse("session-unclear", work.cite("keep-to-limits"))
    if seconds is not None and not 1 <= seconds <= LONGEST:
        refuse("session-unclear", work.cite("tournament-time"))


def _told(work: Work, command: Told) -> TournamentPlay:
    """The session that is played, of the tournament that tells something."""
    play = the_play(work)
    if play.tournament != command.tournament:
        refuse("another-tournament", work.cite("tournament-exclusive"))
    return play


@decides(
    EndTournamentSession,
    who=CLOCK,
    troubled=True,
    rules=("tournament-chips-return", "tournament-chips-back"),
    procedure=NAME,
)
def end_session(work: Work, command: EndTournamentSession) -> None:
    """At once between coups, otherwise when the coup is over."""
    play = _told(work, command)
    clauses = work.cite("tournament-chips-return", "tournament-chips-back")
    if play.session != command.session:
        refuse("another-tournament", clauses)
    if work.table.coup is not None:
        work.emit(TournamentSessionEnding, session=play.session, clauses=clauses)
        return
    finish(work)


def finish(work: Work) -> None:
    """What lies goes back, and all chips to the inventory."""
    play = the_play(work)
    clauses = work.cite("tournament-chips-return", "tournament-chips-back")
    for placed in tuple(work.table.wagers.values()):
        give_back(work, placed, "the session is over", clauses)
    chips = {name: held(work.table, name) for name in play.everyone if held(work.table, name)}
    balances = work.table.balances
    work.emit(
        TournamentSessionOver,
        tournament=play.tournament,
        session=play.session,
        chips=chips,
        stock_cents=balances.get(FLOAT, 0),
        float_cents=balances.get(ASIDE, 0),
        clauses=clauses,
    )


@decides(HoldTournament, who=CLOCK, troubled=True, rules=("tournament-dispute",), procedure=NAME)
def hold(work: Work, command: HoldTournament) -> None:
    """While a dispute is settled."""
    _told(work, command)
    work.emit(TournamentHeld, command, clauses=work.cite("tournament-dispute"))


@decides(
    LimitTournamentWagers,
    who=CLOCK,
    troubled=True,
    rules=("tournament-limits-change",),
    procedure=NAME,
)
def limit_wagers(work: Work, command: LimitTournamentWagers) -> None:
    """As the players were told beforehand; who cannot wager any more is out."""
    _told(work, command)
    _fit(work, command.minimum_cents, command.maximum_cents)
    clauses = work.cite("tournament-limits-change")
    work.emit(TournamentWagersLimited, command, clauses=clauses)
    cannot_wager(work)


@decides(LimitTournamentTime, who=CLOCK, troubled=True, rules=("tournament-time",), procedure=NAME)
def limit_time(work: Work, command: LimitTournamentTime) -> None:
    """After reasonable notice, which the tournament has on record."""
    _told(work, command)
    _fit(work, 1, 1, command.seconds)
    work.emit(TournamentTimeLimited, command, clauses=work.cite("tournament-time"))


@decides(
    CountTournamentChips, who=CLOCK, troubled=True, rules=("tournament-count",), procedure=NAME
)
def count_chips(work: Work, command: CountTournamentChips) -> None:
    """As they stand before the players."""
    play = _told(work, command)
    chips = {name: held(work.table, name) for name in play.boxes}
    work.emit(TournamentChipsCounted, chips=chips, clauses=work.cite("tournament-count"))


def time_over(play: TournamentPlay, at: dt.datetime) -> bool:
    """Whether the time for a wager is limited and over."""
    if play.seconds is None or play.since is None:
        return False
    return at > play.since + dt.timedelta(seconds=play.seconds)
