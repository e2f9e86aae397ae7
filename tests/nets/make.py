"""Write the digests anew: `python -m tests.nets.make`; `--record` lets the chaos dealer play anew.

Whoever runs this says in the commit which events or views changed, and why.
"""

from __future__ import annotations

import json
import sys

from pitboss.book import rulebook
from tests.nets.runs import HERE, of_chaos, of_scenarios, record

BOOKS = ("star-baccarat", "star-premium-baccarat")


def main() -> None:
    """Digest every run."""
    for name in BOOKS:
        book = rulebook(name)
        if "--record" in sys.argv:
            record(book)
        digests = {**of_scenarios(book), **of_chaos(book)}
        text = json.dumps(digests, indent=0, sort_keys=True)
        text = text.replace('[\n"', '["').replace('",\n"', '", "').replace('"\n]', '"]')
        (HERE / f"{name}.json").write_text(text.replace('"], "', '"],\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
