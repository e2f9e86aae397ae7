"""The cast of the demonstration, as it stands in the data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Literal

import msgspec

ROBOT = "-robot"
"""So end the names of robots at a table."""


class Robot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a robot bets: on which main wager, how much, and how often."""

    bets: Literal["flat", "trend"]
    on: int
    stakes: tuple[int, ...]
    sits: float
    side: float


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the demonstration: its rulebook and game, who plays there, and its pace."""

    rulebook: str
    robots: tuple[str, ...]
    seconds: int
    rest: float
    game: str | None = None


class Cast(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Robots and tables by their names."""

    robot: Mapping[str, Robot]
    table: Mapping[str, Stage]


def cast() -> Cast:
    """The cast of the package."""
    text = resources.files(__package__).joinpath("cast.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Cast)


def is_robot(person: str) -> bool:
    """Whether a name at a table is a robot's."""
    return person.endswith(ROBOT)
