"""`pitboss chaos`: tables played badly, every step checked; what was accepted how often."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from pitboss.cli.options import EditionName, Json, open_book
from pitboss.cli.term.output import columns, console, fail, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chaos.dealer import Chaos


def chaos(
    rulebook: Annotated[
        str | None, Argument(help="A rulebook; all that have a table if omitted.")
    ] = None,
    edition: EditionName = None,
    steps: Annotated[int, Option(min=1, help="Commands to give.")] = 100_000,
    seed: Annotated[int, Option(help="The same seed, the same run.")] = 1,
    json: Json = False,
) -> None:
    """Let the chaos dealer loose on one rulebook, or on all that have a table."""
    from pitboss.chaos.dealer import Chaos
    from pitboss.cli.term.progress import progress
    from pitboss.editions.load import shelf

    books = [open_book(one, edition) for one in ([rulebook] if rulebook else shelf())]
    chosen = [book for book in books if book.edition.rules]
    if not chosen:
        fail(f"{rulebook} has no rules of procedure yet: no table can be opened under it.")
    reports = []
    for book in chosen:
        dealer = Chaos(book.rules, seed)
        title = book.edition.identity.rulebook
        began = time.perf_counter()
        with progress(title, steps, quiet=json) as told:
            broken = dealer.run(steps, told)
        reports.append(_report(dealer, broken, time.perf_counter() - began))
    if json:
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
        "choices": dict(world.choices),
        "violation": broken,
    }


def _print(out: Console, seed: int, report: dict[str, Any]) -> None:
    out.print(
        f"[bold]{report['rulebook']}[/] {report['edition']}, seed {seed}: {report['steps']:,} "
        f"steps at {report['tables']:,} tables, {report['coups']:,} coups, "
        f"{report['steps_per_second']:,} steps/s"
    )
    heads = ("command", "accepted", "refused", "most often refused as")
    table = columns(*heads, figures=slice(1, 3))
    for word, told in report["commands"].items():
        codes = sorted(told["codes"].items(), key=lambda pair: -pair[1])[:3]
        listed = ", ".join(f"{code} {number:,}" for code, number in codes)
        table.add_row(word, f"{told['accepted']:,}", f"{told['refused']:,}", listed)
    out.print(table)
    for what, done, counted in (("ruling", "given", "rulings"), ("choice", "made", "choices")):
        if report[counted]:
            table = columns(what, done, figures=slice(1, None))
            for name, number in report[counted].items():
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
