"""`pitboss protect`: what a perfect tracker could gain, for staff and study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import typer
from rich.table import Table

from pitboss.book import Rulebook
from pitboss.charts import save_svg
from pitboss.cli.common import console, fail, open_book, print_json, read_sign_options, sure_of
from pitboss.cli.printing import heading
from pitboss.cli.progress import progress
from pitboss.settle.setting import Setting, choose
from pitboss.simulate.generator import check_seed
from pitboss.simulate.protect import Tracker, add_shoe, empty_tally, tracker
from pitboss.simulate.protection import NOTICE, depth_chart, protection_document

STOPPED = 130


def run(
    name: str,
    game: str | None,
    decks: int | None,
    sign: Sequence[str],
    cut: int | None,
    shoes: int,
    seed: int,
    plot: str | None,
    *,
    as_json: bool,
) -> None:
    """Track shoes and say what turned positive; Ctrl-C ends early with what is done."""
    book = open_book(name)
    setting: Setting = sure_of(choose(book.edition, game, decks, None, read_sign_options(sign)))
    tracked: Tracker = sure_of(tracker(book.compiled, setting, cut))
    tally = empty_tally(tracked.pricer.wagers)
    sure_of(check_seed(seed))
    interrupted = False
    began = perf_counter()
    with progress(f"{name} shoes", shoes, quiet=as_json) as step:
        try:
            for depths, prices in tracked.shoes(seed, shoes):
                add_shoe(tally, depths, prices)
                step(1)
        except KeyboardInterrupt:
            interrupted = True
            if not tally.shoe_gains:
                fail("stopped before the first shoe was done", STOPPED)
    document = protection_document(
        tracked, tally, seed, perf_counter() - began, interrupted=interrupted
    )
    if plot:
        problem = save_svg(depth_chart(document), Path(plot))
        if problem:
            fail(problem)
    if as_json:
        print_json(document)
    else:
        _print(book, setting, document)
    if interrupted:
        raise typer.Exit(STOPPED)


def _print(book: Rulebook, setting: Setting, document: dict[str, Any]) -> None:
    out = console()
    out.print(heading(book, setting.game, setting.decks, None))
    out.print(f"{document['shoes']} shoes, {document['cut']} cards behind the cutting card")
    out.print(NOTICE)
    table = Table("wager", "positive", "then worth", "gain per shoe", "±", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
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
