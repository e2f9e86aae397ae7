"""Events of earlier versions, brought into the shape of today.

A line is never changed. When the shape of an aggregate's events changes, its version goes up by
one and it gets a step that makes the new shape of the old; a line is taken through every step
from its own version on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import UnknownVersionError

Step = Callable[[dict[str, Any]], dict[str, Any]]
"""From an event of one version to one of the next."""


def renewed(
    version: int, event: dict[str, Any], steps: Mapping[int, Step], current: int
) -> dict[str, Any]:
    """An event of some version in the shape of the current one."""
    if not 1 <= version <= current:
        raise UnknownVersionError(
            f"an event of version {version} cannot be read by a program that knows {current}"
        )
    for step in range(version, current):
        event = steps[step](event)
    return event
