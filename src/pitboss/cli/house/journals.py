"""`pitboss verify`, `export`, `import`, `backup`, `restore`, `public-key`: journals and keys."""

from __future__ import annotations

import datetime as dt
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from pitboss.cli.options import Database, Json
from pitboss.cli.term.output import console, fail, print_json
from pitboss.words.catalogue import LANGUAGES

if TYPE_CHECKING:
    from pitboss.journal.proof.note import NoteKey
    from pitboss.journal.proof.verify import Verdict

KEY = re.compile(r"[0-9a-f]{64}")
PARQUET = ".parquet"

Keys = Annotated[
    list[str] | None,
    Option("--key", help="A public key of the house, or a file of it; repeat for more."),
]
SigningKey = Annotated[
    str | None, Option("--signing-key", help="The house's key file; its own if omitted.")
]


# Verify ---------------------------------------------------------------------------------


def verify(
    file: Annotated[str, Argument(help="An exported journal, or the extract of a coup.")],
    key: Keys = None,
    against: Annotated[
        str | None,
        Option(help="Another copy, or a witness's checkpoints: shows forks and lost ends."),
    ] = None,
    witness: Annotated[
        list[str] | None,
        Option(help="The key of a witness, or a file of it: it must have seen the last head."),
    ] = None,
    json: Json = False,
) -> None:
    """Check a file; exit 1 with one sentence where it does not hold."""
    from pitboss.aggregates import AGGREGATES
    from pitboss.journal.proof.forks import compare, read_copy
    from pitboss.journal.proof.verify import verify_lines

    path, known = readable(file), public_keys(key)
    verdict = verify_lines(lines_of(path), AGGREGATES, known, witnesses=_witnesses(witness))
    if verdict.sound and against is not None:
        try:
            finding = compare(
                read_copy(lines_of(path)), read_copy(lines_of(readable(against))), known
            )
        except (ValueError, KeyError):
            fail(f"'{against}' is no exported journal.")
        if finding is not None:
            verdict.findings.append(finding)
    if json:
        print_json(_document(file, verdict, trusted=known is not None))
        raise typer.Exit(0 if verdict.sound else 1)
    if not verdict.sound:
        fail(f"{file} does not hold: {_sentence(verdict)}.", 1)
    _print(file, verdict, trusted=known is not None)


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, of either kind."""
    if path.suffix == PARQUET:
        from pitboss.journal.proof.export import read_parquet

        yield from read_parquet(path)
        return
    with path.open("rb") as file:
        yield from file


def readable(name: str) -> Path:
    """A file that is there, or a clear end."""
    path = Path(name)
    if not path.is_file():
        fail(f"There is no file '{name}'.")
    return path


def public_keys(words: Sequence[str] | None) -> list[str] | None:
    """Public keys, as they are or in files."""
    found = []
    for word in words or ():
        path = Path(word)
        text = path.read_text(encoding="ascii", errors="replace") if path.is_file() else word
        key = text.strip().lower()
        if not KEY.fullmatch(key):
            fail(f"'{word}' is no public key: 64 hexadecimal digits, or a file of them.")
        found.append(key)
    return found or None


def _witnesses(words: Sequence[str] | None) -> list[NoteKey]:
    """Keys of witnesses, as they are or in files."""
    from pitboss.journal.proof.note import NoteError, read_key

    found = []
    for word in words or ():
        path = Path(word)
        try:
            found.append(read_key(path.read_text(encoding="utf-8") if path.is_file() else word))
        except (NoteError, UnicodeDecodeError, OSError):
            fail(f"'{word}' is no key of a witness: name+id+key, or a file of it.")
    return found


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
        "under_way": verdict.under_way,
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
            f"{name} holds: {verdict.unit} {head.number} of {head.stream}, "
            f"events {head.first:,} to {head.last:,} of {head.size:,}, "
            "each proved to be in the signed tree"
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


def export(
    stream: Annotated[
        list[str] | None,
        Option(help="Only this stream, e.g. table:1 or link:main; repeat for more."),
    ] = None,
    coup: Annotated[
        int | None, Option(min=1, help="Only this coup, with the proof of each event.")
    ] = None,
    out: Annotated[
        str | None,
        Option(
            help="A file, .jsonl or .parquet; of a coup also .svg, a picture, .csv, its lines, "
            "or .scenario, to be played again; standard output if omitted."
        ),
    ] = None,
    language: Annotated[
        str, Option(help="The language of a picture and of lines: en or zh.")
    ] = "en",
    database: Database = None,
    signing_key: SigningKey = None,
    json: Json = False,
) -> None:
    """Write streams, or one coup, to a file or to standard output."""
    from pitboss.aggregates import AGGREGATES
    from pitboss.cli.house.coup import ENDINGS, write_coup
    from pitboss.cli.house.store import open_store
    from pitboss.journal.proof.checkpoint import signer_at
    from pitboss.journal.proof.export import export_lines, extract_lines, write_file, write_parquet

    streams, key = stream or [], _key_file(signing_key)
    if not key.is_file():
        fail(f"There is no signing key {key}: an export is signed.")
    if coup is not None and len(streams) != 1:
        fail("--coup needs one --stream, for example table:1.")
    for_people = out is not None and Path(out).suffix in ENDINGS
    if for_people and coup is None:
        fail(f"A {Path(out or '').suffix} file is of one coup: say which by --coup.")
    if language not in LANGUAGES:
        fail(f"'{language}' is no language of the house: it has {', '.join(LANGUAGES)}.")
    if out is None and json:
        fail("--json tells what was written to --out; without it the lines are the output.")
    with closing(open_store(database, key=key, whole=True)) as store:
        signer = signer_at(key)
        if for_people and out is not None and coup is not None:
            write_coup(store, streams[0], coup, Path(out), language)
            if json:
                print_json({"file": out, "coup": coup})
            else:
                console().print(f"Coup {coup} of {streams[0]} written to {out}")
            return
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        if coup is not None:
            lines = extract_lines(store, signer, now, streams[0], coup, AGGREGATES)
        else:
            lines = export_lines(store, signer, now, streams or None, AGGREGATES)
        if out is None:
            for line in lines:
                sys.stdout.buffer.write(line + b"\n")
            sys.stdout.flush()
            return
        path = Path(out)
        write = write_parquet if path.suffix == PARQUET else write_file
        number = write(path, lines)
    if json:
        print_json({"file": out, "lines": number, "key": signer.public})
    else:
        console().print(f"{number:,} lines written to {out}, signed by {signer.public}")


def take_in(
    file: Annotated[str, Argument(help="An exported journal.")],
    database: Database = None,
    key: Keys = None,
    json: Json = False,
) -> None:
    """Verify a file and write its streams into a store that has none of them."""
    from pitboss.aggregates import AGGREGATES
    from pitboss.cli.house.store import open_store
    from pitboss.journal.proof.export import import_lines
    from pitboss.journal.proof.verify import verify_lines

    path = readable(file)
    verdict = verify_lines(lines_of(path), AGGREGATES, public_keys(key))
    if not verdict.sound:
        fail(f"{file} does not hold: {_sentence(verdict)}.", 1)
    if verdict.extract is not None:
        fail(f"{file} is the extract of one {verdict.unit}, not a journal.")
    with closing(open_store(database, must_be=False)) as store:
        sizes = import_lines(store, lines_of(path), AGGREGATES)
    if json:
        print_json({"file": file, "streams": sizes})
    else:
        console().print(f"{sum(sizes.values()):,} events of {len(sizes):,} streams taken in")


# Backup, restore ------------------------------------------------------------------------


def backup(
    file: Annotated[str, Argument(help="The file to write.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy the whole store into one file."""
    from pitboss.aggregates import AGGREGATES
    from pitboss.cli.house.store import open_store, readable
    from pitboss.journal import backup as copy
    from pitboss.journal.paths import database_url

    with closing(open_store(database)) as store:
        codes = store.codes
    rows = copy.backup(readable(database or database_url()), Path(file), AGGREGATES, codes)
    _print_rows(f"{file} written", rows, as_json=json)


def restore(
    file: Annotated[str, Argument(help="A backup.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy a backup into an empty store."""
    from pitboss.aggregates import AGGREGATES
    from pitboss.cli.house.store import open_store
    from pitboss.journal import backup as copy
    from pitboss.journal.paths import database_url

    url = database or database_url()
    path = readable(file)
    with closing(open_store(f"sqlite:///{path}")) as store:
        codes = store.codes
    rows = copy.restore(path, url, AGGREGATES, codes)
    _print_rows(f"{url} restored", rows, as_json=json)


def _print_rows(done: str, rows: dict[str, int], *, as_json: bool) -> None:
    if as_json:
        print_json({"rows": rows})
    else:
        told = ", ".join(f"{number:,} {name}" for name, number in rows.items())
        console().print(f"{done}: {told}")


# Keys -----------------------------------------------------------------------------------


def _key_file(given: str | None) -> Path:
    """The file of the signing key."""
    from pitboss.journal.paths import signing_key

    return Path(given) if given else signing_key()


def public_key(signing_key: SigningKey = None, json: Json = False) -> None:
    """Print the public half of the house's signing key."""
    from pitboss.journal.proof.checkpoint import signer_at

    path = _key_file(signing_key)
    if not path.is_file():
        fail(f"There is no signing key {path}.")
    public = signer_at(path).public
    if json:
        print_json({"key": public})
    else:
        sys.stdout.write(public + "\n")
