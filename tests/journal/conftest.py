"""The three stores and a sample of every aggregate, each in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store
from tests.journal.samples import SAMPLES, Sample


@pytest.fixture(params=list(SAMPLES), scope="session")
def sample(request: pytest.FixtureRequest) -> Sample:
    """The journal of each aggregate."""
    return SAMPLES[request.param]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store that lasts."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'journal.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    kept: Store
    if request.param == "memory":
        kept = MemoryStore()
    elif request.param == "sqlite":
        kept = SqlStore(f"sqlite:///{tmp_path / 'journal.db'}")
    else:
        kept = SqlStore(request.getfixturevalue("postgres_url"))
    yield kept
    kept.close()
