"""Stored runs: written by the simulation, read by the odds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.games.baccarat.simulate.store import main, store_run
from pitboss.odds import stored
from pitboss.refusal import Refusal
from tests.games.baccarat.simulate.games import ready


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stored, "FOLDER", tmp_path / "runs")
    return tmp_path / "runs"


def test_a_run_is_kept_where_the_odds_find_it(folder: Path) -> None:
    game = ready("crown-melbourne-baccarat", "crown")
    path = store_run(game.compiled, "crown", coups=20_000, seed=4)
    assert isinstance(path, Path)
    assert path.parent == folder
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["fingerprint"] == game.compiled.fingerprint
    assert document["seed"] == 4
    assert document["coups"] >= 20_000
    assert document["wagers"]["combination-run-3"]["nominated"] == "PBP"
    assert "banker" not in document["wagers"]
    found = stored.stored_run(game.compiled, game.setting, [8] * 52, "tie-run-3")
    assert found["stderr"] > 0
    assert found["run"]["seed"] == 4


def test_bad_arguments_end_with_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 2
    assert "RULEBOOK" in capsys.readouterr().err
    assert main(["no-such-rulebook", "x", "1"]) == 2
    assert isinstance(store_run(ready("star-baccarat").compiled, "x", coups=1), Refusal)
    assert not folder.exists()
