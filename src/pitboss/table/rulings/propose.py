"""A ruling put forward by one of the staff, for somebody of the rank that may give it."""

from __future__ import annotations

import msgspec

from pitboss.table.machine import Command, Event, Work, decides, replace
from pitboss.table.own import alike
from pitboss.table.rulings.rule import permitted, unruled
from pitboss.table.state import Proposed, Table


class ProposeRuling(Command, frozen=True, kw_only=True):
    """Put one of the rulings that the situation permits forward, with its cards and a reason."""

    ruling: str
    hands: dict[str, str] = msgspec.field(default_factory=dict)
    cards: str | None = None
    reason: str | None = None


class RulingProposed(Event, frozen=True, kw_only=True):
    """A ruling waits for somebody who may give it."""

    situation: str
    ruling: str
    says: str
    hands: dict[str, str] = msgspec.field(default_factory=dict)
    cards: str | None = None
    reason: str | None = None

    def changes(self, table: Table) -> Table:
        """The newest proposal is the one that stands; nothing is ruled by it."""
        trouble = table.trouble
        assert trouble is not None
        return replace(table, trouble=replace(trouble, proposed=alike(Proposed, self)))


@decides(ProposeRuling, opens=True, troubled=True, needs=(unruled,))
def propose(work: Work, command: ProposeRuling) -> None:
    """Only what the facts permit can be put forward; its rank is asked of whoever gives it."""
    trouble = unruled(work)
    ruling = permitted(work, command.ruling)
    work.emit(
        RulingProposed,
        command,
        situation=trouble.situation,
        says=ruling.says,
        clauses=ruling.clauses,
    )
