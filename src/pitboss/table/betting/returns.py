"""Wagers that go back to their players, whole or in part."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, LAYOUT, Transfer, chips_of, tokens_of
from pitboss.table.machine import TableEvent, Work, replace
from pitboss.table.people.tokens import first
from pitboss.table.state import Placed, Table


class WagerReturned(TableEvent, frozen=True, kw_only=True):
    """A wager went back to its player, whole or in part; `why` says for what reason."""

    number: int
    person: str
    amount_cents: int
    tokens_cents: int = 0
    why: str
    taken: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        """From the layout, or from the float where it was taken, to the player's hand."""
        lies = FLOAT if self.taken else LAYOUT
        return (
            Transfer(lies, chips_of(self.person), self.amount_cents - self.tokens_cents),
            Transfer(lies, tokens_of(self.person), self.tokens_cents),
        )

    def changes(self, table: Table) -> Table:
        """Off the layout, or smaller."""
        placed = table.wagers[self.number]
        wagers = dict(table.wagers)
        if self.amount_cents == placed.stake_cents:
            del wagers[self.number]
        else:
            wagers[self.number] = replace(
                placed,
                stake_cents=placed.stake_cents - self.amount_cents,
                tokens_cents=placed.tokens_cents - self.tokens_cents,
                vouchers=first(placed.vouchers, placed.tokens_cents - self.tokens_cents),
            )
        if not wagers and table.coup is None and table.next_sign is not None:
            return replace(table, wagers=wagers, sign=table.next_sign, next_sign=None)
        return replace(table, wagers=wagers)


def give_back(work: Work, placed: Placed, why: str, clauses: Clauses) -> None:
    """A whole wager goes back to its player."""
    work.emit(WagerReturned, placed, amount_cents=placed.stake_cents, why=why, clauses=clauses)


def give_part(work: Work, placed: Placed, cents: int, why: str, clauses: Clauses) -> None:
    """A part of a wager goes back to its player, chips before tokens."""
    work.emit(
        WagerReturned,
        placed,
        amount_cents=cents,
        tokens_cents=max(0, placed.tokens_cents - (placed.stake_cents - cents)),
        why=why,
        clauses=clauses,
    )
