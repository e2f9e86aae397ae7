"""Routes: two rulebooks side by side, as a whole or beside one clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import PUBLIC, Request
from pitboss.api.lookup import book_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.conformity.compare import Difference, values_of
from pitboss.conformity.questions.beside import MOST_ASKED, AskedRow
from pitboss.conformity.questions.beside import beside as questions_beside
from pitboss.editions.edition import Clause, Edition
from pitboss.views.copies import copy_of
from pitboss.words.catalogue import Said

Rulebook = Annotated[str, Parameter(min_length=1, max_length=64)]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two editions."""

    rulebook: str
    edition: str
    house: str
    title: str


class Compared(Difference, frozen=True, kw_only=True):
    """A value in both editions: `group` is the part it belongs to, `label` its name in words."""

    group: str
    label: str
    differs: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Where two editions differ; `same` counts the values in which they do not.

    `questions` are what people ask, differences first; of those `most_asked` are shown before all
    others. `apart` says what is not compared where the games are not the same.
    """

    first: Side
    second: Side
    questions: tuple[AskedRow, ...]
    most_asked: int
    apart: str | None
    apart_said: Said | None
    same: int
    differences: list[Compared]


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """A clause, the values that it gives, and what gives them in another rulebook."""

    first: Side
    second: Side
    clause: Clause
    beside: list[Clause]
    rows: list[Compared]


def _compared(first: Edition, second: Edition) -> list[Compared]:
    left, right = values_of(first, second), values_of(second, first)
    found = []
    for what in dict.fromkeys((*left, *right)):
        one, two = left.get(what), right.get(what)
        group, _, rest = what.partition(".")
        found.append(
            Compared(
                what=what,
                group=group,
                label=_label(first, second, group, rest),
                first=one[0] if one else None,
                first_clauses=one[1] if one else (),
                second=two[0] if two else None,
                second_clauses=two[1] if two else (),
                differs=(one and one[0]) != (two and two[0]),
            )
        )
    return found


def _label(first: Edition, second: Edition, group: str, rest: str) -> str:
    """The name of a value in words: titles where the edition has them."""
    parts = rest.split(".") if rest else []
    for edition in (first, second):
        titled: dict[str, Mapping[str, Any]] = {
            "wager": edition.wagers,
            "ruling": edition.situations,
            "game": edition.games,
        }
        found = titled.get(group, {}).get(parts[0]) if parts else None
        if found is not None:
            parts[0] = found.title
            break
    words = [part.replace("_", " ") for part in parts]
    return ", ".join(words) or group.replace("_", " ")


@get("/compare", opt={"roles": PUBLIC} | KEPT)
@kept
def compare_books(request: Request, first: Rulebook, second: Rulebook) -> Comparison:
    """What people ask of both rulebooks, and every value in which they differ, with clauses."""
    left, right = book_of(request, first), book_of(request, second)
    one, two = left.edition, right.edition
    asked = questions_beside(left, right)
    found = _compared(one, two)
    differences = [row for row in found if row.differs]
    return Comparison(
        first=copy_of(Side, one.identity),
        second=copy_of(Side, two.identity),
        questions=asked.rows,
        most_asked=MOST_ASKED,
        apart=asked.apart,
        apart_said=asked.apart_said,
        same=len(found) - len(differences),
        differences=differences,
    )


@get("/compare/clauses", opt={"roles": PUBLIC} | KEPT)
@kept
def compare_clauses(
    request: Request, first: Rulebook, clause: Rulebook, second: Rulebook
) -> Beside:
    """A clause of one rulebook beside those of another that give the same values."""
    one, two = book_of(request, first).edition, book_of(request, second).edition
    found = one.clauses.get(clause)
    if found is None:
        raise ProblemError(404, "no-such-clause", "The rulebook has no clause of that number.")
    rows = _compared(one, two)
    kept = [row for row in rows if clause in row.first_clauses]
    kept += [row for row in rows if _of_the_same_wager(row, kept)]
    cited = dict.fromkeys(number for row in kept for number in row.second_clauses)
    return Beside(
        first=copy_of(Side, one.identity),
        second=copy_of(Side, two.identity),
        clause=found,
        beside=[two.clauses[number] for number in cited if number in two.clauses],
        rows=kept,
    )


def _of_the_same_wager(row: Compared, kept: list[Compared]) -> bool:
    """Whether it is a row of a wager that the clause is about, under another name of the game."""
    if row.group != "wager" or row.first is not None or row.what.count(".") < 3:
        return False
    wagers = {one.what.split(".")[1] for one in kept if one.group == "wager" and not one.second}
    return row.what.split(".")[1] in wagers


router = router_of(__name__, "rulebooks")
