"""Journals of earlier days lead to the same states, and earlier events are read as today's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.aggregates import AGGREGATES, TABLE
from pitboss.errors import UnknownVersionError
from pitboss.journal.aggregate import Aggregate, aggregate_of
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.export import import_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.record import read_line
from pitboss.journal.snapshots import load_state, state_digest
from pitboss.journal.versions import renewed
from tests.journal.counter import EVERY
from tests.journal.make_golden import DIGESTS, GOLDEN
from tests.journal.playing import RULEBOOKS, SIGNER, exported

FILES = sorted(GOLDEN.glob("*.jsonl"))
PLAYED = [path for path in FILES if path.stem.rpartition("-")[0] in RULEBOOKS]


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def known(stream: str) -> Aggregate[Any, Any]:
    found = aggregate_of(AGGREGATES, stream)
    assert found is not None
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_journal_replays_to_its_recorded_state(path: Path) -> None:
    """The edition may have changed since; what happened has not."""
    verdict = verify_lines(lines_of(path), AGGREGATES, [SIGNER.public], replay=False)
    assert verdict.findings == []
    store = MemoryStore()
    sizes = import_lines(store, lines_of(path), AGGREGATES)
    assert sizes == verdict.streams
    found = {
        stream: state_digest(load_state(store, stream, known(stream), SIGNER.public).state)
        for stream in store.streams()
    }
    assert found == json.loads(DIGESTS.read_text())[path.name]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_a_golden_journal_replays_to_its_recorded_balances(path: Path) -> None:
    """A state may hold more than it did; what people hold is what it was."""
    store = MemoryStore()
    import_lines(store, lines_of(path), AGGREGATES)
    found = {
        stream: dict(load_state(store, stream, TABLE, SIGNER.public).state.balances)
        for stream in store.streams()
    }
    assert found == json.loads((GOLDEN / "balances.json").read_text())[path.name]


def test_every_rulebook_with_a_table_and_the_house_have_a_golden_journal() -> None:
    assert {path.stem.rpartition("-")[0] for path in FILES} == {*RULEBOOKS, "house"}
    assert set(json.loads(DIGESTS.read_text())) == {path.name for path in FILES}


def test_an_event_of_an_earlier_version_is_read_as_if_written_today() -> None:
    """As it would be if arrivals had had their chips in dollars, and no word of the table."""
    current = TABLE.version
    record = next(
        record for record in map(read_line, exported()[:20]) if record.data()["event"] == "arrived"
    )
    today = TABLE.read(record)
    data = record.data()
    data["dollars"] = data.pop("chips_cents") // 100
    data["event"] = "guest-came"
    old = msgspec.structs.replace(record, event=msgspec.Raw(msgspec.json.encode(data)))

    def rename(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "event": "arrived"} if event["event"] == "guest-came" else event

    def in_cents(event: dict[str, Any]) -> dict[str, Any]:
        if event["event"] != "arrived":
            return event
        changed = dict(event)
        changed["chips_cents"] = changed.pop("dollars") * 100
        return changed

    steps = {**TABLE.steps, current: rename, current + 1: in_cents}
    assert replace(TABLE, version=current + 2, steps=steps).read(old) == today


def test_an_event_of_a_later_version_is_refused() -> None:
    with pytest.raises(UnknownVersionError, match="version 3"):
        renewed(3, {}, {}, 2)
    with pytest.raises(UnknownVersionError, match="version 0"):
        renewed(0, {}, {}, 2)


@pytest.mark.parametrize("aggregate", EVERY, ids=lambda one: one.prefix)
def test_every_version_has_a_step_to_the_next(aggregate: Aggregate[Any, Any]) -> None:
    assert set(aggregate.steps) == set(range(1, aggregate.version))
