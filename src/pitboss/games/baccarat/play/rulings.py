"""Rulings that only baccarat has: the card becomes Banker's third, and hands are counted anew."""

from __future__ import annotations

from pitboss.editions.procedures import Ruling
from pitboss.games.baccarat.play.coup import due, hand_due
from pitboss.games.baccarat.play.own import BANKER, also_applies, change_delivery
from pitboss.refusal import Refusal, refusable, refuse
from pitboss.settle.lines import join
from pitboss.table.cards.deal import CardDealt
from pitboss.table.cards.shoe import change_shoe, in_play
from pitboss.table.machine import TableEvent, Work, replace
from pitboss.table.rulings.cards import CoupReconstructed
from pitboss.table.rulings.effects import coup_of
from pitboss.table.rulings.record import seen
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


@effect("to-hand-due")
def to_hand_due(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card goes to the hand that was due it."""
    coup = coup_of(work)
    slot = in_play(work).aside[0]
    hand, clauses = hand_due(work, coup)
    work.emit(
        CardDealt,
        hand=hand,
        place=len(coup.hand(hand)),
        card=slot.card,
        aside=True,
        clauses=join(ruling.clauses, clauses),
    )


class ShoeRestarted(TableEvent, frozen=True, kw_only=True):
    """The first coup was taken back: its cards lie in the shoe again, in their order."""

    cards: int

    def changes(self, table: Table) -> Table:
        """As before its first card; wagers lie as they were placed."""
        coup, shoe = table.coup, table.shoe
        assert coup is not None
        assert shoe is not None
        seen = list(shoe.seen)
        for card in shoe.drawn[-self.cards :]:
            if card is not None:
                seen[card] -= 1
        table = change_shoe(
            table,
            left=shoe.left + self.cards,
            drawn=shoe.drawn[: -self.cards],
            seen=tuple(seen),
        )
        return replace(table, coup=None, coups=coup.number - 1)


@effect("restart-shoe")
def restart_shoe(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The cards of the first coup go back, then the shoe is burned from."""
    coup = coup_of(work)
    shoe = in_play(work)
    if shoe.aside or len(coup.slots) != len(shoe.drawn):
        refuse("not-restarted", ruling.clauses)
    work.emit(ShoeRestarted, cards=len(coup.slots), clauses=ruling.clauses)


@seen("due_hand")
def due_hand(work: Work) -> str:
    """The hand that the next card goes to, those of the initial deal included."""
    coup = work.table.coup
    if coup is None or coup.complete:
        return "none"
    answer = refusable(hand_due)(work, coup)
    return "none" if isinstance(answer, Refusal) else answer[0]


@also_applies(CoupReconstructed)
def counts_anew(table: Table, event: CoupReconstructed) -> Table:
    """The counts of hands that were put right are announced anew."""
    return change_delivery(table, counts_announced=False)
