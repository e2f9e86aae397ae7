"""Wagers paid too much or too little: found, booked on their line, changed.

A case is about one line of a settled coup. Booking it moves what was really handed out
otherwise than the settlement says, so that the books show what people hold; putting it right
moves that back. An error that someone below the rank of the rulebook reports is noticed only:
nothing moves before someone of that rank confirms it.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.ledger import Transfer
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import Ruled
from pitboss.table.authority.approvals import Ranked, provided, require_rank
from pitboss.table.authority.duties import DutyDischarged
from pitboss.table.machine import Command, Event, Standing, Work, decides
from pitboss.table.matters.matter import (
    change_matter,
    given,
    known,
    next_number,
    open_matter,
    the_matter,
)
from pitboss.table.matters.payment_books import amiss, held_since, moves, possible, tokens_in
from pitboss.table.matters.payment_cases import (
    KIND,
    Direction,
    another_person,
    booked_of,
    case_of,
    line_kept,
    line_of,
    report_monthly,
    reportable,
    signed_of,
    to_report,
    unreported,
)
from pitboss.table.people.bank import positive
from pitboss.table.settlement.kept import kept_coup, on_hand, result_of
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Matter, Table

CONFIRM = "confirm-payment-error"


class OpenPaymentError(Command, frozen=True, kw_only=True):
    """Record that a wager of a settled coup was over- or underpaid, and by how much.

    `wager` and `person`, or `line`, the number of the wager, say which; without `person` the
    patron is not identified yet. Instead of direction and amount `paid` may say what was
    really handed out for it, stake included. Given again, it changes the case of that wager.
    """

    coup: int
    about: str
    direction: Direction | None = None
    amount_cents: int | None = None
    paid_cents: int | None = None
    wager: str | None = None
    person: str | None = None
    line: int | None = None


class ConfirmPaymentError(Command, frozen=True, kw_only=True):
    """Confirm an error that was noticed: what was really handed out is booked."""

    matter: int


class PaymentErrorOpened(Event, frozen=True, kw_only=True):
    """The house became aware of an overpayment or underpayment.

    `moved` is what was really handed out otherwise; where it is only `noticed`, nothing is
    booked yet.
    """

    matter: int
    direction: Direction
    amount_cents: int
    coup: int
    about: str
    wager: str | None = None
    person: str | None = None
    line: int | None = None
    found: bool = False
    noticed: bool = False
    moved: tuple[Transfer, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """What the patron has too much or too little."""
        return self.moved

    def changes(self, table: Table) -> Table:
        """Open, from the moment of becoming aware."""
        facts = {
            "direction": self.direction,
            "coup": str(self.coup),
            "wager": self.wager or "",
            "about": self.about,
            "aware": self.at.isoformat(),
            "patron": "not known" if self.person is None else "known from the start",
        }
        if self.line is not None:
            line = line_kept(table, self.coup, self.line)
            facts |= {"line": str(self.line), "holder": "" if line is None else line.person}
            facts["tokens"] = str(tokens_in(self.moved))
            facts |= {} if self.found else {"opened by": self.by}
        table = held_since(table, self.coup, self.moved)
        stage, cents = "noticed" if self.noticed else "open", self.amount_cents
        return open_matter(table, self.matter, KIND, stage, self.person, facts, cents)


class PaymentErrorConfirmed(Event, frozen=True, kw_only=True):
    """An error that was noticed is confirmed and booked."""

    matter: int
    moved: tuple[Transfer, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """What the patron has too much or too little."""
        return self.moved

    def changes(self, table: Table) -> Table:
        """Booked."""
        case = table.matters[self.matter]
        facts = {"confirmed by": self.by, "tokens": str(tokens_in(self.moved))}
        table = held_since(table, int(case.facts["coup"]), self.moved)
        return change_matter(table, self.matter, facts, stage="open")


class PaymentErrorChanged(Event, frozen=True, kw_only=True):
    """An error was another than it had seemed; with no amount there was none.

    `lapsed` is the duty to report it, where it is not above the amount any more.
    """

    matter: int
    direction: Direction
    amount_cents: int
    about: str
    lapsed: int | None = None
    noticed: bool = False
    moved: tuple[Transfer, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """The difference to what was booked before."""
        return self.moved

    def changes(self, table: Table) -> Table:
        """Another amount; with none the case is at an end."""
        case = table.matters[self.matter]
        tokens = int(case.facts["tokens"]) + tokens_in(self.moved)
        facts = {"direction": self.direction, "about": self.about, "tokens": str(tokens)}
        facts["opened by"] = self.by
        if self.lapsed is not None:
            facts["lapsed"] = f"{case.facts.get('lapsed', '')} {self.lapsed}".strip()
        stage = "noticed" if self.noticed else "open"
        if self.amount_cents == 0:
            facts, stage = {**facts, "outcome": "no error"}, "closed"
        table = held_since(table, int(case.facts["coup"]), self.moved)
        return change_matter(table, self.matter, facts, stage=stage, amount_cents=self.amount_cents)


@decides(
    OpenPaymentError,
    troubled=True,
    opens=True,
    rules=("monthly-report", "payment-told", "payment-rectified"),
    approvals=(CONFIRM,),
    needs=(Ruled("payment-errors"),),
    worded=True,
)
def open_error(work: Work, command: OpenPaymentError) -> None:
    """Of a line that was settled here, within what it can be."""
    clauses = work.required("payment-errors").clauses
    if command.amount_cents is not None:
        positive(command.amount_cents)
    line = _line(work, command, clauses)
    given(command.about, "what happened")
    signed = _signed(command, line, clauses)
    case = case_of(work.table, command.coup, line.number)
    if case is not None:
        _change(work, case, line, signed, command.about)
        return
    if signed == 0:
        refuse("no-error", clauses, due_cents=sum_of(line.due_cents))
    open_on(work, command.coup, line, signed, command.about, person=command.person)


def _line(work: Work, command: OpenPaymentError, clauses: Clauses) -> KeptLine:
    """The one settled wager that is meant."""
    on_hand(work.table, command.coup, clauses)
    result = result_of(work.table, command.coup)
    if result is None or result.outcome == "void":
        refuse("no-such-coup.line", clauses, coup=command.coup)
    if command.wager is not None and command.wager not in work.edition.wagers:
        refuse("unknown-wager.line", clauses, wager=command.wager)
    if command.person is not None:
        known(work, command.person)
    if command.wager is None and command.line is None:
        refuse("line-missing", clauses)
    kept = kept_coup(work.table, command.coup)
    if kept is None:
        refuse("not-on-record", clauses, coup=command.coup)
    fitting = [
        one
        for one in kept.lines
        if command.line in (None, one.number)
        and command.wager in (None, one.wager)
        and command.person in (None, one.person)
    ]
    if not fitting:
        refuse("no-such-line", clauses, coup=command.coup)
    if len(fitting) > 1:
        listed = ", ".join(str(one.number) for one in fitting)
        refuse("which-line", clauses, listed=listed)
    return fitting[0]


def _signed(command: OpenPaymentError, line: KeptLine, clauses: Clauses) -> int:
    """What was handed out above what was due; below nothing for an underpayment."""
    told = None
    if command.amount_cents is not None and command.direction is not None:
        told = command.amount_cents if command.direction == "over" else -command.amount_cents
    elif command.paid_cents is None:
        refuse("amount-missing", clauses)
    if command.paid_cents is not None:
        if command.paid_cents < 0:
            refuse("bad-amount.signed", clauses)
        really = command.paid_cents - line.due_cents
        if told not in (None, really):
            due, paid = sum_of(line.due_cents), sum_of(command.paid_cents)
            refuse("amounts-disagree", clauses, due=due, paid=paid)
        told = really
    assert told is not None
    if -told > line.due_cents:
        refuse("more-than-due", clauses, due_cents=sum_of(line.due_cents))
    return told


def open_on(
    work: Work,
    coup: int,
    line: KeptLine,
    signed: int,
    about: str,
    *,
    person: str | None,
    found: bool = False,
) -> None:
    """Open a case on a line: booked by someone of the rank, else noticed.

    `found`: a ruling found the amount in the record, so it is nobody's word alone.
    """
    booked = may_book(work) and not (found and amiss(work, coup, line, signed))
    if not found:
        possible(work, coup, line, signed)
    _opened(
        work,
        coup,
        signed,
        about,
        person=person,
        wager=line.wager,
        line=line.number,
        found=found,
        noticed=not booked,
        moved=moves(work, coup, line, 0, signed) if booked else (),
    )


def left_over(work: Work, coup: int, person: str, cents: int, *, over: bool, about: str) -> None:
    """Open a case for what a correction could not move; nothing where no rule has cases.

    The patron has it, or the float: nothing is left to book.
    """
    if work.rule("payment-errors") is not None:
        _opened(work, coup, cents if over else -cents, about, person=person, found=True)


def _opened(
    work: Work,
    coup: int,
    signed: int,
    about: str,
    *,
    person: str | None,
    found: bool,
    wager: str | None = None,
    line: int | None = None,
    noticed: bool = False,
    moved: tuple[Transfer, ...] = (),
) -> None:
    number = next_number(work)
    work.emit(
        PaymentErrorOpened,
        matter=number,
        direction=_direction(signed),
        amount_cents=abs(signed),
        coup=coup,
        about=about,
        wager=wager,
        person=person,
        line=line,
        found=found,
        noticed=noticed,
        moved=moved,
        clauses=work.cite("payment-errors"),
    )
    report_monthly(work, number)


def _change(work: Work, case: Matter, line: KeptLine, signed: int, about: str) -> None:
    """The case of this line says another amount, until it was reported or put right."""
    unreported(work, case)
    coup, before, booked = int(case.facts["coup"]), signed_of(case), booked_of(case)
    if before == signed and (booked or not may_book(work)):
        refuse("case-open.change", work.cite("payment-errors"), number=case.number)
    if booked:
        require_rank(work, provided(work, CONFIRM))
    possible(work, coup, line, signed, before if booked else 0)
    if not booked and not may_book(work):
        moved: tuple[Transfer, ...] = ()
    else:
        moved = moves(work, coup, line, before if booked else 0, signed)
    duty = None if reportable(work, abs(signed)) else to_report(work.table, case)
    work.emit(
        PaymentErrorChanged,
        matter=case.number,
        lapsed=None if duty is None else duty.number,
        direction=_direction(signed),
        amount_cents=abs(signed),
        about=about,
        noticed=not booked and not may_book(work),
        moved=moved,
        clauses=work.cite("payment-errors"),
    )
    if duty is not None:
        how = "it is not above the amount"
        work.emit(DutyDischarged, duty=duty.number, how=how, clauses=duty.clauses)
    report_monthly(work, case.number)


def _unbooked(standing: Standing, number: int) -> bool:
    case = standing.table.matters[number]
    return case.kind == KIND and not booked_of(case)


@decides(
    ConfirmPaymentError,
    troubled=True,
    opens=True,
    rules=("payment-second-person",),
    needs=(Ruled("payment-errors"), Ranked(CONFIRM)),
    fits={"matter": _unbooked},
)
def confirm(work: Work, command: ConfirmPaymentError) -> None:
    """By someone of the rank, another than the one who noticed it."""
    clauses = work.required("payment-errors").clauses
    case = the_matter(work, command.matter, KIND)
    require_rank(work, provided(work, CONFIRM))
    if booked_of(case):
        refuse("case-open.confirm", clauses, number=case.number)
    another_person(work, case)
    confirmed(work, case)


def confirmed(work: Work, case: Matter) -> Matter:
    """The case, booked: someone of the rank who goes on with it takes it for true."""
    if booked_of(case):
        return case
    coup, signed = int(case.facts["coup"]), signed_of(case)
    line = line_of(work, case)
    possible(work, coup, line, signed)
    work.emit(
        PaymentErrorConfirmed,
        matter=case.number,
        moved=moves(work, coup, line, 0, signed),
        clauses=work.cite("payment-errors"),
    )
    return work.table.matters[case.number]


def may_book(work: Work) -> bool:
    """Whether the actor's rank suffices to book an error."""
    actor, rule = work.actor, provided(work, CONFIRM)
    return actor is not None and work.edition.ranks.held(actor.rank, rule.rank)


def _direction(signed: int) -> Direction:
    return "under" if signed < 0 else "over"
