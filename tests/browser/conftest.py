"""A real server in a process of its own, and a real browser, for the tests of pages."""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect, sync_playwright

from tests.browser.seeded import AHEAD, SEED

ROOT = Path(__file__).parents[2]
PITBOSS = [sys.executable, "-m", "tests.browser.seeded", "serve"]
ROW = re.compile(r"^ ?(\S+) +(\S{16}) +(staff|player|inspector|surveillance|display)\b")
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "desktop": (1440, 900), "wall": (1920, 1080)}
CHROMIUM = shutil.which("chromium")
PATIENCE_MS = 20_000
"""How long a busy machine is waited for; a test that promises a time says its own."""


def patiently(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The answer, later where a person asks too often: tests do an evening's work at once."""
    answer = ask()
    while answer.status_code == 429:
        time.sleep(int(answer.headers.get("retry-after", "1")))
        answer = ask()
    return answer


@cache
def first_start() -> tuple[Path, dict[str, str]]:
    """A house as it is once it was first started, and its passwords: to hash them takes long."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    house = House(folder, command=[*PITBOSS])
    house.close()
    return folder / "data", house.passwords


class House:
    """The server, and requests to it as each of its people."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        *,
        known: dict[str, str] | None = None,
        command: Sequence[str] = PITBOSS,
        seed: str | None = None,
    ) -> None:
        """Start it; with the passwords `known` already, nobody gets another one.

        Its shoes come from the seed, which is printed: a test that failed is run again with it.
        """
        self.seed = seed or os.environ.get(SEED) or secrets.token_hex(4)
        print(f"The shoes are those of {SEED}={self.seed}")
        self._ahead = folder / "ahead.txt"
        self.errors = (folder / "errors.txt").open("w", encoding="utf-8")
        data = folder / "data"
        if known is None and command is PITBOSS and not data.exists():
            begun, known = first_start()
            shutil.copytree(begun, data)
        people = () if known is None else ("--keep-passwords",)
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--data", str(data), *people],
            cwd=ROOT,
            env=os.environ | {SEED: self.seed, AHEAD: str(self._ahead)},
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith("Stop"):
                break
        self.url = lines[0].split()[-1].rstrip("/")
        self.passwords = known or {m[1]: m[2] for m in map(ROW.match, lines) if m}
        self._clients: dict[str, httpx.Client] = {}
        for _ in range(100):
            try:
                httpx.get(f"{self.url}/api/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)

    def time_goes(self, seconds: float) -> None:
        """The house's clock goes ahead by so many seconds at once."""
        known = float(self._ahead.read_text(encoding="utf-8")) if self._ahead.exists() else 0.0
        new = self._ahead.with_suffix(".new")
        new.write_text(str(known + seconds), encoding="utf-8")
        new.replace(self._ahead)

    def client(self, login: str) -> httpx.Client:
        """Requests as this person, signed in once."""
        if login not in self._clients:
            client = httpx.Client(base_url=self.url, timeout=20)
            given = {"login": login, "password": self.passwords[login]}
            answer = client.post("/api/session", json=given)
            assert answer.status_code == 201, answer.text
            self._clients[login] = client
        return self._clients[login]

    def get(self, login: str, path: str) -> Any:
        """What the API answers to this person."""
        answer = patiently(lambda: self.client(login).get(f"/api{path}"))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, login: str, table: str, word: str, **fields: Any) -> httpx.Response:
        """Give a table command."""
        body = {"do": word, "command_id": secrets.token_hex(8), **fields}
        path = f"/api/tables/{table}/commands"
        return patiently(lambda: self.client(login).post(path, json=body))

    def deal(self, table: str, until: str | None = None, most: int = 60) -> list[str]:
        """Have the house act until it waits, or until an event of this kind has happened."""
        heard: list[str] = []
        path = f"/api/tables/{table}/autodeal"
        for _ in range(most):
            answer = patiently(lambda: self.client("dealer").post(path))
            if answer.status_code == 409:
                return heard
            assert answer.status_code == 200, answer.text
            heard += [one["event"] for one in answer.json()["events"]]
            if until is not None and until in heard:
                return heard
        return heard

    def close(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, or kill it."""
        for client in self._clients.values():
            client.close()
        self.process.send_signal(how)
        self.process.communicate(timeout=20)
        self.errors.close()


class Pages:
    """Makes pages, and keeps what broke on them."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.broken: list[str] = []

    def make(
        self,
        house: House,
        path: str,
        login: str | None = None,
        *,
        size: str = "desktop",
        theme: str = "felt",
        language: str = "en",
        motion: bool = False,
        zone: str | None = None,
    ) -> Page:
        """A page at this address, for this person, when it has read what it shows."""
        page = self.blank(
            house, login, size=size, theme=theme, language=language, motion=motion, zone=zone
        )
        page.goto(path)
        page.wait_for_selector("h1", state="attached")
        expect(page.locator("main [data-loading]")).to_have_count(0)
        return page

    def blank(
        self,
        house: House,
        login: str | None = None,
        *,
        size: str = "desktop",
        theme: str = "felt",
        language: str = "en",
        motion: bool = False,
        zone: str | None = None,
    ) -> Page:
        """A page that has loaded nothing yet."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=house.url,
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size in ("phone", "tablet"),
            timezone_id=zone,
        )
        self.contexts.append(context)
        kept = {"pitboss.theme": theme, "pitboss.language": language}
        if login is not None:
            cookies = house.client(login).cookies
            token = next(one for one in cookies.jar if one.name == "pitboss_session")
            context.add_cookies(
                [{"name": token.name, "value": token.value or "", "url": house.url}]
            )
            kept["pitboss.signed-in"] = "yes"
        context.add_init_script(
            "".join(f"localStorage.setItem({key!r}, {value!r});" for key, value in kept.items())
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        return page

    def close(self) -> None:
        """Close every context."""
        for context in self.contexts:
            context.close()


class Weight:
    """What a page has been sent, as it was sent: compressed bodies and headers."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        self.count = 0
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.loadingFinished", self._finished)

    def _finished(self, told: dict[str, float]) -> None:
        self.bytes += int(told["encodedDataLength"])
        self.count += 1


@pytest.fixture(scope="module")  # no file finds what another left at the tables
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("browser"))
    yield served
    served.close()


@pytest.fixture
def free_port() -> int:
    """A port at which a server can be started twice."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    return port


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("There is no chromium; `make test` installs it.", pytrace=False)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


PageOf = Callable[..., Page]


@pytest.fixture
def pages(browser: Browser) -> Iterator[Pages]:
    """Makes pages of any server."""
    made = Pages(browser)
    yield made
    made.close()
    assert made.broken == []


@pytest.fixture
def page_of(house: House, pages: Pages) -> PageOf:
    """Make a page: `page_of("/table/x", "dealer", size="phone", theme="light", language="zh")`."""

    def make(path: str, login: str | None = None, **how: Any) -> Page:
        return pages.make(house, path, login, **how)

    return make


@pytest.fixture
def serious() -> Callable[[Page], list[str]]:
    """What axe-core finds that is serious or critical on a page."""
    axe = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

    def look(page: Page) -> list[str]:
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['id']}: {one['nodes'][0]['target']} {one['nodes'][0]['failureSummary']}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]

    return look
