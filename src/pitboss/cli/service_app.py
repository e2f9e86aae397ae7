"""The commands around the service and their help; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.app import Json, app
from pitboss.cli.journal_app import Database


@app.command()
def random(
    count: Annotated[
        int | None, typer.Option("--bytes", min=1, help="How many bytes; without end if omitted.")
    ] = None,
    below: Annotated[
        int | None, typer.Option(min=2, help="Numbers below this, a line each, as cards are drawn.")
    ] = None,
    shoes: Annotated[
        int | None, typer.Option(min=1, help="Whole shuffled shoes, a line each.")
    ] = None,
    decks: Annotated[int, typer.Option(min=1, max=24, help="With --shoes: the decks.")] = 8,
    numbers: Annotated[int, typer.Option(min=1, help="With --below: how many numbers.")] = 1000,
) -> None:
    """Give out the generator of virtual shoes, raw and before scaling, for a laboratory.

    pitboss random --bytes 125000000 > raw.bin
    """
    from pitboss.cli import serving_random  # noqa: PLC0415

    serving_random.run(count, below, shoes, decks, numbers)


@app.command()
def report(
    database: Database = None,
    table: Annotated[
        str | None, typer.Option(help="One table, e.g. table:1; all if omitted.")
    ] = None,
    month: Annotated[
        str | None, typer.Option(help="Payment errors of this month, e.g. 2026-11.")
    ] = None,
    json: Json = False,
) -> None:
    """Report win, drop, hold against its exact expectation, payment errors, duties.

    pitboss report --database sqlite:///house.db
    """
    from pitboss.cli import reporting  # noqa: PLC0415

    reporting.run(database, table, month, as_json=json)
