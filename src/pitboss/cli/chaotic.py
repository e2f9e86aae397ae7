"""`pitboss chaos`: tables played badly, every step checked; what was accepted how often."""

from __future__ import annotations

import time
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from pitboss.chaos.dealer import Chaos
from pitboss.cli.common import console, fail, open_book, print_json
from pitboss.cli.progress import progress
from pitboss.editions.load import shelf
from pitboss.table import Rules


def run(name: str | None, edition: str | None, steps: int, seed: int, *, as_json: bool) -> None:
    """Let the chaos dealer loose on one rulebook, or on all that have a table."""
    books = [open_book(one, edition) for one in ([name] if name else shelf())]
    chosen = [book for book in books if book.edition.rules]
    if not chosen:
        fail(f"{name} has no rules of procedure yet: no table can be opened under it.")
    reports = []
    for book in chosen:
        chaos = Chaos(Rules(book.compiled), seed)
        title = book.edition.identity.rulebook
        began = time.perf_counter()
        with progress(title, steps, quiet=as_json) as told:
            broken = chaos.run(steps, told)
        reports.append(_report(chaos, broken, time.perf_counter() - began))
    if as_json:
        print_json({"seed": seed, "rulebooks": reports})
    else:
        for report in reports:
            _print(console(), seed, report)
    if any(report["violation"] for report in reports):
        raise typer.Exit(1)


def _report(chaos: Chaos, broken: Any, seconds: float) -> dict[str, Any]:
    world = chaos.world
    commands = {
        entry.word: {
            "accepted": world.accepted[entry.word],
            "refused": world.refused[entry.word],
            "codes": {
                code: number for (word, code), number in world.codes.items() if word == entry.word
            },
        }
        for entry in world.entries
    }
    rulings = {row: world.rulings[row] for rows in world.rows.values() for row in rows}
    return {
        "rulebook": world.edition.identity.rulebook,
        "edition": world.edition.identity.edition,
        "steps": chaos.steps,
        "seconds": round(seconds, 3),
        "steps_per_second": round(chaos.steps / seconds),
        "tables": world.tables,
        "coups": world.coups,
        "commands": commands,
        "rulings": rulings,
        "violation": broken,
    }


def _print(out: Console, seed: int, report: dict[str, Any]) -> None:
    out.print(
        f"[bold]{report['rulebook']}[/] {report['edition']}, seed {seed}: {report['steps']:,} "
        f"steps at {report['tables']:,} tables, {report['coups']:,} coups, "
        f"{report['steps_per_second']:,} steps/s"
    )
    table = Table("command", "accepted", "refused", "most often refused as", box=None)
    for column in table.columns[1:3]:
        column.justify = "right"
    for word, told in report["commands"].items():
        codes = sorted(told["codes"].items(), key=lambda pair: -pair[1])[:3]
        listed = ", ".join(f"{code} {number:,}" for code, number in codes)
        table.add_row(word, f"{told['accepted']:,}", f"{told['refused']:,}", listed)
    out.print(table)
    if report["rulings"]:
        table = Table("ruling", "given", box=None)
        table.columns[1].justify = "right"
        for name, number in report["rulings"].items():
            table.add_row(name, f"{number:,}")
        out.print(table)
    broken = report["violation"]
    if broken is not None:
        out.print(
            f"[red]violation[/] at step {broken.step} of seed {broken.seed}: {broken.wrong}\n"
            f"  after {broken.command}"
        )
    else:
        out.print("no violation")
