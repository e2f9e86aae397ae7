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
from pitboss.api.floor import Reread, Shown, Subscriber, Update, reread
from pitboss.api.guard import SIGNED_IN, context_of, session_of

SESSION_OVER = 4401
CHECK_SECONDS = 20.0
MOST_STREAMS = 50

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
    gone = asyncio.create_task(_until_gone(socket))
    try:
        while not gone.done():
            await _wait(one, gone)
            if not context.sessions.holds(session):
                await socket.close(code=SESSION_OVER, reason="the session is over")
                return
            await _send(socket, one, shown)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client went away while something was sent
    finally:
        shown.subscribers.remove(one)
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await gone


async def _wait(one: Subscriber, gone: asyncio.Task[None]) -> None:
    """Until there is something to send, the client is gone, or the session is to be checked."""
    ready = asyncio.create_task(one.ready.wait())
    await asyncio.wait({ready, gone}, timeout=CHECK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()


async def _send(socket: Socket, one: Subscriber, shown: Shown) -> None:
    one.ready.clear()
    while one.waiting:
        await socket.send_data(one.waiting.popleft().decode(), mode="text")
    if one.overflown:
        one.overflown = False
        text = reread(shown, one.audience, one.person).decode()
        await socket.send_data(text, mode="text")


async def _until_gone(socket: Socket) -> None:
    """Nothing is taken from a client here; it is only noticed when it goes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data(mode="text")


TYPES = (Update, Reread)
router = Router("/", route_handlers=[stream])
