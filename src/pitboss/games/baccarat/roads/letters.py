"""The roads of a shoe, drawn in letters."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games.baccarat.roads.roads import NOTICE, ROWS, Roads


def letters(made: Roads) -> str:
    """Every road, and what the next result would add."""
    parts = ["Bead plate", _grid((one.column, one.row, one.result) for one in made.bead)]
    rings = [
        (one.column, one.row, one.result + (str(min(one.ties, 9)) if one.ties else ""))
        for one in made.big_road
    ]
    parts += ["Big road (figures: ties)", _grid(rings)]
    for name, title in (
        ("big_eye_boy", "Big eye boy"),
        ("small_road", "Small road"),
        ("cockroach_pig", "Cockroach pig"),
    ):
        marks = getattr(made.drawn, name)
        cells = ((one.column, one.row, one.mark) for one in marks)
        parts += [f"{title} (R regular, B irregular)", _grid(cells)]
    for winner, asked in (("Banker", made.ask.banker), ("Player", made.ask.player)):
        marks = (asked.big_eye_boy, asked.small_road, asked.cockroach_pig)
        parts.append(f"If {winner} wins next: {' '.join(mark or '-' for mark in marks)}")
    return "\n".join([*parts, f"{NOTICE}."])


def _grid(cells: Iterable[tuple[int, int, str]]) -> str:
    placed = {(column, row): text for column, row, text in cells}
    if not placed:
        return "  -"
    wide = max(column for column, _ in placed)
    deep = max(row for _, row in placed)
    rows = range(1, min(deep, ROWS) + 1)
    columns = range(1, wide + 1)
    return "\n".join(
        "  " + "".join(placed.get((column, row), ".").ljust(3) for column in columns).rstrip()
        for row in rows
    )
