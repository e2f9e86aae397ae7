"""Who is asking, whether they may, with which rank, and how often.

Every route says in `opt["roles"]` for whom it is. A route that says nothing is for nobody.
"""

from __future__ import annotations

import asyncio
import hmac
import math
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from pitboss.api.door.gate import place
from pitboss.api.problems import ProblemError
from pitboss.editions.edition import Edition
from pitboss.service.intake import EXCLUDING
from pitboss.service.people.accounts import ROLES
from pitboss.service.people.sessions import Session
from pitboss.views.parts.shown import HOUSE as HOUSE_ROLES
from pitboss.views.parts.shown import Viewer
from pitboss.words import with_article

if TYPE_CHECKING:
    from pitboss.api.context import Context

COOKIE = "pitboss_session"
TAB = "pitboss-tab"
"""The header that names the browser tab whose session is meant; a stream says it as `tab`."""
TAB_NAME = re.compile("[a-z0-9]{4,16}")
ANYONE = "anyone"
MONITOR = "monitor"
PUBLIC: tuple[str, ...] = (ANYONE, *ROLES)
SIGNED_IN: tuple[str, ...] = ROLES
HOUSE: tuple[str, ...] = HOUSE_ROLES
STAFF: tuple[str, ...] = ("staff",)
AT_TABLE: tuple[str, ...] = ("staff", "player", "inspector", "surveillance")

SAFE = ("GET", "HEAD", "OPTIONS")
BUCKETS = 20_000

SESSION_OVER = 4401
"""The code with which a stream is closed when its session has ended."""

SPECTATOR = Session(
    key="",
    login="",
    person="spectator",
    role="display",
    rank=None,
    house=None,
    limited=False,
    demo=False,
    epoch=0,
    created=0.0,
    seen=0.0,
)
"""Someone without an account, where the house lets them see what the wall shows."""

Connection = ASGIConnection[Any, Any, Any, Any]
Request = litestar.Request[Any, Any, Any]
Socket = litestar.WebSocket[Any, Any, Any]


@dataclass
class Limiter:
    """So many at once, so many a second after that, for each key; kept in this process."""

    at_once: float
    a_second: float
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def wait(self, key: str, now: float) -> int | None:
        """Seconds to wait; nothing where the request may be done."""
        left, then = self._left.pop(key, (self.at_once, now))
        left = min(self.at_once, left + max(0.0, now - then) * self.a_second)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        while len(self._left) > BUCKETS:
            self._left.popitem(last=False)
        return None if allowed else max(1, math.ceil((1 - left) / self.a_second))


def context_of(connection: Connection) -> Context:
    """What the application works with."""
    context: Context = connection.app.state.context
    return context


def token_of(connection: Connection) -> tuple[str | None, bool]:
    """The token, from the header or the cookie, and whether it was the cookie."""
    header = connection.headers.get("authorization", "")
    kind, _, value = header.partition(" ")
    if kind.lower() == "bearer" and value.strip():
        return value.strip(), False
    cookie = connection.cookies.get(cookie_name(connection))
    return (cookie, True) if cookie else (None, False)


def cookie_name(connection: Connection) -> str:
    """Where a browser keeps the token: one for all its tabs, or for a tab that says so its own."""
    tab = str(connection.headers.get(TAB) or connection.query_params.get("tab", ""))
    return f"{COOKIE}-{tab}" if TAB_NAME.fullmatch(tab) else COOKIE


def session_cookie(connection: Connection, token: str | None) -> Cookie:
    """The cookie that keeps a token, or takes it away."""
    settings = context_of(connection).settings
    return Cookie(
        key=cookie_name(connection),
        value=token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=settings.secure,
        max_age=0 if token is None else int(settings.whole_seconds),
    )


def session_of(connection: Connection) -> Session:
    """The session that the guard found."""
    session: Session | None = connection.scope["state"].get("session")
    if session is None:
        raise ProblemError(401)
    return session


def person_of(session: Session) -> str | None:
    """Whose own things are shown: a player's; staff see everyone's."""
    return session.person if session.role == "player" else None


def viewer_of(session: Session) -> Viewer:
    """The session as someone who looks at a table."""
    return Viewer(session.role, session.person)


def shut_out(context: Context, session: Session, *, leaving: bool = False) -> bool:
    """Whether a session is of someone excluded from the casino and serves for nothing more.

    It serves them to leave the tables they are at and to sign out; meanwhile players still see
    those tables.
    """
    if leaving or context.tables.house.excluded(session.person) is None:
        return False
    return session.role != "player" or not context.tables.present(session.person)


async def session_by(context: Context, token: str) -> Session | None:
    """The session of a token; one in use is known, any other is read on a thread."""
    known = context.sessions.recall(token)
    return known or await asyncio.to_thread(context.sessions.find, token)


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let the request through, or say why not."""
    roles: tuple[str, ...] = handler.opt.get("roles", ())
    context = context_of(connection)
    token, by_cookie = token_of(connection)
    if by_cookie or handler.opt.get("sign_in"):  # nobody is signed in from another site either
        _same_site(connection, secure=context.settings.secure)
    session = None if token is None else await session_by(context, token)
    if session is None and context.settings.spectators and handler.opt.get("spectators"):
        session = SPECTATOR
    connection.scope["state"]["session"] = session
    client = place(connection.client.host if connection.client else "?")
    key = (
        f"account:{session.login}" if session and session is not SPECTATOR else f"address:{client}"
    )
    limiter = context.sign_ins if handler.opt.get("sign_in") else context.requests
    wait = limiter.wait(key, context.monotonic())
    stranger = session is None or session is SPECTATOR
    if wait is None and stranger and limiter is context.requests:
        wait = context.strangers.wait("", context.monotonic())
    if wait is not None:
        raise ProblemError(429, wait=wait)
    if ANYONE in roles:
        return
    if (
        MONITOR in roles
        and token is not None
        and hmac.compare_digest(token.encode(), context.metrics_key.encode())
    ):
        return
    if session is None:
        raise ProblemError(401)
    if session.limited and not handler.opt.get("limited"):
        raise ProblemError(403, "change-password", "Change the one-time password first.")
    if shut_out(context, session, leaving=bool(handler.opt.get("leaving"))):
        raise ProblemError(403, "excluded", "You are excluded from the casino.")
    if session.role not in roles:
        raise ProblemError(403, *handler.opt.get("refusal", lambda _: ())(connection))


def _same_site(connection: Connection, *, secure: bool) -> None:
    """A browser that sends the cookie must come from a page of ours."""
    unsafe = connection.scope.get("method") not in SAFE  # a WebSocket has none
    origin = connection.headers.get("origin")
    ours = origin is None or _ours(origin, connection.headers.get("host", ""), secure=secure)
    fetched = connection.headers.get("sec-fetch-site", "none")
    if unsafe and not (ours and fetched in ("none", "same-origin")):
        raise ProblemError(403, "cross-site", "The request comes from another site.")


def _ours(origin: str, host: str, *, secure: bool) -> bool:
    try:
        found = urlsplit(origin)
    except ValueError:  # no address at all
        return False
    return found.netloc == host and (found.scheme == "https" or not secure)


def editions_of(connection: Connection, house: str | None) -> list[Edition]:
    """The editions of a house on the shelf."""
    books = context_of(connection).books.values()
    return [book.edition for book in books if book.edition.identity.house == house]


def highest(connection: Connection, sentence: str) -> Session:
    """The session, where it is of the highest rank of its house."""
    session = session_of(connection)
    if not any(
        session.rank == one.ranks.ladder[-1] for one in editions_of(connection, session.house)
    ):
        raise ProblemError(403, "rank-too-low", sentence)
    return session


def above_lowest(connection: Connection, sentence: str) -> Session:
    """The session, where its rank is above the lowest of its house."""
    session = session_of(connection)
    editions = editions_of(connection, session.house)
    if not any(session.rank in one.ranks.ladder[1:] for one in editions):
        raise ProblemError(403, "rank-too-low", sentence)
    return session


def may_exclude(connection: Connection) -> Session:
    """The session, where its rank may exclude people from the casino.

    The rulebooks of the house name the rank; where none of them does it is the highest.
    """
    session = session_of(connection)
    editions = editions_of(connection, session.house)
    rules = [(one, one.approvals[EXCLUDING]) for one in editions if EXCLUDING in one.approvals]
    if not rules:
        return highest(connection, "People are excluded by the highest rank.")
    for edition, rule in rules:
        rank = session.rank
        if edition.ranks.held(rank, rule.rank):
            return session
    rule = rules[0][1]
    sentence = f"To exclude someone takes {with_article(rule.rank)} or above."
    raise ProblemError(403, "rank-too-low", sentence, rule.clauses)
