"""`pitboss` with shoes that come from a seed, so that what a test dealt can be dealt again.

Only for tests: every shoe of a table is shuffled by the seed, the table's name and the shoe's
number, whatever else happens and however often the server is started.
"""

from __future__ import annotations

import os
import random
from typing import Any

from pitboss.cli import main
from pitboss.refusal import Refusal
from pitboss.service import tables
from pitboss.service.shoes import Given, Shoes
from pitboss.table import Table

SEED = "PITBOSS_TEST_SEED"


def words_of(seed: str, table: str, shoe: int) -> random.Random:
    """Where the words of a shoe come from."""
    return random.Random(f"{seed}/{table}/{shoe}")


class Seeded(Shoes):
    """Shoes by the seed in the environment."""

    def _load(self, table: Table, given: dict[str, Any]) -> Given | Refusal:
        chance = words_of(os.environ[SEED], self._table, table.shoes + 1)
        self._words = lambda: chance.getrandbits(32)
        return super()._load(table, given)


if __name__ == "__main__":
    vars(tables)["Shoes"] = Seeded
    main()
