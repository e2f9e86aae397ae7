"""Charts as SVG in the look of the pages: neutral bars, brass for the one row in question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from litestar import Response
from litestar.params import Parameter

from pitboss.api.problems import refused
from pitboss.charts import Chart, svg
from pitboss.refusal import Refusal
from pitboss.views.money.prices import Priced

Theme = Literal["dark", "light", "contrast"]
Shade = Annotated[Theme, Parameter(required=False)]

# ink, ink of bars, brass, hairlines, then lines and points by rank: as docs of the look have them.
_TOKENS: dict[Theme, tuple[str, str, str, str]] = {
    "dark": ("#B7C2BB", "#B7C2BB", "#E6C37E", "#2A3731"),
    "light": ("#4A534D", "#6C7A72", "#725208", "#DED9CD"),
    "contrast": ("#FFFFFF", "#FFFFFF", "#FFE08A", "#6E6E6E"),
}
_LINES: dict[Theme, list[str]] = {
    "dark": [
        *("#F3F0E7", "#9FB5AA", "#C9B98F", "#C7A6D8", "#E0A98A", "#7FB0B8"),
        *("#D8D08A", "#8D9B93", "#A89A7C", "#B59AA8", "#6E8177", "#FFFFFF"),
    ],
    "light": [
        *("#181C1A", "#4A6A5C", "#7A5F2A", "#5F4272", "#8A4B2A", "#2F6670"),
        *("#6B6420", "#59625B", "#8A7B5C", "#7A5568", "#33463D", "#9A958A"),
    ],
    "contrast": [
        *("#FFFFFF", "#CFE8DB", "#FFE9B0", "#E6CFF5", "#FFCDB3", "#BFEAF2"),
        *("#F5EE9E", "#BDBDBD", "#D9C7A3", "#F0C9DB", "#9FB8AB", "#E6E6E6"),
    ],
}


def themed(chart: Chart, theme: Theme) -> Chart:
    """A chart on a transparent ground in the colours of a theme."""
    ink, bars, _, hairline = _TOKENS[theme]
    text = {"labelColor": ink, "titleColor": ink, "labelFontSize": 13, "titleFontSize": 13}
    config: dict[str, Any] = {
        "background": "transparent",
        "font": "Inter, system-ui, Segoe UI, Roboto, Helvetica Neue, Noto Sans, sans-serif",
        "padding": {"left": 8, "right": 24, "top": 8, "bottom": 8},
        "axis": {**text, "gridColor": hairline, "domainColor": hairline, "tickColor": hairline},
        "legend": text,
        "title": {"color": ink, "subtitleColor": ink, "fontSize": 15, "subtitleFontSize": 13},
        "text": {"color": ink},
        "bar": {"color": bars},
        "rule": {"color": ink},
        "point": {"color": ink},
        "tick": {"color": ink},
        "range": {"category": _LINES[theme]},
    }
    return {**_neutral(chart, bars), "config": {**chart.get("config", {}), **config}}


def _neutral(part: Any, colour: str) -> Any:
    """The same description with no colour of its own on its bars: red and green are taken."""
    if isinstance(part, list):
        return [_neutral(one, colour) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: _neutral(one, colour) for key, one in part.items() if key != "data"}
    if made.get("type") == "bar" and "color" in made:
        made["color"] = colour
    return made | ({"data": part["data"]} if "data" in part else {})


def drawn(chart: Chart, theme: Theme) -> Response[bytes]:
    """The chart as a picture; a problem where the renderer is not installed."""
    picture = svg(themed(chart, theme))
    if isinstance(picture, Refusal):
        raise refused(picture)
    return Response(picture.encode(), media_type="image/svg+xml")


def edges_chart(wagers: Sequence[Priced], theme: Theme, chosen: str | None, title: str) -> Chart:
    """House edge by wager as bars, the smallest first, each with its figure."""
    _, bars, brass, _ = _TOKENS[theme]
    rows: list[dict[str, Any]] = [
        {
            "wager": one.title,
            "edge": one.edge.value,
            "text": f"{one.edge.percent}%" + (" favours the player" if one.favours_player else ""),
            "chosen": one.wager == chosen,
        }
        for one in wagers
        if one.edge is not None
    ]
    across = {
        "field": "edge",
        "type": "quantitative",
        "axis": {"format": ".0%", "tickCount": 6, "grid": False},
        "scale": {"domainMax": 1.25 * max([0.0, *(row["edge"] for row in rows)])},
        "title": "share of the stake that the house keeps",
    }
    colour = {"condition": {"test": "datum.chosen", "value": brass}, "value": bars}
    layers: list[Chart] = [
        {"mark": {"type": "bar", "height": 12}, "encoding": {"color": colour}},
        {
            "mark": {"type": "text", "align": "left", "dx": 6, "fontSize": 13},
            "encoding": {"text": {"field": "text"}},
        },
    ]
    return _by_wager(title, rows, {"field": "edge"}, layers, x=across)


def estimates_chart(wagers: Sequence[dict[str, Any]], title: str) -> Chart:
    """House edges of a simulation with twice their standard error, and the exact ones."""
    rows = [
        {
            "wager": one["title"],
            "edge": -one["mean"],
            "low": -one["mean"] - 2 * one["stderr"],
            "high": -one["mean"] + 2 * one["stderr"],
            "exact": None if one["exact"] is None else -one["exact"],
        }
        for one in wagers
    ]
    axis = {"format": ".1%", "tickCount": 6, "grid": False}
    name = "share of the stake that the house keeps, with two standard errors; diamonds are exact"
    edge = {"field": "edge", "type": "quantitative", "axis": axis, "title": name}
    layers: list[Chart] = [
        {
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}},
        },
        {"mark": {"type": "tick", "thickness": 2, "size": 12}, "encoding": {"x": edge}},
        {
            "transform": [{"filter": "datum.exact !== null"}],
            "mark": {"type": "point", "shape": "diamond", "size": 60},
            "encoding": {"x": {"field": "exact", "type": "quantitative"}},
        },
    ]
    return _by_wager(title, rows, {"field": "edge"}, layers)


def _by_wager(
    title: str, rows: list[dict[str, Any]], sort: Chart, layers: list[Chart], **across: Chart
) -> Chart:
    """A row for each wager, with layers drawn over one another."""
    down = {"field": "wager", "type": "nominal", "sort": sort, "title": None}
    return {
        "title": {"text": title, "anchor": "start"},
        "width": 520,
        "height": {"step": 26},
        "data": {"values": rows},
        "encoding": {"y": down | {"axis": {"labelLimit": 260}}, **across},
        "layer": layers,
    }
