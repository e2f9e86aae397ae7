"""The page that lays the four baccarats side by side, made from their editions.

`python -m tests.tidy.four` prints it; `make reference` writes it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pitboss.book import rulebook
from pitboss.conformity.clauses.does import statements
from pitboss.editions.edition import Edition

BOOKS = (
    "star-baccarat",
    "star-premium-baccarat",
    "crown-melbourne-baccarat",
    "crown-perth-baccarat",
)
PARTS = {
    "game": "Games",
    "decks": "Cards",
    "shoe": "The shoe",
    "close": "Betting",
    "limits": "Limits",
    "notice": "Notices",
    "method": "Who deals to whom",
    "idle": "Idle seats",
    "conduct": "Procedures with a state",
}
NONE = "-"
HEAD = """# Four baccarats side by side

Made from the editions by `make reference`: what each says, in the project's words, with its
clauses. A dash means that the rulebook has no such value. `pitboss rules --compare A B` and the
page `/compare` lay two of them side by side in every value; the last table here says which wagers
each offers.
"""


def page() -> str:
    """The whole page."""
    editions = [rulebook(name).edition for name in BOOKS]
    return "\n".join([HEAD, *_parts(editions), *_wagers(editions)]).rstrip("\n") + "\n"


def _parts(editions: list[Edition]) -> Iterator[str]:
    found = [{one.what: _cell(one.says, one.clauses) for one in statements(e)} for e in editions]
    every = dict.fromkeys(what for each in found for what in each)
    for part, title in PARTS.items():
        rows = [what for what in every if what.split()[0] == part]
        if rows:
            yield f"## {title}\n"
            yield from _table(
                editions, ((what, [each.get(what) for each in found]) for what in rows)
            )


def _wagers(editions: list[Edition]) -> Iterator[str]:
    yield "## Wagers\n"
    every = dict.fromkeys(name for edition in editions for name in edition.wagers)
    rows = (
        (
            name,
            [
                None
                if (wager := edition.wagers.get(name)) is None
                else _cell(wager.title, wager.clauses)
                for edition in editions
            ],
        )
        for name in every
    )
    yield from _table(editions, rows)


def _table(editions: list[Edition], rows: Iterator[tuple[str, list[str | None]]]) -> Iterator[str]:
    names = [f"{one.identity.house}, {one.identity.title}" for one in editions]
    yield f"| | {' | '.join(names)} |"
    yield "| --- |" + " --- |" * len(names)
    for what, cells in rows:
        yield f"| {what.replace('_', ' ')} | {' | '.join(one or NONE for one in cells)} |"
    yield ""


def _cell(says: str, clauses: tuple[str, ...]) -> str:
    return f"{says} ({', '.join(clauses)})".replace("|", "/")


if __name__ == "__main__":
    sys.stdout.write(page())
