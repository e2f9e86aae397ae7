"""The expiry of the wagering period: which wagers of terminals are accepted and debited.

What decides is the instant at which the period ends, whoever records it and when.
"""

from __future__ import annotations

import datetime as dt

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.ledger import LAYOUT, Transfer, chips_of
from pitboss.refusal import refuse
from pitboss.table.betting.offer import on_offer
from pitboss.table.betting.stakes import on_area, span_of
from pitboss.table.machine import PublicEvent, Query, Work, replace
from pitboss.table.state import Placed, Table
from pitboss.table.terminals.limits import permitted
from pitboss.table.terminals.parts import (
    change,
    change_terminal,
    credit_of,
    players_at,
    round_of,
    running,
    terminals_of,
)


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of a terminal that is accepted and debited."""

    number: int
    person: str
    wager: str
    stake_cents: int


class Rejected(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of a terminal that is not recognised, and why; nothing is debited."""

    person: str
    wager: str
    stake_cents: int
    reason: str


class PeriodExpired(PublicEvent, frozen=True, kw_only=True):
    """The wagering period is over: wagers of terminals are final, or rejected."""

    coup: int
    ended: dt.datetime
    accepted: tuple[Accepted, ...] = ()
    rejected: tuple[Rejected, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """Accepted wagers are debited."""
        return tuple(
            Transfer(chips_of(one.person), LAYOUT, one.stake_cents) for one in self.accepted
        )

    def changes(self, table: Table) -> Table:
        """Accepted wagers lie on the layout; the screens are clear."""
        wagers = dict(table.wagers)
        for one in self.accepted:
            wagers[one.number] = Placed(
                number=one.number, person=one.person, wager=one.wager, stake_cents=one.stake_cents
            )
        last = max((one.number for one in self.accepted), default=table.placed)
        table = replace(table, wagers=wagers, placed=last)
        for name, screen in terminals_of(table).terminals.items():
            against = {line.wager: line.reason for line in self.rejected if line.person == name}
            if screen.stakes or screen.lowered or screen.rejected or against:
                table = change_terminal(table, name, stakes={}, lowered={}, rejected=against)
        return change(table, expired=self.coup, ended=self.ended)


def expire(work: Work) -> bool:
    """Record the expiry where its instant has come; whether the period of this round is over."""
    table = work.table
    ends = table.betting.closes_at
    if ends is not None and running(table) and work.command.at >= ends:
        accepted, rejected = sifted(work)
        period = work.edition.conduct.period
        clauses: Clauses = () if period is None else period.clauses
        work.emit(
            PeriodExpired,
            coup=round_of(table),
            ended=ends,
            accepted=tuple(accepted),
            rejected=tuple(rejected),
            clauses=_cited(work, clauses, accepted, rejected),
        )
    return terminals_of(work.table).expired == round_of(work.table)


def sifted(query: Query) -> tuple[list[Accepted], list[Rejected]]:
    """The wagers on the screens: each by the minimum and by the credit left, then together."""
    table = query.table
    known = terminals_of(table)
    none = _all_against(query)
    offered = set(on_offer(query))
    number = table.placed
    accepted: list[Accepted] = []
    rejected: list[Rejected] = []
    for name, one in known.terminals.items():
        reasons: dict[str, str] = {}
        stakes: dict[str, int] = {}
        # A correction may have taken credit on which they were placed.
        credit = credit_of(table, name)
        for wager, touched in one.stakes.items():
            lying = on_area(query, wager, None) + sum(
                line.stake_cents for line in accepted if line.wager == wager
            )
            cents = stakes[wager] = permitted(query, name, wager, touched, lying)[0]
            why = none or ("order" if one.fault is not None else None)
            if why is None and table.people[name].barred:
                why = "excluded"
            if why is None and wager not in offered:
                why = "not offered"
            if why is None and cents < span_of(query, name, wager).minimum_cents:
                why = "minimum"
            if why is None and cents > credit:
                why = "credit"
            if why is not None:
                reasons[wager] = why
            else:
                credit -= cents
        left = {wager: cents for wager, cents in stakes.items() if wager not in reasons}
        if left and sum(left.values()) < known.aggregate_cents:
            reasons |= dict.fromkeys(left, "aggregate")
            left = {}
        for wager, cents in one.stakes.items():
            if wager in reasons:
                line = Rejected(person=name, wager=wager, stake_cents=cents, reason=reasons[wager])
                rejected.append(line)
        for wager, cents in left.items():
            number += 1
            accepted.append(Accepted(number=number, person=name, wager=wager, stake_cents=cents))
    return accepted, rejected


def _all_against(query: Query) -> str | None:
    """Why no wager of any terminal is recognised; nothing where each is looked at."""
    known = terminals_of(query.table)
    if known.shut is not None:
        return "order"
    if known.frozen is not None:
        return "frozen"
    return "dummy" if query.table.next_no_bet is not None else None


RULE_OF = {
    "minimum": "below-minimum-rejected",
    "aggregate": "aggregate-minimum",
    "credit": "terminal-credit",
}
EXPIRED = ("accepted-debited", *RULE_OF.values())
"""The rules that the expiry of a period reads."""


def _cited(
    work: Work, clauses: Clauses, accepted: list[Accepted], rejected: list[Rejected]
) -> Clauses:
    names = {RULE_OF[one.reason] for one in rejected if one.reason in RULE_OF}
    more = work.cite("accepted-debited") if accepted else ()
    return tuple(dict.fromkeys((*clauses, *more, *work.cite(*sorted(names)))))


def period_over(work: Work) -> bool:
    """Whether terminals have had their period of this round; its expiry is recorded with it."""
    return bool(terminals_of(work.table).terminals) and expire(work)


def not_shut(work: Query) -> None:
    """Refuse to open or close betting while the game is shut down."""
    if terminals_of(work.table).shut is not None:
        refuse("game-shut", work.cite("shut-down"))


def before_close(work: Work) -> None:
    """Betting at a table with terminals closes after their period, never before.

    A round without wagers needs none; nor does one for which nobody has credit.
    """
    table = work.table
    known = terminals_of(table)
    period = work.edition.conduct.period
    if not known.terminals or period is None:
        return
    not_shut(work)
    if expire(work):
        return
    if running(table):
        ends = table.betting.closes_at
        assert ends is not None
        left = int((ends - work.command.at).total_seconds())
        refuse("period-runs", period.clauses, left=left)
    if table.next_no_bet is None and players_at(table) and known.frozen is None:
        refuse("bets-not-called", period.clauses)
