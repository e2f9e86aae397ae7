"""Connections that are held to a time, a size and a number, whoever they are of.

A request has so long for its head, so long for its body, and an answer so long to be taken. A
connection that is silent, half a request, or never read costs a handle for seconds, not for as
long as somebody likes.

The parser keeps a head until it ends and copies it with each piece that comes. A head without an
end would take all memory before anyone is asked who they are.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.api.door.gate import Gate
from pitboss.api.door.hosts import is_own
from pitboss.api.problems import CODES, HEADERS

MOST_BESIDE = 512 * 1024
"""More than a socket gives in one reading, which may hold the end of one request and another."""
MOST_UNREAD = 4 * 1024 * 1024
"""Of what is written to a follower; one who does not read and asks for more is cut off."""
VERSIONS = ("1.0", "1.1")
TOO_LONG = "The head of the request is too long."

quiet = logging.getLogger("uvicorn.error.connections")
quiet.setLevel(logging.ERROR)  # strangers write no lines into the log


class HeadError(Exception):
    """A head that is refused: its status and its sentence."""

    def __init__(self, status: int, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Timed:
    """One deadline at a time for a connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return self._handle is not None

    def begin(self, seconds: float, late: Any) -> None:
        """Call `late` after so long, unless this is ended or begun anew before."""
        self.end()
        self._handle = self._loop.call_later(seconds, late)

    def end(self) -> None:
        """Nothing is waited for any more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class BoundedProtocol(HttpToolsProtocol):
    """HTTP on one connection; `gate` and `names` are those of its server."""

    gate: ClassVar[Gate] = Gate()
    names: ClassVar[frozenset[str] | None] = None

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.logger = quiet
        self._beside = 0
        self._refusal = HeadError(400)
        self._asked = False
        self._streams = False
        self._reading = Timed(self.loop)
        self._writing = Timed(self.loop)

    # Coming and going ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is at the door."""
        super().connection_made(transport)
        if not self.gate.come(transport, self.client[0] if self.client else "?"):
            transport.abort()
            return
        self._reading.begin(self.gate.bounds.head_seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._end()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def _end(self) -> None:
        self._reading.end()
        self._writing.end()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a stream, which has pings."""
        self._streams = True
        self._end()
        self._unset_keepalive_if_required()
        self.gate.busy(self.transport)
        super().handle_websocket_upgrade()

    # Time ---------------------------------------------------------------------------------

    def _late(self) -> None:
        """What was begun is not there in time; what was not begun is not missed."""
        if self.transport.is_closing():
            return
        if self._beside > 0 or not self._resting():
            self._refusal = HeadError(408)
            self.send_400_response("")
        # Whoever does not read holds nothing open by it.
        self.transport.abort() if self.transport.get_write_buffer_size() else self.transport.close()

    def _resting(self) -> bool:
        return not self._asked or (self.cycle.response_complete and not self.pipeline)

    def pause_writing(self) -> None:
        """The answer is not read."""
        super().pause_writing()
        self._writing.begin(self.gate.bounds.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It is read on."""
        self._writing.end()
        super().resume_writing()

    # Requests -----------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Another request."""
        self._beside = 0
        if not self._reading:
            self._reading.begin(self.gate.bounds.head_seconds, self._late)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is whole: it names one host, ours, in a version that there is."""
        try:
            self._check_head()
        except HeadError as error:
            self._refusal = error
            raise
        self.gate.busy(self.transport)
        self._asked = True
        self._reading.begin(self.gate.bounds.body_seconds, self._late)
        super().on_headers_complete()

    def _check_head(self) -> None:
        if self.parser.get_http_version() not in VERSIONS:
            raise HeadError(400, "The request is in no version of HTTP that is spoken here.")
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) != 1:
            raise HeadError(400, "A request names its host, once.")
        if self.names is not None and not is_own(hosts[0], self.names):
            raise HeadError(421)

    def on_body(self, body: bytes) -> None:
        """Bodies have a limit of their own."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._reading.end()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered."""
        super().on_response_complete()
        if self._resting():
            self.gate.rest(self.transport)

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        try:
            super().data_received(data)
        except AttributeError:
            # The parser goes on in a connection that was refused or is gone.
            if not self.transport.is_closing():
                raise
        if self.transport.is_closing() or self._streams:
            return
        self._beside += len(data)
        if self._beside > MOST_BESIDE:
            self._refusal = HeadError(400, TOO_LONG)
            self.send_400_response("")
        elif self._resting() and not self._reading and self.timeout_keep_alive_task is None:
            # Empty lines between requests begin none and are waited for no longer than one.
            self._reading.begin(self.gate.bounds.head_seconds, self._late)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the parser's words are not ours
        """Tell what is wrong with the head as everything is told, and hang up."""
        if self.transport.is_closing():
            return
        refusal = self._refusal
        code, usual = CODES[refusal.status]
        told = {"code": code, "sentence": refusal.sentence or usual, "clauses": []}
        body = json.dumps(told).encode()
        lines = [
            STATUS_LINE[refusal.status],
            b"content-type: application/json\r\ncache-control: no-store\r\n",
            *(name + b": " + value + b"\r\n" for name, value in HEADERS.items()),
            b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body),
            body,
        ]
        self.transport.write(b"".join(lines))
        self.transport.close()


class BoundedStream(WebSocketsSansIOProtocol):
    """A stream, by which nothing is taken from a client; `gate` is that of its server."""

    gate: ClassVar[Gate] = Gate()

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.conn.logger = quiet

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Frames of a client: pings and pongs, and the end."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
            return
        super().data_received(data)

    def handle_text(self, event: Any) -> None:
        """Nobody says anything here."""

    def handle_bytes(self, event: Any) -> None:
        """Nobody says anything here."""

    def handle_cont(self, event: Any) -> None:
        """Nobody says anything here."""


def protocols(
    gate: Gate, names: frozenset[str] | None
) -> tuple[type[BoundedProtocol], type[BoundedStream]]:
    """The protocols of a server with this gate and these names."""

    class Http(BoundedProtocol):
        pass

    class Stream(BoundedStream):
        pass

    Http.gate, Http.names, Stream.gate = gate, names, gate
    return Http, Stream
