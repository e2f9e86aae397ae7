"""A scenario file: the table, its people and its steps, in the domain's own words.

Amounts are dollars. What a file does not say is the usual: the table is open, its people are
there, and a shoe of 8 decks is shuffled, cut, loaded and burned from.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from pitboss.refusal import BadDataError


class BadScenarioError(BadDataError):
    """A scenario file that cannot be read; the sentence names it."""


class Refused(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The refusal that a step expects."""

    code: str
    clause: str | None = None


class Actor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone at the table from the start; `later` if they sign on or arrive by a step."""

    name: str
    role: str = "player"
    rank: str | None = None
    seat: int | None = None
    chips: str | int | float = 0
    later: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One act: who does what and when, and what must come of it."""

    number: int
    who: str
    do: str
    fields: dict[str, Any]
    at: str | None = None
    expect: tuple[str, ...] | None = None
    refused: Refused | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole scenario."""

    title: str
    rulebook: str
    clauses: tuple[str, ...] = ()
    edition: str | None = None
    game: str | None = None
    layout: str | None = None
    method: str = "A"
    decks: int | None = None
    date: str = "2026-11-16"
    start: str = dt.time(20).isoformat()
    cards: str = ""
    seed: int = 1
    ready: bool = True
    opened: bool = True
    table: dict[str, Any] = msgspec.field(default_factory=dict)
    sign: dict[str, Any] = msgspec.field(default_factory=dict)
    people: tuple[Actor, ...] = ()
    step: tuple[dict[str, Any], ...] = ()
    balances: dict[str, str | int | float] = msgspec.field(default_factory=dict)

    def steps(self) -> list[Step]:
        """The steps, each with its own fields apart."""
        found = []
        own = ("who", "do", "at", "expect", "refused")
        for number, entry in enumerate(self.step, 1):
            rest = dict(entry)
            known: dict[str, Any] = {key: rest.pop(key) for key in own if key in rest}
            found.append(msgspec.convert({"number": number, "fields": rest, **known}, Step))
        return found


def read(path: Path) -> Scenario:
    """The scenario in a file, or an error that says what is wrong with it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        scenario = msgspec.convert(data, Scenario, strict=True)
        scenario.steps()
    except OSError as error:
        why = (error.strerror or "it cannot be read").lower()
        raise BadScenarioError(f"{path}: {why}") from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadScenarioError(f"{path} is no scenario: {error}") from error
    return scenario
