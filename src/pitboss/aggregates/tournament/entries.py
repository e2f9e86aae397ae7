"""Who enters, who is refused, who withdraws; and the fees, all of which are the pool's."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from pitboss.aggregates.shapes import Amount, Name, Reason, Text
from pitboss.aggregates.tournament.ends import ended
from pitboss.aggregates.tournament.state import OUTSIDE, POOL, Entrant, Standing, Tournament
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    changed,
    decides,
)
from pitboss.aggregates.work import STAFF
from pitboss.ledger import Transfer
from pitboss.money import sum_of
from pitboss.refusal import refuse

Ground = Literal["not-entitled", "reserved", "criteria"]
RESERVE, CRITERIA = "reserve", "selects"


class Enter(TournamentCommand, frozen=True, kw_only=True):
    """Take the entry of a person: the form, the fee, what they were given and agreed to.

    `entitled`: they may be in the casino and gamble; `copy`: they were given the conditions.
    An employee enters by the approval of the officer named. `likeness`: their name and picture
    may be used.
    """

    person: Name
    fee_cents: Amount
    form: bool = True
    entitled: bool = True
    given_copy: bool = True
    agreed: bool = True
    employee: bool = False
    officer: Name | None = None
    likeness: bool = False


class RecordAgreement(TournamentCommand, frozen=True, kw_only=True):
    """Record that somebody signed the conditions."""

    person: Name


class RefuseEntry(TournamentCommand, frozen=True, kw_only=True):
    """Refuse somebody entry, on a ground that the conditions give."""

    person: Name
    ground: Ground
    reason: Text = ""


class WithdrawEntry(TournamentCommand, frozen=True, kw_only=True):
    """Somebody withdraws; the fee goes back while that is free."""

    person: Name


class Substitute(TournamentCommand, frozen=True, kw_only=True):
    """Somebody else takes the place of an entrant."""

    person: Name
    substitute: Name
    employee: bool = False
    entitled: bool = True
    given_copy: bool = True


class CancelTournament(TournamentCommand, frozen=True, kw_only=True):
    """Cancel the tournament; all fees go back."""

    reason: Reason


class CloseTournament(TournamentCommand, frozen=True, kw_only=True):
    """Take no more entries."""


class Entered(TournamentEvent, frozen=True, kw_only=True):
    """Somebody entered; `asked` until the written agreement is there."""

    person: str
    fee_cents: int
    asked: bool = False
    employee: bool = False
    officer: str | None = None
    likeness: bool = False
    digest: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """The fee into the pool."""
        return (Transfer(OUTSIDE, POOL, self.fee_cents),) if self.fee_cents else ()

    def changes(self, tournament: Tournament) -> Tournament:
        """One more entrant."""
        before = tournament.entrants.get(self.person)
        orders = [one.order for one in tournament.entrants.values()]
        one = Entrant(
            standing="asked" if self.asked else "entered",
            order=max(orders, default=0) + 1,
            paid_cents=self.fee_cents,
            kept_cents=_kept(before),
            employee=self.employee,
            likeness=self.likeness,
        )
        return replace(tournament, entrants={**tournament.entrants, self.person: one})


def _kept(before: Entrant | None) -> int:
    """What the pool has of somebody who withdrew before."""
    return 0 if before is None else before.paid_cents + before.kept_cents


class Agreed(TournamentEvent, frozen=True, kw_only=True):
    """The written agreement is there."""

    person: str

    def changes(self, tournament: Tournament) -> Tournament:
        """The entry is accepted."""
        return changed(tournament, self.person, standing="entered")


class EntryRefused(TournamentEvent, frozen=True, kw_only=True):
    """Somebody was refused."""

    person: str
    ground: str
    reason: str


class EntryWithdrawn(TournamentEvent, frozen=True, kw_only=True):
    """Somebody is no longer in it."""

    person: str
    refund_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The fee out of the pool, where it goes back."""
        return (Transfer(POOL, OUTSIDE, self.refund_cents),) if self.refund_cents else ()

    def changes(self, tournament: Tournament) -> Tournament:
        """Gone, with what stays of the fee."""
        paid = tournament.entrants[self.person].paid_cents - self.refund_cents
        return changed(tournament, self.person, standing="withdrawn", paid_cents=paid)


class Substituted(TournamentEvent, frozen=True, kw_only=True):
    """Somebody plays in the place of another, on the fee that was paid."""

    person: str
    substitute: str

    def changes(self, tournament: Tournament) -> Tournament:
        """The place is the other one's."""
        gone = tournament.entrants[self.person]
        kept = _kept(tournament.entrants.get(self.substitute))
        new = replace(gone, standing="entered", likeness=False, employee=False, kept_cents=kept)
        after = changed(tournament, self.person, standing="withdrawn", paid_cents=0)
        return replace(after, entrants={**after.entrants, self.substitute: new})


class TournamentClosed(TournamentEvent, frozen=True, kw_only=True):
    """No more entries are taken."""

    players: int

    def changes(self, tournament: Tournament) -> Tournament:
        """Closed."""
        return replace(tournament, closed=True)


class TournamentCancelled(TournamentEvent, frozen=True, kw_only=True):
    """The tournament does not take place; everybody has the fee back."""

    reason: str
    refunds: dict[str, int]

    def transfers(self) -> tuple[Transfer, ...]:
        """All fees out of the pool."""
        return tuple(Transfer(POOL, OUTSIDE, cents) for cents in self.refunds.values() if cents)

    def changes(self, tournament: Tournament) -> Tournament:
        """Over; nobody has paid anything."""
        gone: Standing = "withdrawn"
        entrants = {
            name: replace(one, standing=gone, paid_cents=0, kept_cents=0)
            for name, one in tournament.entrants.items()
        }
        return replace(tournament, entrants=entrants, ended=self.reason)


def _may_enter(work: Work, person: str, *, entitled: bool, given_copy: bool) -> None:
    """Whoever enters is entitled to, new, and was given the conditions."""
    now = work.tournament
    if not entitled:
        refuse("not-entitled.tournament", work.cite("tournament-entitled"), person=person)
    if person in now.entrants and now.entrants[person].standing != "withdrawn":
        refuse("already-entered", work.cite("tournament-entry"), person=person)
    if person in now.managers:
        refuse("manager-plays", work.cite("tournament-manager"), person=person)
    if not given_copy:
        refuse("no-copy", work.cite("tournament-copy"), person=person)


@decides(
    Enter,
    *("tournament-entry", "tournament-entitled", "tournament-copy", "tournament-numbers"),
    *("tournament-entry-fee", "tournament-agreement", "tournament-employees", "tournament-pool"),
    *("tournament-advice", "tournament-likeness", "tournament-changes-told"),
)
def enter(work: Work, command: Enter) -> None:
    """While entries are taken, at the fee that the conditions name, by form."""
    work.by(STAFF)
    work.set_up()
    now, terms = work.tournament, work.tournament.terms
    if not now.advised:
        work.forbid("tournament-advice", "not-advised.entries")
    if now.unadvised:
        work.forbid("tournament-changes-told", "not-advised.changes")
    if now.closed:
        refuse("entries-closed.tournament", work.cite("tournament-numbers"))
    _may_enter(work, command.person, entitled=command.entitled, given_copy=command.given_copy)
    most = terms.maximum_players
    if most is not None and _entered(now) >= most:
        refuse("tournament-full", work.cite("tournament-numbers"), most=most)
    if not command.form:
        refuse("no-entry-form", work.cite("tournament-entry"), person=command.person)
    _employee(work, command)
    fee = terms.entry_fee_cents or 0
    if command.fee_cents != fee:
        refuse("wrong-fee", work.cite("tournament-entry-fee"), fee=sum_of(fee))
    rule = work.rule("tournament-agreement")
    asked = rule is not None and terms.agreement and not command.agreed
    cited = ["tournament-entry", "tournament-copy"]
    cited += ["tournament-entry-fee", "tournament-pool"] if fee else []
    cited += ["tournament-employees"] if command.employee else []
    cited += ["tournament-likeness"] if command.likeness else []
    cited += ["tournament-agreement"] if terms.agreement else []
    work.emit(
        Entered,
        person=command.person,
        fee_cents=fee,
        asked=asked,
        employee=command.employee,
        officer=command.officer,
        likeness=command.likeness and work.rule("tournament-likeness") is not None,
        digest=now.digest,
        clauses=work.cite(*cited),
    )


def _entered(tournament: Tournament) -> int:
    return sum(one.standing in ("asked", "entered") for one in tournament.entrants.values())


def _employee(work: Work, command: Enter) -> None:
    """An employee may enter a charitable event, by the approval of an officer of the house."""
    if not command.employee:
        return
    rule = work.required("tournament-employees")
    if not work.tournament.terms.charity:
        refuse("employee-not-charity", rule.clauses, person=command.person)
    officers = rule.value if isinstance(rule.value, tuple) else ()
    if command.officer not in officers:
        refuse("employee-unapproved", rule.clauses, officers=" or ".join(officers))


@decides(RecordAgreement, "tournament-agreement")
def agree(work: Work, command: RecordAgreement) -> None:
    """Somebody whose entry waits for it signed."""
    work.by(STAFF)
    clauses = work.cite("tournament-agreement")
    if work.entrant(command.person).standing != "asked":
        refuse("nothing-to-sign", clauses, person=command.person)
    work.emit(Agreed, person=command.person, clauses=clauses)


@decides(RefuseEntry, "tournament-entitled", "tournament-reserve", "tournament-criteria")
def refuse_entry(work: Work, command: RefuseEntry) -> None:
    """Whoever is not entitled always; others only where the conditions say that it may be."""
    work.by(STAFF)
    work.set_up()
    terms = work.tournament.terms
    if command.person in work.tournament.entrants:
        refuse("already-entered", work.cite("tournament-entitled"), person=command.person)
    rule = "tournament-entitled"
    if command.ground == "reserved":
        rule = "tournament-reserve"
        if not terms.reserve:
            refuse("no-right-to-refuse", work.cite(rule))
    elif command.ground == "criteria":
        rule = "tournament-criteria"
        if not terms.selects:
            refuse("no-criteria", work.cite(rule))
    work.emit(
        EntryRefused,
        person=command.person,
        ground=command.ground,
        reason=command.reason,
        clauses=work.cite(rule),
    )


@decides(WithdrawEntry, "tournament-withdrawal", "tournament-no-refund")
def withdraw(work: Work, command: WithdrawEntry) -> None:
    """Free until the moment that the conditions name; afterwards the fee stays in the pool."""
    one, now = work.entrant(command.person), work.tournament
    if command.by != command.person:
        work.by(STAFF)
    if one.standing not in ("asked", "entered"):
        refuse("not-in-play", work.cite("tournament-withdrawal"), person=command.person)
    until = now.terms.open_until
    free = until is not None and command.at < until and not now.draws
    rule = "tournament-withdrawal" if free else "tournament-no-refund"
    refund = one.paid_cents if free else 0
    work.emit(EntryWithdrawn, person=command.person, refund_cents=refund, clauses=work.cite(rule))


@decides(Substitute, "tournament-substitute", "tournament-entitled", "tournament-copy")
def substitute(work: Work, command: Substitute) -> None:
    """Where the conditions let a substitute play, before seats are drawn."""
    work.by(STAFF)
    clauses, now = work.required("tournament-substitute").clauses, work.tournament
    if work.entrant(command.person).standing not in ("asked", "entered"):
        refuse("not-in-play", clauses, person=command.person)
    if not now.terms.substitutes or now.draws:
        refuse("no-substitutes", clauses)
    if command.employee:
        refuse("employee-substitute", clauses, person=command.substitute)
    _may_enter(work, command.substitute, entitled=command.entitled, given_copy=command.given_copy)
    work.emit(Substituted, person=command.person, substitute=command.substitute, clauses=clauses)


@decides(CloseTournament, "tournament-numbers")
def close_entries(work: Work, _: CloseTournament) -> None:
    """With as many players as the conditions ask for, all of whom agreed."""
    work.manager("tournament-numbers")
    work.set_up()
    now, clauses = work.tournament, work.cite("tournament-numbers")
    if now.closed:
        refuse("entries-closed.tournament", clauses)
    waiting = [name for name, one in now.entrants.items() if one.standing == "asked"]
    if waiting:
        refuse(
            "not-agreed.tournament", work.cite("tournament-agreement"), person=", ".join(waiting)
        )
    least = now.terms.minimum_players or 1
    if len(now.playing) < least:
        refuse("too-few-players", clauses, least=least, players=len(now.playing))
    work.emit(TournamentClosed, players=len(now.playing), clauses=clauses)


@decides(CancelTournament, "tournament-cancel", "tournament-guarantee")
def cancel(work: Work, command: CancelTournament) -> None:
    """Before any prize is paid; a pool that was guaranteed on so many entries is one ground."""
    work.by(STAFF)
    work.set_up()
    clauses, now = work.required("tournament-cancel").clauses, work.tournament
    least = now.terms.guarantee_players
    if now.terms.guarantee_cents and least is not None and _entered(now) < least:
        clauses = (*clauses, *work.cite("tournament-guarantee"))
    fees = {name: one.paid_cents + one.kept_cents for name, one in now.entrants.items()}
    refunds = {name: cents for name, cents in fees.items() if cents}
    for one in now.sessions.values():
        if one.started is not None and one.ended is None:
            ended(work, one, "the tournament is cancelled", "tournament-cancel")
    work.emit(TournamentCancelled, reason=command.reason, refunds=refunds, clauses=clauses)
