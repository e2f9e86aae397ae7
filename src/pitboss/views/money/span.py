"""A span of a casino's own clock, such as a shift: how it is written, and when it was."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from pitboss.refusal import Refusal

_MOMENT = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}"
_WRITTEN = re.compile(rf"({_MOMENT})/({_MOMENT}|\d{{2}}:\d{{2}})?")
LONGEST = dt.timedelta(days=7)
USUAL = dt.timedelta(hours=8)
_A_TICK = dt.timedelta.resolution
"""What happens now is in a span that lasts until now."""


@dataclass(frozen=True)
class Span:
    """From a moment up to another, by the clock of whichever casino is asked about.

    Without an end it lasts until now.
    """

    begins: dt.datetime
    ends: dt.datetime | None = None

    def within(self, zone: str, now: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
        """When it begins and ends there; an hour that comes twice is the first of the two."""
        there = ZoneInfo(zone)
        ends = now + _A_TICK if self.ends is None else self.ends.replace(tzinfo=there)
        return self.begins.replace(tzinfo=there), ends

    def __str__(self) -> str:
        ends = "" if self.ends is None else f"{self.ends:%Y-%m-%dT%H:%M}"
        return f"{self.begins:%Y-%m-%dT%H:%M}/{ends}"


def read_span(text: str) -> Span | Refusal:
    """`2026-11-04T14:00/22:00`, `2026-11-04T22:00/06:00` to the next day, or `.../` until now."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return Refusal.of("bad-span.written", text=text)
    try:
        begins = dt.datetime.fromisoformat(found[1])
        ends = _end(begins, found[2])
    except ValueError:
        return Refusal.of("bad-span.written", text=text)
    if ends is not None and not begins < ends:
        return Refusal.of("bad-span.backwards", text=text)
    if ends is not None and ends - begins > LONGEST:
        return Refusal.of("bad-span.long", days=LONGEST.days)
    return Span(begins, ends)


def _end(begins: dt.datetime, text: str | None) -> dt.datetime | None:
    if not text:
        return None
    if "T" in text:
        return dt.datetime.fromisoformat(text)
    ends = dt.datetime.combine(begins.date(), dt.time.fromisoformat(text))
    return ends if ends > begins else ends + dt.timedelta(days=1)


def last_hours(now: dt.datetime, zone: str) -> Span:
    """The last hours by a casino's clock, to the minute."""
    there = (now - USUAL).astimezone(ZoneInfo(zone))
    return Span(there.replace(second=0, microsecond=0, tzinfo=None))
