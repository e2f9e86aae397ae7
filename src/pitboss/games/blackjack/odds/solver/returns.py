"""What each stake returns, per unit, read from the compiled tables of the wagers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.facts.hand import LIMIT
from pitboss.games.blackjack.facts.spaces import Stake
from pitboss.games.blackjack.odds.solver.rules import BLACKJACK, BUST, VALUES, Play, up_kind
from pitboss.games.blackjack.settle.round import DOUBLE, MAIN, SPLIT, STAKES
from pitboss.odds.returns import paid_return, unit_return
from pitboss.settle.model import Bet
from pitboss.settle.sign import Sign

# A row of the dealer's outcomes is padded to one vector register of doubles.
WIDTH = 8
HANDS = (MAIN, SPLIT)  # the stake on a hand: the original wager, or that of a later hand
OVER = "over"


@dataclass(frozen=True)
class Returns:
    """Every return of the main game.

    `outcomes` are the dealer's: the totals to stand on, bust, blackjack. `stakes` has, by
    stake and kind of up card, the return of a hand by how it stands against the dealer's.
    `natural` has, by kind of up card, the return of a blackjack without and with the
    dealer's, and of even money where it may be taken.
    """

    outcomes: tuple[int | str, ...]
    stakes: dict[tuple[str, str, str], Fraction]
    natural: dict[str, tuple[Fraction, Fraction, Fraction | None]]

    def plain(self, hand: str, kind: str, total: int) -> tuple[Fraction, ...]:
        """The net result of a hand of this total against each outcome of the dealer."""
        return tuple(
            self.stakes[hand, kind, _standing(total, outcome)] for outcome in self.outcomes
        )

    def doubled(self, hand: str, kind: str, total: int) -> tuple[Fraction, ...]:
        """The net result of a doubled hand: its stake and the double."""
        both = zip(self.plain(hand, kind, total), self.plain(DOUBLE, kind, total), strict=True)
        return tuple(first + second for first, second in both)

    def matrix(self, hand: str, kind: str, *, doubled: bool) -> Any:
        """The same as an array by total, padded; the row above the limit is a bust."""
        results = self.doubled if doubled else self.plain
        found = np.zeros((LIMIT + 2, WIDTH))
        least = min(outcome for outcome in self.outcomes if isinstance(outcome, int))
        for total in range(least - 1, LIMIT + 2):
            found[total, : len(self.outcomes)] = [float(x) for x in results(hand, kind, total)]
        found[: least - 1] = found[least - 1]  # below every total of the dealer's
        return found


def read_returns(
    compiled: Compiled, play: Play, sign: Sign, stake_cents: int | None = None
) -> Returns:
    """Read every return from the decision tables of the game.

    With a stake, what that stake gains per unit once each wager is paid up to chips.
    """
    game = compiled.edition.default_game
    outcomes = (*play.dealer_totals, BUST, BLACKJACK)
    if len(outcomes) > WIDTH:
        raise ValueError("the dealer stands on too many totals")

    def of(wager: str, hand: str, dealer: str, kind: str, against: str, even: bool) -> Fraction:
        table = compiled.table(wager, game)
        member = Stake(STAKES[wager], hand, dealer, kind, against, even)
        if member not in table.space.index:  # a dealer's blackjack under another card
            return Fraction(0)
        row = table.row(member)
        if row is None:
            raise ValueError(f"the wager '{wager}' has no row for {member}")
        if stake_cents is None:
            return unit_return(row, sign)
        bet = Bet(wager=wager, stake_cents=stake_cents)
        return paid_return(compiled.edition, row, sign, bet)

    stakes = {}
    natural = {}
    for kind in sorted({up_kind(up) for up in VALUES}):
        for wager in STAKES:
            # A bust hand is collected at once (10.5): the dealer's hand is not needed.
            stakes[wager, kind, OVER] = of(wager, "bust", "not-needed", kind, "none", False)
            for dealer in (BUST, BLACKJACK):
                stakes[wager, kind, dealer] = of(wager, "points", dealer, kind, "none", False)
            for against in ("higher", "equal", "lower"):
                stakes[wager, kind, against] = of(wager, "points", "points", kind, against, False)
        even = None
        offered = play.rules.even_money
        if offered is not None and kind == offered.up:
            even = of(MAIN, "blackjack", "not-needed", kind, "none", True)
        natural[kind] = (
            of(MAIN, "blackjack", "not-needed", kind, "none", False),
            of(MAIN, "blackjack", "blackjack", kind, "none", False),
            even,
        )
    return Returns(outcomes, stakes, natural)


def _standing(total: int, outcome: int | str) -> str:
    if total > LIMIT:
        return OVER
    if isinstance(outcome, str):
        return outcome
    return "higher" if total > outcome else "lower" if total < outcome else "equal"
