"""The committed description of the interface is that of the server."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from pitboss.api.described import interface

COMMITTED = Path(__file__).parents[2] / "docs" / "reference" / "openapi.json"
MOST_SHOWN = 40


def test_the_committed_document_is_what_the_server_describes() -> None:
    committed, described = COMMITTED.read_bytes(), interface()
    if committed != described:
        before, after = committed.decode().splitlines(), described.decode().splitlines()
        changed = list(unified_diff(before, after, "committed", "described", lineterm="", n=1))
        shown = "\n".join(changed[:MOST_SHOWN])
        more = f"\n... {len(changed) - MOST_SHOWN} more" if len(changed) > MOST_SHOWN else ""
        pytest.fail(f"the interface has changed; `make client` writes it anew:\n{shown}{more}")
