"""Routes: what every wager pays, with exact edges for staff; the printable rule card."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from pitboss.api.context import computed
from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import HOUSE, PUBLIC, Request
from pitboss.api.lookup import Decks, Game, Name, SignText, devices, shop_of
from pitboss.api.problems import refused
from pitboss.api.routes import router_of
from pitboss.conformity.clauses.does import Statement, statements
from pitboss.refusal import Refusal
from pitboss.views.copies import copy_of
from pitboss.views.library import Identified, identified
from pitboss.views.money.prices import (
    EdgesTold,
    Payouts,
    PricedRow,
    Shop,
    missing,
    odds_of,
    payouts_of,
    priced,
)
from pitboss.views.problem import Problem, keyed

ON_THE_CARD = ("decks", "game", "shoe", "close", "limits", "notice", "method")


_REF = {"anyOf": [{"$ref": "#/components/schemas/OwnCard"}, {"type": "null"}]}
OwnCard = Annotated[Any, msgspec.Meta(extra_json_schema=_REF)]


class CardWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on the card; `confined_to` says with how many decks it is played, and so on."""

    wager: str
    title: str
    hue: str
    clauses: tuple[str, ...]
    rows: list[PricedRow]
    confined_to: dict[str, tuple[str | int, ...]]


class RuleCard(Identified, frozen=True, kw_only=True):
    """A game on one sheet: identity, values, wagers, rules of conduct.

    `own` is what only cards of this `play` have, such as the rule by which hands are dealt.
    """

    play: str
    game: str
    game_title: str
    decks: tuple[int, ...]
    values: list[Statement]
    own: OwnCard
    wagers: list[CardWager]
    rules: list[Statement]


@get("/rulebooks/{rulebook:str}/payouts", opt={"roles": PUBLIC})
async def payouts(
    request: Request,
    rulebook: Name,
    game: Game = None,
    decks: Decks = None,
    sign: SignText = "",
    edges: Annotated[bool, Parameter(required=False)] = True,
) -> Payouts:
    """What every wager of a game pays; for staff with chances and exact edges."""
    place = shop_of(request, rulebook, game, decks, sign)
    session = request.scope["state"].get("session")
    shown: EdgesTold = "left out"
    told, documents = None, None
    if not edges:
        pass
    elif session is None or session.role not in HOUSE or session.limited:
        code, sentence, *clauses = devices(request)
        shown = "staff"
        cited = clauses[0] if clauses else ()
        told = keyed(Problem(code=code, sentence=sentence, clauses=cited))
    elif place.missing is not None:
        told = missing(place)
    else:
        shown = "shown"
        found = await computed(request.app, lambda: odds_of(place, sign=sign))
        if isinstance(found, Refusal):
            raise refused(found, 422)
        documents = found
    wagers = await asyncio.to_thread(priced, place, documents)
    return payouts_of(place, wagers, shown, told)


@get("/rulebooks/{rulebook:str}/card", opt={"roles": PUBLIC} | KEPT)
@kept
def card(request: Request, rulebook: Name, game: Game = None) -> RuleCard:
    """A game on one sheet, to be printed."""
    place = shop_of(request, rulebook, game, None)
    edition = place.book.edition
    said = list(statements(edition))
    wagers = _wagers(place)
    return RuleCard(
        **identified(edition),
        play=edition.identity.play,
        game=place.game,
        game_title=edition.games[place.game].title,
        decks=edition.decks.permitted,
        values=[one for one in said if one.what.partition(" ")[0] in ON_THE_CARD],
        own=place.book.game.card(edition),
        wagers=wagers,
        rules=[one for one in said if one.what.startswith("rule ")],
    )


def _wagers(place: Shop) -> list[CardWager]:
    found = []
    for one in priced(place, None):
        wager = place.book.edition.wagers[one.wager]
        kept = {"decks": wager.decks, "layouts": wager.layouts, "stakes": wager.stakes}
        confined = {name: among.only for name, among in kept.items() if among}
        found.append(copy_of(CardWager, one, confined_to=confined))
    return found


router = router_of(__name__, "rulebooks")
