"""Holders of the Banker's Hand: by its marker, or with the shoe; third cards that holders call for.

The dealer moves the marker before a coup to the next player with a wager on the Banker's Hand,
against the clock, where its holder gave it up, has no such wager, or lost with that hand.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.play.coup import due, seen_cards, stands, the_coup
from pitboss.games.baccarat.play.own import (
    BANKER,
    FIRST,
    HANDS,
    Hand,
    change_delivery,
    change_role,
    decides,
    delivery_of,
    role_of,
)
from pitboss.games.baccarat.play.receivers import (
    DELIVERIES,
    ByDesignatedPlayer,
    Names,
    role_holder,
    role_order,
    seats_of,
    wagers_of,
)
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import authorise, provided
from pitboss.table.machine import Command, TableEvent, Work
from pitboss.table.procedures.shoe_holder import held
from pitboss.table.state import Table

CALLED = "call-third-card"
"""The approval by which the holder of a hand calls for the other hand's third card."""


class CallThirdCard(Command, frozen=True, kw_only=True):
    """The holder of a hand has the other hand's third card drawn, no count being announced."""

    hand: Hand
    approval: int | None = None


class ThirdCardCalled(TableEvent, frozen=True, kw_only=True):
    """A third card was called for; the counts of the first four cards are not announced."""

    hand: Hand

    def changes(self, table: Table) -> Table:
        """The card is drawn next."""
        return change_delivery(table, counts_announced=True)


class ByActingDealer:
    """The player who holds the shoe deals as the dealer would, and exposes this hand."""

    passes = True
    role = False
    leave = True
    deals = "shoe-holder-deals"
    collects = "shoe-holder-exposes"
    turns = "shoe-holder-turns"
    announces = "dealer-announces"
    third = "dealer-third-card"

    def receivers(self, table: Table, _hand: str, /) -> Names:
        """Whoever holds the shoe, while they sit at the table."""
        holder = held(table).holder
        return () if holder is None or holder not in seats_of(table) else (holder,)

    def why(self, _table: Table, _hand: str, person: str | None, _declined: Names, /) -> Names:
        """They hold the shoe; where nobody does the dealer deals and turns."""
        return ("shoe-holder-nobody",) if person is None else ("designated-player", self.collects)

    def start(self, _work: Work, method: str, /) -> tuple[str, Clauses]:
        """As the table is."""
        return method, ()


DELIVERIES["acting-dealer"] = ByActingDealer()


@decides(CallThirdCard, who=("player",), approvals=(CALLED,))
def call_third_card(work: Work, command: CallThirdCard) -> None:
    """By whoever received one hand, for the other; the tableau still decides."""
    clauses = provided(work, CALLED).clauses
    coup = the_coup(work)
    own = delivery_of(coup)
    other = next(hand for hand in HANDS if hand != command.hand)
    if own.holders.get(other) != command.by:
        refuse("not-yours.call-third-card", clauses, person=command.by, hand=other)
    if len(coup.slots) != FIRST or own.counts_announced:
        refuse("too-late.call-third-card", clauses)
    seen_cards(work, coup)
    turn = due(work, coup)
    if turn is None or turn.hand != command.hand:
        cited = stands(work, coup) if turn is None else turn.clauses
        refuse("no-card-due", (*clauses, *cited))
    cited = authorise(work, CALLED, command.approval, command.by)
    work.emit(ThirdCardCalled, hand=command.hand, clauses=(*cited, *turn.clauses))


MARKER_FIRST, MARKER_MOVES = "marker-first", "marker-moves"


class MarkerPlaced(TableEvent, frozen=True, kw_only=True):
    """The marker lies before a player, who receives the Banker's Hand."""

    person: str
    seat: int

    def changes(self, table: Table) -> Table:
        """From their right it will go on."""
        return change_role(
            table, designated=self.person, declined=(), start=self.seat, shoe=table.shoes
        )


class ByMarker(ByDesignatedPlayer):
    """Whoever the marker lies before receives the hand."""

    def why(self, _table: Table, _hand: str, person: str | None, _declined: Names, /) -> Names:
        """The marker lies there; without one the dealer turns the cards over."""
        return ("marker-nobody",) if person is None else ("designated-player", MARKER_FIRST)

    def start(self, work: Work, method: str, /) -> tuple[str, Clauses]:
        """Before the first card the marker goes where it belongs, if anybody may have it."""
        table = work.table
        holder = role_holder(table)
        if holder is not None and BANKER in wagers_of(table, holder):
            return method, ()
        seats = seats_of(table)
        declined = role_of(table).declined if role_of(table).shoe == table.shoes else ()
        for person in role_order(table):
            if person in declined or person == holder or BANKER not in wagers_of(table, person):
                continue
            rule = MARKER_FIRST if role_of(table).shoe != table.shoes else MARKER_MOVES
            seat = table.people[person].seat
            assert seat is not None  # only who sits is in the order
            assert person in seats
            work.emit(MarkerPlaced, person=person, seat=seat, clauses=work.provides(rule))
            break
        return method, ()


DELIVERIES["marker-holder"] = ByMarker()
