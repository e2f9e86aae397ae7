"""Routes: edges of all wagers, as data and as a chart, and under another pay table."""

from __future__ import annotations

import asyncio
import dataclasses
from fractions import Fraction
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from pitboss.api.charts import Shade, drawn, edges_chart
from pitboss.api.context import computed
from pitboss.api.guard import HOUSE, Request
from pitboss.api.lookup import Decks, Game, Name, SignText, devices, shop_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.book import Rulebook
from pitboss.decision.table import pays_under
from pitboss.editions.wagers import Row, Wager
from pitboss.errors import BadDataError
from pitboss.money import AtOdds, SignedPercentage, parse_pay
from pitboss.odds.report import Share, share
from pitboss.refusal import Refusal
from pitboss.views.copies import copy_of
from pitboss.views.money.prices import (
    Edge,
    Payouts,
    Priced,
    Shop,
    edge_of,
    missing,
    odds_of,
    offered_in,
    payouts_of,
    pays_of,
    priced,
    priced_wager,
    shop,
    table_of_wager,
)

WagerName = Annotated[str | None, Parameter(max_length=60, required=False)]


class NewPay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another pay for a row of the wager; rows are numbered from 0, as payouts list them."""

    row: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    pays: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PayTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager under other pays, in a game with so many decks."""

    wager: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    pays: Annotated[list[NewPay], msgspec.Meta(min_length=1, max_length=40)]
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    decks: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    sign: Annotated[str, msgspec.Meta(max_length=200)] = ""


class ChangedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row before and after."""

    label: str
    outcome: str
    before: str
    after: str
    probability: Share | None


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A wager before and after a change of its pays; an edge that cannot be told is null."""

    rulebook: str
    edition: str
    game: str
    decks: int
    wager: str
    title: str
    before: Edge | None
    after: Edge | None
    change: Share | None
    favours_player: bool
    rows: list[ChangedRow]


async def _with_edges(
    request: Request, rulebook: str, game: str | None, decks: int | None, sign: str
) -> tuple[Shop, list[Priced]]:
    place = shop_of(request, rulebook, game, decks, sign)
    found = await computed(request.app, lambda: odds_of(place, sign=sign))
    if isinstance(found, Refusal):
        raise refused(found, 422)
    wagers = await asyncio.to_thread(priced, place, found)
    wagers.sort(key=lambda one: (one.edge is None, one.edge.value if one.edge else 0.0))
    return place, wagers


@get("/rulebooks/{rulebook:str}/edges", opt={"roles": HOUSE, "refusal": devices})
async def edges(
    request: Request, rulebook: Name, game: Game = None, decks: Decks = None, sign: SignText = ""
) -> Payouts:
    """Every wager of a game by its edge, the smallest first."""
    place, wagers = await _with_edges(request, rulebook, game, decks, sign)
    return payouts_of(place, wagers, "shown", missing(place))


@get(
    "/rulebooks/{rulebook:str}/charts/edges",
    opt={"roles": HOUSE, "refusal": devices},
    media_type="image/svg+xml",
)
async def chart(
    request: Request,
    rulebook: Name,
    game: Game = None,
    decks: Decks = None,
    sign: SignText = "",
    theme: Shade = "dark",
    wager: WagerName = None,
) -> Response[bytes]:
    """The edges as bars; one wager may be pointed out."""
    place, wagers = await _with_edges(request, rulebook, game, decks, sign)
    title = f"{place.book.edition.games[place.game].title}, {place.decks} decks: house edge"
    made = edges_chart(wagers, theme, wager, title)
    return await computed(request.app, lambda: drawn(made, theme))


@post(
    "/rulebooks/{rulebook:str}/what-if",
    status_code=200,
    opt={"roles": HOUSE, "refusal": devices},
)
async def what_if(request: Request, rulebook: Name, data: JSONBody[PayTable]) -> WhatIf:
    """The edge of a wager if it paid otherwise; nothing is changed."""
    place = shop_of(request, rulebook, data.game, data.decks, data.sign)
    if data.wager not in offered_in(place):
        listed = ", ".join(offered_in(place))
        sentence = f"'{data.wager}' is not offered in this game; there are {listed}."
        raise ProblemError(422, "unknown-wager", sentence)
    return await computed(request.app, lambda: _what_if(place, data))


def _what_if(place: Shop, data: PayTable) -> WhatIf:
    other = _changed(place, data)
    documents = []
    for one in (place, other):
        found = odds_of(one, (data.wager,), data.sign)
        if isinstance(found, Refusal):
            raise refused(found, 422)
        documents.append(found[data.wager])
    before, after = (edge_of(document) for document in documents)
    change = None
    if before and after:
        exact = None
        if before.exact and after.exact:
            exact = str(Fraction(after.exact) - Fraction(before.exact))
        change = share(after.value - before.value, exact)
    edition = place.book.edition
    listed = priced_wager(place, data.wager, documents[0])
    rows = table_of_wager(other, data.wager).rows
    return WhatIf(
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=place.game,
        decks=place.decks,
        wager=data.wager,
        title=listed.title,
        before=before,
        after=after,
        change=change,
        favours_player=bool(documents[1].get("favours_player")),
        rows=[
            copy_of(ChangedRow, row, before=row.pays, after=pays_of(other, new))
            for row, new in zip(listed.rows, rows, strict=True)
        ],
    )


def _check_pay(place: Shop, row: Row, text: str) -> None:
    """Whether a row can pay this: odds for odds, a prize for a prize, a share for a share.

    A percentage of the stake stands for odds where the sign fixes it.
    """
    try:
        pay = parse_pay(text)
    except ValueError as error:
        sentence = f"'{text}' is no pay: write odds, so many to so many."
        raise ProblemError(422, "bad-pay", sentence) from error
    shares = {} if place.setting is None else place.setting.sign.shares
    if isinstance(pay, SignedPercentage) and pay.key not in shares:
        raise ProblemError(422, "bad-pay", f"The sign fixes no percentage '{pay.key}'.")
    of_stake = (AtOdds, SignedPercentage)
    for own in map(parse_pay, pays_under(row).values()):
        kinds = of_stake if isinstance(own, of_stake) else (type(own),)
        if not isinstance(pay, kinds):
            sentence = f"'{text}' is another kind of pay than {pays_of(place, row)}."
            raise ProblemError(422, "bad-pay", sentence)


def _changed(place: Shop, data: PayTable) -> Shop:
    """The same setting under an edition in which the wager pays otherwise."""
    edition = place.book.edition
    wager = edition.wagers[data.wager]
    rows = list(wager.rows)
    here = [n for n, row in enumerate(rows) if not row.games or place.game in row.games]
    for one in data.pays:
        if one.row >= len(here) or rows[here[one.row]].pays is None:
            raise ProblemError(422, "no-such-row", f"{wager.title} has no row {one.row} that pays.")
        number = here[one.row]
        _check_pay(place, rows[number], one.pays)
        rows[number] = msgspec.structs.replace(rows[number], pays=one.pays)
    altered: Wager = msgspec.structs.replace(wager, rows=tuple(rows))
    changed = dataclasses.replace(edition, wagers={**edition.wagers, data.wager: altered})
    found = shop(Rulebook(changed), place.game, place.decks, data.sign)
    if isinstance(found, Refusal):
        raise refused(found, 422)
    try:
        table_of_wager(found, data.wager)
    except (ValueError, BadDataError) as error:
        raise ProblemError(422, "contradictory", f"That cannot be paid: {error}") from error
    return found


router = router_of(__name__, "odds")
