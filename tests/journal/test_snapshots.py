"""A snapshot and the events after it give the state that all events give; a bad one is passed."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.journal import snapshots
from pitboss.journal.memory import MemoryStore
from pitboss.journal.snapshots import State, load_state, read_snapshot, state_digest, take_snapshot
from pitboss.journal.store import Snapshot, Store, Write
from tests.journal.playing import OTHER_SIGNER, RULEBOOKS, SIGNER, TABLE, chaotic, steady


@cache
def journal(name: str, seed: int) -> tuple[bytes, ...]:
    pen = chaotic(name, seed, 220, TABLE) if seed else steady(name, 4)
    return tuple(line for _, lines in pen.groups for line in lines)


def stored(lines: tuple[bytes, ...]) -> MemoryStore:
    store = MemoryStore()
    assert store.write([Write(TABLE, 0, lines)]) == [None]
    return store


def replayed(lines: tuple[bytes, ...]) -> State:
    state = State()
    for line in lines:
        state.take(line)
    return state


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(RULEBOOKS), st.integers(0, 4), st.floats(0, 1))
def test_snapshot_and_tail_equal_full_replay(name: str, seed: int, where: float) -> None:
    lines = journal(name, seed)
    at = round(where * len(lines))
    store = stored(lines)
    store.keep_snapshot(take_snapshot(TABLE, replayed(lines[:at]), SIGNER))
    kept = store.snapshot(TABLE)
    assert kept is not None
    assert read_snapshot(kept, SIGNER.public) is not None
    found, whole = load_state(store, TABLE, SIGNER.public), replayed(lines)
    assert found.table == whole.table
    assert state_digest(found.table) == state_digest(whole.table)
    assert (found.tree.size, found.tree.root()) == (whole.tree.size, whole.tree.root())
    assert found.previous == whole.previous


def test_a_snapshot_is_kept_by_every_store(store: Store) -> None:
    lines = journal(RULEBOOKS[0], 0)
    assert store.write([Write(TABLE, 0, lines)]) == [None]
    store.keep_snapshot(take_snapshot(TABLE, replayed(lines[:50]), SIGNER))
    assert load_state(store, TABLE, SIGNER.public).table == replayed(lines).table


def test_a_snapshot_is_used() -> None:
    """So much so that the events before it are not read."""
    lines = journal(RULEBOOKS[0], 0)
    store = stored(lines)
    store.keep_snapshot(take_snapshot(TABLE, replayed(lines[:50]), SIGNER))
    store._lines[TABLE][:49] = [b"unreadable"] * 49
    assert load_state(store, TABLE, SIGNER.public).table == replayed(lines).table


def bad_snapshots() -> dict[str, Snapshot]:
    lines = journal(RULEBOOKS[0], 0)
    state = replayed(lines[:40])
    good = take_snapshot(TABLE, state, SIGNER)
    richer = State(
        msgspec.structs.replace(
            state.table, balances={**state.table.balances, "player:ann": 10**9}
        ),
        state.tree,
        state.previous,
    )
    flipped = bytearray(good.body)
    flipped[len(flipped) // 2] ^= 1
    ahead = State(state.table, replayed(lines).tree.copy(), state.previous)
    ahead.tree.append(bytes(32))
    forked = State(state.table, state.tree, "00" * 32)
    return {
        "signed by another": take_snapshot(TABLE, richer, OTHER_SIGNER),
        "a byte changed": Snapshot(TABLE, good.sequence, bytes(flipped)),
        "cut short": Snapshot(TABLE, good.sequence, good.body[:-10]),
        "empty": Snapshot(TABLE, good.sequence, b""),
        "of another stream": Snapshot(
            TABLE, good.sequence, take_snapshot("table:2", richer, SIGNER).body
        ),
        "of another place": Snapshot(TABLE, 41, take_snapshot(TABLE, richer, SIGNER).body),
        "ahead of the journal": take_snapshot(TABLE, ahead, SIGNER),
        "of another history": take_snapshot(TABLE, forked, SIGNER),
    }


@pytest.mark.parametrize("why", list(bad_snapshots()))
def test_a_snapshot_that_is_not_to_be_trusted_is_passed_over(why: str) -> None:
    lines = journal(RULEBOOKS[0], 0)
    store = stored(lines)
    store.keep_snapshot(bad_snapshots()[why])
    assert load_state(store, TABLE, SIGNER.public).table == replayed(lines).table


def test_a_snapshot_of_another_shape_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = journal(RULEBOOKS[0], 0)
    snapshot = take_snapshot(TABLE, replayed(lines[:40]), SIGNER)
    assert read_snapshot(snapshot, SIGNER.public) is not None
    monkeypatch.setattr(snapshots, "shape", lambda: b"other")
    assert read_snapshot(snapshot, SIGNER.public) is None
