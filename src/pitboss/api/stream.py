"""The stream of a table over WebSocket: numbered, resumable, filtered by role.

A client gives the last sequence it has as `after`. Every message says after which sequence it
begins, so that a gap shows; who cannot keep up is told to read the table anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

from litestar import Router, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter

from pitboss.api.acting import Table, table_of
from pitboss.api.guard import HOUSE, SIGNED_IN, context_of, session_of
from pitboss.api.telling import Reread, Subscriber, Update

SESSION_OVER = 4401
CHECK_SECONDS = 20.0
MOST_STREAMS = 50
PACE_SECONDS = 0.25
"""Players and displays are told at most as often as this; what comes between is told together."""

After = Annotated[int | None, Parameter(ge=0, le=2**53, required=False)]
Socket = WebSocket[Any, Any, Any]


@websocket("/tables/{name:str}/stream", opt={"roles": SIGNED_IN})
async def stream(socket: Socket, name: Table, after: After = None) -> None:
    """Follow a table."""
    shown = table_of(socket, name)
    context, session = context_of(socket), session_of(socket)
    await socket.accept()
    mine = sum(one.person == session.person for one in shown.subscribers if one.person)
    if mine >= MOST_STREAMS:
        await socket.close(code=4429, reason="too many streams")
        return
    one = context.floor.subscribe(shown, session, after)
    gone = asyncio.create_task(_until_gone(socket, one))
    pace = 0.0 if session.role in HOUSE else PACE_SECONDS
    try:
        while not gone.done():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await one.ready.wait()
            one.ready.clear()
            if not context.sessions.holds(session):
                await socket.close(code=SESSION_OVER, reason="the session is over")
                return
            message = context.floor.next_message(shown, one)
            if message is not None and not gone.done():
                await socket.send_data(message.decode(), mode="text")
                await asyncio.sleep(pace)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client went away while something was sent
    finally:
        shown.subscribers.remove(one)
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await gone


async def _until_gone(socket: Socket, one: Subscriber) -> None:
    """Nothing is taken from a client here; it is only noticed when it goes."""
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.receive_data(mode="text")
    finally:
        one.ready.set()


TYPES = (Update, Reread)
router = Router("/", route_handlers=[stream])
