"""Who is placed where in a session, who goes on, and what a play-off is for."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from msgspec.structs import replace

from pitboss.aggregates.shapes import Amount, Name, Reason
from pitboss.aggregates.tournament.sessions import Number
from pitboss.aggregates.tournament.state import BOUGHT, OUTSIDE, Out, Session, Tournament
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    changed,
    decides,
    session_changed,
)
from pitboss.aggregates.work import STAFF
from pitboss.ledger import Transfer
from pitboss.money import sum_of
from pitboss.refusal import refuse


class AnnouncePlacings(TournamentCommand, frozen=True, kw_only=True):
    """Determine and announce the placings of a session from the chips that were counted."""

    session: Number


class PlaceLevel(TournamentCommand, frozen=True, kw_only=True):
    """Say in which order players of equal chips are placed, by the criteria of the conditions."""

    session: Number
    order: tuple[Name, ...]
    reason: Reason


class BuyBack(TournamentCommand, frozen=True, kw_only=True):
    """An eliminated player buys back into the next round."""

    person: Name
    amount_cents: Amount


class HoldRepechage(TournamentCommand, frozen=True, kw_only=True):
    """Let eliminated players play for places in the next round, at a table of the tournament."""

    table: Name
    players: tuple[Name, ...]
    advance: Number = 1


class PlacingsAnnounced(TournamentEvent, frozen=True, kw_only=True):
    """The placings of a session, the first first; these go on."""

    session: int
    placings: tuple[str, ...]
    advanced: tuple[str, ...]

    def changes(self, tournament: Tournament) -> Tournament:
        """Who does not go on is eliminated."""
        after = session_changed(
            tournament, self.session, placed=True, placings=self.placings, level=()
        )
        for person in self.placings:
            if after.entrants[person].standing == "disqualified":
                continue
            standing = "advanced" if person in self.advanced else "eliminated"
            after = changed(after, person, standing=standing)
        return after


class PlayOffNeeded(TournamentEvent, frozen=True, kw_only=True):
    """Players of equal chips play on until an order is determined."""

    session: int
    players: tuple[str, ...]
    play_off: Session | None = None

    def changes(self, tournament: Tournament) -> Tournament:
        """Their session is the next; without one, somebody decides."""
        after = session_changed(tournament, self.session, level=self.players)
        if self.play_off is None:
            return after
        sessions = {**after.sessions, self.play_off.number: self.play_off}
        return replace(after, sessions=sessions)


class LevelPlaced(TournamentEvent, frozen=True, kw_only=True):
    """Players of equal chips are placed in this order."""

    session: int
    order: tuple[str, ...]
    reason: str = ""

    def changes(self, tournament: Tournament) -> Tournament:
        """They are level no longer."""
        decided = (*tournament.sessions[self.session].decided, *self.order)
        return session_changed(tournament, self.session, level=(), decided=decided)


class BoughtBack(TournamentEvent, frozen=True, kw_only=True):
    """An eliminated player is in the next round again."""

    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Apart from the pool."""
        return (Transfer(OUTSIDE, BOUGHT, self.amount_cents),)

    def changes(self, tournament: Tournament) -> Tournament:
        """They go on as the others do."""
        return changed(tournament, self.person, standing="advanced", why="buy-back")


class RepechageHeld(TournamentEvent, frozen=True, kw_only=True):
    """Eliminated players play for places in the next round."""

    play: Session

    def changes(self, tournament: Tournament) -> Tournament:
        """One more session of the round."""
        sessions = {**tournament.sessions, self.play.number: self.play}
        after = replace(tournament, sessions=sessions)
        for person in self.play.boxes:
            after = changed(after, person, standing="entered")
        return after


def outs_in_order(outs: tuple[Out, ...]) -> list[str]:
    """Who is out, the best placed first.

    Later coups rank higher; in one coup more residual chips, then the larger wager, then the
    later removal. Whoever was disqualified comes after all others.
    """
    numbered = list(enumerate(outs))

    def rank(one: tuple[int, Out]) -> tuple[Any, ...]:
        place, out = one
        fair = not out.disqualified
        return fair, out.coup, out.residual_cents, out.wager_cents, place

    return [out.person for _, out in sorted(numbered, key=rank, reverse=True)]


def by_chips(session: Session) -> list[tuple[str, ...]]:
    """Who is left, in groups of equal chips, the highest first; who was put in order is alone."""
    held = sorted(session.left, key=lambda person: -session.counts.get(person, 0))
    found: list[tuple[str, ...]] = []
    for _, people in groupby(held, key=lambda person: session.counts.get(person, 0)):
        group = tuple(people)
        decided = sorted(
            (person for person in group if person in session.decided), key=session.decided.index
        )
        found += [(person,) for person in decided]
        rest = tuple(person for person in group if person not in decided)
        found += [rest] if rest else []
    return found


def to_order(groups: list[tuple[str, ...]], places: int, *, every: bool) -> tuple[str, ...]:
    """The first group that must be put in order: one across the last place, or `every` one."""
    above = 0
    for group in groups:
        if len(group) > 1 and above < places and (every or above + len(group) > places):
            return group
        above += len(group)
    return ()


def places_of(tournament: Tournament, session: Session) -> tuple[int, bool]:
    """How many places count after a session, and whether each of them counts by itself."""
    rounds, prizes = tournament.terms.rounds or (), tournament.terms.prizes or ()
    last = session.kind == "round" and session.round == len(rounds)
    if session.kind == "play-off":
        return session.advance, True
    return (max(len(prizes), 1), True) if last else (session.advance, False)


def placings_of(session: Session) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody of a session, the first first, and who goes on; nobody who was disqualified."""
    order = [person for group in by_chips(session) for person in group]
    order += outs_in_order(session.outs)
    gone = {out.person for out in session.outs if out.disqualified}
    return tuple(order), tuple(one for one in order[: session.advance] if one not in gone)


def level_in(tournament: Tournament, session: Session) -> tuple[str, ...]:
    """Who must be put in order before a session is placed; nobody where its chips say it all."""
    places, every = places_of(tournament, session)
    return to_order(by_chips(session), places, every=every)


@decides(
    AnnouncePlacings,
    *("tournament-total", "tournament-winners", "tournament-advance", "tournament-play-off"),
    *("tournament-out-order", "tournament-chips-back"),
)
def announce(work: Work, command: AnnouncePlacings) -> None:
    """When all chips are counted and back; equal ones across the last place play off."""
    work.manager("tournament-total")
    work.undisputed()
    one = work.session(command.session)
    if one.placed:
        refuse("already-announced", work.cite("tournament-winners"), number=one.number)
    if not one.returned:
        refuse("chips-not-back", work.cite("tournament-chips-back"), number=one.number)
    if one.level:
        refuse(
            "order-first",
            work.cite("tournament-play-off", "tournament-winners"),
            players=", ".join(one.level),
        )
    _place(work, one.number)


def _place(work: Work, number: int) -> None:
    """Placed by chips, then by who was out later; or put in order first."""
    one = work.session(number)
    level = level_in(work.tournament, one)
    if level and one.kind == "play-off":
        refuse("order-first", work.cite("tournament-play-off"), players=", ".join(level))
    if level:
        _play_off(work, one, level)
        return
    order, advanced = placings_of(one)
    names = ["tournament-total", "tournament-winners", "tournament-advance"]
    names += ["tournament-out-order"] if one.outs else []
    work.emit(
        PlacingsAnnounced,
        session=one.number,
        placings=order,
        advanced=advanced,
        clauses=work.cite(*names),
    )
    if one.kind == "play-off":
        _after_play_off(work, list(order))


def _play_off(work: Work, one: Session, level: tuple[str, ...]) -> None:
    """A session of those who are equal at their table; where no rule has one, somebody decides."""
    rule = work.rule("tournament-play-off")
    play = None
    if rule is not None:
        play = Session(
            number=max(work.tournament.sessions) + 1,
            table=one.table,
            kind="play-off",
            round=one.round,
            advance=len(level),
            boxes={person: one.boxes[person] for person in level},
            minimum_cents=one.minimum_cents,
            maximum_cents=one.maximum_cents,
        )
    work.emit(
        PlayOffNeeded,
        session=one.number,
        players=level,
        play_off=play,
        clauses=work.cite("tournament-play-off" if rule is not None else "tournament-winners"),
    )


def _after_play_off(work: Work, order: list[str]) -> None:
    """The session that the play-off was for is placed with its order."""
    for one in work.tournament.sessions.values():
        if one.level and set(one.level) == set(order):
            clauses = work.cite("tournament-play-off")
            work.emit(LevelPlaced, session=one.number, order=tuple(order), clauses=clauses)
            _place(work, one.number)
            return


@decides(PlaceLevel, "tournament-winners", "tournament-play-off")
def decide_order(work: Work, command: PlaceLevel) -> None:
    """Where no rule has a play-off: by whoever runs the tournament."""
    work.manager("tournament-winners")
    one, clauses = work.session(command.session), work.cite("tournament-winners")
    work.forbid("tournament-play-off", "play-off-decides")
    if not one.level or sorted(command.order) != sorted(one.level):
        refuse("not-this-order", clauses, players=", ".join(one.level) or "nobody")
    work.emit(
        LevelPlaced,
        session=one.number,
        order=command.order,
        reason=command.reason,
        clauses=clauses,
    )
    _place(work, one.number)


@decides(BuyBack, "tournament-buy-back")
def buy_back(work: Work, command: BuyBack) -> None:
    """An eliminated player, where the conditions have it, before the next draw."""
    work.by(STAFF)
    terms, clauses = work.tournament.terms, work.required("tournament-buy-back").clauses
    one = work.entrant(command.person)
    if not terms.buy_back_cents:
        refuse("no-buy-back", clauses)
    if one.standing != "eliminated" or work.tournament.round > (terms.buy_back_rounds or 0):
        refuse("buy-back-too-late", clauses, person=command.person)
    if command.amount_cents != terms.buy_back_cents:
        refuse("wrong-buy-in", clauses, amount=sum_of(terms.buy_back_cents))
    work.emit(BoughtBack, person=command.person, amount_cents=command.amount_cents, clauses=clauses)


@decides(HoldRepechage, "tournament-repechage")
def repechage(work: Work, command: HoldRepechage) -> None:
    """Between two rounds, where the conditions have it, for players who are eliminated."""
    work.manager("tournament-repechage")
    now, clauses = work.tournament, work.required("tournament-repechage").clauses
    if not now.terms.repechage:
        refuse("no-repechage", clauses)
    if command.table not in now.tables:
        refuse("not-this-table", clauses, table=command.table, number=0)
    for person in command.players:
        if work.entrant(person).standing != "eliminated":
            refuse("not-eliminated", clauses, person=person)
    if len(set(command.players)) < 2 or len(command.players) <= command.advance:
        refuse("repechage-unclear", clauses)
    play = Session(
        number=max(now.sessions, default=0) + 1,
        table=command.table,
        kind="repechage",
        round=max(now.round, 1),
        advance=command.advance,
        boxes={person: box for box, person in enumerate(command.players, 1)},
        minimum_cents=now.terms.minimum_cents or 0,
        maximum_cents=now.terms.maximum_cents or 0,
    )
    work.emit(RepechageHeld, play=play, clauses=clauses)
