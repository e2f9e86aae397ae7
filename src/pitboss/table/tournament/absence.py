"""Who is absent or makes no wager, and what the Tournament Manager directs of it."""

from __future__ import annotations

from pitboss.ledger import FLOAT, Transfer, chips_of
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.people.bank import positive
from pitboss.table.state import Table
from pitboss.table.tournament.coups import over_without_cards
from pitboss.table.tournament.outs import NO_WAGER, cannot_wager, out
from pitboss.table.tournament.play import (
    CLOCK,
    NAME,
    TournamentPlay,
    change_play,
    has_acted,
    held,
    play_of,
    player_in,
    the_play,
    waiting,
)
from pitboss.table.tournament.session import Told, time_over


class MarkAbsent(Command, frozen=True, kw_only=True):
    """Record that a player is not at their box, or is back."""

    person: str
    back: bool = False


class RecordNoWager(Command, frozen=True, kw_only=True):
    """Record that a player who is there made no wager on the coup: they are disqualified."""

    person: str


class PassRound(Command, frozen=True, kw_only=True):
    """Let the coup go by without a card: everyone has passed, or is absent."""


class DeductTournamentChips(Told, frozen=True, kw_only=True):
    """Take the minimum from the chips of somebody absent, as directed."""

    person: str
    amount_cents: int


class RemoveTournamentPlayer(Told, frozen=True, kw_only=True):
    """Take somebody out of the session who was disqualified."""

    person: str


class TournamentAbsence(TableEvent, frozen=True, kw_only=True):
    """A player is absent, or back."""

    person: str
    back: bool = False

    def changes(self, table: Table) -> Table:
        """Nobody waits for their wager meanwhile."""
        play = play_of(table)
        assert play is not None
        others = tuple(name for name in play.absent if name != self.person)
        return change_play(table, absent=others if self.back else (*others, self.person))


class TournamentChipsDeducted(TableEvent, frozen=True, kw_only=True):
    """The minimum was taken from the chips of somebody absent."""

    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """To the tray."""
        return (Transfer(chips_of(self.person), FLOAT, self.amount_cents),)


@decides(
    MarkAbsent,
    rules=("tournament-absent",),
    needs=(the_play,),
    fits={"person": passes(player_in)},
    procedure=NAME,
)
def mark_absent(work: Work, command: MarkAbsent) -> None:
    """By staff at the table; a player who has wagered is there."""
    clauses = work.cite("tournament-absent")
    play = player_in(work, command.person)
    if command.back is not (command.person in play.absent):
        refuse("absence-known", clauses, person=command.person)
    if not command.back and has_acted(work.table, command.person):
        refuse("has-acted", clauses, person=command.person)
    work.emit(TournamentAbsence, command, clauses=clauses)


def _awaited(query: Query, person: str) -> TournamentPlay:
    """The session, of somebody whose wager of the coming coup is waited for."""
    clauses = query.cite("tournament-each-coup")
    play = player_in(query, person)
    if play.held:
        refuse("tournament-held", query.cite("tournament-dispute"))
    if query.table.coup is not None:
        refuse("betting-closed.betting-open", clauses)
    if person not in waiting(query.table):
        refuse("has-acted", clauses, person=person)
    return play


@decides(
    RecordNoWager,
    rules=("tournament-each-coup", "tournament-time", "tournament-dispute"),
    needs=(the_play,),
    fits={"person": passes(_awaited)},
    procedure=NAME,
)
def record_no_wager(work: Work, command: RecordNoWager) -> None:
    """Of somebody who is there and whose time, where it is limited, is over."""
    clauses = work.cite("tournament-each-coup")
    play = _awaited(work, command.person)
    first = next(waiting(work.table))
    if play.order and first != command.person:
        refuse("out-of-turn", work.cite("tournament-turn"), person=command.person, first=first)
    if play.seconds is not None and not time_over(play, command.at):
        refuse("time-not-over", work.cite("tournament-time"))
    out(work, command.person, NO_WAGER, clauses, disqualified=True)


@decides(
    PassRound,
    rules=("tournament-pass-cards", "tournament-absent"),
    needs=(the_play,),
    procedure=NAME,
)
def pass_round(work: Work, command: PassRound) -> None:
    """Nothing is at stake, and nobody is waited for."""
    play = the_play(work)
    clauses = work.cite("tournament-pass-cards", "tournament-absent")
    sealed = any(not slip.announced for slip in play.slips.values())
    if work.table.coup is not None or work.table.wagers or sealed:
        refuse("something-at-stake", clauses)
    late = next(waiting(work.table), None)
    if late is not None:
        refuse("wager-missing", work.cite("tournament-each-coup"), person=late)
    if play.held:
        refuse("tournament-held", work.cite("tournament-dispute"))
    over_without_cards(work, clauses)


@decides(
    DeductTournamentChips,
    who=CLOCK,
    troubled=True,
    rules=("tournament-absent", "tournament-absent-deduction"),
    procedure=NAME,
)
def deduct(work: Work, command: DeductTournamentChips) -> None:
    """As much as is there; who cannot wager any more is out."""
    positive(command.amount_cents)
    player_in(work, command.person)
    clauses = work.cite("tournament-absent", "tournament-absent-deduction")
    cents = min(command.amount_cents, held(work.table, command.person))
    work.emit(TournamentChipsDeducted, person=command.person, amount_cents=cents, clauses=clauses)
    cannot_wager(work)


@decides(
    RemoveTournamentPlayer,
    who=CLOCK,
    troubled=True,
    rules=("tournament-disqualified", "tournament-absent-out"),
    procedure=NAME,
)
def remove(work: Work, command: RemoveTournamentPlayer) -> None:
    """Their wagers go back, their chips are taken; the tournament knows of it."""
    player_in(work, command.person)
    clauses = work.cite("tournament-disqualified")
    out(work, command.person, "disqualified", clauses, disqualified=True, tell=False)
