"""`pitboss bench`: what docs/benchmarks.md claims, measured here and now."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option

from pitboss.cli.options import Json
from pitboss.cli.term.output import columns, console, fail, print_json

SOURCES = Path(__file__).parents[4]


def _suites() -> Any:
    """The benchmarks, which lie beside the sources and are not installed."""
    if not (SOURCES / "benchmarks" / "suites.py").is_file():
        fail("The benchmarks are not installed: run pitboss bench from a source tree.")
    sys.path.insert(0, str(SOURCES))
    return import_module("benchmarks.suites")


def bench(
    names: Annotated[
        list[str] | None,
        Argument(
            help="exact, repricing, solver, baccarat, workers, blackjack, table, service, journal, "
            "jackpot, terminals, tournament, strangers, house, command."
        ),
    ] = None,
    rounds: Annotated[int, Option(min=1, help="Rounds of each; the best is kept.")] = 7,
    json: Json = False,
) -> None:
    """Run the benchmarks named, or all, and print a table."""
    from pitboss.cli.term.progress import progress

    suites = _suites()
    for name in names or ():
        if name not in suites.SUITES:
            fail(f"There is no benchmark '{name}'; there are {', '.join(suites.SUITES)}.")
    wanted = names or list(suites.SUITES)
    with progress("benchmarks", len(wanted), quiet=json) as step:
        found = suites.run(wanted, rounds, step)
    machine = suites.machine()
    if json:
        print_json({"machine": machine, "rounds": rounds, "measures": found})
        return
    out = console()
    out.print(", ".join(f"{key} {value}" for key, value in machine.items()))
    table = columns("work", "reached", "", "beside", "", "ratio", "goal", "met")
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
