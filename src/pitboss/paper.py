"""A document for people: a title, lines, tables; as a CSV file and as a PDF.

All forms are made of the same cells, so they carry the same figures.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

TEMPLATE = """
#let sheet = json(bytes(sys.inputs.sheet))
#set document(title: sheet.title, date: none)
#set page(paper: "a4", margin: 1.6cm, numbering: "1 / 1", flipped: sheet.wide)
#set text(size: 9pt, hyphenate: false)
#set par(justify: false)
#show heading.where(level: 1): set text(size: 15pt)
#show heading.where(level: 2): set text(size: 11pt)
= #sheet.title
#for line in sheet.lines [#line #parbreak()]
#for one in sheet.tables {
  if one.title != "" [== #one.title]
  if one.rows.len() == 0 [#emph(one.empty) #parbreak()] else {
    table(
      columns: one.widths.map(width => width * 1fr),
      align: (column, row) => if column in one.figures { right } else { left },
      stroke: 0.4pt + luma(160),
      table.header(..one.heads.map(head => strong(head))),
      ..one.rows.flatten().map(cell => [#cell]),
    )
  }
}
"""
WIDE = 7
"""With more columns a page lies on its side."""
LONGEST = 40
"""A column is as wide as its longest cell, up to so many letters."""


@dataclass(frozen=True)
class PaperTable:
    """A table of a document; columns in `figures` stand to the right."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    figures: Sequence[int] = ()
    empty: str = "None."


@dataclass(frozen=True)
class Paper:
    """A document."""

    title: str
    lines: Sequence[str] = ()
    tables: Sequence[PaperTable] = field(default_factory=tuple)


def as_csv(paper: Paper) -> str:
    """Its tables one below the other, each with its heads; lines and titles stand before them."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([paper.title])
    writer.writerows([line] for line in paper.lines)
    for table in paper.tables:
        writer.writerow([])
        if table.title:
            writer.writerow([table.title])
        writer.writerow(table.heads)
        writer.writerows(table.rows)
    return out.getvalue()


def as_pdf(paper: Paper) -> bytes:
    """A4 pages, numbered."""
    import typst  # noqa: PLC0415 - 45 MB that only a PDF needs

    wide = any(len(table.heads) > WIDE for table in paper.tables)
    tables = [{**asdict(table), "widths": _widths(table)} for table in paper.tables]
    sheet = {"title": paper.title, "lines": list(paper.lines), "tables": tables, "wide": wide}
    made: bytes = typst.compile(
        TEMPLATE.encode(), format="pdf", sys_inputs={"sheet": json.dumps(sheet)}
    )
    return made


def _widths(table: PaperTable) -> list[int]:
    columns = zip(table.heads, *table.rows, strict=True)
    return [max(4, min(LONGEST, max(map(len, column)))) for column in columns]
