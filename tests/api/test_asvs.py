"""The checklist of security: every test it names is there, and what is open says why."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
TEXT = (TESTS.parent / "docs" / "asvs.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("| V")
]
REFERENCE = re.compile(r"`([\w/]+\.py)::(\w+)`")


def test_every_test_it_names_is_there() -> None:
    found = REFERENCE.findall(TEXT)
    assert len(found) > 50
    missing = [
        f"{file}::{name}"
        for file, name in found
        if f"\ndef {name}(" not in (TESTS / file).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_every_line_has_a_state_and_what_holds_has_a_test() -> None:
    assert len(ROWS) > 40
    for chapter, _, state, by in ROWS:
        assert re.match(r"holds|deployment|not applicable|\*\*open\*\*", state), chapter
        if state.startswith("holds"):
            assert REFERENCE.search(by), chapter
        for said in state.split("**open**")[1:]:
            assert len(said) > 40, f"{chapter}: what is open says why"
