"""Wagers on an electronic layout: placed, moved and cancelled while the wagering period runs.

Nothing is debited before expiry. What the sign does not permit is shown at once as the next
lower permitted amount; a wager below the minimum may lie until expiry.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.betting.offer import no_bet, offered
from pitboss.table.machine import Command, PersonalEvent, Work
from pitboss.table.people.bank import positive
from pitboss.table.state import Table
from pitboss.table.terminals.limits import lying_there, permitted
from pitboss.table.terminals.parts import (
    Terminal,
    change_terminal,
    chosen,
    clauses_of,
    credit_of,
    decides,
    in_order,
    not_frozen,
    running,
    terminals_of,
    the_terminal,
)

RULES = (
    *("terminal-credit", "accepted-debited", "lower-permitted", "freeze-accounts"),
    *("malfunction", "shut-down", "permissible-wagers", "no-bet-no-wagers"),
)


class TouchWager(Command, frozen=True, kw_only=True):
    """Add to what lies on a betting area of one's own screen."""

    wager: str
    amount_cents: int


class MoveTouch(Command, frozen=True, kw_only=True):
    """Move what lies on one betting area of the screen to another."""

    wager: str
    to: str


class CancelTouch(Command, frozen=True, kw_only=True):
    """Take back what lies on a betting area of the screen, or on all of them."""

    wager: str | None = None


class WagerTouched(PersonalEvent, frozen=True, kw_only=True):
    """So much lies on an area of the screen now; `lowered` says why it is not what was asked."""

    person: str
    wager: str
    stake_cents: int
    asked_cents: int
    lowered: str | None = None

    def changes(self, table: Table) -> Table:
        """On the screen; nothing is debited."""
        one = terminals_of(table).terminals[self.person]
        stakes = {**one.stakes, self.wager: self.stake_cents}
        return change_terminal(
            table, self.person, stakes=stakes, lowered=_lowered(one, self.wager, self.lowered)
        )


class TouchMoved(PersonalEvent, frozen=True, kw_only=True):
    """What lay on one area of the screen lies on another; so much lies there now."""

    person: str
    wager: str
    to: str
    stake_cents: int
    asked_cents: int
    lowered: str | None = None

    def changes(self, table: Table) -> Table:
        """On the other area."""
        one = terminals_of(table).terminals[self.person]
        stakes = {name: cents for name, cents in one.stakes.items() if name != self.wager}
        lowered = _lowered(one, self.to, self.lowered)
        lowered.pop(self.wager, None)
        stakes[self.to] = self.stake_cents
        return change_terminal(table, self.person, stakes=stakes, lowered=lowered)


class TouchCancelled(PersonalEvent, frozen=True, kw_only=True):
    """Nothing lies on an area of the screen any more, or on any."""

    person: str
    wager: str | None = None

    def changes(self, table: Table) -> Table:
        """Off the screen."""
        one = terminals_of(table).terminals[self.person]
        if self.wager is None:
            return change_terminal(table, self.person, stakes={}, lowered={})
        stakes = {name: cents for name, cents in one.stakes.items() if name != self.wager}
        return change_terminal(
            table, self.person, stakes=stakes, lowered=_lowered(one, self.wager, None)
        )


def _lowered(one: Terminal, wager: str, why: str | None) -> dict[str, str]:
    left = {name: said for name, said in one.lowered.items() if name != wager}
    return left if why is None else {**left, wager: why}


def _in_period(work: Work) -> Clauses:
    """The clauses of a period that runs; refused before it, and from the instant of its expiry."""
    rule = work.edition.conduct.period
    clauses = chosen(work).clauses if rule is None else rule.clauses
    name = work.by
    the_terminal(work, name)
    not_frozen(work)
    in_order(work, name)
    no_bet(work)
    ends = work.table.betting.closes_at
    if ends is None or work.table.betting.closed:
        key = "betting-closed.betting-open" if work.table.betting.closed else "bets-not-called"
        refuse(key, clauses)
    if work.command.at >= ends or not running(work.table):
        refuse("period-over", clauses)
    return clauses


@decides(TouchWager, who=("terminal",), rules=RULES)
def touch(work: Work, command: TouchWager) -> None:
    """Up to the credit, and up to what is permitted there."""
    positive(command.amount_cents)
    clauses = _in_period(work)
    name, wager = command.by, command.wager
    offered(work, wager)
    one = the_terminal(work, name)
    lies = one.stakes.get(wager, 0)
    asked = lies + command.amount_cents
    stake, why = permitted(work, name, wager, asked, lying_there(work, name, wager))
    if stake <= lies:
        _nothing_more(work, wager, why)
    _covered(work, name, one.staked_cents + stake - lies)
    work.emit(
        WagerTouched,
        person=name,
        wager=wager,
        stake_cents=stake,
        asked_cents=asked,
        lowered=why,
        clauses=_cited(work, clauses, why),
    )


@decides(MoveTouch, who=("terminal",), rules=RULES)
def move(work: Work, command: MoveTouch) -> None:
    """All that lies there, as far as it is permitted on the other area."""
    clauses = _in_period(work)
    name = command.by
    one = the_terminal(work, name)
    lies = one.stakes.get(command.wager, 0)
    if not lies or command.to == command.wager:
        refuse("nothing-there", clauses, wager=command.wager)
    offered(work, command.to)
    there = one.stakes.get(command.to, 0)
    less = one.stakes.get(command.wager, 0)
    lying = lying_there(work, name, command.to)
    stake, why = permitted(work, name, command.to, there + lies, lying, less)
    if stake <= there:
        _nothing_more(work, command.to, why)
    work.emit(
        TouchMoved,
        command,
        person=name,
        stake_cents=stake,
        asked_cents=there + lies,
        lowered=why,
        clauses=_cited(work, clauses, why),
    )


@decides(CancelTouch, who=("terminal",), rules=RULES)
def cancel(work: Work, command: CancelTouch) -> None:
    """Until the instant of expiry."""
    clauses = _in_period(work)
    one = the_terminal(work, command.by)
    if not (one.stakes if command.wager is None else one.stakes.get(command.wager)):
        refuse("nothing-there", clauses, wager=command.wager or "")
    work.emit(TouchCancelled, command, person=command.by, clauses=clauses)


def clear_screen(work: Work, name: str, clauses: Clauses) -> None:
    """What lies on a screen goes; nothing for whoever is at no terminal, or has nothing there."""
    one = terminals_of(work.table).terminals.get(name)
    if one is not None and one.stakes:
        work.emit(TouchCancelled, person=name, clauses=clauses)


def _covered(work: Work, name: str, cents: int) -> None:
    held = credit_of(work.table, name)
    if cents > held:
        cited = clauses_of(work, "terminal-credit", "accepted-debited")
        refuse("credit-short", cited, terminal=name, held=sum_of(held))


def _nothing_more(work: Work, wager: str, why: str | None) -> None:
    title = work.edition.wagers[wager].title
    refuse(f"nothing-more.{why or 'unit'}", work.cite("lower-permitted"), title=title)


def _cited(work: Work, clauses: Clauses, why: str | None) -> Clauses:
    cited = work.cite("lower-permitted") if why is not None else ()
    return tuple(dict.fromkeys((*clauses, *cited)))
