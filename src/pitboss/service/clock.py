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
MOST_JUMP = dt.timedelta(minutes=5)
"""A wall clock that is suddenly further ahead waits until a person says that it is right."""
Elapsed = Callable[[], float]
"""Seconds since some moment, which nobody sets: a counter of the machine."""


class Moments:
    """Moments that never go back."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._latest: dt.datetime | None = None
        self._lock = threading.Lock()
        self._back: dt.timedelta | None = None
        self._telling = True
        self._elapsed: Elapsed | None = None
        self._base: tuple[dt.datetime, float] | None = None
        self._jump = dt.timedelta()

    def watch(self, elapsed: Elapsed) -> None:
        """From here on the wall clock is compared with a counter, and a jump is not followed."""
        with self._lock:
            self._elapsed = elapsed
            self._base = self._clock(), elapsed()

    def _given(self) -> dt.datetime:
        """The wall clock, or what the counter makes of its last moment where it has jumped."""
        given = self._clock()
        if self._elapsed is None or self._base is None:
            return given
        gone = self._elapsed()
        expected = self._base[0] + dt.timedelta(seconds=gone - self._base[1])
        ahead = given - expected
        if ahead > MOST_JUMP:
            self._jump = ahead
            return expected.astimezone(given.tzinfo)
        self._jump = dt.timedelta()
        if ahead > -MOST_JUMP:  # set back further it is expected to come again
            self._base = given, gone
        return given

    def jumped(self) -> dt.timedelta:
        """How far the wall clock is ahead of what was to be expected, beyond the bound."""
        with self._lock:
            self._given()
            return self._jump

    def confirm(self) -> dt.timedelta:
        """A person says that the wall clock is right; how far tables go ahead for it."""
        with self._lock:
            self._given()
            jump, self._jump = self._jump, dt.timedelta()
            if self._elapsed is not None and jump:
                self._base = self._clock(), self._elapsed()
            return jump

    def now(self, at_least: dt.datetime | None = None) -> dt.datetime:
        """The moment; not before any moment given earlier, nor before `at_least`."""
        with self._lock:
            given = self._given()
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

    def wall(self) -> dt.datetime:
        """The wall clock as it is: sessions, codes and locks go by it, whatever tables do."""
        return self._clock()

    def held(self) -> dt.timedelta:
        """How far the time of the tables is ahead of the wall clock, which it waits for."""
        with self._lock:
            latest = self._latest
            return max(dt.timedelta(), latest - self._clock()) if latest else dt.timedelta()

    def went_back(self) -> dt.timedelta | None:
        """How far the wall clock was found to be behind, told once each time."""
        with self._lock:
            back, self._back = self._back, None
            return back
