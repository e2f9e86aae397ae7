"""Cards under seal until they are required."""

from __future__ import annotations

from operator import attrgetter

from pitboss.refusal import refuse
from pitboss.table.cards.parts import Sealed
from pitboss.table.cards.sets import Check, card_set
from pitboss.table.machine import Command, Event, Work, decides, replace
from pitboss.table.state import Table


class SecureCards(Command, frozen=True, kw_only=True):
    """Put a set of cards under seal until it is required; `checked` says how, if it was."""

    seal: str
    backs: str
    kind: str
    checked: Check | None = None


class CardsSecured(Event, frozen=True, kw_only=True):
    """A set of cards is under seal."""

    seal: str
    backs: str
    kind: str
    checked: Check | None = None

    def changes(self, table: Table) -> Table:
        """Under seal."""
        sealed = Sealed(kind=self.kind, backs=self.backs, checked=self.checked)
        return replace(table, secured={**table.secured, self.seal: sealed})


@decides(SecureCards, opens=True, rules=("secured",), words={"kind": attrgetter("card_sets")})
def secure(work: Work, command: SecureCards) -> None:
    """Checked or pre-shuffled cards are secured until required."""
    clauses = work.cite("secured")
    known = card_set(work, command.kind)
    if command.seal in work.table.secured:
        refuse("seal-in-use", clauses, seal=command.seal)
    if known.checked and command.checked is None:
        refuse("not-checked", clauses)
    work.emit(
        CardsSecured,
        seal=command.seal,
        backs=command.backs,
        kind=command.kind,
        checked=command.checked,
        clauses=clauses,
    )
