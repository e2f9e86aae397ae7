"""Standard output and standard error: tables, JSON, charts, one sentence and an end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pitboss.page import Page

WIDE = 200
STOPPED = 130
"""The exit status of work that Ctrl-C ended early."""


def console() -> Console:
    """Standard output; wide where it is not a terminal, so that nothing is folded in a pipe."""
    from rich.console import Console

    out = Console(highlight=False, emoji=False)
    return out if out.is_terminal else Console(highlight=False, emoji=False, width=WIDE)


def columns(*heads: str, figures: slice = slice(0)) -> Table:
    """A table without lines; columns of figures stand to the right."""
    from rich.table import Table

    table = Table(*heads, box=None)
    for column in table.columns[figures]:
        column.justify = "right"
    return table


def print_page(out: Console, page: Page) -> None:
    """The lines and the tables of a page, in order."""
    for part in page:
        if isinstance(part, str):
            out.print(part, markup=False)
            continue
        table = columns(*part.heads)
        for row in part.rows:
            tones = [(cell, part.tones.get(cell)) for cell in row]
            table.add_row(*(f"[{tone}]{cell}[/]" if tone else cell for cell, tone in tones))
        out.print(table)


def fail(message: object, status: int = 2) -> NoReturn:
    """One clear sentence to standard error, or one a line, and a non-zero exit."""
    for line in str(message).splitlines() or [""]:
        typer.echo(f"pitboss: {' '.join(line.split())}", err=True)
    raise typer.Exit(status)


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    import msgspec

    encoded = msgspec.json.format(msgspec.json.encode(document), indent=2)
    sys.stdout.write(encoded.decode() + "\n")


def save_chart(chart: dict[str, Any], file: str) -> None:
    """Draw a chart into an SVG file."""
    from pitboss.charts import save_svg

    problem = save_svg(chart, Path(file))
    if problem:
        fail(problem)


def cards_text(cards: Sequence[int]) -> str:
    """Cards for people, with suit signs."""
    from pitboss.cards import pretty

    return " ".join(pretty(card) for card in cards)


def cite(clauses: Sequence[str]) -> str:
    """Clauses in brackets."""
    return f"({', '.join(clauses)})" if clauses else ""
