"""What tests of several parts share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import Cluster, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A throw-away PostgreSQL server, started when it is first asked for."""
    with running() as cluster:
        yield cluster


@pytest.fixture
def postgres_url(cluster: Cluster) -> str:
    """The address of a new, empty database."""
    return cluster.address(cluster.database())
