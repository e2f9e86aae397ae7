from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from tests.service.play import Rig


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def rig(url: str) -> Iterator[Rig]:
    """A house on SQLite."""
    found = Rig(SqlStore(url))
    yield found
    found.close()


@pytest.fixture
def light() -> Iterator[Rig]:
    """A house in memory."""
    found = Rig(MemoryStore())
    yield found
    found.close()
