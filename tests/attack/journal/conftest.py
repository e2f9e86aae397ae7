from __future__ import annotations

from pathlib import Path

import pytest

from tests.attack.journal.house import House, evening
from tests.postgres import Cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    """A house that has worked for an evening, signed and closed."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'journal.db'}"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        url = cluster.address(cluster.database())
    found = House(tmp_path / "keys", url)
    with found.open() as rig:
        evening(rig)
    return found


@pytest.fixture
def embedded(tmp_path: Path) -> House:
    """The same on SQLite alone, for what is done to files."""
    found = House(tmp_path / "keys", f"sqlite:///{tmp_path / 'journal.db'}")
    with found.open() as rig:
        evening(rig)
    return found
