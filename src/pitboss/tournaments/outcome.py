"""What came of a tournament, as one document: placings, prizes, money, chips, draws."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.aggregates.tournament import Tournament, TournamentEvent
from pitboss.aggregates.tournament.prizes import PrizesAwarded
from pitboss.aggregates.tournament.state import BOUGHT, OUTSIDE, POOL
from pitboss.ledger import Transfer

HEADS = ("place", "person", "round", "standing", "chips_cents", "prize_cents", "thing")


def placings_of(tournament: Tournament) -> list[dict[str, Any]]:
    """Every player with their place, the last round they played, and what they won."""
    awards = {one.person: one for one in tournament.awards}
    last: dict[str, tuple[int, int]] = {}
    for session in tournament.sessions.values():
        if session.kind != "play-off":
            for person in session.placings:
                last[person] = (session.round, session.counts.get(person, 0))
    found = []
    for place, person in enumerate(tournament.final, 1):
        won = awards.get(person)
        round_, chips = last.get(person, (0, 0))
        found.append(
            {
                "place": place,
                "person": person,
                "round": round_,
                "standing": tournament.entrants[person].standing,
                "chips_cents": chips,
                "prize_cents": 0 if won is None else won.cents,
                "thing": None if won is None else won.thing,
            }
        )
    return found


def money_of(events: Sequence[TournamentEvent]) -> dict[str, int]:
    """What came into the pool and went out of it, by what it was for; and what was bought."""
    sums = dict.fromkeys(
        ("fees_cents", "refunds_cents", "added_cents", "prizes_cents", "bought_cents"), 0
    )
    for event in events:
        prizes = isinstance(event, PrizesAwarded)
        for one in event.transfers():
            sums[_kind(one, prizes=prizes)] += one.cents
    pool = sums["fees_cents"] - sums["refunds_cents"] + sums["added_cents"]
    return {**sums, "pool_cents": pool, "left_cents": pool - sums["prizes_cents"]}


def _kind(one: Transfer, *, prizes: bool) -> str:
    match (one.source, one.target):
        case (source, target) if source == OUTSIDE and target == POOL:
            return "added_cents" if prizes else "fees_cents"
        case (source, target) if source == POOL and target == OUTSIDE:
            return "prizes_cents" if prizes else "refunds_cents"
        case (_, target) if target == BOUGHT:
            return "bought_cents"
    raise ValueError(f"nothing moves from {one.source} to {one.target}")


def chips_of(tournament: Tournament) -> dict[str, Any]:
    """The chips of all sessions: how many are back, and which are listed short."""
    sessions = tournament.sessions.values()
    return {
        "sessions": sum(one.started is not None for one in sessions),
        "returned": sum(one.returned for one in sessions),
        "short": [
            {
                "session": one.number,
                "value_cents": short.value_cents,
                "quantity": short.quantity,
            }
            for one in sessions
            for short in one.short
        ],
    }


def document(tournament: Tournament, events: Sequence[TournamentEvent]) -> dict[str, Any]:
    """All of it."""
    return {
        "title": tournament.terms.title,
        "ended": tournament.ended,
        "players": len(tournament.final),
        "refused": sum(type(one).__name__ == "EntryRefused" for one in events),
        "withdrawn": sum(one.standing == "withdrawn" for one in tournament.entrants.values()),
        "disqualified": sum(one.standing == "disqualified" for one in tournament.entrants.values()),
        "rounds": tournament.round,
        "sessions": len(tournament.sessions),
        "play_offs": sum(one.kind == "play-off" for one in tournament.sessions.values()),
        "coups": sum(one.coups for one in tournament.sessions.values()),
        "money": money_of(events),
        "chips": chips_of(tournament),
        "placings": placings_of(tournament),
    }


def placings_csv(placings: Sequence[dict[str, Any]]) -> Iterator[bytes]:
    """The placings as a table, a line each."""
    for row in (dict(zip(HEADS, HEADS, strict=True)), *placings):
        line = io.StringIO()
        cells = (row[head] for head in HEADS)
        csv.writer(line, lineterminator="").writerow("" if one is None else one for one in cells)
        yield line.getvalue().encode()
