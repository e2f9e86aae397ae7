"""Game protection: what someone who tracks the shoe perfectly could gain on each wager.

For staff and study only: the rulebooks forbid players to use analysing devices at a table.
Real shoes are dealt by the edition's own rules; before every coup each wager is priced
exactly from the cards not yet seen (the burned card among them), and staked one unit only
when the price favours the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from pitboss.cards import CARDS_IN_DECK, full_shoe
from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.facts.coup import deal_shoe
from pitboss.games.baccarat.facts.points import value
from pitboss.games.baccarat.odds.fast import DrawArrays, Pricer, count_pairs, count_points
from pitboss.kernel import kernel
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.setting import Setting
from pitboss.shoe import cards_burned, check_cutting_card

DEPTHS = 10
_VALUES = np.array([value(card) for card in range(CARDS_IN_DECK)], np.int64)


@kernel
def price_shoe(
    seen: Any,
    starts: Any,
    decks: int,
    values: Any,
    draws: Any,
    class_of: Any,
    gain: Any,
    found: Any,
) -> None:
    """The expectation of every wager before each coup of a dealt shoe.

    `seen` are the cards in the order they were seen, `starts` where each coup begins; `gain`
    holds for points and pairs the gain by wager and class, and the offers likewise.
    """
    points_gain, points_offer, pairs_gain, pairs_offer = gain
    four, five, six, low = draws
    counts = np.full(52, decks, np.int64)
    m = np.zeros(10, np.int64)
    for card in range(52):
        m[values[card]] += decks
    points = np.zeros(points_gain.shape[1], np.int64)
    pairs = np.zeros(pairs_gain.shape[1], np.int64)
    place = 0
    for coup in range(len(starts)):
        while place < starts[coup]:
            card = seen[place]
            counts[card] -= 1
            m[values[card]] -= 1
            place += 1
        points[:] = 0
        pairs[:] = 0
        count_points(m, four, five, six, low, points)
        count_pairs(counts, class_of, pairs)
        wagers = len(points_gain)
        for wager in range(wagers):
            gained = 0.0
            offered = 0.0
            for number in range(len(points)):
                gained += points[number] * points_gain[wager, number]
                offered += points[number] * points_offer[wager, number]
            found[coup, wager] = gained / offered if offered > 0.0 else 0.0
        for wager in range(len(pairs_gain)):
            gained = 0.0
            offered = 0.0
            for number in range(len(pairs)):
                gained += pairs[number] * pairs_gain[wager, number]
                offered += pairs[number] * pairs_offer[wager, number]
            found[coup, wagers + wager] = gained / offered if offered > 0.0 else 0.0


@dataclass(frozen=True)
class Tracker:
    """A game with its shoe, ready to be tracked."""

    pricer: Pricer
    compiled: Compiled
    setting: Setting
    behind: int

    @property
    def arrays(self) -> tuple[DrawArrays, Any, tuple[Any, ...]]:
        """What the kernel reads."""
        gains: list[Any] = []
        for wagers, classes in zip(self.pricer.gains, self.pricer.classes, strict=True):
            # A game may have no wager on a space: the shape is that of no rows, not of nothing.
            shape = (len(wagers), classes)
            gain = [[g / w.denominator for g in w.gain] for w in wagers]
            offered = [w.offered or [1] * classes for w in wagers]
            gains += [np.array(part, np.float64).reshape(shape) for part in (gain, offered)]
        return self.pricer.draws, self.pricer.class_of, tuple(gains)

    def shoes(self, seed: int, shoes: int) -> Iterator[tuple[Any, Any]]:
        """For each shoe: where each coup began, as a share of the shoe, and every price."""
        edition = self.compiled.edition
        if edition.tableau is None:
            raise ValueError(f"{edition.name} is not baccarat")
        draws, class_of, gains = self.arrays
        factory = np.array(full_shoe(self.setting.decks), np.int64)
        for shoe in range(shoes):
            source = np.random.Generator(np.random.Philox(key=[seed, shoe]))
            order = source.permutation(factory)
            rest = order[cards_burned(edition.shoe.burn[0], int(order[0])) :]
            coups = deal_shoe(edition.tableau, edition.shoe.end, rest.tolist(), self.behind)
            lengths = [len(coup.player) + len(coup.banker) for coup in coups]
            starts = np.cumsum([0, *lengths[:-1]])
            prices = np.zeros((len(starts), len(self.pricer.wagers)))
            price_shoe(rest, starts, self.setting.decks, _VALUES, draws, class_of, gains, prices)
            yield starts / len(factory), prices


@dataclass
class Tally:
    """What a perfect tracker found, by wager and depth."""

    wagers: tuple[str, ...]
    coups: Any
    positive: Any
    gained: Any
    shoe_gains: list[Any]

    def document(self) -> list[dict[str, Any]]:
        """One document a wager: how often positive, how much, by depth."""
        shoes = max(len(self.shoe_gains), 1)
        totals = np.array(self.shoe_gains) if self.shoe_gains else np.zeros((1, len(self.wagers)))
        everything = max(int(self.coups.sum()), 1)
        found = []
        for place, name in enumerate(self.wagers):
            positive = int(self.positive[:, place].sum())
            gained = float(self.gained[:, place].sum())
            spread = float(totals[:, place].std(ddof=1)) if shoes > 1 else 0.0
            found.append(
                {
                    "wager": name,
                    "positive": positive / everything,
                    "mean_when_positive": gained / positive if positive else 0.0,
                    "gain_per_shoe": gained / shoes,
                    "stderr": spread / sqrt(shoes),
                    "by_depth": [
                        {
                            "from": depth / DEPTHS,
                            "to": (depth + 1) / DEPTHS,
                            "coups": int(self.coups[depth]),
                            "positive": int(self.positive[depth, place])
                            / max(int(self.coups[depth]), 1),
                            "gain_per_shoe": float(self.gained[depth, place]) / shoes,
                        }
                        for depth in range(DEPTHS)
                        if self.coups[depth]
                    ],
                }
            )
        return found


@refusable
def tracker(compiled: Compiled, setting: Setting, cut: int | None) -> Tracker:
    """A game to be tracked with `cut` cards behind the cutting card."""
    edition = compiled.edition
    if edition.tableau is None:
        refuse("not-baccarat", title=edition.identity.title)
    rule = edition.shoe.cutting_card[0]
    behind = rule.least if cut is None else cut
    cards = setting.decks * CARDS_IN_DECK
    sure(check_cutting_card(rule, behind, cards))
    if behind > cards // 2:
        refuse("cut-too-deep", behind=behind, cards=cards)
    # What is offered in mid-round is decided on more than the shoe: odds tells it by situation.
    early = [name for name, wager in edition.wagers.items() if wager.offer is None]
    return Tracker(Pricer(compiled, setting, early), compiled, setting, behind)


def empty_tally(wagers: tuple[str, ...]) -> Tally:
    """A tally of nothing yet."""
    shape = (DEPTHS, len(wagers))
    return Tally(wagers, np.zeros(DEPTHS, np.int64), np.zeros(shape, np.int64), np.zeros(shape), [])


def add_shoe(tally: Tally, depths: Any, prices: Any) -> None:
    """Take in one tracked shoe."""
    gains = np.where(prices > 0, prices, 0.0)
    bucket = np.minimum((depths * DEPTHS).astype(np.int64), DEPTHS - 1)
    np.add.at(tally.coups, bucket, 1)
    np.add.at(tally.positive, bucket, (prices > 0).astype(np.int64))
    np.add.at(tally.gained, bucket, gains)
    tally.shoe_gains.append(gains.sum(axis=0))
