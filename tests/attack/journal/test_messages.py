"""A thief with the database and no key: nobody is told what no event told, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.aggregates.house import STREAM, ExclusionRecorded, read_event
from pitboss.errors import StoreError
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message
from pitboss.journal.trust.anchor import codes_of
from pitboss.journal.trust.codes import checksum
from tests.postgres import Cluster
from tests.service.linked import DEE, MAIN, LinkRig
from tests.service.play import SECRET

ONE = "table:1"
PAID = {"do": "pay-jackpot", "round": 1, "number": 1, "amount_cents": 1_000_000}


@pytest.fixture(params=["sqlite", "postgresql"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LinkRig]:
    """A linked table on a store whose rows carry the house's code."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'journal.db'}"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        url = cluster.address(cluster.database())
    found = LinkRig(SqlStore(url, codes_of(Signer(SECRET))))
    found.linked(ONE)
    found.stakes(ONE)
    with closing(found):
        yield found


def store_of(rig: LinkRig) -> SqlStore:
    assert isinstance(rig.store, SqlStore)
    return rig.store


def put(rig: LinkRig, key: str, target: str, says: dict[str, object], code: bytes) -> None:
    with store_of(rig).engine.begin() as connection:
        connection.execute(
            sa.text(
                "insert into outbox (key, target, body, written, taken, checksum) "
                "values (:k, :t, :b, 1, :f, :c)"
            ),
            {"k": key, "t": target, "b": msgspec.json.encode(says), "f": False, "c": code},
        )


@pytest.mark.parametrize(
    ("key", "target", "says"),
    [
        ("link:main/1/7", ONE, PAID),
        (f"{ONE}/1/7", MAIN, {"do": "meter-stakes", "round": 9, "stakes": [1], "by": "p1"}),
        (f"{ONE}/1", "house", {"event": "exclusion-recorded", "by": "x", "person": "p1"}),
    ],
)
def test_a_message_that_no_event_told_is_not_carried_over(
    rig: LinkRig, key: str, target: str, says: dict[str, object]
) -> None:
    """The thief knows how a row is summed, and has no key for the house's code."""
    sizes = {name: rig.store.head(name) for name in rig.store.streams()}
    put(rig, key, target, says, checksum(None, key, target, msgspec.json.encode(says)))
    with pytest.raises(StoreError, match="damaged at"):
        rig.tables.deliver()
    assert {name: rig.store.head(name) for name in rig.store.streams()} == sizes


class Spy:
    """Reads along what waits in the outbox, as anyone can who reads the database."""

    def __init__(self, rig: LinkRig, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows: dict[str, tuple[Message, bytes]] = {}
        self._store = store_of(rig)
        self._pending = self._store.pending
        monkeypatch.setattr(self._store, "pending", self.pending)

    def pending(self, limit: int = 100) -> list[Message]:
        found = self._pending(limit)
        with self._store.reading.connect() as connection:
            for one in found:
                asked = sa.text("select checksum from outbox where key = :k")
                code = connection.execute(asked, {"k": one.key}).scalar()
                self.rows[one.key] = (one, bytes(code or b""))
        return found

    def send_again(self, *, forgotten: bool) -> None:
        """Put all of them back as they were when they waited; and drop the index."""
        with self._store.engine.begin() as connection:
            if forgotten:
                connection.execute(sa.text("delete from commands"))
            connection.execute(sa.text("delete from outbox"))
            for one, code in self.rows.values():
                given = {"k": one.key, "t": one.target, "b": one.body, "f": False, "c": code}
                connection.execute(
                    sa.text(
                        "insert into outbox (key, target, body, written, taken, checksum) "
                        "values (:k, :t, :b, 1, :f, :c)"
                    ),
                    given,
                )


@pytest.mark.parametrize("forgotten", [False, True])
@pytest.mark.parametrize("opened", [False, True])
def test_a_message_that_was_taken_is_not_carried_over_again(
    rig: LinkRig, monkeypatch: pytest.MonkeyPatch, forgotten: bool, opened: bool
) -> None:
    spy = Spy(rig, monkeypatch)
    rig.tables.deliver()
    rig.deal(ONE, "7c", "7c", "7c")
    rig.do(ONE, DEE, "confirm-jackpot")
    rig.tables.deliver()
    assert {one.target for one, _ in spy.rows.values()} == {MAIN, ONE}
    sizes = {name: rig.store.head(name) for name in rig.store.streams()}
    link = rig.link()
    if opened:  # as a server does that has just started
        rig = LinkRig(rig.store)
    spy.send_again(forgotten=forgotten)
    rig.tables.deliver()
    assert {name: rig.store.head(name) for name in rig.store.streams()} == sizes
    assert rig.link() == link
    assert rig.store.pending() == []


def test_an_exclusion_that_was_told_is_not_told_again_after_it_was_lifted(rig: LinkRig) -> None:
    key = f"{ONE}/1"
    event = ExclusionRecorded(by="max", at=rig.clock(), person="p9", reason="cheat", cause=key)
    assert rig.tables.house.record([event], key)
    with store_of(rig).engine.begin() as connection:
        connection.execute(sa.text("delete from commands"))
    assert not rig.tables.house.record([event], key, taken=[key])
    read = (read_event(read_line(line)) for _, line in rig.store.read(STREAM))
    assert len([one for one in read if isinstance(one, ExclusionRecorded)]) == 1


def test_an_answer_of_another_hand_is_not_given(rig: LinkRig) -> None:
    with store_of(rig).engine.begin() as connection:
        body = b'{"sequence":1,"count":1}'
        connection.execute(
            sa.text(
                "insert into commands (stream, command, answer, checksum) values (:s,:k,:a,:c)"
            ),
            {"s": ONE, "k": "p1/x", "a": body, "c": checksum(None, ONE, "p1/x", body)},
        )
    with pytest.raises(StoreError, match="damaged at"):
        rig.store.answer(ONE, "p1/x")
