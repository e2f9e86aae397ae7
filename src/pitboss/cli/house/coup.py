"""A coup out of a store as a file for people: a picture, its lines, or a scenario."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.options import open_book
from pitboss.cli.term.output import fail

if TYPE_CHECKING:
    from pitboss.journal.store import Store

PICTURE, LINES, SCENARIO = ".svg", ".csv", ".scenario"
ENDINGS = (PICTURE, LINES, SCENARIO)


def write_coup(store: Store, stream: str, number: int, path: Path, language: str) -> None:
    """Write the coup as the ending of the file says."""
    try:
        path.write_text(_text(store, stream, number, path.suffix, language), encoding="utf-8")
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}.")


def _text(store: Store, stream: str, number: int, form: str, language: str) -> str:
    from pitboss.aggregates import TABLE
    from pitboss.cli.house.report import rules_of
    from pitboss.paper import as_csv
    from pitboss.refusal import Refusal
    from pitboss.service.publish import follower_of
    from pitboss.table.play import RoadSettings
    from pitboss.views.coups import History
    from pitboss.views.files.coup import coup_edition, coup_paper, coup_picture, coup_text
    from pitboss.views.parts.shown import Shown, Viewer
    from pitboss.views.states import States

    if not TABLE.owns(stream):
        fail(f"'{stream}' is no table: a coup is of a table, for example table:1.")
    follower = follower_of(store, stream, "", rules_of)
    coup = follower.of(History).coups.get(number)
    if coup is None:
        fail(f"No coup {number} is finished at {stream}.")
    edition, last = coup_edition(follower, coup), coup.row.last
    shown = Shown(
        name=TABLE.name_of(stream),
        rules=rules_of(edition),
        rules_of=rules_of,
        pool_of=lambda _name: None,
        clock=lambda: dt.datetime.now(dt.UTC),
        follower=follower,
        roads=RoadSettings(),
        sequence=last,
        table=follower.so_far(States).before(last + 1),
    )
    viewer = Viewer("surveillance", "")
    if form == PICTURE:
        return coup_picture(shown, coup, viewer, language)
    if form == LINES:
        return as_csv(coup_paper(shown, coup, viewer, language))
    rulebook, _, day = edition.partition("/")
    found = coup_text(open_book(rulebook, day), shown, coup, None)
    if isinstance(found, Refusal):
        fail(found)
    return found
