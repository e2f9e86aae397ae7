"""Cards under seal until they are required."""

from __future__ import annotations

from operator import attrgetter

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.cards.parts import Sealed, Shoe
from pitboss.table.cards.sets import Check, card_set
from pitboss.table.machine import Command, Event, Query, Work, decides, replace
from pitboss.table.state import Table

COUNTED = "cards-counted"


class SecureCards(Command, frozen=True, kw_only=True):
    """Put a set of cards under seal until it is required; `checked` says how, if it was."""

    seal: str
    backs: str
    kind: str
    checked: Check | None = None


class CountCards(Command, frozen=True, kw_only=True):
    """Count the cards of the shoe that was in play, when gaming is over."""

    cards: int


class CardsCounted(Event, frozen=True, kw_only=True):
    """The cards were counted at the end; `complete`: all of them are there."""

    shoe: int
    cards: int
    complete: bool

    def changes(self, table: Table) -> Table:
        """On record for this shoe."""
        return replace(table, marks={**table.marks, COUNTED: str(self.shoe)})


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


def _to_count(query: Query) -> Shoe:
    """The shoe that was played, between coups; its cards are counted where a rule asks for it."""
    shoe = query.table.shoe
    query.required("count-at-end")
    if shoe is None or query.table.coup is not None or query.table.stack is not None:
        refuse("nothing-to-count", query.cite("count-at-end"))
    return shoe


@decides(CountCards, rules=("count-at-end",), needs=(_to_count,))
def count(work: Work, command: CountCards) -> None:
    """Whether all decks are complete."""
    shoe = _to_count(work)
    if command.cards < 0:
        refuse("bad-number.permit")
    work.emit(
        CardsCounted,
        command,
        shoe=work.table.shoes,
        complete=command.cards == shoe.total - shoe.missing + shoe.foreign,
        clauses=work.cite("count-at-end"),
    )


def counted_out(work: Work) -> Clauses:
    """Refuse to end gaming before the count, unless the cards are replaced as players had them."""
    table, shoe = work.table, work.table.shoe
    if work.rule("count-at-end") is None or shoe is None or table.commencing:
        return ()
    if shoe.handled and work.rule("handled-not-counted") is not None:
        return work.cite("handled-not-counted")
    if table.marks.get(COUNTED) != str(table.shoes) and shoe.order is None:
        refuse("count-first", work.cite("count-at-end"))
    return work.cite("count-at-end")
