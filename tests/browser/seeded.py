"""`pitboss` with shoes that come from a seed, so that what a test dealt can be dealt again.

Only for tests: every shoe of a table is shuffled by the seed, the table's name and the shoe's
number, whatever else happens and however often the server is started. The house's clock and
counter go ahead of the machine's by the seconds that a file says, so that a whole shoe of wagering
periods need not be waited for.
"""

from __future__ import annotations

import datetime as dt
import os
import random
from pathlib import Path
from typing import Any

from pitboss.cli import main
from pitboss.refusal import Refusal
from pitboss.service import tables
from pitboss.service.clock import Clock, Elapsed, Moments
from pitboss.service.shoes import Given, Shoes
from pitboss.table import Table

SEED = "PITBOSS_TEST_SEED"
AHEAD = "PITBOSS_TEST_AHEAD"


def words_of(seed: str, table: str, shoe: int) -> random.Random:
    """Where the words of a shoe come from."""
    return random.Random(f"{seed}/{table}/{shoe}")


class Seeded(Shoes):
    """Shoes by the seed in the environment."""

    def _load(self, table: Table, given: dict[str, Any]) -> Given | Refusal:
        chance = words_of(os.environ[SEED], self._table, table.shoes + 1)
        self._words = lambda: chance.getrandbits(32)
        return super()._load(table, given)


def ahead() -> float:
    """The seconds by which the house's time is ahead; none where no file says so."""
    try:
        return float(Path(os.environ[AHEAD]).read_text(encoding="utf-8"))
    except (KeyError, FileNotFoundError):
        return 0.0


class AheadMoments(Moments):
    """Moments of a house that is ahead; its counter is, too, or it would not follow the clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(lambda: clock() + dt.timedelta(seconds=ahead()))

    def watch(self, elapsed: Elapsed) -> None:
        """The clock is compared with a counter that is ahead by as much."""
        super().watch(lambda: elapsed() + ahead())


if __name__ == "__main__":
    vars(tables)["Moments"] = AheadMoments
    vars(tables)["Shoes"] = Seeded
    main()
