"""Readings are sentences for people: whole, and without the words of programmers."""

from __future__ import annotations

import re

import pytest

from pitboss.editions.load import shared_rows, shelf

ROWS = list(shared_rows("readings.csv"))
PROGRAMMERS = re.compile(
    r"\b(?:floats?,|integers?|booleans?|null|enum|configurable|settings?|default)\b", re.IGNORECASE
)


def test_every_rulebook_has_some() -> None:
    assert {name for row in ROWS for name in row["rulebooks"].split()} == set(shelf())


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_question_and_reading_are_sentences(row: dict[str, str]) -> None:
    assert row["question"] or row["reading"]
    for text in filter(None, (row["question"], row["reading"])):
        assert re.match(r"[^a-z]|[a-z]\(|[a-z]\)", text), text
        assert re.search(r"[.?!][\")]?$", text), text
    assert not PROGRAMMERS.search(row["reading"]), row["reading"]
