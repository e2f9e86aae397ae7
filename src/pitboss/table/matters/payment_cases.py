"""What a payment case says: its line, its amount, whether it is booked, whether it is reported."""

from __future__ import annotations

from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.authority.duties import raise_duty
from pitboss.table.machine import Standing, Work
from pitboss.table.settlement.kept import kept_coup
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Duty, Matter, Table

KIND = "payment error"
Direction = Literal["over", "under"]


def case_of(table: Table, coup: int, line: int) -> Matter | None:
    """The case of a line: there is one at most, beside those that turned out to be none."""
    key = (str(coup), str(line))
    for matter in table.matters.values():
        ours = matter.kind == KIND and matter.amount_cents
        if ours and (matter.facts["coup"], matter.facts.get("line")) == key:
            return matter
    return None


def unreported(work: Work, case: Matter) -> None:
    """What the regulator was told, what is put right and what is closed stays as it is."""
    number, facts = case.number, case.facts
    duty = to_report(work.table, case)
    if "told" in facts or (duty is not None and duty.done_by is not None):
        clauses = work.cite("payment-told", "monthly-report")
        refuse("already-reported", clauses, number=number)
    if "rectified" in facts:
        refuse("already-rectified", work.cite("payment-rectified"), number=number)
    if case.stage == "closed":
        refuse("case-closed", work.cite("payment-errors"), number=number)


def another_person(work: Standing, case: Matter) -> None:
    """Nobody decides alone on an error that is their own word."""
    rule = work.rule("payment-second-person")
    if rule is not None and case.facts.get("opened by") == work.by:
        refuse("another-person.another-person", rule.clauses, person=work.by, number=case.number)


def line_of(work: Work, case: Matter) -> KeptLine:
    """The line that a case is about."""
    coup = int(case.facts["coup"])
    line = line_kept(work.table, coup, int(case.facts["line"]))
    if line is None:
        refuse("not-on-record", work.cite("payment-errors"), coup=coup)
    return line


def line_kept(table: Table, coup: int, number: int) -> KeptLine | None:
    """The line of that number in a coup; nothing where it is not on record."""
    kept = kept_coup(table, coup)
    lines = () if kept is None else kept.lines
    return next((line for line in lines if line.number == number), None)


def signed_of(case: Matter) -> int:
    """The amount of a case, below nothing for an underpayment."""
    return case.amount_cents if case.facts["direction"] == "over" else -case.amount_cents


def booked_of(case: Matter) -> bool:
    """Whether the books show the error."""
    return case.stage != "noticed"


def report_monthly(work: Work, number: int) -> None:
    """Single errors above the amount are reported: in the month of becoming aware."""
    case = work.table.matters[number]
    if reportable(work, case.amount_cents) and to_report(work.table, case) is None:
        raise_duty(work, "monthly-report", about=f"matter {number}")


def reportable(work: Work, cents: int) -> bool:
    """Whether a single error of so much is reported at the end of the month."""
    rule = work.rule("monthly-report")
    return rule is not None and cents > work.value("monthly-report", int, 0)


def to_report(table: Table, case: Matter) -> Duty | None:
    """The duty to report a case, done or not; one that has lapsed is none."""
    lapsed = case.facts.get("lapsed", "").split()
    for duty in table.duties.values():
        ours = duty.key == "monthly-report" and duty.about == f"matter {case.number}"
        if ours and str(duty.number) not in lapsed:
            return duty
    return None
