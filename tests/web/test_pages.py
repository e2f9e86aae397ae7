"""How the pages are served, and what the server says where they are missing."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.api import pages as page
from tests.api.conftest import House

SCRIPT = b"console.log('a page');" * 100
INDEX = b"<!doctype html><title>Pitboss</title><div id=app></div>"
LARGEST = 230_000


@pytest.fixture(scope="module")
def floor() -> Iterator[House]:
    house = House()
    with house.client:
        yield house
    house.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = page.Built(tmp_path)
    monkeypatch.setattr(page, "built", lambda: files)
    return tmp_path


@pytest.fixture
def pages(folder: Path) -> Path:
    (folder / "assets").mkdir()
    (folder / "assets" / "page-x.js").write_bytes(SCRIPT)
    (folder / "assets" / "page-x.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "mark.svg").write_text("<svg/>")
    (folder / ".stamp").write_text("a secret of the build")
    (folder / "index.html").write_bytes(INDEX)
    return folder


@pytest.mark.parametrize("path", ["/", "/tables", "/rules/a-rulebook/5.1", "/table/x?y=1"])
def test_every_page_is_the_index(floor: House, pages: Path, path: str) -> None:
    answer = floor.client.get(path)
    assert (answer.status_code, answer.content) == (200, INDEX)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_an_unknown_page_is_the_index_with_404(floor: House, pages: Path) -> None:
    answer = floor.client.get("/nothing")
    assert (answer.status_code, answer.content) == (404, INDEX)


def test_the_interface_is_never_a_page(floor: House, pages: Path) -> None:
    for path in ("/api", "/api/nothing", "/api/tables/x/nothing"):
        answer = floor.client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["code"] == "unknown"


@pytest.mark.parametrize(("accepts", "coding"), [("gzip, br", "gzip"), ("identity", None)])
def test_assets_are_kept_and_packed(
    floor: House, pages: Path, accepts: str, coding: str | None
) -> None:
    answer = floor.client.get("/assets/page-x.js", headers={"accept-encoding": accepts})
    assert answer.content == SCRIPT
    assert answer.headers.get("content-encoding") == coding
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path",
    [
        "/.stamp",
        "/assets/nothing.js",
        "/assets/../.stamp",
        "/assets/..%2f..%2fpage.py",
        "/assets/%00",
        "/assets/",
        "/assets/page-x.js.gz",
    ],
)
def test_only_built_files_are_given(floor: House, pages: Path, path: str) -> None:
    answer = floor.client.get(path)
    assert answer.status_code == 404
    assert b"secret" not in answer.content


def test_pages_built_anew_are_served_anew(floor: House, pages: Path) -> None:
    assert floor.client.get("/").content == INDEX
    (pages / "index.html").write_bytes(b"<title>new</title>")
    os.utime(pages / ".stamp", ns=(1, 1))
    assert floor.client.get("/").content == b"<title>new</title>"


def test_while_pages_are_built_those_before_are_served(floor: House, pages: Path) -> None:
    """A build empties the folder, writes the index before all assets, and its stamp last."""
    assert floor.client.get("/assets/page-x.js").content == SCRIPT
    shutil.rmtree(pages / "assets")
    (pages / ".stamp").unlink()
    (pages / "index.html").write_bytes(b"<title>new</title>")
    assert floor.client.get("/").content == INDEX
    assert floor.client.get("/assets/page-x.js").content == SCRIPT
    (pages / "assets").mkdir()
    (pages / "assets" / "page-y.js").write_bytes(SCRIPT)
    assert floor.client.get("/assets/page-y.js").status_code == 404
    (pages / ".stamp").write_text("whole")
    assert floor.client.get("/").content == b"<title>new</title>"
    assert floor.client.get("/assets/page-y.js").content == SCRIPT
    assert floor.client.get("/assets/page-x.js").status_code == 404


def test_what_is_read_in_the_middle_of_a_build_is_not_kept(floor: House, pages: Path) -> None:
    (pages / ".stamp").unlink()
    (pages / "assets" / "page-x.js").write_bytes(SCRIPT[:50])
    (pages / "assets" / "page-x.js.gz").unlink()
    half = floor.client.get("/assets/page-x.js")
    assert half.content == SCRIPT[:50]
    assert half.headers["cache-control"] == "no-cache"
    (pages / "assets" / "page-x.js").write_bytes(SCRIPT)
    (pages / "assets" / "late.js").write_bytes(SCRIPT)
    (pages / ".stamp").write_text("whole")
    for name in ("page-x.js", "late.js"):
        whole = floor.client.get(f"/assets/{name}")
        assert whole.content == SCRIPT
        assert "immutable" in whole.headers["cache-control"]


def test_where_pages_are_missing_the_server_says_so(floor: House, folder: Path) -> None:
    door, inside = floor.client.get("/"), floor.client.get("/tables")
    assert (door.status_code, inside.status_code) == (200, 503)
    assert "The pages are not built." in door.text
    assert floor.client.get("/api/health").status_code == 200


def _size(name: str) -> int:
    plain = page.STATIC / name
    packed = plain.with_name(plain.name + ".gz")
    return (packed if packed.exists() else plain).stat().st_size


def test_a_page_weighs_little() -> None:
    """The index with what it asks for, and the largest page on top of it, gzipped.

    A page is a script of its own, so nobody loads two at once. What the server says is in Chinese
    in catalogues of their own, which only its readers load.
    """
    if not (page.STATIC / "index.html").exists():
        pytest.fail("the pages are not built: make web")
    index = (page.STATIC / "index.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'(?:src|href)="/([^"]+)"', index))
    assert any(name.endswith(".js") for name in asked)
    first = sum(map(_size, asked))
    rest = {
        path.relative_to(page.STATIC).as_posix()
        for path in page.STATIC.rglob("*")
        if path.suffix in (".js", ".css")
    } - asked
    rest -= {name for name in rest if "swagger-ui" in name}  # on the page of the API alone
    words = re.compile(r"/(acts|answers|events|reasons|refusals|zh)[.-]")
    catalogues = {name for name in rest if words.search(name)}
    assert first + max(map(_size, rest - catalogues)) < LARGEST
    assert 0 < sum(map(_size, catalogues)) < LARGEST // 3
