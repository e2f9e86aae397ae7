"""A round of blackjack as one automaton: deal order, rules, pays and strategy in one table.

One player against the dealer: first card, dealer's first card, second card (7.1); the
player's decisions, split hands one after the other (12.2); then the dealer's further cards,
only as long as they can still change a result (13.4, reading J13). Every card takes the
automaton from one state to the next. What a round comes to is a copy of the start state, one
for each distinct result, so a shoe is walked without a question asked.

States from which the same cards lead to the same results are one state, whatever hands they
stand for: full composition-dependent play needs a few thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.facts.spaces import Insured
from pitboss.games.blackjack.odds.solver.returns import read_returns
from pitboss.games.blackjack.odds.solver.rules import BLACKJACK, VALUES, Play, up_kind
from pitboss.games.blackjack.odds.strategy import Strategy
from pitboss.games.blackjack.simulate.hands import Dealers, Gains, Hand, Hands, Place, Shared
from pitboss.odds.returns import unit_return
from pitboss.settle.setting import Setting
from pitboss.simulate.pays import Integers

WIDTH = len(VALUES)

Result: TypeAlias = tuple[Fraction | None, ...]
"""What a round comes to: the gain per unit of each wager, None where it was not offered."""


@dataclass(frozen=True)
class Automaton:
    """The table that the kernel walks, and what its first states mean.

    States are multiples of WIDTH. The first `len(results)` are copies of the start, each
    reached by the rounds that come to its result; `spare` states that nothing reaches follow,
    for the kernel to count in what is no end of a round.
    """

    next: Integers
    results: tuple[Result, ...]
    spare: int
    least_cards: int
    most_cards: int
    mean_cards: float
    std_cards: float
    """Mean and standard deviation of the cards of a round from an endless shoe."""

    @property
    def states(self) -> int:
        """Distinct states, every copy of the start counted."""
        return len(self.next) // WIDTH - self.spare

    @property
    def unfinished(self) -> int:
        """The first spare state: a round whose state lies below has ended."""
        return len(self.results) * WIDTH

    def play(self, values: Iterable[int]) -> tuple[Result, int]:
        """The result of a round dealt from these values, and the cards it took."""
        state = 0
        for number, value in enumerate(values, start=1):
            state = int(self.next[state + value - 1])
            if state < self.unfinished:
                return self.results[state // WIDTH], number
        raise ValueError("the cards end before the round does")


def build(
    compiled: Compiled,
    setting: Setting,
    strategy: Strategy,
    counts: Sequence[int],
    *,
    insured: Sequence[str] = (),
    spare: int = 0,
) -> Automaton:
    """The automaton of a round dealt from a shoe with so many cards of each value.

    The results are those of the main wager with its doubles and splits, per unit of the
    original wager, then of each wager of `insured`, taken whenever it is offered: the
    dealer's second card is then always needed. A strategy that breaks rules 10 to 12 raises
    ValueError.
    """
    whole = _Round(compiled, setting, strategy, counts, insured)
    start = whole.start()
    return _number(whole, start, spare)


class _Turn(NamedTuple):
    """A box: the hand in play, what finished hands gained, the hands still to come."""

    up: int
    place: int
    pair: int = 0
    number: int = 0
    waiting: int = 0
    gained: Gains | None = None


class _Round:
    """The whole round: hands one after the other, then the dealer."""

    def __init__(
        self,
        compiled: Compiled,
        setting: Setting,
        strategy: Strategy,
        counts: Sequence[int],
        insured: Sequence[str],
    ) -> None:
        rules = compiled.edition.rounds
        if rules is None:
            raise ValueError(f"{compiled.edition.identity.rulebook} is not played in rounds")
        play = Play(rules)
        self.returns = read_returns(compiled, play, setting.sign)
        self.hands = Hands(play, strategy, self.returns, counts)
        self.dealers = Dealers(play, self.returns.outcomes)
        self.insured = {up: _insured(compiled, setting, insured, up) for up in VALUES}
        self.shared = Shared()
        self.results: dict[Result, int] = {}
        self._turn = cache(self._play_on)
        self._dealer, self._draw = cache(self._dealers_turn), cache(self._dealer_draws)

    def start(self) -> int:
        """Player's first card, the dealer's first card, player's second card (7.1)."""
        place = self.shared.place
        return place(
            place(place(self._dealt(one, up, two) for two in VALUES) for up in VALUES)
            for one in VALUES
        )

    def _dealt(self, one: int, up: int, two: int) -> Place:
        values = (one, two) if one < two else (two, one)
        left = self.hands.left
        if not (left(one, ()) and left(up, (one,)) and left(two, (one, up))):
            return None
        return self._turn(_Turn(up, self.hands.of(Hand(up, values))))

    def _play_on(self, turn: _Turn) -> int:
        if turn.place >= 0:
            return self.shared.place(
                None if after is None else self._turn(turn._replace(place=after))
                for after in self.hands.shared.next[turn.place]
            )
        end = self.hands.ends[-1 - turn.place]
        if end.split:
            # 12.2: the first hand is completed before the next takes its second card.
            return self._begin(turn._replace(pair=end.split, waiting=turn.waiting + 1))
        gains = end.gains
        if turn.gained is not None:
            gains = tuple(map(int.__add__, turn.gained, gains))
        if turn.waiting:
            number, waiting = turn.number + 1, turn.waiting - 1
            return self._begin(turn._replace(number=number, waiting=waiting, gained=gains))
        return self._dealer(turn.up, gains)

    def _begin(self, turn: _Turn) -> int:
        """A hand of a split begins with its one card."""
        hand = Hand(turn.up, (turn.pair,), turn.pair, turn.number)
        return self._turn(turn._replace(place=self.hands.of(hand)))

    def _dealers_turn(self, up: int, gains: Gains) -> int:
        """What each of the dealer's outcomes would come to is settled already."""
        place = self.dealers.up[up]
        results = [0] * len(gains)
        for outcome in sorted(self.dealers.reach[place]):
            insured = self.insured[up][self.returns.outcomes[outcome] == BLACKJACK]
            result = (Fraction(gains[outcome], self.hands.below), *insured)
            results[outcome] = -1 - self.results.setdefault(result, len(self.results))
        return self._draw(place, tuple(results))

    def _dealer_draws(self, place: int, results: tuple[int, ...]) -> int:
        """No card is drawn that would have no effect (13.4)."""
        reached = {results[outcome] for outcome in self.dealers.reach[place]}
        if len(reached) == 1:
            return reached.pop()
        return self.shared.place(self._draw(after, results) for after in self.dealers.next[place])


def _insured(
    compiled: Compiled, setting: Setting, wagers: Sequence[str], up: int
) -> tuple[Result, Result]:
    """What insurance gains without and with the dealer's blackjack; None where not offered."""
    gains: list[list[Fraction | None]] = [[], []]
    for wager in wagers:
        table = compiled.table(wager, setting.game)
        for blackjack in (False, True):
            member = Insured(up_kind(up), blackjack, False)
            row = table.row(member) if member in table.space.index else None
            gains[blackjack].append(None if row is None else unit_return(row, setting.sign))
    return tuple(gains[False]), tuple(gains[True])


def smallest(entries: Integers) -> Integers:
    """The same whole numbers in 16 bits where they fit: hot tables stay near the processor."""
    return entries.astype(np.uint16 if entries.max() < 1 << 16 else np.uint32)


def _number(whole: _Round, start: int, spare: int) -> Automaton:
    """Number the places, those most often met first, and write the table."""
    places = whole.shared.next
    weight = [count / sum(whole.hands.counts) for count in whole.hands.counts]
    met = [0.0] * len(places)
    met[start] = 1.0
    # What follows a place stands before it in the list.
    for place in range(len(places) - 1, -1, -1):
        for share, after in zip(weight, places[place], strict=True):
            if after is not None and after >= 0:
                met[after] += share * met[place]
    first = len(whole.results) + spare
    order = sorted((place for place in range(len(places)) if place != start), key=lambda p: -met[p])
    state = {place: (first + number) * WIDTH for number, place in enumerate(order)}
    state |= {-1 - number: number * WIDTH for number in whole.results.values()}

    def row(place: int) -> list[int]:
        return [0 if after is None else state[after] for after in places[place]]

    least, most, mean, square = _lengths(places, weight)[start]
    return Automaton(
        next=smallest(np.array([row(start)] * first + list(map(row, order))).reshape(-1)),
        results=tuple(whole.results),
        spare=spare,
        least_cards=least,
        most_cards=most,
        mean_cards=mean,
        std_cards=sqrt(square - mean**2),
    )


def _lengths(
    places: Sequence[tuple[Place, ...]], weight: Sequence[float]
) -> list[tuple[int, int, float, float]]:
    """From each place to the end of the round: least and most cards, their mean and square."""
    found: list[tuple[int, int, float, float]] = []
    for place in places:
        least, most, mean, square = [], [], 0.0, 0.0
        for share, after in zip(weight, place, strict=True):
            if after is not None:
                one = found[after] if after >= 0 else (0, 0, 0.0, 0.0)
                least.append(1 + one[0])
                most.append(1 + one[1])
                mean += share * (1 + one[2])
                square += share * (1 + 2 * one[2] + one[3])
        found.append((min(least), max(most), mean, square))
    return found
