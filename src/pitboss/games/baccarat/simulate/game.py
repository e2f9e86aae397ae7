"""A game of baccarat ready to be simulated: its arrays, its shoe, and one task at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitboss.cards import CARDS_IN_DECK
from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.facts.points import COUNTS
from pitboss.games.baccarat.simulate.arrays import Coups, Deal
from pitboss.games.baccarat.simulate.kernel import (
    MOST_CARDS,
    Prices,
    Shape,
    Spans,
    make_lanes,
    run_blocks,
)
from pitboss.games.baccarat.simulate.spans import join
from pitboss.kernel import sources_hash
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.setting import Setting
from pitboss.shoe import check_cutting_card
from pitboss.simulate.lanes import LANES, MOST_DECKS
from pitboss.simulate.report import Dealt, same_kernels, sums_of
from pitboss.simulate.statistics import Sums
from pitboss.simulate.tasks import Task


@dataclass(frozen=True)
class Work:
    """All that a task needs, in plain arrays: what travels to a worker on another machine."""

    deal: Deal
    shape: Shape
    spans: Spans
    prices: Prices
    wagers: tuple[str, ...]
    denominators: tuple[int, ...]
    sources: str
    """The kernels' own hash: a worker with other kernels must not take part."""


def run_task(work: Work, seed: int, task: Task) -> Sums:
    """Deal the blocks of a task; a worker whose kernels differ raises RuntimeError."""
    same_kernels(work)
    sums = np.zeros((len(work.wagers), 6), np.int64)
    coups = run_blocks(
        make_lanes(work.shape, work.spans),
        work.deal,
        work.shape,
        work.spans,
        work.prices,
        np.uint64(seed),
        task.first,
        task.blocks,
        sums,
    )
    return sums_of(work, task, sums, int(coups))


class Game(Dealt[Work]):
    """One game with its decks, sign and cutting card."""

    deal = staticmethod(run_task)

    def __init__(self, compiled: Compiled, setting: Setting, behind: int) -> None:
        self.compiled, self.setting = compiled, setting
        self.coups = Coups(compiled, setting)
        self.spans = join(compiled, setting)
        size = setting.decks * CARDS_IN_DECK
        end = compiled.edition.shoe.end
        self.shape = Shape(
            size=size,
            front=size - behind,
            when_first=end.when_first,
            when_later=end.when_later,
            pair_classes=len(self.coups.pairs),
            classes=len(self.coups.points),
        )

    @cached_property
    def work(self) -> Work:
        """The arrays of this game."""
        parts = (self.coups.pays("points"), self.coups.pays("pairs"), self.spans.pays)
        return Work(
            deal=self.coups.deal,
            shape=self.shape,
            spans=self.spans.arrays,
            prices=Prices(*(array for part in parts for array in (part.pay, part.count))),
            wagers=tuple(name for part in parts for name in part.wagers),
            denominators=tuple(below for part in parts for below in part.denominator),
            sources=sources_hash(),
        )

    @cached_property
    def coups_in_block(self) -> float:
        """About how many coups a block deals: a guess that only sizes the list of tasks."""
        ranks = CARDS_IN_DECK // 4
        weight = np.array([1.0 / ranks] * len(COUNTS))
        weight[0] += 1.0 - weight.sum()
        two = np.array(
            [sum(weight[x] * weight[(total - x) % 10] for x in COUNTS) for total in COUNTS]
        )
        used = (self.coups.deal.draw & 7).reshape(10, 10, 10, 10)
        cards = float(np.einsum("abcd,a,b,c,d->", used, two, two, weight, weight))
        dealt = self.shape.front - float(self.coups.deal.burned @ weight)
        return LANES * (dealt / cards + 1)

    @property
    def nominated(self) -> dict[str, str]:
        """The sequence that a combination Run is reported for."""
        return dict(self.spans.nominated)


@refusable
def game_of(compiled: Compiled, setting: Setting, behind: int | None = None) -> Game:
    """The game, its cutting card `behind` cards from the back (the least of the first way).

    Refused: a game that is not baccarat, a cutting card out of place, a shoe too short.
    """
    edition = compiled.edition
    if edition.tableau is None:
        refuse("no-coups.dealt", title=edition.identity.title)
    rule = edition.shoe.cutting_card[0]
    size = setting.decks * CARDS_IN_DECK
    left = rule.least if behind is None else behind
    if behind is not None:
        refusals = [check_cutting_card(way, left, size) for way in edition.shoe.cutting_card]
        if all(refusals):
            sure(refusals[0])
    if not 1 <= setting.decks <= MOST_DECKS:
        refuse("too-many-decks", most_decks=MOST_DECKS)
    game = Game(compiled, setting, left)
    end = edition.shoe.end
    after = max(MOST_CARDS * end.when_first, MOST_CARDS * (end.when_later + 1) - 1)
    most_burned = int(game.coups.deal.burned.max())
    least_coups = (game.shape.front - most_burned) // MOST_CARDS
    if left < after or least_coups <= max(1, game.spans.longest):
        refuse("shoe-too-short.game-of", rule.clauses, size=size, left=left)
    return game
