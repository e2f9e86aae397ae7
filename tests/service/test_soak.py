"""A house played for long holds no more memory, handles or files at its end than before."""

from __future__ import annotations

import os

import pytest

from benchmarks.soak import PARTS, soak, table

MOST_GROWTH = 1.1
"""Memory between the third fifth of the time and the last."""
MOST_WAL_BYTES = 64_000_000


def looked_at(seconds: float, tables: int, players: int) -> None:
    parts = soak(seconds, tables, players)
    print(table(parts))
    middle, last = parts[PARTS // 2], parts[-1]
    assert last.memory_bytes <= MOST_GROWTH * middle.memory_bytes
    assert last.handles <= middle.handles + players // 10
    assert max(one.wal_bytes for one in parts) < MOST_WAL_BYTES


def test_a_short_soak_is_flat() -> None:
    looked_at(10, tables=4, players=8)


@pytest.mark.long
def test_a_soak_of_half_an_hour_with_50_tables_is_flat() -> None:
    looked_at(float(os.environ.get("PITBOSS_SOAK_SECONDS", "1800")), tables=50, players=100)
