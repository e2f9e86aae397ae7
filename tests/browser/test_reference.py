"""The API reference: shipped with the package, from the house's own description."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from pitboss.api.examples import EXAMPLES, SERVER, Example
from tests.browser.asked import get
from tests.browser.conftest import SIZES, House, PageOf

SLOW_MS = 90_000
"""The viewer reads a long description; on a busy machine that takes its time."""
CALL = "GET /api/compare"
OF_THE_VIEWER = ("nested-interactive", "scrollable-region-focusable", "aria-allowed-attr")
"""How Swagger UI is built: a link to a call within the key that opens it, examples that scroll."""


def opened(page_of: PageOf, query: str = "", **how: str) -> Page:
    page = page_of("/sign-in", **how)
    page.set_default_timeout(SLOW_MS)
    page.goto(f"/reference{query}")
    expect(page.locator(".viewer .opblock-tag").first).to_be_visible(timeout=SLOW_MS)
    return page


def test_every_call_is_shown_and_nothing_comes_from_elsewhere(
    house: House, page_of: PageOf
) -> None:
    page = page_of("/sign-in")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    page.goto(f"/reference?call={CALL.replace(' ', '%20')}")
    block = page.locator(".viewer .opblock.is-open")
    expect(block).to_contain_text("/api/compare", timeout=SLOW_MS)
    tags = {
        tag
        for operations in get(house, "/openapi.json")["paths"].values()
        for operation in operations.values()
        for tag in operation.get("tags", ())
    }
    expect(page.locator(".viewer .opblock-tag")).to_have_count(len(tags))
    own = urlsplit(house.url).netloc
    assert {urlsplit(url).netloc for url in asked if not url.startswith("data:")} == {own}
    # Two pictures of the viewer's style are written into it, which the policy does not allow.
    assert not [one for one in refused if "data:image" not in one]
    policy = page.request.get("/reference").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "data:" not in policy


def test_other_pages_do_not_load_the_viewer(page_of: PageOf) -> None:
    page = page_of("/sign-in")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/rules")
    page.wait_for_load_state("networkidle")
    assert asked
    assert not [url for url in asked if "swagger" in url]


def test_a_call_is_tried_by_keyboard_on_the_page(page_of: PageOf) -> None:
    page = opened(page_of, "?call=GET%20%2Fapi%2Frulebooks")
    block = page.locator(".viewer .opblock.is-open")
    block.get_by_role("button", name="Execute").focus()
    page.keyboard.press("Enter")
    expect(block.locator(".live-responses-table")).to_contain_text("star-baccarat")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_fits_every_size(page_of: PageOf, size: str, language: str) -> None:
    page = opened(page_of, size=size, language=language)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    title = "API 参考" if language == "zh" else "API reference"
    expect(page.locator("h1")).to_have_text(title)


def test_a_page_leads_to_the_call_behind_it(page_of: PageOf) -> None:
    page = page_of("/compare")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="The API call of this page").click()
    expect(page).to_have_url(re.compile(r"/reference\?call=GET%20%2Fapi%2Fcompare"))


def _there(house: House, source: str) -> str:
    assert SERVER in source
    return source.replace(SERVER, house.url)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.path)
def test_examples_run_as_they_are_written(house: House, example: Example) -> None:
    shown = get(house, "/openapi.json")["paths"][example.path][example.method.lower()]
    curl, python = (_there(house, one["source"]) for one in shown["x-codeSamples"])
    asked = subprocess.run(
        ["/bin/sh", "-c", curl], check=False, capture_output=True, text=True, timeout=60
    )
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.startswith("{")
    done = subprocess.run(
        [sys.executable, "-c", python], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    if example.prints and isinstance(example.prints[-1], str):
        assert done.stdout.strip() in asked.stdout


@pytest.mark.parametrize("theme", ["felt", "light", "contrast"])
def test_axe_finds_nothing_serious(
    page_of: PageOf, serious: Callable[[Page], list[str]], theme: str
) -> None:
    page = opened(page_of, "?call=GET%20%2Fapi%2Fcompare", theme=theme)
    found = [one for one in serious(page) if one.partition(":")[0] not in OF_THE_VIEWER]
    assert "\n".join(found) == ""
