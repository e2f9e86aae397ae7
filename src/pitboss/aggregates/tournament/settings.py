"""How sessions are played: limits, time, order, cards, counts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.tournament.conduct import running
from pitboss.aggregates.tournament.sessions import Number
from pitboss.aggregates.tournament.state import (
    Tournament,
)
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    decides,
    session_changed,
)
from pitboss.refusal import refuse
from pitboss.table.errand import Errand


class OrderCount(TournamentCommand, frozen=True, kw_only=True):
    """Have all chips of a session counted."""

    session: Number


class ChangeWagerLimits(TournamentCommand, frozen=True, kw_only=True):
    """Let the limits of a session be those that the conditions have for this stage."""

    session: Number
    minimum_cents: Annotated[int, msgspec.Meta(ge=1)]
    maximum_cents: Annotated[int, msgspec.Meta(ge=1)]


class LimitTime(TournamentCommand, frozen=True, kw_only=True):
    """Limit the time for each wager, of which the players were told."""

    seconds: Annotated[int, msgspec.Meta(ge=1, le=3_600)]
    told: bool = False


class DeterminePlay(TournamentCommand, frozen=True, kw_only=True):
    """Determine the order of wagering, pass cards and undisclosed wagers of sessions to come."""

    order: bool | None = None
    pass_cards: Annotated[int, msgspec.Meta(ge=0, le=1_000)] | None = None
    undisclosed: Annotated[int, msgspec.Meta(ge=0, le=1_000)] | None = None


class CountOrdered(TournamentEvent, frozen=True, kw_only=True):
    """All chips of a session are counted; so much stands in the books for each."""

    session: int
    table: str
    chips: dict[str, int]

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table counts."""
        says = {"do": "count-tournament-chips", "tournament": stream}
        return (Errand(self.table, says),)


class WagerLimitsChanged(TournamentEvent, frozen=True, kw_only=True):
    """The limits of a session are others."""

    session: int
    table: str
    minimum_cents: int
    maximum_cents: int

    def changes(self, tournament: Tournament) -> Tournament:
        """From the next coup on."""
        return session_changed(
            tournament,
            self.session,
            minimum_cents=self.minimum_cents,
            maximum_cents=self.maximum_cents,
        )

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table plays by them."""
        says = {
            "do": "limit-tournament-wagers",
            "tournament": stream,
            "minimum_cents": self.minimum_cents,
            "maximum_cents": self.maximum_cents,
        }
        return (Errand(self.table, says),)


class TimeLimited(TournamentEvent, frozen=True, kw_only=True):
    """Wagers are made within so many seconds."""

    seconds: int
    tables: tuple[str, ...] = ()

    def changes(self, tournament: Tournament) -> Tournament:
        """At every table from the next coup on."""
        return replace(tournament, seconds=self.seconds)

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The tables that play hear of it."""
        says = {"do": "limit-tournament-time", "tournament": stream, "seconds": self.seconds}
        return tuple(Errand(table, says) for table in self.tables)


class PlayDetermined(TournamentEvent, frozen=True, kw_only=True):
    """How sessions to come are played, within the conditions."""

    order: bool | None = None
    pass_cards: int | None = None
    undisclosed: int | None = None

    def changes(self, tournament: Tournament) -> Tournament:
        """What is named is so; the rest is as the conditions say."""
        return replace(
            tournament,
            order=self.order,
            pass_cards=self.pass_cards,
            undisclosed=self.undisclosed,
        )


@decides(OrderCount, "tournament-count")
def count(work: Work, command: OrderCount) -> None:
    """At any time of a session, by whoever runs the tournament."""
    clauses = work.required("tournament-count").clauses
    work.manager("tournament-count")
    one = work.running(command.session)
    chips = {person: one.chips.get(person, 0) for person in one.left}
    work.emit(CountOrdered, session=one.number, table=one.table, chips=chips, clauses=clauses)


@decides(ChangeWagerLimits, "tournament-limits-change")
def change_limits(work: Work, command: ChangeWagerLimits) -> None:
    """Only to what the players were told of before the tournament, and not before its stage."""
    clauses = work.required("tournament-limits-change").clauses
    work.manager("tournament-limits-change")
    one = work.running(command.session)
    for step in work.tournament.terms.limit_steps:
        wanted = (command.minimum_cents, command.maximum_cents)
        if (step.minimum_cents, step.maximum_cents) == wanted and one.coups >= step.after:
            break
    else:
        refuse("limits-not-announced", clauses)
    work.emit(
        WagerLimitsChanged,
        session=one.number,
        table=one.table,
        minimum_cents=command.minimum_cents,
        maximum_cents=command.maximum_cents,
        clauses=clauses,
    )


@decides(LimitTime, "tournament-time")
def limit_time(work: Work, command: LimitTime) -> None:
    """When the players were told."""
    clauses = work.required("tournament-time").clauses
    work.manager("tournament-time")
    if not command.told:
        refuse("players-not-told", clauses)
    tables = tuple(one.table for one in running(work.tournament))
    work.emit(TimeLimited, seconds=command.seconds, tables=tables, clauses=clauses)


@decides(DeterminePlay, "tournament-play-settings")
def determine(work: Work, command: DeterminePlay) -> None:
    """No more of anything than the published conditions provide for."""
    clauses = work.required("tournament-play-settings").clauses
    work.manager("tournament-play-settings")
    work.set_up()
    terms = work.tournament.terms
    if command.order and not terms.order_of_wagering:
        refuse("not-in-conditions", clauses, what="an order of wagering")
    if (command.pass_cards or 0) > (terms.pass_cards or 0):
        refuse("not-in-conditions", clauses, what="so many pass cards")
    if (command.undisclosed or 0) > (terms.undisclosed or 0):
        refuse("not-in-conditions", clauses, what="so many undisclosed wagers")
    work.emit(
        PlayDetermined,
        order=command.order,
        pass_cards=command.pass_cards,
        undisclosed=command.undisclosed,
        clauses=clauses,
    )
