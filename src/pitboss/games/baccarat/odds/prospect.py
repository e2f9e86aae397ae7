"""What a wager that spans coups may gain the house: a Run of two exactly, longer ones as labelled.

A longer Run and a Tail are taken as if every coup came from a fresh shoe: exact sums of a stated
approximation, since a report is not to hang on a simulation.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from pitboss.cards import CARDS_IN_DECK
from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.odds.constant import TWO_COUPS, row_chances
from pitboss.games.baccarat.odds.report import nominated_example, result_chances
from pitboss.games.baccarat.odds.wagers import space_counts
from pitboss.odds.composition import Composition
from pitboss.odds.prospect import Prospect, gain_of, weighed
from pitboss.settle.model import Bet
from pitboss.settle.setting import Setting


def spanning_prospect(compiled: Compiled, setting: Setting, bet: Bet) -> Prospect:
    """Of a Run or a Tail: every row with its chance."""
    wager = compiled.edition.wagers[bet.wager]
    sequence = wager.sequence or bet.nominated or nominated_example(wager.nominated or 0)
    shoe = (setting.decks,) * CARDS_IN_DECK
    if wager.tail_of is None and len(sequence) == 2 and sum(shoe) >= TWO_COUPS:
        from pitboss.games.baccarat.odds.runs import run_of_two  # noqa: PLC0415 - needs numba

        rows = run_of_two(compiled, setting, shoe, bet.wager, sequence).rows
        chances = {place: row.probability for place, row in enumerate(rows)}
    else:
        results = _results(compiled, shoe)
        chances = row_chances(compiled, setting, bet.wager, sequence, results)
    gains = [gain_of(compiled, setting, bet, row) for row in chances]
    rest = 1 - sum(chances.values(), Fraction(0))
    return weighed((bet.wager, sequence), [*chances.values(), rest], [*gains, 0])


@lru_cache(maxsize=8)
def _results(compiled: Compiled, shoe: Composition) -> dict[str, Fraction]:
    return result_chances(space_counts(compiled, shoe, "points"))
