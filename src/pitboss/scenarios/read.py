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

from pitboss.errors import BadScenarioError
from pitboss.words import not_fitting, not_toml


class Refused(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The refusal that a step expects: by its code, by a clause it cites, or both."""

    code: str | None = None
    clause: str | None = None


class Actor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone at the table from the start; `later` if they sign on or arrive by a step.

    `cardless`: no Player Card of their own is on record, where the edition asks for one.
    """

    name: str
    role: str = "player"
    rank: str | None = None
    seat: int | None = None
    chips: str | int | float = 0
    later: bool = False
    cardless: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One act: who does what and when, and what must come of it."""

    number: int
    who: str
    do: str
    fields: dict[str, Any]
    at: str | None = None
    expect: tuple[str, ...] | None = None
    refused: Refused | None = None
    line: int | None = None

    @property
    def where(self) -> str:
        """How a reader finds it in the file: by its line, or by counting."""
        return f"step {self.number}" if self.line is None else f"line {self.line}"


OWN = frozenset(("who", "do", "at", "expect", "refused"))


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole scenario; `lines` says where its steps stand in a file with a line a step."""

    title: str
    rulebook: str
    clauses: tuple[str, ...] = ()
    edition: str | None = None
    game: str | None = None
    layout: str | None = None
    method: str | None = None
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
    lines: tuple[int, ...] = ()

    def steps(self) -> list[Step]:
        """The steps, each with its own fields apart."""
        found = []
        for number, entry in enumerate(self.step, 1):
            rest = dict(entry)
            known: dict[str, Any] = {key: rest.pop(key) for key in OWN if key in rest}
            if self.lines:
                known["line"] = self.lines[number - 1]
            try:
                step = msgspec.convert({"number": number, "fields": rest, **known}, Step)
            except msgspec.ValidationError as error:
                what = not_fitting(error)
                raise BadScenarioError(f"step {number}: {what}") from error
            if step.refused == Refused():
                raise BadScenarioError(f"step {number}: 'refused' names a code, a clause or both")
            found.append(step)
        return found


def _fields(field: str) -> tuple[str, ...]:
    """The keys that a scenario has at its head."""
    return () if field else Scenario.__struct_fields__


def read_text(path: Path) -> str:
    """The text of a file, or an error that says why there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        why = (error.strerror or "it cannot be read").lower()
        raise BadScenarioError(f"{path}: {why}") from error
    except UnicodeDecodeError as error:
        raise BadScenarioError(f"{path} is no scenario: {not_toml(error)}") from error


def read_toml(path: Path) -> Scenario:
    """The scenario in a file of TOML, or an error that says what is wrong with it."""
    text = read_text(path)
    try:
        scenario = msgspec.convert(tomllib.loads(text), Scenario, strict=True)
        scenario.steps()
    except BadScenarioError as error:
        raise BadScenarioError(f"{path} is no scenario: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadScenarioError(f"{path} is no scenario: {not_toml(error)}") from error
    except msgspec.ValidationError as error:
        what = not_fitting(error, choices=_fields)
        raise BadScenarioError(f"{path} is no scenario: {what}") from error
    return scenario
