"""Events of earlier versions: who changed their shape says how they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Renews = Callable[[dict[str, Any]], dict[str, Any]]


RENEWALS: dict[int, list[Renews]] = {}
"""By version: what makes an event of the next version of one, by whoever changed it."""


def renews(version: int) -> Callable[[Renews], Renews]:
    """Register how events of a version are read as those of the next."""

    def register(function: Renews) -> Renews:
        RENEWALS.setdefault(version, []).append(function)
        return function

    return register


def renew(version: int, event: dict[str, Any]) -> dict[str, Any]:
    """An event of a version as one of the next."""
    for step in RENEWALS.get(version, ()):
        event = step(event)
    return event
