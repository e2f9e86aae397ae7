"""Simulated figures kept with the package, for wagers whose odds are not computed exactly.

`python -m pitboss.games.baccarat.simulate.store RULEBOOK GAME COUPS` deals the coups and writes
the run where `pitboss odds` reads it. A run is valid for the tables whose fingerprint it names.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pitboss.decision.compiled import Compiled
from pitboss.editions.load import load
from pitboss.games.baccarat.facts.spaces import spaces
from pitboss.games.baccarat.simulate.run import simulate
from pitboss.odds.stored import path_of
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.simulate.report import Report, setting_of


def document(compiled: Compiled, report: Report) -> dict[str, Any]:
    """The wagers that span coups, with everything that names the run."""
    spanning = [found for found in report.wagers if compiled.edition.wagers[found.wager].automaton]
    return {
        "rulebook": report.rulebook,
        "edition": report.edition,
        "game": report.game,
        "decks": report.decks,
        "fingerprint": compiled.fingerprint,
        "seed": report.seed,
        "coups": report.coups,
        "shoes": report.shoes,
        "policy": "a Run of each kind before every coup; a tail whenever its indicator admits it",
        "wagers": {
            found.wager: {"mean": found.mean, "stderr": found.stderr, "n": found.n}
            | ({"nominated": found.nominated} if isinstance(found.nominated, str) else {})
            for found in spanning
        },
    }


@refusable
def store_run(compiled: Compiled, game: str, *, coups: int, seed: int = 1) -> Path:
    """Simulate a game and keep the figures of its spanning wagers."""
    setting = sure(setting_of(compiled, game))
    report = sure(simulate(compiled, setting, coups=coups, seed=seed))
    if report.interrupted:
        refuse("interrupted")
    path = path_of(report.rulebook, report.game, report.decks)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document(compiled, report), indent=1) + "\n", encoding="utf-8")
    return path


def main(arguments: list[str]) -> int:
    """Store the run asked for."""
    if len(arguments) != 3:
        sys.stderr.write("RULEBOOK GAME COUPS are needed.\n")
        return 2
    name, game, coups = arguments
    edition = load(name)
    answer = (
        edition
        if isinstance(edition, Refusal)
        else store_run(Compiled(edition, spaces), game, coups=int(float(coups)))
    )
    sys.stdout.write(f"{answer}\n")
    return 2 if isinstance(answer, Refusal) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
