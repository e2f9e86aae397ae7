"""Who is out of a session: short of chips, without a wager, or removed by the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, Transfer, chips_of
from pitboss.table.betting.returns import give_back
from pitboss.table.errand import Errand
from pitboss.table.machine import TableEvent, Work, replace
from pitboss.table.people.presence import without
from pitboss.table.state import Table
from pitboss.table.tournament.play import (
    Fallen,
    change_play,
    held,
    minimum,
    play_of,
    staked,
    the_play,
)

NOTHING: Mapping[str, int] = {}
NO_WAGER, SHORT, LOW = "no wager", "short of the minimum", "wager below the minimum"


class TournamentPlayerOut(TableEvent, frozen=True, kw_only=True):
    """A player is out of the session: their chips are taken, their box is free."""

    tournament: str
    session: int
    person: str
    why: str
    coups: int
    coup: int
    residual_cents: int
    wager_cents: int = 0
    disqualified: bool = False
    tell: bool = True

    def transfers(self) -> tuple[Transfer, ...]:
        """What was left goes to the tray; its value is on record."""
        return (Transfer(chips_of(self.person), FLOAT, self.residual_cents),)

    def changes(self, table: Table) -> Table:
        """They have no box any more, and nothing that waits for a coup."""
        play = play_of(table)
        assert play is not None
        boxes = {name: box for name, box in play.boxes.items() if name != self.person}
        slips = {name: slip for name, slip in play.slips.items() if name != self.person}
        fallen = dict(play.fallen)
        if self.why == SHORT and self.coup == play.coups:
            box = play.boxes[self.person]
            fallen[self.person] = Fallen(box=box, residual_cents=self.residual_cents)
        return change_play(
            gone(table, self.person),
            fallen=fallen,
            boxes=boxes,
            slips=slips,
            passing=tuple(name for name in play.passing if name != self.person),
            absent=tuple(name for name in play.absent if name != self.person),
        )

    def tells(self) -> tuple[Errand, ...]:
        """The tournament places them."""
        out = {
            "person": self.person,
            "coup": self.coup,
            "residual_cents": self.residual_cents,
            "wager_cents": self.wager_cents,
            "disqualified": self.disqualified,
        }
        # What is nothing is not said, as the tournament writes it: told and noted are compared.
        said = {name: one for name, one in out.items() if one}
        return (Errand(self.tournament, note(self, {self.person: 0}, [said])),) if self.tell else ()


class TournamentPlayerBack(TableEvent, frozen=True, kw_only=True):
    """A player is in the session again: the coup that put them out was corrected."""

    tournament: str
    session: int
    person: str
    box: int
    coups: int
    chips_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """What was left, and what the coup owes them now."""
        return (Transfer(FLOAT, chips_of(self.person), self.chips_cents),)

    def changes(self, table: Table) -> Table:
        """At their box, as if they had never left it."""
        play = play_of(table)
        assert play is not None
        here = replace(table.people[self.person], present=True, seat=self.box, boxes=(self.box,))
        table = replace(table, people={**table.people, self.person: here})
        boxes = {**play.boxes, self.person: self.box}
        fallen = {name: one for name, one in play.fallen.items() if name != self.person}
        return change_play(table, boxes=boxes, fallen=fallen)

    def tells(self) -> tuple[Errand, ...]:
        """The tournament has them in play again."""
        said = note(self, {self.person: self.chips_cents}, [])
        return (Errand(self.tournament, {**said, "back": [self.person]}),)


def back_in(work: Work, owed: Mapping[str, int]) -> None:
    """Whom the coup put out, and who could wager now that it is corrected, is in again."""
    play = the_play(work)
    for name, one in play.fallen.items():
        chips = one.residual_cents + owed.get(name, 0)
        if chips >= minimum(work.table):
            work.emit(
                TournamentPlayerBack,
                tournament=play.tournament,
                session=play.session,
                person=name,
                box=one.box,
                coups=play.coups,
                chips_cents=chips,
                clauses=work.cite("tournament-short"),
            )


def gone(table: Table, person: str) -> Table:
    """The table without a player; what they had a part in goes on without them."""
    here = replace(table.people[person], present=False, seat=None, boxes=())
    return without(replace(table, people={**table.people, person: here}), person)


def note(told: Any, chips: dict[str, int], outs: list[dict[str, Any]]) -> dict[str, Any]:
    """What a table tells its tournament: how many coups are over, who has what, who is out."""
    said = {"do": "note-coup", "session": told.session, "coup": told.coups}
    return {**said, "chips": chips, "outs": outs}


def out(
    work: Work,
    person: str,
    why: str,
    clauses: Clauses,
    *,
    disqualified: bool = False,
    wagered: int = 0,
    tell: bool = True,
) -> None:
    """Somebody is out: what lies for them goes back first."""
    play = the_play(work)
    lying = staked(work.table, person)
    for placed in tuple(work.table.wagers.values()):
        if placed.person == person:
            give_back(work, placed, why, clauses)
    ended = work.table.coup is None and work.table.coups and not lying and wagered
    work.emit(
        TournamentPlayerOut,
        tournament=play.tournament,
        session=play.session,
        person=person,
        why=why,
        coups=play.coups,
        coup=play.coups if ended else play.coups + 1,
        residual_cents=held(work.table, person),
        wager_cents=wagered or lying,
        disqualified=disqualified,
        tell=tell,
        clauses=clauses,
    )


def cannot_wager(
    work: Work,
    wagered: Mapping[str, int] = NOTHING,
    removed: Mapping[str, int] = NOTHING,
) -> None:
    """Between coups: who cannot wager the minimum is out.

    Of the coup just over, `wagered` is what everyone did, `removed` whose chips went when.
    """
    play = play_of(work.table)
    if play is None or work.table.coup is not None:
        return
    short = [
        name
        for name in play.boxes
        if held(work.table, name) + staked(work.table, name) < minimum(work.table)
    ]

    def rank(name: str) -> tuple[int, int, int]:
        return wagered.get(name, 0), removed.get(name, 0), play.boxes[name]

    # Of those out in one coup whoever wagered less leaves first, then whose chips went first.
    for name in sorted(short, key=rank):
        clauses = work.cite("tournament-short")
        out(work, name, SHORT, clauses, wagered=wagered.get(name, 0))
