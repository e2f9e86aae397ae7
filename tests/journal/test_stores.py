"""One suite for every store: memory, SQLite, PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future

import psycopg
import pytest

from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.merkle import leaf_hash
from pitboss.journal.record import read_line
from pitboss.journal.replay import Replay
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import (
    ConflictError,
    Message,
    RepeatedError,
    Snapshot,
    Store,
    TakenError,
    Write,
)
from pitboss.journal.writer import Writer
from tests.journal.samples import Sample

CLIENTS = 50


def put(store: Store, *writes: Write) -> list[type[Exception] | None]:
    return [None if answer is None else type(answer) for answer in store.write(writes)]


def lines(store: Store, stream: str, after: int = 0, limit: int | None = None) -> list[bytes]:
    return [line for _, line in store.read(stream, after, limit)]


def test_a_stream_of_any_aggregate_is_written_read_and_replayed(
    store: Store, sample: Sample
) -> None:
    stream, after, replay = sample.stream, 0, Replay(sample.aggregate)
    for command, written in sample.whole.groups:
        first = read_line(written[0])
        write = Write(stream, after, written, command, b"answer", previous=first.previous)
        assert put(store, write) == [None]
        assert put(store, write) == [RepeatedError]
        after += len(written)
    assert store.head(stream) == after
    assert tuple(lines(store, stream)) == sample.lines
    assert [replay.take(read_line(line)) for line in lines(store, stream)] == [None] * after
    assert replay.state == sample.replayed().state
    elsewhere = Write(stream, after, sample.lines[-1:], "new", b"", previous=leaf_hash(b"x").hex())
    assert put(store, elsewhere) == [ConflictError]


def test_an_empty_store_has_nothing(store: Store) -> None:
    assert store.streams() == []
    assert store.head("a") == 0
    assert store.read("a") == []
    assert store.answer("a", "c") is None
    assert store.answers() == []
    assert store.secret("s") is None
    assert store.pending() == []
    assert store.snapshot("a") is None
    assert store.checkpoints("a") == []


def test_lines_are_read_back_as_they_were_written(store: Store) -> None:
    odd = [b"one", "zwei \u2660".encode(), bytes(range(256)), b"four"]
    assert put(store, Write("b", 0, odd[:2]), Write("a", 0, [b"x"])) == [None, None]
    assert put(store, Write("b", 2, odd[2:])) == [None]
    assert store.read("b") == list(enumerate(odd, 1))
    assert store.read("b", 1, 2) == [(2, odd[1]), (3, odd[2])]
    assert store.read("b", 4) == []
    assert store.streams() == ["a", "b"]
    assert (store.head("a"), store.head("b")) == (1, 4)


@pytest.mark.parametrize("after", [0, 1, 3, 7])
def test_a_write_after_another_place_is_a_conflict(store: Store, after: int) -> None:
    put(store, Write("a", 0, [b"1", b"2"]))
    write = Write("a", after, [b"x"], "c", b"answer", {"s": b"1"}, [Message("m", "b", b"")])
    assert put(store, write) == [ConflictError]
    assert lines(store, "a") == [b"1", b"2"]
    assert store.answer("a", "c") is None
    assert store.secret("s") is None
    assert store.pending() == []


def test_a_write_after_another_line_is_a_conflict(store: Store) -> None:
    assert put(store, Write("a", 0, [b"1"], previous="")) == [None]
    assert put(store, Write("a", 1, [b"2"], previous=leaf_hash(b"other").hex())) == [ConflictError]
    assert put(store, Write("a", 1, [b"2"], previous=leaf_hash(b"1").hex())) == [None]
    assert lines(store, "a") == [b"1", b"2"]


def test_a_repeated_command_gets_the_first_answer_and_changes_nothing(store: Store) -> None:
    put(store, Write("a", 0, [b"1"], "c", b"first"))
    again = Write("a", 1, [b"2"], "c", b"second", {"s": b"x"}, [Message("m", "b", b"")])
    (answer,) = store.write([again])
    assert isinstance(answer, RepeatedError)
    assert answer.answer == b"first"
    stale = store.write([Write("a", 0, [b"2"], "c", b"second")])[0]
    assert isinstance(stale, RepeatedError)
    assert lines(store, "a") == [b"1"]
    assert store.secret("s") is None
    assert store.pending() == []
    assert store.answer("a", "c") == b"first"
    assert put(store, Write("b", 0, [b"1"], "c", b"of another stream")) == [None]
    assert store.answers() == [("a", "c", b"first"), ("b", "c", b"of another stream")]


def test_one_command_twice_in_a_batch_is_written_once(store: Store) -> None:
    first, second = Write("a", 0, [b"1"], "c", b"first"), Write("a", 1, [b"2"], "c", b"second")
    assert put(store, first, second) == [None, RepeatedError]
    assert lines(store, "a") == [b"1"]
    assert store.answer("a", "c") == b"first"


def test_secrets_are_kept_changed_and_destroyed(store: Store) -> None:
    put(store, Write("a", 0, secrets={"s": b"\x00one", "t": b"two"}))
    assert (store.secret("s"), store.secret("t")) == (b"\x00one", b"two")
    put(store, Write("a", 0, secrets={"s": b"three", "t": None, "never": None}))
    assert (store.secret("s"), store.secret("t")) == (b"three", None)
    many = {f"m?{number}": b"%d" % number for number in range(1_200)}
    put(store, Write("a", 0, secrets=many))
    assert store.secrets([*many, "s", "t"]) == {**many, "s": b"three"}
    assert store.secrets([]) == {}


def test_a_message_is_pending_until_it_is_taken_and_taken_once(store: Store) -> None:
    messages = [Message("m1", "house", b"1"), Message("m2", "house", b"2")]
    put(store, Write("a", 0, [b"1"], "c", b"", messages=messages))
    put(store, Write("a", 1, [b"2"], "d", b"", messages=[Message("m1", "house", b"other")]))
    assert store.pending() == messages
    assert store.pending(1) == messages[:1]
    assert put(store, Write("house", 0, [b"got 1"], "m1", b"", taken=["m1"])) == [None]
    assert store.pending() == messages[1:]
    again = Write("house", 1, [b"got 1 again"], "another id", b"", taken=["m1"])
    assert put(store, again) == [TakenError]
    assert lines(store, "house") == [b"got 1"]
    assert store.answer("house", "another id") is None
    put(store, Write("a", 2, [b"3"], "e", b"", messages=[messages[0]]))
    assert store.pending() == messages[1:]


def test_a_message_taken_before_it_came_is_never_pending(store: Store) -> None:
    assert put(store, Write("house", 0, [b"1"], "m", b"", taken=["m"])) == [None]
    assert put(store, Write("a", 0, [b"1"], messages=[Message("m", "house", b"")])) == [None]
    assert store.pending() == []


def test_messages_come_oldest_first(store: Store) -> None:
    for number in range(9, 0, -1):
        put(store, Write("a", 9 - number, [b"x"], messages=[Message(f"m{number}", "b", b"")]))
    assert [message.key for message in store.pending()] == [f"m{n}" for n in range(9, 0, -1)]


def test_what_cannot_be_written_does_not_touch_the_rest_of_its_batch(store: Store) -> None:
    put(store, Write("a", 0, [b"1"], "old", b"first"), Write("h", 0, [b"1"], taken=["m0"]))
    batch = [
        Write("a", 1, [b"2"], "c2", b""),
        Write("a", 2, [b"never"], "old", b""),
        Write("a", 3, [b"stood on it"], "c4", b""),
        Write("b", 0, [b"1"], "c5", b"", {"s": b"kept"}),
        Write("b", 5, [b"gap"], "c6", b"", {"s": b"lost"}, [Message("lost", "h", b"")]),
        Write("h", 1, [b"2"], "c7", b"", taken=["m0"]),
        Write("a", 2, [b"3"], "c8", b""),
        Write("h", 1, [b"two"], "c9", b"", taken=["m1"]),
    ]
    expected = [None, RepeatedError, ConflictError, None, ConflictError, TakenError, None, None]
    assert put(store, *batch) == expected
    assert lines(store, "a") == [b"1", b"2", b"3"]
    assert lines(store, "b") == [b"1"]
    assert lines(store, "h") == [b"1", b"two"]
    assert store.secret("s") == b"kept"
    assert store.pending() == []
    assert [command for _, command, _ in store.answers()] == ["c2", "c8", "old", "c5", "c9"]


def test_the_latest_snapshot_stands(store: Store) -> None:
    store.keep_snapshot(Snapshot("a", 5, b"five"))
    store.keep_snapshot(Snapshot("a", 9, b"nine"))
    store.keep_snapshot(Snapshot("a", 7, b"late"))
    assert store.snapshot("a") == Snapshot("a", 9, b"nine")
    assert store.snapshot("b") is None


def test_checkpoints_are_kept_by_size_and_root(store: Store) -> None:
    signer = Signer(bytes(32))
    made = [signer.sign("a", size, bytes([size]) * 32, "now") for size in (4, 2, 9)]
    fork = signer.sign("a", 4, b"\xff" * 32, "now")
    for checkpoint in (*made, *made, fork):
        store.keep_checkpoint(checkpoint)
    assert store.checkpoints("a") == [made[1], made[0], fork, made[2]]
    assert all(checkpoint.holds(signer.public) for checkpoint in store.checkpoints("a"))


def test_fifty_clients_share_commits(store: Store) -> None:
    writer = Writer(store)
    each = 20
    commits: list[int] = []
    write = store.write
    all_asked = threading.Barrier(CLIENTS + 1)

    def counted(writes: Sequence[Write]) -> list[Exception | None]:
        if not commits:  # a slow first commit: every client has asked when it ends
            all_asked.wait(timeout=30)
        commits.append(len(writes))
        return write(writes)

    store.write = counted  # type: ignore[method-assign]

    def client(number: int) -> None:
        for place in range(each):
            body = f"{number}:{place}".encode()
            done = writer.submit(Write(f"s{number}", place, [body], f"c{place}", body))
            if place == 0:
                all_asked.wait(timeout=30)
            done.result(timeout=30)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    for number in range(CLIENTS):
        assert lines(store, f"s{number}") == [f"{number}:{p}".encode() for p in range(each)]
    assert sum(commits) == CLIENTS * each
    assert CLIENTS in (commits[0], commits[0] + commits[1])


def test_fifty_clients_on_one_stream_lose_and_double_nothing(store: Store) -> None:
    """Each tries at the place it sees; who was not first sees the conflict and tries again."""
    writer = Writer(store)
    wanted = {f"{client}".encode() for client in range(CLIENTS)}

    def client(body: bytes) -> None:
        while True:
            done: Future[None] = writer.submit(Write("a", store.head("a"), [body], body.decode()))
            if done.exception(timeout=30) is None:
                return
            assert isinstance(done.exception(), ConflictError)

    threads = [threading.Thread(target=client, args=(body,)) for body in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert sorted(lines(store, "a")) == sorted(wanted)


def test_a_store_that_fails_tells_every_client(store: Store) -> None:
    def broken(writes: Sequence[Write]) -> list[Exception | None]:
        raise OSError("no space left on device")

    good = store.write
    store.write = broken  # type: ignore[method-assign]
    writer = Writer(store)
    waiting = [writer.submit(Write("a", 0, [b"1"])) for _ in range(3)]
    for done in waiting:
        with pytest.raises(OSError, match="no space left"):
            done.result(timeout=30)
    store.write = good  # type: ignore[method-assign]
    writer.submit(Write("a", 0, [b"1"])).result(timeout=30)
    writer.close()
    assert lines(store, "a") == [b"1"]


def test_what_waits_when_the_writer_closes_is_written(store: Store) -> None:
    writer = Writer(store)
    waiting = [writer.submit(Write("a", place, [b"x"])) for place in range(200)]
    writer.close()
    assert [done.result(timeout=0) for done in waiting] == [None] * 200
    assert store.head("a") == 200


def test_two_processes_that_write_to_the_same_streams_do_not_block_each_other(
    postgres_url: str,
) -> None:
    """One holds a line of `a` and wants `b`; the other was given `b` first, then `a`."""
    store = SqlStore(postgres_url)
    assert put(store, Write("a", 0, [b"1"]), Write("b", 0, [b"1"])) == [None, None]
    address = postgres_url.replace("+psycopg", "")
    line = "insert into records (stream, sequence, line) values (%s, 2, 'other')"
    waits = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    found: list[type[Exception] | None] = []
    with psycopg.connect(address) as other, psycopg.connect(address, autocommit=True) as watch:
        other.execute(line, ["a"])
        both = [Write("b", 1, [b"2"]), Write("a", 1, [b"2"])]
        thread = threading.Thread(target=lambda: found.extend(put(store, *both)))
        thread.start()
        while watch.execute(waits).fetchone() != (1,):
            pass
        other.execute(line, ["b"])
        other.commit()
        thread.join()
    assert found == [ConflictError, ConflictError]
    store.close()
