"""What a request names: its table, its rulebook and setting; and the parameters of many routes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar.params import Parameter

from pitboss.api.context import Context
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import HOUSE, Connection, context_of, session_of
from pitboss.api.problems import ProblemError, refused
from pitboss.book import Rulebook
from pitboss.paper import Paper, as_pdf, lacks_type
from pitboss.refusal import Refusal
from pitboss.service.people.sessions import Session
from pitboss.views.coups import Coup, History
from pitboss.views.money.prices import Shop, shop
from pitboss.words import with_article

TableName = Annotated[str, Parameter(max_length=63)]
Number = Annotated[int, Parameter(ge=1, le=2**31)]
Name = Annotated[str, Parameter(max_length=64)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Month = Annotated[
    str | None,
    Parameter(pattern="^20[0-9]{2}-(0[1-9]|1[0-2])$", max_length=7, required=False),
]
Language = Annotated[Literal["en", "zh"], Parameter(required=False)]
Game = Annotated[str | None, Parameter(max_length=40, required=False)]
Decks = Annotated[int | None, Parameter(ge=1, le=16, required=False)]
SignText = Annotated[
    str,
    Parameter(
        max_length=200, required=False, description="What the sign fixes: key=value,key=value."
    ),
]


def table_of(connection: Connection, name: str) -> PublishedTable:
    """A table that the caller may look at; staff look at the tables of their own house."""
    shown = context_of(connection).floor.get(name)
    session: Session | None = connection.scope["state"].get("session")
    if session is not None and not may_look(session, shown):
        raise ProblemError(403, "another-house", "This table is another house's.")
    return shown


def tables_of(connection: Connection) -> list[PublishedTable]:
    """Every table that the caller may look at."""
    floor, session = context_of(connection).floor, session_of(connection)
    return [shown for shown in map(floor.get, floor.names()) if may_look(session, shown)]


def may_look(session: Session, shown: PublishedTable) -> bool:
    """Whether a table is the caller's to look at: anyone's but for the staff of another house."""
    return session.role != "staff" or session.house == shown.rules.edition.identity.house


def month_asked(month: str | None) -> tuple[int, int] | None:
    """Year and month of a parameter."""
    return None if month is None else (int(month[:4]), int(month[5:]))


def pdf_in(paper: Paper, language: str) -> bytes:
    """A document as PDF; a problem where this machine has no type for the language."""
    lacking = lacks_type(language)
    if lacking is not None:
        raise refused(lacking)
    return as_pdf(paper, language)


def coup_of(shown: PublishedTable, number: int) -> Coup:
    """A finished coup of a table; a problem where there is none. It may read the journal."""
    coup = shown.follower.of(History).coups.get(number)
    if coup is None:
        raise ProblemError(404, "no-such-coup", f"No coup {number} is finished at this table.")
    return coup


def above_lowest_at(shown: PublishedTable, session: Session, what: str) -> None:
    """A problem for the lowest rank of the house."""
    ladder = shown.rules.edition.ranks.ladder
    if session.role == "staff" and session.rank == ladder[0]:
        raise ProblemError(
            403, "rank-too-low", f"{what} are for {with_article(ladder[1])} or above."
        )


def staff_of(context: Context, session: Session) -> dict[str, str]:
    """The names that staff sign in with, by the ids that events carry; players have none here.

    Staff are shown those of their own house, and whoever belongs to none.
    """
    theirs = (session.house, None)
    return {
        one.person: one.login
        for one in context.accounts.all()
        if one.role in HOUSE and one.enabled and (session.role != "staff" or one.house in theirs)
    }


def book_of(connection: Connection, name: str) -> Rulebook:
    """The rulebook of a name; a problem where there is none."""
    book = context_of(connection).books.get(name)
    if book is None:
        raise ProblemError(404, "no-such-rulebook", "There is no rulebook of that name.")
    return book


def devices(connection: Connection) -> tuple[Any, ...]:
    """Why this is for staff: the rule against devices, where the rulebook has it as data."""
    name = str(connection.path_params.get("rulebook", ""))
    book = context_of(connection).books.get(name)
    rules = {} if book is None else book.edition.rules
    rule = rules.get("prohibited-device")
    if rule is None:
        return ("staff-only", "Analysis is for staff and study, not for players.")
    sentence = f"Analysis is for staff: {rule.says}."
    return ("prohibited-device", sentence, rule.clauses)


def shop_of(
    connection: Connection, rulebook: str, game: str | None, decks: int | None, sign: str = ""
) -> Shop:
    """The setting that a request asks for; a problem where there is none such."""
    found = shop(book_of(connection, rulebook), game, decks, sign)
    if isinstance(found, Refusal):
        raise refused(found, 422)
    return found
