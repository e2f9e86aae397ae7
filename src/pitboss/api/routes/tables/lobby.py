"""Routes: the lobby, for anyone where the house shows it, as the wall shows its tables."""

from __future__ import annotations

from litestar import get

from pitboss.api.guard import SIGNED_IN, Request, context_of, session_of
from pitboss.api.lookup import tables_of
from pitboss.api.routes import router_of
from pitboss.views.lobby import Lobby, card_of
from pitboss.views.money.pace import pace_of

FRESH_SECONDS = 1.0
"""Whoever asks within so long is shown the same: a lobby with many followers is made once."""


@get("/lobby", opt={"roles": SIGNED_IN, "spectators": True})
async def lobby(request: Request) -> Lobby:
    """Every table with its game, limits, seats, pace and last results."""
    context, session = context_of(request), session_of(request)
    house = session.house or "" if session.role == "staff" else ""
    at, kept = context.lobbies.get(house, (0.0, None))
    if kept is None or context.monotonic() - at >= FRESH_SECONDS:
        now = context.now()
        kept = Lobby(
            at=now,
            demonstration=context.settings.demo_sign_in,
            tables=[card_of(shown, pace_of(shown, now)) for shown in tables_of(request)],
        )
        context.lobbies[house] = context.monotonic(), kept
    return kept


router = router_of(__name__, "tables")
