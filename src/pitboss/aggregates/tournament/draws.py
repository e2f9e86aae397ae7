"""The draw of seats: committed to, opened afterwards, worked out anew by anybody."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pitboss.aggregates.tournament.state import Draw, Session, Tournament
from pitboss.aggregates.tournament.terms import Stage
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    changed,
    decides,
)
from pitboss.editions.wagers import Clauses
from pitboss.hexadecimal import Hex, octets
from pitboss.refusal import refuse


class CommitDraw(TournamentCommand, frozen=True, kw_only=True):
    """Commit to the draw of the next round: the SHA-256 of a nonce and a seed, both 32 bytes."""

    commitment: Hex


class OpenDraw(TournamentCommand, frozen=True, kw_only=True):
    """Open the draw: what was committed to says who sits where."""

    nonce: Hex
    seed: Hex


class DrawCommitted(TournamentEvent, frozen=True, kw_only=True):
    """The draw of a round is fixed, and nobody knows it."""

    round: int
    commitment: str

    def changes(self, tournament: Tournament) -> Tournament:
        """One more draw."""
        draw = Draw(commitment=self.commitment)
        return replace(tournament, draws={**tournament.draws, self.round: draw})


class SeatsDrawn(TournamentEvent, frozen=True, kw_only=True):
    """Who plays in which session, from which box."""

    round: int
    nonce: str
    seed: str
    sessions: tuple[Session, ...]

    def changes(self, tournament: Tournament) -> Tournament:
        """The sessions of the round."""
        new = {one.number: one for one in self.sessions}
        draw = replace(tournament.draws[self.round], seed=self.seed)
        after = replace(
            tournament,
            sessions={**tournament.sessions, **new},
            draws={**tournament.draws, self.round: draw},
        )
        for one in self.sessions:
            for person in one.boxes:
                after = changed(after, person, standing="entered")
        return after


def commitment_of(nonce: str, seed: str) -> str:
    """What commits to a seed."""
    return hashlib.sha256(bytes.fromhex(nonce) + bytes.fromhex(seed)).hexdigest()


def opens(commitment: str, nonce: str, seed: str) -> bool:
    """Whether nonce and seed are what was committed to."""
    written = octets(nonce) is not None and octets(seed) is not None
    return written and commitment_of(nonce, seed) == commitment


def drawn_order(seed: str, players: Iterable[str]) -> list[str]:
    """The players in the order that a seed gives: by the SHA-256 of the seed and their name."""

    def place(person: str) -> bytes:
        return hashlib.sha256(bytes.fromhex(seed) + person.encode()).digest()

    return sorted(players, key=place)


def seated(
    seed: str, players: Iterable[str], tables: tuple[str, ...]
) -> Mapping[str, Mapping[str, int]]:
    """By table its players and their boxes: dealt round the tables in the order of the draw."""
    found: dict[str, dict[str, int]] = {table: {} for table in tables}
    for place, person in enumerate(drawn_order(seed, players)):
        boxes = found[tables[place % len(tables)]]
        boxes[person] = len(boxes) + 1
    return found


def players_of(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Who is drawn in a round: those who entered, later those who went on."""
    if number == 1:
        return tournament.playing
    standings = ("advanced",)
    return tuple(n for n, one in tournament.entrants.items() if one.standing in standings)


def sessions_of(
    tournament: Tournament, number: int, seed: str, tables: tuple[str, ...]
) -> tuple[Session, ...]:
    """The sessions of a round as its draw gives them."""
    terms, stage = tournament.terms, (tournament.terms.rounds or ())[number - 1]
    first = max(tournament.sessions, default=0) + 1
    boxes = seated(seed, players_of(tournament, number), tables[: stage.tables])
    return tuple(
        Session(
            number=first + place,
            table=table,
            round=number,
            advance=stage.advance,
            boxes=boxes[table],
            starts=terms.starts if number == 1 else None,
            minimum_cents=terms.minimum_cents or 0,
            maximum_cents=terms.maximum_cents or 0,
        )
        for place, table in enumerate(table for table in boxes if boxes[table])
    )


@decides(CommitDraw, "tournament-allocation", "tournament-equal-chance")
def commit(work: Work, command: CommitDraw) -> None:
    """Once entries are closed, and when the round before is over."""
    work.set_up()
    work.undisputed()
    now, clauses = work.tournament, work.cite("tournament-allocation", "tournament-equal-chance")
    if not now.closed:
        refuse("entries-open", clauses)
    number = now.round + 1
    stage = _stage(work, number, clauses)
    if number in now.draws:
        refuse("draw-committed", clauses, round=number)
    waiting = [one.number for one in now.sessions.values() if not one.placed]
    if waiting:
        refuse("round-not-over", clauses, sessions=", ".join(map(str, waiting)))
    if len(now.tables) < stage.tables:
        refuse("too-few-tables", work.cite("tournament-tables"), needed=stage.tables)
    work.emit(DrawCommitted, round=number, commitment=command.commitment, clauses=clauses)


def _stage(work: Work, number: int, clauses: Clauses) -> Stage:
    """The round of this number."""
    stages = work.tournament.terms.rounds or ()
    if number > len(stages):
        refuse("no-more-rounds", clauses, rounds=len(stages))
    return stages[number - 1]


@decides(OpenDraw, "tournament-allocation", "tournament-equal-chance", "tournament-advance")
def open_draw(work: Work, command: OpenDraw) -> None:
    """Only what was committed to opens it."""
    now, clauses = work.tournament, work.cite("tournament-allocation", "tournament-equal-chance")
    number = now.round + 1
    draw = now.draws.get(number)
    if draw is None:
        refuse("draw-not-committed", clauses)
    if not opens(draw.commitment, command.nonce, command.seed):
        refuse("draw-not-this", clauses)
    stage, seats = _stage(work, number, clauses), now.terms.seats
    players = len(players_of(now, number))
    if seats is not None and players > seats * stage.tables:
        refuse("too-few-seats", clauses, players=players, seats=seats * stage.tables)
    work.emit(
        SeatsDrawn,
        round=number,
        nonce=command.nonce,
        seed=command.seed,
        sessions=sessions_of(now, number, command.seed, now.tables),
        clauses=work.cite("tournament-allocation", "tournament-equal-chance", "tournament-advance"),
    )
