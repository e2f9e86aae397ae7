"""Who is asking, whether they may, and how often: looked at before anything is done.

Every route says in `opt["roles"]` for whom it is. A route that says nothing is for nobody.
"""

from __future__ import annotations

import hmac
import math
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from pitboss.api.problems import ProblemError
from pitboss.service.accounts import ROLES
from pitboss.service.sessions import Session

if TYPE_CHECKING:
    from pitboss.api.context import Context

COOKIE = "pitboss_session"
ANYONE = "anyone"
MONITOR = "monitor"
PUBLIC: tuple[str, ...] = (ANYONE, *ROLES)
SIGNED_IN: tuple[str, ...] = ROLES
HOUSE: tuple[str, ...] = ("staff", "inspector", "surveillance")
STAFF: tuple[str, ...] = ("staff",)
AT_TABLE: tuple[str, ...] = ("staff", "player", "inspector", "surveillance")

SAFE = ("GET", "HEAD", "OPTIONS")
BUCKETS = 20_000

Connection = ASGIConnection[Any, Any, Any, Any]


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
    cookie = connection.cookies.get(COOKIE)
    return (cookie, True) if cookie else (None, False)


def session_of(connection: Connection) -> Session:
    """The session that the guard found."""
    session: Session | None = connection.scope["state"].get("session")
    if session is None:
        raise ProblemError(401)
    return session


def person_of(session: Session) -> str | None:
    """Whose own things are shown: a player's; staff see everyone's."""
    return session.person if session.role == "player" else None


def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let the request through, or say why not."""
    roles: tuple[str, ...] = handler.opt.get("roles", ())
    context = context_of(connection)
    token, by_cookie = token_of(connection)
    if by_cookie or handler.opt.get("sign_in"):  # nobody is signed in from another site either
        _same_site(connection, secure=context.settings.secure)
    session = None if token is None else context.sessions.find(token)
    connection.scope["state"]["session"] = session
    client = connection.client.host if connection.client else "?"
    key = f"account:{session.login}" if session else f"address:{client}"
    limiter = context.sign_ins if handler.opt.get("sign_in") else context.requests
    wait = limiter.wait(key, context.monotonic())
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
