"""Stored runs: simulated figures of wagers that span coups, named by seed and fingerprint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.decision.compiled import Compiled
from pitboss.settle.setting import Setting

FOLDER = Path(__file__).parent / "stored_runs"


@cache
def _load(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def path_of(rulebook: str, game: str, decks: int) -> Path:
    """Where the run of a game is kept."""
    return FOLDER / f"{rulebook}-{game}-{decks}.json"


def stored_run(
    compiled: Compiled, setting: Setting, counts: Sequence[int], name: str
) -> dict[str, Any]:
    """Mean and standard error of a wager, or a note that says why there are none."""
    path = path_of(compiled.edition.identity.rulebook, setting.game, setting.decks)
    if any(number != setting.decks for number in counts):
        return {"note": "stored runs are of full shoes: use pitboss simulate for other cards"}
    if not path.exists():
        return {"note": "no stored run for this game and these decks: use pitboss simulate"}
    document = _load(path)
    if document["fingerprint"] != compiled.fingerprint:
        return {"note": "the stored run is of other tables: use pitboss simulate"}
    found = document["wagers"].get(name)
    if found is None:
        return {"note": "not in the stored run: use pitboss simulate"}
    run = {key: document[key] for key in ("seed", "coups", "fingerprint")}
    return {"mean": found["mean"], "stderr": found["stderr"], "run": run}
