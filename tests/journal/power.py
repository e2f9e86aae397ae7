"""What a disk has after the power fails: only what was synchronised, and chance parts of the rest.

A writer runs under `strace`, which tells every write, truncation and synchronisation of its
files in order. From that its files are made again as they may have been at any moment.
"""

from __future__ import annotations

import codecs
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.journal.sql import SqlStore
from pitboss.journal.writer import Writer
from tests.crashing import listening
from tests.journal.crashing import PENS, TOGETHER, writes_of

SECTOR = 512
LOG_PAGES = 64
"""Of several commits one is followed by writes to the database file itself."""
CALLS = "write,pwrite64,fsync,fdatasync,ftruncate,unlink"
STRACE = ["strace", "-f", "-y", "-x", "-s", "1000000", "-e", f"trace={CALLS}", "-o"]
LINE = re.compile(r"^(?P<pid>\d+) +(?P<call>\w+)\((?P<rest>.*)\) += (?P<result>-?\d+)", re.DOTALL)
RESUMED = re.compile(r"^(\d+) +<\.\.\. \w+ resumed>(.*)$", re.DOTALL)
FILE = re.compile(
    r'^\d+<(?P<path>[^>]+)>(?:, "(?P<body>(?:[^"\\]|\\.)*)")?(?P<more>.*)$', re.DOTALL
)


def main(url: str, acknowledged: str, synchronous: str) -> None:
    """Write every command, a few at a time, and note each that was acknowledged."""

    def weak(connection: object, _record: object) -> None:
        connection.execute(f"pragma wal_autocheckpoint={LOG_PAGES}")  # type: ignore[attr-defined]
        connection.execute(f"pragma synchronous={synchronous}")  # type: ignore[attr-defined]

    listening(weak)
    writer = Writer(SqlStore(url))
    book = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    writes = writes_of(PENS["table"])
    for first in range(0, len(writes), TOGETHER):
        batch = writes[first : first + TOGETHER]
        for write, done in [(write, writer.submit(write)) for write in batch]:
            done.result()
            os.write(book, f"{write.command}\n".encode())
    os._exit(0)


def traced(folder: Path, synchronous: str) -> list[str]:
    """Run the writer; what it did, a call a line, each where it was finished."""
    words = [f"sqlite:///{folder / 'power.db'}", str(folder / "acknowledged"), synchronous]
    subprocess.run(
        [*STRACE, str(folder / "trace"), sys.executable, "-m", "tests.journal.power", *words],
        check=True,
        cwd=Path(__file__).parents[2],
    )
    begun: dict[str, str] = {}
    lines = []
    for line in (folder / "trace").read_text(encoding="latin-1").split("\n"):
        resumed = RESUMED.match(line)
        if line.endswith("<unfinished ...>"):
            begun[line.split(" ", 1)[0]] = line.removesuffix("<unfinished ...>").rstrip(" ")
        elif resumed is not None:
            lines.append(begun.pop(resumed[1], "") + resumed[2])
        else:
            lines.append(line)
    return lines


@dataclass
class Disk:
    """What is on the disk for sure, and what was written since."""

    sure: dict[str, bytearray] = field(default_factory=dict)
    unsure: dict[str, list[tuple[int, bytes]]] = field(default_factory=dict)
    acknowledged: list[str] = field(default_factory=list)

    def take(self, line: str) -> str | None:
        """One call; its name where it changed something."""
        found = LINE.match(line)
        if found is None or int(found["result"]) < 0:
            return None
        call, about = found["call"], FILE.match(found["rest"])
        if call == "unlink":
            name = Path(found["rest"].strip('"')).name
            self.sure.pop(name, None)
            self.unsure.pop(name, None)
            return None
        if about is None:
            return None
        name = Path(about["path"]).name
        if name == "acknowledged" and call == "write":
            self.acknowledged += _bytes(about["body"]).decode().split()
            return "acknowledged"
        if not name.startswith("power.db") or name.endswith("-shm"):
            return None
        waiting = self.unsure.setdefault(name, [])
        if call == "pwrite64":
            waiting.append((int(about["more"].rsplit(",", 1)[1]), _bytes(about["body"])))
        elif call == "ftruncate":
            waiting.append((-1 - int(about["more"].strip(", ")), b""))
        elif call in ("fsync", "fdatasync"):
            content = self.sure.setdefault(name, bytearray())
            for at, body in waiting:
                _apply(content, at, body)
            waiting.clear()
        else:
            raise AssertionError(line[:200])
        return call

    def left(self, folder: Path, chance: random.Random | None) -> None:
        """Make the files as the power left them; by chance some sectors of the rest."""
        for old in folder.glob("power.db*"):
            old.unlink()
        for name in self.sure.keys() | self.unsure.keys():
            content = bytearray(self.sure.get(name, b""))
            for at, body in self.unsure.get(name, ()) if chance is not None else ():
                assert chance is not None
                if at < 0 and chance.random() < 0.5:
                    _apply(content, at, body)
                for first in range(0, len(body), SECTOR):
                    if chance.random() < 0.5:
                        _apply(content, at + first, body[first : first + SECTOR])
            if content or name in self.sure:
                (folder / name).write_bytes(content)


def _apply(content: bytearray, at: int, body: bytes) -> None:
    if at < 0:  # cut to a length
        length = -1 - at
        del content[length:]
        content.extend(bytes(length - len(content)))
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(body)] = body


def _bytes(text: str) -> bytes:
    found: tuple[bytes, int] = codecs.escape_decode(text.encode("latin-1"))
    return found[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
