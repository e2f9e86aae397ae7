"""Failures to sign in, by name and place: who fails waits longer each time, others do not.

A place is the address that a sign-in comes from. From each place a name may be tried five times
in a row; after that it waits, half a minute first and a quarter of an hour at most. Whoever tries
a name from many places is slowed for the name as a whole, but places from which its owner has
signed in before are not: nobody locks another out. Where the password was right and only the
code was not, the wait stays short: a clock that is wrong locks nobody out either.
"""

from __future__ import annotations

import msgspec

FAILURES_ALLOWED = 5
FIRST_WAIT_SECONDS = 30
LOCKED_SECONDS = 15 * 60
CODE_WAIT_SECONDS = 60
SPREAD_ALLOWED = 20
"""Failures of one name from places that are not known, all together, before all of them wait."""
FORGOTTEN_SECONDS = 3600
PLACES_KEPT = 64


class Tries(msgspec.Struct, frozen=True):
    """Failures in a row, until when it is waited for them, and when the last one was."""

    count: int = 0
    until: float = 0
    last: float = 0

    def more(self, now: float, allowed: int, most: float) -> Tries:
        """One more failure."""
        count = 1 if now - self.last > FORGOTTEN_SECONDS else self.count + 1
        over = count - allowed
        wait = min(most, FIRST_WAIT_SECONDS * 2 ** min(over, 10)) if over >= 0 else 0.0
        return Tries(count, max(self.until, now + wait) if wait else self.until, now)


class Failures(msgspec.Struct, frozen=True, kw_only=True):
    """Failures under one name: by place, and of all places together that are not known."""

    version: int = 0
    places: dict[str, Tries] = {}
    strangers: Tries = Tries()

    def wait(self, place: str, now: float, *, known: bool) -> float:
        """Seconds that a sign-in from a place has to wait."""
        own = self.places.get(place, Tries()).until - now
        return max(0.0, own, 0.0 if known else self.strangers.until - now)

    def more(self, place: str, now: float, *, known: bool, only_code: bool) -> Failures:
        """One more failure from a place."""
        most = CODE_WAIT_SECONDS if only_code else LOCKED_SECONDS
        tries = self.places.get(place, Tries()).more(now, FAILURES_ALLOWED, most)
        rest = {one: found for one, found in self.places.items() if one != place}
        while len(rest) >= PLACES_KEPT:
            rest.pop(next(iter(rest)))
        strangers = self.strangers
        if not known:
            strangers = strangers.more(now, SPREAD_ALLOWED, FIRST_WAIT_SECONDS)
        return msgspec.structs.replace(self, places={**rest, place: tries}, strangers=strangers)

    def without(self, place: str) -> Failures:
        """A sign-in from a place was right."""
        rest = {one: found for one, found in self.places.items() if one != place}
        return msgspec.structs.replace(self, places=rest)
