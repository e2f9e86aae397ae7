"""Pre-shuffled decks that players look at before their use, or require to be shuffled and cut."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.admission import Ruled
from pitboss.table.cards.parts import Stack
from pitboss.table.cards.sets import change_stack, of_stack, stack
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.state import Table

LOOK, SHUFFLED = "deck-inspection", "deck-shuffle-required"


class RequestInspection(Command, frozen=True, kw_only=True):
    """Ask to look at pre-shuffled decks before they are used."""


class RequireShuffle(Command, frozen=True, kw_only=True):
    """Require that pre-shuffled decks be inspected and shuffled by the dealer, and cut."""


class ShowDecks(Command, frozen=True, kw_only=True):
    """Show the decks to those who asked; the dealer inspects them."""


class InspectionRequested(TableEvent, frozen=True, kw_only=True):
    """A player wants to see the decks."""

    def changes(self, table: Table) -> Table:
        """To be shown."""
        return change_stack(table, inspection="asked")


class ShuffleRequired(TableEvent, frozen=True, kw_only=True):
    """The decks are no longer accepted as pre-shuffled."""

    def changes(self, table: Table) -> Table:
        """To be inspected and shuffled."""
        return change_stack(
            table, inspection="asked", required=True, shuffled=None, cut_by=None, behind=None
        )


class DecksShown(TableEvent, frozen=True, kw_only=True):
    """The decks were inspected."""

    def changes(self, table: Table) -> Table:
        """Seen."""
        return change_stack(table, inspection="done")


def _pre_shuffled(query: Query) -> Stack:
    ready = stack(query)
    if not of_stack(query, ready).pre_shuffled:
        refuse("not-pre-shuffled", query.cite(LOOK), kind=ready.kind)
    return ready


@decides(RequestInspection, who=("player",), needs=(Ruled(LOOK), _pre_shuffled))
def request(work: Work, command: RequestInspection) -> None:
    """Any player, before the cards are in the shoe."""
    clauses = work.provides(LOOK)
    _pre_shuffled(work)
    work.emit(InspectionRequested, clauses=clauses)


@decides(RequireShuffle, who=("player",), needs=(Ruled(SHUFFLED), _pre_shuffled))
def require(work: Work, command: RequireShuffle) -> None:
    """Any player, before the cards are in the shoe."""
    clauses = work.provides(SHUFFLED)
    _pre_shuffled(work)
    work.emit(ShuffleRequired, clauses=clauses)


@decides(ShowDecks, needs=(Ruled(LOOK), _pre_shuffled))
def show(work: Work, command: ShowDecks) -> None:
    """To those who asked."""
    clauses = work.provides(LOOK)
    if _pre_shuffled(work).inspection != "asked":
        refuse("nobody-asked", clauses)
    work.emit(DecksShown, clauses=clauses)


def looked_at(work: Work, ready: Stack) -> None:
    """Refuse cards that a player asked to see, or to have shuffled, until that is done."""
    if ready.inspection == "asked":
        refuse("inspect-first", work.cite(LOOK, SHUFFLED))
    if ready.required and ready.shuffled is None:
        refuse("shuffle-first", work.cite(SHUFFLED))
