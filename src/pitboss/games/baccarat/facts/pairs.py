"""Pairs: the space of what the first two cards of each hand can be.

Two pairs are twins when they are of the same rank (reading X9).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.cards import PAIR_KINDS, Card, pair_kind, rank
from pitboss.decision.space import Space
from pitboss.words.catalogue import Said


class Pairs(NamedTuple):
    """The facts of a coup that depend on the first two cards of each hand."""

    player_pair: str
    banker_pair: str
    pairs: int
    twin: bool


def pairs(player: Sequence[Card], banker: Sequence[Card]) -> Pairs:
    """The facts of a coup from its two hands."""
    kinds = pair_kind(*player[:2]), pair_kind(*banker[:2])
    return facts_of(*kinds, same_rank=rank(player[0]) == rank(banker[0]))


def pairs_space() -> Space:
    """Every member that the first four cards can reach."""
    return Space("pairs", Pairs._fields, _members(), tell)


def tell(facts: Pairs) -> Said:
    """The pairs in a few plain words."""
    told: dict[str, str | bool] = {"player": facts.player_pair, "banker": facts.banker_pair}
    if facts.pairs == 2:
        told["twin"] = facts.twin
    return Said("pairs", told)


def facts_of(player: str, banker: str, *, same_rank: bool) -> Pairs:
    """The facts of two kinds of pair; `same_rank` says whether both hands have that rank."""
    number = (player != "none") + (banker != "none")
    return Pairs(player, banker, number, number == 2 and same_rank)


def _members() -> Iterator[Pairs]:
    for player in PAIR_KINDS:
        for banker in PAIR_KINDS:
            for same_rank in (False, True):
                yield facts_of(player, banker, same_rank=same_rank)
