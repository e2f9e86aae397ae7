"""The five roads of a shoe: bead plate, big road, big eye boy, small road, cockroach pig.

Pure: results in, roads out. A *streak* is a logical column; where its rings are drawn is
another matter, and no mark of a derived road is ever read from the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

import msgspec

from pitboss.refusal import Refusal

ROWS = 6
NOTICE = "Past results do not predict future results"

Winner = Literal["B", "P"]
Mark = Literal["R", "B"]
"""Red is regular, blue irregular; they are not Banker and Player."""

DERIVED = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
"""The derived roads, and how many streaks back each of them compares."""


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A coup as the roads need it; `coup` is its number at the table."""

    coup: int
    result: Literal["B", "P", "T"]
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False
    no_bet: bool = False


class Bead(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the bead plate; columns and rows are counted from 1."""

    coup: int
    result: Literal["B", "P", "T"]
    column: int
    row: int
    banker_pair: bool
    player_pair: bool
    natural: bool
    no_bet: bool


class Ring(msgspec.Struct, frozen=True, kw_only=True):
    """A ring of the big road, with the ties that came after it.

    `streak` and `place` are its logical column and row, `column` and `row` where it is drawn.
    """

    coup: int
    result: Winner
    column: int
    row: int
    streak: int
    place: int
    ties: int
    banker_pair: bool
    player_pair: bool
    natural: bool


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A mark of a derived road where it is drawn."""

    mark: Mark
    column: int
    row: int


class DrawnRoads(msgspec.Struct, frozen=True, kw_only=True):
    """The derived roads as they are drawn."""

    big_eye_boy: tuple[Drawn, ...]
    small_road: tuple[Drawn, ...]
    cockroach_pig: tuple[Drawn, ...]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The mark that each derived road would get; none where it would get none."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_pig: Mark | None


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """The ask roads: if Banker wins next, and if Player does."""

    banker: Asked
    player: Asked


Placed = Bead | Ring | Drawn
P = TypeVar("P", bound=Bead | Ring | Drawn)


class Roads(msgspec.Struct, frozen=True, kw_only=True):
    """The roads of one shoe; `columns` are the lengths of its streaks."""

    columns: tuple[int, ...]
    bead: tuple[Bead, ...]
    big_road: tuple[Ring, ...]
    big_eye_boy: str
    small_road: str
    cockroach_pig: str
    drawn: DrawnRoads
    ask: Ask


_FLAGS = {"b": "banker_pair", "p": "player_pair", "n": "natural", "x": "no_bet"}


def read_results(text: str) -> tuple[Result, ...] | Refusal:
    """Results as people write them: B, P or T, each with its flags.

    `b` Banker pair, `p` Player pair, `n` natural, `x` a no bet coup. A void coup `v` and a dummy
    `d` stand alone and add nothing; `/` ends a shoe, so that only what follows it is on the
    roads. Spaces and commas part what they like.
    """
    found: list[Result] = []
    coup, flagged = 0, False
    for place, letter in enumerate(text, 1):
        if letter.isspace() or letter == ",":
            flagged = False
        elif letter == "/":
            found.clear()
            flagged = False
        elif letter in "BPT":
            coup += 1
            found.append(Result(coup=coup, result=letter))  # type: ignore[arg-type]
            flagged = True
        elif letter in "vd":
            coup += 1
            flagged = False
        elif letter in _FLAGS and flagged:
            found[-1] = msgspec.structs.replace(found[-1], **{_FLAGS[letter]: True})
        elif letter in _FLAGS:
            return Refusal.of("flag-alone", letter=letter, place=place)
        else:
            return Refusal.of("unknown-result", letter=letter, place=place)
    return tuple(found)


def roads(
    results: Iterable[Result], *, no_bet_shown: bool = False, leading_ties: bool = True
) -> Roads:
    """The roads of one shoe's results, in order of play.

    A no bet coup adds nothing; with `no_bet_shown` it is a bead, and still nothing else. Ties
    before the first ring are shown on it; without `leading_ties` they are dropped.
    """
    every = list(results)
    beads = [one for one in every if no_bet_shown or not one.no_bet]
    counted = [one for one in every if not one.no_bet]
    rings, ties = _rings(counted, leading_ties=leading_ties)
    winners = [one.result for one in rings]
    lengths = streaks(winners)
    marks = {name: derive(lengths, back) for name, back in DERIVED.items()}
    cells = draw(winners)
    logical = [(n, m) for n, length in enumerate(lengths, 1) for m in range(1, length + 1)]
    return Roads(
        columns=tuple(lengths),
        bead=tuple(_bead(number, one) for number, one in enumerate(beads)),
        big_road=tuple(
            Ring(
                coup=one.coup,
                result="B" if one.result == "B" else "P",
                column=cell[0],
                row=cell[1],
                streak=at[0],
                place=at[1],
                ties=count,
                banker_pair=one.banker_pair,
                player_pair=one.player_pair,
                natural=one.natural,
            )
            for one, count, cell, at in zip(rings, ties, cells, logical, strict=True)
        ),
        **marks,
        drawn=DrawnRoads(**{name: _drawn(text) for name, text in marks.items()}),
        ask=Ask(banker=_ask(winners, "B"), player=_ask(winners, "P")),
    )


def _rings(results: Sequence[Result], *, leading_ties: bool) -> tuple[list[Result], list[int]]:
    """The coups that someone won, and how many ties belong to each."""
    rings: list[Result] = []
    ties: list[int] = []
    before = 0
    for one in results:
        if one.result != "T":
            rings.append(one)
            ties.append(before if not ties and leading_ties else 0)
        elif ties:
            ties[-1] += 1
        else:
            before += 1
    return rings, ties


def _bead(number: int, one: Result) -> Bead:
    column, row = divmod(number, ROWS)
    return Bead(
        coup=one.coup,
        result=one.result,
        column=column + 1,
        row=row + 1,
        banker_pair=one.banker_pair,
        player_pair=one.player_pair,
        natural=one.natural,
        no_bet=one.no_bet,
    )


def streaks(marks: Sequence[str]) -> list[int]:
    """The lengths of runs of equal marks: the logical columns."""
    lengths: list[int] = []
    for number, mark in enumerate(marks):
        if number and mark == marks[number - 1]:
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths


def derive(lengths: Sequence[int], back: int) -> str:
    """The marks of a derived road, from the lengths of the streaks alone."""
    found = ""
    for streak, length in enumerate(lengths, 1):
        for place in range(1, length + 1):
            found += mark_of(lengths, streak, place, back) or ""
    return found


def mark_of(lengths: Sequence[int], streak: int, place: int, back: int) -> Mark | None:
    """The mark for the ring at this place of this streak; none where nothing is to compare.

    The first ring of a streak asks whether the two streaks before it, `back` apart, are equally
    long; every other whether the streak `back` before its own has just ended above it.
    """
    if place == 1:
        if streak - 1 - back < 1:
            return None
        return "R" if lengths[streak - 2] == lengths[streak - 2 - back] else "B"
    if streak - back < 1:
        return None
    return "B" if place == lengths[streak - 1 - back] + 1 else "R"


def draw(marks: Sequence[str]) -> list[tuple[int, int]]:
    """Where each mark is drawn: column and row, both from 1.

    Down while the cell below is free and within the rows, else right along that row to the end
    of the streak. The next streak begins at the top, in the column after this one's first.
    """
    taken: set[tuple[int, int]] = set()
    cells: list[tuple[int, int]] = []
    first, turned = 0, False
    for number, mark in enumerate(marks):
        if number and mark == marks[number - 1]:
            column, row = cells[-1]
            turned = turned or row == ROWS or (column, row + 1) in taken
            cell = (column + 1, row) if turned else (column, row + 1)
        else:
            first, turned = first + 1, False
            while (first, 1) in taken:
                first += 1
            cell = (first, 1)
        taken.add(cell)
        cells.append(cell)
    return cells


def pushed_off(cells: Sequence[Placed], columns: int) -> int:
    """How many columns on the left of a board are gone; new columns push old ones off, whole.

    Of a streak whose first column is gone the tail stays where it lies in later ones: what is
    seen is then no run of the newest marks. The newest mark is always seen: after a tail longer
    than the board the next streak begins far to the left of the tail's end, which is not seen.
    """
    if not cells:
        return 0
    newest, furthest = cells[-1].column, max(one.column for one in cells)
    last = furthest if newest > furthest - columns else newest
    return max(0, last - columns)


def seen(cells: Sequence[P], columns: int) -> list[P]:
    """The marks that a board of so many columns shows, in order of play."""
    off = pushed_off(cells, columns)
    return [one for one in cells if off < one.column <= off + columns]


def _drawn(marks: str) -> tuple[Drawn, ...]:
    return tuple(
        Drawn(mark="R" if mark == "R" else "B", column=column, row=row)
        for mark, (column, row) in zip(marks, draw(marks), strict=True)
    )


def _ask(winners: Sequence[str], winner: Winner) -> Asked:
    lengths = streaks([*winners, winner])
    streak, place = len(lengths), lengths[-1]
    marks = {name: mark_of(lengths, streak, place, back) for name, back in DERIVED.items()}
    return Asked(**marks)
