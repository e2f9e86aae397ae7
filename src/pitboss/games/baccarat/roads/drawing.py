"""The five roads as one SVG picture.

Every colour has a letter or a shape beside it: irregular marks carry a dot, a bar or a break.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from pitboss.games.baccarat.roads.roads import (
    NOTICE,
    ROWS,
    Bead,
    Drawn,
    Placed,
    Ring,
    Roads,
    pushed_off,
)

GROUND, GRID, INK, LABEL = "#071C16", "#24453A", "#F3F0E7", "#C3D2C9"
RED, BLUE, GREEN, DARK = "#FF7A72", "#7FB4FF", "#7EDDAB", "#0B2A22"
FILLS = {"B": "#C0322E", "P": "#2B62BE", "T": "#1C7A4B"}
RINGS = {"B": RED, "P": BLUE}
MARKS = {"R": RED, "B": BLUE}
FONT = "Inter, system-ui, 'Noto Sans', sans-serif"
NAMES = {
    "big_road": "Big road",
    "bead": "Bead plate",
    "big_eye_boy": "Big eye boy",
    "small_road": "Small road",
    "cockroach_pig": "Cockroach pig",
}
MARGIN, TITLE, GAP = 24, 34, 26

Shape = Callable[[float, float, float, Placed], str]


def svg(roads: Roads, *, columns: int = 27) -> str:
    """The picture; of a long shoe the newest columns are shown."""
    wide, cell = columns * 44, 44.0
    half = (wide - GAP) / 2
    top = float(MARGIN)
    parts = [_panel("big_road", MARGIN, top, cell, columns, roads.big_road, _ring)]
    if not (roads.bead and roads.bead[-1].no_bet):  # such a coup is a bead and nothing else
        parts.append(_frame(MARGIN, top, cell, columns, roads.big_road))
    top += TITLE + cell * ROWS + GAP
    right = MARGIN + half + GAP
    for row in (("bead", "big_eye_boy"), ("small_road", "cockroach_pig")):
        for left, name in zip((float(MARGIN), right), row, strict=True):
            size = 35.0 if name == "bead" else 28.0
            fits = int(half // size)
            cells: Sequence[Placed] = roads.bead if name == "bead" else getattr(roads.drawn, name)
            parts.append(_panel(name, left, top, size, fits, cells, _SHAPES[name]))
            if name == "bead":
                parts.append(_frame(left, top, size, fits, cells))
        top += TITLE + (35.0 if row[0] == "bead" else 28.0) * ROWS + GAP
    height, width = top + 24, wide + 2 * MARGIN
    parts.append(_text(MARGIN, top + 4, 17, NOTICE, LABEL, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" role="img" font-family="{FONT}">'
        f"<title>Roads of the shoe</title>"
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="{GROUND}"/>{"".join(parts)}</svg>\n'
    )


def _n(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def _panel(
    name: str,
    left: float,
    top: float,
    size: float,
    columns: int,
    cells: Sequence[Placed],
    shape: Shape,
) -> str:
    """A title, a quiet grid and the marks that fit into it."""
    skip = pushed_off(cells, columns)
    down, across = size * ROWS, size * columns
    lines = "".join(f"M{_n(n * size)} 0V{_n(down)}" for n in range(columns + 1))
    lines += "".join(f"M0 {_n(n * size)}H{_n(across)}" for n in range(ROWS + 1))
    marks = "".join(
        shape((one.column - skip - 0.5) * size, (one.row - 0.5) * size, size, one)
        for one in cells
        if skip < one.column <= skip + columns
    )
    return (
        _text(left, top + 18, 20, NAMES[name], LABEL, "start")
        + f'<g transform="translate({_n(left)} {_n(top + TITLE)})" data-road="{name}">'
        + f'<path d="{lines}" stroke="{GRID}" stroke-width="1.2" fill="none"/>{marks}</g>'
    )


def _frame(left: float, top: float, size: float, columns: int, cells: Sequence[Placed]) -> str:
    """A frame around the last coup; a tie is on the ring before it."""
    if not cells:
        return ""
    one, skip = cells[-1], pushed_off(cells, columns)
    x = left + (one.column - skip - 1) * size + 1
    y = top + TITLE + (one.row - 1) * size + 1
    side = _n(size - 2)
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{side}" height="{side}" rx="4" fill="none" '
        f'stroke="{INK}" stroke-width="2.5"/>'
    )


def _text(x: float, y: float, size: float, text: str, fill: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}" '
        f'font-weight="600" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _disc(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="{fill}"/>'


def _hollow(x: float, y: float, r: float, stroke: str, width: float) -> str:
    return (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="none" stroke="{stroke}" '
        f'stroke-width="{_n(width)}"/>'
    )


def _bead(x: float, y: float, size: float, one: Placed) -> str:
    """A disc with its letter; pairs as small dots, Banker's top left, Player's bottom right."""
    assert isinstance(one, Bead)  # noqa: S101 - the bead plate holds nothing else
    parts = _disc(x, y, size * 0.41, FILLS[one.result])
    parts += _text(x, y + size * 0.2, size * 0.57, one.result, "#fff")
    off = size * 0.34
    dot = f'r="5.5" stroke="{DARK}" stroke-width="2"'
    if one.banker_pair:
        parts += f'<circle cx="{_n(x - off)}" cy="{_n(y - off)}" {dot} fill="{RED}"/>'
    if one.player_pair:
        parts += f'<circle cx="{_n(x + off)}" cy="{_n(y + off)}" {dot} fill="{BLUE}"/>'
    if one.no_bet:
        parts += _hollow(x, y, size * 0.3, INK, 1.5)
    return parts


def _ring(x: float, y: float, size: float, one: Placed) -> str:
    """A ring with its letter; ties as a green stroke, counted from two up."""
    assert isinstance(one, Ring)  # noqa: S101 - the big road holds nothing else
    parts = _hollow(x, y, size * 0.36, RINGS[one.result], 4)
    parts += _text(x, y + size * 0.12, size * 0.36, one.result, RINGS[one.result])
    if one.ties:
        a, b = size * 0.12, size * 0.45
        parts += (
            f'<path d="M{_n(x + a)} {_n(y + b)}L{_n(x + b)} {_n(y + a)}" stroke="{GREEN}" '
            'stroke-width="4.5" stroke-linecap="round"/>'
        )
    if one.ties > 1:
        parts += _text(x - size * 0.32, y + size * 0.46, size * 0.34, str(one.ties), GREEN)
    return parts


def _eye(x: float, y: float, size: float, one: Placed) -> str:
    assert isinstance(one, Drawn)  # noqa: S101 - a derived road holds nothing else
    parts = _hollow(x, y, size * 0.3, MARKS[one.mark], 3.2)
    return parts + (_disc(x, y, 2.6, BLUE) if one.mark == "B" else "")


def _small(x: float, y: float, size: float, one: Placed) -> str:
    assert isinstance(one, Drawn)  # noqa: S101 - a derived road holds nothing else
    parts = _disc(x, y, size * 0.34, MARKS[one.mark])
    if one.mark == "B":
        parts += f'<path d="M{_n(x - 5)} {_n(y)}h10" stroke="{DARK}" stroke-width="3"/>'
    return parts


def _slash(x: float, y: float, size: float, one: Placed) -> str:
    assert isinstance(one, Drawn)  # noqa: S101 - a derived road holds nothing else
    d = size * 2 / 7
    broken = ' stroke-dasharray="6 8"' if one.mark == "B" else ""
    return (
        f'<path d="M{_n(x - d)} {_n(y + d)}L{_n(x + d)} {_n(y - d)}" stroke="{MARKS[one.mark]}" '
        f'stroke-width="4" stroke-linecap="round"{broken}/>'
    )


_SHAPES: dict[str, Shape] = {
    "bead": _bead,
    "big_eye_boy": _eye,
    "small_road": _small,
    "cockroach_pig": _slash,
}
