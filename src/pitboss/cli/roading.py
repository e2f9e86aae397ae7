"""The roads of a shoe on a terminal: drawn in letters."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from pitboss.cli.common import fail, print_json, sure_of
from pitboss.roads import NOTICE, ROWS, Roads, read_results, roads


def run(
    text: str, svg: str | None, *, no_bet_shown: bool, leading_ties: bool, as_json: bool
) -> None:
    """Make the roads, draw them where asked, print them."""
    results = sure_of(read_results(text))
    made = roads(results, no_bet_shown=no_bet_shown, leading_ties=leading_ties)
    if svg is not None:
        from pitboss.road_drawing import svg as picture  # noqa: PLC0415

        try:
            Path(svg).write_text(picture(made), encoding="utf-8")
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}.")
    if as_json:
        print_json(made)
    else:
        sys.stdout.write(_page(made) + "\n")


def _page(made: Roads) -> str:
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
