"""Overpayments and underpayments: a case from becoming aware of it to its end.

Whether an error is a breach is never decided by a clock: "a reasonable time" is nowhere
fixed (R7), so each step records how long after becoming aware it was done. `excused` derives
from what is recorded whether both limbs are met.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pitboss.editions.wager import Clauses
from pitboss.ledger import FLOAT, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides
from pitboss.table.bank import in_float, positive
from pitboss.table.duties import DutyDischarged, raise_duty
from pitboss.table.matters import (
    add_matter,
    change_matter,
    given,
    known,
    next_number,
    required,
    the_matter,
)
from pitboss.table.state import Matter, Table

KIND = "payment error"
Direction = Literal["over", "under"]
Finding = Literal["unintentional", "suspected", "intentional"]
Attempt = Literal["identify", "contact", "liaise", "reimburse", "demand", "impracticable"]
TO_REACH = frozenset({"identify", "contact", "liaise"})
TO_SETTLE = frozenset({"reimburse", "demand", "impracticable"})


class OpenPaymentError(Command, frozen=True, kw_only=True):
    """Record that a wager was over- or underpaid; without `person` the patron is not known."""

    direction: Direction
    amount_cents: int
    coup: int
    wager: str
    about: str
    person: str | None = None


class EnquirePayment(Command, frozen=True, kw_only=True):
    """Record the finding of reasonable enquiries: unintentional or not."""

    matter: int
    finding: Finding
    enquiries: str


class AttemptPayment(Command, frozen=True, kw_only=True):
    """Record an attempt to rectify; `person` names the patron whom it identified.

    `impracticable`: the patron is known, but asking or paying them is not practical.
    """

    matter: int
    attempt: Attempt
    how: str
    person: str | None = None


class RectifyPayment(Command, frozen=True, kw_only=True):
    """Put an error right: at the table between player and float, or at the cage."""

    matter: int
    means: Literal["table", "cage"] = "table"


class TellRegulator(Command, frozen=True, kw_only=True):
    """Bring an error to the regulator's attention."""

    matter: int
    how: str


class ClosePayment(Command, frozen=True, kw_only=True):
    """Close a case, as no breach or not excused, as what is recorded shows."""

    matter: int


class PaymentErrorOpened(Event, frozen=True, kw_only=True):
    """The house became aware of an overpayment or underpayment."""

    matter: int
    direction: Direction
    amount_cents: int
    coup: int
    about: str
    wager: str | None = None
    person: str | None = None


class PaymentEnquired(Event, frozen=True, kw_only=True):
    """Whether the error was intentional was enquired into."""

    matter: int
    finding: Finding
    enquiries: str


class PaymentAttempted(Event, frozen=True, kw_only=True):
    """Something was tried to rectify an error."""

    matter: int
    attempt: Attempt
    how: str
    seconds_since_aware: int
    person: str | None = None


class PaymentRectified(Event, frozen=True, kw_only=True):
    """An error was put right; at the cage no money of this table moves."""

    matter: int
    person: str
    direction: Direction
    amount_cents: int
    means: Literal["table", "cage"]
    seconds_since_aware: int

    def transfers(self) -> tuple[Transfer, ...]:
        """What was paid too much comes back, what was paid too little is paid."""
        if self.means == "cage":
            return ()
        chips = chips_of(self.person)
        source, target = (chips, FLOAT) if self.direction == "over" else (FLOAT, chips)
        return (Transfer(source, target, self.amount_cents),)


class RegulatorTold(Event, frozen=True, kw_only=True):
    """An error was brought to the regulator's attention."""

    matter: int
    to: str
    how: str
    seconds_since_aware: int


class PaymentClosed(Event, frozen=True, kw_only=True):
    """A case is closed."""

    matter: int
    outcome: Literal["no breach", "not excused"]


def open_payment_error(
    work: Work, person: str | None, amount_cents: int, over: bool, about: str
) -> None:
    """Open a case for a mistake that another procedure found; nothing where no rule has cases.

    It is about the coup dealt last (Star 12.10 with 12.18, X15).
    """
    if work.rule("payment-errors") is not None:
        _open(
            work, "over" if over else "under", amount_cents, work.table.coups, about, None, person
        )


def excused(matter: Matter) -> bool:
    """Whether both limbs are recorded: not intentional, and dealt with (Star 12.18)."""
    return matter.facts.get("finding") == "unintentional" and dealt_with(matter)


def dealt_with(matter: Matter) -> bool:
    """Rectified, or a reasonable attempt made, or the regulator told (Star 12.18.2)."""
    return "rectified" in matter.facts or "told" in matter.facts or attempted(matter)


def attempted(matter: Matter) -> bool:
    """A reasonable attempt: reach the patron, and once known pay or ask them (Star 12.20.1)."""
    made = _made(matter)
    reached = bool(made & TO_REACH) or matter.facts["patron"] == "known from the start"
    return reached and bool(made) and (matter.person is None or bool(made & TO_SETTLE))


def _made(matter: Matter) -> frozenset[str]:
    return frozenset(matter.facts.get("attempts", "").split())


@decides(OpenPaymentError, troubled=True, rules=("payment-errors", "monthly-report"))
def open_error(work: Work, command: OpenPaymentError) -> None:
    """Of a coup that was settled here, for a patron known or not (Star 12.18)."""
    clauses = required(work, "payment-errors").clauses
    positive(command.amount_cents)
    if not any(
        result.coup == command.coup and result.outcome != "void" for result in work.table.results
    ):
        refuse("no-such-coup", f"Coup {command.coup} was not settled here.", clauses)
    if command.wager not in work.edition.wagers:
        refuse("unknown-wager", f"There is no wager '{command.wager}'.", clauses)
    if command.person is not None:
        known(work, command.person)
    given(command.about, "what happened")
    direction, cents, coup = command.direction, command.amount_cents, command.coup
    _open(work, direction, cents, coup, command.about, command.wager, command.person)


def _open(
    work: Work,
    direction: Direction,
    cents: int,
    coup: int,
    about: str,
    wager: str | None,
    person: str | None,
) -> None:
    number = next_number(work)
    work.emit(
        PaymentErrorOpened,
        matter=number,
        direction=direction,
        amount_cents=cents,
        coup=coup,
        about=about,
        wager=wager,
        person=person,
        clauses=work.cite("payment-errors"),
    )
    if work.rule("monthly-report") is not None and cents > work.value("monthly-report", int, 0):
        raise_duty(work, "monthly-report", about=f"matter {number}")


@decides(EnquirePayment, troubled=True, opens=True, rules=("payment-enquiry", "payment-suspected"))
def enquire(work: Work, command: EnquirePayment) -> None:
    """What is suspected to be intentional opens two duties (Star 12.18.1, 12.19)."""
    matter = _running(work, command.matter)
    given(command.enquiries, "what was enquired")
    suspected = command.finding != "unintentional"
    names = ("payment-enquiry", "payment-suspected") if suspected else ("payment-enquiry",)
    work.emit(
        PaymentEnquired,
        matter=matter.number,
        finding=command.finding,
        enquiries=command.enquiries,
        clauses=work.cite(*names),
    )
    if suspected and matter.facts.get("finding") in (None, "unintentional"):
        raise_duty(work, "rectify-suspected", about=f"matter {matter.number}")
        raise_duty(work, "identify-suspected", about=f"matter {matter.number}")


@decides(
    AttemptPayment,
    troubled=True,
    opens=True,
    rules=("attempt-to-reach", "attempt-to-reimburse", "attempt-to-demand"),
)
def attempt(work: Work, command: AttemptPayment) -> None:
    """Underpaid: an attempt to pay; overpaid: to get it back; once known (Star 12.20.1)."""
    matter = _running(work, command.matter)
    owing = "attempt-to-reimburse" if matter.facts["direction"] == "under" else "attempt-to-demand"
    rule = "attempt-to-reach" if command.attempt in TO_REACH else owing
    clauses = work.cite(rule)
    if (command.attempt, matter.facts["direction"]) in (("reimburse", "over"), ("demand", "under")):
        sentence = f"An {matter.facts['direction']}payment calls for the other attempt."
        refuse("wrong-attempt", sentence, clauses)
    if command.attempt in TO_SETTLE and matter.person is None:
        refuse("patron-unknown", "The patron is not identified yet.", clauses)
    if command.person is not None:
        known(work, command.person)
        if command.attempt not in TO_REACH or matter.person is not None:
            refuse("already-known", "The patron is identified once, by reaching them.", clauses)
    work.emit(
        PaymentAttempted,
        matter=matter.number,
        attempt=command.attempt,
        how=given(command.how, "what was tried"),
        person=command.person,
        seconds_since_aware=_since(work, matter),
        clauses=clauses,
    )
    if command.attempt == "identify":
        _discharge(work, matter.number, "identify-suspected", command.how)
    if attempted(work.table.matters[matter.number]):
        _discharge(work, matter.number, "rectify-suspected", command.how)


@decides(RectifyPayment, troubled=True, opens=True, rules=("payment-rectified",))
def rectify(work: Work, command: RectifyPayment) -> None:
    """Between player and float where the patron is at the table (Star 12.18.2, 12.19.1)."""
    matter = _running(work, command.matter)
    clauses = work.cite("payment-rectified")
    if "rectified" in matter.facts:
        refuse("already-rectified", f"Case {matter.number} is rectified.", clauses)
    person = matter.person
    if person is None:
        refuse("patron-unknown", "The patron is not identified yet.", clauses)
    over = matter.facts["direction"] == "over"
    if command.means == "table":
        if work.table.house is None or work.table.closed:
            refuse("table-not-open", "The table is not open.")
        work.person(person, "player")
        held = work.table.balances.get(chips_of(person), 0)
        if over and held < matter.amount_cents:
            refuse("not-enough-chips", f"{person} holds {sum_of(held)} in chips.", clauses)
        if not over:
            in_float(work, matter.amount_cents)
    work.emit(
        PaymentRectified,
        matter=matter.number,
        person=person,
        direction=matter.facts["direction"],
        amount_cents=matter.amount_cents,
        means=command.means,
        seconds_since_aware=_since(work, matter),
        clauses=clauses,
    )
    _discharge(work, matter.number, "rectify-suspected", "rectified")
    _discharge(work, matter.number, "identify-suspected", "the patron is known")


@decides(TellRegulator, troubled=True, opens=True, rules=("payment-told",))
def tell(work: Work, command: TellRegulator) -> None:
    """The third way of dealing with an error (Star 12.18.2)."""
    matter = _running(work, command.matter)
    required(work, "payment-told")
    work.emit(
        RegulatorTold,
        matter=matter.number,
        to=work.value("payment-told", str, ""),
        how=given(command.how, "how they were told"),
        seconds_since_aware=_since(work, matter),
        clauses=work.cite("payment-told"),
    )


@decides(
    ClosePayment,
    troubled=True,
    opens=True,
    rules=("payment-errors", "payment-suspected", "not-credit"),
)
def close_case(work: Work, command: ClosePayment) -> None:
    """No breach where both limbs are recorded; suspected: both attempts made (12.18, 12.19)."""
    matter = _running(work, command.matter)
    cited: Clauses
    if excused(matter):
        names = ["payment-errors"] + (["not-credit"] if matter.facts["direction"] == "over" else [])
        work.emit(
            PaymentClosed, matter=matter.number, outcome="no breach", clauses=work.cite(*names)
        )
        return
    cited = work.cite("payment-errors")
    if matter.facts.get("finding") in (None, "unintentional"):
        refuse("not-dealt-with", "Enquiries and a remedy are recorded first.", cited)
    cited = work.cite("payment-suspected")
    reached = "identify" in _made(matter) or matter.person is not None
    if not (reached and ("rectified" in matter.facts or attempted(matter))):
        sentence = "Attempts to rectify it and to identify the patron are recorded first."
        refuse("not-dealt-with", sentence, cited)
    work.emit(PaymentClosed, matter=matter.number, outcome="not excused", clauses=cited)


def _running(work: Work, number: int) -> Matter:
    matter = the_matter(work, number, KIND)
    if matter.stage == "closed":
        refuse("case-closed", f"Case {number} is closed.", work.cite("payment-errors"))
    return matter


def _since(work: Work, matter: Matter) -> int:
    aware = dt.datetime.fromisoformat(matter.facts["aware"])
    return int((work.command.at - aware).total_seconds())


def _discharge(work: Work, matter: int, key: str, how: str) -> None:
    """A duty of the case that is done by what was just recorded."""
    for duty in work.table.duties.values():
        if duty.key == key and duty.about == f"matter {matter}" and duty.done_by is None:
            work.emit(DutyDischarged, duty=duty.number, how=how, clauses=duty.clauses)


@applies(PaymentErrorOpened)
def opened(table: Table, event: PaymentErrorOpened) -> Table:
    """Open, from the moment of becoming aware."""
    facts = {
        "direction": event.direction,
        "coup": str(event.coup),
        "wager": event.wager or "",
        "about": event.about,
        "aware": event.at.isoformat(),
        "patron": "not known" if event.person is None else "known from the start",
    }
    matter = Matter(
        number=event.matter,
        kind=KIND,
        stage="open",
        person=event.person,
        amount_cents=event.amount_cents,
        facts=facts,
    )
    return add_matter(table, matter)


@applies(PaymentEnquired)
def enquired(table: Table, event: PaymentEnquired) -> Table:
    """The finding given last counts."""
    return change_matter(table, event.matter, {"finding": event.finding})


@applies(PaymentAttempted)
def was_attempted(table: Table, event: PaymentAttempted) -> Table:
    """One more attempt."""
    matter = table.matters[event.matter]
    made = f"{matter.facts.get('attempts', '')} {event.attempt}".strip()
    person = matter.person if event.person is None else event.person
    return change_matter(table, event.matter, {"attempts": made}, person=person)


@applies(PaymentRectified)
def rectified(table: Table, event: PaymentRectified) -> Table:
    """Put right."""
    return change_matter(table, event.matter, {"rectified": event.means})


@applies(RegulatorTold)
def was_told(table: Table, event: RegulatorTold) -> Table:
    """Told."""
    return change_matter(table, event.matter, {"told": event.to})


@applies(PaymentClosed)
def closed(table: Table, event: PaymentClosed) -> Table:
    """Closed."""
    return change_matter(table, event.matter, {"outcome": event.outcome}, stage="closed")
