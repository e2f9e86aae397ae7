"""Write the golden journals anew: `python -m tests.journal.make_golden`.

They are kept as they are when the program changes: what was written once must be read for
ever, and lead to the same state. New ones are added; old ones are not made again.
"""

from __future__ import annotations

import json
from pathlib import Path

from pitboss.journal.export import export_lines, write_file
from pitboss.journal.snapshots import load_state, state_digest
from tests.journal.playing import AT, RULEBOOKS, SIGNER, chaotic, kept, steady

GOLDEN = Path(__file__).parent / "golden"
DIGESTS = GOLDEN / "digests.json"
SEED, EVENTS, COUPS = 11, 260, 3


def main() -> None:
    """Play one table straight and one badly under each rulebook."""
    digests = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    for name in RULEBOOKS:
        path = GOLDEN / f"{name}-1.jsonl"
        if path.exists():
            continue
        store = kept(
            steady(name, COUPS, "table:straight"), chaotic(name, SEED, EVENTS, "table:chaos")
        )
        write_file(path, export_lines(store, SIGNER, AT))
        digests[path.name] = {
            stream: state_digest(load_state(store, stream, SIGNER.public).table)
            for stream in store.streams()
        }
    DIGESTS.write_text(json.dumps(digests, indent=2) + "\n")


if __name__ == "__main__":
    main()
