"""Cards leave the shoe to hands, and are seen: what every game records of its deal.

Where a card belongs is the game's matter: it decides these commands.
"""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.betting.window import EMPTY, close
from pitboss.table.cards.parts import Slot
from pitboss.table.cards.shoe import as_found, called, change_shoe, one_card, see
from pitboss.table.machine import Command, PublicEvent, TableEvent, Work, replace
from pitboss.table.procedures.commission import nothing_owed
from pitboss.table.procedures.coup_burn import burned_first
from pitboss.table.procedures.dummy_grounds import GROUNDS
from pitboss.table.procedures.shoe_holder import shoe_taken
from pitboss.table.state import Round, Table
from pitboss.table.tournament.play import forget_forms
from pitboss.table.tournament.wagers import before_first_card

UNTIL_ENDED = 0
"""So many coups without wagers are left where they go on until they are ended."""


class DealCard(Command, frozen=True, kw_only=True):
    """Deal the next card to where it belongs; face up it is told, face down it is not.

    `past`: it came out though the cutting card had come unseen, or the last coup was over.
    """

    card: str | None = None
    past: bool = False


class TurnCard(Command, frozen=True, kw_only=True):
    """The dealer turns over a card that lies face down before them."""

    hand: str
    place: int
    card: str


class Announce(Command, frozen=True, kw_only=True):
    """Announce what comes next: counts or totals, or the result when the coup is complete."""


class CoupStarted(PublicEvent, frozen=True, kw_only=True):
    """The first card of a coup left the shoe."""

    number: int
    method: str
    no_bet: str | None = None

    def changes(self, table: Table) -> Table:
        """A round is in progress."""
        coup = Round(number=self.number, method=self.method, no_bet=self.no_bet is not None)
        table = forget_forms(table)
        if self.no_bet is None or table.no_bet_left == UNTIL_ENDED:  # unordered, or endless
            return replace(table, coup=coup, coups=self.number)
        left = max(table.no_bet_left - 1, 0)
        next_no_bet = self.no_bet if left else None
        return replace(
            table, coup=coup, coups=self.number, next_no_bet=next_no_bet, no_bet_left=left
        )


class CardDealt(TableEvent, frozen=True, kw_only=True):
    """A card lies on the table, seen where `card` is told."""

    hand: str
    place: int
    card: Card | None = None
    aside: bool = False

    def changes(self, table: Table) -> Table:
        """From the shoe, or from beside it, to a hand."""
        shoe, coup = table.shoe, table.coup
        assert shoe is not None
        assert coup is not None
        if self.aside:
            known = shoe.aside[0]
            slot = replace(known, card=self.card, exposed=self.card is not None)
            fields: dict[str, object] = {"aside": shoe.aside[1:]}
            if known.card is None and self.card is not None:
                drawn = (*shoe.drawn[: known.number], self.card, *shoe.drawn[known.number + 1 :])
                fields.update(seen=see(shoe.seen, self.card), drawn=drawn)
        else:
            slot = Slot(card=self.card, exposed=self.card is not None, number=len(shoe.drawn))
            fields = {"left": shoe.left - 1, "drawn": (*shoe.drawn, self.card)}
            if self.card is not None:
                fields["seen"] = see(shoe.seen, self.card)
        return change_hand(change_shoe(table, **fields), self.hand, (*coup.hand(self.hand), slot))


class CardTurned(TableEvent, frozen=True, kw_only=True):
    """A card that lay face down is seen."""

    hand: str
    place: int
    card: Card

    def changes(self, table: Table) -> Table:
        """Seen."""
        shoe, coup = table.shoe, table.coup
        assert shoe is not None
        assert coup is not None
        slots = coup.hand(self.hand)
        slot = slots[self.place]
        shown = replace(slot, card=self.card, exposed=True)
        drawn = (*shoe.drawn[: slot.number], self.card, *shoe.drawn[slot.number + 1 :])
        seen = shoe.seen if slot.card is not None else see(shoe.seen, self.card)
        table = change_shoe(table, seen=seen, drawn=drawn)
        return change_hand(
            table, self.hand, (*slots[: self.place], shown, *slots[self.place + 1 :])
        )


def begin(work: Work, method: str, clauses: Clauses, *rules: str) -> None:
    """A round begins with the removal of its first card; a dummy round by its own method.

    `rules` are those of the game by which it begins.
    """
    table = work.table
    called(work)
    no_bet = table.next_no_bet
    if no_bet is None and table.betting.closed and not table.wagers:
        no_bet, clauses = "no wagers", work.cite(EMPTY)
    before_first_card(work)
    burned_first(work)
    shoe_taken(work)
    if table.shoe is not None and not table.shoe.coups:
        nothing_owed(work)
    if no_bet is not None:
        if no_bet in GROUNDS:
            GROUNDS[no_bet].holds(work)
        method = work.value("no-bet-method", str, work.house.method)
        clauses += work.cite("no-bet-method")
    clauses += work.edition.methods[method].clauses + work.cite(*rules, "dealing-methods")
    work.emit(CoupStarted, number=table.coups + 1, method=method, no_bet=no_bet, clauses=clauses)
    close(work, "first-card-removed")


def expose(work: Work, hand: str, place: int, text: str, clauses: Clauses = ()) -> None:
    """A card that lies face down is seen."""
    coup = work.table.coup
    slots = () if coup is None else coup.hand(hand)
    if not 0 <= place < len(slots) or slots[place].exposed:
        refuse("no-such-card.unseen", place=place, hand=hand)
    card = one_card(work, text)
    as_found(work, slots[place].number, card)
    work.emit(CardTurned, hand=hand, place=place, card=card, clauses=clauses)
    close(work, "first-card-exposed")


def change_coup(table: Table, **fields: object) -> Table:
    """The table with its round changed."""
    assert table.coup is not None
    return replace(table, coup=replace(table.coup, **fields))


def change_hand(table: Table, hand: str, slots: tuple[Slot, ...]) -> Table:
    """The table with other cards in a hand of its round."""
    assert table.coup is not None
    return change_coup(table, hands={**table.coup.hands, hand: slots})
