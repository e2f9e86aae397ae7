"""Pass cards: each player has the same number for a session, and plays one instead of a wager."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.machine import Command, TableEvent, Work, decides
from pitboss.table.state import Table
from pitboss.table.tournament.play import (
    NAME,
    acted,
    change_play,
    has_acted,
    play_of,
    player_in,
)
from pitboss.table.tournament.wagers import may_act


class PlayPassCard(Command, frozen=True, kw_only=True):
    """Place a pass card on one's wagering area instead of a wager."""


class PassCardPlayed(TableEvent, frozen=True, kw_only=True):
    """A pass card lies in lieu of a wager; `left` is how many the player has after it."""

    person: str
    left: int

    def changes(self, table: Table) -> Table:
        """One less."""
        play = play_of(table)
        assert play is not None
        passed = {**play.passed, self.person: play.passed.get(self.person, 0) + 1}
        table = change_play(table, passed=passed, passing=(*play.passing, self.person))
        return acted(table, self.at)


@decides(PlayPassCard, who=("player",), rules=("tournament-pass-cards",), procedure=NAME)
def play_pass_card(work: Work, command: PlayPassCard) -> None:
    """While the player has one, instead of every other wager on the coup."""
    clauses = work.cite("tournament-pass-cards")
    play = player_in(work, command.by)
    may_act(work, command.by)
    if has_acted(work.table, command.by):
        refuse("has-acted", clauses, person=command.by)
    left = play.pass_cards - play.passed.get(command.by, 0)
    if left < 1:
        refuse("no-pass-card", clauses, person=command.by, cards=play.pass_cards)
    work.emit(PassCardPlayed, person=command.by, left=left - 1, clauses=clauses)
