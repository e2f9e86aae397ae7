"""Editions: the shelf, one edition, two compared, the check of their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import typer
from rich.markup import escape
from rich.table import Table

from pitboss.book import Rulebook
from pitboss.cli.books.rules import RulesOptions
from pitboss.cli.options import open_book, sure_of
from pitboss.cli.term.output import cite, columns, console, print_json
from pitboss.conformity.compare import compare
from pitboss.conformity.lint import lint
from pitboss.conformity.questions.beside import MOST_ASKED, AskedLine, AskedRow, beside
from pitboss.decision.table import pays_under
from pitboss.editions.edition import Edition
from pitboss.editions.load import find
from pitboss.views.library import summary


def show_shelf(options: RulesOptions) -> None:
    """Every edition kept, with its games."""
    books = options.books()
    if options.json:
        print_json({"rulebooks": [_summary(book) for book in books]})
        return
    table = columns("rulebook", "edition", "house", "game", "games", "clauses", "tables")
    for book in books:
        row = _summary(book)
        table.add_row(
            *(row[key] for key in ("rulebook", "edition", "house", "title")),
            ", ".join(row["games"]),
            str(row["clauses"]),
            row["fingerprint"][:12],
        )
    console().print(table)


def _summary(book: Rulebook) -> dict[str, Any]:
    return summary(book) | {"conduct_fingerprint": book.conduct_fingerprint}


def show_edition(options: RulesOptions) -> None:
    """An edition: its values and its wagers with their rows, each with its clauses."""
    (book,) = options.books()
    edition = book.edition
    if options.json:
        print_json(_summary(book) | {"values": edition.raw})
        return
    out = console()
    identity = edition.identity
    out.print(f"[bold]{identity.house}, {identity.title}[/], edition {identity.edition}")
    out.print(f"{identity.regulator}, {identity.reference}; {identity.time_zone}")
    out.print(f"tables {book.fingerprint}\nconduct {book.conduct_fingerprint}\n")
    values = columns("value", "is", "clauses")
    for what, text, clauses in _values(edition):
        values.add_row(what, escape(text), ", ".join(clauses))
    out.print(values)
    out.print()
    rows = columns("wager", "games", "row", "pays", "clauses")
    for name, wager in edition.wagers.items():
        for row in wager.rows:
            pays = "; ".join(f"{key} {pay}".strip() for key, pay in pays_under(row).items())
            games = row.games or (wager.games.only if wager.games else ())
            shown = pays or row.outcome
            if pays and row.outcome != "win":
                shown = f"{row.outcome}, {pays}"
            rows.add_row(
                name, ", ".join(map(str, games)) or "all", row.label, shown, ", ".join(row.clauses)
            )
    out.print(rows)


def _values(edition: Edition) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The values of an edition, one line each, for reading."""

    def walk(data: Any, path: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        if isinstance(data, list):
            for item in data:
                if isinstance(item, dict):
                    name = item.get("name") or item.get("banker", "")
                    yield from walk(item, f"{path} {name}".strip())
        elif not isinstance(data, dict):
            return
        elif "clauses" in data:
            plain = {k: v for k, v in data.items() if k not in ("clauses", "name", "banker")}
            inner = {k: v for k, v in plain.items() if not k.endswith("_clauses")}
            text = ", ".join(f"{key} {_plain(value)}" for key, value in inner.items())
            yield path, text, tuple(data["clauses"])
        else:
            for key, value in data.items():
                yield from walk(value, f"{path}.{key}" if path else key)

    for key, value in edition.raw["edition.toml"].items():
        if key != "identity":
            yield from walk(value, key)


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def show_comparison(first: str, second: str, *, as_json: bool) -> None:
    """Two rulebooks: the questions that people ask, then every value in which they differ."""
    one, two = open_named(first), open_named(second)
    asked = beside(one, two)
    found = compare(one.edition, two.edition)
    if as_json:
        print_json(
            {
                "first": one.edition.name,
                "second": two.edition.name,
                "questions": asked.rows,
                "apart": asked.apart,
                "differences": found,
            }
        )
        return
    out = console()
    differing = [row for row in asked.rows if row.differs]
    parts = (
        ("The differences that people ask about first", differing[:MOST_ASKED]),
        ("Further differences", differing[MOST_ASKED:]),
        ("The same in both", [row for row in asked.rows if not row.differs]),
    )
    if asked.apart:
        out.print(asked.apart + "\n")
    for title, rows in parts:
        if rows:
            out.print(f"[bold]{title}[/]")
            out.print(_questions(rows, first, second))
            out.print()
    out.print(f"[bold]Every value that differs: {len(found)}[/]")
    table = columns("value", first, "", second, "")
    for item in found:
        table.add_row(
            item.what,
            escape(item.first or "-"),
            cite(item.first_clauses),
            escape(item.second or "-"),
            cite(item.second_clauses),
        )
    out.print(table)


def open_named(text: str) -> Rulebook:
    """A rulebook by its name, or one of its editions as `rulebook/edition`."""
    name, _, edition = text.partition("/")
    return open_book(name, edition or None)


def _questions(rows: Sequence[AskedRow], first: str, second: str) -> Table:
    table = columns("question", first, second)
    for row in rows:
        table.add_row(escape(row.question), *(_answers(lines) for lines in (row.first, row.second)))
    return table


def _answers(lines: Sequence[AskedLine]) -> str:
    """The lines of an answer, each with its games and clauses."""
    found = []
    for line in lines:
        games = f"{', '.join(line.games)}: " if line.games else ""
        cited = cite(line.clauses)
        found.append(
            escape(f"{games}{line.sentence}") + (f" [dim]{escape(cited)}[/]" if cited else "")
        )
    return "\n".join(found) or "not said"


def show_lint(options: RulesOptions) -> None:
    """Check the files of the editions."""
    found = [
        finding
        for name in options.names()
        for finding in lint(sure_of(find(name, options.edition)))
    ]
    if options.json:
        print_json({"findings": [str(finding) for finding in found]})
    else:
        for finding in found:
            console().print(escape(str(finding)))
        console().print("1 finding" if len(found) == 1 else f"{len(found)} findings")
    if found:
        raise typer.Exit(1)
