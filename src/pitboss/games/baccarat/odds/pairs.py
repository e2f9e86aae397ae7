"""Exact counts of the pairs space: ordered first four cards for each member."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from pitboss.cards import PAIR_KINDS, RANKS, SUITS, pair_kind
from pitboss.decision.space import Member
from pitboss.games.baccarat.facts.pairs import facts_of
from pitboss.odds.composition import falling

PAIRED_CARDS = 4
_PAIRED = PAIR_KINDS[1:]


def kinds_of_rank(suits: Sequence[int]) -> dict[str, int]:
    """Ordered pairs of each kind among the cards of one rank, counted by suit."""
    found = dict.fromkeys(_PAIRED, 0)
    for first, second in product(range(len(SUITS)), repeat=2):
        found[pair_kind(first, second)] += suits[first] * (suits[second] - (first == second))
    return found


def pairs_counts(counts: Sequence[int]) -> dict[Member, int]:
    """Ordered four-card draws for each member, out of `falling(cards, 4)` in all."""
    cards = sum(counts)
    by_rank = [list(counts[4 * rank : 4 * rank + 4]) for rank in range(len(RANKS))]
    single = [kinds_of_rank(suits) for suits in by_rank]
    total = {kind: sum(rank[kind] for rank in single) for kind in _PAIRED}
    twins = dict.fromkeys(product(_PAIRED, repeat=2), 0)
    for suits in by_rank:
        for first, second in product(range(len(SUITS)), repeat=2):
            ways = suits[first] * (suits[second] - (first == second))
            if ways <= 0:
                continue
            left = list(suits)
            left[first] -= 1
            left[second] -= 1
            for kind, more in kinds_of_rank(left).items():
                twins[pair_kind(first, second), kind] += ways * more
    found: dict[Member, int] = {}
    others = falling(cards - 2, 2)
    for player, banker in product(_PAIRED, repeat=2):
        same = sum(rank[player] * rank[banker] for rank in single)
        found[facts_of(player, banker, same_rank=True)] = twins[player, banker]
        unlike = total[player] * total[banker] - same
        found[facts_of(player, banker, same_rank=False)] = unlike
    for kind in _PAIRED:
        both = sum(found[facts_of(kind, other, same_rank=s)]
                   for other in _PAIRED for s in (False, True))  # fmt: skip
        # The hands are dealt alike, so Banker alone pairs as often as Player alone.
        found[facts_of(kind, "none", same_rank=False)] = total[kind] * others - both
        found[facts_of("none", kind, same_rank=False)] = total[kind] * others - both
    neither = falling(cards, PAIRED_CARDS) - sum(found.values())
    found[facts_of("none", "none", same_rank=False)] = neither
    return found
