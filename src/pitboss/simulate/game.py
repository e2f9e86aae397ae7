"""A game of baccarat ready to be simulated: its arrays, its shoe, and one task at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from pitboss.baccarat.points import COUNTS
from pitboss.baccarat.shoe import check_cutting_card
from pitboss.cards import CARDS_IN_DECK
from pitboss.kernel import sources_hash
from pitboss.refusal import refusable, refuse
from pitboss.settle.compiled import Compiled
from pitboss.settle.setting import Setting
from pitboss.simulate.arrays import Coups, Deal
from pitboss.simulate.baccarat import (
    LANES,
    MOST_CARDS,
    Prices,
    Shape,
    Spans,
    make_lanes,
    run_blocks,
)
from pitboss.simulate.spans import join
from pitboss.simulate.statistics import Sums
from pitboss.simulate.tasks import Task

MOST_DECKS = 31
"""Six draws from one word need that the sixth power of the cards fits in 64 bits."""


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
    if work.sources != sources_hash():
        raise RuntimeError("this worker has another version of pitboss than the sender")
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
    rows = [
        [gain, (high << 32) + low, product, stakes, squared]
        for gain, high, low, product, stakes, squared in sums.tolist()
    ]
    return Sums(
        work.wagers,
        work.denominators,
        rows,
        groups=task.blocks,
        shoes=task.blocks * LANES,
        coups=int(coups),
    )


class Game:
    """One game with its decks, sign and cutting card."""

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

    def run(self, task: Task, seed: int) -> Sums:
        """Deal the blocks of a task here and now."""
        return run_task(self.work, seed, task)

    @property
    def labels(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The wagers and the denominators of their sums."""
        return self.work.wagers, self.work.denominators

    def worker(self, seed: int) -> Callable[[Task], Sums]:
        """What deals a task anywhere: it carries plain arrays only."""
        return partial(run_task, self.work, seed)

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

    def blocks_for(self, coups: int) -> int:
        """Blocks that deal about so many coups, at least one."""
        return max(1, -(-coups // int(self.coups_in_block)))


@refusable
def game_of(compiled: Compiled, setting: Setting, behind: int | None = None) -> Game:
    """The game, its cutting card `behind` cards from the back (the least of the first way).

    Refused: a game that is not baccarat, a cutting card out of place, a shoe too short.
    """
    edition = compiled.edition
    if edition.tableau is None:
        refuse("no-coups", f"{edition.identity.title} is not dealt in coups.")
    rule = edition.shoe.cutting_card[0]
    size = setting.decks * CARDS_IN_DECK
    left = rule.least if behind is None else behind
    if behind is not None:
        refusals = [check_cutting_card(way, left, size) for way in edition.shoe.cutting_card]
        for refusal in refusals[:1] if all(refusals) else []:
            if refusal is not None:
                refuse(refusal.code, refusal.sentence, refusal.clauses)
    if not 1 <= setting.decks <= MOST_DECKS:
        refuse("too-many-decks", f"A simulation deals 1 to {MOST_DECKS} decks.")
    game = Game(compiled, setting, left)
    end = edition.shoe.end
    after = max(MOST_CARDS * end.when_first, MOST_CARDS * (end.when_later + 1) - 1)
    most_burned = int(game.coups.deal.burned.max())
    least_coups = (game.shape.front - most_burned) // MOST_CARDS
    if left < after or least_coups <= max(1, game.spans.longest):
        sentence = f"A shoe of {size} cards with {left} behind the cutting card is too short."
        refuse("shoe-too-short", sentence, rule.clauses)
    return game
