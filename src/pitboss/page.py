"""A page for people: lines and tables of text. Whoever prints it chooses how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rows:
    """Rows of cells under their heads; `tones` gives a colour to cells that say so much."""

    heads: Sequence[str]
    rows: Iterable[Sequence[str]]
    tones: Mapping[str, str] = field(default_factory=dict)


Page = Iterable[str | Rows]
