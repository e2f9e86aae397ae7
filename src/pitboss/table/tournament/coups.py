"""The end of a coup in a session: pass cards collected, the tournament told, who is short out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.editions.wagers import Clauses
from pitboss.table.errand import Errand
from pitboss.table.machine import PublicEvent, TableEvent, Work
from pitboss.table.play import END
from pitboss.table.state import Round, Table
from pitboss.table.tournament.outs import back_in, cannot_wager, note
from pitboss.table.tournament.play import (
    change_play,
    held,
    play_of,
    the_play,
)
from pitboss.table.tournament.session import finish
from pitboss.table.tournament.wagers import all_disclosed

if TYPE_CHECKING:
    from pitboss.table.settlement.settle import Settled


class TournamentCoupOver(TableEvent, frozen=True, kw_only=True):
    """A coup of a session is over: who has what now; pass cards are collected."""

    tournament: str
    session: int
    coups: int
    chips: Mapping[str, int]
    collected: tuple[str, ...] = ()

    def changes(self, table: Table) -> Table:
        """The marker goes on; forms of undisclosed wagers may be examined now."""
        play = play_of(table)
        assert play is not None
        return change_play(
            table,
            coups=self.coups,
            forms=tuple(slip.form for slip in play.slips.values() if slip.form is not None),
            since=self.at,
            no_more=False,
            passing=(),
            slips={},
            fallen={},
        )

    def tells(self) -> tuple[Errand, ...]:
        """The tournament keeps the chips of everyone."""
        return (Errand(self.tournament, note(self, dict(self.chips), [])),)


class TournamentCoupVoid(PublicEvent, frozen=True, kw_only=True):
    """A coup of a session counts for nothing: pass cards and slips are with their players."""

    session: int

    def changes(self, table: Table) -> Table:
        """As before the coup."""
        play = play_of(table)
        assert play is not None
        passed = {**play.passed}
        for name in play.passing:
            passed[name] -= 1
        sealed = {**play.sealed}
        for name in play.slips:
            sealed[name] -= 1
        return change_play(
            table,
            since=self.at,
            no_more=False,
            passing=(),
            slips={},
            passed=passed,
            sealed=sealed,
        )


def settles(work: Work, moment: str) -> None:
    """At the end of a coup nothing is settled before every slip is announced."""
    if moment == END:
        all_disclosed(work)


def coup_over(work: Work, coup: Round, lines: tuple[Settled, ...]) -> None:
    """After the settlement of a coup."""
    if play_of(work.table) is None:
        return
    over(work, work.cite("tournament-pass-cards"))
    wagered = Counter[str]()
    for paid in coup.paid:
        wagered[paid.person] += paid.stake_cents
    for one in lines:
        wagered[one.person] += one.line.stake_cents
    cannot_wager(work, wagered, _removed(coup, lines))
    if the_play(work).ending:
        finish(work)


def _removed(coup: Round, lines: tuple[Settled, ...]) -> dict[str, int]:
    """When the last of somebody's losing chips were collected, in the order of collection."""
    settled = [(one.person, one.returned_cents) for one in coup.paid]
    settled += [(one.person, one.line.returned_cents) for one in lines]
    return {person: turn for turn, (person, back) in enumerate(settled) if not back}


class TournamentChipsTold(TableEvent, frozen=True, kw_only=True):
    """A settled coup was corrected: who has what now."""

    tournament: str
    session: int
    coups: int
    chips: Mapping[str, int]

    def tells(self) -> tuple[Errand, ...]:
        """The tournament keeps the chips as they are."""
        return (Errand(self.tournament, note(self, dict(self.chips), [])),)


def corrected(work: Work, coup: int, owed: Mapping[str, int], lines: tuple[Settled, ...]) -> None:
    """After the correction of a settled coup the tournament is told the chips again.

    Who was out by that coup, and has chips for a wager now, is in again; `owed` are the chips.
    """
    play = play_of(work.table)
    if play is not None:
        if work.table.coup is None and coup == work.table.coups:
            back_in(work, owed)
            wagered = Counter[str]()
            for one in lines:
                wagered[one.person] += one.line.stake_cents
            cannot_wager(work, wagered)
        play = the_play(work)
        chips = {name: held(work.table, name) for name in play.boxes}
        work.emit(TournamentChipsTold, play, chips=chips)


def over(work: Work, clauses: Clauses) -> None:
    """One more coup is over."""
    play = the_play(work)
    work.emit(
        TournamentCoupOver,
        tournament=play.tournament,
        session=play.session,
        coups=play.coups + 1,
        chips={name: held(work.table, name) for name in play.boxes},
        collected=play.passing,
        clauses=clauses if play.passing else (),
    )


def over_without_cards(work: Work, clauses: Clauses) -> None:
    """A coup goes by on which nobody wagered; a slip that said nothing may have cost chips."""
    over(work, clauses)
    cannot_wager(work)


def coup_void(work: Work) -> None:
    """A coup has no result; the session goes on, or is over if it was to be."""
    play = play_of(work.table)
    if play is None:
        return
    work.emit(TournamentCoupVoid, session=play.session)
    if play.ending:
        finish(work)
