"""`pitboss settle`: a settlement for people or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cli.common import open_book, print_json, read_sign_options, sure_of


def run(
    name: str, edition: str | None, given: dict[str, Any], sign: Sequence[str], *, as_json: bool
) -> None:
    """Settle what was given and print it."""
    book = open_book(name, edition)
    settled = sure_of(book.settle(**given, sign=read_sign_options(sign)))
    if as_json:
        print_json(settled)
    else:
        from pitboss.cli.printing import print_settlement  # noqa: PLC0415

        print_settlement(book, settled)
