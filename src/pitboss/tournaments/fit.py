"""Conditions made to fit so many players: their number, and rounds that take them to one table."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.aggregates.tournament.terms import Conditions, Stage
from pitboss.editions.edition import Edition
from pitboss.table.usual.opening import stands, usual_layout

SEATS = 7
"""Players at a table where the conditions do not say it."""
MOST_ROUNDS = 12


def fitted(edition: Edition, terms: Conditions, players: int) -> tuple[Conditions, tuple[str, ...]]:
    """Conditions under which so many can play, and what had to be changed for it."""
    changes: list[str] = []
    if terms.maximum_players is not None and players > terms.maximum_players:
        changes.append(f"at most {players} players instead of {terms.maximum_players}")
        terms = replace(terms, maximum_players=players)
    seats = min(terms.seats or SEATS, boxes_of(edition))
    if terms.seats is not None and seats < terms.seats:
        changes.append(f"{seats} players at a table instead of {terms.seats}")
        terms = replace(terms, seats=seats)
    if terms.rounds and players > terms.rounds[0].tables * seats:
        rounds = rounds_for(terms.rounds, players, seats)
        tables = ", ".join(str(one.tables) for one in rounds)
        changes.append(f"rounds at {tables} tables")
        terms = replace(terms, rounds=rounds)
    return terms, tuple(changes)


def rounds_for(stages: tuple[Stage, ...], players: int, seats: int) -> tuple[Stage, ...]:
    """Rounds as long as those of the conditions, at as many tables as are needed, to a final."""
    first, last = stages[0], stages[-1]
    advance = min(first.advance, max(1, seats - 1))
    found: list[Stage] = []
    while players > seats and len(found) < MOST_ROUNDS:
        tables = -(-players // seats)
        found.append(replace(first, tables=tables, advance=advance))
        players = tables * advance
    return (*found, replace(last, tables=1))


def sessions_in(terms: Conditions) -> int:
    """How many sessions the rounds have, play-offs apart."""
    return sum(one.tables for one in terms.rounds or ())


def boxes_of(edition: Edition) -> int:
    """How many players a table of the edition seats where its tables usually stand."""
    layout = usual_layout(edition)
    seats = max(edition.layout_in_use(layout).seats)
    closed = stands(edition, layout, seats).get("closed_boxes", ())
    return seats - len(closed)
