"""What has a stream in the journal: tables, the house and what stands beside them, each by itself.

This room stands above `journal` and `table`, which do not know each other: here an aggregate is
told to the journal as `Aggregate`, and here alone all of them are listed. Whoever replays,
verifies, exports or backs up hands the list on.
"""

from __future__ import annotations

from pitboss.aggregates.house import HOUSE
from pitboss.aggregates.link import LINK
from pitboss.aggregates.log import LOG
from pitboss.aggregates.promotion import PROMOTION
from pitboss.aggregates.table import TABLE
from pitboss.aggregates.tickets import TICKETS
from pitboss.aggregates.tournament import TOURNAMENT
from pitboss.journal.aggregate import Aggregates

__all__ = ["AGGREGATES", "HOUSE", "LINK", "LOG", "PROMOTION", "TABLE", "TICKETS", "TOURNAMENT"]

AGGREGATES: Aggregates = (TABLE, HOUSE, LINK, PROMOTION, TOURNAMENT, TICKETS, LOG)
