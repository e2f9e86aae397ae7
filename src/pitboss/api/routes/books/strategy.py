"""Routes: the optimal play of a game that leaves its players decisions."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from pitboss.api.charts import Shade, drawn
from pitboss.api.context import computed
from pitboss.api.guard import HOUSE, Request
from pitboss.api.lookup import Decks, Name, devices, shop_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.refusal import Refusal
from pitboss.views.money.prices import Play, Shop, play_of


def _check(place: Shop) -> None:
    if not place.book.game.decides:
        sentence = f"{place.book.edition.identity.title} leaves the players no decision."
        raise ProblemError(409, "no-strategy", sentence)


def _best(place: Shop) -> Play:
    if place.setting is None:
        raise ProblemError(409, "sign-missing")
    found = play_of(place, place.setting)
    if isinstance(found, Refusal):
        raise refused(found, 422)
    return found


@get(
    "/rulebooks/{rulebook:str}/strategy",
    opt={"roles": HOUSE, "answer": "Strategy", "refusal": devices},
)
async def strategy(request: Request, rulebook: Name, decks: Decks = None) -> Any:
    """The play that loses least, for staff and study."""
    place = shop_of(request, rulebook, None, decks)
    _check(place)
    return await computed(request.app, lambda: _best(place)[0])


@get(
    "/rulebooks/{rulebook:str}/charts/strategy",
    opt={"roles": HOUSE, "refusal": devices},
    media_type="image/svg+xml",
)
async def chart(
    request: Request, rulebook: Name, decks: Decks = None, theme: Shade = "dark"
) -> Response[bytes]:
    """The play by totals as a chart."""
    place = shop_of(request, rulebook, None, decks)
    _check(place)
    return await computed(request.app, lambda: drawn(_best(place)[1], theme))


router = router_of(__name__, "odds")
