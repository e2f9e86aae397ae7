"""What the original wager may gain the house, its doubles and splits included, by the solver.

The player is taken to play in the best way, and what is doubled or split is part of the original
wager's prospect. With leave for a third hand the mean is that of three hands; the spread is that
of two, the nearest that is solved.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from threading import Lock

from pitboss.cards import CARDS_IN_DECK
from pitboss.decision.compiled import Compiled
from pitboss.odds.prospect import Prospect, weighed
from pitboss.refusal import sure
from pitboss.settle.model import Bet
from pitboss.settle.setting import Setting

MOST_KEPT = 32
Results = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
_KEPT: OrderedDict[Hashable, tuple[float, Results]] = OrderedDict()
_LOCK = Lock()


def main_prospect(compiled: Compiled, setting: Setting, bet: Bet) -> Prospect:
    """Of the original wager of a round."""
    group, mean, (results, chances) = _solved(compiled, setting, bet.stake_cents)
    spread = weighed(group, chances, [-result * bet.stake_cents for result in results])
    return replace(spread, mean=-Fraction(mean) * bet.stake_cents)


def _solved(
    compiled: Compiled, setting: Setting, stake_cents: int
) -> tuple[Hashable, float, Results]:
    """The round solved once for all stakes that are paid alike."""
    from pitboss.games.blackjack.odds.solver.returns import read_returns  # noqa: PLC0415
    from pitboss.games.blackjack.odds.solver.rules import Play  # noqa: PLC0415
    from pitboss.games.blackjack.odds.solver.solution import THIRD_HAND, solve  # noqa: PLC0415
    from pitboss.games.blackjack.odds.solver.third import solve_third_hand  # noqa: PLC0415

    rules = compiled.edition.rounds
    if rules is None:
        raise LookupError(f"{compiled.edition.name} has no rounds")
    returns = read_returns(compiled, Play(rules), setting.sign, stake_cents)
    third = setting.sign.choices.get(THIRD_HAND) == "yes"
    paid = (*sorted(returns.stakes.items()), *sorted(returns.natural.items()))
    key = (compiled.fingerprint, setting.decks, third, returns.outcomes, paid)
    with _LOCK:  # one solves, the others wait for it
        found = _KEPT.get(key)
        if found is None:
            shoe = (setting.decks,) * CARDS_IN_DECK
            choices = {**setting.sign.choices, THIRD_HAND: "no"} if third else setting.sign.choices
            sign = replace(setting.sign, choices=choices)
            best = sure(solve(compiled, shoe, sign, distribution=True, stake_cents=stake_cents))
            mean = best.expectation
            if third:
                mean = sure(solve_third_hand(compiled, shoe, setting.sign)).expectation
            shares = best.distribution().results
            found = mean, (tuple(shares), tuple(map(Fraction, shares.values())))
            _KEPT[key] = found
            while len(_KEPT) > MOST_KEPT:
                _KEPT.popitem(last=False)
    return key, *found
