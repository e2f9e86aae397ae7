"""`pitboss roads`: the roads of a shoe, for people, as JSON or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from pitboss.cli.options import Json, open_book, sure_of
from pitboss.cli.term.output import fail, print_json

if TYPE_CHECKING:
    from pitboss.games.game import Roads


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
    rulebook: Annotated[str, Option(help="The rulebook whose roads they are.")] = "star-baccarat",
    json: Json = False,
) -> None:
    """Make the roads, draw them where asked, print them."""
    book = open_book(rulebook)
    made: Roads = sure_of(
        book.game.roads(
            book.compiled, results, no_bet_shown=show_no_bet, leading_ties=not drop_leading_ties
        )
    )
    if svg is not None:
        try:
            Path(svg).write_text(made.svg, encoding="utf-8")
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}.")
    if json:
        print_json(made.document)
    else:
        sys.stdout.write(made.letters + "\n")
