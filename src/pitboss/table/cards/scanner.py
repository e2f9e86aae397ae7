"""A scanning shoe that disagrees with the cards: ruled on in the coup, or after its settlement.

The text sets no time: of a settled coup the supervisor confirms the outcome, and what it was
settled otherwise moves, or declares it void, and every stake goes back.
"""

from __future__ import annotations

from pitboss.editions.procedures import Ruling
from pitboss.refusal import refuse
from pitboss.table.machine import Work
from pitboss.table.rulings.cards import confirm_in_play, same_number
from pitboss.table.rulings.effects import void
from pitboss.table.rulings.rule import GiveRuling, effect, the_ruling
from pitboss.table.settlement.correct import (
    cards_in,
    completed,
    on_record,
    settle_anew,
    told,
    void_coup,
)


def _in_play(work: Work) -> bool:
    """Whether the ruling is on the coup in progress."""
    coup = work.table.coup
    return coup is not None and coup.number == the_ruling(work).coup


@effect("confirm-outcome")
def confirm(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The outcome is that of the actual cards, as the supervisor found them."""
    if _in_play(work):
        confirm_in_play(work, ruling, command)
    elif command.hands:
        _confirm_settled(work, ruling, command)


def _confirm_settled(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    coup, clauses = the_ruling(work).coup, ruling.clauses
    result, _ = on_record(work, coup, clauses)
    hands = told(result, command)
    for hand, cards in hands.items():
        same_number(len(result.hands.get(hand, ())), cards, clauses)
    if not completed(work, coup, hands):
        refuse("not-confirmed", clauses)
    shoe = work.table.shoe
    was, now = result.cards, cards_in(hands)
    if shoe is not None and result.shoe == work.table.shoes:
        copies = (shoe.seen[card] - was.count(card) + now.count(card) for card in set(now))
        if any(number > work.house.decks for number in copies):
            cited = work.edition.decks.clauses
            refuse("too-many-copies.confirm-settled", cited)
    if hands != result.hands:
        settle_anew(work, coup, hands, clauses)


@effect("void-unconfirmed")
def void_unconfirmed(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """A coup whose outcome cannot be confirmed."""
    if _in_play(work):
        void(work, ruling.says, ruling.clauses)
    else:
        void_coup(work, the_ruling(work).coup, ruling.clauses)
