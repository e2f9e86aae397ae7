"""How a round ends: the probability of every net result, per unit of the original wager."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import numpy as np

from pitboss.games.blackjack.facts.hand import LIMIT
from pitboss.games.blackjack.odds.solver.plan import NATURAL, Plan
from pitboss.games.blackjack.odds.solver.player import Flow, flow
from pitboss.games.blackjack.odds.solver.returns import HANDS, OVER, Returns
from pitboss.games.blackjack.odds.solver.rules import BLACKJACK
from pitboss.games.blackjack.odds.solver.shoe import Against
from pitboss.games.blackjack.odds.solver.split import DOUBLED, Finals, finals, joint
from pitboss.games.blackjack.settle.round import DOUBLE, MAIN

MOST_STAKES = 2 * len(HANDS)


@dataclass(frozen=True)
class Distribution:
    """Net results in increasing order, with their probabilities."""

    results: dict[Fraction, float]

    @property
    def mean(self) -> float:
        """The expectation of a round."""
        return sum(float(result) * share for result, share in self.results.items())

    @property
    def std(self) -> float:
        """The standard deviation of a round."""
        square = sum(float(result) ** 2 * share for result, share in self.results.items())
        return sqrt(square - self.mean**2)


class Tally:
    """Probabilities by net result; results are whole numbers of the smallest unit paid."""

    def __init__(self, returns: Returns) -> None:
        naturals = [x for three in returns.natural.values() for x in three if x is not None]
        amounts = [*returns.stakes.values(), *naturals]
        self.unit = lcm(*(amount.denominator for amount in amounts))
        self.reach = MOST_STAKES * int(max(abs(amount) for amount in amounts) * self.unit)
        self.shares = np.zeros(2 * self.reach + 1)

    def units(self, amount: Fraction) -> int:
        """A net result in units."""
        return int(amount * self.unit)

    def add(self, units: Any, shares: Any) -> None:
        """Add probabilities of net results in units; arrays of one shape."""
        where = np.broadcast_to(units, np.shape(shares)).ravel() + self.reach
        self.shares += np.bincount(where, np.ravel(shares), len(self.shares))

    def distribution(self) -> Distribution:
        """What was added."""
        found = np.flatnonzero(self.shares)
        return Distribution(
            {Fraction(int(at) - self.reach, self.unit): float(self.shares[at]) for at in found}
        )


def distribution_of(plan: Plan) -> Distribution:
    """The net result of a round under a plan, splits and doubles included."""
    tally = Tally(plan.shoe.returns)
    for up, against in plan.shoe.against.items():
        _unsplit(tally, plan, against)
        pairs = [
            start for start in plan.starts.values() if start.up == up and start.action == "split"
        ]
        every = [
            finals(
                plan.shoe.hands,
                start.hand[0],
                (plan.states[up, start.hand[0], 0], plan.states[up, start.hand[0], 1]),
            )
            for start in pairs
        ]
        together = joint(plan.shoe.play, against, every) if every else []
        for start, final, shares in zip(pairs, every, together, strict=True):
            _split(tally, plan, against, final, shares, start.probability)
    return tally.distribution()


def _unsplit(tally: Tally, plan: Plan, against: Against) -> None:
    returns = plan.shoe.returns
    family = plan.shoe.hands.families[0]
    begin = np.zeros(len(family.hands))
    for start in plan.starts.values():
        if start.up != against.up or start.action == "split":
            continue
        if start.hand != NATURAL:
            begin[family.index[start.hand]] = start.probability
            continue
        without, both, even = returns.natural[against.kind]
        place = family.place[family.index[NATURAL]]
        dealers = against.dealer[place, returns.outcomes.index(BLACKJACK)]
        if start.action == "even-money" and even is not None:
            tally.add(tally.units(even), start.probability)
        else:
            tally.add(tally.units(without), start.probability * (1 - dealers))
            tally.add(tally.units(both), start.probability * dealers)
    actions = plan.states[against.up, 0, 0].action
    flown = flow(family, against.rest, against.dealer, begin, actions)
    over = returns.stakes[MAIN, against.kind, OVER]
    tally.add(tally.units(over), flown.bust[0])
    over += returns.stakes[DOUBLE, against.kind, OVER]
    tally.add(tally.units(over), flown.bust[1])
    ways = range(2 * DOUBLED)
    units = _units(tally, returns, MAIN, against.kind, tuple(ways))
    tally.add(units, _by_way(flown, tuple(ways), len(returns.outcomes)))


def _split(
    tally: Tally, plan: Plan, against: Against, final: Finals, together: Any, probability: float
) -> None:
    returns, kind = plan.shoe.returns, against.kind
    width = len(returns.outcomes)
    family = plan.shoe.hands.families[final.pair]
    begin = np.zeros(len(family.hands))
    begin[0] = 1.0
    units, alone, over = [], [], []
    for later, stake in enumerate(HANDS):
        actions = plan.states[against.up, final.pair, later].action
        flown = flow(family, against.rest, against.dealer, begin, actions)
        units.append(_units(tally, returns, stake, kind, final.ways))
        alone.append(_by_way(flown, final.ways, width))
        over.append(tally.units(returns.stakes[stake, kind, OVER]))
    both = together[:, :, :width]
    tally.add(units[0][:, None, :] + units[1][None, :, :], probability * both)
    tally.add(over[1] + units[0], probability * (alone[0] - both.sum(axis=1)))
    tally.add(over[0] + units[1], probability * (alone[1] - both.sum(axis=0)))
    neither = 1 - alone[0].sum() - alone[1].sum() + both.sum()
    tally.add(over[0] + over[1], probability * neither)


def _units(tally: Tally, returns: Returns, stake: str, kind: str, ways: tuple[int, ...]) -> Any:
    """By way to end and dealer's outcome, the net result of a hand in units."""
    return np.array(
        [
            [
                tally.units(amount)
                for amount in (
                    returns.doubled(stake, kind, way - DOUBLED)
                    if way >= DOUBLED
                    else returns.plain(stake, kind, way)
                )
            ]
            for way in ways
        ]
    )


def _by_way(flown: Flow, ways: tuple[int, ...], width: int) -> Any:
    return flown.ends.reshape(2 * (LIMIT + 1), -1)[list(ways), :width]
