"""A tournament's stream: conditions, entrants, sessions at tables, placings and prizes."""

from __future__ import annotations

from pitboss.aggregates.tournament.check import TOURNAMENT
from pitboss.aggregates.tournament.state import Tournament
from pitboss.aggregates.tournament.work import (
    COMMANDS,
    FromTable,
    TournamentCommand,
    TournamentEvent,
    act,
    evolve,
)

__all__ = [
    "COMMANDS",
    "TOURNAMENT",
    "FromTable",
    "Tournament",
    "TournamentCommand",
    "TournamentEvent",
    "act",
    "evolve",
]
