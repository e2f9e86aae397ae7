"""Routes: rulebooks, their editions, clauses and readings; odds, for staff."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Router, get
from litestar.params import Parameter

from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import HOUSE, PUBLIC, Request, context_of
from pitboss.api.lookup import Name, book_of, devices
from pitboss.api.problems import ProblemError, refused
from pitboss.book import Rulebook
from pitboss.editions.edition import Clause
from pitboss.refusal import Refusal
from pitboss.table.usual.matrix import Described, commands
from pitboss.views.library import Reading, readings_of, summary, told

Search = Annotated[str | None, Parameter(max_length=100, required=False)]


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook on the shelf, and whether tables are run under it here.

    `pools` are the wagers that pay shares of a pool which tables feed together.
    """

    rulebook: str
    edition: str
    house: str
    title: str
    reference: str
    games: list[str]
    wagers: list[str]
    clauses: int
    fingerprint: str
    tables: bool
    pools: list[str]


class Books(msgspec.Struct, frozen=True, kw_only=True):
    """The shelf."""

    rulebooks: list[Book]


class Edition(Book, frozen=True, kw_only=True):
    """An edition with its values as its files have them, its ranks, layouts and methods."""

    ranks: list[str]
    layouts: list[str]
    methods: list[str]
    values: dict[str, Any]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that was looked for."""

    rulebook: str
    clause: Clause


class FoundClauses(msgspec.Struct, frozen=True, kw_only=True):
    """Clauses, in the order of their rulebook."""

    clauses: list[Found]


class OneClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause: what it says in our words, its status, what cites it, how it is read."""

    rulebook: str
    edition: str
    clause: Clause
    cited_by: list[str]
    readings: list[Reading]


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """The readings of one rulebook."""

    readings: list[Reading]


class Commands(msgspec.Struct, frozen=True, kw_only=True):
    """Every command under an edition: fields, who gives it, what it needs and cites."""

    commands: list[Described]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """Exact odds, one document for each wager, as `pitboss odds --json` gives them."""

    rulebook: str
    edition: str
    wagers: list[dict[str, Any]]


def _told(book: Rulebook) -> dict[str, Any]:
    edition = book.edition
    pools = [name for name, wager in edition.wagers.items() if wager.pool is not None]
    return {**summary(book), "tables": bool(edition.rules), "pools": pools}


@get("/rulebooks", opt={"roles": PUBLIC, "answer": Books} | KEPT)
@kept
def list_books(request: Request) -> Books:
    """The rulebooks on the shelf."""
    books = context_of(request).books.values()
    return Books(rulebooks=[Book(**_told(book)) for book in books])


@get("/rulebooks/{rulebook:str}", opt={"roles": PUBLIC, "answer": Edition} | KEPT)
@kept
def one_edition(request: Request, rulebook: Name) -> Edition:
    """One edition with its values."""
    book = book_of(request, rulebook)
    edition = book.edition
    return Edition(
        **_told(book),
        ranks=list(edition.ranks.ladder),
        layouts=list(edition.layouts),
        methods=list(edition.methods),
        values=msgspec.to_builtins(edition.raw.get("edition.toml", {})),
    )


@get("/rulebooks/{rulebook:str}/clauses", opt={"roles": PUBLIC, "answer": FoundClauses} | KEPT)
@kept
def find_clauses(request: Request, rulebook: Name, find: Search = None) -> FoundClauses:
    """The clauses of a rulebook, or those that hold a text."""
    book = book_of(request, rulebook)
    return FoundClauses(clauses=_find([book], find))


@get("/clauses", opt={"roles": PUBLIC, "answer": FoundClauses} | KEPT)
@kept
def search_clauses(
    request: Request, find: Annotated[str, Parameter(min_length=2, max_length=100)]
) -> FoundClauses:
    """Clauses of all rulebooks that hold a text."""
    return FoundClauses(clauses=_find(list(context_of(request).books.values()), find))


def _find(books: list[Rulebook], text: str | None) -> list[Found]:
    wanted = (text or "").casefold()
    return [
        Found(rulebook=book.edition.identity.rulebook, clause=told(book.edition, clause))
        for book in books
        for clause in book.edition.clauses.values()
        if wanted in f"{clause.clause} {clause.section} {clause.summary}".casefold()
    ]


@get(
    "/rulebooks/{rulebook:str}/clauses/{clause:str}",
    opt={"roles": PUBLIC, "answer": OneClause} | KEPT,
)
@kept
def one_clause(request: Request, rulebook: Name, clause: Name) -> OneClause:
    """One clause, with what cites it and how it is read."""
    edition = book_of(request, rulebook).edition
    found = edition.clauses.get(clause)
    if found is None:
        raise ProblemError(404, "no-such-clause", "The rulebook has no clause of that number.")
    cited = [
        f"{file} {'.'.join(map(str, path))}"
        for file, path, number in edition.citations()
        if number == clause
    ]
    readings = [
        one
        for one in readings_of(rulebook)
        if clause in one.clauses.replace(",", " ").replace(";", " ").split()
    ]
    return OneClause(
        rulebook=rulebook,
        edition=edition.identity.edition,
        clause=told(edition, found),
        cited_by=cited,
        readings=readings,
    )


@get("/rulebooks/{rulebook:str}/readings", opt={"roles": PUBLIC, "answer": Readings} | KEPT)
@kept
def list_readings(request: Request, rulebook: Name) -> Readings:
    """How a rulebook is read where it is ambiguous, silent or mistaken."""
    book_of(request, rulebook)
    return Readings(readings=readings_of(rulebook))


@get("/rulebooks/{rulebook:str}/commands", opt={"roles": PUBLIC, "answer": Commands} | KEPT)
@kept
def list_commands(request: Request, rulebook: Name) -> Commands:
    """Every command that a table under this rulebook takes."""
    return Commands(commands=commands(book_of(request, rulebook).edition))


@get("/rulebooks/{rulebook:str}/odds", opt={"roles": HOUSE, "answer": Odds, "refusal": devices})
async def odds(
    request: Request,
    rulebook: Name,
    game: Annotated[str | None, Parameter(max_length=40, required=False)] = None,
    decks: Annotated[int | None, Parameter(ge=1, le=16, required=False)] = None,
    wager: Annotated[str | None, Parameter(max_length=60, required=False)] = None,
    remove: Annotated[str, Parameter(max_length=1500, required=False)] = "",
) -> Odds:
    """Exact odds of one wager or of all; the rulebooks forbid players such devices at a table."""
    book = book_of(request, rulebook)
    asked: dict[str, Any] = {"game": game, "decks": decks, "remove": remove}
    found = await asyncio.to_thread(
        lambda: book.odds(**asked, wagers=() if wager is None else (wager,))
    )
    if isinstance(found, Refusal):
        raise refused(found, 422)
    return Odds(
        rulebook=rulebook,
        edition=book.edition.identity.edition,
        wagers=list(found.values()),
    )


TYPES = (Books, Edition, FoundClauses, OneClause, Readings, Commands, Odds)
router = Router(
    "/",
    route_handlers=[
        list_books,
        one_edition,
        find_clauses,
        search_clauses,
        one_clause,
        list_readings,
        list_commands,
        odds,
    ],
    tags=["rulebooks"],
)
