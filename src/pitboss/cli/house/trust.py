"""The store of a house with its anchor: held against each other before anyone is served."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import make_url

from pitboss.aggregates.house import STREAM as HOUSE
from pitboss.aggregates.house import Lost, RollbackAccepted
from pitboss.aggregates.log import STREAM as LOG
from pitboss.cli.term.output import fail
from pitboss.journal import paths
from pitboss.journal.proof.checkpoint import Signer, signer_at
from pitboss.journal.sql import SqlStore
from pitboss.journal.trust.accept import drop_after, drop_checkpoint, is_coded, recode
from pitboss.journal.trust.anchor import Anchor, Known, codes_of, read_anchor
from pitboss.journal.trust.guard import Found, look
from pitboss.service.people.seal import key_at
from pitboss.service.tables import Tables

ANCHOR = "anchor"
KEY = re.compile(r"[0-9a-f]{64}")
DIGITS = 12
NEEDED = (HOUSE, LOG)
"""Without these streams nothing can be served."""


@dataclass
class Trusted:
    """A store that was held against its anchor."""

    store: SqlStore
    anchor: Anchor
    aside: dict[str, str]
    lost: list[Lost] = field(default_factory=list)
    accepted: str | None = None

    def record(self, tables: Tables) -> None:
        """Enter in the house's stream what a person has accepted as lost."""
        if self.accepted is None:
            return
        who, _, reason = self.accepted.partition(":")
        at = tables.moments.now()
        event = RollbackAccepted(
            by=who.strip(), at=at, reason=reason.strip(), lost=tuple(self.lost)
        )
        tables.house.record([event], f"rollback/{at.isoformat()}")


def sealing_key(where: str | None, usual: Path) -> bytes:
    """The sealing key: a file, a variable of the environment, or what a program prints.

    A variable or a program gives 64 hexadecimal digits. A program may fetch it from hardware; it
    is started once, without a shell.
    """
    if where is None:
        return key_at(usual)
    kind, _, name = where.partition(":")
    if kind == "file" and name:
        return key_at(Path(name))
    if kind == "env" and name:
        text = os.environ.pop(name, "")
    elif kind == "command" and name:
        try:
            done = subprocess.run(shlex.split(name), capture_output=True, check=True, timeout=60)  # noqa: S603 - the operator's own
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            fail(f"The program for the sealing key cannot be used: {type(error).__name__}.")
        text = done.stdout.decode("ascii", "replace")
    else:
        fail("--sealing-key says where the key is: file:PATH, env:NAME or command:PROGRAM.")
    if not KEY.fullmatch(text.strip()):
        fail(f"The sealing key from {kind}:{name} is not 64 hexadecimal digits.")
    return bytes.fromhex(text.strip())


def anchor_path(folder: Path, url: str) -> Path:
    """The file of the anchor: one for each database that is served with these keys."""
    address = make_url(url)
    named = address.set(password=None, drivername=address.get_backend_name())
    if named.get_backend_name() == "sqlite":
        path = Path(address.database or "").resolve()
        if path == (folder / paths.DATABASE).resolve():
            return folder / ANCHOR
        named = named.set(database=str(path))
    digest = hashlib.sha256(named.render_as_string().encode()).hexdigest()
    return folder / f"{ANCHOR}-{digest[:DIGITS]}"


def trusted(url: str, folder: Path, signer: Signer, accept: str | None) -> Trusted:
    """The store, looked through; a clear end where it is behind its anchor."""
    if accept is not None and not all(part.strip() for part in accept.partition(":")):
        fail("--accept-rollback says who accepts what was lost, and why: 'NAME: REASON'.")
    with contextlib.ExitStack() as stack:
        anchor = Anchor(anchor_path(folder, url), signer)
        stack.callback(anchor.close)
        store = SqlStore(url)
        stack.callback(store.close)
        found = _held(store, anchor, signer, accept)
        stack.pop_all()
    return found


def _held(store: SqlStore, anchor: Anchor, signer: Signer, accept: str | None) -> Trusted:
    codes = codes_of(signer)
    if anchor.new and not is_coded(store):
        recode(store, codes)  # a new store, or the first start of one from before there were codes
    elif anchor.new and accept is None:
        fail(
            "The database was served before and its anchor is not beside the keys: put the "
            "anchor back, or accept the database as it is with --accept-rollback 'NAME: REASON'."
        )
    store.codes = codes
    found = look(store, anchor.known(), [signer.public])
    behind = found.sentence()
    if behind is not None and accept is None:
        fail(
            f"{behind[:1].upper()}{behind[1:]}. Put the right database back, or accept what is "
            "lost with --accept-rollback 'NAME: REASON'."
        )
    if accept is not None:
        return _accepted(store, anchor, signer, found, accept)
    for stream in NEEDED:
        if stream in found.broken:
            fail(f"The house cannot be served: {found.broken[stream]}.")
    anchor.begin()
    anchor.mark({name: end for name, end in found.ends.items() if name not in found.broken})
    return Trusted(store, anchor, found.broken)


def _accepted(
    store: SqlStore, anchor: Anchor, signer: Signer, found: Found, accept: str
) -> Trusted:
    """Begin anew from what is there: the journal keeps what was signed and is void now."""
    known, again = anchor.known(), _without_void(store, found, signer)
    lost = []
    short = {behind.stream: behind.had for behind in found.behind}
    changed = [name for name in found.broken if name not in again.broken]
    for name in sorted({*short, *changed}):
        has = again.ends.get(name, (0, ""))[0]
        signed = {(one.size, one.root): one for one in found.void if one.stream == name}
        anchored = known[name].checkpoint if name in known else None
        if anchored is not None and anchored.size > has:
            signed.setdefault((anchored.size, anchored.root), anchored)
        had = short.get(name, has)
        drop_after(store, name, has)
        lost.append(Lost(stream=name, had=had, has=has, checkpoints=tuple(signed.values())))
    now = dt.datetime.now(dt.UTC).isoformat()
    ends = {name: end for name, end in again.ends.items() if end[0] and name not in again.broken}
    trees = {name: again.trees[name] for name in ends}
    fresh = [signer.sign(name, tree.size, tree.root(), now) for name, tree in trees.items()]
    anchor.reset(ends, fresh)
    return Trusted(store, anchor, again.broken, lost, accept)


def _without_void(store: SqlStore, found: Found, signer: Signer) -> Found:
    """Let go of what was signed and is not so any more; what holds then, whatever was before."""
    for one in found.void:
        drop_checkpoint(store, one)
    return look(store, {}, [signer.public])


def read_trusted(store: SqlStore, url: str, key: Path) -> dict[str, Known] | None:
    """Give a store that is only read the house's codes, where it was served with an anchor.

    The anchor lies beside the key.
    """
    path = anchor_path(key.parent, url)
    if not key.is_file():
        if path.exists() or is_coded(store):
            fail(f"There is no signing key {key}: without it nobody can tell the house's rows.")
        return None
    signer = signer_at(key)
    known = read_anchor(path, signer)
    if known is not None or is_coded(store):
        store.codes = codes_of(signer)
    return known
