"""A document for people: a title, lines, tables; as a page, as a CSV file and as a PDF.

All forms are made of the same cells, so they carry the same figures.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from html import escape
from unicodedata import east_asian_width

from pitboss.refusal import Refusal

TEMPLATE = """
#let sheet = json(bytes(sys.inputs.sheet))
#set document(title: sheet.title, date: none)
#set page(paper: "a4", margin: 1.6cm, numbering: "1 / 1", flipped: sheet.wide)
#set text(size: 9pt, hyphenate: false, font: sheet.fonts)
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
LATIN = "Libertinus Serif"
CHINESE = (
    *("Noto Sans CJK SC", "Noto Serif CJK SC", "Source Han Sans SC", "Source Han Serif SC"),
    *("PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimSun"),
)
"""Types with Chinese letters, the first that a machine has; none is shipped."""
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


PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<main>
<h1>{title}</h1>
{body}
</main>
</html>
"""


def as_html(paper: Paper) -> str:
    """A page without a script and without a style of its own, as a browser shows and prints it."""
    parts = [f"<p>{escape(line)}</p>" for line in paper.lines]
    for table in paper.tables:
        if table.title:
            parts.append(f"<h2>{escape(table.title)}</h2>")
        if not table.rows:
            parts.append(f"<p>{escape(table.empty)}</p>")
            continue
        heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
        rows = [
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in table.rows
        ]
        body = "\n".join(rows)
        parts.append(
            f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
        )
    return PAGE.format(title=escape(paper.title), body="\n".join(parts))


@cache
def chinese_type() -> str | None:
    """The type of this machine that has Chinese letters, if it has one."""
    import typst  # noqa: PLC0415 - 45 MB that only a PDF needs

    known = set(typst.Fonts(include_system_fonts=True).families())
    return next((one for one in CHINESE if one in known), None)


def lacks_type(language: str) -> Refusal | None:
    """Why no PDF can be made in a language here: a machine may have no Chinese letters."""
    return Refusal.of("no-type") if language == "zh" and chinese_type() is None else None


def as_pdf(paper: Paper, language: str = "en") -> bytes:
    """A4 pages, numbered, in a language for which this machine has the type."""
    import typst  # noqa: PLC0415 - 45 MB that only a PDF needs

    chinese = chinese_type() if language == "zh" else None
    fonts = [LATIN] if chinese is None else [LATIN, chinese]

    wide = any(len(table.heads) > WIDE for table in paper.tables)
    tables = [{**asdict(table), "widths": _widths(table)} for table in paper.tables]
    sheet = {"title": paper.title, "lines": list(paper.lines), "tables": tables, "wide": wide}
    sheet["fonts"] = fonts
    made: bytes = typst.compile(
        TEMPLATE.encode(), format="pdf", sys_inputs={"sheet": json.dumps(sheet)}
    )
    return made


def _widths(table: PaperTable) -> list[int]:
    columns = zip(table.heads, *table.rows, strict=True)
    return [max(4, min(LONGEST, max(map(_long, column)))) for column in columns]


def _long(cell: str) -> int:
    """How long a cell is; a Chinese letter is as wide as two others."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in cell)
