"""Stakes that are placed in a round: doubles, splits, insurance."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.games.blackjack.play.own import box_of
from pitboss.table.betting.place import WagerPlaced
from pitboss.table.betting.stakes import holds, in_chips
from pitboss.table.machine import Work


def add_stake(work: Work, person: str, wager: str, hand: str, cents: int, clauses: Clauses) -> None:
    """A bettor stakes on a hand what they hold, in chips that the table has."""
    in_chips(work, cents)
    holds(work, person, cents, tokens=False)
    box = box_of(hand)
    work.emit(
        WagerPlaced,
        number=work.table.placed + 1,
        wager=wager,
        amount_cents=cents,
        box=box,
        hand="" if hand == str(box) else hand,
        clauses=tuple(dict.fromkeys((*clauses, *work.edition.wagers[wager].clauses))),
    )
