"""What a simulation is asked beside edges, and tells: a tracked shoe, a bankroll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec


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


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts in cents: the mean, and what these shares of sessions do not exceed."""

    mean_cents: float
    stderr_cents: float
    least_cents: int
    most_cents: int
    quantiles_cents: dict[str, int]


class Bankroll(msgspec.Struct, frozen=True, kw_only=True):
    """The sessions of one bettor with one wager, flat stakes and a fixed bankroll."""

    rulebook: str
    game: str
    decks: int
    seed: int
    wager: str
    stake_cents: int
    bankroll_cents: int
    sessions: int
    coups_per_session: int
    coups: int
    ended_early: float
    """Share of sessions in which the bankroll no longer covered the stake."""
    ahead: float
    result: Distribution
    drawdown: Distribution
    favours_player: bool
    """Whether the wager at this stake, paid up to chips, favours the player."""
