"""The constant-probability figure of a wager that spans coups: an approximation, so labelled.

It takes every coup to be drawn from a fresh shoe and no shoe to end, and multiplies. Real
shoes do not do that; the figure stands beside the simulated one for comparison only.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.decision.automaton import event_of
from pitboss.decision.compiled import Compiled
from pitboss.decision.table import NOT_OFFERED
from pitboss.odds.returns import unit_return
from pitboss.settle.setting import Setting

TWO_COUPS = 12
"""The most cards that two coups can use."""
LETTERS = {"P": "player", "B": "banker", "T": "tie"}


def constant_expectation(
    compiled: Compiled,
    setting: Setting,
    name: str,
    sequence: str,
    chances: Mapping[str, Fraction],
) -> Fraction:
    """The expectation per unit if each coup were P, B or T with these constant chances."""
    table = compiled.table(name, setting.game)
    return sum(
        (
            chance * unit_return(table.rows[row], setting.sign)
            for row, chance in row_chances(compiled, setting, name, sequence, chances).items()
        ),
        Fraction(0),
    )


def row_chances(
    compiled: Compiled,
    setting: Setting,
    name: str,
    sequence: str,
    chances: Mapping[str, Fraction],
) -> dict[int, Fraction]:
    """The chance of each row, by its place, if each coup were P, B or T with these chances."""
    wager = compiled.edition.wagers[name]
    automaton = compiled.automaton(name)
    table = compiled.table(name, setting.game)
    states = {automaton.start: Fraction(1)}
    found: dict[int, Fraction] = {}
    while states:
        state, weight = states.popitem()
        wanted = sequence[0] if wager.tail_of else sequence[state - automaton.start]
        for letter, chance in chances.items():
            after, results = automaton.step(state, event_of(letter, wanted))
            if results is None:
                states[after or 0] = states.get(after or 0, Fraction(0)) + weight * chance
                continue
            row = table.row_of[table.space.index[results,]]
            if row != NOT_OFFERED:
                found[row] = found.get(row, Fraction(0)) + weight * chance
    return found
