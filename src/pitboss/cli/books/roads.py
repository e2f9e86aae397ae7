"""`pitboss roads`: the roads of a shoe, for people, as JSON or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pitboss.cli.options import Json, sure_of
from pitboss.cli.term.output import fail, print_json


def roads(
    results: Annotated[
        str,
        Argument(
            help="B, P, T in order of play, each with flags: b Banker pair, p Player pair, "
            "n natural, x no bet coup; v void, d dummy, / end of shoe."
        ),
    ],
    svg: Annotated[str | None, Option(help="Draw the roads into this SVG file.")] = None,
    show_no_bet: Annotated[
        bool, Option("--show-no-bet", help="No bet coups are beads on the bead plate.")
    ] = False,
    drop_leading_ties: Annotated[
        bool, Option("--drop-leading-ties", help="Ties before the first ring are not shown.")
    ] = False,
    json: Json = False,
) -> None:
    """Make the roads, draw them where asked, print them."""
    from pitboss.games.baccarat.roads.roads import read_results
    from pitboss.games.baccarat.roads.roads import roads as make_roads

    found = sure_of(read_results(results))
    made = make_roads(found, no_bet_shown=show_no_bet, leading_ties=not drop_leading_ties)
    if svg is not None:
        from pitboss.games.baccarat.roads.drawing import svg as picture

        try:
            Path(svg).write_text(picture(made), encoding="utf-8")
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}.")
    if json:
        print_json(made)
    else:
        from pitboss.cli.term.roads import roads_page

        sys.stdout.write(roads_page(made) + "\n")
