"""Write the golden journals anew: `python -m tests.journal.make_golden`.

They are kept as they are when the program changes: what was written once must be read for
ever, and lead to the same state. New ones are added; old ones are not made again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.aggregates import HOUSE, TABLE
from pitboss.journal.aggregate import Aggregate
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.export import export_lines, write_file
from pitboss.journal.snapshots import load_state, state_digest
from tests.journal.playing import AT, RULEBOOKS, SIGNER, chaotic, kept, steady
from tests.journal.samples import housed

GOLDEN = Path(__file__).parent / "golden"
DIGESTS = GOLDEN / "digests.json"
SEED, EVENTS, COUPS = 11, 260, 3


def played(name: str) -> MemoryStore:
    """One table dealt straight and one badly under a rulebook."""
    return kept(steady(name, COUPS, "table:straight"), chaotic(name, SEED, EVENTS, "table:chaos"))


def main() -> None:
    """Write tables of each rulebook, and a house."""
    digests = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    for name in (*RULEBOOKS, "house"):
        path = GOLDEN / f"{name}-1.jsonl"
        if path.exists():
            continue
        aggregate: Aggregate[Any, Any] = HOUSE if name == "house" else TABLE
        store = kept(housed(COUPS)) if name == "house" else played(name)
        write_file(path, export_lines(store, SIGNER, AT))
        digests[path.name] = {
            stream: state_digest(load_state(store, stream, aggregate, SIGNER.public).state)
            for stream in store.streams()
        }
    DIGESTS.write_text(json.dumps(digests, indent=2) + "\n")


if __name__ == "__main__":
    main()
