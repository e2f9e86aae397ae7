"""Limits that a player sets for themself: a lower one holds at once, a higher one a day later."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

DAY = dt.timedelta(hours=24)
"""So long a higher limit waits, and so far back play is counted."""

Kind = Literal["loss_cents", "stake_cents", "minutes"]
KINDS: tuple[Kind, ...] = ("loss_cents", "stake_cents", "minutes")


class Bound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A limit: `value` holds, none where that is nothing; from `since` on it is `then`."""

    value: int | None = None
    then: int | None = None
    since: dt.datetime | None = None

    def at(self, moment: dt.datetime) -> int | None:
        """The limit that holds at a moment."""
        later = self.since is not None and moment >= self.since
        return self.then if later else self.value

    def chosen(self, value: int | None, moment: dt.datetime) -> Bound:
        """The same after another value was chosen."""
        now = self.at(moment)
        if now is None or (value is not None and value <= now):
            return Bound(value=value)
        return Bound(value=now, then=value, since=moment + DAY)


class OwnLimits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player has set: loss and time in any 24 hours, stakes on a round; and the stop.

    Until `stopped` they take part nowhere.
    """

    loss_cents: Bound = Bound()
    stake_cents: Bound = Bound()
    minutes: Bound = Bound()
    stopped: dt.datetime | None = None

    def bound(self, kind: Kind) -> Bound:
        """One of the three."""
        found: Bound = getattr(self, kind)
        return found

    def stops(self, moment: dt.datetime) -> dt.datetime | None:
        """Until when they chose to stop, if that is not over."""
        return self.stopped if self.stopped is not None and moment < self.stopped else None
