"""The benchmarks by name; `pitboss bench` runs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from benchmarks.measure import Measure, Suite, machine

SUITES = {
    "exact": "exact:baccarat",
    "repricing": "exact:repricing",
    "solver": "exact:solver",
    "baccarat": "baccarat:simulation",
    "workers": "baccarat:two_workers",
    "blackjack": "blackjack:simulation",
    "table": "table:play",
    "console": "console:reading",
    "journal": "journal:commands",
    "jackpot": "jackpot:stakes",
    "tournament": "tournament:whole",
    "service": "service:serving",
    "terminals": "stations:playing",
    "strangers": "strangers:attacked",
    "house": "house:watched",
    "command": "exact:command",
}


__all__ = ["SUITES", "machine", "run"]


def run(names: Sequence[str], rounds: int, step: Callable[[int], None]) -> list[Measure]:
    """Run the benchmarks named; `step` is called after each."""
    found: list[Measure] = []
    for name in names:
        module, _, function = SUITES[name].partition(":")
        suite: Suite = getattr(import_module(f"benchmarks.{module}"), function)
        found += suite(rounds)
        step(1)
    return found
