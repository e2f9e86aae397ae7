"""`pitboss protect`: what a perfect tracker could gain, for staff and study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import typer
from rich.table import Table

from pitboss.book import Rulebook
from pitboss.cards import CARDS_IN_DECK
from pitboss.charts import save_svg
from pitboss.cli.common import console, fail, open_book, print_json, read_sign_options, sure_of
from pitboss.cli.printing import heading
from pitboss.cli.progress import progress
from pitboss.settle.setting import Setting, choose
from pitboss.simulate.generator import check_seed
from pitboss.simulate.protect import Tracker, add_shoe, empty_tally, tracker

STOPPED = 130
NOTICE = "For staff and study: the rulebooks forbid players to use analysing devices at a table."


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
    fresh = tracked.pricer.expectations((setting.decks,) * CARDS_IN_DECK)
    document: dict[str, Any] = {
        "rulebook": name,
        "game": setting.game,
        "decks": setting.decks,
        "cut": tracked.behind,
        "seed": seed,
        "shoes": len(tally.shoe_gains),
        "coups": int(tally.coups.sum()),
        "seconds": perf_counter() - began,
        "interrupted": interrupted,
        "notice": NOTICE,
        "wagers": [
            wager | {"favours_player": fresh[wager["wager"]] > 0} for wager in tally.document()
        ],
    }
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


def depth_chart(document: dict[str, Any]) -> dict[str, Any]:
    """How often each wager is positive, by how much of the shoe is gone."""
    ordered = sorted(document["wagers"], key=lambda w: -w["by_depth"][-1]["positive"])
    names = [wager["wager"] for wager in ordered]
    rows = [
        {"wager": wager["wager"], "depth": item["to"], "positive": item["positive"]}
        for wager in ordered
        for item in wager["by_depth"]
    ]
    title = f"{document['rulebook']} {document['game']}: how often a perfect tracker has the edge"
    return {
        "title": {"text": title, "subtitle": NOTICE},
        "width": 560,
        "height": 320,
        "data": {"values": rows},
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": {
                "field": "depth",
                "type": "quantitative",
                "axis": {"format": "%"},
                "title": "share of the shoe dealt",
            },
            "y": {
                "field": "positive",
                "type": "quantitative",
                "axis": {"format": "%"},
                "title": "share of coups with a positive expectation",
            },
            # Colour is never alone: the points differ in shape too.
            "color": {"field": "wager", "type": "nominal", "title": None, "sort": names},
            "shape": {"field": "wager", "type": "nominal", "legend": None, "sort": names},
        },
    }
