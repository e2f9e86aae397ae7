"""What has a stream in the journal: tables, the house, links; each in a module of its own.

This room stands above `journal` and `table`, which do not know each other: here an aggregate is
told to the journal as `Aggregate`, and here alone all of them are listed. Whoever replays,
verifies, exports or backs up hands the list on.
"""

from __future__ import annotations

from pitboss.aggregates.house import HOUSE
from pitboss.aggregates.link import LINK
from pitboss.aggregates.table import TABLE
from pitboss.journal.aggregate import Aggregates

__all__ = ["AGGREGATES", "HOUSE", "LINK", "TABLE"]

AGGREGATES: Aggregates = (TABLE, HOUSE, LINK)
