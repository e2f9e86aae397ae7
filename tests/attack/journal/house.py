"""A house with its keys and anchor in a folder, and a thief who has the database alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
import typer

from pitboss.aggregates import AGGREGATES
from pitboss.cli.house.trust import Trusted, read_trusted, trusted
from pitboss.errors import PitbossError
from pitboss.journal.engine import open_engine
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import Finding, verify_lines
from pitboss.journal.sql import SqlStore
from pitboss.journal.trust.guard import check_anchored
from pitboss.service.ticker import Ticker
from tests.journal.forging import rechained
from tests.service.play import DEE, SECRET, TABLE, Rig, player

SIGNER = Signer(SECRET)
LAST = 10
ACCEPT = "Ann Owner: the disk was replaced"


class House:
    """The folder of a house and its database; started, attacked, started again."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        folder.mkdir(exist_ok=True)
        (folder / "signing.key").write_bytes(SECRET)

    @contextmanager
    def open(self, accept: str | None = None) -> Iterator[Rig]:
        """The house at work; signed when it ends."""
        held = self.start(accept)
        rig = Rig(held.store, anchor=held.anchor, aside=held.aside)
        held.record(rig.tables)
        try:
            yield rig
            sign(rig)
        finally:
            rig.close()
            held.anchor.close()

    def start(self, accept: str | None = None) -> Trusted:
        return trusted(self.url, self.folder, SIGNER, accept)

    def refused(self) -> bool:
        """Whether the house refuses to start; it ends with a sentence then."""
        try:
            held = self.start()
        except typer.Exit:
            return True
        held.store.close()
        held.anchor.close()
        return False

    def lines(self, key: Path | None = None) -> list[bytes]:
        """An export, as the command writes it."""
        found = key or self.folder / "signing.key"
        with closing(SqlStore(self.url)) as store:
            known = read_trusted(store, self.url, found)
            if known is not None:
                check_anchored(store, known, [SIGNER.public])
            return list(export_lines(store, SIGNER, "now", None, AGGREGATES))

    def export_refused(self) -> str:
        """Why an export is refused; empty where it is not."""
        try:
            self.lines()
        except PitbossError as error:
            return str(error)
        return ""

    def finding(self, **how: Any) -> Finding | None:
        verdict = verify_lines(self.lines(), AGGREGATES, [SIGNER.public], **how)
        return verdict.findings[0] if verdict.findings else None

    # The thief ------------------------------------------------------------------------------

    def run(self, statement: str, *values: Any) -> int:
        """Do this to the database, without any key; how many rows it touched."""
        engine = open_engine(self.url)
        with engine.begin() as connection:
            done = connection.execute(sa.text(statement), dict(enumerate_names(values)))
            found = done.rowcount
        engine.dispose()
        return found

    def rows(self, stream: str = TABLE) -> list[bytes]:
        with closing(SqlStore(self.url)) as store:
            return [line for _, line in store.read(stream)]

    def put(self, lines: list[bytes], stream: str = TABLE, *, code: bool = True) -> None:
        """Put other lines in the place of a stream's, with the codes that were there or none."""
        engine = open_engine(self.url)
        with engine.begin() as connection:
            codes = {
                row.sequence: row.code
                for row in connection.execute(
                    sa.text("select sequence, code from records where stream = :s"), {"s": stream}
                )
            }
            connection.execute(sa.text("delete from records where stream = :s"), {"s": stream})
            for number, line in enumerate(lines, 1):
                row = {
                    "s": stream,
                    "n": number,
                    "l": line,
                    "c": codes.get(number) if code else None,
                }
                connection.execute(
                    sa.text(
                        "insert into records (stream, sequence, line, code) values (:s,:n,:l,:c)"
                    ),
                    row,
                )
        engine.dispose()

    def forget_signatures(self) -> None:
        self.run("delete from checkpoints")
        self.run("delete from snapshots")

    def rehash(self, change: Callable[[bytes], bytes], stream: str = TABLE) -> None:
        """Change lines and make the chain good again, as anyone can who knows how."""
        self.put(rechained([change(line) for line in self.rows(stream)]), stream)

    def copy(self, target: Path) -> None:
        """Keep a copy of the database, as it lies there."""
        path = Path(self.url.removeprefix("sqlite:///"))
        target.mkdir()
        for part in path.parent.glob(f"{path.name}*"):
            shutil.copy(part, target / part.name)

    def replace(self, source: Path) -> None:
        """Put such a copy in its place."""
        path = Path(self.url.removeprefix("sqlite:///"))
        for part in path.parent.glob(f"{path.name}*"):
            part.unlink()
        for part in source.iterdir():
            shutil.copy(part, path.parent / part.name)


def enumerate_names(values: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    return ((f"v{number}", value) for number, value in enumerate(values))


def sign(rig: Rig) -> None:
    """A signing, as the clock does it."""
    ticker = Ticker(rig.tables, 3_600)
    ticker.close()


def evening(rig: Rig, coups: int = 2) -> None:
    """A table with a player and some coups."""
    if rig.tables.names() == []:
        rig.open()
    for _ in range(coups):
        rig.coup()


def cut(house: House, stream: str = TABLE, rows: int = LAST) -> None:
    """Delete the last rows of a stream."""
    last = len(house.rows(stream)) - rows
    assert house.run("delete from records where stream = :v0 and sequence > :v1", stream, last)


__all__ = ["ACCEPT", "DEE", "LAST", "SIGNER", "TABLE", "House", "cut", "evening", "player", "sign"]
