"""A small edition: the rules of a real one, and only the proofs that a test gives it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.conformity.behaviour.crew import Crew, crew

PEOPLE = """
title    = "A toy"
rulebook = "star-baccarat"
layout   = "A"
{head}

[sign]
minimum = 25
maximum = 1000

[[people]]
name = "Dee"
role = "staff"
rank = "Dealer"

[[people]]
name = "Sue"
role = "staff"
rank = "Gaming Supervisor"

[[people]]
name  = "Ann"
seat  = 1
chips = 2000
"""

Make = Callable[..., Path]


@pytest.fixture(scope="session")
def workers() -> Iterator[Crew]:
    """One worker for all tests here."""
    with crew(1) as found:
        yield found


@pytest.fixture
def toy(tmp_path: Path) -> Make:
    """Makes an edition with these scenarios (head and steps), asks and obligations only."""

    def make(
        scenes: dict[str, tuple[str, str]] | None = None, asks: str = "", obligations: str = ""
    ) -> Path:
        source = rulebook("star-baccarat").edition.folder
        folder = tmp_path / source.parent.name / source.name
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("cases", "scenarios"))
        (folder / "cases").mkdir()
        (folder / "scenarios").mkdir()
        (folder / "cases" / "toy.toml").write_text(asks, encoding="utf-8")
        (folder / "obligations.toml").write_text(obligations, encoding="utf-8")
        for name, (head, steps) in (scenes or {}).items():
            text = PEOPLE.format(head=head) + steps
            (folder / "scenarios" / f"{name}.toml").write_text(text, encoding="utf-8")
        return folder

    return make
