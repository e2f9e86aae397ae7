"""The player's hands, back to front for expectations and front to back for how often.

States stand in the order of their hard totals, so one pass over a family is enough either
way. A draw from a shoe that has no such card left weighs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.games.blackjack.facts.hand import LIMIT
from pitboss.games.blackjack.odds.solver.hands import DOUBLE, HIT, STAND, Family
from pitboss.games.blackjack.odds.solver.returns import WIDTH
from pitboss.kernel import kernel

NO_POLICY = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True)
class Values:
    """Of each state of a family against one up card: expectations and the action taken.

    `stand`, `hit` and `double` are not a number where the action is not legal; `best` is the
    expectation of `action`. Splits are decided above this.
    """

    stand: Any
    hit: Any
    double: Any
    best: Any
    action: Any


def induct(
    family: Family, shoe: Any, dealer: Any, plain: Any, doubled: Any, policy: Any = NO_POLICY
) -> Values:
    """The expectations of a family's hands; with a `policy` of its actions, else with the best.

    `shoe` has the value counts without the up card, `dealer` the results by place; `plain`
    and `doubled` are what a hand returns by total and dealer's outcome.
    """
    states = len(family.hands)
    expectations = np.empty((4, states))
    action = np.zeros(states, dtype=np.int32)
    _induct(
        family.gone,
        family.child,
        family.place,
        family.total,
        family.legal,
        family.doubled,
        shoe,
        dealer,
        plain,
        doubled,
        policy,
        (STAND, HIT, DOUBLE),
        expectations,
        action,
    )
    stand, hit, double, best = expectations
    return Values(stand, hit, double, best, action)


@kernel
def _induct(
    gone: Any,
    child: Any,
    place: Any,
    total: Any,
    legal: Any,
    after: Any,
    shoe: Any,
    dealer: Any,
    plain: Any,
    doubled: Any,
    policy: Any,
    bits: Any,
    found: Any,
    action: Any,
) -> None:
    stand_bit, hit_bit, double_bit = bits
    over = plain.shape[0] - 1
    bust = plain[over, 0]
    width = dealer.shape[1]
    values = shoe.shape[0]
    left = np.zeros(values)
    for state in range(gone.shape[0] - 1, -1, -1):
        size = 0.0
        for value in range(values):
            left[value] = shoe[value] - gone[state, value]
            size += left[value]
        stand = hit = double = np.nan
        if legal[state] & stand_bit:
            stand = 0.0
            row = dealer[place[state]]
            pays = plain[total[state]]
            for outcome in range(width):
                stand += row[outcome] * pays[outcome]
        if legal[state] & hit_bit:
            hit = 0.0
            for value in range(values):
                if left[value] > 0:
                    then = child[state, value]
                    hit += left[value] * (found[3, then] if then >= 0 else bust)
            hit = hit / size if size > 0 else 0.0
        if legal[state] & double_bit:
            double = 0.0
            for value in range(values):
                if left[value] > 0:
                    then = child[state, value]
                    pays = doubled[after[state, value]]
                    if after[state, value] >= over or then < 0:
                        double += left[value] * doubled[over, 0]
                        continue
                    row = dealer[place[then]]
                    result = 0.0
                    for outcome in range(width):
                        result += row[outcome] * pays[outcome]
                    double += left[value] * result
            double = double / size if size > 0 else 0.0
        chosen = 0
        if policy.shape[0] > 0:
            chosen = policy[state]
        else:
            best = -np.inf
            if stand > best:
                chosen, best = stand_bit, stand
            if hit > best:
                chosen, best = hit_bit, hit
            if double > best:
                chosen, best = double_bit, double
        found[0, state] = stand
        found[1, state] = hit
        found[2, state] = double
        found[3, state] = stand if chosen == stand_bit else hit if chosen == hit_bit else double
        action[state] = chosen


@dataclass(frozen=True)
class Flow:
    """How often each state is reached and how the hands end, against one up card.

    `ends` is by doubled or not, total and dealer's outcome; `bust` by doubled or not.
    """

    reach: Any
    ends: Any
    bust: Any


def flow(family: Family, shoe: Any, dealer: Any, start: Any, action: Any) -> Flow:
    """Follow the `action` of every state from the probabilities in `start`."""
    reach = start.copy()
    ends = np.zeros((2, LIMIT + 1, WIDTH))
    bust = np.zeros(2)
    _flow(
        family.gone,
        family.child,
        family.place,
        family.total,
        family.doubled,
        shoe,
        dealer,
        action,
        (STAND, HIT, DOUBLE),
        reach,
        ends,
        bust,
    )
    return Flow(reach, ends, bust)


@kernel
def _flow(
    gone: Any,
    child: Any,
    place: Any,
    total: Any,
    after: Any,
    shoe: Any,
    dealer: Any,
    action: Any,
    bits: Any,
    reach: Any,
    ends: Any,
    bust: Any,
) -> None:
    stand_bit, hit_bit, double_bit = bits
    limit = ends.shape[1] - 1
    width = dealer.shape[1]
    values = shoe.shape[0]
    left = np.zeros(values)
    for state in range(gone.shape[0]):
        here = reach[state]
        if here == 0.0:
            continue
        if action[state] == stand_bit:
            row = dealer[place[state]]
            sums = ends[0, total[state]]
            for outcome in range(width):
                sums[outcome] += here * row[outcome]
            continue
        size = 0.0
        for value in range(values):
            left[value] = shoe[value] - gone[state, value]
            size += left[value]
        for value in range(values):
            if left[value] <= 0:
                continue
            share = here * left[value] / size
            then = child[state, value]
            if action[state] == hit_bit:
                if then >= 0:
                    reach[then] += share
                else:
                    bust[0] += share
            elif action[state] == double_bit:
                if then < 0 or after[state, value] > limit:
                    bust[1] += share
                    continue
                row = dealer[place[then]]
                sums = ends[1, after[state, value]]
                for outcome in range(width):
                    sums[outcome] += share * row[outcome]
