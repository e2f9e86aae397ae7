"""Wagers in a session: with its chips, from one's own box, in turn, in time; found as they lie."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.ledger import LAYOUT, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Query, TableEvent, Work, replace
from pitboss.table.state import Table
from pitboss.table.tournament.outs import LOW, out
from pitboss.table.tournament.play import (
    TournamentPlay,
    held,
    in_order,
    in_turn,
    minimum,
    play_of,
    player_in,
    staked,
    waiting,
)
from pitboss.table.tournament.session import time_over


class WagerMadeUp(TableEvent, frozen=True, kw_only=True):
    """A wager below the minimum was made up to it."""

    number: int
    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout."""
        return (Transfer(chips_of(self.person), LAYOUT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """The minimum lies there."""
        placed = table.wagers[self.number]
        after = replace(placed, stake_cents=placed.stake_cents + self.amount_cents)
        return replace(table, wagers={**table.wagers, self.number: after})


def at_position(work: Query, person: str, box: int | None) -> None:
    """Refuse a wager of somebody who is not of the session, or not from the allotted box."""
    if play_of(work.table) is None:
        return
    play = player_in(work, person)
    if box != play.boxes[person]:
        cited = work.cite("tournament-position")
        refuse("not-your-position", cited, person=person, box=play.boxes[person])


def entering(work: Work, person: str, cents: int, *, tokens: bool = False) -> Clauses:
    """Whether somebody may wager so in the session that is played, and by which clauses.

    At a table that plays none, there is nothing to ask.
    """
    if play_of(work.table) is None:
        return ()
    play = player_in(work, person)
    if tokens:
        refuse("tournament-chips", work.cite("tournament-chips-only"), person=person)
    if person in play.passing:
        refuse("passed-already", work.cite("tournament-pass-cards"), person=person)
    clauses = may_act(work, person)
    if time_over(play, work.command.at) and staked(work.table, person) + cents > minimum(
        work.table
    ):
        work.forbid("tournament-late", "wager-late", least=sum_of(minimum(work.table)))
    cited = work.cite("tournament-chips-only", "tournament-position", "tournament-each-coup")
    return join(cited, clauses)


def may_act(work: Work, person: str) -> Clauses:
    """Whether a player may wager, pass or hand in a slip now: play goes on, in their turn."""
    play = player_in(work, person)
    if play.held:
        refuse("tournament-held", work.cite("tournament-dispute"))
    announced(work, play)
    if work.table.coup is not None:
        return ()
    if not play.order:
        return ()
    if not in_turn(work.table, person):
        first = next(waiting(work.table), "")
        cited = work.cite("tournament-turn", "tournament-out-of-turn")
        refuse("out-of-turn", cited, person=person, first=first)
    return work.cite("tournament-marker", "tournament-turn")


def announced(work: Query, play: TournamentPlay) -> None:
    """Refuse to touch wagers once undisclosed ones were announced, where that is so."""
    if any(slip.announced for slip in play.slips.values()):
        work.forbid("tournament-slip-fixed", "slips-announced")


def touching(work: Work) -> None:
    """Refuse to alter a wager that was made in turn, or after undisclosed ones were announced."""
    play = play_of(work.table)
    if play is None:
        return
    if play.held:
        refuse("tournament-held", work.cite("tournament-dispute"))
    announced(work, play)
    if play.order:
        refuse("made-in-turn", work.cite("tournament-turn-fixed"))


def found(work: Work, number: int, *, late: bool) -> None:
    """What becomes of a wager that the dealer finds on the layout in a session."""
    if play_of(work.table) is None or number not in work.table.wagers:
        return
    placed = work.table.wagers[number]
    play = player_in(work, placed.person)
    if play.order and not late and _too_early(work.table, placed.person):
        give_back(work, placed, "out of turn", work.cite("tournament-out-of-turn"))
        return
    short = minimum(work.table) - placed.stake_cents
    rule = work.rule("tournament-made-up")
    if short <= 0 or rule is None:
        return
    if held(work.table, placed.person) >= short:
        work.emit(
            WagerMadeUp,
            number=number,
            person=placed.person,
            amount_cents=short,
            clauses=rule.clauses,
        )
    else:
        out(work, placed.person, LOW, rule.clauses, wagered=placed.stake_cents)


def _too_early(table: Table, person: str) -> bool:
    """Whether somebody wagered though a player before them has not."""
    order = in_order(table)
    before = order[: order.index(person)] if person in order else order
    return any(one in before for one in waiting(table))


def all_in(work: Work) -> None:
    """Before a coup: everyone has wagered or passed, and every slip is as it must be by then."""
    play = play_of(work.table)
    if play is None:
        return
    if play.held:
        refuse("tournament-held", work.cite("tournament-dispute"))
    late = next(waiting(work.table), None)
    if late is not None:
        refuse("wager-missing", work.cite("tournament-each-coup"), person=late)
    for person, slip in play.slips.items():
        if not slip.examined:
            refuse("slip-not-examined", work.cite("tournament-slip-examined"), person=person)


def before_first_card(work: Work) -> None:
    """Where undisclosed wagers are announced before the first card, none is dealt until then."""
    if when_announced(work) == FIRST:
        all_disclosed(work)


FIRST, AFTER = "before-first-card", "after-round"
"""When undisclosed wagers are announced, as the edition says."""


def when_announced(query: Query) -> str:
    """When undisclosed wagers are announced."""
    when = query.value("tournament-slip-announced", str, FIRST)
    if when not in (FIRST, AFTER):
        raise LookupError(f"undisclosed wagers are announced {FIRST} or {AFTER}, not {when}")
    return when


def all_disclosed(query: Query) -> None:
    """Refuse while a slip is not announced."""
    play = play_of(query.table)
    for person, slip in ({} if play is None else play.slips).items():
        if not slip.announced:
            refuse("slip-not-announced", query.cite("tournament-slip-announced"), person=person)
