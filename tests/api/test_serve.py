"""`pitboss serve` as a process: first start, sign-in, a coup, Ctrl-C, restart, clear failures."""

from __future__ import annotations

import re
import signal
import socket
import stat
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import BOOKS, TABLE

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()", "serve"]
STOP_SECONDS = 120
"""A server that has not stopped by then does not stop, however busy the machine is."""
ROW = re.compile(r"^ ?(\S+) +(\S{16}) +(staff|player|inspector|surveillance|display)\b")


class Served:
    """A server in a process of its own, with what it printed."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [*PITBOSS, "--port", "0", "--data", str(folder), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if line.startswith("Stop"):
                break
        assert self.lines, self.process.communicate()[1]
        self.url = self.lines[0].split()[-1].rstrip("/")
        self.clients: list[httpx.Client] = []
        self.passwords = {m[1]: m[2] for m in map(ROW.match, self.lines) if m}

    def client(self, login: str) -> httpx.Client:
        client = httpx.Client(base_url=self.url, timeout=20)
        self.clients.append(client)
        for _ in range(50):
            try:
                client.get("/api/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        given = {"login": login, "password": self.passwords[login]}
        answer = client.post("/api/session", json=given)
        assert answer.status_code == 201, answer.text
        return client

    def stop(self, how: int = signal.SIGINT) -> int:
        for client in self.clients:
            client.close()
        self.process.send_signal(how)
        try:
            _, errors = self.process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()  # nothing of it is left to the tests that follow
            raise
        assert "Traceback" not in errors, errors
        return self.process.returncode


def do(client: httpx.Client, word: str, number: int, **fields: Any) -> None:
    body = {"do": word, "command_id": f"{word}-{number:08}", **fields}
    answer = client.post(f"/api/tables/{TABLE}/commands", json=body)
    assert answer.status_code == 200, answer.text


def deal(client: httpx.Client) -> list[str]:
    words: list[str] = []
    for _ in range(60):
        answer = client.post(f"/api/tables/{TABLE}/autodeal")
        if answer.status_code == 409:
            return words
        assert answer.status_code == 200, answer.text
        words += [one["event"] for one in answer.json()["events"]]
    raise AssertionError("the house did not come to rest")


def test_first_start_a_coup_ctrl_c_and_the_same_table_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    server = Served(folder)
    try:
        ranks = {"dealer", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager"}
        others = {"inspector", "surveillance", "display", "player1", "player2"}
        others |= {"terminal1", "terminal2"}
        crown = {login for login in server.passwords if login.startswith("crown-")}
        assert ranks | others == set(server.passwords) - crown
        assert {"crown-perth.dealer", "crown-melbourne.crown-management"} <= crown
        for name in ("signing.key", "sealing.key", "metrics.key"):
            assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
        dealer, player = server.client("dealer"), server.client("player1")
        do(player, "arrive", 1, seat=1)
        deal(dealer)
        do(player, "place-wager", 1, wager="player", amount_cents=10_000)
        assert "coup-settled" in deal(dealer)
        do(player, "place-wager", 2, wager="banker", amount_cents=5_000)
        dealer.post(f"/api/tables/{TABLE}/autodeal")
        before = player.get(f"/api/tables/{TABLE}").json()
    finally:
        code = server.stop()
    assert code == 0
    again = Served(folder)
    try:
        assert again.passwords["player1"] != server.passwords["player1"]
        player = again.client("player1")
        assert player.get(f"/api/tables/{TABLE}").json() == before
        # A coup in progress goes on where it was, and a retry is still known.
        do(player, "place-wager", 2, wager="banker", amount_cents=5_000)
        assert "coup-settled" in deal(again.client("dealer"))
    finally:
        assert again.stop() == 0


class Linked(HTMLParser):
    """The scripts and styles that a page asks for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script":
            self.scripts.append(str(given["src"]))
        elif tag == "link" and given.get("rel") == "stylesheet":
            self.styles.append(str(given["href"]))


def test_a_newcomer_gets_a_page_that_works_the_tables_and_a_way_in(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        page = httpx.get(server.url)
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert '<div id="app"></div>' in page.text
        linked = Linked(page.text)
        for kind, links in (("text/javascript", linked.scripts), ("text/css", linked.styles)):
            assert links, f"no {kind} on {page.text}"
            for link in links:
                file = httpx.get(f"{server.url}{link}")
                assert file.status_code == 200, link
                assert file.headers["content-type"].partition(";")[0] == kind, link
                assert len(file.content) > 1_000, link
        told = next(line for line in server.lines if line.startswith("tables: "))
        names = told.removeprefix("tables: ").split(", ")
        assert TABLE in names
        for login in server.passwords:
            client = server.client(login)
            listed = client.get("/api/tables").json()["tables"]
            session = client.get("/api/session").json()
            assert session["login"] == login
            house = session.get("house")  # staff see the tables of their own house
            seen = [name for name in names if house in (None, BOOKS[name].edition.identity.house)]
            assert [one["table"] for one in listed if one["open"]] == seen, login
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_in_the_background_stops_at_its_first_word(tmp_path: Path, how: int) -> None:
    """A shell starts it with SIGINT ignored; it is stopped as soon as it says how."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server = Served(tmp_path, "--no-demo")
    finally:
        signal.signal(signal.SIGINT, before)
    assert server.stop(how) == 0


def test_a_table_that_deals_by_itself(tmp_path: Path) -> None:
    server = Served(tmp_path, "--autodeal", "0.05")
    try:
        player = server.client("player1")
        do(player, "arrive", 1, seat=1)
        do(player, "place-wager", 1, wager="tie", amount_cents=2_500)
        for _ in range(200):
            if player.get(f"/api/tables/{TABLE}/coups").json()["coups"]:
                return
            time.sleep(0.05)
        pytest.fail("no coup was dealt")
    finally:
        assert server.stop() == 0


def test_a_head_without_an_end_is_cut_off(tmp_path: Path) -> None:
    served = Served(tmp_path)
    where = httpx.URL(served.url)
    try:
        served.client("player1")
        with socket.create_connection((where.host, where.port or 80), 20) as line:
            line.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
            with pytest.raises(ConnectionError):
                line.sendall(b"a" * 64 * 1024 * 1024)
        assert httpx.get(f"{served.url}/api/health").status_code == 200
        large = httpx.get(f"{served.url}/api/health", headers={"X-Large": "a" * 60_000})
        assert large.status_code == 200, "what is usual is not refused"
    finally:
        served.stop()


def failed(*options: str) -> str:
    done = subprocess.run([*PITBOSS, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_what_cannot_be_served_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = failed("--port", port, "--data", str(tmp_path))
        assert port in said
    (tmp_path / "file").write_text("")
    assert "cannot be written" in failed("--port", "0", "--data", str(tmp_path / "file" / "x"))
    assert "mysql" in failed("--port", "0", "--data", str(tmp_path), "--database", "mysql://x/y")
    assert "certificate" in failed("--port", "0", "--data", str(tmp_path), "--certificate", "x")


def test_two_servers_do_not_share_one_embedded_database(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        assert "Another server" in failed("--port", "0", "--data", str(tmp_path))
    finally:
        assert server.stop(signal.SIGTERM) == 0


def test_two_servers_on_one_postgresql(tmp_path: Path, postgres_url: str) -> None:
    one = Served(tmp_path, "--database", postgres_url, "--demo")
    two = Served(tmp_path, "--database", postgres_url, "--demo", "--keep-passwords")
    try:
        assert two.passwords == {}
        two.passwords = one.passwords
        dealer, player = one.client("dealer"), two.client("player1")
        do(player, "arrive", 1, seat=1)
        deal(dealer)
        do(player, "place-wager", 1, wager="player", amount_cents=10_000)
        for _ in range(100):
            words = deal(dealer)
            if "coup-settled" in words:
                break
            time.sleep(0.1)  # the wager was placed at the other server
        else:
            pytest.fail("the wager was not heard of")
        # The session of one server is good at the other.
        token = dealer.cookies["pitboss_session"]
        bearer = {"Authorization": f"Bearer {token}"}
        url = f"{two.url}/api/tables/{TABLE}"
        for _ in range(100):
            seen = httpx.get(url, headers=bearer).json()
            here = dealer.get(f"/api/tables/{TABLE}").json()
            if seen == here:
                break
            time.sleep(0.1)
        assert seen == here
        one.stop(signal.SIGKILL)
        assert httpx.get(url, headers=bearer).status_code == 200
        do(player, "place-wager", 2, wager="tie", amount_cents=2_500)
    finally:
        one.process.kill()
        assert two.stop() == 0
