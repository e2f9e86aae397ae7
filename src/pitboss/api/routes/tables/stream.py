"""The stream of a table over WebSocket: numbered, resumable, filtered by role.

A client gives the last sequence it has as `after`. Every message says after which sequence it
begins, so that a gap shows; who cannot keep up is told to read the table anew. `parts` names what
a page shows beside the view: each comes with the first message and whenever it changes, so that a
page that follows need not ask. A quiet stream beats, so that a client knows a dead one by its
silence, and it ends with its session, at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter

from pitboss.api.context import Context
from pitboss.api.feed import Beat, Reread, Update
from pitboss.api.floor import until_gone
from pitboss.api.guard import (
    HOUSE,
    SESSION_OVER,
    SIGNED_IN,
    SPECTATOR,
    Socket,
    context_of,
    session_of,
    shut_out,
)
from pitboss.api.lookup import TableName, table_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.service.people.sessions import Session
from pitboss.views.parts.carried import PARTS

BEAT_SECONDS = 1.5
"""A page counts a stream as lost after four seconds of silence: two beats may be missed."""
MOST_STREAMS = 50
MOST_FOLLOWERS = 2_000
"""Where so many follow a table, nobody without an account follows it as well."""
PACE_SECONDS = 0.25
"""Players and displays are told at most as often as this; what comes between is told together."""

Parts = Annotated[
    str, Parameter(max_length=60, required=False, description="Parts of a table, with commas.")
]
After = Annotated[int | None, Parameter(ge=0, le=2**53, required=False)]


FOLLOWED = {"roles": SIGNED_IN, "sends": (Update, Reread, Beat), "spectators": True}


@websocket("/tables/{name:str}/stream", opt=FOLLOWED)
async def stream(socket: Socket, name: TableName, after: After = None, parts: Parts = "") -> None:
    """Follow a table, with the parts of it that are asked for."""
    shown = table_of(socket, name)
    context, session = context_of(socket), session_of(socket)
    wanted = [part for part in parts.split(",") if part]
    for part in wanted:
        if part not in PARTS:
            raise ProblemError(422, "no-such-part", f"There is no part '{part}' of a table.")
        if session.role not in PARTS[part].roles:
            raise ProblemError(403)
    if wanted:  # from here on the follower is told of what is written
        await asyncio.to_thread(shown.follower.up_to, shown.sequence)
    await socket.accept()
    mine = sum(one.viewer.own == session.person for one in shown.subscribers)
    if session.role == "player" and mine >= MOST_STREAMS:
        await socket.close(code=4429, reason="too many streams")
        return
    if session is SPECTATOR and len(shown.subscribers) >= MOST_FOLLOWERS:
        await socket.close(code=4429, reason="too many spectators")
        return
    one = context.floor.subscribe(shown, session, after, wanted)
    gone = asyncio.create_task(until_gone(socket))
    gone.add_done_callback(lambda _: one.ready.set())
    pace = 0.0 if session.role in HOUSE else PACE_SECONDS
    try:
        while not gone.done():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await one.ready.wait()
            await context.floor.turns.take()
            one.ready.clear()
            if not _holds(context, session):
                await socket.close(code=SESSION_OVER, reason="the session is over")
                return
            message = context.floor.next_message(shown, one)
            if gone.done():
                return
            await socket.send_data(message.decode(), mode="text")
            await asyncio.sleep(pace)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client went away while something was sent
    finally:
        context.floor.unsubscribe(shown, one)
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await gone


def _holds(context: Context, session: Session) -> bool:
    """Whether whoever follows may go on: their session holds, and they are not excluded."""
    if session is SPECTATOR:
        return True
    return context.sessions.holds(session) and not shut_out(context, session)


router = router_of(__name__, "tables")
