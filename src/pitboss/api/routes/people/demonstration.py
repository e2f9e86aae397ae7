"""Routes: signing in to the demonstration with one click, from this machine alone."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Annotated, Literal

import msgspec
from litestar import Response, post
from litestar.params import JSONBody

from pitboss.api.context import Context
from pitboss.api.guard import PUBLIC, Connection, Request, context_of, session_cookie
from pitboss.api.lookup import table_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.editions.edition import Edition
from pitboss.service.people.accounts import Account, Role
from pitboss.views.copies import copy_of

Part = Literal["player", "dealer", "supervisor", "display"]
NAMES: dict[Part, tuple[str, ...]] = {
    "player": ("l.hart", "r.menon", "s.rossi", "j.park", "a.costa", "n.ito"),
    "dealer": ("m.okafor", "t.nguyen", "s.kelly"),
    "supervisor": ("j.lindqvist", "r.osei", "k.tan"),
    "display": ("wall",),
}
"""The names that people of the demonstration have: players take turns, a house has one each."""
ROLES: dict[Part, Role] = {
    "player": "player",
    "dealer": "staff",
    "supervisor": "staff",
    "display": "display",
}


class DemoSignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As what to come in, and to which table: staff come as people of its house."""

    role: Part
    table: Annotated[str, msgspec.Meta(max_length=63)] | None = None


class DemoSigned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who is signed in now. The token is in a cookie of the tab that asked."""

    login: str
    person: str
    role: Role
    rank: str | None = None
    house: str | None = None


def here(connection: Connection) -> bool:
    """Whether the caller is on this machine."""
    client = connection.client
    try:
        return client is not None and ipaddress.ip_address(client.host).is_loopback
    except ValueError:
        return False


@post("/session/demo", opt={"roles": PUBLIC, "demonstration": True})
async def enter(request: Request, data: JSONBody[DemoSignIn]) -> Response[DemoSigned]:
    """Come in as a player, the dealer, a supervisor or the wall, without a password."""
    context = context_of(request)
    if not context.settings.demo_sign_in:
        raise ProblemError(
            403, "no-demonstration", "This is no demonstration: sign in with a name and a password."
        )
    if not here(request):
        raise ProblemError(
            403, "not-here", "The demonstration is entered with one click on its own machine alone."
        )
    edition = _edition(request, data.table)
    account = await asyncio.to_thread(_account, context, data.role, edition)
    token, session = await asyncio.to_thread(context.sessions.begin, account)
    return Response(copy_of(DemoSigned, session), cookies=[session_cookie(request, token)])


def _edition(request: Request, table: str | None) -> Edition:
    """The edition of the table that one comes to, or of the first."""
    context = context_of(request)
    floor = context.floor
    if table is not None:
        return table_of(request, table).rules.edition
    return next(shown.rules.edition for shown in floor.shown())


def _account(context: Context, part: Part, edition: Edition) -> Account:
    """A person of the demonstration: for players the one who is signed in least."""
    accounts, sessions = context.accounts, context.sessions
    names = NAMES[part]
    if part == "player":
        login = min(names, key=lambda name: len(sessions.of(name)))
    elif part == "display":
        login = names[0]
    else:
        houses = list(dict.fromkeys(b.edition.identity.house for b in context.books.values()))
        login = names[houses.index(edition.identity.house) % len(names)]
    found = accounts.find(login)
    if found is None:
        staff = ROLES[part] == "staff"
        rank = edition.ranks.ladder[part == "supervisor"] if staff else None
        house = edition.identity.house if staff else None
        accounts.make(login, ROLES[part], rank, house, demo=True)
        found = accounts.find(login)
    if found is None or not found.demo or not found.enabled:
        raise ProblemError(409, "no-demonstration", f"'{login}' is nobody of the demonstration.")
    return found


router = router_of(__name__, "people")
