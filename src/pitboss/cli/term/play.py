"""A scenario as it was played, as JSON lines or for people."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from pitboss.book import Rulebook
from pitboss.cli.term.events import balance_lines, duty_lines, event_lines, refusal_line, say
from pitboss.cli.term.output import console
from pitboss.cli.term.settlement import heading
from pitboss.scenarios.expect import Told
from pitboss.scenarios.run import Play
from pitboss.table import Table
from pitboss.table.authority.duties import open_duties


def print_lines(going: Play) -> None:
    """Every event and refusal as a line of JSON, then the balances."""
    for told in going.told:
        for document in _documents(told):
            print_line(document)
    for failure in going.failures:
        print_line({"failed": failure})
    duties = [msgspec.to_builtins(duty) for duty in open_duties(going.table)]
    print_line({"balances_cents": dict(going.table.balances), "duties": duties})


def _documents(told: Told) -> list[dict[str, Any]]:
    step = told.step.number if told.step is not None else None
    found = [{"step": step, **msgspec.to_builtins(event)} for event in told.events]
    if told.refusal is not None and told.step is not None:
        refused = {"step": step, "refused": told.step.do, "by": told.step.who, "at": told.at}
        found.append({**refused, **msgspec.to_builtins(told.refusal)})
    return found


def print_line(document: dict[str, Any]) -> None:
    """One document on a line of its own."""
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


def print_play(book: Rulebook, going: Play) -> None:
    """A line for every event and refusal, then what is left."""
    out = console()
    scenario = going.scenario
    out.print(f"[bold]{escape(scenario.title)}[/]")
    house = going.table.house
    if house is not None:
        out.print(heading(book, house.game, house.decks, house.layout))
    out.print(f"{going.now:%A %d %B %Y}, {book.edition.identity.time_zone}\n")
    for told in going.told:
        for event in told.events:
            for line in event_lines(event):
                say(out, line)
        if told.refusal is not None and told.step is not None:
            say(out, refusal_line(told.at, told.step.who, told.step.do, told.refusal))
    print_end(out, going.table)
    for failure in going.failures:
        out.print(f"[red]Not as expected:[/] {escape(failure)}")
    if not going.failures:
        out.print("\n[green]Everything came as expected.[/]")


def print_end(out: Console, table: Table) -> None:
    """What is left at the end: duties and balances."""
    duties = duty_lines(table)
    out.print("\n[bold]Duties open[/]" if duties else "\nNo duty is open.")
    for line in duties:
        out.print(line, soft_wrap=not out.is_terminal)
    out.print("\n[bold]Balances[/]")
    for line in balance_lines(table):
        out.print(line)
