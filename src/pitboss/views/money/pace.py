"""How fast a table is dealt: rounds an hour, by the last of them."""

from __future__ import annotations

import datetime as dt
from itertools import islice, pairwise

from pitboss.table.procedures.period import betting_time
from pitboss.views.coups import History
from pitboss.views.parts.shown import Shown

PACED = 12
"""The pace is that of so many of the last rounds."""
ASLEEP = dt.timedelta(minutes=10)
HOUR = 3600


def pace_of(shown: Shown, now: dt.datetime) -> int:
    """Rounds an hour, by the last of them; nought where none was dealt for long."""
    coups = list(islice(reversed(shown.follower.of(History).coups.values()), PACED))[::-1]
    ends = [dt.datetime.fromisoformat(one.row.at) for one in coups]
    took = [(after - before).total_seconds() for before, after in pairwise(ends)]
    # What took less was dealt at once, so that a new shoe was under way.
    took = [one for one in took if one >= max(1, betting_time(shown.table))]
    if not took or now - ends[-1] > ASLEEP:
        return 0
    return round(len(took) * HOUR / sum(took))
