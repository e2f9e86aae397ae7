"""Parts of a state, those made of others, and those that one game alone has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a state."""


def as_default(value: str, default: str) -> str:
    """The default itself where a value equals it: only then is it left out of the journal."""
    return default if value == default else value


OwnPart = TypeVar("OwnPart", bound=msgspec.Struct)


def alike(kind: type[OwnPart], /, *said: msgspec.Struct, **fields: Any) -> OwnPart:
    """A part made of others: a field that is not named is the one of that name in what is said."""
    take(kind, said, fields)
    return kind(**fields)


def take(
    kind: type[msgspec.Struct], said: Iterable[msgspec.Struct], fields: dict[str, Any]
) -> None:
    """Add to the fields named those of the same names in what is said."""
    for part in said:
        for name in _shared(kind, type(part)):
            if name not in fields:
                fields[name] = getattr(part, name)


@cache
def _shared(kind: type[msgspec.Struct], said: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in said.__struct_fields__)


class Fed(Part, frozen=True, kw_only=True):
    """The pool that a table feeds with others: its stream, and the wager of which it is paid.

    `off` says that the table plays without it for now.
    """

    stream: str
    wager: str
    stake_cents: int
    off: bool = False


class Own:
    """What one game alone has of a table or a round: a part that the game defines and registers.

    A snapshot names its kind, so that it is read as what it was.
    """

    @property
    def fed(self) -> Fed | None:
        """The pool that the table feeds with others; most feed none."""
        return None

    def without(self, person: str) -> Own:  # noqa: ARG002 - most parts name nobody
        """The part when someone has left, or takes no further part."""
        return self


OWNS: dict[str, type[Any]] = {}
"""The games' own parts, by kind."""


def read_own(_kind: type[Any], data: Any) -> Any:
    """A game's own part from plain data."""
    kind = OWNS.get(data.get("own", "")) if isinstance(data, dict) else None
    if kind is None:
        raise ValueError("a part of a state is of no game that is loaded")
    return msgspec.convert(data, kind, strict=False)


def own_part(kind: type[OwnPart]) -> type[OwnPart]:
    """Register a game's own part, so that snapshots can be read."""
    OWNS[str(kind.__struct_config__.tag)] = kind
    return kind
