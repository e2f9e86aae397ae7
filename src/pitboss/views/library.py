"""A rulebook as pages show it: its identity, its readings, the computed status of each clause.

Nobody who reads a rulebook waits for a proof: until it is done a clause is `pending`.
"""

from __future__ import annotations

import datetime as dt
import logging
import threading
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.conformity.clauses.apart import statuses_apart
from pitboss.conformity.clauses.kept import kept
from pitboss.conformity.clauses.status import DECLARED, ClauseStatus, Statuses
from pitboss.editions.edition import Clause, Edition
from pitboss.editions.load import shared_rows
from pitboss.errors import PitbossError

PENDING = "pending"
_LOG = logging.getLogger(__name__)
_found: dict[Path, Statuses] = {}
_started: set[Path] = set()
_lock = threading.Lock()
_one_at_a_time = threading.Lock()


class Identified(msgspec.Struct, frozen=True, kw_only=True):
    """Which approved rulebook it is."""

    rulebook: str
    edition: str
    house: str
    title: str
    regulator: str
    reference: str
    approved: dt.date | None


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """How an ambiguous clause is read."""

    id: str
    clauses: str
    question: str
    reading: str
    weight: str


def identified(edition: Edition) -> dict[str, Any]:
    """The fields that say which approved rulebook it is."""
    return {name: getattr(edition.identity, name) for name in Identified.__struct_fields__}


def reading_rows(rulebook: str) -> list[dict[str, str]]:
    """The lines of the readings' file about a rulebook."""
    every = shared_rows("readings.csv")
    return [row for row in every if rulebook in row["rulebooks"].split()]


@cache
def readings_of(rulebook: str) -> list[Reading]:
    """How a rulebook is read where it is ambiguous, silent or mistaken."""
    fields = Reading.__struct_fields__
    return [Reading(**{key: row[key] for key in fields}) for row in reading_rows(rulebook)]


def summary(book: Rulebook) -> dict[str, Any]:
    """A rulebook in a list."""
    identity = book.edition.identity
    return {
        "rulebook": identity.rulebook,
        "edition": identity.edition,
        "house": identity.house,
        "title": identity.title,
        "reference": identity.reference,
        "games": list(book.games),
        "wagers": list(book.wagers),
        "clauses": len(book.edition.clauses),
        "fingerprint": book.fingerprint,
    }


def status_of(edition: Edition, clause: str) -> ClauseStatus:
    """The status of a clause as it is known now."""
    known = statuses_now(edition)
    if known is not None:
        return known[clause]
    declared = edition.clauses[clause].status
    status = declared if declared in DECLARED else PENDING
    return ClauseStatus(clause=clause, status=status)


def told(edition: Edition, clause: Clause) -> Clause:
    """A clause with its computed status in the place of what it declares."""
    return msgspec.structs.replace(clause, status=status_of(edition, clause.clause).status)


def statuses_now(edition: Edition) -> Statuses | None:
    """The statuses of an edition; nothing while they are worked out, which begins here."""
    folder = edition.folder
    with _lock:
        found = _found.get(folder)
        if found is None and folder not in _started:
            found = kept(folder)
            if found is not None:
                _found[folder] = found
            else:
                _started.add(folder)
                threading.Thread(target=_work_out, args=(folder,), daemon=True).start()
    return found


def _work_out(folder: Path) -> None:
    try:
        with _one_at_a_time:
            found = statuses_apart(folder)
    except (PitbossError, OSError) as error:
        _LOG.warning("the statuses of %s were not worked out: %s", folder.name, error)
        return
    with _lock:
        _found[folder] = found
