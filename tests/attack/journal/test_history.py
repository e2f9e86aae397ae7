"""A thief with the database and no key: history is not cut, replaced or changed unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.aggregates.house import RollbackAccepted
from pitboss.errors import SetAsideError
from tests.attack.journal.house import ACCEPT, DEE, LAST, TABLE, House, cut, evening, player, sign
from tests.journal.forging import edited, rechained
from tests.service.people.test_records import house_events
from tests.service.play import Rig


def test_what_nobody_touched_starts_and_holds(house: House) -> None:
    assert not house.refused()
    assert house.finding() is None
    with house.open() as rig:
        assert rig.tables.names() == [TABLE]
        evening(rig, 1)
    assert house.finding() is None


# The end is cut off -----------------------------------------------------------------------


@pytest.mark.parametrize("forgotten", [False, True])
@pytest.mark.parametrize("rows", [1, LAST])
def test_the_last_rows_are_deleted(house: House, forgotten: bool, rows: int) -> None:
    cut(house, rows=rows)
    if forgotten:
        house.forget_signatures()
    assert house.refused()
    assert "ends at event" in house.export_refused()


def test_a_refusal_says_what_is_missing(house: House, capfd: pytest.CaptureFixture[str]) -> None:
    size = len(house.rows())
    cut(house)
    assert house.refused()
    told = capfd.readouterr().err
    assert f"{TABLE} ends at event {size - LAST:,}, and had {size:,}" in told
    assert "--accept-rollback" in told


def test_a_whole_stream_is_deleted(house: House) -> None:
    house.run("delete from records where stream = :v0", TABLE)
    house.forget_signatures()
    assert house.refused()
    assert f"{TABLE} is gone" in house.export_refused()


def test_the_house_log_is_cut_or_deleted(house: House) -> None:
    cut(house, "log", 1)
    assert house.refused()
    assert "behind its anchor: log is gone" in house.export_refused()


def test_events_that_were_not_signed_yet_are_deleted(house: House) -> None:
    with house.open() as rig:
        evening(rig, 1)
        rig.do(player(0), "cash-out", amount_cents=100)
    # As after a crash: the last signing was long before.
    cut(house, rows=1)
    assert house.refused()


def test_the_whole_database_is_an_older_copy(embedded: House, tmp_path: Path) -> None:
    embedded.copy(tmp_path / "old")
    with embedded.open() as rig:
        evening(rig, 1)
    embedded.replace(tmp_path / "old")
    assert embedded.refused()
    assert "behind its anchor" in embedded.export_refused()


def test_an_empty_database_is_put_in_its_place(embedded: House) -> None:
    path = Path(embedded.url.removeprefix("sqlite:///"))
    for part in path.parent.glob(f"{path.name}*"):
        part.unlink()
    assert embedded.refused()


@pytest.mark.parametrize("how", ["half", "gone", "flipped"])
def test_the_log_of_writes_is_damaged(embedded: House, tmp_path: Path, how: str) -> None:
    """The server was killed, so that what it wrote last is in the write-ahead log."""
    held = embedded.start()
    rig = Rig(held.store, anchor=held.anchor, aside=held.aside)
    evening(rig, 1)
    embedded.copy(tmp_path / "killed")
    rig.close()
    held.anchor.close()
    log = next((tmp_path / "killed").glob("*-wal"))
    body = log.read_bytes()
    assert len(body) > 10_000
    if how == "half":
        log.write_bytes(body[: len(body) // 2])
    elif how == "gone":
        log.unlink()
    else:
        place = len(body) // 3
        log.write_bytes(body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :])
    for index in (tmp_path / "killed").glob("*-shm"):
        index.unlink()
    embedded.replace(tmp_path / "killed")
    assert embedded.refused()


# A person accepts what is lost --------------------------------------------------------------


def test_a_person_accepts_what_is_lost_and_the_journal_says_so(house: House) -> None:
    size = len(house.rows())
    cut(house)
    with house.open(ACCEPT) as rig:
        (told,) = [one for one in house_events(rig) if isinstance(one, RollbackAccepted)]
        assert (told.by, told.reason) == ("Ann Owner", "the disk was replaced")
        (lost,) = told.lost
        assert (lost.stream, lost.had, lost.has) == (TABLE, size, size - LAST)
        assert all(one.size > lost.has and one.holds() for one in lost.checkpoints)
        assert lost.checkpoints
        rig.house()
    assert not house.refused()


def test_nobody_accepts_without_a_name_and_a_reason(house: House) -> None:
    cut(house)
    for accept in ("", "Ann", "Ann:", ": because"):
        with pytest.raises(BaseException, match="2"), house.open(accept):
            pass
    assert house.refused()


def test_after_an_accepted_loss_the_old_end_does_not_come_back(
    embedded: House, tmp_path: Path
) -> None:
    """The rows that were lost fit the chain; put back, they would undo what came instead."""
    rows = embedded.rows()
    cut(embedded)
    with embedded.open(ACCEPT) as rig:
        sign(rig)
        rig.house()
    embedded.put(rows)
    with embedded.open() as rig, pytest.raises(SetAsideError):
        rig.table()


# Lines are changed ----------------------------------------------------------------------------


def richer(line: bytes) -> bytes:
    """A buy-in of 500,000.00 more."""
    if b'"event":"arrived"' not in line:
        return line
    return edited(line, lambda data: data.update(chips_cents=data["chips_cents"] + 50_000_000))


@pytest.mark.parametrize("code", [True, False])
def test_a_chain_is_hashed_anew_with_more_money(house: House, code: bool) -> None:
    before = house.rows()
    changed = rechained([richer(line) for line in before])
    assert changed != before
    house.put(changed, code=code)
    house.forget_signatures()
    assert "does not carry the house's code" in house.export_refused()
    with house.open() as rig, pytest.raises(SetAsideError, match="does not carry"):
        rig.table()


@pytest.mark.parametrize("place", [0, 7, -1])
def test_a_byte_of_a_line_is_flipped(house: House, place: int) -> None:
    lines = house.rows()
    line = lines[place]
    at = line.index(b'"at":"20') + 8
    lines[place] = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
    house.put(lines)
    number = place % len(lines) + 1
    said = f"event {number} of {TABLE} does not carry the house's code"
    assert said in house.export_refused()
    with house.open() as rig, pytest.raises(SetAsideError, match=said):
        rig.table()


def test_rows_are_swapped(house: House) -> None:
    lines = house.rows()
    lines[3], lines[4] = lines[4], lines[3]
    house.put(lines)
    assert f"event 4 of {TABLE}" in house.export_refused()
    with house.open() as rig, pytest.raises(SetAsideError):
        rig.table()


def test_a_row_in_the_middle_is_deleted(house: House) -> None:
    house.run("delete from records where stream = :v0 and sequence = 5", TABLE)
    assert f"event 5 of {TABLE} is missing" in house.export_refused()


def test_a_stream_is_given_another_name(house: House) -> None:
    house.run("update records set stream = 'table:2' where stream = :v0", TABLE)
    house.forget_signatures()
    assert house.refused()


def test_a_stream_is_copied_under_another_name(house: House) -> None:
    house.run(
        "insert into records (stream, sequence, line, code) "
        "select 'table:2', sequence, line, code from records where stream = :v0",
        TABLE,
    )
    assert "event 1 of table:2 does not carry" in house.export_refused()
    with house.open() as rig:
        assert rig.tables.names() == [TABLE]
        with pytest.raises(SetAsideError):
            rig.table("table:2")


def test_an_event_is_added_at_the_end(house: House) -> None:
    lines = house.rows()
    house.put(rechained([*lines, edited(lines[-1], lambda data: data.update(by="thief"))]))
    assert f"event {len(lines) + 1} of {TABLE} does not carry" in house.export_refused()
    with house.open() as rig, pytest.raises(SetAsideError):
        rig.table()


def test_an_event_is_put_in_while_the_house_is_at_work(house: House) -> None:
    """The next command finds its place taken and reads: what it finds there is not believed."""
    with house.open() as rig:
        lines = house.rows()
        forged = rechained([*lines, edited(lines[-1], lambda data: data.update(by="thief"))])[-1]
        house.run(
            "insert into records (stream, sequence, line) values (:v0, :v1, :v2)",
            TABLE,
            len(lines) + 1,
            forged,
        )
        with pytest.raises(Exception, match="does not carry the house's code"):
            rig.ask(DEE, "sign-off")
        house.run("delete from records where stream = :v0 and sequence > :v1", TABLE, len(lines))


@pytest.mark.parametrize("grown", [False, True])
def test_rows_are_taken_while_the_house_is_at_work(house: House, grown: bool) -> None:
    with house.open() as rig:
        evening(rig, 1)
        sign(rig)
        if grown:
            rig.do(player(0), "cash-out", amount_cents=100)
        size = len(house.rows())
        house.run("delete from records where stream = :v0 and sequence = :v1", TABLE, size)
        sign(rig)
        with pytest.raises(SetAsideError, match="is not in the store as it was written"):
            rig.table()
