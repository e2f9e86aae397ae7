"""A writer of streams, the same each time, for tests that kill it."""

from __future__ import annotations

from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, Write
from pitboss.journal.writer import Writer
from tests.crashing import Told
from tests.journal.playing import Pen
from tests.journal.samples import SAMPLES

PENS = {name: sample.pen(1 if name == "table" else 2) for name, sample in SAMPLES.items()}
"""The streams that are written, by kind of aggregate."""
TOGETHER = 3


def writes_of(pen: Pen) -> list[Write]:
    """A write for each command: lines, answer, a secret and a message."""
    found, after = [], 0
    for command, lines in pen.groups:
        found.append(
            Write(
                pen.stream,
                after,
                lines,
                command,
                b"answer to " + command.encode(),
                {f"secret of {command}": command.encode()},
                [Message(f"message of {command}", "house", command.encode())],
            )
        )
        after += len(lines)
    return found


def work(url: str, told: Told, *, kind: str) -> None:
    """Write every command, a few at a time, and tell of each that was acknowledged."""
    store = SqlStore(url)
    writer = Writer(store)
    writes = writes_of(PENS[kind])
    for first in range(0, len(writes), TOGETHER):
        batch = writes[first : first + TOGETHER]
        for write, done in [(write, writer.submit(write)) for write in batch]:
            done.result()
            told(write.command)
