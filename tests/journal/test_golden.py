"""Journals of earlier days lead to the same states, and earlier events are read as today's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.journal import versions
from pitboss.journal.export import import_lines
from pitboss.journal.memory import MemoryStore
from pitboss.journal.record import VERSION, read_line
from pitboss.journal.snapshots import load_state, state_digest
from pitboss.journal.verify import verify_lines
from pitboss.journal.versions import UnknownVersionError, read_event, renewed
from tests.journal.make_golden import DIGESTS, GOLDEN
from tests.journal.playing import RULEBOOKS, SIGNER, exported

FILES = sorted(GOLDEN.glob("*.jsonl"))


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_journal_replays_to_its_recorded_state(path: Path) -> None:
    """The edition may have changed since; what happened has not."""
    verdict = verify_lines(lines_of(path), [SIGNER.public], replay=False)
    assert verdict.findings == []
    store = MemoryStore()
    sizes = import_lines(store, lines_of(path))
    assert sizes == verdict.streams
    found = {
        stream: state_digest(load_state(store, stream, SIGNER.public).table)
        for stream in store.streams()
    }
    assert found == json.loads(DIGESTS.read_text())[path.name]


def test_every_rulebook_with_a_table_has_a_golden_journal() -> None:
    assert {path.stem.rpartition("-")[0] for path in FILES} == set(RULEBOOKS)
    assert set(json.loads(DIGESTS.read_text())) == {path.name for path in FILES}


def test_an_event_of_an_earlier_version_is_read_as_if_written_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As it would be if arrivals had had their chips in dollars, and no word of the table."""
    current = VERSION
    record = next(
        record for record in map(read_line, exported()[:20]) if record.data()["event"] == "arrived"
    )
    today = read_event(record)
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

    monkeypatch.setattr(versions, "VERSION", current + 2)
    monkeypatch.setattr(versions, "STEPS", {current: rename, current + 1: in_cents})
    assert read_event(old) == today


def test_an_event_of_a_later_version_is_refused() -> None:
    with pytest.raises(UnknownVersionError, match="version 3"):
        renewed(3, {}, {}, 2)
    with pytest.raises(UnknownVersionError, match="version 0"):
        renewed(0, {}, {}, 2)


def test_every_version_has_a_step_to_the_next() -> None:
    assert set(versions.STEPS) == set(range(1, VERSION))
