"""`pitboss bench` finds the benchmarks in the source tree, and says where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli.house import bench
from tests.cli.conftest import Run


def test_an_unknown_benchmark_is_one_sentence_with_those_there_are(run: Run) -> None:
    result = run("bench", "nothing")
    assert result.exit_code == 2
    assert "There is no benchmark 'nothing'" in result.stderr
    for name in ("exact", "repricing", "solver", "baccarat", "workers", "blackjack", "table"):
        assert name in result.stderr
    for name in ("service", "journal", "jackpot", "tournament", "command"):
        assert name in result.stderr


def test_without_a_source_tree_it_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SOURCES", tmp_path)
    result = run("bench", "command")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "source tree" in result.stderr
    assert result.stderr.count("\n") == 1
