"""The options that commands share, each written once, and how they are read.

A command takes its options as parameters, or all of them as the fields of one dataclass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.term.output import fail

if TYPE_CHECKING:
    from pitboss.book import Rulebook

RulebookName = Annotated[str, typer.Argument(help="A rulebook, for example star-baccarat.")]
BaccaratBook = Annotated[str, typer.Argument(help="A baccarat rulebook.")]
Game = Annotated[str | None, typer.Option(help="The game; the rulebook's first if omitted.")]
EditionName = Annotated[
    str | None, typer.Option("--edition", help="The edition; the newest if omitted.")
]
Decks = Annotated[int | None, typer.Option(help="Number of decks.")]
Study = Annotated[
    bool, typer.Option("--study", help="Allow decks that the edition does not permit.")
]
Sign = Annotated[
    list[str] | None,
    typer.Option(help="What the table's sign fixes, as KEY=VALUE; repeat for more."),
]
Plot = Annotated[str | None, typer.Option(help="Draw the result into this SVG file.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Database = Annotated[
    str | None,
    typer.Option(
        help="The store, e.g. sqlite:///house.db or postgresql://...; the embedded one if omitted."
    ),
]


def open_book(name: str, edition: str | None = None) -> Rulebook:
    """The rulebook named, or a clear end."""
    from pitboss.book import rulebook

    return rulebook(name, edition)


def sure_of(answer: Any) -> Any:
    """An answer that is not a refusal; a refusal is said and ends the command."""
    from pitboss.refusal import Refusal

    if isinstance(answer, Refusal):
        fail(answer)
    return answer


def read_sign(words: Sequence[str] | None) -> dict[str, str]:
    """`KEY=VALUE` options as a mapping."""
    found: dict[str, str] = {}
    for word in words or ():
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            fail(f"'{word}' is no --sign: write KEY=VALUE, for example chip=0.50.")
        if key.strip() in found:
            fail(f"--sign {key.strip()} is given twice.")
        found[key.strip()] = value.strip()
    return found
