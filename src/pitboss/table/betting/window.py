"""The betting window: calls to the players, and the close of betting."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.admission import Ruled
from pitboss.table.machine import Command, PublicEvent, Query, Work, decides, replace
from pitboss.table.people.restrictions import kept_up
from pitboss.table.state import Betting, Table

Cause = Literal["first-card-removed", "first-card-exposed", "call", "expiry"]
PLACE, NO_MORE = "place your bets", "no more bets"


class CallBets(Command, frozen=True, kw_only=True):
    """Announce "place your bets" or "no more bets"; the second closes betting where a call does."""

    call: Literal["place your bets", "no more bets"]


class BetsCalled(PublicEvent, frozen=True, kw_only=True):
    """A call was made; `until` is when the wagering period ends that begins with it."""

    call: str
    until: dt.datetime | None = None

    def changes(self, table: Table) -> Table:
        """A call alone changes nothing, unless a period begins with it."""
        return table if self.until is None else change_betting(table, closes_at=self.until)


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


def _before_close(query: Query) -> None:
    if query.table.betting.closed:
        refuse("coup-in-progress.call-bets", query.cite("calls"))


@decides(CallBets, needs=(Ruled("calls"), _before_close))
def call_bets(work: Work, command: CallBets) -> None:
    """The dealer calls before a round; where the edition closes betting by a call, it closes."""
    clauses = work.provides("calls")
    _before_close(work)
    period = work.edition.conduct.period
    until = None
    if period is not None and command.call == PLACE:
        until = command.at + dt.timedelta(seconds=period.seconds)
    work.emit(BetsCalled, call=command.call, until=until, clauses=clauses)
    if command.call == NO_MORE:
        close(work, "call")


def close(work: Work, cause: Cause) -> None:
    """Betting closes at the event that the edition names, once, and not without a wager."""
    table = work.table
    if table.betting.closed or work.edition.close.at != cause:
        return
    no_bet = table.next_no_bet is not None if table.coup is None else table.coup.no_bet
    if not no_bet and not table.staked:
        refuse(
            "no-wagers.close",
            work.cite("no-bet-coups-without-patrons", "no-bet-coups-without-wagers"),
        )
    work.emit(BettingClosed, cause=cause, clauses=work.edition.close.clauses)
    kept_up(work)


def change_betting(table: Table, **fields: object) -> Table:
    """The table with its betting changed."""
    return replace(table, betting=replace(table.betting, **fields))
