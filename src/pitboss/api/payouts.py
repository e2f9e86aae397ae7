"""Routes: what every wager pays, with exact edges for staff; the printable rule card."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, get
from litestar.params import Parameter

from pitboss.api.browsing import Identified, identified
from pitboss.api.guard import HOUSE, PUBLIC, Connection
from pitboss.api.library import Name, book_of, devices
from pitboss.api.pricing import Priced, PricedRow, Shop, computed, odds_of, priced, shop
from pitboss.api.problems import Problem, problem_of, refused
from pitboss.conformity.does import Statement, statements
from pitboss.editions.edition import Edition
from pitboss.refusal import Refusal

Asked = Request[Any, Any, Any]
Game = Annotated[str | None, Parameter(max_length=40, required=False)]
Decks = Annotated[int | None, Parameter(ge=1, le=16, required=False)]
SignText = Annotated[
    str,
    Parameter(
        max_length=200, required=False, description="What the sign fixes: key=value,key=value."
    ),
]
EdgesTold = Literal["shown", "staff", "left out"]
ON_THE_CARD = ("decks", "game", "shoe", "close", "limits", "notice", "method")


class GameTitle(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a rulebook."""

    game: str
    title: str


class Payouts(msgspec.Struct, frozen=True, kw_only=True):
    """What the wagers of a game pay; edges and chances are for staff and study."""

    rulebook: str
    edition: str
    game: str
    game_title: str
    decks: int
    games: list[GameTitle]
    permitted_decks: tuple[int, ...]
    edges: EdgesTold
    notice: Problem | None
    wagers: list[Priced]


class CountRule(msgspec.Struct, frozen=True, kw_only=True):
    """What Player's Hand does on a count of its first two cards."""

    count: int
    act: Literal["draws", "stands", "natural"]
    clauses: tuple[str, ...]


class BankerRule(msgspec.Struct, frozen=True, kw_only=True):
    """What Banker's Hand does on a count: against third cards 0 to 9, and against none."""

    banker: int
    cells: list[Literal["draws", "stands"]]
    no_card: Literal["draws", "stands"]
    clauses: tuple[str, ...]


class TableauCard(msgspec.Struct, frozen=True, kw_only=True):
    """The tableau as it is printed on the card."""

    natural: tuple[int, ...]
    natural_clauses: tuple[str, ...]
    player: list[CountRule]
    banker: list[BankerRule]
    no_card_clauses: tuple[str, ...]


class CardWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on the card; `confined_to` says with how many decks it is played, and so on."""

    wager: str
    title: str
    hue: str
    clauses: tuple[str, ...]
    rows: list[PricedRow]
    confined_to: dict[str, tuple[str | int, ...]]


class RuleCard(Identified, frozen=True, kw_only=True):
    """A game on one sheet: identity, values, tableau, wagers, rules of conduct."""

    game: str
    game_title: str
    decks: tuple[int, ...]
    values: list[Statement]
    tableau: TableauCard | None
    wagers: list[CardWager]
    rules: list[Statement]


def placed(connection: Connection, rulebook: str, game: str | None, decks: int | None) -> Shop:
    """The setting that a request asks for; a problem where there is none such."""
    return signed(connection, rulebook, game, decks, "")


def signed(
    connection: Connection, rulebook: str, game: str | None, decks: int | None, sign: str
) -> Shop:
    """The same under what the sign fixes."""
    found = shop(book_of(connection, rulebook), game, decks, sign)
    if isinstance(found, Refusal):
        raise refused(found, 422)
    return found


def payouts_of(
    place: Shop,
    wagers: list[Priced],
    edges: EdgesTold,
    notice: Problem | None,
) -> Payouts:
    """The answer for a setting."""
    edition = place.book.edition
    return Payouts(
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=place.game,
        game_title=edition.games[place.game].title,
        decks=place.decks,
        games=[GameTitle(game=name, title=one.title) for name, one in edition.games.items()],
        permitted_decks=edition.decks.permitted,
        edges=edges,
        notice=notice,
        wagers=wagers,
    )


def missing(place: Shop) -> Problem | None:
    """What the sign does not fix, and therefore no edge can tell."""
    return None if place.missing is None else problem_of(place.missing)


@get("/rulebooks/{rulebook:str}/payouts", opt={"roles": PUBLIC, "answer": Payouts})
async def payouts(
    request: Asked,
    rulebook: Name,
    game: Game = None,
    decks: Decks = None,
    sign: SignText = "",
    edges: Annotated[bool, Parameter(required=False)] = True,
) -> Payouts:
    """What every wager of a game pays; for staff with chances and exact edges."""
    place = signed(request, rulebook, game, decks, sign)
    session = request.scope["state"].get("session")
    shown: EdgesTold = "left out"
    told, documents = None, None
    if not edges:
        pass
    elif session is None or session.role not in HOUSE or session.limited:
        code, sentence, *clauses = devices(request)
        shown = "staff"
        told = Problem(code=code, sentence=sentence, clauses=clauses[0] if clauses else ())
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


@get("/rulebooks/{rulebook:str}/card", opt={"roles": PUBLIC, "answer": RuleCard})
async def card(request: Asked, rulebook: Name, game: Game = None) -> RuleCard:
    """A game on one sheet, to be printed."""
    place = placed(request, rulebook, game, None)
    edition = place.book.edition
    said = list(statements(edition))
    wagers = await asyncio.to_thread(_wagers, place)
    return RuleCard(
        **identified(edition),
        game=place.game,
        game_title=edition.games[place.game].title,
        decks=edition.decks.permitted,
        values=[one for one in said if one.what.partition(" ")[0] in ON_THE_CARD],
        tableau=_tableau(edition),
        wagers=wagers,
        rules=[one for one in said if one.what.startswith("rule ")],
    )


def _wagers(place: Shop) -> list[CardWager]:
    found = []
    for one in priced(place, None):
        wager = place.book.edition.wagers[one.wager]
        kept = {"decks": wager.decks, "layouts": wager.layouts, "stakes": wager.stakes}
        found.append(
            CardWager(
                wager=one.wager,
                title=one.title,
                hue=one.hue,
                clauses=one.clauses,
                rows=one.rows,
                confined_to={name: among.only for name, among in kept.items() if among},
            )
        )
    return found


_ACTS: dict[str, Literal["draws", "stands"]] = {"D": "draws", "S": "stands"}


def _tableau(edition: Edition) -> TableauCard | None:
    tableau = edition.tableau
    if tableau is None:
        return None
    player = []
    for count in range(10):
        if count in tableau.natural.counts:
            rule = CountRule(count=count, act="natural", clauses=tableau.natural.clauses)
        else:
            draws = count in tableau.player.draws
            own = tableau.player.draws_clauses if draws else tableau.player.stands_clauses
            clauses = tuple(dict.fromkeys((*tableau.player.clauses, *own)))
            rule = CountRule(count=count, act="draws" if draws else "stands", clauses=clauses)
        player.append(rule)
    return TableauCard(
        natural=tableau.natural.counts,
        natural_clauses=tableau.natural.clauses,
        player=player,
        banker=[
            BankerRule(
                banker=row.banker,
                cells=[_ACTS[cell] for cell in row.cells],
                no_card=_ACTS[tableau.no_card.cells[row.banker]],
                clauses=row.clauses,
            )
            for row in tableau.banker
        ],
        no_card_clauses=tableau.no_card.clauses,
    )


TYPES: tuple[type[msgspec.Struct], ...] = (Payouts, RuleCard)
router = Router("/", route_handlers=[payouts, card], tags=["rulebooks"])
