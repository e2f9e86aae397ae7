"""`pitboss verify`, `export`, `import`, `backup`, `restore`: journals in files and stores."""

from __future__ import annotations

import datetime as dt
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import typer

from pitboss.cli.common import console, fail, print_json
from pitboss.journal.against import compare, read_copy
from pitboss.journal.checkpoint import signer_at
from pitboss.journal.export import (
    export_lines,
    extract_lines,
    import_lines,
    read_parquet,
    write_file,
    write_parquet,
)
from pitboss.journal.places import database_url, signing_key
from pitboss.journal.verify import Verdict, verify_lines
from pitboss.refusal import BadDataError

KEY = re.compile(r"[0-9a-f]{64}")
PARQUET = ".parquet"


class Asked(NamedTuple):
    """What `export` was asked for."""

    database: str | None
    streams: Sequence[str]
    coup: int | None
    out: str | None
    key: str | None
    as_json: bool


def _lines(path: Path) -> Iterator[bytes]:
    if path.suffix == PARQUET:
        yield from read_parquet(path)
        return
    with path.open("rb") as file:
        yield from file


def _readable(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        fail(f"There is no file '{name}'.")
    return path


def _keys(words: Sequence[str]) -> list[str] | None:
    """Public keys, as they are or in files."""
    found = []
    for word in words:
        path = Path(word)
        text = path.read_text(encoding="ascii", errors="replace") if path.is_file() else word
        key = text.strip().lower()
        if not KEY.fullmatch(key):
            fail(f"'{word}' is no public key: 64 hexadecimal digits, or a file of them.")
        found.append(key)
    return found or None


# Verify ---------------------------------------------------------------------------------


def verify(name: str, keys: Sequence[str], against: str | None, *, as_json: bool) -> None:
    """Check a file; exit 1 with one sentence where it does not hold."""
    path, known = _readable(name), _keys(keys)
    verdict = verify_lines(_lines(path), known)
    if verdict.sound and against is not None:
        try:
            finding = compare(read_copy(_lines(path)), read_copy(_lines(_readable(against))), known)
        except (ValueError, KeyError):
            fail(f"'{against}' is no exported journal.")
        if finding is not None:
            verdict.findings.append(finding)
    if as_json:
        print_json(_document(name, verdict, trusted=known is not None))
        raise typer.Exit(0 if verdict.sound else 1)
    if not verdict.sound:
        fail(f"{name} does not hold: {_sentence(verdict)}.", 1)
    _print(name, verdict, trusted=known is not None)


def _sentence(verdict: Verdict) -> str:
    bad = verdict.findings[0]
    return f"line {bad.line}: {bad.sentence}" if bad.line else bad.sentence


def _document(name: str, verdict: Verdict, *, trusted: bool) -> dict[str, Any]:
    return {
        "file": name,
        "sound": verdict.sound,
        "records": verdict.records,
        "streams": verdict.streams,
        "checkpoints": verdict.checkpoints,
        "replayed": verdict.replayed,
        "keys": verdict.keys,
        "key_given": trusted,
        "extract": verdict.extract,
        "findings": verdict.findings,
    }


def _print(name: str, verdict: Verdict, *, trusted: bool) -> None:
    out = console()
    if verdict.extract is not None:
        head = verdict.extract
        out.print(
            f"{name} holds: coup {head.coup} of {head.stream}, events {head.first:,} to "
            f"{head.last:,} of {head.size:,}, each proved to be in the signed tree"
        )
    else:
        out.print(
            f"{name} holds: {verdict.records:,} events in {len(verdict.streams):,} streams, "
            f"{verdict.checkpoints:,} checkpoints, {verdict.replayed:,} events replayed"
        )
    for key in verdict.keys:
        said = "the key you gave" if trusted else "compare it with the house's published key"
        out.print(f"signed by {key}: {said}")


# Export, import -------------------------------------------------------------------------


def _store(database: str | None, *, must_be: bool = True) -> Any:
    from pitboss.journal.sql import SqlStore  # noqa: PLC0415 - verify does without a database

    url = database or database_url()
    if must_be and url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        if not path.is_file():
            fail(f"There is no database {path}.")
    try:
        return SqlStore(url)
    except BadDataError as error:
        fail(f"{error}.")


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def export(asked: Asked) -> None:
    """Write streams, or one coup, to a file or to standard output."""
    key = Path(asked.key) if asked.key else signing_key()
    if not key.is_file():
        fail(f"There is no signing key {key}: an export is signed.")
    if asked.coup is not None and len(asked.streams) != 1:
        fail("--coup needs one --stream, for example table:1.")
    if asked.out is None and asked.as_json:
        fail("--json tells what was written to --out; without it the lines are the output.")
    store = _store(asked.database)
    try:
        signer = signer_at(key)
        if asked.coup is not None:
            lines = extract_lines(store, signer, _now(), asked.streams[0], asked.coup)
        else:
            lines = export_lines(store, signer, _now(), asked.streams or None)
        if asked.out is None:
            for line in lines:
                sys.stdout.buffer.write(line + b"\n")
            sys.stdout.flush()
            return
        path = Path(asked.out)
        write = write_parquet if path.suffix == PARQUET else write_file
        number = write(path, lines)
    except BadDataError as error:
        fail(f"{error}.")
    finally:
        store.close()
    if asked.as_json:
        print_json({"file": asked.out, "lines": number, "key": signer.public})
    else:
        console().print(f"{number:,} lines written to {asked.out}, signed by {signer.public}")


def take_in(name: str, database: str | None, keys: Sequence[str], *, as_json: bool) -> None:
    """Verify a file and write its streams into a store that has none of them."""
    path, known = _readable(name), _keys(keys)
    verdict = verify_lines(_lines(path), known)
    if not verdict.sound:
        fail(f"{name} does not hold: {_sentence(verdict)}.", 1)
    if verdict.extract is not None:
        fail(f"{name} is the extract of one coup, not a journal.")
    store = _store(database, must_be=False)
    try:
        sizes = import_lines(store, _lines(path))
    except BadDataError as error:
        fail(f"{error}.")
    finally:
        store.close()
    if as_json:
        print_json({"file": name, "streams": sizes})
    else:
        console().print(f"{sum(sizes.values()):,} events of {len(sizes):,} streams taken in")


# Backup, restore ------------------------------------------------------------------------


def backup(path: str, database: str | None, *, as_json: bool) -> None:
    """Copy the whole store into one file."""
    from pitboss.journal import backup as copying  # noqa: PLC0415

    url = database or database_url()
    _store(database).close()
    _report(f"{path} written", as_json, lambda: copying.backup(url, Path(path)))


def restore(path: str, database: str | None, *, as_json: bool) -> None:
    """Copy a backup into an empty store."""
    from pitboss.journal import backup as copying  # noqa: PLC0415

    url = database or database_url()
    _readable(path)
    _report(f"{url} restored", as_json, lambda: copying.restore(Path(path), url))


def _report(done: str, as_json: bool, work: Any) -> None:
    try:
        rows: dict[str, int] = work()
    except BadDataError as error:
        fail(f"{error}.")
    if as_json:
        print_json({"rows": rows})
    else:
        told = ", ".join(f"{number:,} {name}" for name, number in rows.items())
        console().print(f"{done}: {told}")


def public_key(key: str | None, *, as_json: bool) -> None:
    """Print the public half of the house's signing key."""
    path = Path(key) if key else signing_key()
    if not path.is_file():
        fail(f"There is no signing key {path}.")
    try:
        public = signer_at(path).public
    except BadDataError as error:
        fail(f"{error}.")
    if as_json:
        print_json({"key": public})
    else:
        sys.stdout.write(public + "\n")


__all__ = ["Asked", "backup", "export", "public_key", "restore", "take_in", "verify"]
