"""Scenarios as tests: each carries the clauses it proves, and fails with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pitboss.book import Rulebook
from pitboss.conformity.cases import cases_of
from pitboss.scenarios.expect import expected
from pitboss.scenarios.files import SCENARIOS_FOLDER, scenarios_of
from pitboss.scenarios.read import Scenario
from pitboss.scenarios.run import play


class Proven(Protocol):
    """Anything that proves clauses: a case or a scenario."""

    @property
    def name(self) -> str:
        """What it is called in reports."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it names."""

    @property
    def acts(self) -> bool:
        """Whether something is done in it; not where a value is only read back."""

    def carried(self, book: Rulebook) -> tuple[str, ...]:
        """The clauses that a step or line of it expects; labels alone carry nothing."""

    def failure(self, book: Rulebook, *, citations: bool = True) -> str | None:
        """None where it holds under this rulebook, otherwise one sentence."""


@dataclass(frozen=True)
class Scene:
    """A scenario of an edition, in a file of its own or one that several rulebooks share."""

    name: str
    scenario: Scenario
    path: Path

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it names: those of its head and those that its steps expect."""
        return tuple(dict.fromkeys((*self.scenario.clauses, *self._expected())))

    @property
    def acts(self) -> bool:
        """A scenario is played."""
        return True

    def carried(self, book: Rulebook) -> tuple[str, ...]:  # noqa: ARG002 - as a case's
        """The clauses that its steps expect."""
        return tuple(dict.fromkeys(self._expected()))

    def _expected(self) -> Iterator[str]:
        for step in self.scenario.steps():
            yield from expected(step)

    def failure(self, book: Rulebook, *, citations: bool = True) -> str | None:
        """None where every expectation of the scenario holds."""
        return "; ".join(play(book, self.scenario, citations=citations).failures) or None


def scenes_of(folder: Path) -> tuple[Scene, ...]:
    """Every scenario of an edition."""
    return tuple(
        Scene(f"{SCENARIOS_FOLDER}/{path.stem}", scenario, path)
        for path, scenario in scenarios_of(folder).items()
    )


def proofs_of(folder: Path) -> Iterator[Proven]:
    """Every case and scenario of an edition."""
    yield from cases_of(folder)
    yield from scenes_of(folder)
