"""Connections that say nothing, half of it, too slowly, or never read: each ends by itself.

The protocol stands before a small application here, with bounds of a second or two.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from pitboss.api.door.connections import protocols
from pitboss.api.door.gate import Bounds, Gate

LONG = b"x" * 64_000_000
"""More than the two ends of a connection keep between them on any machine."""
BOUNDS = Bounds(
    head_seconds=1.5, body_seconds=1.5, idle_seconds=60, write_seconds=1.5, most_by_address=40
)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body, then answers with its length, or with more than anyone reads at once."""
    if scope["type"] == "lifespan":
        return
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "first"})
        await receive()
        return
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message.get("body", b"")
        more = message.get("more_body", False)
    told = LONG if scope["path"] == "/long" else str(len(body)).encode()
    head = [(b"content-length", str(len(told)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": told})


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[int, Gate]]:
    gate = Gate(BOUNDS)
    http, streams = protocols(gate, frozenset({"house"}))
    door = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=http, ws=streams, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    yield door.getsockname()[1], gate
    server.should_exit = True
    thread.join()
    door.close()


def call(port: int, *pieces: bytes, small: bool = False) -> socket.socket:
    line = socket.socket()
    if small:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(30)
    line.connect(("127.0.0.1", port))
    for piece in pieces:
        line.sendall(piece)
    return line


def all_of(line: socket.socket) -> bytes:
    """What the server says until it hangs up."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := line.recv(65_536):
            found += piece
    line.close()
    return found


def until_empty(gate: Gate) -> None:
    for _ in range(3_000):
        if not len(gate):
            return
        time.sleep(0.01)
    raise AssertionError(len(gate))


HEAD = b"GET / HTTP/1.1\r\nHost: house\r\n"


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ((), b""),
        ((b"G",), b"408"),
        ((HEAD,), b"408"),
        ((HEAD + b"\r\n\r\n\r\n",), b"200"),
        ((b"POST / HTTP/1.1\r\nHost: house\r\nContent-Length: 9\r\n\r\nhalf",), b"408"),
        ((HEAD + b"\r\n" + b"GET / HT",), b"200"),
    ],
    ids=["silent", "one letter", "half a head", "empty lines", "half a body", "another half head"],
)
def test_what_is_not_there_in_time_is_waited_for_no_longer(
    served: tuple[int, Gate], pieces: tuple[bytes, ...], status: bytes
) -> None:
    port, gate = served
    said = all_of(call(port, *pieces))
    assert said[9:12] == status
    if status == b"408":
        assert b'"code": "too-slow"' in said
    until_empty(gate)


def test_a_letter_now_and_then_buys_no_time(served: tuple[int, Gate]) -> None:
    """The time of a head is that of the whole of it, not of its next letter."""
    port, gate = served
    line = call(port, HEAD)
    with contextlib.suppress(OSError):  # reset, or gone: either is the end
        for number in range(10_000):
            line.sendall(b"X-%d: y\r\n" % number)
            time.sleep(0.02)
        raise AssertionError("it is still held open")
    line.close()
    until_empty(gate)


def test_an_answer_that_is_not_read_is_taken_back(served: tuple[int, Gate]) -> None:
    port, gate = served
    line = call(port, b"GET /long HTTP/1.1\r\nHost: house\r\n\r\n", small=True)
    found = b""
    with contextlib.suppress(ConnectionResetError):  # taken back before the first letter was read
        found = line.recv(1)  # the answer has begun: the connection is counted by now
    until_empty(gate)
    assert len(found) + len(all_of(line)) < len(LONG)


def test_a_connection_of_a_client_who_asks_in_time_stays(served: tuple[int, Gate]) -> None:
    port, gate = served
    line = call(port)
    for _ in range(5):
        line.sendall(HEAD + b"\r\n")
        assert line.recv(1000).startswith(b"HTTP/1.1 200")
        time.sleep(0.4)  # longer in all than a head may take
    assert len(gate) == 1
    line.close()
    until_empty(gate)


def test_more_of_one_address_than_it_may_have_push_out_its_own_silent_ones(
    served: tuple[int, Gate],
) -> None:
    port, gate = served
    lines = [call(port) for _ in range(BOUNDS.most_by_address)]
    new = call(port, HEAD + b"\r\n")
    assert new.recv(1000).startswith(b"HTTP/1.1 200")
    assert len(gate) <= BOUNDS.most_by_address
    for line in (*lines, new):
        line.close()
    until_empty(gate)


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400, b"malformed"),
        (b"GET / HTTP/1.0\r\n\r\n", 400, b"malformed"),
        (b"GET / HTTP/1.1\r\nHost: house\r\nHost: house\r\n\r\n", 400, b"malformed"),
        (b"GET / HTTP/0.9\r\nHost: house\r\n\r\n", 400, b"malformed"),
        (b"GET /\r\n\r\n", 400, b"malformed"),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, b"wrong-host"),
        (b"GET / HTTP/1.1\r\nHost: house@evil.example\r\n\r\n", 421, b"wrong-host"),
        (b"nothing of the kind\r\n\r\n", 400, b"malformed"),
    ],
)
def test_a_head_names_one_host_of_ours_in_a_version_that_there_is(
    served: tuple[int, Gate], head: bytes, status: int, code: bytes
) -> None:
    port, gate = served
    said = all_of(call(port, head + HEAD + b"\r\n"))
    assert said.startswith(b"HTTP/1.1 %d " % status), said
    assert b'"code": "' + code + b'"' in said
    assert b"content-security-policy" in said
    assert said.count(b"HTTP/1.1") == 1, "nothing after a refused head is answered"
    until_empty(gate)


def test_a_stream_may_be_the_first_that_a_connection_asks_for(served: tuple[int, Gate]) -> None:
    """What it sends from then on is the stream's, and no request."""
    port, _ = served
    lines = (
        b"GET /stream HTTP/1.1",
        b"Host: house",
        b"Connection: Upgrade",
        b"Upgrade: websocket",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    line = call(port, b"\r\n".join(lines) + b"\r\n\r\n")
    found = b""
    while b"first" not in found:
        piece = line.recv(65_536)
        assert piece, found
        found += piece
    assert found.startswith(b"HTTP/1.1 101 ")
    line.sendall(bytes([0x89, 0x80 | 2, 0, 0, 0, 0]) + b"on")  # a ping
    while b"\x8a\x02on" not in found:
        piece = line.recv(65_536)
        assert piece, found
        found += piece
    line.close()


def test_a_head_without_an_end_is_cut_off(served: tuple[int, Gate]) -> None:
    port, gate = served
    line = call(port, HEAD)
    with contextlib.suppress(OSError):
        for _ in range(1_000):
            line.sendall(b"X: " + b"y" * 4_000 + b"\r\n")
        raise AssertionError("it is still read")
    line.close()
    until_empty(gate)
