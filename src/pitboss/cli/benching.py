"""`pitboss bench`: what docs/benchmarks.md claims, measured here and now."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rich.table import Table

from pitboss.bench.measure import Measure, machine
from pitboss.cli.common import console, fail, print_json
from pitboss.cli.progress import progress

SUITES = {
    "exact": "exact:baccarat",
    "repricing": "exact:repricing",
    "solver": "exact:solver",
    "baccarat": "baccarat:simulation",
    "workers": "baccarat:two_workers",
    "blackjack": "blackjack:simulation",
    "table": "table:play",
    "journal": "journal:commands",
    "service": "service:serving",
    "command": "exact:command",
}


def run(names: list[str], rounds: int, *, as_json: bool) -> None:
    """Run the suites named, or all, and print a table."""
    for name in names:
        if name not in SUITES:
            fail(f"There is no benchmark '{name}'; there are {', '.join(SUITES)}.")
    found: list[Measure] = []
    wanted = names or list(SUITES)
    with progress("benchmarks", len(wanted), quiet=as_json) as step:
        for name in wanted:
            module, _, function = SUITES[name].partition(":")
            suite: Any = getattr(import_module(f"pitboss.bench.{module}"), function)
            found += suite(rounds)
            step(1)
    document = {"machine": machine(), "rounds": rounds, "measures": found}
    if as_json:
        print_json(document)
        return
    out = console()
    out.print(", ".join(f"{key} {value}" for key, value in machine().items()))
    table = Table("work", "reached", "", "beside", "", "ratio", "goal", "met", box=None)
    for one in found:
        goal = "" if one.goal is None else f"{one.goal:g}"
        met = "" if one.met is None else "[green]yes[/]" if one.met else "[red]no[/]"
        table.add_row(
            one.work,
            f"{one.reached:.4g}",
            one.unit,
            one.beside,
            f"{one.beside_reached:.4g}",
            f"{one.ratio:.3g}",
            goal,
            met,
        )
    out.print(table)
