"""One who follows a table and does not read: told to read anew, at nobody else's cost."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import TABLE
from tests.api.test_serve import Served, deal, do

SLOW = 3
WAGERS = 190
TEXT, PING, PONG = 1, 9, 10
BUFFER = 65_536
BYTES_A_KILOBYTE = 1_024


class Stream:
    """One who follows the table, and reads when it is told to and not before."""

    def __init__(self, server: Served, client: httpx.Client, buffer: int = BUFFER) -> None:
        host, port = server.url.removeprefix("http://").split(":")
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.settimeout(30)
        self._socket.connect((host, int(port)))
        lines = (
            f"GET /api/tables/{TABLE}/stream HTTP/1.1",
            f"Host: {host}:{port}",
            f"Authorization: Bearer {client.cookies['pitboss_session']}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._file = self._socket.makefile("rb")
        assert b" 101 " in self._file.readline()
        while self._file.readline().strip():
            pass

    def read(self) -> bytes:
        """The next message; nothing at the end of the stream. Frames as in RFC 6455, 5.2."""
        while head := self._file.read(2):
            size = head[1]
            if size >= 126:
                size = int.from_bytes(self._file.read(2 if size == 126 else 8), "big")
            body = self._file.read(size)
            if head[0] & 0x0F == TEXT:
                return body
            if head[0] & 0x0F == PING:  # a client's frames are masked, here with zeros
                self._socket.sendall(bytes([0x80 | PONG, 0x80 | size, 0, 0, 0, 0]) + body)
        return b""

    def end(self) -> None:
        """Nothing comes any more: whoever reads is at the end."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.end()
        self._file.close()
        self._socket.close()


class Reader(threading.Thread):
    """One who reads at once, and looks whether anything is missing."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(daemon=True)
        self.stream = stream
        self.last = 0
        self.wrong: list[dict[str, Any]] = []

    def run(self) -> None:
        while text := self.stream.read():
            told = json.loads(text)
            if told["type"] != "update" or (self.last and told["after"] != self.last):
                self.wrong.append(told)
            self.last = told["sequence"]

    def close(self) -> None:
        """It reads no more: only then may what it reads from be closed."""
        self.stream.end()
        self.join()


def bet(client: httpx.Client, stage: int) -> None:
    """Place wagers as fast as the server's limit on requests lets one."""
    for number in range(WAGERS):
        body = {"do": "place-wager", "wager": "player", "amount_cents": 2_500}
        body["command_id"] = f"wager-{stage}-{number:06}"
        while True:
            answer = client.post(f"/api/tables/{TABLE}/commands", json=body)
            if answer.status_code != 429:
                break
            time.sleep(0.2)
        assert answer.status_code == 200, answer.text


def memory(server: Served) -> int:
    """The bytes that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * BYTES_A_KILOBYTE


@pytest.mark.long
def test_who_does_not_read_is_told_together_later_and_holds_up_nobody(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        with contextlib.ExitStack() as stack:
            run(stack, server)
    finally:
        assert server.stop() == 0


def run(stack: contextlib.ExitStack, server: Served) -> None:
    dealer, one = server.client("dealer"), server.client("player1")
    two = server.client("player2")
    do(one, "arrive", 1, seat=1)
    do(two, "arrive", 1, seat=2)
    deal(dealer)
    slow = [stack.enter_context(contextlib.closing(Stream(server, one))) for _ in range(SLOW)]
    reader = Reader(stack.enter_context(contextlib.closing(Stream(server, two))))
    reader.start()
    stack.callback(reader.close)
    held = []
    for stage in range(2):
        betting = [threading.Thread(target=bet, args=(who, stage)) for who in (one, two)]
        for thread in betting:
            thread.start()
        for thread in betting:
            thread.join()
        held.append(memory(server))
    head = one.get(f"/api/tables/{TABLE}").json()["sequence"]
    while reader.last < head and reader.is_alive():
        time.sleep(0.01)
    assert (reader.last, reader.wrong) == (head, []), "who reads misses nothing"
    # A message for each event and each slow one would lie in the server, each with the table.
    queued = SLOW * 2 * WAGERS * len(one.get(f"/api/tables/{TABLE}").content)
    assert held[1] - held[0] < queued / 10
    for stream in slow:
        last, messages = 0, 0
        while last < head:
            told = json.loads(stream.read())
            assert not last or told["type"] == "reread" or told["after"] == last
            last, messages = told["sequence"], messages + 1
        assert messages < 2 * WAGERS, "what was new when they read on came together"
    do(one, "place-wager", 1, wager="tie", amount_cents=2_500)
    for stream in slow:
        while True:
            after = json.loads(stream.read())
            if after["sequence"] > head:
                break
        assert after["type"] == "update"
        assert len(after["view"]["table"]["wagers"]) == 4 * WAGERS + 1
