"""Routes: automated terminals: where they stand, what each shows, and the tickets of one's own."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from pitboss.aggregates import TABLE, TICKETS
from pitboss.api.commands import CommandHeader, command_id
from pitboss.api.first_start import slug
from pitboss.api.guard import HOUSE, STAFF, Request, context_of, session_of
from pitboss.api.lookup import TableName, table_of, tables_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.service.intake import Actor
from pitboss.table.terminals.parts import terminals_of
from pitboss.views.parts.terminal import TerminalSeen, all_of

PLAYER = ("player",)
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class NewTerminal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A terminal to put at a table: the account that it signs in with, and its layout."""

    login: Short
    table: Short
    layout: Short


class TerminalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A terminal and the table it stands at."""

    table: str
    screen: TerminalSeen


class TerminalList(msgspec.Struct, frozen=True, kw_only=True):
    """The terminals of all tables that the caller may look at."""

    terminals: list[TerminalRow]


class TicketSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket that one's terminal made: what is printed on it, once it has a number."""

    amount_cents: int
    number: int | None
    printed: str | None


class TicketList(msgspec.Struct, frozen=True, kw_only=True):
    """The tickets that a terminal made last."""

    tickets: list[TicketSeen]


def _list(request: Request) -> TerminalList:
    rows = [
        TerminalRow(table=shown.name, screen=screen)
        for shown in tables_of(request)
        for screen in all_of(shown)
    ]
    return TerminalList(terminals=rows)


@get("/terminals", opt={"roles": HOUSE})
async def terminal_list(request: Request) -> TerminalList:
    """Every terminal with what it shows, holds and their clocks among it."""
    return await asyncio.to_thread(_list, request)


@post("/terminals", opt={"roles": STAFF})
async def bind_terminal(
    request: Request, data: JSONBody[NewTerminal], key: CommandHeader = None
) -> TerminalList:
    """Put a terminal at a table; it stands at one table only."""
    context, session = context_of(request), session_of(request)
    shown = table_of(request, data.table)
    account = await asyncio.to_thread(context.accounts.find, data.login)
    if account is None or account.role != "player":
        raise ProblemError(404, "no-such-account", f"No terminal signs in as '{data.login}'.")
    edition, tickets = shown.rules.edition, context.tables.tickets
    stream = TICKETS.stream_of(slug(edition.identity.house))
    said = {
        "do": "bind-terminal",
        "terminal": account.person,
        "table": TABLE.stream_of(shown.name),
        "layout": data.layout,
        "label": data.login,
    }
    actor = Actor(session.person, session.role, session.rank)
    answer = await asyncio.to_thread(
        tickets.give, stream, said, actor, command_id(key), edition.name
    )
    if answer.refusal is not None:
        raise refused(answer.refusal)
    await asyncio.to_thread(context.tables.deliver)
    return await asyncio.to_thread(_list, request)


@get("/tables/{name:str}/terminal/tickets", opt={"roles": PLAYER})
async def own_tickets(request: Request, name: TableName) -> TicketList:
    """The tickets that the caller's own terminal made last, as they are printed."""
    shown, person = table_of(request, name), session_of(request).person
    known = terminals_of(shown.table)
    one = known.terminals.get(person)
    if one is None:
        raise ProblemError(404, "no-such-terminal", "You are no terminal of this table.")
    tickets, stream = context_of(request).tables.tickets, TABLE.stream_of(shown.name)
    return TicketList(
        tickets=[
            TicketSeen(
                amount_cents=each.cents,
                number=each.number,
                printed=None
                if each.number is None
                else tickets.printed(known.register, stream, person, each.cause, each.number),
            )
            for each in one.printed
        ]
    )


router = router_of(__name__, "floor")
