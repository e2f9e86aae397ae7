"""The player's hands and the dealer's as places that cards lead on from.

Places from which the same cards lead to the same ends are one place, whatever hands they
stand for. What a hand gains is known once it ends, for each outcome that the dealer may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple, TypeAlias

from pitboss.games.blackjack.facts.hand import LIMIT, is_blackjack
from pitboss.games.blackjack.odds.solver.returns import HANDS, Returns
from pitboss.games.blackjack.odds.solver.rules import (
    BLACKJACK,
    VALUES,
    Play,
    Values,
    as_cards,
    up_kind,
)
from pitboss.games.blackjack.odds.strategy import DOUBLE, HIT, SPLIT, STAND, Strategy

Gains: TypeAlias = tuple[int, ...]
"""Gains by the dealer's outcome, over one denominator."""
Place: TypeAlias = int | None
"""A place by its number, or -1 less the number of an end; None where the shoe has no card."""


class Shared:
    """Places with a successor for each value; equal ones are kept once.

    Places are made from their last card back, so equal futures are found as they arise.
    """

    def __init__(self) -> None:
        self.next: list[tuple[Place, ...]] = []
        self._place: dict[tuple[Place, ...], int] = {}

    def place(self, following: Iterable[Place]) -> int:
        """The place from which each value leads there."""
        key = tuple(following)
        if key not in self._place:
            self._place[key] = len(self.next)
            self.next.append(key)
        return self._place[key]


class Hand(NamedTuple):
    """A hand in play; `pair` is the value that was split, `number` counts its hands from 0."""

    up: int
    values: Values
    pair: int = 0
    number: int = 0

    @property
    def after_split(self) -> int:
        """As a strategy is asked: 0 where nothing was split, 1 the first hand, 2 a later."""
        return 0 if not self.pair else 1 if self.number == 0 else 2

    @property
    def gone(self) -> Values:
        """Cards that are gone from the shoe for certain."""
        return (self.up, *self.values, *([self.pair] if self.pair else []))


class End(NamedTuple):
    """How a hand ends: with what it gains by the dealer's outcome, or split."""

    gains: Gains
    split: int = 0


class Hands:
    """Every hand as the player plays it, from a first card to its end."""

    def __init__(self, rules: Play, strategy: Strategy, returns: Returns, counts: Sequence[int]):
        self.rules, self.strategy, self.returns, self.counts = rules, strategy, returns, counts
        self.below = _denominator(returns)
        self.shared = Shared()
        self.ends: list[End] = []
        self._ended: dict[End, int] = {}
        self.of = cache(self._decide)
        self._stood = cache(self._gains)

    def left(self, value: int, gone: Values) -> bool:
        """Whether the shoe holds one more card of this value."""
        return gone.count(value) < self.counts[value - 1]

    def _decide(self, hand: Hand) -> int:
        """The place of a hand, or -1 less the number of its end."""
        values, after_split = hand.values, hand.after_split
        if not after_split and len(values) == 2 and is_blackjack(as_cards(values)):
            without, both, _ = self.returns.natural[up_kind(hand.up)]
            outcomes = self.returns.outcomes
            return self._end(self._whole(both if o == BLACKJACK else without for o in outcomes))
        legal = self.rules.legal(values, after_split, hand.pair)
        action = legal[0]
        if len(legal) > 1:
            action = self.strategy.action(values, hand.up, after_split, hand.pair)
        if action not in legal:
            raise ValueError(f"{action} is not legal on {values} against {hand.up}")
        if action == STAND:
            return self._stands(hand, self.rules.total(values)[0])
        if action == SPLIT:
            return self._end((), values[0])
        draw = {HIT: self._hit, DOUBLE: self._double}[action]
        gone = hand.gone
        return self.shared.place(
            draw(hand, value) if self.left(value, gone) else None for value in VALUES
        )

    def _hit(self, hand: Hand, value: int) -> int:
        values = tuple(sorted((*hand.values, value)))
        total = self.rules.total(values)[0]
        if total > LIMIT:
            return self._stands(hand, total)
        return self.of(hand._replace(values=values))

    def _double(self, hand: Hand, value: int) -> int:
        return self._stands(hand, self.rules.doubled(hand.values, value), doubled=True)

    def _stands(self, hand: Hand, total: int, *, doubled: bool = False) -> int:
        stake = HANDS[min(hand.number, len(HANDS) - 1)]
        return self._stood(stake, up_kind(hand.up), total, doubled)

    def _gains(self, stake: str, kind: str, total: int, doubled: bool) -> int:
        gains = self.returns.doubled if doubled else self.returns.plain
        return self._end(self._whole(gains(stake, kind, total)))

    def _end(self, gains: Gains, split: int = 0) -> int:
        end = End(gains, split)
        if end not in self._ended:
            self._ended[end] = len(self.ends)
            self.ends.append(end)
        return -1 - self._ended[end]

    def _whole(self, gains: Iterable[Fraction]) -> Gains:
        return tuple(int(gain * self.below) for gain in gains)


class Dealers:
    """Every dealer's hand as a place that knows its next places and the outcomes it may reach."""

    def __init__(self, play: Play, outcomes: Sequence[int | str]) -> None:
        self.play, self.outcomes = play, outcomes
        self.next: list[tuple[int, ...]] = [() for _ in outcomes]
        self.reach: list[frozenset[int]] = [frozenset({n}) for n in range(len(outcomes))]
        self._number: dict[tuple[int, ...], int] = {}
        self._place = cache(self._find)
        self.up = {up: self._place(up, ()) for up in VALUES}

    def _find(self, up: int, drawn: Values) -> int:
        final = self.play.dealer_final(up, drawn)
        if final is not None:
            return self.outcomes.index(final)
        key = tuple(self._place(up, tuple(sorted((*drawn, value)))) for value in VALUES)
        if key not in self._number:
            self._number[key] = len(self.next)
            self.next.append(key)
            self.reach.append(frozenset().union(*(self.reach[place] for place in key)))
        return self._number[key]


def _denominator(returns: Returns) -> int:
    gains = [*returns.stakes.values()]
    gains += [gain for natural in returns.natural.values() for gain in natural if gain is not None]
    return lcm(*(gain.denominator for gain in gains))
