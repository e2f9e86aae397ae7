"""A stranger with a thousand sockets stops no table."""

from __future__ import annotations

import contextlib
import resource
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import TABLE
from tests.api.test_serve import Served, deal, do

SILENT = 600
SOFT = 256
"""The usual soft limit is 1,024; with fewer handles fewer sockets show the same."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that was started with few handles and may have more."""
    started: Any = subprocess.Popen

    def popen(*args: Any, **given: Any) -> Any:
        def few() -> None:
            hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, hard))

        return started(*args, **given, preexec_fn=few)

    monkeypatch.setattr(subprocess, "Popen", popen)
    found = Served(tmp_path, "--most-by-address", "400")
    monkeypatch.undo()
    try:
        yield found
    finally:
        assert found.stop() == 0


@pytest.fixture
def handles() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8_192)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_silent_connections_and_halves_of_heads_stop_nobody(
    server: Served, handles: None, said: bytes
) -> None:
    player, dealer = server.client("player1"), server.client("dealer")
    do(player, "arrive", 1, seat=1)
    host, port = server.url.removeprefix("http://").split(":")
    with contextlib.ExitStack() as stack:
        for number in range(SILENT):
            line = stack.enter_context(contextlib.closing(socket.socket()))
            line.bind((f"127.0.0.{2 + number % 3}", 0))
            line.connect((host, int(port)))
            with contextlib.suppress(OSError):  # where it was shown the door already
                line.sendall(said)
        # Those who are signed in go on, and others still come in.
        deal(dealer)
        do(player, "place-wager", 2, wager="player", amount_cents=10_000)
        assert "coup-settled" in deal(dealer)
        assert server.client("player2").get(f"/api/tables/{TABLE}").status_code == 200


def test_a_server_answers_to_its_own_names_only(server: Served) -> None:
    path = f"{server.url}/api/rulebooks"
    assert httpx.get(path).status_code == 200
    rebound = httpx.get(path, headers={"Host": "casino.evil.example"})
    assert (rebound.status_code, rebound.json()["code"]) == (421, "wrong-host")


def test_bytes_that_are_no_text_and_keys_said_twice_are_no_fault_of_ours(server: Served) -> None:
    with httpx.Client(base_url=server.url, headers={"content-type": "application/json"}) as http:
        for body, code in (
            (b'{"login":"\xff","password":"x"}', "malformed"),
            (b"\xed\xa0\x80", "malformed"),
            (b'{"login":"a","password":"x","login":"b"}', "said-twice"),
            (b'{"login":"a","password":{"x":1,"x":2}}', "said-twice"),
        ):
            answer = http.post("/api/session", content=body)
            assert (answer.status_code, answer.json()["code"]) == (400, code), body
