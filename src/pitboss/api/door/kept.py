"""Public answers that never change while a server runs: made once, kept packed, with an ETag.

They are long and anyone's. Made anew each time they would cost the tables more than everything
that is played there.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import msgspec
from litestar import Response

from pitboss.api.context import computed
from pitboss.api.guard import Request, context_of
from pitboss.api.problems import ProblemError

MOST_BYTES = 48 * 1024 * 1024
MOST_ANSWERS = 4_000
LONG = 500
"""Shorter than this nothing is packed."""
T = TypeVar("T")
KEPT: dict[str, Any] = {"kept": True}
"""What a route says whose answers are packed here and by nobody after."""


class Packed(NamedTuple):
    """An answer, plain and packed, and its tag."""

    plain: bytes
    packed: bytes | None
    tag: str

    @property
    def size(self) -> int:
        """The bytes it takes."""
        return len(self.plain) + len(self.packed or b"")


@dataclass
class Answers:
    """The answers that were asked for last, within bounds."""

    _found: OrderedDict[str, Packed] = field(default_factory=OrderedDict)
    _bytes: int = 0

    def get(self, key: str) -> Packed | None:
        """An answer, where it is kept."""
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
        return found

    def put(self, key: str, made: Packed) -> None:
        """Keep an answer; the one that nobody has asked for longest goes."""
        if key not in self._found:
            self._found[key] = made
            self._bytes += made.size
        while self._bytes > MOST_BYTES or len(self._found) > MOST_ANSWERS:
            _, gone = self._found.popitem(last=False)
            self._bytes -= gone.size


def pack(answer: object) -> Packed:
    """An answer as it is sent."""
    plain = msgspec.json.encode(answer)
    packed = gzip.compress(plain, 6, mtime=0) if len(plain) >= LONG else None
    return Packed(plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


def kept(work: Callable[..., T]) -> Callable[..., Awaitable[T]]:
    """A public route that is worked out on a thread once for each address it is asked at."""

    @wraps(work)
    async def answer(*args: Any, **kwargs: Any) -> Any:
        request: Request = kwargs["request"]
        context = context_of(request)
        store: Answers = context.kept
        key = f"{request.url.path}?{request.scope['query_string'].decode('latin-1')}"
        found = store.get(key)
        if found is None:
            if request.scope["state"].get("session") is None:
                wait = context.strangers_work.wait("", context.monotonic())
                if wait is not None:
                    raise ProblemError(429, wait=wait)
            found = await computed(request.app, lambda: pack(work(*args, **kwargs)))
            store.put(key, found)
        return _told(request, found)

    return answer


def _told(request: Request, found: Packed) -> Response[Any]:
    headers = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = {one.strip().removeprefix("w/") for one in _of(request, "if-none-match").split(",")}
    if found.tag in known or "*" in known:
        return Response(None, status_code=304, headers=headers)
    taken = {one.partition(";")[0].strip() for one in _of(request, "accept-encoding").split(",")}
    body = found.plain
    if found.packed is not None and "gzip" in taken:
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, headers=headers, media_type="application/json")


def _of(request: Request, name: str) -> str:
    return request.headers.get(name, "").lower()
