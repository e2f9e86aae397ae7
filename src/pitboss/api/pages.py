"""The pages: built files from memory, and a plain page at the door where they are not built.

Files are looked up by name among those that were built, never by a path on the disk.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from typing import Annotated, Any

from litestar import MediaType, Response, get
from litestar.params import Parameter

from pitboss.api.floor import Floor
from pitboss.api.guard import PUBLIC, Request, context_of
from pitboss.api.problems import ProblemError

Address = Annotated[str, Parameter(max_length=500)]

STATIC = Path(__file__).parent / "static"
INDEX = "index.html"
STAMP = ".stamp"
# The first parts of the addresses that pages have; `web/src/routes.ts` has the same.
PAGES = frozenset(
    [
        "board",
        "compare",
        "console",
        "display",
        "odds",
        "parts",
        "draw",
        "history",
        "pit",
        "reference",
        "replay",
        "rules",
        "several",
        "sign-in",
        "table",
        "tables",
        "terminal",
        "tournament",
        "verify",
    ]
)
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
PACKED = {".br": "br", ".gz": "gzip"}
FOREVER = "public, max-age=31536000, immutable"  # an asset has its content in its name
ANEW = "no-cache"
NOT_BUILT = (
    "The pages are not built. `make web` builds them, and so does installing the package "
    "without PITBOSS_WITHOUT_WEB."
)

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pitboss</title>
<h1>Pitboss</h1>
<p>{missing}</p>
<h2>Tables</h2>
<ul>
{tables}
</ul>
<h2>Signing in</h2>
<p>The server printed a name and a password for each role when it started.
<code>POST /api/session</code> takes them as <code>{{"login": "...", "password": "..."}}</code>
and answers with a cookie and a token for the header <code>Authorization: Bearer ...</code>.</p>
<h2>Documentation</h2>
<ul>
<li><a href="/api/openapi.json">The interface as OpenAPI</a></li>
<li><a href="/api/rulebooks">The rulebooks</a>, <a href="/api/health">health</a></li>
</ul>
</html>
"""


def page(floor: Floor) -> str:
    """The plain page."""
    lines = []
    for name in floor.names():
        shown = floor.get(name)
        identity, safe = shown.rules.edition.identity, escape(name)
        state = "closed" if shown.table.closed else "open"
        lines.append(
            f"<li>{safe}: {escape(identity.title)}, {escape(identity.house)}, {state}; "
            f'<a href="/api/tables/{safe}/shoes">commitments of its shoes</a></li>'
        )
    tables = "\n".join(lines) or "<li>none</li>"
    return _PAGE.format(tables=tables, missing=escape(NOT_BUILT))


@dataclass
class Built:
    """The built files by name, read anew when the pages were built anew.

    A build empties the folder, then writes and packs the files in no certain order, and its stamp
    last. So only what lies there with a stamp is whole and kept; while another build is under way
    the pages before it are served.
    """

    folder: Path
    _files: dict[str, bytes] = field(default_factory=dict)
    _when: int | None = None

    def refresh(self) -> bool:
        """Read what is there; whether there are pages at all."""
        when = self._stamped()
        if when is None and self._when is not None:
            return True
        if when is None or when != self._when:
            self._files = self._read()
            # Where a build began meanwhile, what was read is not kept.
            self._when = when if self._stamped() == when else None
        return INDEX in self._files

    def _stamped(self) -> int | None:
        try:
            return (self.folder / STAMP).stat().st_mtime_ns
        except OSError:
            return None

    def _read(self) -> dict[str, bytes]:
        found = {}
        for path in self.folder.rglob("*"):
            with contextlib.suppress(OSError):  # gone since it was listed
                if path.is_file():
                    found[path.relative_to(self.folder).as_posix()] = path.read_bytes()
        return found

    def answer(self, name: str, accepts: str, status: int = 200) -> Response[bytes] | None:
        """A file in the smallest form that the client takes; nothing where there is none."""
        plain = self._files.get(name)
        kind = KINDS.get(Path(name).suffix)
        if plain is None or kind is None:
            return None
        headers = {
            "cache-control": FOREVER if self._when and name.startswith("assets/") else ANEW,
            "vary": "accept-encoding",
        }
        taken = {one.partition(";")[0].strip().lower() for one in accepts.split(",")}
        for ending, coding in PACKED.items():
            packed = self._files.get(name + ending)
            if packed is not None and coding in taken:
                headers["content-encoding"] = coding
                return Response(packed, media_type=kind, headers=headers, status_code=status)
        return Response(plain, media_type=kind, headers=headers, status_code=status)


@cache
def built() -> Built:
    """The files of this installation."""
    return Built(STATIC)


def _served(request: Request, path: str) -> Response[Any]:
    files = built()
    accepts = request.headers.get("accept-encoding", "")
    first = path.partition("/")[0]
    if first in ("api", "assets") or "." in first:
        found = files.answer(path, accepts) if files.refresh() and first != "api" else None
        if found is None:
            raise ProblemError(404)
        return found
    if not files.refresh():
        status = 503 if path else 200
        text = page(context_of(request).floor)
        return Response(text, media_type=MediaType.HTML, status_code=status)
    known = not path or first in PAGES
    index = files.answer(INDEX, accepts, 200 if known else 404)
    if index is None:
        raise ProblemError(404)
    return index


@get("/", opt={"roles": PUBLIC}, media_type=MediaType.HTML, include_in_schema=False)
async def front(request: Request) -> Response[Any]:
    """The door."""
    return _served(request, "")


@get("/{path:path}", opt={"roles": PUBLIC}, media_type=MediaType.HTML, include_in_schema=False)
async def inside(request: Request, path: Address) -> Response[Any]:
    """A page, or a file that a page asks for."""
    return _served(request, path.strip("/"))
