"""The end of a tournament: every player has one place, and the pool is paid out to the cent."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.aggregates.tournament.state import OUTSIDE, POOL, Award, Session, Tournament
from pitboss.aggregates.tournament.terms import HUNDRED
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    decides,
)
from pitboss.ledger import Transfer
from pitboss.refusal import refuse

PAID = "the prizes are awarded"


class AwardPrizes(TournamentCommand, frozen=True, kw_only=True):
    """Pay the prizes by the final placings."""


class PrizesAwarded(TournamentEvent, frozen=True, kw_only=True):
    """Every player is placed, and the pool is paid; `added_cents` came from the house."""

    placings: tuple[str, ...]
    awards: tuple[Award, ...]
    added_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """What the house adds goes into the pool, the prizes out of it."""
        added = (Transfer(OUTSIDE, POOL, self.added_cents),) if self.added_cents else ()
        paid = tuple(Transfer(POOL, OUTSIDE, one.cents) for one in self.awards if one.cents)
        return (*added, *paid)

    def changes(self, tournament: Tournament) -> Tournament:
        """It is over."""
        return replace(tournament, final=self.placings, awards=self.awards, ended=PAID)


def final_placings(tournament: Tournament) -> tuple[str, ...]:
    """Every player once: by the last session that they played in, later rounds first.

    Who had the same place at several tables of a round is in the order of chips, then of entry;
    whoever was disqualified comes last.
    """
    found: dict[str, tuple[int, int, int]] = {}
    for session in tournament.sessions.values():
        if session.kind == "play-off":
            continue
        for place, person in enumerate(session.placings):
            found[person] = (session.round, -place, _held(session, person))
    ranked = {}
    for person, one in tournament.entrants.items():
        if one.standing == "withdrawn":
            continue
        played = found.get(person, (0, 0, 0))
        ranked[person] = (one.standing != "disqualified", *played, -one.order)
    return tuple(sorted(ranked, key=lambda person: ranked[person], reverse=True))


def _held(session: Session, person: str) -> int:
    return session.counts.get(person, 0)


def awards_of(tournament: Tournament, placings: tuple[str, ...]) -> tuple[int, tuple[Award, ...]]:
    """What the house adds, and who is awarded what.

    The shares are rounded down to the cent; what is left over, and the shares of places that
    nobody has, go to the first place.
    """
    terms = tournament.terms
    fees = tournament.balances.get(POOL, 0)
    pool = max(fees + terms.added_cents, terms.guarantee_cents or 0)
    eligible = [
        person
        for person in placings
        if not tournament.entrants[person].employee
        and tournament.entrants[person].standing != "disqualified"
    ]
    prizes = sorted(terms.prizes or (), key=lambda prize: prize.place)[: len(eligible)]
    shares = [pool * prize.share // HUNDRED for prize in prizes]
    if shares and any(prize.share for prize in prizes):
        shares[0] += pool - sum(shares)
    awards = tuple(
        Award(
            place=prize.place,
            person=person,
            cents=share + prize.amount_cents,
            thing=prize.thing,
        )
        for prize, person, share in zip(prizes, eligible, shares, strict=False)
    )
    paid = sum(one.cents for one in awards)
    return max(0, paid - fees), awards


@decides(AwardPrizes, "tournament-prizes", "tournament-pool", "tournament-employees")
def award(work: Work, _: AwardPrizes) -> None:
    """When the last round is placed, each place once."""
    work.manager("tournament-prizes")
    work.undisputed()
    now, clauses = work.tournament, work.cite("tournament-prizes", "tournament-pool")
    rounds = now.terms.rounds or ()
    if now.round < len(rounds) or any(not one.placed for one in now.sessions.values()):
        refuse("not-placed-yet", clauses)
    placings = final_placings(now)
    added, awards = awards_of(now, placings)
    if any(now.entrants[person].employee for person in placings[: len(awards)]):
        clauses = (*clauses, *work.cite("tournament-employees"))
    if now.terms.guarantee_cents:
        clauses = (*clauses, *work.cite("tournament-guarantee"))
    work.emit(PrizesAwarded, placings=placings, awards=awards, added_cents=added, clauses=clauses)
