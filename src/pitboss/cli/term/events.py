"""What happened at a table, told for people: time, who, what in plain words, clauses."""

from __future__ import annotations

import datetime as dt

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.term.output import cite
from pitboss.cli.term.settlement import OUTCOME_STYLES
from pitboss.ledger import chips_of, tokens_of
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.scenarios.expect import Happened
from pitboss.table import Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.sight.sentence import sentence

INDENT = len("HH:MM:SS  Ann      ")


def clock(at: dt.datetime | None) -> str:
    """The time of day at the table."""
    return f"{at:%H:%M:%S}" if at is not None else " " * 8


def say(out: Console, line: str) -> None:
    """A line of what happened; what does not fit a terminal goes on under its own text.

    In a pipe nothing is folded: there a line is an event.
    """
    if not out.is_terminal:
        out.print(line, soft_wrap=True)
        return
    text = Text.from_markup(line)
    grid = Grid.grid()
    grid.add_row(text[:INDENT], text[INDENT:])
    out.print(grid)


def event_lines(event: Happened) -> list[str]:
    """An event for a console: its line, then a line for each wager settled."""
    first = f"{clock(event.at)}  [bold]{escape(event.by):<8}[/] {escape(sentence(event))}"
    lines = [f"{first}  [dim]{escape(cite(event.clauses))}[/]".rstrip()]
    for settled in getattr(event, "lines", ()):
        line = settled.line
        style = OUTCOME_STYLES.get(line.outcome, "none")
        pays = f"pays {dollars(line.paid_cents)}" if line.paid_cents else ""
        lines.append(
            f"{' ' * INDENT}{escape(settled.person):<8} {line.wager:<12} "
            f"{dollars(line.stake_cents):>10}  [{style}]{line.outcome:<9}[/] {pays:<14} "
            f"{escape(line.why)}  [dim]{escape(cite(line.clauses))}[/]"
        )
    return lines


def refusal_line(at: dt.datetime | None, who: str, do: str, refusal: Refusal) -> str:
    """A refusal for a console: who asked for what, the sentence, code and clauses."""
    return (
        f"{clock(at)}  [bold]{escape(who):<8}[/] [red]refused[/] {do}: "
        f"{escape(refusal.sentence)} [dim]{refusal.code} {escape(cite(refusal.clauses))}[/]"
    ).rstrip()


def duty_lines(table: Table) -> list[str]:
    """The duties still open, oldest first."""
    lines = []
    for duty in open_duties(table):
        due = f"due {duty.due:%Y-%m-%d %H:%M}" if duty.due else "standing"
        about = f" ({duty.about})" if duty.about else ""
        lines.append(
            f"  {duty.number:>3}  to {escape(duty.to)}: {escape(duty.what + about)}, {due}, "
            f"{duty.channel}  [dim]{escape(cite(duty.clauses))}[/]"
        )
    return lines


def balance_lines(table: Table) -> list[str]:
    """Who holds what, and that it sums to nothing."""
    chips = {chips_of(name): name for name in table.people}
    named = chips | {tokens_of(name): f"{name}, tokens" for name in table.people}
    return [
        f"  {escape(named.get(account, account)):<20} {dollars(cents):>16}"
        for account, cents in table.balances.items()
        if cents or account in chips
    ]
