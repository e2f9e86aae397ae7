"""What a correction should have taken back and could not: a case until recovered or waived."""

from __future__ import annotations

from typing import Literal

from pitboss.editions.wagers import Clauses
from pitboss.ledger import DROP, OUTSIDE, STATIONS, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, Event, Query, Work
from pitboss.table.matters.matter import (
    change_matter,
    given,
    next_number,
    open_matter,
    person_of,
    the_matter,
)
from pitboss.table.state import Matter, Table
from pitboss.table.terminals.parts import credit_of, decides, not_frozen, the_terminal

KIND = "shortfall"
CLOSE = "close-shortfall"
How = Literal["credit", "cash", "waived"]


class CloseShortfall(Command, frozen=True, kw_only=True):
    """Close the case of a shortfall: taken from credit, paid in cash, or waived for a reason."""

    matter: int
    how: How
    reason: str


class ShortfallNoted(Event, frozen=True, kw_only=True):
    """A correction should have taken back more than was there."""

    matter: int
    person: str
    coup: int
    amount_cents: int

    def changes(self, table: Table) -> Table:
        """A case, until it is closed."""
        facts = {"coup": str(self.coup)}
        return open_matter(table, self.matter, KIND, "open", self.person, facts, self.amount_cents)


class ShortfallClosed(Event, frozen=True, kw_only=True):
    """A shortfall was made good, or waived."""

    matter: int
    person: str
    amount_cents: int
    how: How
    reason: str

    def transfers(self) -> tuple[Transfer, ...]:
        """From credit, or into the drop box; what is waived moves nothing."""
        if self.how == "credit":
            return (Transfer(chips_of(self.person), STATIONS, self.amount_cents),)
        if self.how == "cash":
            return (Transfer(OUTSIDE, DROP, self.amount_cents),)
        return ()

    def changes(self, table: Table) -> Table:
        """At an end."""
        facts = {"how": self.how, "reason": self.reason}
        return change_matter(table, self.matter, facts, stage="closed")


def note_shortfall(work: Work, coup: int, person: str, cents: int, clauses: Clauses) -> None:
    """A case for a terminal from which a correction could not take all back."""
    work.emit(
        ShortfallNoted,
        matter=next_number(work),
        person=person,
        coup=coup,
        amount_cents=cents,
        clauses=clauses,
    )


def _open(query: Query, number: int) -> Matter:
    matter = the_matter(query, number, KIND)
    if matter.stage != "open":
        refuse("shortfall-closed", query.cite("freeze-accounts"), number=number)
    return matter


@decides(
    CloseShortfall,
    troubled=True,
    rules=("freeze-accounts",),
    approvals=(CLOSE,),
    needs=(Ranked(CLOSE),),
    fits={"matter": passes(_open)},
)
def close(work: Work, command: CloseShortfall) -> None:
    """Nobody is taken below nothing here either."""
    matter = _open(work, command.matter)
    given(command.reason, "a reason")
    clauses = authorise(work, CLOSE)
    name = person_of(matter)
    if command.how == "credit":
        not_frozen(work)
        held = credit_of(work.table, name) - the_terminal(work, name).staked_cents
        if held < matter.amount_cents:
            refuse("credit-short", clauses, terminal=name, held=sum_of(held))
    work.emit(
        ShortfallClosed, command, person=name, amount_cents=matter.amount_cents, clauses=clauses
    )
