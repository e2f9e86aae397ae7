"""Clauses: those that contain a text, one with its proof, and the readings followed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich.markup import escape

from pitboss.cli.books.rules import RulesOptions
from pitboss.cli.term.output import columns, console, fail, print_json
from pitboss.cli.term.progress import progress
from pitboss.conformity.clauses.coverage import tests_by_clause
from pitboss.conformity.clauses.does import switched_off
from pitboss.conformity.clauses.kept import statuses_of, steps_to_do
from pitboss.conformity.clauses.shown import shown_as
from pitboss.conformity.clauses.status import ClauseStatus, Evidence, Statuses
from pitboss.conformity.marks import marks_of
from pitboss.editions.edition import Clause, Edition
from pitboss.views.library import reading_rows

MOST_READINGS = 4


def find_clauses(options: RulesOptions) -> None:
    """Every clause that contains the text asked for."""
    wanted = (options.find or "").casefold()
    found = []
    for book in options.books():
        edition = book.edition
        statuses = statuses_shown(edition, quiet=options.json)
        found += [
            (edition.identity.rulebook, with_status(clause, statuses))
            for clause in edition.clauses.values()
            if wanted in f"{clause.clause} {clause.section} {clause.summary}".casefold()
        ]
    if options.json:
        rows = [msgspec.to_builtins(clause) | {"rulebook": name} for name, clause in found]
        print_json({"clauses": rows})
        return
    table = columns("rulebook", "clause", "kind", "status", "summary")
    for name, clause in found:
        table.add_row(name, clause.clause, clause.kind, clause.status, escape(clause.summary))
    console().print(table)


def show_clause(options: RulesOptions) -> None:
    """One clause: what it says in our words, its status, what cites it and what tests it."""
    edition = options.books()[0].edition
    number = options.clause or ""
    if number not in edition.clauses:
        near = [name for name in edition.clauses if name.startswith(number.split(".")[0])][:8]
        fail(
            f"{edition.identity.rulebook} has no clause '{number}'; near it are "
            f"{', '.join(near) or 'none'}."
        )
    statuses = statuses_shown(edition, quiet=options.json)
    clause, computed = with_status(edition.clauses[number], statuses), statuses[number]
    tests = tests_by_clause(marks_of(edition)).get(number, [])
    code = [
        f"{file} {'.'.join(map(str, path))}"
        for file, path, cited in edition.citations()
        if cited == number
    ]
    readings = [
        row for row in reading_rows(edition.identity.rulebook) if _mentions(row["clauses"], number)
    ]
    if options.json:
        document = msgspec.to_builtins(clause) | {
            "rulebook": edition.identity.rulebook,
            "edition": edition.identity.edition,
            "code": code,
            "tests": tests,
            "readings": readings,
            "evidence": computed.evidence,
            "obligations": [*computed.parts],
            "shown": shown_as(edition, clause),
            "off": [{"says": says, "clauses": why} for says, why in switched_off(edition, number)],
        }
        print_json(document)
        return
    out = console()
    out.print(f"[bold]{edition.identity.rulebook} {number}[/]  {clause.section}  ({clause.kind})")
    out.print(escape(clause.summary))
    for label, text in (
        ("expects", clause.expects),
        ("status", clause.status or "none"),
        ("changed", _noticed(computed.evidence)),
        ("shown", shown_as(edition, clause)),
        ("how", clause.how),
        ("off", _off(edition, number)),
        ("still open", clause.open),
        *_parts(computed),
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


def _off(edition: Edition, clause: str) -> str:
    """Where the clause does not hold, with the clauses that say so."""
    return "; ".join(f"{says} ({', '.join(why)})" for says, why in switched_off(edition, clause))


def statuses_shown(edition: Edition, *, quiet: bool) -> Statuses:
    """The computed statuses of an edition, with a bar where that takes a while."""
    folder = edition.folder
    with progress(f"proving {edition.name}", steps_to_do([folder]), quiet=quiet) as step:
        return statuses_of(folder, step)


def with_status(clause: Clause, statuses: Statuses) -> Clause:
    """A clause with its computed status in the place of the declared one."""
    return msgspec.structs.replace(clause, status=statuses[clause.clause].status)


def _noticed(evidence: Evidence | None) -> str:
    """The change that proves a clause, and what noticed it."""
    return "" if evidence is None else f"{evidence.change}: noticed by {evidence.proof}"


def _parts(computed: ClauseStatus) -> Iterator[tuple[str, str]]:
    """The obligations of a clause, each with its proof or what is open of it."""
    for part in computed.parts:
        shown = part.open or _noticed(part.evidence) or "not proved"
        state = "open" if part.open else "proved" if part.done else "unproved"
        yield "asks", f"#{part.name} ({state}): {part.says} [{shown}]"


def _tests_text(tests: list[str]) -> str:
    unique = list(dict.fromkeys(tests))
    shown = unique[:12]
    more = f"\n         and {len(unique) - 12} more" if len(unique) > 12 else ""
    return "\n         ".join(shown) + more


def _mentions(text: str, clause: str) -> bool:
    words = text.replace(",", " ").replace(";", " ").split()
    return clause in words


def show_readings(options: RulesOptions) -> None:
    """The readings followed where a rulebook is ambiguous, silent or mistaken."""
    rows = [row for book in options.books() for row in reading_rows(book.edition.identity.rulebook)]
    unique = list({row["id"]: row for row in rows}.values())
    if options.json:
        print_json({"readings": unique})
        return
    out = console()
    for row in unique:
        out.print(f"[bold]{row['id']}[/]  {escape(row['clauses'])}  [dim]{row['weight']}[/]")
        if row["question"]:
            out.print(f"  {escape(row['question'])}")
        out.print(f"  [green]reading:[/] {escape(row['reading'] or 'as printed')}")
