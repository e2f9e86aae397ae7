"""`pitboss protect`: what a perfect tracker could gain, for staff and study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from pitboss.cli.options import (
    BaccaratBook,
    Decks,
    Game,
    Json,
    Plot,
    Sign,
    open_book,
    read_sign,
    sure_of,
)
from pitboss.cli.term.output import STOPPED, columns, console, fail, print_json, save_chart

if TYPE_CHECKING:
    from pitboss.settle.setting import Setting


def protect(
    rulebook: BaccaratBook,
    game: Game = None,
    decks: Decks = None,
    sign: Sign = None,
    cut: Annotated[
        int | None, Option(help="Cards behind the cutting card; the fewest if omitted.")
    ] = None,
    shoes: Annotated[int, Option(min=1, help="Shoes to track.")] = 1000,
    seed: Annotated[int, Option(min=0, help="Seed of the shuffles.")] = 1,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Track shoes and say what turned positive; Ctrl-C ends early with what is done."""
    from pitboss.cli.term.progress import progress
    from pitboss.cli.term.settlement import heading
    from pitboss.refusal import Refusal
    from pitboss.settle.setting import choose
    from pitboss.simulate.studies import Tracking

    book = open_book(rulebook)
    setting: Setting = sure_of(choose(book.edition, game, decks, None, read_sign(sign)))
    with progress(f"{rulebook} shoes", shoes, quiet=json) as step:
        tracking = Tracking(shoes, seed, cut, lambda _: step(1))
        found = book.game.protect(book.compiled, setting, tracking)
    if isinstance(found, Refusal):
        fail(found, STOPPED if found.code == "stopped" else 2)
    document, chart = found
    if plot:
        save_chart(chart, plot)
    if json:
        print_json(document)
    else:
        _print(heading(book, setting.game, setting.decks, None), document)
    if document["interrupted"]:
        raise typer.Exit(STOPPED)


def _print(heading: str, document: dict[str, Any]) -> None:
    out = console()
    out.print(heading)
    out.print(f"{document['shoes']} shoes, {document['cut']} cards behind the cutting card")
    out.print(document["notice"])
    heads = ("wager", "positive", "then worth", "gain per shoe", "±")
    table = columns(*heads, figures=slice(1, None))
    for wager in document["wagers"]:
        table.add_row(
            wager["wager"],
            f"{wager['positive']:.3%}",
            f"{wager['mean_when_positive']:.3%}",
            f"{wager['gain_per_shoe']:.5f}",
            f"{wager['stderr']:.5f}",
        )
    out.print(table)
    for wager in document["wagers"]:
        if wager["favours_player"]:
            out.print(f"[yellow]! {wager['wager']} favours the player as written.[/]")
