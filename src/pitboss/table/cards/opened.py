"""A committed order, once it is opened, against the coups that were dealt and settled from it.

The order says which hands every round has: its cards, in the order in which they left the
shoe, go where the game deals them. A round that stands settled on other hands, or was made void
after it was settled, does not follow from the order. An outcome that was invalidated is another
matter: its ground is in the journal, and no cards are doubted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from pitboss.cards import Card, names
from pitboss.table.cards.shoe import ShoeLoaded
from pitboss.table.machine import Event
from pitboss.table.rules import Rules
from pitboss.table.rulings.invalidate import OutcomeInvalidated
from pitboss.table.settlement.correct import CoupCorrected
from pitboss.table.settlement.settle import CoupSettled
from pitboss.table.state import Hands, Table

NO_HANDS = "no hands"


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """A coup that does not follow from the order: its hands as settled, and as the order has."""

    coup: int
    settled: str
    ordered: str

    def __str__(self) -> str:
        return f"coup {self.coup} stands as {self.settled}; the order gives {self.ordered}"


@dataclass
class Settled:
    """A coup of a shoe: the places its cards had in the order, and the hands it stands on.

    `lay` are the places by the hand that the cards were dealt to.
    """

    coup: int
    places: tuple[int, ...]
    hands: Hands
    lay: Mapping[str, tuple[int, ...]]


@dataclass
class Coups:
    """The coups settled from the shoe in play, event by event."""

    settled: dict[int, Settled] = field(default_factory=dict)

    def take(self, before: Table, event: Event) -> None:
        """What an event changes: a new shoe, a coup settled, a settled coup that has changed."""
        if isinstance(event, ShoeLoaded):
            self.settled.clear()
        elif isinstance(event, CoupSettled) and before.coup is not None:
            places = tuple(sorted(slot.number for slot in before.coup.slots))
            lay = {
                name: tuple(slot.number for slot in hand)
                for name, hand in before.coup.hands.items()
            }
            coup = Settled(event.coup, places, event.hands, lay)
            self.settled[event.coup] = coup
        elif isinstance(event, CoupCorrected) and event.coup in self.settled:
            self.settled[event.coup].hands = event.hands
        elif isinstance(event, OutcomeInvalidated):  # for a fraud or a disruption, not its cards
            self.settled.pop(event.coup, None)

    def differs(self, rules: Rules, order: Sequence[Card]) -> Differs | None:
        """The first round that does not follow from the order."""
        for coup in self.settled.values():
            hands: Hands | None
            if rules.play.decided:
                hands = {
                    name: tuple(order[place] for place in lay) for name, lay in coup.lay.items()
                }
            else:
                cards = [order[place] for place in coup.places if place < len(order)]
                hands = rules.play.dealt(rules.edition, cards)
            if hands is None or not _same(hands, coup.hands):
                return Differs(
                    coup=coup.coup,
                    settled=_said(coup.hands),
                    ordered=NO_HANDS if hands is None else _said(hands),
                )
        return None


def _same(hands: Hands, others: Hands) -> bool:
    """Whether two deals are the same; a hand without cards is as none."""
    names = {*hands, *others}
    return all(tuple(hands.get(name, ())) == tuple(others.get(name, ())) for name in names)


def _said(hands: Hands) -> str:
    if not any(hands.values()):
        return NO_HANDS
    return " / ".join(names(hand) for hand in hands.values())
