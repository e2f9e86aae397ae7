"""A tournament as it is shown: its board for everyone, and all of it for the house."""

from __future__ import annotations

import datetime as dt

import msgspec

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
    published: dt.datetime | None
    managers: tuple[str, ...]
    tables: tuple[str, ...]
    entrants: dict[str, Entrant]
    sessions: tuple[Session, ...]
    disputes: tuple[TournamentDispute, ...]
    items: tuple[ItemShown, ...]
    pool_cents: int
    bought_cents: int
    awards: tuple[Award, ...]
    board: Board


def board_of(name: str, tournament: Tournament) -> Board:
    """The board of a tournament."""
    round_ = tournament.round
    return Board(
        tournament=name,
        title=tournament.terms.title,
        round=round_,
        rounds=len(tournament.terms.rounds or ()),
        players=len(tournament.playing),
        ended=tournament.ended,
        sessions=tuple(map(_session, tournament.of_round(round_))),
        final=tournament.final,
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


def _above(held: dict[str, int], person: str) -> int:
    return sum(chips > held[person] for chips in held.values())


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
            text=terms.texts.get(name) or str(figures.get(name.replace("-", "_"), "")),
            clauses=item.clauses,
            missing=name in gaps,
        )
        for name, item in edition.items.items()
    )


def seen(name: str, edition: Edition, sequence: int, tournament: Tournament) -> TournamentSeen:
    """A tournament for the house."""
    return TournamentSeen(
        tournament=name,
        rulebook=edition.identity.rulebook,
        sequence=sequence,
        title=tournament.terms.title,
        published=tournament.published,
        managers=tournament.managers,
        tables=tournament.tables,
        entrants=dict(tournament.entrants),
        sessions=tuple(tournament.sessions.values()),
        disputes=tournament.disputes,
        items=items_of(edition, tournament),
        pool_cents=tournament.balances.get(POOL, 0),
        bought_cents=tournament.balances.get(BOUGHT, 0),
        awards=tournament.awards,
        board=board_of(name, tournament),
    )
