"""Bodies before anything reads them: text in UTF-8, and no key said twice.

Of two values under one key readers take now the first, now the last; a body that two of them
understand differently is understood by none.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any

import litestar

from pitboss.api.problems import ProblemError


async def whole_json(request: litestar.Request[Any, Any, Any]) -> None:
    """Let a request through whose body says one thing, or has none."""
    body = await request.body()
    if body:
        check_body(body)


def check_body(body: bytes) -> None:
    """A problem where a body is no text, or says a key twice."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ProblemError(400, "malformed", "The body is not text in UTF-8.") from error
    with contextlib.suppress(ValueError, RecursionError):  # its reader says what is wrong with it
        json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        sentence = f"The body says '{twice[:40]}' twice."
        raise ProblemError(400, "said-twice", sentence)
