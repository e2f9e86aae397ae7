"""`pitboss tournament`: conditions written from the sample, and checked item by item."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from pitboss.cli.options import open_book
from pitboss.cli.term.output import console, fail


def tournament(
    act: Annotated[
        Literal["new", "check"], Argument(help="Write a sample, or check a file of conditions.")
    ],
    file: Annotated[str, Argument(help="The file of conditions.")],
    rulebook: Annotated[str, Option(help="The rulebook that the tournament is under.")],
    edition: Annotated[str | None, Option(help="The edition; the newest if omitted.")] = None,
    json: Annotated[bool, Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Write or check conditions; `check` exits 1 where an item is missing or wrong."""
    if act == "new":
        write(file, rulebook, edition)
    else:
        check(file, rulebook, edition, as_json=json)


def write(file: str, rulebook: str, edition: str | None) -> None:
    """A file of conditions with every item, to be made one's own."""
    from pitboss.scenarios.samples import CONDITIONS_FILE

    book, path = open_book(rulebook, edition), Path(file)
    sample = book.edition.folder / CONDITIONS_FILE
    if not sample.is_file():
        fail(f"{book.edition.identity.title} has no tournaments.", 1)
    if path.exists():
        fail(f"{file} is there already.", 1)
    try:
        path.write_text(sample.read_text(encoding="utf-8"), encoding="utf-8")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    console().print(f"Written: pitboss tournament check {file} --rulebook {rulebook}", markup=False)


def check(file: str, rulebook: str, edition: str | None, *, as_json: bool) -> None:
    """Name what is missing with its clauses, and what cannot stand in conditions."""
    import sys
    import tomllib

    import msgspec

    from pitboss.aggregates.tournament.terms import missing, read_conditions, wrong
    from pitboss.errors import BadDataError

    book = open_book(rulebook, edition)
    if not book.edition.items:
        fail(f"{book.edition.identity.title} has no tournaments.", 1)
    try:
        terms = read_conditions(tomllib.loads(Path(file).read_text(encoding="utf-8")))
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, BadDataError) as error:
        fail(f"{file} is no file of conditions: {error}")
    gaps, faults = list(missing(book.edition, terms)), list(wrong(book.edition, terms))
    if as_json:
        found = {"complete": not gaps and not faults, "missing": gaps, "wrong": faults}
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        out = console()
        for gap in gaps:
            out.print(f"missing: {gap.says} ({', '.join(gap.clauses)})", markup=False)
        for fault in faults:
            out.print(f"wrong: {fault}", markup=False)
        if not gaps and not faults:
            out.print("The conditions are complete.")
    if gaps or faults:
        raise SystemExit(1)
