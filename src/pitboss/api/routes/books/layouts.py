"""Routes: the layouts of a rulebook, to draw them where there is no table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import Parameter

from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import PUBLIC, Request
from pitboss.api.lookup import Name, book_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.decision.compiled import Compiled
from pitboss.refusal import Refusal
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import Setting, choose
from pitboss.views.areas import (
    AreaDrawn,
    Closing,
    EditionNamed,
    GameNamed,
    LayoutDrawn,
    closing_of,
    drawn,
    identity_of,
    layout_of,
)
from pitboss.views.copies import copy_of


class LayoutNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A layout of a rulebook: the numbers of seats it may have, the printed one first."""

    id: str
    seats: tuple[int, ...]
    surface: str
    labels: tuple[str, ...]
    tournament_only: bool
    clauses: tuple[str, ...]


class LayoutList(msgspec.Struct, frozen=True, kw_only=True):
    """The layouts of a rulebook, in its order."""

    rulebook: str
    edition: str
    layouts: list[LayoutNamed]


class LayoutSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A layout with everything on it, as a table's sheet has it, but without a table."""

    identity: EditionNamed
    game: GameNamed
    decks: int
    layout: LayoutDrawn
    permitted_seats: tuple[int, ...]
    tournament_only: bool
    areas: list[AreaDrawn]
    close: Closing


def layout_sheet(compiled: Compiled, setting: Setting, name: str, seats: int) -> LayoutSheet:
    """The layout in a setting: every wager that may be offered there has its area."""
    edition = compiled.edition
    rule = edition.layout_in_use(name)
    return LayoutSheet(
        identity=identity_of(edition),
        game=copy_of(GameNamed, edition.games[setting.game], id=setting.game),
        decks=setting.decks,
        layout=layout_of(edition, name, seats),
        permitted_seats=rule.seats,
        tournament_only=rule.tournament_only,
        areas=[
            drawn(compiled, setting, wager, chinese="zh" in rule.labels)
            for wager in edition.wagers
            if not_offered(edition, setting, wager) is None
        ],
        close=closing_of(edition),
    )


@get("/rulebooks/{rulebook:str}/layouts", opt={"roles": PUBLIC} | KEPT)
@kept
def layouts(request: Request, rulebook: Name) -> LayoutList:
    """The layouts that a rulebook has."""
    edition = book_of(request, rulebook).edition
    found = [copy_of(LayoutNamed, rule, id=name) for name, rule in edition.layouts.items()]
    return LayoutList(rulebook=rulebook, edition=edition.identity.edition, layouts=found)


@get("/rulebooks/{rulebook:str}/layouts/{layout:str}", opt={"roles": PUBLIC} | KEPT)
@kept
def one_layout(
    request: Request,
    rulebook: Name,
    layout: Name,
    game: Annotated[str | None, Parameter(max_length=40, required=False)] = None,
    decks: Annotated[int | None, Parameter(ge=1, le=16, required=False)] = None,
    seats: Annotated[int | None, Parameter(ge=1, le=99, required=False)] = None,
) -> LayoutSheet:
    """One layout to draw: in the usual game, with the seats that it is printed with."""
    book = book_of(request, rulebook)
    edition = book.edition
    rule = edition.layout(layout)
    if rule is None:
        raise ProblemError(404, "no-such-layout", "The rulebook has no layout of that name.")
    if seats is not None and seats not in rule.seats:
        listed = ", ".join(map(str, sorted(rule.seats)))
        given = {"layout": layout, "listed": listed, "seats": seats}
        raise refused(Refusal.of("seats-not-permitted", rule.clauses, **given), 422)
    setting = choose(edition, game, decks, layout, None)
    if isinstance(setting, Refusal):
        raise refused(setting, 422)
    many = seats or rule.seats[0]
    return layout_sheet(book.compiled, setting, layout, many)


router = router_of(__name__, "rulebooks")
