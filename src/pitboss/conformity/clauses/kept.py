"""Computed statuses, kept for as long as nothing that they rest on has changed.

A file is named after a digest of the package's source, of the edition's files and of the
scenarios that it shares. A status of another source or another edition is never found, so none
is ever stale.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from pitboss.conformity.behaviour.crew import crew
from pitboss.conformity.behaviour.sites import HOME
from pitboss.conformity.behaviour.study import TRACED_AT_ONCE, Done, nothing
from pitboss.conformity.clauses.obligations import obligations_of
from pitboss.conformity.clauses.status import Statuses
from pitboss.conformity.clauses.statuses import compute, keys_of
from pitboss.conformity.scenes import proofs_of
from pitboss.editions.load import load_clauses
from pitboss.scenarios.files import scenarios_of


def kept(folder: Path) -> Statuses | None:
    """The statuses of an edition where they are kept."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(_file(folder).read_bytes(), type=Statuses)
    return None


def statuses_of(folder: Path, done: Done = nothing) -> Statuses:
    """The statuses of an edition: those kept, or computed now and kept."""
    found = kept(folder)
    if found is None:
        with crew() as workers:
            found = compute(workers, folder, done)
        _keep(folder, found)
    return found


def steps_to_do(folders: Sequence[Path]) -> int:
    """How much there is to compute, as `statuses_of` counts it; nothing where all are kept."""
    return sum(_steps(folder) for folder in folders if kept(folder) is None)


def _steps(folder: Path) -> int:
    proofs = sum(1 for _ in proofs_of(folder))
    keys = keys_of(load_clauses(folder), obligations_of(folder))
    return -(-proofs // TRACED_AT_ONCE) + len(keys)


def _keep(folder: Path, statuses: Statuses) -> None:
    """Write the file whole or not at all; where that cannot be, they are computed again."""
    path = _file(folder)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(statuses))
        Path(name).replace(path)


def _file(folder: Path) -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(home) / "pitboss" / "statuses" / f"{_digest(folder)}.json"


def _digest(folder: Path) -> str:
    digest = hashlib.sha256(_source().encode())
    for path in _files(folder):
        name = path.relative_to(folder.parents[1])
        digest.update(str(name).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


@cache
def _source() -> str:
    """A digest of every module, of Python itself and of the library that reads the files."""
    digest = hashlib.sha256(f"{sys.version} {msgspec.__version__}".encode())
    for path in sorted(HOME.rglob("*.py")):
        digest.update(str(path.relative_to(HOME)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    own = {path for path in folder.rglob("*") if path.is_file()}
    yield from sorted(own | set(scenarios_of(folder)))
