"""A basic strategy as a chart: hard totals, soft totals and pairs by up card."""

from __future__ import annotations

from typing import Any

from pitboss.charts import Chart
from pitboss.games.blackjack.odds.best_play import LEGEND, UPS
from pitboss.games.blackjack.odds.strategy import (
    AS_TOTAL,
    DOUBLE_ELSE_HIT,
    DOUBLE_ELSE_STAND,
    HIT,
    SPLIT,
    STAND,
    TotalDependent,
    letter,
)

LETTERS = {act: short for act, (short, _) in LEGEND.items()} | {AS_TOTAL: "–"}
COLOURS = {
    HIT: "#f3d9a4",
    STAND: "#a9cfc4",
    DOUBLE_ELSE_HIT: "#9db7dd",
    DOUBLE_ELSE_STAND: "#c5d3ea",
    SPLIT: "#d9a7a0",
    AS_TOTAL: "#f2f2f2",
}
TITLES = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}


def strategy_chart(table: TotalDependent, title: str) -> Chart:
    """The Vega-Lite description, for `charts.save_svg`; a colour and a letter per action."""
    return {
        "title": {"text": title, "anchor": "start"},
        "hconcat": [_panel(table, kind) for kind in TITLES],
        "spacing": 24,
        "resolve": {"scale": {"color": "shared"}, "legend": {"color": "shared"}},
    }


def _panel(table: TotalDependent, kind: str) -> Chart:
    rows = sorted({total for what, total, _ in table.cells if what == kind}, reverse=True)
    if kind == "pair":
        rows = sorted(rows, key=lambda value: (value == 1, value), reverse=True)
    names = {total: _row(kind, total) for total in rows}
    cells: list[dict[str, Any]] = [
        {"hand": names[total], "up": letter(up), "action": word, "letter": LETTERS[word]}
        for (what, total, up), word in table.cells.items()
        if what == kind
    ]
    across = {
        "field": "up",
        "type": "ordinal",
        "sort": UPS,
        "title": "Dealer's first card",
        "axis": {"orient": "top", "labelAngle": 0, "domain": False, "ticks": False},
    }
    down = {
        "field": "hand",
        "type": "ordinal",
        "sort": [names[total] for total in rows],
        "title": TITLES[kind],
        "axis": {"domain": False, "ticks": False},
    }
    colour = {
        "field": "action",
        "type": "nominal",
        "scale": {"domain": list(COLOURS), "range": list(COLOURS.values())},
        "legend": {"title": None, "orient": "bottom", "labelExpr": _legend()},
    }
    place = {"x": across, "y": down}
    return {
        "data": {"values": cells},
        "width": {"step": 24},
        "height": {"step": 20},
        "layer": [
            {
                "mark": {"type": "rect", "stroke": "white", "strokeWidth": 1},
                "encoding": {**place, "color": colour},
            },
            {
                "mark": {"type": "text", "fontSize": 11, "color": "#222"},
                "encoding": {**place, "text": {"field": "letter", "type": "nominal"}},
            },
        ],
    }


def _row(kind: str, total: int) -> str:
    return f"{letter(total)},{letter(total)}" if kind == "pair" else str(total)


def _legend() -> str:
    """Each action with its letter; a pair that is not split is played as its total."""
    shown = {word: f"{LETTERS[word]}  {word}" for word in LETTERS}
    shown[AS_TOTAL] = f"{LETTERS[AS_TOTAL]}  as its total"
    text = "datum.label"
    for word, label in shown.items():
        text = f"datum.label == '{word}' ? '{label}' : {text}"
    return text
