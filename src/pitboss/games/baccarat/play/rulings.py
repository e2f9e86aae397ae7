"""Rulings that only baccarat has: the card becomes Banker's third, and hands are counted anew."""

from __future__ import annotations

from pitboss.editions.procedures import Ruling
from pitboss.games.baccarat.play.coup import due
from pitboss.games.baccarat.play.own import BANKER, also_applies, change_delivery
from pitboss.settle.lines import join
from pitboss.table.cards.deal import CardDealt
from pitboss.table.cards.shoe import in_play
from pitboss.table.machine import Work
from pitboss.table.rulings.cards import CoupReconstructed
from pitboss.table.rulings.effects import coup_of
from pitboss.table.rulings.rule import GiveRuling, effect
from pitboss.table.state import Table


@effect("bankers-third")
def bankers_third(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card becomes Banker's third, as Banker is obliged to draw."""
    coup = coup_of(work)
    slot = in_play(work).aside[0]
    turn = due(work, coup)
    assert turn is not None  # the ruling is permitted only where Banker's card is due
    clauses = join(ruling.clauses, turn.clauses)
    work.emit(
        CardDealt,
        hand=BANKER,
        place=len(coup.hand(BANKER)),
        card=slot.card,
        aside=True,
        clauses=clauses,
    )


@also_applies(CoupReconstructed)
def counts_anew(table: Table, event: CoupReconstructed) -> Table:
    """The counts of hands that were put right are announced anew."""
    return change_delivery(table, counts_announced=False)
