"""A total-dependent basic strategy, derived from a shoe, and what it costs.

For each total and up card the table takes the word with the best expectation over the hands
that meet it, each weighed by how often it is met. How often, and what follows, depends on the
table itself: it starts from the best play and is derived again from its own play until it
no longer gains.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.games.blackjack.facts.hand import LIMIT
from pitboss.games.blackjack.odds.solver.hands import DOUBLE, HIT, SPLIT, STAND, Family
from pitboss.games.blackjack.odds.solver.plan import Place, Plan, Policy, make_plan
from pitboss.games.blackjack.odds.solver.player import Values, flow
from pitboss.games.blackjack.odds.solver.shoe import Shoe
from pitboss.games.blackjack.odds.strategy import (
    AS_TOTAL,
    DOUBLE_ELSE_HIT,
    DOUBLE_ELSE_STAND,
    TOTAL_WORDS,
    TotalDependent,
    needed_cells,
)
from pitboss.games.blackjack.odds.strategy import HIT as HIT_WORD
from pitboss.games.blackjack.odds.strategy import SPLIT as SPLIT_WORD
from pitboss.games.blackjack.odds.strategy import STAND as STAND_WORD

KINDS = ("hard", "soft")
MOST_ROUNDS = 8
# A hand that the play never meets still has a best word: it weighs this little.
HARDLY_EVER = 1e-18


@dataclass(frozen=True)
class Basic:
    """The table, its expectation per unit, and how much less that is than the best play's."""

    table: TotalDependent
    plan: Plan
    cost: float

    @property
    def expectation(self) -> float:
        """The expectation of a round played by the table."""
        return self.plan.expectation


def derive(best: Plan) -> Basic:
    """The basic strategy of the best plan's shoe."""
    found: Basic | None = None
    plan = best
    for _ in range(MOST_ROUNDS):
        table = TotalDependent(best.shoe.play, _cells(plan))
        plan = make_plan(best.shoe, tabulate_totals(best.shoe, table))
        cost = best.expectation - plan.expectation
        if found is not None and cost >= found.cost:
            break
        found = Basic(table, plan, cost)
    assert found is not None  # noqa: S101 - the first round always gives one
    return found


def reaches(plan: Plan, up: int) -> dict[tuple[int, int], Any]:
    """How often each state is met in a round, by family and hand of a split."""
    against = plan.shoe.against[up]
    families = plan.shoe.hands.families
    begin = np.zeros(len(families[0].hands))
    found = {}
    for start in plan.starts.values():
        if start.up != up:
            continue
        if start.action != SPLIT_WORD:
            begin[families[0].index[start.hand]] = start.probability
            continue
        family = families[start.hand[0]]
        first = np.zeros(len(family.hands))
        first[0] = start.probability
        for later in range(2):
            actions = plan.states[up, family.pair, later].action
            flown = flow(family, against.rest, against.dealer, first, actions)
            found[family.pair, later] = flown.reach
    actions = plan.states[up, 0, 0].action
    found[0, 0] = flow(families[0], against.rest, against.dealer, begin, actions).reach
    return found


def _cells(plan: Plan) -> dict[tuple[str, int, int], str]:
    play = plan.shoe.play
    cells = {}
    for up in plan.shoe.against:
        sums = np.zeros((len(KINDS), LIMIT + 1, len(TOTAL_WORDS)))
        for (pair, later), reach in reaches(plan, up).items():
            _weigh(sums, plan, (up, pair, later), reach)
        for kind, totals in zip(KINDS, sums, strict=True):
            for total, words in enumerate(totals):
                if words.any():
                    cells[kind, total, up] = TOTAL_WORDS[int(np.argmax(words))]
    for kind, total, up in needed_cells(play):
        if kind == "pair":
            cells[kind, total, up] = _pair_word(plan, cells, total, up)
        elif (kind, total, up) not in cells:  # a hand this shoe cannot deal
            must = kind == "hard" and total < play.must_draw_below
            cells[kind, total, up] = HIT_WORD if must else STAND_WORD
    return {cell: cells[cell] for cell in needed_cells(play)}


def _weigh(sums: Any, plan: Plan, place: Place, reach: Any) -> None:
    """Add, for every state with a choice, what each word of its cell is worth."""
    family = plan.shoe.hands.families[place[1]]
    possible = (family.gone <= plan.shoe.against[place[0]].rest).all(axis=1)
    choice = ((family.legal & HIT) > 0) & (family.size > 1) & possible
    if family.pair:
        choice &= family.legal != HIT  # a split ace that must take its card
    weights = np.where(choice, reach + HARDLY_EVER, 0.0)
    for number, worth in enumerate(_worth(family, plan.states[place])):
        weighed = np.where(choice, worth, 0.0) * weights
        np.add.at(sums[:, :, number], (family.soft.astype(int), family.total), weighed)


def _worth(family: Family, found: Values) -> list[Any]:
    """What each of TOTAL_WORDS is worth on every state: an illegal part gives way."""
    hit = found.hit
    stand = np.where(family.legal & STAND, found.stand, hit)
    double = (family.legal & DOUBLE) > 0
    worth = {
        HIT_WORD: hit,
        STAND_WORD: stand,
        DOUBLE_ELSE_HIT: np.where(double, found.double, hit),
        DOUBLE_ELSE_STAND: np.where(double, found.double, stand),
    }
    return [worth[word] for word in TOTAL_WORDS]


def _pair_word(plan: Plan, cells: dict[tuple[str, int, int], str], value: int, up: int) -> str:
    start = plan.starts.get(((value, value), up))
    if start is None or SPLIT_WORD not in start.expectations:
        return AS_TOTAL
    table = TotalDependent(plan.shoe.play, {**cells, ("pair", value, up): AS_TOTAL})
    whole = start.expectations[table.action(start.hand, up, 0)]
    return SPLIT_WORD if start.expectations[SPLIT_WORD] > whole else AS_TOTAL


def tabulate_totals(shoe: Shoe, table: TotalDependent) -> Policy:
    """The table's action for every state, as `plan.tabulate` finds them one by one."""
    found: Policy = {}
    for up in shoe.against:
        words = np.zeros((len(KINDS), LIMIT + 1), dtype=int)
        for number, kind in enumerate(KINDS):
            for total in range(LIMIT + 1):
                if (kind, total, up) in table.cells:
                    words[number, total] = TOTAL_WORDS.index(table.cells[kind, total, up])
        for family in shoe.hands.families:
            actions = _actions(family, words[family.soft.astype(int), family.total])
            for later in range(2 if family.pair else 1):
                found[up, family.pair, later] = actions
            if family.pair == 0:
                for value in range(1, 11):
                    state = family.index[value, value]
                    if family.legal[state] & SPLIT and (
                        table.cells["pair", value, up] == SPLIT_WORD
                    ):
                        actions[state] = SPLIT
    return found


def _actions(family: Family, word: Any) -> Any:
    names = [TOTAL_WORDS.index(name) for name in (DOUBLE_ELSE_HIT, DOUBLE_ELSE_STAND)]
    stands = [TOTAL_WORDS.index(name) for name in (STAND_WORD, DOUBLE_ELSE_STAND)]
    double = np.isin(word, names) & ((family.legal & DOUBLE) > 0)
    stand = np.isin(word, stands) & ((family.legal & STAND) > 0)
    found = np.where(double, DOUBLE, np.where(stand, STAND, HIT))
    found = np.where(family.legal & HIT, found, STAND)
    forced = family.legal & (STAND | HIT | DOUBLE) == HIT
    return np.where(forced, HIT, found).astype(np.int32)
