"""A floor in memory for attacks that need no process of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.conftest import House


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    with found.client:
        yield found
