"""Results entered at the staff console, and displays that show another: the cards decide."""

from __future__ import annotations

from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.machine import Command, PublicEvent, Query, TableEvent, Work
from pitboss.table.play import END, Pay
from pitboss.table.settlement.kept import result_of
from pitboss.table.state import Table
from pitboss.table.terminals.parts import (
    change,
    clauses_of,
    decides,
    live,
    round_of,
    terminals_of,
    the_terminal,
)


class EnterResult(Command, frozen=True, kw_only=True):
    """Enter the result of the coup at the staff console."""

    result: str


class ReportDisplay(Command, frozen=True, kw_only=True):
    """Say that a unit shows another result than the coup had; `screen` against a terminal."""

    display: Literal["wnd", "screen"]
    shown: str
    coup: int
    terminal: str | None = None


class ResultEntered(PublicEvent, frozen=True, kw_only=True):
    """The result is entered; terminals are settled on it. `device`: the shoe told the cards."""

    coup: int
    result: str
    device: bool = False

    def changes(self, table: Table) -> Table:
        """For this coup."""
        return change(table, entered=(self.coup, self.result))


class DisplayDisregarded(TableEvent, frozen=True, kw_only=True):
    """A unit showed another result than the coup had; it changes nothing."""

    display: str
    shown: str
    actual: str
    coup: int
    terminal: str | None = None


def _result(query: Query) -> str:
    """The result that the cards give; refused while they give none."""
    coup = query.table.coup
    step = None if coup is None else query.play.next(query)
    if coup is None or not isinstance(step, Pay) or step.moment != END:
        refuse("no-result", clauses_of(query, "enter-result"))
    return query.play.outcome(coup.known())


@decides(EnterResult, rules=("enter-result", "actual-outcome"), needs=(_result,))
def enter(work: Work, command: EnterResult) -> None:
    """What the cards give, and nothing else."""
    actual = _result(work)
    clauses = clauses_of(work, "enter-result")
    if terminals_of(work.table).entered == (round_of(work.table), command.result):
        refuse("result-entered", clauses, result=actual)
    if command.result != actual:
        cited = work.cite("actual-outcome") or clauses
        refuse("another-result", cited, entered=command.result, actual=actual)
    work.emit(ResultEntered, coup=round_of(work.table), result=actual, clauses=clauses)


def entered(work: Work) -> None:
    """Wagers of terminals are settled on a result that was entered, by people or by the shoe."""
    table = work.table
    if not live(table) or (terminals_of(table).entered or (0, ""))[0] == round_of(table):
        return
    clauses = clauses_of(work, "enter-result")
    if not (work.house.scanning or work.house.virtual):
        refuse("result-not-entered", clauses)
    step = work.play.next(work)
    if isinstance(step, Pay) and step.moment == END:
        work.emit(
            ResultEntered,
            coup=round_of(table),
            result=_result(work),
            device=True,
            clauses=clauses,
        )


def confirmed(work: Query) -> None:
    """Refuse to settle while wagers of terminals wait for confirmation."""
    # Of a round that was void meanwhile nothing is left to confirm.
    waiting = [one for one in terminals_of(work.table).questioned if one in work.table.wagers]
    if waiting:
        listed = ", ".join(map(str, waiting))
        refuse("wagers-unconfirmed", work.cite("confirm-terminal-wagers"), listed=listed)


@decides(ReportDisplay, troubled=True, rules=("wnd-disregarded", "terminal-prevails"))
def report_display(work: Work, command: ReportDisplay) -> None:
    """It is logged; payouts are made on the cards, and so on what the terminal shows."""
    rule = "wnd-disregarded" if command.display == "wnd" else "terminal-prevails"
    clauses = work.cite(rule)
    result = result_of(work.table, command.coup)
    if result is None:
        refuse("no-such-coup.line", clauses, coup=command.coup)
    if command.terminal is not None:
        the_terminal(work, command.terminal)
    if command.shown == result.outcome:
        refuse("display-agrees", clauses, shown=command.shown)
    work.emit(DisplayDisregarded, command, actual=result.outcome, clauses=clauses)
