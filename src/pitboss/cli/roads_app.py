"""`pitboss roads`: the roads of a shoe, for people, as JSON or as a picture."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.app import Json, app


@app.command()
def roads(
    results: Annotated[
        str,
        typer.Argument(
            help="B, P, T in order of play, each with flags: b Banker pair, p Player pair, "
            "n natural, x no bet coup; v void, d dummy, / end of shoe."
        ),
    ],
    svg: Annotated[str | None, typer.Option(help="Draw the roads into this SVG file.")] = None,
    show_no_bet: Annotated[
        bool, typer.Option("--show-no-bet", help="No bet coups are beads on the bead plate.")
    ] = False,
    drop_leading_ties: Annotated[
        bool, typer.Option("--drop-leading-ties", help="Ties before the first ring are not shown.")
    ] = False,
    json: Json = False,
) -> None:
    """Bead plate, big road, big eye boy, small road and cockroach pig of one shoe.

    pitboss roads "BBPTPB"
    """
    from pitboss.cli import roading  # noqa: PLC0415

    roading.run(
        results,
        svg,
        no_bet_shown=show_no_bet,
        leading_ties=not drop_leading_ties,
        as_json=json,
    )
