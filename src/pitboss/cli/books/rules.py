"""`pitboss rules`: rulebooks, editions, clauses, readings, comparison, coverage, lint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from pitboss.cli.options import EditionName, Json, open_book

if TYPE_CHECKING:
    from pitboss.book import Rulebook


@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """The options of `pitboss rules`."""

    rulebook: Annotated[str | None, Argument(help="A rulebook; all if omitted.")] = None
    clause: Annotated[str | None, Argument(help="One clause, e.g. 9.5.")] = None
    edition: EditionName = None
    find: Annotated[str | None, Option(help="Only clauses that contain this text.")] = None
    readings: Annotated[
        bool, Option("--readings", help="The readings of ambiguous clauses followed.")
    ] = False
    compare: Annotated[
        tuple[str, str] | None,
        Option(help="Two rulebooks, by what people ask, then by value; also `rulebook/edition`."),
    ] = None
    coverage: Annotated[
        bool, Option("--coverage", help="Every clause's status, and what has no test.")
    ] = False
    final: Annotated[
        bool, Option("--final", help="With --coverage: fail while anything is unfinished.")
    ] = False
    lint: Annotated[bool, Option("--lint", help="Check the edition's files.")] = False
    prove: Annotated[
        bool,
        Option("--prove", help="Change every value, guard and event in turn; a proof must notice."),
    ] = False
    tenth: Annotated[bool, Option("--tenth", help="With --prove: a tenth of the changes only.")] = (
        False
    )
    seed: Annotated[
        int | None, Option(help="With --tenth: which tenth; by the day if omitted.")
    ] = None
    only: Annotated[
        str | None, Option(help="With --prove: only changes whose description has this text.")
    ] = None
    json: Json = False

    def names(self) -> list[str]:
        """The rulebook named, or all of them."""
        from pitboss.editions.load import shelf

        return list(shelf()) if self.rulebook is None else [self.rulebook]

    def books(self) -> list[Rulebook]:
        """The rulebooks named, opened."""
        return [open_book(name, self.edition) for name in self.names()]


def rules(options: RulesOptions) -> None:
    """Show what was asked for."""
    from pitboss.cli.books import clauses, coverage, editions

    if options.compare:
        editions.show_comparison(*options.compare, as_json=options.json)
    elif options.coverage:
        coverage.show_coverage(options)
    elif options.prove:
        coverage.show_proof(options)
    elif options.lint:
        editions.show_lint(options)
    elif options.readings:
        clauses.show_readings(options)
    elif options.rulebook is not None and options.clause is not None:
        clauses.show_clause(options)
    elif options.find is not None:
        clauses.find_clauses(options)
    elif options.rulebook is None:
        editions.show_shelf(options)
    else:
        editions.show_edition(options)
