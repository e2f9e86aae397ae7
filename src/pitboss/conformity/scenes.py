"""Scenarios as tests: each carries the clauses it proves, and fails with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pitboss.book import Rulebook
from pitboss.conformity.cases import cases_of
from pitboss.scenarios.read import Scenario, read
from pitboss.scenarios.run import play

SCENARIOS_FOLDER = "scenarios"


class Proven(Protocol):
    """Anything that proves clauses: a case or a scenario."""

    @property
    def name(self) -> str:
        """What it is called in reports."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it proves."""

    def failure(self, book: Rulebook) -> str | None:
        """None where it holds under this rulebook, otherwise one sentence."""


@dataclass(frozen=True)
class Scene:
    """A scenario file of an edition."""

    name: str
    scenario: Scenario

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it proves."""
        return self.scenario.clauses

    def failure(self, book: Rulebook) -> str | None:
        """None where every expectation of the scenario holds."""
        return "; ".join(play(book, self.scenario).failures) or None


def scenes_of(folder: Path) -> tuple[Scene, ...]:
    """Every scenario of an edition."""
    paths = sorted((folder / SCENARIOS_FOLDER).glob("*.toml"))
    return tuple(Scene(f"{SCENARIOS_FOLDER}/{path.stem}", read(path)) for path in paths)


def proofs_of(folder: Path) -> Iterator[Proven]:
    """Every case and scenario of an edition."""
    yield from cases_of(folder)
    yield from scenes_of(folder)
