"""What the commands share: output, errors, options."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
import typer

from pitboss.book import Rulebook, UnknownRulebookError, rulebook
from pitboss.cards import pretty
from pitboss.editions.load import BadEditionError
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 200


def console() -> Console:
    """Standard output; wide where it is not a terminal, so that nothing is folded in a pipe."""
    from rich.console import Console  # noqa: PLC0415

    out = Console(highlight=False, emoji=False)
    return out if out.is_terminal else Console(highlight=False, emoji=False, width=WIDE)


def fail(message: object, status: int = 2) -> NoReturn:
    """One clear sentence to standard error and a non-zero exit."""
    typer.echo(f"pitboss: {' '.join(str(message).split())}", err=True)
    raise typer.Exit(status)


def open_book(name: str, edition: str | None = None) -> Rulebook:
    """The rulebook named, or a clear end."""
    try:
        return rulebook(name, edition)
    except UnknownRulebookError as error:
        fail(error)
    except BadEditionError as error:
        fail(error)


def sure_of(answer: Any) -> Any:
    """An answer that is not a refusal; a refusal is said and ends the command."""
    if isinstance(answer, Refusal):
        fail(answer)
    return answer


def read_sign_options(words: Sequence[str]) -> dict[str, str]:
    """`KEY=VALUE` options as a mapping."""
    found = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            fail(f"'{word}' is no --sign: write KEY=VALUE, for example chip=0.50.")
        if key.strip() in found:
            fail(f"--sign {key.strip()} is given twice.")
        found[key.strip()] = value.strip()
    return found


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    encoded = msgspec.json.format(msgspec.json.encode(document), indent=2)
    sys.stdout.write(encoded.decode() + "\n")


def cards_text(cards: Sequence[int]) -> str:
    """Cards for people, with suit signs."""
    return " ".join(pretty(card) for card in cards)


def cite(clauses: Sequence[str]) -> str:
    """Clauses in brackets."""
    return f"({', '.join(clauses)})" if clauses else ""
