"""Stakes that stood off and stay on the layout for the next round, where they may be altered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.ledger import LAYOUT, Transfer, chips_of, tokens_of
from pitboss.table.machine import TableEvent, Work, replace
from pitboss.table.people.tokens import first
from pitboss.table.state import Placed, Table

if TYPE_CHECKING:
    from pitboss.table.settlement.settle import Settled

STAYS = "stood-off-stays"
"""The rule by which a stake that stood off is not taken off the layout."""


class StakeStayed(TableEvent, frozen=True, kw_only=True):
    """A stake that stood off lies there for the next round, as a wager of its own."""

    number: int
    before: int
    person: str
    wager: str
    amount_cents: int
    tokens_cents: int = 0
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)
    box: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """What was given back lies on the layout again."""
        chips = self.amount_cents - self.tokens_cents
        return (
            Transfer(chips_of(self.person), LAYOUT, chips),
            Transfer(tokens_of(self.person), LAYOUT, self.tokens_cents),
        )

    def changes(self, table: Table) -> Table:
        """To be altered, or taken back, while betting is open."""
        placed = Placed(
            number=self.number,
            person=self.person,
            wager=self.wager,
            stake_cents=self.amount_cents,
            tokens_cents=self.tokens_cents,
            vouchers=self.vouchers,
            box=self.box,
        )
        return replace(table, placed=self.number, wagers={**table.wagers, self.number: placed})


def stay(work: Work, lines: Sequence[Settled], before: Mapping[int, Placed]) -> None:
    """After a tie stakes that stood off stay, unless no wagers are taken next."""
    rule, table = work.rule(STAYS), work.table
    if rule is None or table.next_no_bet is not None:
        return
    here = table.participants()
    for one in lines:
        if one.line.outcome != "stand-off" or one.terminal or one.person not in here:
            continue
        placed = before[one.number]
        work.emit(
            StakeStayed,
            number=work.table.placed + 1,
            before=one.number,
            person=one.person,
            wager=placed.wager,
            amount_cents=one.line.stake_cents,
            tokens_cents=one.tokens_cents,
            vouchers=first(placed.vouchers, one.tokens_cents),
            box=placed.box,
            clauses=rule.clauses,
        )
