"""The commands of a table: their fields, who gives them, every act against every rank."""

from __future__ import annotations

import sys
from typing import Any

from rich.markup import escape

from pitboss.book import load_plays
from pitboss.cli.options import open_book
from pitboss.cli.term.output import cite, columns, console, print_json
from pitboss.editions.edition import Edition
from pitboss.table.usual.matrix import Described, Field, Row, as_markdown, commands, matrix

load_plays()  # the commands of every game are listed


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
    grid = columns("act", *edition.ranks.ladder, "others", "clauses")
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
