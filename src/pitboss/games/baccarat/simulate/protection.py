"""What a perfect tracker found, as a document and as a chart."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from pitboss.cards import CARDS_IN_DECK
from pitboss.charts import Chart
from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.simulate.protect import Tally, Tracker, add_shoe, empty_tally, tracker
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.setting import Setting
from pitboss.simulate.generator import check_seed
from pitboss.simulate.studies import Tracking

NOTICE = "For staff and study: the rulebooks forbid players to use analysing devices at a table."


@refusable
def protection(
    compiled: Compiled, setting: Setting, tracking: Tracking
) -> tuple[dict[str, Any], Chart]:
    """Track the shoes; who interrupts it has what is done."""
    sure(check_seed(tracking.seed))
    tracked = sure(tracker(compiled, setting, tracking.cut))
    tally = empty_tally(tracked.pricer.wagers)
    began, interrupted = perf_counter(), False
    try:
        for depths, prices in tracked.shoes(tracking.seed, tracking.shoes):
            add_shoe(tally, depths, prices)
            tracking.told(len(tally.shoe_gains))
    except KeyboardInterrupt:
        interrupted = True
        if not tally.shoe_gains:
            refuse("stopped.protect")
    seconds = perf_counter() - began
    document = protection_document(tracked, tally, tracking.seed, seconds, interrupted=interrupted)
    return document, depth_chart(document)


def protection_document(
    tracked: Tracker, tally: Tally, seed: int, seconds: float, *, interrupted: bool
) -> dict[str, Any]:
    """What was tracked, and for each wager how often and how far it turned positive."""
    setting = tracked.setting
    fresh = tracked.pricer.expectations((setting.decks,) * CARDS_IN_DECK)
    return {
        "rulebook": tracked.compiled.edition.identity.rulebook,
        "game": setting.game,
        "decks": setting.decks,
        "cut": tracked.behind,
        "seed": seed,
        "shoes": len(tally.shoe_gains),
        "coups": int(tally.coups.sum()),
        "seconds": seconds,
        "interrupted": interrupted,
        "notice": NOTICE,
        "wagers": [
            wager | {"favours_player": fresh[wager["wager"]] > 0} for wager in tally.document()
        ],
    }


def depth_chart(document: dict[str, Any]) -> Chart:
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
