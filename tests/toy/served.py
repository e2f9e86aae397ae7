"""`pitboss` with the toy on its shelf, and shoes that come from a seed: only for tests.

`python -m tests.toy.served SHELF serve ...` makes the toy's rulebook in the folder SHELF.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.cli import main
from pitboss.service import tables
from tests.browser.seeded import Seeded
from tests.toy.shelf import toy

if __name__ == "__main__":
    vars(tables)["Shoes"] = Seeded
    with toy(Path(sys.argv.pop(1))):
        main()
