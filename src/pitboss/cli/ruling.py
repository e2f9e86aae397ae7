"""`pitboss rules`: rulebooks, editions, clauses, coverage, proof, comparison."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from pitboss.book import Rulebook
from pitboss.cli.common import cite, console, fail, open_book, print_json, sure_of
from pitboss.cli.progress import progress
from pitboss.conformity.compare import compare
from pitboss.conformity.coverage import coverage, tests_by_clause
from pitboss.conformity.lint import lint
from pitboss.conformity.marks import marks_of
from pitboss.conformity.mutants import mutants
from pitboss.conformity.prove import prepare
from pitboss.editions.edition import Edition
from pitboss.editions.load import SHELF, find, shelf
from pitboss.tables.decision import pays_under

MOST_READINGS = 4


@dataclass(frozen=True)
class Asked:
    """What the command was asked."""

    rulebook: str | None
    clause: str | None
    edition: str | None
    find: str | None
    final: bool
    json: bool

    def books(self) -> list[Rulebook]:
        """The rulebook named, or all of them."""
        names = list(shelf()) if self.rulebook is None else [self.rulebook]
        return [open_book(name, self.edition) for name in names]

    def book(self) -> Rulebook:
        """The rulebook named."""
        return self.books()[0]


def show_shelf(asked: Asked) -> None:
    """Every edition kept, with its games."""
    books = asked.books()
    if asked.find is not None:
        _show_clauses(asked, [book.edition for book in books])
        return
    if asked.json:
        print_json({"rulebooks": [_summary(book) for book in books]})
        return
    table = Table("rulebook", "edition", "house", "game", "games", "clauses", "tables", box=None)
    for book in books:
        row = _summary(book)
        games = ", ".join(row["games"])
        count = str(row["clauses"])
        table.add_row(
            row["rulebook"],
            row["edition"],
            row["house"],
            row["title"],
            games,
            count,
            row["fingerprint"][:12],
        )
    console().print(table)


def _summary(book: Rulebook) -> dict[str, Any]:
    identity = book.edition.identity
    return {
        "rulebook": identity.rulebook,
        "edition": identity.edition,
        "house": identity.house,
        "title": identity.title,
        "reference": identity.reference,
        "games": list(book.games),
        "wagers": list(book.wagers),
        "clauses": len(book.edition.clauses),
        "fingerprint": book.fingerprint,
    }


def show_edition(asked: Asked) -> None:
    """An edition: its values and its wagers with their rows, each with its clauses."""
    book = asked.book()
    edition = book.edition
    if asked.find is not None:
        _show_clauses(asked, [edition])
        return
    if asked.json:
        print_json(_summary(book) | {"values": edition.raw})
        return
    out = console()
    identity = edition.identity
    out.print(f"[bold]{identity.house}, {identity.title}[/], edition {identity.edition}")
    out.print(f"{identity.regulator}, {identity.reference}; {identity.time_zone}")
    out.print(f"tables {book.fingerprint}\n")
    values = Table("value", "is", "clauses", box=None)
    for what, text, clauses in _values(edition):
        values.add_row(what, escape(text), ", ".join(clauses))
    out.print(values)
    out.print()
    rows = Table("wager", "games", "row", "pays", "clauses", box=None)
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
                name = item.get("name") or item.get("banker", "")
                yield from walk(item, f"{path} {name}".strip())
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


def _show_clauses(asked: Asked, editions: list[Edition]) -> None:
    """Every clause that contains the text asked for."""
    wanted = (asked.find or "").casefold()
    found = [
        (edition.identity.rulebook, clause)
        for edition in editions
        for clause in edition.clauses.values()
        if wanted in f"{clause.clause} {clause.section} {clause.summary}".casefold()
    ]
    if asked.json:
        rows = [msgspec.to_builtins(clause) | {"rulebook": name} for name, clause in found]
        print_json({"clauses": rows})
        return
    table = Table("rulebook", "clause", "kind", "status", "summary", box=None)
    for name, clause in found:
        table.add_row(name, clause.clause, clause.kind, clause.status, escape(clause.summary))
    console().print(table)


def show_clause(asked: Asked) -> None:
    """One clause: what it says in our words, its status, what cites it and what tests it."""
    edition = asked.book().edition
    number = asked.clause or ""
    if number not in edition.clauses:
        near = [name for name in edition.clauses if name.startswith(number.split(".")[0])][:8]
        fail(
            f"{edition.identity.rulebook} has no clause '{number}'; near it are "
            f"{', '.join(near) or 'none'}."
        )
    clause = edition.clauses[number]
    tests = tests_by_clause(marks_of(edition)).get(number, [])
    code = [
        f"{file} {'.'.join(map(str, path))}"
        for file, path, cited in edition.citations()
        if cited == number
    ]
    readings = [row for row in _readings(edition) if _mentions(row["clauses"], number)]
    if asked.json:
        document = msgspec.to_builtins(clause) | {
            "rulebook": edition.identity.rulebook,
            "edition": edition.identity.edition,
            "code": code,
            "tests": tests,
            "readings": readings,
        }
        print_json(document)
        return
    out = console()
    out.print(f"[bold]{edition.identity.rulebook} {number}[/]  {clause.section}  ({clause.kind})")
    out.print(escape(clause.summary))
    for label, text in (
        ("expects", clause.expects),
        ("status", clause.status),
        ("how", clause.how),
        ("still open", clause.open),
        ("code", "\n         ".join(code)),
        ("tests", _tests_text(tests)),
    ):
        if text:
            out.print(f"[dim]{label:>8}[/] {escape(text)}")
    for row in readings[:MOST_READINGS]:
        out.print(f"[dim]{'reading':>8}[/] {escape(row['id'])}: {escape(row['reading'])}")
    if len(readings) > MOST_READINGS:
        more = ", ".join(row["id"] for row in readings[MOST_READINGS:])
        out.print(f"[dim]{'':>8} and {more}: see --readings[/]")


def _tests_text(tests: list[str]) -> str:
    unique = list(dict.fromkeys(tests))
    shown = unique[:12]
    more = f"\n         and {len(unique) - 12} more" if len(unique) > 12 else ""
    return "\n         ".join(shown) + more


def _readings(edition: Edition) -> list[dict[str, str]]:
    with (SHELF / "readings.csv").open(encoding="utf-8", newline="") as file:
        return [
            row
            for row in csv.DictReader(file)
            if edition.identity.rulebook in row["rulebooks"].split()
        ]


def _mentions(text: str, clause: str) -> bool:
    words = text.replace(",", " ").replace(";", " ").split()
    return clause in words


def show_readings(asked: Asked) -> None:
    """The readings followed where a rulebook is ambiguous, silent or mistaken."""
    rows = [row for book in asked.books() for row in _readings(book.edition)]
    unique = list({row["id"]: row for row in rows}.values())
    if asked.json:
        print_json({"readings": unique})
        return
    out = console()
    for row in unique:
        out.print(f"[bold]{row['id']}[/]  {escape(row['clauses'])}  [dim]{row['weight']}[/]")
        if row["question"]:
            out.print(f"  {escape(row['question'])}")
        out.print(f"  [green]reading:[/] {escape(row['reading'] or 'as printed')}")


def show_comparison(asked: Asked, first: str, second: str) -> None:
    """Two rulebooks, value by value where they differ."""
    one, two = open_book(first).edition, open_book(second).edition
    found = compare(one, two)
    if asked.json:
        print_json({"first": one.name, "second": two.name, "differences": found})
        return
    table = Table("value", first, "", second, "", box=None)
    for item in found:
        table.add_row(
            item.what,
            escape(item.first or "-"),
            cite(item.first_clauses),
            escape(item.second or "-"),
            cite(item.second_clauses),
        )
    console().print(table)


def show_coverage(asked: Asked) -> None:
    """Count the clauses by kind and status; fail where one is unaccounted or untested."""
    accounts = {book.edition.identity.rulebook: coverage(book.edition) for book in asked.books()}
    if asked.json:
        print_json({"rulebooks": accounts})
    else:
        table = Table("rulebook", "clauses", *_STATUS_COLUMNS, "partly", "untested", box=None)
        for name, account in accounts.items():
            counts = [str(account.by_status[status]) for status in _STATUS_COLUMNS]
            table.add_row(
                name, str(account.clauses), *counts, str(account.partly), str(len(account.untested))
            )
        console().print(table)
        for name, account in accounts.items():
            for clause in account.unaccounted:
                console().print(f"{name} {clause}: no status")
            for clause in account.untested:
                console().print(f"{name} {clause}: no test")
    if not all(account.holds(final=asked.final) for account in accounts.values()):
        raise typer.Exit(1)


_STATUS_COLUMNS = ("enforced", "recorded", "shown", "outside", "planned")


def show_lint(asked: Asked) -> None:
    """Check the files of the editions."""
    found = [
        finding
        for book in (list(shelf()) if asked.rulebook is None else [asked.rulebook])
        for finding in lint(_folder(book, asked.edition))
    ]
    if asked.json:
        print_json({"findings": [str(finding) for finding in found]})
    else:
        for finding in found:
            console().print(escape(str(finding)))
        console().print("1 finding" if len(found) == 1 else f"{len(found)} findings")
    if found:
        raise typer.Exit(1)


def _folder(name: str, edition: str | None) -> Path:
    folder: Path = sure_of(find(name, edition))
    return folder


def show_proof(asked: Asked) -> None:
    """Change every value in turn and list what no test noticed."""
    survivors: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for name in list(shelf()) if asked.rulebook is None else [asked.rulebook]:
        try:
            proof = prepare(_folder(name, asked.edition))
        except ValueError as error:
            fail(error, 1)
        total = sum(1 for _ in mutants(proof.book.edition))
        verdicts = []
        with progress(name, total, quiet=asked.json) as step:
            for verdict in proof.verdicts():
                verdicts.append(verdict)
                step(1)
        counts[name] = len(verdicts)
        survivors[name] = [
            f"{v.mutant.file}:{v.line}: {v.mutant} {cite(v.mutant.clauses)}"
            for v in verdicts
            if v.noticed_by is None
        ]
    if asked.json:
        print_json(
            {"rulebooks": {n: {"changes": counts[n], "survivors": survivors[n]} for n in counts}}
        )
    else:
        for name, alive in survivors.items():
            console().print(f"{name}: {counts[name]} changes, {len(alive)} survivors")
            for text in alive:
                console().print(f"  {escape(text)}")
    if any(survivors.values()):
        raise typer.Exit(1)
