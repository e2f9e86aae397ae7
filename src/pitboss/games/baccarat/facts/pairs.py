"""Pairs: the space of what the first two cards of each hand can be.

Two pairs are twins when they are of the same rank (reading X9).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.cards import PAIR_KINDS, Card, pair_kind, rank
from pitboss.decision.space import Space


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
    return Space("pairs", Pairs._fields, _members(), describe)


def describe(facts: Pairs) -> str:
    """The pairs in a few plain words."""
    words = {kind: f"{kind} pair" for kind in PAIR_KINDS} | {"none": "no pair"}
    text = f"Player has {words[facts.player_pair]}, Banker {words[facts.banker_pair]}"
    if facts.pairs == 2:
        text += " of the same rank" if facts.twin else " of another rank"
    return text


def facts_of(player: str, banker: str, *, same_rank: bool) -> Pairs:
    """The facts of two kinds of pair; `same_rank` says whether both hands have that rank."""
    number = (player != "none") + (banker != "none")
    return Pairs(player, banker, number, number == 2 and same_rank)


def _members() -> Iterator[Pairs]:
    for player in PAIR_KINDS:
        for banker in PAIR_KINDS:
            for same_rank in (False, True):
                yield facts_of(player, banker, same_rank=same_rank)
