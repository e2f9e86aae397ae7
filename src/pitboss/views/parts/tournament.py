"""A tournament as it is shown: its board for everyone, all of it for the house, a player's part."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.tournament.state import (
    BOUGHT,
    POOL,
    Award,
    Entrant,
    Session,
    Tournament,
    TournamentDispute,
)
from pitboss.aggregates.tournament.terms import as_file, missing
from pitboss.editions.edition import Edition


class BoardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the board; `place` is the one that the chips give now."""

    place: int
    person: str
    chips_cents: int
    out: bool = False


class BoardSession(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the board, its players by chips."""

    session: int
    table: str
    kind: str
    round: int
    coups: int
    advance: int
    running: bool
    lines: tuple[BoardLine, ...]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The leader board: the sessions of the round that is played, and the final placings."""

    tournament: str
    title: str
    round: int
    rounds: int
    players: int
    ended: str | None
    sessions: tuple[BoardSession, ...]
    final: tuple[str, ...]
    time_zone: str = "UTC"
    starts: dt.datetime | None = None
    ends: dt.datetime | None = None
    coups: int | None = None
    held: bool = False


class DrawShown(msgspec.Struct, frozen=True, kw_only=True):
    """A draw of seats: what was committed to, and the seed once it is open."""

    round: int
    commitment: str
    seed: str | None


class ItemShown(msgspec.Struct, frozen=True, kw_only=True):
    """An item of the conditions: what it is about, what is said, which clauses ask for it."""

    item: str
    block: str
    says: str
    text: str
    clauses: tuple[str, ...]
    missing: bool


class TournamentSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as whoever runs it has it; `pool_cents` is what the pool holds."""

    tournament: str
    rulebook: str
    sequence: int
    title: str
    stage: str
    published: dt.datetime | None
    digest: str
    called: str
    managers: tuple[str, ...]
    here: bool
    advised: bool
    unadvised: int
    briefed: bool
    closed: bool
    round: int
    rounds: int
    rules: tuple[str, ...]
    conditions: dict[str, Any]
    draws: tuple[DrawShown, ...]
    tables: tuple[str, ...]
    entrants: dict[str, Entrant]
    sessions: tuple[Session, ...]
    disputes: tuple[TournamentDispute, ...]
    items: tuple[ItemShown, ...]
    pool_cents: int
    bought_cents: int
    awards: tuple[Award, ...]
    board: Board


STAGES = ("draft", "tables", "entries", "draw", "open", "play", "prizes", "over")
"""How far a tournament is, in the order in which it goes on."""
RULES = (
    *("tournament-advice", "tournament-briefing", "tournament-buy-in", "tournament-play-off"),
    *("tournament-manager-present", "tournament-agreement", "tournament-absent-deduction"),
    *("tournament-absent-out", "tournament-buy-back", "tournament-substitute"),
)
"""The rules by which a desk has something to do or not."""


def stage_of(tournament: Tournament) -> str:
    """How far a tournament is."""
    now, rounds = tournament, len(tournament.terms.rounds or ())
    if now.ended is not None:
        return "over"
    if now.published is None:
        return "draft"
    if not (now.managers and now.tables):
        return "tables"
    if not now.closed:
        return "entries"
    if any(not one.placed for one in now.sessions.values()):
        return "play"
    if now.round >= rounds:
        return "prizes"
    return "open" if now.round + 1 in now.draws else "draw"


def clock_of(tournament: Tournament) -> tuple[dt.datetime | None, int | None]:
    """When the sessions that are played end, or after how many coups."""
    stages = tournament.terms.rounds or ()
    played = [
        one
        for one in tournament.of_round(tournament.round)
        if one.kind == "round" and one.started is not None and one.ended is None
    ]
    if not played or not 0 < tournament.round <= len(stages):
        return None, None
    stage = stages[tournament.round - 1]
    first = min(one.started for one in played if one.started is not None)
    ends = None if stage.minutes is None else first + dt.timedelta(minutes=stage.minutes)
    return ends, stage.coups


def board_of(name: str, tournament: Tournament, edition: Edition) -> Board:
    """The board of a tournament."""
    round_ = tournament.round
    ends, coups = clock_of(tournament)
    return Board(
        tournament=name,
        title=tournament.terms.title,
        round=round_,
        rounds=len(tournament.terms.rounds or ()),
        players=len(tournament.playing),
        ended=tournament.ended,
        sessions=tuple(map(_session, tournament.of_round(round_))),
        final=tournament.final,
        time_zone=edition.identity.time_zone,
        starts=tournament.terms.starts,
        ends=ends,
        coups=coups,
        held=tournament.open_dispute is not None,
    )


def _session(session: Session) -> BoardSession:
    left = set(session.left)
    held = {person: session.counts.get(person, session.chips.get(person, 0)) for person in left}
    order = session.placings or sorted(left, key=lambda person: (-held[person], person))
    lines = [
        BoardLine(
            place=number
            if session.placings
            else 1 + sum(one > held[person] for one in held.values()),
            person=person,
            chips_cents=held.get(person, 0),
            out=person not in left,
        )
        for number, person in enumerate(order, 1)
    ]
    return BoardSession(
        session=session.number,
        table=session.table,
        kind=session.kind,
        round=session.round,
        coups=session.coups,
        advance=session.advance,
        running=session.started is not None and session.ended is None,
        lines=tuple(lines),
    )


def items_of(edition: Edition, tournament: Tournament) -> tuple[ItemShown, ...]:
    """The conditions item by item, with what is missing."""
    terms = tournament.terms
    gaps = {gap.item for gap in missing(edition, terms)}
    figures = as_file(terms)
    return tuple(
        ItemShown(
            item=name,
            block=item.block,
            says=item.says,
            text=terms.texts.get(name) or _plain(figures.get(name.replace("-", "_"), "")),
            clauses=item.clauses,
            missing=name in gaps,
        )
        for name, item in edition.items.items()
    )


def _plain(value: Any) -> str:
    """A figure of the conditions as a person reads it; of a list how long it is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(len(value)) if isinstance(value, list | tuple | dict) else str(value)


def seen(name: str, edition: Edition, sequence: int, tournament: Tournament) -> TournamentSeen:
    """A tournament for the house."""
    return TournamentSeen(
        tournament=name,
        rulebook=edition.identity.rulebook,
        sequence=sequence,
        title=tournament.terms.title,
        stage=stage_of(tournament),
        published=tournament.published,
        digest=tournament.digest,
        called=str(edition.rules["tournament-manager"].value),
        managers=tournament.managers,
        here=tournament.here,
        advised=tournament.advised,
        unadvised=tournament.unadvised,
        briefed=tournament.briefed,
        closed=tournament.closed,
        round=tournament.round,
        rounds=len(tournament.terms.rounds or ()),
        rules=tuple(rule for rule in RULES if rule in edition.rules),
        conditions=as_file(tournament.terms),
        draws=tuple(
            DrawShown(round=number, commitment=one.commitment, seed=one.seed)
            for number, one in tournament.draws.items()
        ),
        tables=tournament.tables,
        entrants=dict(tournament.entrants),
        sessions=tuple(tournament.sessions.values()),
        disputes=tournament.disputes,
        items=items_of(edition, tournament),
        pool_cents=tournament.balances.get(POOL, 0),
        bought_cents=tournament.balances.get(BOUGHT, 0),
        awards=tournament.awards,
        board=board_of(name, tournament, edition),
    )


class OwnTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as a player in it has it: their part, the conditions, the board."""

    tournament: str
    rulebook: str
    person: str
    entrant: Entrant | None
    session: Session | None
    chips_cents: int | None
    place: int | None
    prize_cents: int | None
    items: tuple[ItemShown, ...]
    disputes: tuple[TournamentDispute, ...]
    board: Board


def own(name: str, edition: Edition, tournament: Tournament, person: str) -> OwnTournament:
    """A player's part: nobody else's entry, and of disputes only their own."""
    theirs = [one for one in tournament.sessions.values() if person in one.boxes]
    session = theirs[-1] if theirs else None
    chips = None
    if session is not None:
        chips = session.counts.get(person, session.chips.get(person))
        session = replace(
            session,
            boxes={person: session.boxes[person]},
            chips={},
            counts={},
            deducted={},
            level=(),
            decided=(),
        )
    final = tournament.final
    return OwnTournament(
        tournament=name,
        rulebook=edition.identity.rulebook,
        person=person,
        entrant=tournament.entrants.get(person),
        session=session,
        chips_cents=chips,
        place=final.index(person) + 1 if person in final else None,
        prize_cents=next((one.cents for one in tournament.awards if one.person == person), None),
        items=items_of(edition, tournament),
        disputes=tuple(one for one in tournament.disputes if one.by == person),
        board=board_of(name, tournament, edition),
    )
