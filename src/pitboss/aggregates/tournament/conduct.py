"""How people behave, and what whoever runs the tournament decides of it; limits and settings."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from pitboss.aggregates.shapes import Name, Reason, Text
from pitboss.aggregates.tournament.sessions import Number
from pitboss.aggregates.tournament.state import (
    OUTSIDE,
    POOL,
    Out,
    Session,
    Tournament,
    TournamentDispute,
)
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    changed,
    decides,
    session_changed,
)
from pitboss.aggregates.work import STAFF
from pitboss.editions.wagers import Clauses
from pitboss.ledger import Transfer
from pitboss.refusal import refuse
from pitboss.table.errand import Errand

Conduct = Literal["advice", "chips-off-table", "exchange", "hiding", "increase", "other"]
RULES: dict[str, str] = {
    "advice": "tournament-no-advice",
    "chips-off-table": "tournament-chips-in-view",
    "exchange": "tournament-chips-in-view",
    "hiding": "tournament-hiding",
    "increase": "tournament-no-increase",
    "other": "tournament-disqualified",
}
"""What somebody may have done, and the rule against it."""
AT_ONCE = ("hiding", "increase")
"""What leaves no choice: whoever did it is disqualified."""
ABSENT, CONDUCT = "absent", "conduct"


class DirectDeduction(TournamentCommand, frozen=True, kw_only=True):
    """Direct the dealer to deduct the minimum wager for a coup that an absent player missed."""

    session: Number
    person: Name


class RecordConduct(TournamentCommand, frozen=True, kw_only=True):
    """Record what somebody did against the rules."""

    person: Name
    what: Conduct
    note: Text = ""


class Disqualify(TournamentCommand, frozen=True, kw_only=True):
    """Disqualify somebody: for absence, or for what they did; the fee stays but by leave."""

    person: Name
    ground: Literal["absent", "conduct"]
    reason: Reason
    refund: bool = False


class DisputeTournament(TournamentCommand, frozen=True, kw_only=True):
    """Somebody disputes the rules or the conditions of entry."""

    about: Reason


class SettleDispute(TournamentCommand, frozen=True, kw_only=True):
    """Decide a dispute; the decision is final."""

    number: Number
    decision: Reason


class DeductionDirected(TournamentEvent, frozen=True, kw_only=True):
    """The minimum wager is deducted from the chips of somebody absent."""

    session: int
    table: str
    person: str
    amount_cents: int

    def changes(self, tournament: Tournament) -> Tournament:
        """Once more."""
        one = tournament.sessions[self.session]
        times = one.deducted.get(self.person, 0) + 1
        left = max(0, one.chips.get(self.person, 0) - self.amount_cents)
        return session_changed(
            tournament,
            self.session,
            deducted={**one.deducted, self.person: times},
            deducted_at={**one.deducted_at, self.person: one.coups},
            chips={**one.chips, self.person: left},
        )

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table takes the chips."""
        says = {
            "do": "deduct-tournament-chips",
            "tournament": stream,
            "person": self.person,
            "amount_cents": self.amount_cents,
        }
        return (Errand(self.table, says),)


class ConductRecorded(TournamentEvent, frozen=True, kw_only=True):
    """Somebody did what the rules do not allow."""

    person: str
    what: str
    note: str


class Disqualified(TournamentEvent, frozen=True, kw_only=True):
    """Somebody is out of the tournament; the value of their chips stays on record."""

    person: str
    ground: str
    reason: str
    refund_cents: int = 0
    retained_cents: int = 0
    session: int = 0
    table: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """The fee out of the pool, where that was approved."""
        return (Transfer(POOL, OUTSIDE, self.refund_cents),) if self.refund_cents else ()

    def changes(self, tournament: Tournament) -> Tournament:
        """Out, wherever they are."""
        one = tournament.entrants[self.person]
        after = changed(
            tournament,
            self.person,
            standing="disqualified",
            why=self.ground,
            paid_cents=one.paid_cents - self.refund_cents,
            returned=one.returned + self.refund_cents,
        )
        if not self.session:
            return after
        session = after.sessions[self.session]
        out = Out(
            person=self.person,
            coup=session.coups,
            residual_cents=self.retained_cents,
            disqualified=True,
        )
        return session_changed(after, self.session, outs=(*session.outs, out))

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table plays on without them."""
        if not self.table:
            return ()
        says = {"do": "remove-tournament-player", "tournament": stream, "person": self.person}
        return (Errand(self.table, says),)


class PlayHeld(TournamentEvent, frozen=True, kw_only=True):
    """A dispute: nothing goes on until it is decided."""

    number: int
    about: str
    tables: tuple[str, ...] = ()

    def changes(self, tournament: Tournament) -> Tournament:
        """One more, open."""
        new = TournamentDispute(by=self.by, about=self.about)
        return replace(tournament, disputes=(*tournament.disputes, new))

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The tables wait."""
        says = {"do": "hold-tournament", "tournament": stream, "held": True}
        return tuple(Errand(table, says) for table in self.tables)


class PlayResumed(TournamentEvent, frozen=True, kw_only=True):
    """A dispute is decided."""

    number: int
    decision: str
    tables: tuple[str, ...] = ()

    def changes(self, tournament: Tournament) -> Tournament:
        """Decided, for good."""
        disputes = list(tournament.disputes)
        disputes[self.number - 1] = replace(disputes[self.number - 1], decision=self.decision)
        return replace(tournament, disputes=tuple(disputes))

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The tables go on."""
        says = {"do": "hold-tournament", "tournament": stream, "held": False}
        return tuple(Errand(table, says) for table in self.tables)


def running(tournament: Tournament) -> tuple[Session, ...]:
    """The sessions that are being played."""
    return tuple(
        one for one in tournament.sessions.values() if one.started is not None and one.ended is None
    )


def _of(tournament: Tournament, person: str) -> Session | None:
    """The session that somebody plays in now."""
    return next((one for one in running(tournament) if person in one.left), None)


@decides(DirectDeduction, "tournament-absent", "tournament-absent-deduction")
def deduct(work: Work, command: DirectDeduction) -> None:
    """By whoever runs it; once a coup, for so many of a session at most, no more than is left."""
    rule = work.required("tournament-absent-deduction")
    work.manager("tournament-absent", "tournament-absent-deduction")
    one, clauses = (
        work.running(command.session),
        work.cite("tournament-absent", "tournament-absent-deduction"),
    )
    if command.person not in one.left:
        refuse("not-in-play", clauses, person=command.person)
    times = one.deducted.get(command.person, 0)
    if isinstance(rule.value, int) and times >= rule.value:
        refuse("deducted-enough", clauses, times=rule.value, person=command.person)
    if one.deducted_at.get(command.person) == one.coups:
        refuse("deducted-already", clauses, person=command.person)
    amount = min(one.minimum_cents, one.chips.get(command.person, 0))
    work.emit(
        DeductionDirected,
        session=one.number,
        table=one.table,
        person=command.person,
        amount_cents=amount,
        clauses=clauses,
    )


@decides(RecordConduct, *RULES.values())
def record(work: Work, command: RecordConduct) -> None:
    """By staff; what leaves no choice disqualifies at once, as whoever runs it records."""
    rule = RULES[command.what]
    clauses = work.cite(rule)
    if command.what in AT_ONCE and work.rule(rule) is not None:
        work.manager(rule)
    else:
        work.by(STAFF)
    if work.entrant(command.person).standing in ("withdrawn", "disqualified"):
        refuse("not-in-play", clauses, person=command.person)
    work.emit(
        ConductRecorded,
        person=command.person,
        what=command.what,
        note=command.note,
        clauses=clauses,
    )
    if command.what in AT_ONCE and work.rule(rule) is not None:
        _disqualify(work, command.person, CONDUCT, command.note or command.what, 0, clauses)


@decides(
    Disqualify,
    *("tournament-absent", "tournament-absent-out", "tournament-disqualified"),
    *("tournament-rule-breakers", "tournament-no-refund"),
)
def disqualify(work: Work, command: Disqualify) -> None:
    """By whoever runs it; a fee goes back only where that is approved for somebody absent."""
    names = ["tournament-disqualified", "tournament-rule-breakers"]
    if command.ground == ABSENT:
        names = ["tournament-absent", "tournament-absent-out"]
    work.manager(*names)
    clauses, one = work.cite(*names), work.entrant(command.person)
    if one.standing in ("withdrawn", "disqualified"):
        refuse("not-in-play", clauses, person=command.person)
    if command.refund and command.ground != ABSENT:
        refuse("no-refund", clauses, person=command.person)
    refund = one.paid_cents if command.refund else 0
    _disqualify(work, command.person, command.ground, command.reason, refund, clauses)


def _disqualify(
    work: Work, person: str, ground: str, reason: str, refund: int, clauses: Clauses
) -> None:
    session = _of(work.tournament, person)
    work.emit(
        Disqualified,
        person=person,
        ground=ground,
        reason=reason,
        refund_cents=refund,
        retained_cents=0 if session is None else session.chips.get(person, 0),
        session=0 if session is None else session.number,
        table="" if session is None else session.table,
        clauses=clauses,
    )


@decides(DisputeTournament, "tournament-dispute")
def raise_dispute(work: Work, command: DisputeTournament) -> None:
    """By an entrant or by staff; one at a time."""
    clauses, now = work.cite("tournament-dispute"), work.tournament
    if command.by not in now.entrants:
        work.by(STAFF)
    work.undisputed()
    work.emit(
        PlayHeld,
        number=len(now.disputes) + 1,
        about=command.about,
        tables=tuple(one.table for one in running(now)),
        clauses=clauses,
    )


@decides(SettleDispute, "tournament-dispute")
def decide_dispute(work: Work, command: SettleDispute) -> None:
    """By whoever runs the tournament, once."""
    work.manager("tournament-dispute")
    now, clauses = work.tournament, work.cite("tournament-dispute")
    if now.open_dispute != command.number:
        refuse("no-such-dispute.tournament", clauses, number=command.number)
    work.emit(
        PlayResumed,
        number=command.number,
        decision=command.decision,
        tables=tuple(one.table for one in running(now)),
        clauses=clauses,
    )
