"""What is asked of a simulation that studies more than edges: a tracked shoe, a bankroll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Tracking:
    """Shoes to be tracked; `told` is called after each."""

    shoes: int
    seed: int
    cut: int | None
    told: Callable[[int], None]


@dataclass(frozen=True)
class Sessions:
    """Sessions of one wager at one stake to be played."""

    wager: str
    stake_cents: int
    bankroll_cents: int
    sessions: int
    coups: int
    seed: int = 1
