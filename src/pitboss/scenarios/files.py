"""The files of scenarios: in lines where the name ends in `.scenario`, otherwise in TOML."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.errors import BadScenarioError
from pitboss.scenarios.line_writer import remarks_of, write_lines
from pitboss.scenarios.lines import Lines
from pitboss.scenarios.read import Scenario, read_text, read_toml
from pitboss.scenarios.usual import usual_for, usual_of
from pitboss.scenarios.write import write

ENDING = ".scenario"
SCENARIOS_FOLDER = "scenarios"
SHARED_FOLDER = "_scenarios"


def read_all(path: Path) -> tuple[Scenario, ...]:
    """The scenario in a file, or one for each of its rulebooks."""
    if path.suffix != ENDING:
        return (read_toml(path),)
    with _named(path):
        lines = Lines(read_text(path))
        return tuple(
            lines.scenario(which, usual_for(book.rulebook, book.edition))
            for which, book in enumerate(lines.books)
        )


def read(path: Path, rulebook: str | None = None) -> Scenario:
    """The scenario of a rulebook in a file; the first where none is asked for."""
    found = read_all(path)
    for scenario in found:
        if rulebook in (None, scenario.rulebook):
            return scenario
    books = ", ".join(scenario.rulebook for scenario in found)
    raise BadScenarioError(f"{path}: it is for {books}, not for {rulebook}")


def scenarios_of(folder: Path) -> dict[Path, Scenario]:
    """Every scenario of an edition by its file, its own and those it shares, in their order."""
    own, shared = folder / SCENARIOS_FOLDER, folder.parents[1] / SHARED_FOLDER
    found = {path: read_toml(path) for path in own.glob("*.toml")}
    for path in (*own.glob(f"*{ENDING}"), *shared.glob(f"*/*{ENDING}")):
        with _named(path):
            lines = Lines(read_text(path))
            for which, book in enumerate(lines.books):
                if book.rulebook == folder.parent.name and book.edition in (None, folder.name):
                    found[path] = lines.scenario(which, usual_of(folder))
    return dict(sorted(found.items(), key=lambda one: one[0].stem))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What is wrong in a file is told with its name."""
    try:
        yield
    except BadScenarioError as error:
        if str(error).startswith(str(path)):
            raise
        raise BadScenarioError(f"{path}: {error}") from error


def text_as(scenario: Scenario, path: Path, remarks_from: str = "") -> str:
    """The scenario as a file of that name has it."""
    if path.suffix != ENDING:
        return write(scenario)
    usual = usual_for(scenario.rulebook, scenario.edition)
    return write_lines(scenario, usual, remarks_of(remarks_from))
