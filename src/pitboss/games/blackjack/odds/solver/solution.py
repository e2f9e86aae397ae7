"""The solver: the exact best play of a shoe, and everything that follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.odds.basic import Basic, derive, reaches, tabulate_totals
from pitboss.games.blackjack.odds.insurance import EvenMoney, even_money
from pitboss.games.blackjack.odds.solver.distribution import Distribution, distribution_of
from pitboss.games.blackjack.odds.solver.hands import BIT, WORD
from pitboss.games.blackjack.odds.solver.plan import POLICY, Plan, Start, make_plan, tabulate
from pitboss.games.blackjack.odds.solver.returns import read_returns
from pitboss.games.blackjack.odds.solver.rules import Play
from pitboss.games.blackjack.odds.solver.shoe import open_shoe
from pitboss.games.blackjack.odds.strategy import Strategy, TotalDependent, hand_text, letter
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.sign import Sign

THIRD_HAND = "third-hand"


@dataclass(frozen=True)
class Solution:
    """The best play of one composition; per unit of the original wager."""

    plan: Plan
    counts52: tuple[int, ...]

    policy = POLICY

    @property
    def strategy(self) -> Strategy:
        """The best play, hand by hand."""
        return self.plan

    @cached_property
    def expectation(self) -> float:
        """The expectation of a round."""
        return self.plan.expectation

    @property
    def starts(self) -> list[Start]:
        """Every starting hand and up card with its probability and expectations."""
        return list(self.plan.starts.values())

    @property
    def by_up(self) -> dict[int, tuple[float, float]]:
        """By up card: its probability and the expectation given it."""
        return {
            up: (against.probability, self.plan.by_up(up))
            for up, against in self.plan.shoe.against.items()
        }

    def distribution(self) -> Distribution:
        """The net result of a round with its probabilities, splits and doubles included."""
        return self._distribution

    @cached_property
    def _distribution(self) -> Distribution:
        return distribution_of(self.plan)

    @property
    def even_money(self) -> EvenMoney | None:
        """A blackjack against an ace: even money beside waiting."""
        return even_money(self.plan.shoe.returns, self.counts52)

    @cached_property
    def basic(self) -> Basic:
        """A total-dependent basic strategy with its exact cost."""
        return derive(self.plan)

    def evaluate(self, strategy: Strategy) -> Plan:
        """What any strategy is worth on this shoe; blackjacks take even money where it pays."""
        shoe = self.plan.shoe
        if isinstance(strategy, TotalDependent):
            return make_plan(shoe, tabulate_totals(shoe, strategy))
        return make_plan(shoe, tabulate(shoe, strategy))

    @cached_property
    def cells(self) -> list[dict[str, Any]]:
        """Every decision that the best play can meet, with the worth of each legal action.

        A hand after a split names the `pair` it comes from: its own shoe depends on it.
        """
        return [cell for up in self.plan.shoe.against for cell in self._cells(up)]

    def _cells(self, up: int) -> Iterator[dict[str, Any]]:
        for start in self.plan.starts.values():
            if start.up == up:
                yield _cell(start.hand, up, 0, 0, start.action, start.expectations)
        for (pair, later), reach in sorted(reaches(self.plan, up).items()):
            family = self.plan.shoe.hands.families[pair]
            found = self.plan.states[up, pair, later]
            every = {"stand": found.stand, "hit": found.hit, "double": found.double}
            for state in np.flatnonzero(reach > 0):
                # A starting hand was given above; one card of a split has no choice.
                legal = [word for word in every if family.legal[state] & BIT[word]]
                if len(legal) < 2 or (pair == 0 and family.size[state] == 2):
                    continue
                worth = {word: float(every[word][state]) for word in legal}
                action = WORD[int(found.action[state])]
                after = 1 + later if pair else 0
                yield _cell(family.hands[state], up, after, pair, action, worth)


def _cell(
    hand: tuple[int, ...], up: int, after_split: int, pair: int, action: str, ev: dict[str, float]
) -> dict[str, Any]:
    cell: dict[str, Any] = {"hand": hand_text(hand), "up": letter(up), "after_split": after_split}
    if after_split:
        cell["pair"] = letter(pair)
    return {**cell, "action": action, "ev": ev}


@refusable
def solve(
    compiled: Compiled,
    counts52: Sequence[int],
    sign: Sign,
    *,
    distribution: bool = False,
    stake_cents: int | None = None,
) -> Solution:
    """The exact composition-dependent best play of a shoe, given the copies of each card.

    With `stake_cents` every payment is that of this stake, paid up to the smallest chip.
    A sign that permits a third hand is refused: `solve_third_hand` has its expectation.
    """
    rules = compiled.edition.rounds
    if rules is None:
        refuse("no-rounds.solve", title=compiled.edition.identity.title)
    if sign.choices.get(THIRD_HAND) == "yes":
        clauses = () if rules.third_hand is None else rules.third_hand.clauses
        refuse("third-hand-not-solved", clauses)
    play = Play(rules)
    returns = read_returns(compiled, play, sign, stake_cents)
    solution = Solution(
        make_plan(sure(open_shoe(play, returns, counts52))), tuple(int(n) for n in counts52)
    )
    if distribution:
        solution.distribution()
    return solution
