"""A way to play every hand of a shoe, and what it is worth.

The best plan is composition-dependent: each hand is played by its own cards and the up card.
After a split each hand is again played by its own cards and the up card, on the shoe without
both split cards, apart for the hand with the original wager and for the later hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.games.blackjack.odds.solver.hands import BIT, SPLIT, WORD, Family
from pitboss.games.blackjack.odds.solver.player import NO_POLICY, induct
from pitboss.games.blackjack.odds.solver.player import Values as Expectations
from pitboss.games.blackjack.odds.solver.returns import HANDS
from pitboss.games.blackjack.odds.solver.rules import ACE_VALUE, TEN_VALUE, Values
from pitboss.games.blackjack.odds.solver.shoe import Against, Shoe
from pitboss.games.blackjack.odds.strategy import Strategy

POLICY = (
    "After a split each hand is played by its own cards and the up card, with the play that is "
    "best on the shoe left by the up card and both split cards, separately for the hand with "
    "the original wager and for the later hand."
)
NATURAL: Values = (ACE_VALUE, TEN_VALUE)

# Where a policy stands: up card, family, 0 for the original wager and 1 for a later hand.
Place = tuple[int, int, int]
Policy = dict[Place, Any]


@dataclass(frozen=True)
class Start:
    """A starting hand against an up card: how likely, every action's worth, the one taken."""

    hand: Values
    up: int
    probability: float
    expectations: dict[str, float]
    action: str

    @property
    def expectation(self) -> float:
        """The expectation of the action taken, per unit of the original wager."""
        return self.expectations[self.action]


@dataclass(frozen=True)
class Plan:
    """The expectations of every state of every family, and of every starting hand."""

    shoe: Shoe
    states: dict[Place, Expectations]
    starts: dict[tuple[Values, int], Start]

    @property
    def expectation(self) -> float:
        """The expectation of a round, per unit of the original wager."""
        return sum(start.probability * start.expectation for start in self.starts.values())

    def by_up(self, up: int) -> float:
        """The expectation given the up card."""
        here = [start for start in self.starts.values() if start.up == up]
        whole = sum(start.probability for start in here)
        return sum(start.probability * start.expectation for start in here) / whole

    def action(self, values: Values, up: int, after_split: int, pair: int = 0) -> str:
        """The plan as a strategy."""
        if after_split == 0 and (values, up) in self.starts:
            action = self.starts[values, up].action
            return action if action in BIT else WORD[BIT["stand"]]
        if after_split and not pair:
            raise ValueError("a hand of a split needs the value of the split cards")
        if up not in self.shoe.against:
            raise ValueError(f"the shoe has no card of value {up}")
        place = (up, pair if after_split else 0, int(after_split > 1))
        family = self.shoe.hands.families[place[1]]
        return WORD[int(self.states[place].action[family.index[values]])]


def make_plan(shoe: Shoe, policy: Policy | None = None) -> Plan:
    """The best plan, or the worth of a given one."""
    states: dict[Place, Expectations] = {}
    starts: dict[tuple[Values, int], Start] = {}
    for up, against in shoe.against.items():
        for family in shoe.hands.families:
            for later, stake in enumerate(HANDS[: 2 if family.pair else 1]):
                place = (up, family.pair, later)
                states[place] = induct(
                    family,
                    against.rest,
                    against.dealer,
                    against.plain[stake],
                    against.doubled[stake],
                    policy[place] if policy else NO_POLICY,
                )
        for start in _starts(shoe, against, states, policy):
            starts[start.hand, up] = start
    return Plan(shoe, states, starts)


def _starts(
    shoe: Shoe, against: Against, states: dict[Place, Expectations], policy: Policy | None
) -> list[Start]:
    up = against.up
    family = shoe.hands.families[0]
    found = states[up, 0, 0]
    starts = []
    for state in np.flatnonzero(family.size == 2):
        hand = family.hands[state]
        probability = shoe.deal_probability(hand, up)
        if probability <= 0:
            continue
        if hand == NATURAL:
            worth = _natural(shoe, against, family)
        else:
            every = {"stand": found.stand, "hit": found.hit, "double": found.double}
            worth = {
                word: float(of[state])
                for word, of in every.items()
                if family.legal[state] & BIT[word]
            }
        if family.legal[state] & SPLIT:
            # A family of split hands begins with its one card.
            worth["split"] = sum(float(states[up, hand[0], later].best[0]) for later in range(2))
        action = max(worth, key=lambda word: worth[word])
        if policy and hand != NATURAL:
            action = WORD[int(policy[up, 0, 0][state])]
        starts.append(Start(hand, up, probability, worth, action))
    return starts


def _natural(shoe: Shoe, against: Against, family: Family) -> dict[str, float]:
    """A blackjack waits for the dealer's second card, or takes even money (9.1)."""
    without, both, even = shoe.returns.natural[against.kind]
    row = against.dealer[family.place[family.index[NATURAL]]]
    dealers = float(row[shoe.returns.outcomes.index("blackjack")])
    worth = {"stand": float(without) * (1 - dealers) + float(both) * dealers}
    if even is not None:
        worth["even-money"] = float(even)
    return worth


def tabulate(shoe: Shoe, strategy: Strategy) -> Policy:
    """A strategy's action for every state that the shoe can deal."""
    return {
        (up, family.pair, later): _tabulate(family, against, strategy, later)
        for up, against in shoe.against.items()
        for family in shoe.hands.families
        for later in range(2 if family.pair else 1)
    }


def _tabulate(family: Family, against: Against, strategy: Strategy, later: int) -> Any:
    after_split = 1 + later if family.pair else 0
    possible = (family.gone <= against.rest).all(axis=1)
    found = np.zeros(len(family.hands), dtype=np.int32)
    for state, hand in enumerate(family.hands):
        if possible[state]:
            action = strategy.action(hand, against.up, after_split, family.pair)
            found[state] = BIT[action]
            if not family.legal[state] & found[state]:
                raise ValueError(f"{action} is not legal on {hand}")
    return found
