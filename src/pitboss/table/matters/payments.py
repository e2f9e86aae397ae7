"""Overpayments and underpayments dealt with: enquired into, put right, told, closed.

Whether an error is a breach is never decided by a clock: "a reasonable time" is nowhere fixed,
so each step records how long after becoming aware it was done. `excused` derives from what is
recorded whether both limbs are met.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, TOKENS, Transfer, chips_of, tokens_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.authority.duties import end_duties, raise_duty
from pitboss.table.machine import Command, Event, PersonalEvent, Query, Standing, Work, decides
from pitboss.table.matters.matter import change_matter, given, known, the_matter
from pitboss.table.matters.payment_cases import KIND, Direction, another_person
from pitboss.table.matters.payment_errors import confirmed
from pitboss.table.people.bank import in_float
from pitboss.table.state import Matter, Table

Finding = Literal["unintentional", "suspected", "intentional"]
Attempt = Literal["identify", "contact", "liaise", "reimburse", "demand", "impracticable"]
TO_REACH = frozenset({"identify", "contact", "liaise"})
TO_SETTLE = frozenset({"reimburse", "demand", "impracticable"})


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
    """Put an error right: at the table between player and float, or at the cage.

    At the cage money of the cage makes it good and none of this table moves: the patron keeps
    the chips, or lacks them, and the float stays as much below or above what was due.
    """

    matter: int
    means: Literal["table", "cage"] = "table"


class TellRegulator(Command, frozen=True, kw_only=True):
    """Bring an error to the regulator's attention."""

    matter: int
    how: str


class ClosePayment(Command, frozen=True, kw_only=True):
    """Close a case, as no breach or not excused, as what is recorded shows."""

    matter: int


class PaymentEnquired(Event, frozen=True, kw_only=True):
    """Whether the error was intentional was enquired into."""

    matter: int
    finding: Finding
    enquiries: str

    def changes(self, table: Table) -> Table:
        """The finding given last counts."""
        return change_matter(table, self.matter, {"finding": self.finding})


class PaymentAttempted(Event, frozen=True, kw_only=True):
    """Something was tried to rectify an error."""

    matter: int
    attempt: Attempt
    how: str
    seconds_since_aware: int
    person: str | None = None

    def changes(self, table: Table) -> Table:
        """One more attempt."""
        matter = table.matters[self.matter]
        made = f"{matter.facts.get('attempts', '')} {self.attempt}".strip()
        person = matter.person if self.person is None else self.person
        return change_matter(table, self.matter, {"attempts": made}, person=person)


class PaymentRectified(PersonalEvent, frozen=True, kw_only=True):
    """An error was put right; at the cage no money of this table moves.

    `tokens_cents` of the amount are promotional tokens.
    """

    matter: int
    person: str
    direction: Direction
    amount_cents: int
    means: Literal["table", "cage"]
    seconds_since_aware: int
    tokens_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """What was paid too much comes back, what was paid too little is paid."""
        if self.means == "cage":
            return ()
        chips, cents = chips_of(self.person), self.amount_cents - self.tokens_cents
        source, target = (chips, FLOAT) if self.direction == "over" else (FLOAT, chips)
        moved = [Transfer(source, target, cents)] if cents else []
        if self.tokens_cents:
            moved.append(Transfer(TOKENS, tokens_of(self.person), self.tokens_cents))
        return tuple(moved)

    def changes(self, table: Table) -> Table:
        """Put right."""
        return change_matter(table, self.matter, {"rectified": self.means})


class RegulatorTold(Event, frozen=True, kw_only=True):
    """An error was brought to the regulator's attention."""

    matter: int
    to: str
    how: str
    seconds_since_aware: int

    def changes(self, table: Table) -> Table:
        """Told."""
        return change_matter(table, self.matter, {"told": self.to})


class PaymentClosed(Event, frozen=True, kw_only=True):
    """A case is closed."""

    matter: int
    outcome: Literal["no breach", "not excused"]

    def changes(self, table: Table) -> Table:
        """Closed."""
        return change_matter(table, self.matter, {"outcome": self.outcome}, stage="closed")


def excused(matter: Matter) -> bool:
    """Whether both limbs are recorded: not intentional, and dealt with."""
    return matter.facts.get("finding") == "unintentional" and dealt_with(matter)


def dealt_with(matter: Matter) -> bool:
    """Rectified, or a reasonable attempt made, or the regulator told."""
    return "rectified" in matter.facts or "told" in matter.facts or attempted(matter)


def attempted(matter: Matter) -> bool:
    """A reasonable attempt: reach the patron, and once known pay or ask them."""
    made = _made(matter)
    reached = bool(made & TO_REACH) or matter.facts["patron"] == "known from the start"
    return reached and bool(made) and (matter.person is None or bool(made & TO_SETTLE))


def _made(matter: Matter) -> frozenset[str]:
    return frozenset(matter.facts.get("attempts", "").split())


def _anothers(work: Standing, number: int) -> Matter:
    """A case that is going on, and is not the word of whoever decides on it."""
    matter = _running(work, number)
    another_person(work, matter)
    return matter


@decides(
    EnquirePayment,
    troubled=True,
    opens=True,
    rules=("payment-enquiry", "payment-suspected", "payment-second-person"),
    needs=(Ranked("enquire-payment"),),
    fits={"matter": passes(_anothers)},
)
def enquire(work: Work, command: EnquirePayment) -> None:
    """What is suspected to be intentional opens two duties."""
    matter = _decided_on(work, command.matter, "enquire-payment")
    given(command.enquiries, "what was enquired")
    matter = confirmed(work, matter)
    suspected = command.finding != "unintentional"
    names = ("payment-enquiry", "payment-suspected") if suspected else ("payment-enquiry",)
    work.emit(PaymentEnquired, command, clauses=work.provides(*names))
    if suspected and matter.facts.get("finding") in (None, "unintentional"):
        raise_duty(work, "rectify-suspected", about=f"matter {matter.number}")
        raise_duty(work, "identify-suspected", about=f"matter {matter.number}")


def _running(work: Query, number: int) -> Matter:
    matter = the_matter(work, number, KIND)
    if matter.stage == "closed":
        refuse("case-closed", work.cite("payment-errors"), number=number)
    return matter


@decides(
    AttemptPayment,
    troubled=True,
    opens=True,
    rules=("attempt-to-reach", "attempt-to-reimburse", "attempt-to-demand"),
    fits={"matter": passes(_running)},
)
def attempt(work: Work, command: AttemptPayment) -> None:
    """Underpaid: an attempt to pay; overpaid: to get it back; once known."""
    matter = _running(work, command.matter)
    owing = "attempt-to-reimburse" if matter.facts["direction"] == "under" else "attempt-to-demand"
    rule = "attempt-to-reach" if command.attempt in TO_REACH else owing
    clauses = work.provides(rule)
    if (command.attempt, matter.facts["direction"]) in (("reimburse", "over"), ("demand", "under")):
        refuse("wrong-attempt", clauses, facts=matter.facts["direction"])
    if command.attempt in TO_SETTLE and matter.person is None:
        refuse("patron-unknown", clauses)
    if command.person is not None:
        known(work, command.person)
        if command.attempt not in TO_REACH or matter.person is not None:
            refuse("already-known", clauses)
        holder = matter.facts.get("holder")
        if holder and holder != command.person:
            refuse("another-patron", clauses, person=command.person)
    given(command.how, "what was tried")
    since = _since(work, matter)
    work.emit(PaymentAttempted, command, seconds_since_aware=since, clauses=clauses)
    if command.attempt == "identify":
        _discharge(work, matter.number, "identify-suspected", command.how)
    if attempted(work.table.matters[matter.number]):
        _discharge(work, matter.number, "rectify-suspected", command.how)


@decides(
    RectifyPayment,
    troubled=True,
    opens=True,
    rules=("payment-rectified", "payment-second-person"),
    needs=(Ranked("rectify-payment"),),
    fits={"matter": passes(_anothers)},
)
def rectify(work: Work, command: RectifyPayment) -> None:
    """Between player and float where the patron is at the table."""
    matter = _running(work, command.matter)
    clauses = work.provides("payment-rectified")
    if "rectified" in matter.facts:
        refuse("already-rectified", clauses, number=matter.number)
    matter = confirmed(work, _decided_on(work, command.matter, "rectify-payment"))
    person = matter.person
    if person is None:
        refuse("patron-unknown", clauses)
    tokens = int(matter.facts.get("tokens", "0"))
    if command.means == "table":
        _at_the_table(work, matter, person, matter.amount_cents - tokens)
    work.emit(
        PaymentRectified,
        command,
        matter,
        direction=matter.facts["direction"],
        tokens_cents=tokens,
        seconds_since_aware=_since(work, matter),
        clauses=clauses,
    )
    _discharge(work, matter.number, "rectify-suspected", "rectified")
    _discharge(work, matter.number, "identify-suspected", "the patron is known")


def _at_the_table(work: Work, matter: Matter, person: str, chips: int) -> None:
    """Patron and float must be there, with what they give."""
    if work.table.house is None or work.table.closed:
        refuse("table-not-open.admit")
    work.person(person, "player")
    held = work.table.balances.get(chips_of(person), 0)
    if matter.facts["direction"] == "under":
        in_float(work, chips)
    elif held < chips:
        refuse(
            "not-enough-chips.at-the-table",
            work.cite("payment-rectified"),
            person=person,
            held=sum_of(held),
        )


@decides(
    TellRegulator,
    troubled=True,
    opens=True,
    rules=("payment-told",),
    needs=(Ranked("tell-regulator"),),
    fits={"matter": passes(_running)},
)
def tell(work: Work, command: TellRegulator) -> None:
    """The third way of dealing with an error."""
    matter = _running(work, command.matter)
    authorise(work, "tell-regulator")
    work.required("payment-told")
    given(command.how, "how they were told")
    work.emit(
        RegulatorTold,
        command,
        to=work.value("payment-told", str, ""),
        seconds_since_aware=_since(work, matter),
        clauses=work.cite("payment-told"),
    )


@decides(
    ClosePayment,
    troubled=True,
    opens=True,
    rules=("payment-errors", "payment-suspected", "not-credit", "payment-second-person"),
    needs=(Ranked("close-payment"),),
    fits={"matter": passes(_anothers)},
)
def close_case(work: Work, command: ClosePayment) -> None:
    """No breach where both limbs are recorded; suspected: both attempts made."""
    matter = _decided_on(work, command.matter, "close-payment")
    cited: Clauses
    if excused(matter):
        names = ["payment-errors"] + (["not-credit"] if matter.facts["direction"] == "over" else [])
        work.emit(
            PaymentClosed, matter=matter.number, outcome="no breach", clauses=work.cite(*names)
        )
        return
    cited = work.cite("payment-errors")
    if matter.facts.get("finding") in (None, "unintentional"):
        refuse("not-dealt-with.remedy", cited)
    cited = work.provides("payment-suspected")
    reached = "identify" in _made(matter) or matter.person is not None
    if not (reached and ("rectified" in matter.facts or attempted(matter))):
        refuse("not-dealt-with.attempts", cited)
    work.emit(PaymentClosed, matter=matter.number, outcome="not excused", clauses=cited)


def _decided_on(work: Work, number: int, approval: str) -> Matter:
    """A case that is going on, decided on by the rank needed and not by whose word it is."""
    _running(work, number)
    authorise(work, approval)
    return _anothers(work, number)


def _since(work: Work, matter: Matter) -> int:
    aware = dt.datetime.fromisoformat(matter.facts["aware"])
    return int((work.command.at - aware).total_seconds())


def _discharge(work: Work, matter: int, key: str, how: str) -> None:
    """A duty of the case that is done by what was just recorded."""
    end_duties(work, f"matter {matter}", how, key)
