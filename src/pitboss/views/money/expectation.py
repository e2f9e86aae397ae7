"""What settled lines were worth to the house before their cards, and how far that spreads.

The mean is exact: of every line at its own stake, rounding included. Lines of one coup hang on
the same cards, so the spread is taken of the coup as a whole: exactly for wagers of one space of
facts; between spaces the widest that is possible.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import exp
from weakref import WeakKeyDictionary

from pitboss.book import game_named
from pitboss.odds.prospect import Prospect, nothing
from pitboss.settle.model import Bet, Line
from pitboss.settle.setting import Setting
from pitboss.table import Rules
from pitboss.table.settlement.settle import Payment

MOST_KEPT = 2_000


class Worths:
    """The prospects of stakes under one set of rules, kept for the next that are the same."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Prospect] = {}
        self._settings: dict[int, Setting] = {}

    def of(self, rules: Rules, setting: Setting, line: Line) -> Prospect:
        """What a line was worth to the house before its cards."""
        if not line.stake_cents:
            return nothing((line.wager, 0))
        key = (id(setting), line.wager, line.stake_cents, line.nominated)
        found = self._kept.get(key)
        if found is None:
            game = game_named(rules.edition.identity.play)
            bet = Bet(wager=line.wager, stake_cents=line.stake_cents, nominated=line.nominated)
            found = game.prospect(rules.compiled, setting, bet)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()  # stakes may be of any amount; memory may not
            self._settings[id(setting)] = setting  # kept, so that its id stays its own
            self._kept[key] = found
        return found


_WORTHS: WeakKeyDictionary[Rules, Worths] = WeakKeyDictionary()


def worth_of(rules: Rules, setting: Setting, line: Line) -> Prospect:
    """What a line was worth to the house before its cards."""
    return _WORTHS.setdefault(rules, Worths()).of(rules, setting, line)


@dataclass
class Expectation:
    """The mean of all coups added, exactly; their variance; how far one alone could lead."""

    mean: Fraction = Fraction(0)
    variance: float = 0.0
    reach: float = 0.0

    def add(self, rules: Rules, setting: Setting, event: Payment) -> None:
        """Add the lines of a coup that are settled together."""
        groups: dict[Hashable, Prospect] = {}
        for settled in event.lines:
            found = worth_of(rules, setting, settled.line)
            before = groups.get(found.group)
            groups[found.group] = found if before is None else before.with_(found)
        self.mean += sum((one.mean for one in groups.values()), Fraction(0))
        self.variance += sum(one.spread for one in groups.values()) ** 2
        self.reach = max(self.reach, sum(one.reach for one in groups.values()))

    def chance(self, distance: float) -> float:
        """The chance that a fair table is at least so far from its mean, or more (Bernstein)."""
        scale = 2 * (self.variance + self.reach * distance / 3)
        return 2 * exp(-(distance**2) / scale) if scale else 2.0
