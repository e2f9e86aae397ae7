"""The betting window: calls to the players, and the close of betting."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.admission import Ruled
from pitboss.table.machine import Command, PublicEvent, Query, Work, decides, replace
from pitboss.table.people.restrictions import kept_up
from pitboss.table.procedures.memory import burned_for
from pitboss.table.procedures.period import begins, betting_time
from pitboss.table.state import Betting, Table
from pitboss.table.terminals.expiry import EXPIRED, before_close, not_shut, period_over
from pitboss.table.tournament.play import called
from pitboss.table.tournament.wagers import all_in

Cause = Literal["first-card-removed", "first-card-exposed", "call", "expiry"]
PLACE, NO_MORE = "place your bets", "no more bets"


class CallBets(Command, frozen=True, kw_only=True):
    """Announce "place your bets" or "no more bets"; the second closes betting where a call does."""

    call: Literal["place your bets", "no more bets"]


class BetsCalled(PublicEvent, frozen=True, kw_only=True):
    """A call was made; `until` is when the wagering period ends that begins or is over with it."""

    call: str
    until: dt.datetime | None = None
    reopened: bool = False

    def changes(self, table: Table) -> Table:
        """A call alone changes nothing, unless a period begins with it or betting opens again."""
        if self.reopened:
            table = replace(table, betting=Betting())
        table = called(table, self.at, no_more=self.call == NO_MORE)
        if self.until is None:
            return table
        if self.call == NO_MORE:
            return change_betting(table, closes_at=self.until, no_more=True)
        return change_betting(table, opened_at=self.at, closes_at=self.until, no_more=False)


class BettingClosed(PublicEvent, frozen=True, kw_only=True):
    """No wager may be touched from here on."""

    cause: Cause

    def changes(self, table: Table) -> Table:
        """Closed; whoever has no wager now abstains, void though the round may come to be."""
        table = replace(table, betting=Betting(closed=True, cause=self.cause))
        if table.coup is not None and table.coup.no_bet:
            return table
        bettors = {placed.person for placed in table.wagers.values()}
        people = {
            name: replace(person, idle=0 if name in bettors else person.idle + 1)
            if person.role == "player" and person.present
            else person
            for name, person in table.people.items()
        }
        return replace(table, people=people)


EMPTY = "dealt-without-wagers"
"""The rule by which betting may be called closed though nobody has wagered."""
SHOWN = "period-shown"
"""The rule by which screens show the period that begins with a call."""


def _before_close(query: Query) -> None:
    table = query.table
    if table.betting.closed and (table.coup is not None or table.wagers or _burned(query)):
        refuse("coup-in-progress.call-bets", query.cite("calls"))


def _burned(query: Query) -> bool:
    """Whether a card was burned for the coming round, which must then be played out."""
    return burned_for(query.table) == query.table.coups + 1


@decides(CallBets, rules=(EMPTY, SHOWN, *EXPIRED), needs=(Ruled("calls"), _before_close))
def call_bets(work: Work, command: CallBets) -> None:
    """The dealer calls before a round; where the edition closes betting by a call, it closes."""
    clauses = work.provides("calls")
    _before_close(work)
    until = None
    again = work.table.betting.closed
    if again and command.call == NO_MORE:
        refuse("coup-in-progress.call-bets", clauses)
    if command.call == PLACE:
        not_shut(work)
        # A round has one period of terminals: what it debited stays debited.
        until = None if again or period_over(work) else begins(work)
        if until is not None:
            clauses = (*clauses, *work.cite(SHOWN))
    elif betting_time(work.table) and work.edition.close.at != "call":
        until = _over(work)
    work.emit(BetsCalled, call=command.call, until=until, reopened=again, clauses=clauses)
    if command.call == NO_MORE:
        close(work, "call")


def _over(work: Work) -> dt.datetime:
    """The call ends a time to bet that still runs; one that is over ended when it did."""
    ends = work.table.betting.closes_at
    return work.command.at if ends is None else min(ends, work.command.at)


def close(work: Work, cause: Cause) -> None:
    """Betting closes at the event that the edition names, once, and not without a wager."""
    table = work.table
    if table.betting.closed or work.edition.close.at != cause:
        return
    before_close(work)
    all_in(work)
    table = work.table
    no_bet = table.next_no_bet is not None if table.coup is None else table.coup.no_bet
    if not no_bet and not table.wagers and (cause != "call" or work.rule(EMPTY) is None):
        refuse(
            "no-wagers.close",
            work.cite("no-bet-coups-without-patrons", "no-bet-coups-without-wagers"),
        )
    work.play.called(work)
    work.emit(BettingClosed, cause=cause, clauses=work.edition.close.clauses)
    kept_up(work)


def dummy(table: Table) -> bool:
    """Whether the round in progress, or else the next one, is dealt without wagers."""
    if table.coup is not None:
        return table.coup.no_bet
    return table.next_no_bet is not None


def change_betting(table: Table, **fields: object) -> Table:
    """The table with its betting changed."""
    return replace(table, betting=replace(table.betting, **fields))
