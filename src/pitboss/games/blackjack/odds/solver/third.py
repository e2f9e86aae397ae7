"""Where a third hand is permitted (12.5): the exact expectation of splitting again.

Hands of one split draw from one shoe in turn, so any of them may be thought of as drawing
first. What one hand is worth while another's second card is *not* of the pair's value is its
worth anyhow, less its worth while that card is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.odds.solver.dealer import results
from pitboss.games.blackjack.odds.solver.hands import Family, split_families
from pitboss.games.blackjack.odds.solver.plan import Plan, make_plan
from pitboss.games.blackjack.odds.solver.player import NO_POLICY, Values, induct
from pitboss.games.blackjack.odds.solver.returns import HANDS, read_returns
from pitboss.games.blackjack.odds.solver.rules import VALUES, Play
from pitboss.games.blackjack.odds.solver.shoe import Against, open_shoe
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.sign import Sign

POLICY = (
    "A hand of a split whose second card again has the pair's value is split again where that "
    "gains on average; each hand is otherwise played by its own cards and the up card, best on "
    "the shoe left by the up card and the cards that were split so far."
)


@dataclass(frozen=True)
class SplitAgain:
    """A pair against an up card: which hands split again, and what splitting is then worth."""

    pair: int
    up: int
    first_again: bool
    second_again: bool
    expectation: float


@dataclass(frozen=True)
class ThirdHand:
    """The game with a third hand beside the game without, per unit of the original wager."""

    expectation: float
    with_two_hands: float
    splits: tuple[SplitAgain, ...]

    policy = POLICY


@refusable
def solve_third_hand(compiled: Compiled, counts52: Sequence[int], sign: Sign) -> ThirdHand:
    """The expectation of the best play where three hands may be formed."""
    rules = compiled.edition.rounds
    if rules is None:
        refuse("no-rounds.solve", title=compiled.edition.identity.title)
    if rules.third_hand is None:
        refuse("no-third-hand", title=compiled.edition.identity.title)
    play = Play(rules)
    shoe = sure(open_shoe(play, read_returns(compiled, play, sign), counts52, hands=3))
    plan = make_plan(shoe)
    three, four, places = _families(play)
    expectation = 0.0
    splits = []
    for up, against in shoe.against.items():
        dealer = results(play, up, against.rest, places)
        worth = {}
        for pair in VALUES:
            if against.rest[pair - 1] >= 2 and rules.third_hand.most > rules.split_hands.most:
                found = _Split(plan, against, dealer, three[pair - 1], four[pair - 1]).best()
                splits.append(found)
                worth[pair] = found.expectation
        for start in plan.starts.values():
            if start.up == up:
                value = start.expectation
                if "split" in start.expectations:
                    value = max(value, worth[start.hand[0]])
                expectation += start.probability * value
    return ThirdHand(expectation, plan.expectation, tuple(splits))


@lru_cache(maxsize=1)
def _families(play: Play) -> tuple[list[Family], list[Family], Any]:
    """The hands of a split while two and while three others of the value are gone."""
    place_of: dict[int, int] = {}
    three, four = (split_families(play, others, place_of) for others in (2, 3))
    return three, four, np.array(list(place_of), dtype=np.int64)


class _Split:
    """One pair against one up card."""

    def __init__(
        self, plan: Plan, against: Against, dealer: Any, three: Family, four: Family
    ) -> None:
        self.pair, self.up = three.pair, against.up
        self.rest = against.rest.copy()
        self.rest[self.pair - 1] -= 2
        self.two = plan.shoe.hands.families[self.pair]
        self.first, self.later = (plan.states[self.up, self.pair, later] for later in range(2))

        def values(family: Family, later: int, policy: Any = NO_POLICY) -> Values:
            stake = HANDS[later]
            plain, doubled = against.plain[stake], against.doubled[stake]
            return induct(family, against.rest, dealer, plain, doubled, policy)

        # Worth of a hand once there are three; of the later hands of two and of three while
        # one more card of the value is gone.
        self.three = [float(values(three, later).best[0]) for later in range(2)]
        self.later_less = values(three, 1, self.later.action)
        self.three_less = float(values(four, 1, values(three, 1).action).best[0])

    def best(self) -> SplitAgain:
        """The better of splitting again or not, for each of the two hands."""
        every = [
            SplitAgain(self.pair, self.up, first, second, self._worth(first, second))
            for first in (False, True)
            for second in (False, True)
        ]
        return max(every, key=lambda found: found.expectation)

    def _worth(self, first_again: bool, second_again: bool) -> float:
        cards = self.rest.sum()
        same = self.rest[self.pair - 1]
        worth = 0.0
        if first_again:
            worth += same / cards * (self.three[0] + 2 * self.three[1])
        for value in VALUES:
            share = self.rest[value - 1] / cards
            hand = self.two.index[tuple(sorted((self.pair, value)))]
            again = value == self.pair
            if share <= 0:
                continue
            if not (first_again and again):
                worth += share * self.first.best[hand]
            # The first hand did not split again: its second card is another value.
            left = (same - again) / (cards - 1) if first_again else 0.0
            if second_again and again:
                worth += share * 2 * (self.three[1] - left * self.three_less)
            else:
                worth += share * (self.later.best[hand] - left * self.later_less.best[hand])
        return float(worth)
