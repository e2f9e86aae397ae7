"""Cards dealt though play should have stopped: past the cutting card, or after the last coup.

Where the cutting card lies and how many cards are left is recorded, so that nobody deals past
it unnoticed. What a dealer of real cards has done all the same is recorded as it happened: the
shoe ends where it would have ended, and a coup dealt after the last one is completed, settled
and then the cards are shuffled.
"""

from __future__ import annotations

from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.cards.sets import LAST_COUP
from pitboss.table.cards.shoe import (
    CUTTING_CARD,
    change_shoe,
    cutting_card_next,
    end_from_here,
    end_known,
    in_play,
)
from pitboss.table.machine import TableEvent, Work
from pitboss.table.state import Table

Stop = Literal["cutting card", "last coup"]


class DealtPast(TableEvent, frozen=True, kw_only=True):
    """A card came out though play should have stopped.

    `coups_left` are the coups still dealt, as if the cutting card had been shown at its place;
    after the last coup only the one whose card came out is completed.
    """

    stop: Stop
    first: bool
    coups_left: int

    def changes(self, table: Table) -> Table:
        """Where the shoe ends is known, or it is in play for one coup more."""
        if self.stop == CUTTING_CARD:
            table = end_known(table, first=self.first, coups_left=self.coups_left)
            return change_shoe(table, past=self.stop)
        return change_shoe(table, over=None, coups_left=self.coups_left, past=self.stop)


def go_past(work: Work) -> None:
    """Record that the next card came out past a stop; there must be one to go past."""
    shoe, clauses = work.table.shoe, work.edition.shoe.end.clauses
    if work.house.virtual:
        refuse("never-past", clauses)
    untouched = work.table.stack is None and shoe is not None and shoe.order is None
    if shoe is not None and shoe.over == LAST_COUP and untouched:
        work.emit(DealtPast, stop="last coup", first=True, coups_left=1, clauses=clauses)
        return
    if not cutting_card_next(in_play(work)):
        refuse("nothing-passed", clauses)
    first, left = end_from_here(work)
    work.emit(DealtPast, stop=CUTTING_CARD, first=first, coups_left=left, clauses=clauses)
