"""The usual setting of a rulebook's scenarios: its people, its sign and its table.

It stands in `usual.toml` beside the edition, so that a scenario names only what is otherwise.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.editions.load import find
from pitboss.errors import BadScenarioError
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor

USUAL_FILE = "usual.toml"


class Usual(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may be named without a description, who of them is there, how the table stands."""

    here: tuple[str, ...] = ()
    people: tuple[Actor, ...] = ()
    sign: dict[str, Any] = {}
    table: dict[str, Any] = {}

    def there(self) -> tuple[Actor, ...]:
        """Who is there where a file names nobody."""
        return tuple(person for person in self.people if person.name in self.here)


@cache
def usual_of(folder: Path) -> Usual:
    """The usual setting of an edition; where it has none, nothing is usual."""
    path = folder / USUAL_FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return msgspec.convert(data, Usual)
    except (OSError, ValueError) as error:
        raise BadScenarioError(f"{path}: {error}") from error


def usual_for(rulebook: str, edition: str | None) -> Usual:
    """The usual setting of a rulebook on the shelf; none where there is no such rulebook."""
    folder = find(rulebook, edition)
    return Usual() if isinstance(folder, Refusal) else usual_of(folder)
