"""Routes: the lobby, for anyone where the house shows it, as the wall shows its tables."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

from litestar import get

from pitboss.api.floor import PublishedTable
from pitboss.api.guard import SIGNED_IN, Request, context_of, session_of
from pitboss.api.lookup import tables_of
from pitboss.api.routes import router_of
from pitboss.table.procedures.period import betting_time
from pitboss.views.coups import History
from pitboss.views.lobby import Lobby, card_of

FRESH_SECONDS = 1.0
"""Whoever asks within so long is shown the same: a lobby with many followers is made once."""
PACED = 12
"""The pace is that of so many of the last rounds."""
ASLEEP = dt.timedelta(minutes=10)


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
            tables=[card_of(shown, _pace(shown, now)) for shown in tables_of(request)],
        )
        context.lobbies[house] = context.monotonic(), kept
    return kept


def _pace(shown: PublishedTable, now: dt.datetime) -> int:
    """Rounds an hour, by the last of them; nought where none was dealt for long."""
    coups = list(shown.follower.of(History).coups.values())[-PACED:]
    ends = [dt.datetime.fromisoformat(one.row.at) for one in coups]
    took = [(after - before).total_seconds() for before, after in pairwise(ends)]
    # What took less was dealt at once, so that a new shoe was under way.
    took = [one for one in took if one >= max(1, betting_time(shown.table))]
    if not took or now - ends[-1] > ASLEEP:
        return 0
    return round(len(took) * 3600 / sum(took))


router = router_of(__name__, "tables")
