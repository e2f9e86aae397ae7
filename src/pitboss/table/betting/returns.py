"""Wagers that go back to their players, whole or in part."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, LAYOUT, TOKENS, Transfer, chips_of, tokens_of
from pitboss.table.machine import Query, TableEvent, Work, replace
from pitboss.table.people.tokens import changed, first
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
        waits = all(one.fixed for one in wagers.values())
        if waits and table.coup is None and table.next_sign is not None:
            return replace(table, wagers=wagers, sign=table.next_sign, next_sign=None)
        return replace(table, wagers=wagers)


class CollectedReturned(TableEvent, frozen=True, kw_only=True):
    """A wager that was collected as lost went back, since its round has no result."""

    number: int
    person: str
    amount_cents: int
    tokens_cents: int = 0
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)

    def transfers(self) -> tuple[Transfer, ...]:
        """From the house to the player's hand."""
        return (
            Transfer(FLOAT, chips_of(self.person), self.amount_cents - self.tokens_cents),
            Transfer(TOKENS, tokens_of(self.person), self.tokens_cents),
        )

    def changes(self, table: Table) -> Table:
        """Tokens are with their player again."""
        return changed(table, self.person, self.vouchers, 1)


class InterimRepaid(TableEvent, frozen=True, kw_only=True):
    """What was paid in a round before its end was repaid, since the round is void."""

    number: int
    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the house."""
        return (Transfer(chips_of(self.person), FLOAT, self.amount_cents),)


def of_this_round(query: Query) -> tuple[Placed, ...]:
    """The wagers that this round alone decides: not those that may outlive it."""
    wagers = query.edition.wagers
    staked = query.table.staked.values()
    return tuple(one for one in staked if wagers[one.wager].automaton is None)


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
