"""Streams that are not served, because they cannot be read as they were written."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.aggregates.house import StreamSetAside
from pitboss.errors import SetAsideError

if TYPE_CHECKING:
    import datetime as dt

    from pitboss.service.house import House

BY = "guard"
MOST_SAID = 500


class Aside:
    """What is set aside, and why; everything else is served."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._lock = threading.Lock()
        self._why = dict(given or {})
        self._told: set[str] = set()

    def put(self, stream: str, why: str) -> None:
        """Serve a stream no more, until somebody has seen to it."""
        with self._lock:
            self._why.setdefault(stream, why)

    def refuse(self, stream: str) -> None:
        """End what is asked of a stream that is set aside."""
        why = self._why.get(stream)
        if why is not None:
            name = stream.partition(":")[2] or stream
            raise SetAsideError(f"{name} is set aside: {why}")

    def streams(self) -> dict[str, str]:
        """What is set aside, and why."""
        with self._lock:
            return dict(self._why)

    def report(self, house: House, at: dt.datetime) -> None:
        """Enter it in the house's stream, once for each reason."""
        for stream, why in self.streams().items():
            if stream not in self._told:
                event = StreamSetAside(by=BY, at=at, stream=stream, why=why[:MOST_SAID])
                digest = hashlib.sha256(why.encode()).hexdigest()[:16]
                house.record([event], f"aside/{stream}/{digest}")
                self._told.add(stream)
