"""Charts: a Vega-Lite description turned into SVG, without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.refusal import Refusal

Chart = dict[str, Any]

_LOOK = {
    "font": "Liberation Sans, Arial, Helvetica, sans-serif",
    "background": "white",
    # Viewers have other fonts than the renderer: leave room for wider letters.
    "padding": {"left": 40, "right": 60, "top": 12, "bottom": 12},
    "view": {"stroke": None},
    "axis": {"gridColor": "#e6e6e6", "domainColor": "#888", "tickColor": "#888"},
    "range": {
        "category": [
            *("#1f6f5c", "#b3392f", "#b8862b", "#34568b", "#6b4c8a", "#5a5a5a"),
            *("#6fb7a5", "#e8897f", "#e3c06f", "#8fa9d0", "#b79bd0", "#a8a8a8"),
        ]
    },
}


def svg(chart: Chart) -> str | Refusal:
    """The chart as SVG text."""
    try:
        import vl_convert  # noqa: PLC0415 - heavy
    except ImportError:
        return Refusal.of("plots-not-installed")
    whole = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", **chart}
    whole["config"] = _LOOK | chart.get("config", {})
    drawn: str = vl_convert.vegalite_to_svg(json.dumps(whole))
    return drawn


def save_svg(chart: Chart, path: Path) -> Refusal | None:
    """Write the chart to a file."""
    drawn = svg(chart)
    if isinstance(drawn, Refusal):
        return drawn
    try:
        path.write_text(drawn, encoding="utf-8")
    except OSError as error:
        return Refusal.of("cannot-write", path=path, strerror=error.strerror)
    return None
