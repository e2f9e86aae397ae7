"""While the source is moved about, tables do what they did: equal events, views and balances."""

from __future__ import annotations

import json

import pytest

from pitboss.book import rulebook
from tests.nets.make import BOOKS
from tests.nets.runs import HERE, of_chaos, of_scenarios

PARTS = ("events", "views", "balances")


@pytest.mark.parametrize("name", BOOKS)
def test_every_run_is_as_it_was(name: str) -> None:
    book = rulebook(name)
    before = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    now = {**of_scenarios(book), **of_chaos(book)}
    differ = {
        f"{run}: {part}"
        for run in before
        for part, old, new in zip(PARTS, before[run], now.get(run, ("", "", "")), strict=True)
        if old != new
    }
    assert differ == set()
    assert set(now) >= set(before)
    assert len(before) > 250
