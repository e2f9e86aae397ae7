"""Statuses are worked out beside a server, not in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import rulebook
from pitboss.conformity.clauses import apart, kept
from pitboss.errors import NotProvedError

FOLDER = rulebook("crown-perth-baccarat").edition.folder


def test_a_process_of_its_own_finds_the_same() -> None:
    assert apart.statuses_apart(FOLDER) == kept.statuses_of(FOLDER)


def test_a_process_that_fails_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(NotProvedError):
        apart.statuses_apart(tmp_path / "no such edition")


def test_it_ends_with_whoever_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing is kept: there is much to do
    asked = subprocess.Popen(
        [sys.executable, "-m", apart.__name__, str(FOLDER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert asked.stdin is not None
    asked.stdin.close()
    assert asked.wait(60) == 1
