"""A thief with the database and no key: signatures of others, and one broken table of several."""

from __future__ import annotations

import datetime as dt
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import typer

from pitboss.aggregates.house import StreamSetAside
from pitboss.api.context import make_context
from pitboss.cli.house.store import readable
from pitboss.cli.house.trust import sealing_key
from pitboss.errors import SetAsideError, StoreError
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.merkle import leaf_hash, root_of
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Snapshot
from pitboss.journal.trust.anchor import Anchor, read_anchor
from tests.attack.journal.house import SIGNER, TABLE, House, evening, sign
from tests.service.people.test_records import house_events
from tests.service.play import BOOK, SECRET, Rig

OTHER = Signer(bytes(reversed(SECRET)))
TWO = "table:2"


@pytest.fixture
def two(embedded: House) -> House:
    """A house with two tables, both with a shoe in play."""
    with embedded.open() as rig:
        rig.open(TWO)
        rig.ready(TWO)
        rig.ready()
    return embedded


def keep(house: House, checkpoint: Checkpoint) -> None:
    with closing(SqlStore(house.url)) as store:
        store.keep_checkpoint(checkpoint)


def aside(rig: Rig, stream: str = TABLE) -> str:
    """Why a table is set aside."""
    with pytest.raises(SetAsideError) as told:
        rig.tables.table(stream)
    return str(told.value)


# Checkpoints ------------------------------------------------------------------------------


def test_a_checkpoint_of_another_key_is_named(house: House) -> None:
    rows = house.rows()
    root = root_of([leaf_hash(line) for line in rows[:5]])
    keep(house, OTHER.sign(TABLE, 5, root, "now"))
    assert f"checkpoint of {TABLE} at event 5 is not signed" in house.export_refused()
    with house.open() as rig:
        assert "not signed by the house's key" in aside(rig)


def test_a_checkpoint_beyond_the_end_is_named(house: House) -> None:
    """As it is where an anchor was lost with the end: what was signed is still there."""
    size = len(house.rows())
    keep(house, SIGNER.sign(TABLE, size + 40, bytes(32), "now"))
    assert f"event {size + 1} is not there" in house.export_refused()
    with house.open() as rig:
        assert "its end was cut off" in aside(rig)


def test_a_checkpoint_with_another_root_is_named(house: House) -> None:
    keep(house, SIGNER.sign(TABLE, 5, bytes(32), "now"))
    assert f"an event of {TABLE} up to 5 is not the one that was signed" in house.export_refused()
    with house.open() as rig:
        assert "is not the one that was signed" in aside(rig)


def test_an_export_checks_checkpoints_also_without_an_anchor(embedded: House) -> None:
    size = len(embedded.rows())
    keep(embedded, SIGNER.sign(TABLE, size + 1, bytes(32), "now"))
    for anchor in embedded.folder.glob("anchor*"):
        anchor.unlink()
    assert f"event {size + 1} is not there" in embedded.export_refused()


# Snapshots --------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["forged", "of another stream"])
def test_a_snapshot_that_is_not_its_own_is_passed_over(two: House, how: str) -> None:
    with two.open() as rig:
        rig.tables.keep_snapshot(TWO)
        taken = rig.store.snapshot(TWO)
        assert taken is not None
        before = rig.table()
        body = taken.body
        if how == "forged":
            body = body.replace(b"p0", b"p7")
            assert body != taken.body
        rig.store.keep_snapshot(Snapshot(TABLE, rig.store.head(TABLE), body))
    with two.open() as rig:
        assert rig.table() == before


# One table of several -----------------------------------------------------------------------


@pytest.mark.parametrize("how", ["gone", "flipped", "of the other table"])
def test_a_sealed_order_that_cannot_be_read_sets_its_table_aside(two: House, how: str) -> None:
    with two.open() as rig:
        key = f"shoe:{TABLE}:{rig.table().shoes}"
        other = f"shoe:{TWO}:{rig.table(TWO).shoes}"
    if how == "gone":
        assert two.run("delete from secrets where key = :v0", key) == 1
    elif how == "flipped":
        with closing(SqlStore(two.url)) as store:
            sealed = store.secret(key)
        assert sealed is not None
        bad = sealed[:-1] + bytes([sealed[-1] ^ 1])
        two.run("update secrets set body = :v0 where key = :v1", bad, key)
    else:
        taken = (
            "update secrets set body = (select body from secrets where key = :v0) where key = :v1"
        )
        two.run(taken, other, key)
    with two.open() as rig:
        assert "is set aside" in aside(rig)
        assert rig.tables.names() == [TWO]
        rig.coup(TWO)
        sign(rig)
        sign(rig)
        told = [one for one in house_events(rig) if isinstance(one, StreamSetAside)]
        assert [one.stream for one in told] == [TABLE]
        context = make_context(rig.tables, {"star-baccarat": BOOK})
        context.floor.start  # noqa: B018 - it is only looked at
        health = context.probe.look(context)
        assert health is not None
        assert health.status == "failing"
        assert list(health.aside) == [TABLE]


def test_a_broken_line_of_one_table_leaves_the_other_at_work(two: House) -> None:
    two.run("update records set line = :v0 where stream = :v1 and sequence = 3", b"{}", TABLE)
    with two.open() as rig:
        assert "event 3" in aside(rig)
        rig.coup(TWO)


# The anchor -----------------------------------------------------------------------------------


def anchor_of(house: House) -> Path:
    (found,) = [one for one in house.folder.glob("anchor*") if one.suffix == ""]
    return found


def test_an_anchor_that_was_changed_without_the_key_is_refused(embedded: House) -> None:
    path = anchor_of(embedded)
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if line.startswith(b'{"mark"'))
    changed = msgspec.json.decode(lines[place])
    changed["mark"][1] -= 10
    path.write_bytes(b"".join([*lines[:place], msgspec.json.encode(changed) + b"\n"]))
    with pytest.raises(StoreError, match=f"line {place + 1} of the anchor"):
        embedded.refused()


def test_a_stream_left_out_of_the_signed_list_of_an_anchor_is_noticed(embedded: House) -> None:
    with embedded.open():
        pass
    with embedded.open():
        path = anchor_of(embedded)
        body = path.read_bytes()
    lines = [line for line in body.splitlines(keepends=True) if TABLE.encode() not in line]
    path.write_bytes(b"".join(lines))
    with pytest.raises(StoreError, match="of the anchor"):
        embedded.refused()


def test_what_a_crash_left_half_written_counts_nothing(embedded: House) -> None:
    path = anchor_of(embedded)
    path.write_bytes(path.read_bytes() + b'{"mark":["table:1",99')
    assert not embedded.refused()


def test_a_house_without_its_anchor_is_not_served(embedded: House) -> None:
    anchor_of(embedded).unlink()
    assert embedded.refused()


def test_another_signing_key_is_not_the_house(embedded: House) -> None:
    with pytest.raises(StoreError, match="was not written by this house's key"):
        read_anchor(anchor_of(embedded), OTHER)


def test_each_process_keeps_an_anchor_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "anchor"
    one, two = Anchor(path, SIGNER), Anchor(path, SIGNER)
    one.begin()
    two.begin()
    one.mark({"a": (3, "03"), "b": (1, "01")})
    two.mark({"a": (5, "05")})
    one.close()
    two.close()
    known = read_anchor(path, SIGNER)
    assert known is not None
    assert {name: found.size for name, found in known.items()} == {"a": 5, "b": 1}


def test_an_anchor_stays_small_however_much_is_written(tmp_path: Path) -> None:
    path = tmp_path / "anchor"
    anchor = Anchor(path, SIGNER)
    anchor.begin()
    for number in range(1, 20_001):
        anchor.mark({"table:1": (number, f"{number:064x}")})
    anchor.close()
    assert path.stat().st_size < 2**21
    known = read_anchor(path, SIGNER)
    assert known is not None
    assert known["table:1"].size == 20_000


# Clock, keys, files -----------------------------------------------------------------------------


def test_a_clock_set_back_neither_rewrites_nor_hides(embedded: House) -> None:
    with embedded.open() as rig:
        evening(rig, 1)
        last = rig.table().now
    assert last is not None
    with embedded.open() as rig:
        rig.clock.now -= dt.timedelta(days=400)
        evening(rig, 1)
        now = rig.table().now
        assert now is not None
        assert now >= last
    assert embedded.finding() is None


def test_files_are_for_their_owner_alone(embedded: House) -> None:
    path = Path(embedded.url.removeprefix("sqlite:///"))
    held = embedded.start()
    files = [*path.parent.glob(f"{path.name}*"), *embedded.folder.glob("anchor*")]
    assert len(files) > 3
    assert {oct(one.stat().st_mode & 0o777) for one in files} == {"0o600"}
    held.store.close()
    held.anchor.close()


def test_evidence_that_cannot_be_written_is_read_from_a_copy(
    embedded: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    copied = readable(embedded.url)
    assert copied != embedded.url
    with closing(SqlStore(copied)) as store:
        assert [line for _, line in store.read(TABLE)] == embedded.rows()


def test_the_sealing_key_may_come_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tmp_path / "sealing.key"
    key = bytes(range(32))
    monkeypatch.setenv("HOUSE_SEAL", key.hex())
    assert sealing_key("env:HOUSE_SEAL", usual) == key
    script = tmp_path / "from-hardware"
    script.write_text(f"#!/bin/sh\necho {key.hex()}\n")
    script.chmod(0o700)
    assert sealing_key(f"command:{script}", usual) == key
    (tmp_path / "elsewhere").write_bytes(key)
    assert sealing_key(f"file:{tmp_path / 'elsewhere'}", usual) == key
    assert not usual.exists()
    for bad in ("env:HOUSE_SEAL", "env:", "command:/nowhere/at-all", "vault:x", f"command:{usual}"):
        with pytest.raises(typer.Exit):
            sealing_key(bad, usual)
