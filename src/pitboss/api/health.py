"""Whether the server can do its work: tried on the store itself, not supposed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

import pitboss
from pitboss.aggregates import TABLE
from pitboss.journal.store import Write
from pitboss.service.ticker import Trouble

if TYPE_CHECKING:
    from pitboss.api.context import Context

STREAM = "health"
SECONDS = 2.0
PATIENCE = 5.0
MOST_COUNTED = 100
MOST_HELD = 5.0
log = logging.getLogger("pitboss.api")


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Something that works beside the requests: since when it fails, when it failed last."""

    failing_since: str | None
    failed_at: str | None
    failures: int


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server can do its work; `status` is `ok` or `failing`.

    `events` counts those of the tables in hand, `waiting` the messages in the outbox (100 at
    most). `held_seconds`: so far is the time of the tables ahead of the clock, and stands still;
    `jumped_seconds`: so far has the clock jumped ahead, which waits for a person. `ticking`
    and `listening` are null where this process has no clock or no ear. `aside` are the
    streams that are not served, and `witnesses` those that do not sign, each with the reason.
    """

    status: str
    version: str
    tables: int
    at: str
    writable: bool
    events: int
    waiting: int
    ticking: bool | None
    listening: bool | None
    held_seconds: float
    jumped_seconds: float
    parts: dict[str, Part]
    aside: dict[str, str]
    witnesses: dict[str, str]


class Probe:
    """A small write, made as commands are; what came of it serves everyone for two seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at: float | None = None
        self._found: Health | None = None
        self.writable = True

    def look(self, context: Context) -> Health | None:
        """How it stands; nothing where the store takes nothing."""
        with self._lock:
            now = context.monotonic()
            if self._at is None or not 0 <= now - self._at < SECONDS:
                self._found, self._at = self._try(context), now
            return self._found

    def _try(self, context: Context) -> Health | None:
        at = context.now().isoformat()
        write = Write(stream=STREAM, after=0, secrets={STREAM: at.encode()})
        try:
            done = context.tables.writer.submit(write)
            done.result(PATIENCE)
            names = context.floor.names()
            waiting = len(context.tables.store.pending(MOST_COUNTED))
        except Exception:  # whatever it is, commands would meet it too
            if self.writable:
                log.exception("the store cannot be written")
            self.writable = False
            return None
        self.writable = True
        parts = {name: _part(found) for name, found in troubles(context).items()}
        failing = any(part.failing_since is not None for part in parts.values())
        stopped = context.ticker is not None and not context.ticker.running
        deaf = context.listener is not None and not context.listener.connected
        moments = context.tables.moments
        held, jumped = moments.held().total_seconds(), moments.jumped().total_seconds()
        aside = context.tables.aside.streams()
        unsigned = {} if context.witnesses is None else dict(context.witnesses.failing)
        wrong = held > MOST_HELD or jumped > 0 or bool(aside) or bool(unsigned)
        return Health(
            status="failing" if failing or stopped or deaf or wrong else "ok",
            version=pitboss.__version__,
            tables=len(names),
            at=at,
            writable=True,
            events=sum(shown.sequence for shown in context.floor.shown()),
            waiting=waiting,
            ticking=None if context.ticker is None else not stopped,
            listening=None if context.listener is None else not deaf,
            held_seconds=held,
            jumped_seconds=jumped,
            parts=parts,
            aside=aside,
            witnesses=unsigned,
        )


def troubles(context: Context) -> Mapping[str, Trouble]:
    """The parts that work beside the requests, where there are any."""
    return {} if context.ticker is None else context.ticker.parts


def _part(found: Trouble) -> Part:
    since, last = found.failing_since, found.failed_at
    return Part(
        failing_since=None if since is None else since.isoformat(),
        failed_at=None if last is None else last.isoformat(),
        failures=found.failures,
    )


def measure(context: Context) -> None:
    """The same for Prometheus, and what the house was alarmed about."""
    measures, state = context.measures, context.tables.house.state
    for kind, number in list(state.alarmed.items()):
        measures.alerts.labels(kind).set(number)
    for table in list(state.crossings):
        measures.outside.labels(TABLE.name_of(table)).set(state.outside(table))
    for name, found in troubles(context).items():
        measures.failing.labels(name).set(found.failing_since is not None)
        measures.failures.labels(name).set(found.failures)
    context.probe.look(context)
    measures.writable.set(context.probe.writable)
