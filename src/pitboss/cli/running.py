"""`pitboss run`: a scripted table played to its end, and the list of every command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from pitboss.book import Rulebook
from pitboss.cli.common import cite, console, fail, open_book, print_json
from pitboss.cli.printing import heading
from pitboss.cli.telling import balance_lines, duty_lines, event_lines, refusal_line, say
from pitboss.editions.edition import Edition
from pitboss.scenarios.read import BadScenarioError, read
from pitboss.scenarios.run import Play, Told
from pitboss.table import Table
from pitboss.table.duties import open_duties
from pitboss.table.matrix import Described, Field, Row, as_markdown, commands, matrix


def run(file: str, *, as_json: bool) -> None:
    """Play a scenario file; exit 1 where something expected did not come."""
    try:
        scenario = read(Path(file))
        book = open_book(scenario.rulebook, scenario.edition)
        going = Play(book, scenario)
        going.run()
    except (BadScenarioError, ValueError) as error:
        fail(error)
    if as_json:
        _print_lines(going)
    else:
        _print(book, going)
    if going.failures:
        more = f" (and {len(going.failures) - 1} more)" if len(going.failures) > 1 else ""
        fail(f"{scenario.title}: {going.failures[0]}{more}", 1)


# JSON lines --------------------------------------------------------------------------------


def _print_lines(going: Play) -> None:
    for told in going.told:
        for document in _documents(told):
            _line(document)
    for failure in going.failures:
        _line({"failed": failure})
    duties = [msgspec.to_builtins(duty) for duty in open_duties(going.table)]
    _line({"balances_cents": dict(going.table.balances), "duties": duties})


def _documents(told: Told) -> list[dict[str, Any]]:
    step = told.step.number if told.step is not None else None
    found = [{"step": step, **msgspec.to_builtins(event)} for event in told.events]
    if told.refusal is not None and told.step is not None:
        refused = {"step": step, "refused": told.step.do, "by": told.step.who, "at": told.at}
        found.append({**refused, **msgspec.to_builtins(told.refusal)})
    return found


def _line(document: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


# For people --------------------------------------------------------------------------------


def _print(book: Rulebook, going: Play) -> None:
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


# The commands ------------------------------------------------------------------------------


def show_commands(name: str | None, *, as_json: bool) -> None:
    """Every command: its fields, who gives it, ranks and clauses in that rulebook."""
    edition = None if name is None else open_book(name).edition
    found = commands(edition)
    if as_json:
        document: dict[str, Any] = {"commands": found}
        if edition is not None:
            document = {
                "rulebook": edition.identity.rulebook,
                "edition": edition.identity.edition,
                "ranks": edition.ranks.ladder,
                **document,
            }
        print_json(document)
        return
    out = console()
    if edition is not None:
        out.print(_ranks(edition))
    for one in found:
        for line in command_lines(one):
            out.print(line, soft_wrap=not out.is_terminal)


def _ranks(edition: Edition) -> str:
    identity = edition.identity
    ladder = " < ".join(edition.ranks.ladder)
    return f"[bold]{identity.house}, {identity.title}[/], edition {identity.edition}\n{ladder}\n"


def command_lines(one: Described) -> list[str]:
    """A command in a few lines."""
    who = ", ".join(one.who)
    lines = [f"[bold]{one.word}[/]  [dim]{who}[/]  {escape(one.does)} [dim]{cite(one.clauses)}[/]"]
    lines += [f"    {escape(field_line(given))}" for given in one.fields]
    for need in one.approvals:
        also = "".join(f" or {other}" for other in need.also)
        how = "approved beforehand by" if need.asked else "done by"
        lines.append(
            f"    [yellow]{need.key}[/]: {escape(need.act)}, {how} {need.rank} or above{also} "
            f"[dim]{cite(need.clauses)}[/]"
        )
    return [line.rstrip() for line in lines]


def field_line(given: Field) -> str:
    """A field: name, what it takes, and whether it may be left out."""
    if given.required:
        return f"{given.name}: {given.takes}"
    default = f" = {given.default}" if given.default is not None else ""
    return f"[{given.name}: {given.takes}{default}]"


def show_markdown() -> None:
    """Every command as a page of the documentation."""
    sys.stdout.write(as_markdown())


def _when(row: Row) -> str:
    """The facts under which a ruling is permitted."""
    facts = (
        f"{fact} {wanted if isinstance(wanted, str) else ' or '.join(wanted)}"
        for fact, wanted in row.when.items()
    )
    return f"; {', '.join(facts)}" if row.when else ""


def show_matrix(name: str, *, as_json: bool) -> None:
    """Every act against every rank."""
    edition = open_book(name).edition
    rows = matrix(edition)
    if as_json:
        print_json(
            {
                "rulebook": edition.identity.rulebook,
                "edition": edition.identity.edition,
                "ranks": edition.ranks.ladder,
                "rows": rows,
            }
        )
        return
    out = console()
    out.print(_ranks(edition))
    styles = {"yes": "green", "needs approval": "yellow", "no": "red"}
    grid = Grid("act", *edition.ranks.ladder, "others", "clauses", box=None)
    for row in rows:
        answers = [row.answers[rank] for rank in edition.ranks.ladder]
        others = [f"{other}: yes" for other in row.answers if other not in edition.ranks.ladder]
        grid.add_row(
            f"{row.key}\n[dim]{escape(row.act + _when(row))}[/]",
            *(f"[{styles[answer]}]{answer}[/]" for answer in answers),
            ", ".join(others),
            ", ".join(row.clauses),
        )
    out.print(grid)
