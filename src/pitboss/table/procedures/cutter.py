"""Who cuts when it is not their turn: anyone where the edition has it so, else by approval."""

from __future__ import annotations

from pitboss.editions.conduct import Cutter
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import authorise
from pitboss.table.cards.parts import Stack
from pitboss.table.machine import Work


def out_of_turn(work: Work, rule: Cutter, to: str, approval: int | None, ready: Stack) -> Clauses:
    """The clauses by which somebody is offered the cut whose turn it is not."""
    if work.person(to).role == "player" and rule.who == "anyone":
        return rule.clauses
    if ready.refused and rule.who == "turn":
        refuse("not-their-turn.out-of-turn", rule.clauses)
    key = "designate-cutter" if rule.who == "turn" else "other-cutter"
    return rule.clauses + authorise(work, key, approval)
