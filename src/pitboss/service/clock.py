"""The clock of the service: injected, and never going back.

A wall clock may be set back; a journal may not. Time stands still instead until the wall
clock has caught up, and how far it went back is told once.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable

Clock = Callable[[], dt.datetime]
WORTH_TELLING = dt.timedelta(seconds=1)


class Moments:
    """Moments that never go back."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._latest: dt.datetime | None = None
        self._lock = threading.Lock()
        self._back: dt.timedelta | None = None
        self._telling = True

    def now(self, at_least: dt.datetime | None = None) -> dt.datetime:
        """The moment; not before any moment given earlier, nor before `at_least`."""
        with self._lock:
            given = self._clock()
            latest = self._latest
            if at_least is not None and (latest is None or at_least > latest):
                latest = at_least
            if latest is not None and given < latest:
                if latest - given >= WORTH_TELLING and self._telling:
                    self._back, self._telling = latest - given, False
                self._latest = latest
                return latest.astimezone(given.tzinfo)
            self._latest = given
            self._telling = True
            return given

    def went_back(self) -> dt.timedelta | None:
        """How far the wall clock was found to be behind, told once each time."""
        with self._lock:
            back, self._back = self._back, None
            return back
