"""Roads: the published vectors, a drawn shoe, and a second construction from cells alone."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.baccarat.roads.drawing import svg
from pitboss.games.baccarat.roads.roads import (
    NOTICE,
    ROWS,
    Bead,
    Drawn,
    Result,
    Ring,
    Roads,
    draw,
    pushed_off,
    read_results,
    roads,
    seen,
)
from pitboss.refusal import Refusal

SHOE = "BPPBBBPBPBPPBPPBTBBPPPBTTBPTPBBBBBBBPBTTB"


def of(text: str, **settings: bool) -> Roads:
    read = read_results(text)
    assert not isinstance(read, Refusal), read
    return roads(read, **settings)


@pytest.mark.parametrize(
    ("shoe", "columns", "big_eye", "small", "cockroach"),
    [
        ("BBPP", (2, 2), "R", "", ""),
        ("BPBPBP", (1, 1, 1, 1, 1, 1), "RRRR", "RRR", "RR"),
        ("BBBPBBB", (3, 1, 3), "BBR", "RR", ""),
        ("BPPPP", (1, 4), "BRR", "", ""),
        ("TBTTPPTB", (1, 2, 1), "BB", "", ""),
    ],
)
def test_published_vectors(
    shoe: str, columns: tuple[int, ...], big_eye: str, small: str, cockroach: str
) -> None:
    made = of(shoe)
    assert made.columns == columns
    assert (made.big_eye_boy, made.small_road, made.cockroach_pig) == (big_eye, small, cockroach)


def columns_of(cells: Sequence[Bead | Ring | Drawn]) -> list[str]:
    """Drawn cells as one string for each column, as one reads them off a picture."""
    found: dict[int, list[str]] = {}
    for one in cells:
        letter = one.mark if isinstance(one, Drawn) else one.result
        found.setdefault(one.column, [" "] * ROWS)[one.row - 1] = letter
    return ["".join(found[column]).rstrip() for column in sorted(found)]


def test_the_drawn_shoe() -> None:
    """Every cell of the reference display, read off its picture column by column."""
    made = of(SHOE)
    drawn = made.drawn
    read: dict[str, Sequence[Bead | Ring | Drawn]] = {
        "BPPBBB PBPBPP BPPBTB BPPPBT TBPTPB BBBBBB PBTTB": made.bead,
        "B PP BBB P B P B PP B PP BBB PPP BB PP BBBBBB P....B BB": made.big_road,
        "BB R BBB RRR BBBBB R BB RRRR B RRR B RRRR BBB": drawn.big_eye_boy,
        "B R BBB RR BB RRR B R B R BB R B R B R B RRRR BB R": drawn.small_road,
        "R BB R BB R BB R BBB R B RRR B RR B RRR BB R": drawn.cockroach_pig,
    }
    for text, cells in read.items():
        assert columns_of(cells) == [one.replace(".", " ") for one in text.split()]
    assert [(one.column, one.row, one.ties) for one in made.big_road if one.ties] == [
        (11, 1, 1),
        (13, 1, 2),
        (14, 1, 1),
        (17, 1, 2),
    ]


def marks_by_cells(results: str, back: int) -> str:
    """A derived road from the cells of the big road: is there a ring beside the new one?

    Under the top row: red when the column `back` to the left has a ring in the same row, blue
    when it ended just above, red when it ended before that. In the top row: the opposite of the
    mark that the column to the left would have got by going on.
    """
    cells: set[tuple[int, int]] = set()
    found = ""
    column, row, before = 0, 0, ""

    def beside(column: int, row: int) -> str | None:
        if column - back < 1:
            return None
        if (column - back, row) in cells:
            return "R"
        return "B" if (column - back, row - 1) in cells else "R"

    for one in results:
        if one == "T":
            continue
        if one == before:
            row += 1
            found += beside(column, row) or ""
        else:
            going_on = beside(column, row + 1) if column else None
            found += {"R": "B", "B": "R"}[going_on] if going_on else ""
            column, row = column + 1, 1
        cells.add((column, row))
        before = one
    return found


SHOES = st.text(alphabet="BPT", max_size=90)


@given(SHOES)
@settings(max_examples=300, deadline=None)
def test_derived_roads_by_another_construction(shoe: str) -> None:
    made = of(shoe)
    assert made.big_eye_boy == marks_by_cells(shoe, 1)
    assert made.small_road == marks_by_cells(shoe, 2)
    assert made.cockroach_pig == marks_by_cells(shoe, 3)


@given(SHOES)
@settings(max_examples=200, deadline=None)
def test_ask_roads_are_what_comes(shoe: str) -> None:
    now = of(shoe)
    for asked, letter in ((now.ask.banker, "B"), (now.ask.player, "P")):
        then = of(shoe + letter)
        for road in ("big_eye_boy", "small_road", "cockroach_pig"):
            added = getattr(then, road).removeprefix(getattr(now, road))
            assert (getattr(asked, road) or "") == added


@given(st.text(alphabet="RB", max_size=120))
@settings(max_examples=300, deadline=None)
def test_layout(marks: str) -> None:
    cells = draw(marks)
    assert len(set(cells)) == len(marks)
    assert all(1 <= row <= ROWS and column >= 1 for column, row in cells)
    starts = []
    for number, (column, row) in enumerate(cells):
        if number == 0 or marks[number] != marks[number - 1]:
            assert row == 1
            starts.append(column)
            right = False
            continue
        left, above = cells[number - 1]
        moved = (column - left, row - above)
        blocked = above == ROWS or (left, above + 1) in set(cells[:number])
        right = right or blocked
        assert moved == ((1, 0) if right else (0, 1))
    assert starts == sorted(set(starts))
    for one, after in pairwise(starts):
        between = set(range(one + 1, after))
        assert all((column, 1) in cells for column in between)


@given(SHOES)
@settings(max_examples=100, deadline=None)
def test_nothing_is_lost(shoe: str) -> None:
    made = of(shoe)
    assert "".join(one.result for one in made.bead) == shoe
    assert [(one.column - 1) * ROWS + one.row for one in made.bead] == list(range(1, len(shoe) + 1))
    winners = shoe.replace("T", "")
    assert "".join(one.result for one in made.big_road) == winners
    assert sum(made.columns) == len(winners)
    ties = sum(one.ties for one in made.big_road)
    assert ties == (shoe.count("T") if winners else 0)


def test_ties_before_the_first_ring() -> None:
    assert [one.ties for one in of("TTBTP").big_road] == [3, 0]
    assert [one.ties for one in of("TTBTP", leading_ties=False).big_road] == [1, 0]


def test_void_and_no_bet_coups() -> None:
    plain = of("BPPB")
    for text in ("BvPPB", "BPdPB", "BTxPBxPB", "PPPP/BPPB"):
        made = of(text)
        assert made.columns == plain.columns
        assert made.big_eye_boy == plain.big_eye_boy
        assert [one.result for one in made.bead] == ["B", "P", "P", "B"]
    shown = of("BTxPBxPB", no_bet_shown=True)
    assert "".join(one.result for one in shown.bead) == "BTPBPB"
    assert [one.no_bet for one in shown.bead] == [False, True, False, True, False, False]
    assert shown.big_road == of("BTxPBxPB").big_road
    assert all(not one.ties for one in shown.big_road)


def test_flags() -> None:
    first, second = of("Bbpn Tb").bead
    assert (first.banker_pair, first.player_pair, first.natural) == (True, True, True)
    assert (second.banker_pair, second.player_pair, second.natural) == (True, False, False)
    ring = of("Bbn T").big_road[0]
    assert (ring.banker_pair, ring.player_pair, ring.natural) == (True, False, True)


@pytest.mark.parametrize(
    ("text", "word"), [("BPX", "'X' at place 3"), ("bB", "'b' at place 1"), ("B b", "'b'")]
)
def test_bad_results_are_said(text: str, word: str) -> None:
    refusal = read_results(text)
    assert isinstance(refusal, Refusal)
    assert word in refusal.sentence


def test_coup_numbers_are_kept() -> None:
    results = [Result(coup=7, result="B"), Result(coup=9, result="T"), Result(coup=12, result="P")]
    made = roads(results)
    assert [one.coup for one in made.bead] == [7, 9, 12]
    assert [one.coup for one in made.big_road] == [7, 12]


S = "{http://www.w3.org/2000/svg}"


def test_the_picture_holds_every_mark() -> None:
    made = of("BbPpT" + SHOE + "TT")
    root = ET.fromstring(svg(made))  # noqa: S314 - our own text
    panels = {one.get("data-road"): one for one in root.iter(f"{S}g")}
    assert set(panels) == {"bead", "big_road", "big_eye_boy", "small_road", "cockroach_pig"}
    letters = [text.text or "" for text in panels["bead"].iter(f"{S}text")]
    assert "".join(letters) == "".join(one.result for one in made.bead)
    rings = [text.text or "" for text in panels["big_road"].iter(f"{S}text")]
    assert "".join(one for one in rings if one in "BP") == "".join(
        one.result for one in made.big_road
    )
    assert [one for one in rings if one.isdigit()] == [
        str(one.ties) for one in made.big_road if one.ties > 1
    ]
    dashed = [one for one in panels["cockroach_pig"] if one.get("stroke-dasharray")]
    assert len(dashed) == made.cockroach_pig.count("B")
    assert NOTICE in {text.text for text in root.iter(f"{S}text")}


def test_new_columns_push_old_ones_off() -> None:
    made = of("BP" * 60)
    root = ET.fromstring(svg(made, columns=20))  # noqa: S314 - our own text
    width = float(str(root.get("width")))
    for one in root.iter(f"{S}circle"):
        assert 0 < float(str(one.get("cx"))) < width
    panel = next(one for one in root.iter(f"{S}g") if one.get("data-road") == "big_road")
    assert len(list(panel.iter(f"{S}circle"))) == 20


def frames(root: ET.Element) -> list[ET.Element]:
    return [one for one in root.iter(f"{S}rect") if one.get("stroke")]


# Results, the columns of the board, and what is then seen of the big road: result, column, row.
# What is seen of a streak whose first column is gone is its tail, before all that came later.
CUT = {
    "a tail over the left edge": (
        "B" * 9 + "P" + "BB",
        3,
        "B2,6 B3,6 B4,6 P2,1 B3,1 B3,2",
    ),
    "two tails, one under the other": (
        "B" * 8 + "P" * 7 + "B",
        2,
        "B3,6 P3,5 P4,5 B3,1",
    ),
    "a tail that ends where the board begins": ("B" * 7 + "PBPB", 3, "B3,1 P4,1 B5,1"),
    "a tail longer than the board, alone": ("B" * 12, 3, "B5,6 B6,6 B7,6"),
    "after a tail longer than the board": (
        "B" * 12 + "P",
        3,
        "B1,1 B1,2 B1,3 B1,4 B1,5 B1,6 B2,6 B3,6 P2,1",
    ),
    "nothing cut": ("B" * 7 + "P", 2, "B1,1 B1,2 B1,3 B1,4 B1,5 B1,6 B2,6 P2,1"),
}


@pytest.mark.parametrize("what", CUT)
def test_what_is_seen_of_a_road_that_is_cut(what: str) -> None:
    results, columns, wanted = CUT[what]
    rings = of(results).big_road
    found = seen(rings, columns)
    assert " ".join(f"{one.result}{one.column},{one.row}" for one in found) == wanted
    assert rings[-1] in found
    # The picture shows the same, each mark in its cell.
    root = ET.fromstring(svg(of(results), columns=columns))  # noqa: S314 - our own text
    panel = next(one for one in root.iter(f"{S}g") if one.get("data-road") == "big_road")
    shown = [
        (float(str(one.get("cx"))), float(str(one.get("cy")))) for one in panel.iter(f"{S}circle")
    ]
    off = pushed_off(rings, columns)
    assert shown == [((one.column - off - 0.5) * 44, (one.row - 0.5) * 44) for one in found]


@pytest.mark.parametrize("seed", range(40))
def test_a_board_shows_whole_columns_and_the_newest_mark(seed: int) -> None:
    """Streaks as long as chance seldom makes them, on boards of every width."""
    chance = random.Random(seed)
    streaks = [chance.choice((1, 1, 2, 3, 5, 8, 13, 21, 34)) for _ in range(chance.randint(1, 14))]
    made = of("".join("BP"[n % 2] * length for n, length in enumerate(streaks)))
    drawn = made.drawn
    boards: tuple[Sequence[Bead | Ring | Drawn], ...] = (
        made.bead,
        made.big_road,
        drawn.big_eye_boy,
        drawn.small_road,
        drawn.cockroach_pig,
    )
    for road in boards:
        for columns in range(1, 40):
            found = seen(road, columns)
            inside = {one.column for one in found}
            assert not found or max(inside) - min(inside) < columns
            assert found == [one for one in road if one.column in inside], "columns are whole"
            assert found[-1:] == list(road[-1:]), f"seed {seed}: the newest mark is seen"
            widest = max((one.column for one in road), default=0)
            assert len(found) == len(road) or widest > columns, "nothing is cut that has room"


def test_after_a_very_long_tail_the_newest_ring_is_seen() -> None:
    made = of("B" * 40 + "PP")
    assert (made.big_road[39].column, made.big_road[39].row) == (35, 6)
    assert [(one.column, one.row) for one in made.big_road[40:]] == [(2, 1), (2, 2)]
    root = ET.fromstring(svg(made, columns=20))  # noqa: S314 - our own text
    panel = next(one for one in root.iter(f"{S}g") if one.get("data-road") == "big_road")
    letters = [text.text for text in panel.iter(f"{S}text")]
    assert letters.count("P") == 2
    assert letters.count("B") == 6 + 19  # from the head of the tail, as far as there are columns
    right = 20 * 44
    assert all(0 < float(str(one.get("cx"))) < right for one in panel.iter(f"{S}circle"))
    width = float(str(root.get("width")))
    for frame in frames(root):
        assert 0 < float(str(frame.get("x"))) < width


def test_the_frame_is_on_the_last_coup() -> None:
    for text, count in (("", 0), ("T", 1), ("BPB", 2), ("BPBT", 2), ("BPBx", 1)):
        root = ET.fromstring(svg(of(text, no_bet_shown=True)))  # noqa: S314 - our own text
        assert len(frames(root)) == count, text
