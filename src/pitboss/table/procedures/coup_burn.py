"""A card burned before a round: by the dealer's choice, or before every one while ordered."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.authority.approvals import authorise
from pitboss.table.cards.shoe import called, change_shoe, in_play, not_behind
from pitboss.table.machine import Command, PublicEvent, Query, Work, decides
from pitboss.table.procedures.memory import BURNED as NAME
from pitboss.table.procedures.memory import Burned, memory, remember
from pitboss.table.state import Table


class OrderCoupBurn(Command, frozen=True, kw_only=True):
    """Have a card burned before every coup, or no longer."""

    on: bool = True
    approval: int | None = None


class BurnBeforeCoup(Command, frozen=True, kw_only=True):
    """Burn the next card, face down, before a coup begins."""


class CoupBurnOrdered(PublicEvent, frozen=True, kw_only=True):
    """A card is burned before every coup from here on, or no longer."""

    on: bool

    def changes(self, table: Table) -> Table:
        """From the next coup on."""
        state = memory(table, NAME, Burned())
        return remember(table, NAME, Burned(ordered=self.on, coup=state.coup))


class CoupBurned(PublicEvent, frozen=True, kw_only=True):
    """A card went to the discards before a coup."""

    coup: int

    def changes(self, table: Table) -> Table:
        """Out of play, unseen."""
        shoe = table.shoe
        assert shoe is not None
        state = memory(table, NAME, Burned())
        table = remember(table, NAME, Burned(ordered=state.ordered, coup=self.coup))
        return change_shoe(
            table, left=shoe.left - 1, burned=shoe.burned + 1, drawn=(*shoe.drawn, None)
        )


@decides(OrderCoupBurn, procedure="coup_burn", approvals=("burn-before-coups",))
def order(work: Work, command: OrderCoupBurn) -> None:
    """By the rank that the edition names."""
    rule = work.edition.conduct.coup_burn
    assert rule is not None
    if rule.when != "ordered":
        refuse("not-provided.order", rule.clauses)
    if memory(work.table, NAME, Burned()).ordered == command.on:
        refuse("no-change.order", rule.clauses)
    clauses = rule.clauses + authorise(work, "burn-before-coups", command.approval)
    work.emit(CoupBurnOrdered, on=command.on, clauses=clauses)


@decides(BurnBeforeCoup, procedure="coup_burn")
def burn(work: Work, command: BurnBeforeCoup) -> None:
    """Once before a coup, after the burn of the shoe."""
    rule = work.edition.conduct.coup_burn
    assert rule is not None
    shoe, state = in_play(work), memory(work.table, NAME, Burned())
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", rule.clauses)
    called(work)
    if rule.when == "ordered" and not state.ordered:
        refuse("not-ordered", rule.clauses)
    if state.coup == work.table.coups + 1:
        refuse("already-burned", rule.clauses)
    if _unburned(work):
        refuse("burn-first.burn", work.edition.shoe.burn[0].clauses)
    not_behind(work)
    if shoe.left == 0:
        refuse("shoe-empty.deal", rule.clauses)
    work.emit(CoupBurned, coup=work.table.coups + 1, clauses=rule.clauses)


def burned_first(work: Work) -> None:
    """Refuse to begin a round before the burn of the shoe, or the one ordered before every one."""
    if _unburned(work):
        work.forbid("burn-before-play", "burn-first.burn")
    rule = work.edition.conduct.coup_burn
    if rule is not None and burn_due(work):
        refuse("burn-first.burned-first", rule.clauses)


def _unburned(query: Query) -> bool:
    """Whether nothing was burned from the shoe yet, nor dealt."""
    shoe = query.table.shoe
    return shoe is not None and shoe.burn_done is None and not shoe.coups


def burn_due(query: Query) -> bool:
    """Whether the burn that is ordered before every round is still to be made."""
    rule, state = query.edition.conduct.coup_burn, memory(query.table, NAME, Burned())
    return rule is not None and state.ordered and state.coup != query.table.coups + 1
