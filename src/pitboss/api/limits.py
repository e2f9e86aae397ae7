"""Requests of which only so much may come before and beside their bodies.

The parser keeps a head until it ends and copies it with each piece that comes. A head without an
end would take all memory before anyone is asked who they are.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BESIDE = 512 * 1024
"""More than a socket gives in one reading, which may hold the end of one request and another."""

TOO_LONG = "The head of the request is too long."


class BoundedProtocol(HttpToolsProtocol):
    """Cuts a connection off whose request has too much beside its body."""

    _beside = 0

    def on_message_begin(self) -> None:
        """Another request."""
        self._beside = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Bodies have a limit of their own."""
        self._beside -= len(body)
        super().on_body(body)

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        super().data_received(data)
        self._beside += len(data)
        if self._beside > MOST_BESIDE and not self.transport.is_closing():
            self.send_400_response(TOO_LONG)
