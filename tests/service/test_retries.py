"""Command ids: however old, and whichever process is asked, a retry gets the first answer.

The index of commands is written behind the lines, many at a time; until then the lines tell.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.aggregates import AGGREGATES
from pitboss.errors import SetAsideError, StoreError
from pitboss.journal.proof.export import export_lines, import_lines
from pitboss.journal.proof.integrity import check
from pitboss.journal.record import INDEXED
from pitboss.journal.schema import commands
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store, Write
from pitboss.service.rng import shuffled
from pitboss.service.streams import LATE, MOST_LATE
from pitboss.service.tables import Answer
from tests.service.play import TABLE, Rig, player
from tests.service.test_rng import seeded

Asked = dict[str, tuple[str, dict[str, Any], Answer]]


def _busy(rig: Rig, how_many: int) -> Asked:
    """A player puts a wager down and takes it back; what was asked and answered, by command."""
    found: Asked = {}
    for number in range(how_many):
        command = f"busy-{number}"
        if number % 2:
            said: dict[str, Any] = {"number": max(rig.table().wagers)}
            word = "withdraw-wager"
        else:
            word, said = "place-wager", {"wager": "player", "amount_cents": 1_000}
        answer = rig.ask(player(0), word, command=command, **said)
        assert answer.accepted
        found[command] = word, said, answer
    return found


def _ask_again(rig: Rig, answers: Asked) -> None:
    """What is asked again gets its first answer; another command under its id gets none."""
    before = rig.table()
    for command, (word, said, first) in answers.items():
        again = rig.ask(player(0), word, command=command, **said)
        assert msgspec.json.encode(again) == msgspec.json.encode(first)
        other = rig.ask(player(0), "place-wager", command=command, wager="tie", amount_cents=500)
        assert other.refusal is not None
        assert other.refusal.code == "id-reused"
    assert rig.table() == before


def _indexed(store: Store) -> set[str]:
    return {command for stream, command, _ in store.answers() if stream == TABLE}


def test_answers_are_found_in_the_index_in_memory_and_after_a_restart(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    answers = _busy(rig, 3 * LATE)
    keys = {f"p0/{command}" for command in answers}
    late = set(rig.tables.table(TABLE).stream.late)
    assert keys & late, "the newest are told by the lines only"
    assert keys - late
    assert keys - late <= _indexed(rig.store), "the others by the index"
    _ask_again(rig, answers)
    rig.close()
    after = Rig(SqlStore(url))
    assert set(after.tables.table(TABLE).stream.late) & keys == keys & late
    _ask_again(after, answers)
    after.tables.keep_snapshot(TABLE)
    after.close()
    opened = Rig(SqlStore(url))
    _ask_again(opened, answers)
    opened.close()


def test_of_two_processes_either_knows_what_the_other_answered(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    other = Rig(SqlStore(url))
    answers = _busy(rig, MOST_LATE + LATE)
    other.tables.follow(TABLE)
    known = other.tables.table(TABLE).stream.late
    assert len(known) <= 2 * LATE, "what the writer has indexed is not kept by who follows"
    _ask_again(other, answers)
    mine = other.ask(player(0), "place-wager", command="x", wager="player", amount_cents=1_000)
    assert mine.accepted
    # This process has not followed: it finds out at its write, and then that it is a retry.
    same = rig.ask(player(0), "place-wager", command="x", wager="player", amount_cents=1_000)
    assert msgspec.json.encode(same) == msgspec.json.encode(mine)
    assert len(rig.table().wagers) == 1
    other.close()


def test_an_imported_table_goes_on_and_is_sound(light: Rig, rig: Rig) -> None:
    light.open(virtual=False)
    light.order = shuffled(8, seeded(5))
    light.ready()
    answers = _busy(light, 4)
    import_lines(rig.store, export_lines(light.store, light.tables.signer, "now"), AGGREGATES)
    assert isinstance(rig.store, SqlStore)
    assert not rig.tables.table(TABLE).stream.late, "the import has written the index"
    _ask_again(rig, answers)
    assert rig.ask(player(0), "place-wager", wager="player", amount_cents=1_000).accepted
    assert check(rig.store, AGGREGATES) == {TABLE: light.store.head(TABLE) + 1}


def test_an_imported_virtual_table_needs_its_sealed_order(light: Rig, rig: Rig, url: str) -> None:
    """A file of lines has no secrets: the table is set aside until its order is brought too."""
    light.open()
    light.ready()
    answers = _busy(light, 4)
    import_lines(rig.store, export_lines(light.store, light.tables.signer, "now"), AGGREGATES)
    assert rig.tables.resume() == []
    with pytest.raises(SetAsideError, match="the sealed order of shoe 1 is not there"):
        rig.ask(player(0), "place-wager", wager="player", amount_cents=1_000)
    assert rig.store.head(TABLE) == light.store.head(TABLE)
    secrets = light.store.secrets([f"shoe:{TABLE}:1"])
    assert rig.store.write([Write(TABLE, light.store.head(TABLE), secrets=secrets)]) == [None]
    again = Rig(SqlStore(url))
    _ask_again(again, answers)
    again.coup()
    assert isinstance(again.store, SqlStore)
    assert check(again.store, AGGREGATES) == {TABLE: again.store.head(TABLE)}
    again.close()


def test_an_answer_missing_from_the_index_is_damage(rig: Rig, url: str) -> None:
    rig.open()
    rig.ready()
    _busy(rig, LATE)
    indexed = sorted(_indexed(rig.store) - {INDEXED})
    rig.close()
    store = SqlStore(url)
    check(store, AGGREGATES)
    with store.engine.begin() as connection:
        connection.execute(sa.delete(commands).where(commands.c.command == indexed[-1]))
    with pytest.raises(StoreError, match="has no answer"):
        check(store, AGGREGATES)
    store.close()
