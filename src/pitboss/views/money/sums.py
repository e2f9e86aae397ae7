"""What a table's events move and count, in whole cents."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.ledger import DROP, FLOAT, OUTSIDE, STATIONS, Transfer
from pitboss.table import Event
from pitboss.table.life.open import TableOpened
from pitboss.table.people.bank import DIGITAL, BoughtIn, Credited, Filled, FloatCounted
from pitboss.table.settlement.correct import CoupCorrected
from pitboss.table.settlement.settle import CoupSettled, Payment, WagersSettled


@dataclass
class Sums:
    """What events move and count, summed.

    `carried_cents` is what came to the float from outside, or went, otherwise than by fills,
    credits and counts: at the opening, or to pay a ticket. `sold_cents`: chips sold from it.
    `opened_cents`: what the table was opened with; `last_count_cents`: what its last count was
    off by.
    """

    coups: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    terminals_cents: int = 0
    """So much of the win was won at terminals, and lies outside the float."""
    drop_cents: int = 0
    digital_cents: int = 0
    fills_cents: int = 0
    credits_cents: int = 0
    variance_cents: int = 0
    carried_cents: int = 0
    sold_cents: int = 0
    opened_cents: int = 0
    last_count_cents: int = 0

    def add(self, event: Event) -> None:
        """Add an event."""
        settles = isinstance(event, Payment | CoupCorrected)
        for transfer in event.transfers():
            ends = (transfer.source, transfer.target)
            if transfer.target == DROP and transfer.source == OUTSIDE:
                self.drop_cents += transfer.cents
            elif transfer.target == DIGITAL and transfer.source == OUTSIDE:
                self.digital_cents += transfer.cents
            elif FLOAT in ends and OUTSIDE in ends:
                if not isinstance(event, Filled | Credited | FloatCounted):
                    self.carried_cents += _gained(transfer, FLOAT)
            elif FLOAT in ends and not isinstance(event, BoughtIn):
                self.win_cents += _gained(transfer, FLOAT)
            elif settles and STATIONS in ends:
                self.win_cents += _gained(transfer, STATIONS)
                self.terminals_cents += _gained(transfer, STATIONS)
        match event:
            case BoughtIn():
                self.sold_cents += event.amount_cents
            case Filled():
                self.fills_cents += event.amount_cents
            case Credited():
                self.credits_cents += event.amount_cents
            case FloatCounted():
                self.variance_cents += event.variance_cents
                self.last_count_cents = event.variance_cents
            case TableOpened():
                self.opened_cents = event.float_cents
                self.last_count_cents = 0
            case WagersSettled() | CoupSettled():
                self.coups += isinstance(event, CoupSettled)
                self.handle_cents += sum(settled.line.stake_cents for settled in event.lines)
            case _:
                pass

    @property
    def float_cents(self) -> int:
        """What the float must have gained by all this."""
        moved = self.carried_cents + self.fills_cents - self.credits_cents + self.variance_cents
        return moved + self.win_cents - self.terminals_cents - self.sold_cents


def _gained(transfer: Transfer, account: str) -> int:
    return transfer.cents if transfer.target == account else -transfer.cents
