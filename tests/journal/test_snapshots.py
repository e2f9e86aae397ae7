"""A snapshot and the events after it give the state that all events give; a bad one is passed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.aggregates import TABLE
from pitboss.journal.memory import MemoryStore
from pitboss.journal.snapshots import (
    load_state,
    read_snapshot,
    state_digest,
    take_snapshot,
)
from pitboss.journal.store import Snapshot, Store, Write
from tests.journal.playing import OTHER_SIGNER, RULEBOOKS, SIGNER, chaotic, steady
from tests.journal.samples import SAMPLES, Sample

AT = 30


@cache
def played(name: str, seed: int) -> Sample:
    """A table of a rulebook; played badly where there is a seed."""
    if seed:
        return Sample(TABLE, lambda _: chaotic(name, seed, 220, "table:1"))
    return Sample(TABLE, lambda coups: steady(name, coups))


KINDS = st.one_of(
    st.builds(played, st.sampled_from(RULEBOOKS), st.integers(0, 4)),
    st.sampled_from([one for name, one in SAMPLES.items() if name != "table"]),
)


def stored(sample: Sample) -> MemoryStore:
    store = MemoryStore()
    assert store.write([Write(sample.stream, 0, sample.lines)]) == [None]
    return store


def equal(store: Store, sample: Sample) -> bool:
    """Whether what is loaded from a store is what all events give."""
    found = load_state(store, sample.stream, sample.aggregate, SIGNER.public)
    whole = sample.replayed()
    assert state_digest(found.state) == state_digest(whole.state)
    assert (found.tree.size, found.tree.root()) == (whole.tree.size, whole.tree.root())
    assert found.previous == whole.previous
    return bool(found.state == whole.state)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(KINDS, st.floats(0, 1))
def test_snapshot_and_tail_equal_full_replay(sample: Sample, where: float) -> None:
    at = round(where * len(sample.lines))
    store = stored(sample)
    kept = take_snapshot(sample.stream, sample.replayed(at), SIGNER)
    store.keep_snapshot(kept)
    assert read_snapshot(kept, sample.aggregate, SIGNER.public) is not None
    assert equal(store, sample)


def test_a_snapshot_is_kept_by_every_store(store: Store, sample: Sample) -> None:
    assert store.write([Write(sample.stream, 0, sample.lines)]) == [None]
    store.keep_snapshot(take_snapshot(sample.stream, sample.replayed(AT), SIGNER))
    assert equal(store, sample)


def test_a_snapshot_is_used(sample: Sample) -> None:
    """So much so that the events before it are not read."""
    store = stored(sample)
    store.keep_snapshot(take_snapshot(sample.stream, sample.replayed(AT), SIGNER))
    store._lines[sample.stream][: AT - 1] = [b"unreadable"] * (AT - 1)
    assert equal(store, sample)


def bad_snapshots(sample: Sample) -> dict[str, Snapshot]:
    stream, state = sample.stream, sample.replayed(AT)
    good = take_snapshot(stream, state, SIGNER)
    false = replace(state, state=sample.replayed(AT - 9).state)
    flipped = bytearray(good.body)
    flipped[len(flipped) // 2] ^= 1
    ahead = replace(state, tree=sample.replayed().tree.copy())
    ahead.tree.append(bytes(32))
    return {
        "signed by another": take_snapshot(stream, false, OTHER_SIGNER),
        "a byte changed": Snapshot(stream, good.sequence, bytes(flipped)),
        "cut short": Snapshot(stream, good.sequence, good.body[:-10]),
        "empty": Snapshot(stream, good.sequence, b""),
        "of another stream": Snapshot(
            stream, good.sequence, take_snapshot("table:2", false, SIGNER).body
        ),
        "of another place": Snapshot(stream, AT + 1, take_snapshot(stream, false, SIGNER).body),
        "ahead of the journal": take_snapshot(stream, ahead, SIGNER),
        "of another history": take_snapshot(stream, replace(false, previous="00" * 32), SIGNER),
    }


@pytest.mark.parametrize("why", list(bad_snapshots(SAMPLES["counter"])))
def test_a_snapshot_that_is_not_to_be_trusted_is_passed_over(why: str, sample: Sample) -> None:
    store = stored(sample)
    store.keep_snapshot(bad_snapshots(sample)[why])
    assert equal(store, sample)


def test_a_snapshot_of_another_shape_or_meaning_is_passed_over(sample: Sample) -> None:
    mine = sample.aggregate
    snapshot = take_snapshot(sample.stream, sample.replayed(AT), SIGNER)
    assert read_snapshot(snapshot, mine, SIGNER.public) is not None
    assert read_snapshot(snapshot, replace(mine, meaning=99), SIGNER.public) is None
    for other in SAMPLES.values():
        if other is not sample:
            assert read_snapshot(snapshot, other.aggregate, SIGNER.public) is None


def test_a_snapshot_of_a_state_that_is_none_is_passed_over(sample: Sample) -> None:
    state = replace(sample.replayed(AT), state="nonsense")
    snapshot = take_snapshot(sample.stream, state, SIGNER)
    assert read_snapshot(snapshot, sample.aggregate, SIGNER.public) is None
