"""Who writes, and in which order: the thread, or a caller that would only wait."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.store import Write
from pitboss.journal.writer import ClosedError, Done, Writer


class Slow(MemoryStore):
    """A store that tells who writes and waits to be let go."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[tuple[str, int]] = []
        self.begun, self.go = threading.Event(), threading.Event()
        self.go.set()

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        self.begun.set()
        assert self.go.wait(10)
        self.batches.append((threading.current_thread().name, len(writes)))
        return super().write(writes)


def _line(after: int) -> Write:
    return Write("s", after, [b"%d" % after])


def test_a_caller_that_waits_writes_itself() -> None:
    store = Slow()
    writer = Writer(store)
    answers: list[Exception | None] = []
    writer.put(_line(0), answers.append)
    assert store.head("s") == 0, "nothing is written before it is called for"
    writer.work()
    assert answers == [None]
    assert store.batches == [(threading.current_thread().name, 1)]
    writer.close()


def test_while_another_writes_the_thread_takes_the_rest_together_and_in_order() -> None:
    store = Slow()
    writer = Writer(store)
    store.go.clear()
    first = writer.submit(_line(0))
    assert store.begun.wait(10)
    answers: list[tuple[int, Exception | None]] = []

    def noting(after: int) -> Done:
        return lambda error: answers.append((after, error))

    for after in (1, 2, 3):
        writer.put(_line(after), noting(after))
        writer.work()  # the turn is taken: this must neither wait nor be lost
    assert not answers
    store.go.set()
    last = writer.submit(_line(4))
    first.result(10)
    last.result(10)
    assert answers == [(1, None), (2, None), (3, None)]
    assert store.head("s") == 5
    assert {who for who, _ in store.batches} == {"journal-writer"}
    writer.close()


def test_an_answer_that_cannot_be_taken_stops_neither_the_others_nor_the_writer() -> None:
    store = Slow()
    writer = Writer(store)

    def failing(_: Exception | None) -> None:
        raise RuntimeError("deaf")

    writer.put(_line(0), failing)
    assert writer.submit(_line(1)).result(10) is None
    assert writer.submit(_line(2)).result(10) is None
    called_off = writer.submit(_line(3))
    called_off.cancel()
    assert writer.submit(_line(4)).result(10) is None
    writer.close()


def test_after_its_end_the_writer_says_so() -> None:
    writer = Writer(MemoryStore())
    writer.close()
    with pytest.raises(ClosedError):
        writer.submit(_line(0)).result(10)
    answers: list[Exception | None] = []
    writer.put(_line(0), answers.append)
    writer.work()
    assert [type(answer) for answer in answers] == [ClosedError]


def test_callers_and_the_thread_by_turns_lose_nothing_and_keep_the_order() -> None:
    store = Slow()
    writer = Writer(store)
    placing = threading.Lock()
    given = 0
    failed: list[Exception] = []

    def client(waits: bool) -> None:
        nonlocal given
        for _ in range(300):
            done = threading.Event()

            def answered(error: Exception | None, done: threading.Event = done) -> None:
                if error is not None:
                    failed.append(error)
                done.set()

            with placing:
                writer.put(_line(given), answered)
                given += 1
            if waits:
                writer.work()
            else:
                writer.call()
            assert done.wait(10)

    clients = [threading.Thread(target=client, args=(n % 2 == 0,)) for n in range(8)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    assert not failed, "a line written before the one it follows would be a conflict"
    assert store.head("s") == 2400
    assert len({who for who, _ in store.batches}) > 1
    writer.close()
