"""Obligations: the several things that one clause asks for, each with its proof or open line.

They lie beside the edition in `obligations.toml`. A step or line of a proof names one as
`14.5#after-settlement`: it cites the clause and counts for that part of it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from pitboss.errors import BadDataError

OBLIGATIONS_FILE = "obligations.toml"


class Obligation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the things that a clause asks for; `open` says what is missing of it."""

    clause: str
    name: str
    says: str
    open: str = ""

    @property
    def key(self) -> str:
        """As a proof names it."""
        return f"{self.clause}#{self.name}"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    obligation: tuple[Obligation, ...] = ()


def obligations_of(folder: Path) -> dict[str, list[Obligation]]:
    """The obligations of an edition by clause; none where it has no such file."""
    path = folder / OBLIGATIONS_FILE
    if not path.exists():
        return {}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found = msgspec.convert(data, _File, strict=True)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadDataError(f"{path}: {error}") from error
    by_clause: dict[str, list[Obligation]] = {}
    for one in found.obligation:
        others = by_clause.setdefault(one.clause, [])
        if any(other.name == one.name for other in others):
            raise BadDataError(f"{path}: {one.key} stands twice")
        others.append(one)
    return by_clause
