"""Limits of terminals: the next lower permitted amount, and the aggregate minimum."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.stakes import on_area, span_of
from pitboss.table.machine import Command, PublicEvent, Query, Work
from pitboss.table.state import Table
from pitboss.table.terminals.parts import change, decides, running, terminals_of, the_terminal

AGGREGATE = "aggregate-minimum"


class SetAggregateMinimum(Command, frozen=True, kw_only=True):
    """Set the aggregate minimum of the table's terminals; nothing is none."""

    amount_cents: int


class AggregateMinimumSet(PublicEvent, frozen=True, kw_only=True):
    """The aggregate minimum is another; every terminal shows it."""

    amount_cents: int
    before_cents: int

    def changes(self, table: Table) -> Table:
        """From the next period on."""
        return change(table, aggregate_cents=self.amount_cents)


def _between_periods(query: Query) -> None:
    if running(query.table):
        refuse("period-begun", query.cite(AGGREGATE))


@decides(
    SetAggregateMinimum,
    rules=(AGGREGATE,),
    approvals=(AGGREGATE,),
    needs=(_between_periods, Ranked(AGGREGATE)),
)
def set_aggregate(work: Work, command: SetAggregateMinimum) -> None:
    """Not while a period runs."""
    _between_periods(work)
    clauses = authorise(work, AGGREGATE)
    before = terminals_of(work.table).aggregate_cents
    if command.amount_cents < 0 or command.amount_cents == before:
        refuse("bad-amount.positive", clauses)
    work.emit(AggregateMinimumSet, command, before_cents=before, clauses=clauses)


def permitted(
    query: Query, name: str, wager: str, cents: int, lying: int, less: int = 0
) -> tuple[int, str | None]:
    """The next lower permitted amount, and why it is lower; below the minimum all may lie.

    `lying` is what others have on the area, `less` what this terminal takes off another.
    """
    sign = query.table.sign
    span = span_of(query, name, wager)
    why, stake = None, cents
    if span.maximum_cents is not None and stake > span.maximum_cents:
        stake, why = span.maximum_cents, "maximum"
    area = sign.area_maximum_cents.get(wager)
    if area is not None and stake > area - lying:
        stake, why = max(0, area - lying), "area"
    most = sign.by_player_maximum_cents
    if most is not None:
        one = the_terminal(query, name)
        others = one.staked_cents - one.stakes.get(wager, 0) - less
        if stake > most - others:
            stake, why = max(0, most - others), "player"
    least, unit = span.minimum_cents, sign.unit_cents or query.chips.smallest
    over = (stake - least) % unit if stake > least else 0
    return (stake - over, why or "unit") if over else (stake, why)


def lying_there(query: Query, name: str, wager: str) -> int:
    """What lies on an area of the cloth and of all other screens."""
    known = terminals_of(query.table).terminals
    touched = sum(one.stakes.get(wager, 0) for other, one in known.items() if other != name)
    return on_area(query, wager, None) + touched
