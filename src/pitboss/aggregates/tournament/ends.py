"""The end of a session: who agrees, who counts, what comes back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated

import msgspec

from pitboss.aggregates.shapes import Amount, Name
from pitboss.aggregates.tournament.sessions import Number
from pitboss.aggregates.tournament.state import (
    Out,
    Session,
    Short,
    Tournament,
)
from pitboss.aggregates.tournament.work import (
    FromTable,
    TournamentCommand,
    TournamentEvent,
    Work,
    changed,
    decides,
    session_changed,
)
from pitboss.aggregates.work import STAFF
from pitboss.refusal import Refusal, refuse
from pitboss.table import Rules
from pitboss.table.errand import Errand

LEAST_MINUTES = dt.timedelta(minutes=1)
EARLY, BOTH, EITHER = "tournament-early", "both", "either"
"""A table's play is concluded early on both grounds together, or on either of them."""


class AgreeToEnd(TournamentCommand, frozen=True, kw_only=True):
    """A player agrees that the session ends early."""

    session: Number
    person: Name


class ConcludeSession(TournamentCommand, frozen=True, kw_only=True):
    """End a session before its time."""

    session: Number


class EndSession(TournamentCommand, frozen=True, kw_only=True):
    """End a session whose coups are played or whose time is over."""

    session: Number


class NoteCoup(FromTable, frozen=True, kw_only=True):
    """A table tells of a coup: who holds what, who is out, and who is `back` by a correction."""

    session: Number
    coup: Annotated[int, msgspec.Meta(ge=0)]
    chips: dict[str, int]
    outs: tuple[Out, ...] = ()
    back: tuple[Name, ...] = ()


class NotTaken(FromTable, frozen=True, kw_only=True):
    """What crossed to or from a table could not be taken there."""


class TotalChips(TournamentCommand, frozen=True, kw_only=True):
    """Record the chips that staff counted before a player at the end of a session."""

    session: Number
    person: Name
    amount_cents: Amount


class ReturnChips(TournamentCommand, frozen=True, kw_only=True):
    """Record that the chips of a session are back, or how many of which value are missing."""

    session: Number
    short: tuple[Short, ...] = ()


class CoupNoted(TournamentEvent, frozen=True, kw_only=True):
    """A coup was played at a table; who holds what, and who is out now."""

    session: int
    coup: int
    chips: Mapping[str, int]
    outs: tuple[Out, ...] = ()
    back: tuple[str, ...] = ()

    def changes(self, tournament: Tournament) -> Tournament:
        """The chips as they are; who is out is out."""
        one = tournament.sessions[self.session]
        still = tuple(out for out in one.outs if out.person not in self.back)
        known = {out.person for out in still}
        new = tuple(out for out in self.outs if out.person not in known)
        after = session_changed(
            tournament,
            self.session,
            coups=max(one.coups, self.coup),
            chips={**one.chips, **self.chips},
            outs=(*still, *new),
        )
        for person in self.back:
            after = changed(after, person, standing="entered")
        for out in new:
            standing = "disqualified" if out.disqualified else "eliminated"
            after = changed(after, out.person, standing=standing)
        return after


class EndAgreed(TournamentEvent, frozen=True, kw_only=True):
    """A player agrees that the session ends early."""

    session: int
    person: str

    def changes(self, tournament: Tournament) -> Tournament:
        """One more who agrees."""
        agreed = (*tournament.sessions[self.session].agreed, self.person)
        return session_changed(tournament, self.session, agreed=agreed)


class SessionEnded(TournamentEvent, frozen=True, kw_only=True):
    """No further coup is played in a session; its chips go back to the inventory."""

    session: int
    table: str
    why: str

    def changes(self, tournament: Tournament) -> Tournament:
        """Ended, to be counted."""
        return session_changed(tournament, self.session, ended=self.why)

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table takes its chips back and plays on as ever."""
        says = {"do": "end-tournament-session", "tournament": stream, "session": self.session}
        return (Errand(self.table, says),)


class ToldInVain(TournamentEvent, frozen=True, kw_only=True):
    """What was told under this word was not taken, and why."""

    table: str
    told: str
    code: str
    sentence: str


class ChipsTotalled(TournamentEvent, frozen=True, kw_only=True):
    """The chips before a player were counted."""

    session: int
    person: str
    amount_cents: int
    booked_cents: int = 0

    def changes(self, tournament: Tournament) -> Tournament:
        """What was counted decides."""
        counts = {**tournament.sessions[self.session].counts, self.person: self.amount_cents}
        return session_changed(tournament, self.session, counts=counts)


class ChipsReturned(TournamentEvent, frozen=True, kw_only=True):
    """The chips of a session are back, but for these."""

    session: int
    short: tuple[Short, ...] = ()

    def changes(self, tournament: Tournament) -> Tournament:
        """Listed, whoever has them."""
        return session_changed(tournament, self.session, returned=True, short=self.short)


@decides(NoteCoup, "tournament-short")
def note_coup(work: Work, command: NoteCoup) -> None:
    """What happened at the table; each coup once, of a session that runs there."""
    one = work.session(command.session)
    if one.table != command.table or one.started is None:
        refuse("not-this-table", table=command.table, number=one.number)
    if one.counts or one.placed:
        refuse("session-not-running", number=one.number)
    if set(command.chips) - set(one.boxes):
        refuse("not-this-table", table=command.table, number=one.number)
    work.emit(
        CoupNoted,
        session=one.number,
        coup=command.coup,
        chips=command.chips,
        outs=command.outs,
        back=command.back,
        clauses=work.cite("tournament-short") if command.outs or command.back else (),
    )
    if one.kind == "play-off" and one.ended is None and _ordered(work.session(one.number)):
        ended(work, work.session(one.number), "an order is determined", "tournament-play-off")


def _ordered(one: Session) -> bool:
    """Whether no two who are left in a play-off hold the same."""
    held = [one.chips[person] for person in one.left]
    return len(set(held)) == len(held)


@decides(AgreeToEnd, "tournament-early-agreed")
def agree_to_end(work: Work, command: AgreeToEnd) -> None:
    """Each player who is left, once."""
    one, clauses = work.running(command.session), work.cite("tournament-early-agreed")
    if command.person not in one.left:
        refuse("not-in-play", clauses, person=command.person)
    if command.person in one.agreed:
        refuse("already-said", clauses, person=command.person)
    work.emit(EndAgreed, session=one.number, person=command.person, clauses=clauses)


@decides(
    ConcludeSession,
    *(EARLY, "tournament-early-determined", "tournament-early-agreed", "tournament-dispute"),
)
def conclude(work: Work, command: ConcludeSession) -> None:
    """When it is certain who goes on; where chips become cash, when all at the table agree.

    The edition says whether both are asked for, or one of them.
    """
    work.manager(EARLY)
    work.undisputed()
    one, rule = work.running(command.session), work.required(EARLY)
    determined = len(one.left) <= one.advance
    agreed = set(one.left) <= set(one.agreed)
    disposal = work.tournament.terms.disposal
    either = rule.value == EITHER
    if not determined and not (either and disposal and agreed):
        refuse("not-determined", work.cite("tournament-early-determined"), advance=one.advance)
    if not either and disposal and not agreed:
        waiting = ", ".join(sorted(set(one.left) - set(one.agreed)))
        refuse("not-all-agree.tournament", work.cite("tournament-early-agreed"), waiting=waiting)
    names = [EARLY]
    names += ["tournament-early-determined"] if determined else []
    names += ["tournament-early-agreed"] if disposal and agreed else []
    ended(work, one, "concluded early", *names)


@decides(EndSession, "tournament-total", "tournament-dispute")
def end(work: Work, command: EndSession) -> None:
    """When its coups are played or its minutes are over, or nobody is left to play on."""
    work.by(STAFF)
    work.undisputed()
    one = work.running(command.session)
    stage = (work.tournament.terms.rounds or ())[one.round - 1]
    over = stage.coups is not None and one.coups >= stage.coups
    if stage.minutes is not None and one.started is not None:
        over = command.at >= one.started + LEAST_MINUTES * stage.minutes
    if one.kind == "play-off":
        over = _ordered(one)
    if not over and len(one.left) > 1:
        refuse("session-not-over", work.cite("tournament-total"), number=one.number)
    ended(work, one, "its time is over", "tournament-total")


def ended(work: Work, one: Session, why: str, *names: str) -> None:
    """A session ends; its chips are counted next."""
    clauses = work.cite(*names)
    work.emit(SessionEnded, session=one.number, table=one.table, why=why, clauses=clauses)


@decides(TotalChips, "tournament-total", "tournament-count")
def total(work: Work, command: TotalChips) -> None:
    """After the end, before the placings, by a dealer or a supervisor."""
    work.by(STAFF)
    one, clauses = work.session(command.session), work.cite("tournament-total")
    if one.ended is None or one.placed:
        refuse("nothing-to-count", clauses, number=one.number)
    if command.person not in one.left:
        refuse("not-in-play", clauses, person=command.person)
    work.emit(
        ChipsTotalled,
        session=one.number,
        person=command.person,
        amount_cents=command.amount_cents,
        booked_cents=one.chips.get(command.person, 0),
        clauses=clauses,
    )


@decides(ReturnChips, "tournament-chips-back", "tournament-chips-return")
def return_chips(work: Work, command: ReturnChips) -> None:
    """After the count; what is missing is told by value and quantity."""
    work.by(STAFF)
    one = work.session(command.session)
    clauses = work.cite("tournament-chips-back", "tournament-chips-return")
    if one.ended is None or one.returned:
        refuse("nothing-to-return", clauses, number=one.number)
    waiting = [person for person in one.left if person not in one.counts]
    if waiting:
        refuse("not-counted", work.cite("tournament-total"), waiting=", ".join(waiting))
    if any(short.quantity < 1 or short.value_cents < 1 for short in command.short):
        refuse("short-unclear", clauses)
    work.emit(ChipsReturned, session=one.number, short=command.short, clauses=clauses)


def untaken(
    rules: Rules, tournament: Tournament, command: NotTaken, word: str, refusal: Refusal
) -> tuple[Tournament, tuple[TournamentEvent, ...]]:
    """Record that what was told under this word was not taken."""
    work = Work(rules, tournament, command)
    work.emit(
        ToldInVain,
        table=command.table,
        told=word,
        code=refusal.code,
        sentence=refusal.sentence,
        clauses=refusal.clauses,
    )
    return work.tournament, tuple(work.events)
