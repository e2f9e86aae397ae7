"""The power fails: whatever was acknowledged is on the disk, at every moment of the writing."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.journal.power import Disk, traced
from tests.journal.test_crash import resumed


@pytest.fixture(autouse=True, scope="module")
def strace() -> None:
    """Without it nothing here is proved, and that must not go unnoticed."""
    if shutil.which("strace") is None:
        pytest.fail("There is no strace; `make test` installs it.", pytrace=False)


def moments(folder: Path, synchronous: str, every: int, tries: int) -> int:
    """Let the power fail at every so many calls, in several ways each; how often it did."""
    disk, after = Disk(), folder / "after"
    after.mkdir()
    seen = failed = 0
    for line in traced(folder, synchronous):
        if disk.take(line) is None or not disk.acknowledged:
            continue
        seen += 1
        if seen % every:
            continue
        for way in range(tries):
            disk.left(after, random.Random(seen * 100 + way) if way else None)
            told = [(command,) for command in disk.acknowledged]
            resumed(f"sqlite:///{after / 'power.db'}", told, kind="table")
            failed += 1
    return failed


def test_what_was_acknowledged_outlives_the_power(tmp_path: Path) -> None:
    assert moments(tmp_path, "full", every=19, tries=2) > 10


@pytest.mark.parametrize("synchronous", ["off", "normal"])
def test_with_less_synchronisation_it_would_be_lost(tmp_path: Path, synchronous: str) -> None:
    with pytest.raises(Exception, match=r"acknowledged command was lost|malformed|not a database"):
        moments(tmp_path, synchronous, every=19, tries=2)


@pytest.mark.long
def test_what_was_acknowledged_outlives_the_power_at_every_moment(tmp_path: Path) -> None:
    assert moments(tmp_path, "full", every=1, tries=3) > 300
