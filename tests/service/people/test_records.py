"""People: sealed each under their own key, found by nobody without a record, forgotten for good."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.aggregates.house import STREAM, HouseEvent, PersonForgotten, PersonRead, read_event
from pitboss.errors import NoReasonError, SealBrokenError, UnknownPersonError
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.service.people.records import Excluded, People, Person
from pitboss.service.people.seal import Seal
from tests.service.play import SECRET, START, Rig, player

ANN = Person(name="Annabel Quartermaine", address="17 Wharf Lane", player_card="PC-778812345")
TOLD = (b"Annabel", b"Quartermaine", b"Wharf Lane", b"778812345")


def people_of(rig: Rig) -> People:
    return People(rig.store, rig.tables.house, Seal(SECRET), SECRET, rig.tables.moments.now)


def house_events(rig: Rig) -> list[HouseEvent]:
    read = (read_event(read_line(line)) for _, line in rig.store.read(STREAM))
    return [event for event in read if event is not None]


def files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


def test_the_store_holds_nothing_readable(rig: Rig, tmp_path: Path) -> None:
    people = people_of(rig)
    who = people.enter(ANN, by="sue", why="new Player Card")
    assert people.read(who, by="sue", why="identity check") == ANN
    held = files(tmp_path)
    assert who.encode() in held
    assert [text for text in TOLD if text in held] == []


def test_every_access_is_recorded_before_it_is_answered(rig: Rig) -> None:
    people = people_of(rig)
    who = people.enter(ANN, by="sue", why="new Player Card")
    people.read(who, by="max", why="complaint 12")
    assert people.with_card("PC-778812345", by="dee", why="at the table") == who
    found = [event for event in house_events(rig) if isinstance(event, PersonRead)]
    assert [(event.by, event.person, event.why) for event in found] == [
        ("max", who, "complaint 12"),
        ("dee", who, "at the table"),
    ]
    assert all(event.at >= START for event in found)
    with pytest.raises(NoReasonError):
        people.read(who, by="max", why=" ")


def test_forgetting_destroys_the_key_and_leaves_the_journals_whole(
    rig: Rig, url: str, tmp_path: Path
) -> None:
    people = people_of(rig)
    who = people.enter(ANN, by="sue", why="new Player Card")
    rig.open()
    rig.coup()
    before = rig.table()
    sealed = rig.store.secret(f"person:{who}")
    key = rig.store.secret(f"person-key:{who}")
    assert sealed is not None
    assert key is not None
    assert key in files(tmp_path)
    people.forget(who, by="max", why="asked to be forgotten")
    with pytest.raises(UnknownPersonError):
        people.read(who, by="max", why="curious")
    with pytest.raises(UnknownPersonError):
        people.with_card("PC-778812345", by="max", why="curious")
    held = files(tmp_path)
    assert key not in held
    assert key[12:44] not in held
    with pytest.raises(SealBrokenError):  # the house's key alone opens nothing of theirs
        Seal(SECRET).open(f"person:{who}", sealed)
    assert any(isinstance(event, PersonForgotten) for event in house_events(rig))
    lines = list(export_lines(rig.store, Signer(SECRET), START.isoformat()))
    verdict = verify_lines(lines, AGGREGATES, [Signer(SECRET).public])
    assert verdict.sound, verdict.findings
    rig.close()
    after = Rig(SqlStore(url))
    assert after.table() == before
    after.close()


def test_ids_are_random_and_a_change_is_found_under_the_new_card(light: Rig) -> None:
    people = people_of(light)
    ids = {people.enter(Person(name="Ann"), by="sue", why="new") for _ in range(5)}
    assert len(ids) == 5
    who = ids.pop()
    people.change(who, Person(name="Ann Q", player_card="PC-2"), by="sue", why="married")
    assert people.with_card("PC-2", by="sue", why="at the table") == who
    assert people.read(who, by="sue", why="check").name == "Ann Q"


def test_one_sealed_person_cannot_take_the_place_of_another(light: Rig) -> None:
    people = people_of(light)
    ann = people.enter(ANN, by="sue", why="new")
    bob = people.enter(Person(name="Bob"), by="sue", why="new")
    secrets = light.store._secrets  # type: ignore[attr-defined]
    secrets[f"person:{bob}"] = secrets[f"person:{ann}"]
    with pytest.raises(SealBrokenError):
        people.read(bob, by="sue", why="check")


def test_an_exclusion_holds_at_every_table_at_once(light: Rig) -> None:
    people = people_of(light)
    light.open("table:1")
    light.open("table:2")
    light.ready("table:2")
    secrets = light.store._secrets  # type: ignore[attr-defined]
    people.enter(ANN, by="sue", why="new")
    # A person whose id is that of the player at both tables.
    who = player(0).person
    key = bytes(32)
    secrets[f"person-key:{who}"] = Seal(SECRET).close(f"person-key:{who}", key)
    secrets[f"person:{who}"] = Seal(key).close(f"person:{who}", b'{"name":"Bob"}')
    people.exclude(who, Excluded(since=dt.datetime.now(dt.UTC), reason="own wish"), by="max")
    for name in ("table:1", "table:2"):
        answer = light.ask(player(0), "place-wager", name, wager="player", amount_cents=100)
        assert answer.refusal is not None
        assert answer.refusal.code == "excluded"
        assert answer.refusal.clauses
    assert b"own wish" not in b"".join(line for _, line in light.store.read(STREAM))
    assert light.ask(player(0), "leave", "table:1").accepted
    assert people.read(who, by="max", why="review").exclusions[0].reason == "own wish"
    people.lift(who, by="max", why="term over")
    assert light.ask(player(0), "arrive", "table:1").accepted
