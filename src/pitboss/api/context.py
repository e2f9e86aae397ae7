"""What the application works with, made once when it starts."""

from __future__ import annotations

import asyncio
import datetime as dt
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from argon2 import PasswordHasher
from litestar import Litestar
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from pitboss.api.door.workers import Workers
from pitboss.api.floor import Floor
from pitboss.api.guard import Limiter
from pitboss.api.health import Probe
from pitboss.book import Rulebook
from pitboss.journal.store import Write
from pitboss.service.futures import Answers
from pitboss.service.listen import Listener
from pitboss.service.people.accounts import Accounts
from pitboss.service.people.records import INDEX, People
from pitboss.service.people.sessions import Sessions
from pitboss.service.tables import Tables
from pitboss.service.ticker import Ticker
from pitboss.service.trust.witness import Witnesses
from pitboss.table.play import RoadSettings
from pitboss.views.lobby import Lobby

MOST_AT_ONCE = 2
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """What may be set; the defaults are those of `pitboss serve`."""

    secure: bool = False
    idle_seconds: float = 30 * 60
    whole_seconds: float = 12 * 3600
    requests_at_once: float = 200
    requests_a_second: float = 50
    sign_ins_at_once: float = 20
    sign_ins_a_second: float = 0.5
    body_bytes: int = 64 * 1024
    keep_years: int = 5
    demo_chips_cents: int = 1_000_000
    ask_roads: bool = False
    spectators: bool = False
    demo_sign_in: bool = False
    no_bet_beads: bool = False
    leading_ties: bool = True
    metrics_key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    hasher: PasswordHasher | None = None


class Measures:
    """What is counted for Prometheus."""

    def __init__(self) -> None:
        self.registry = here = CollectorRegistry()
        by_request = ("method", "route", "status")
        outside = "Whether a table's win is outside its band."
        self.requests = Counter(
            "pitboss_requests", "Requests by route and status.", by_request, registry=here
        )
        self.seconds = Histogram(
            "pitboss_request_seconds", "Time to answer.", ("route",), registry=here
        )
        self.commands = Counter(
            "pitboss_commands", "Commands by answer.", ("answer",), registry=here
        )
        self.sign_ins = Counter(
            "pitboss_sign_ins", "Attempts to sign in.", ("answer",), registry=here
        )
        self.subscribers = Gauge("pitboss_subscribers", "Open streams.", ("table",), registry=here)
        self.sequence = Gauge("pitboss_table_sequence", "Last event.", ("table",), registry=here)
        self.alerts = Gauge("pitboss_alerts", "Alerts so far.", ("kind",), registry=here)
        self.outside = Gauge("pitboss_hold_outside", outside, ("table",), registry=here)
        self.failing = Gauge("pitboss_failing", "Parts that fail now.", ("part",), registry=here)
        self.failures = Gauge("pitboss_failures", "Failures so far.", ("part",), registry=here)
        self.writable = Gauge("pitboss_writable", "Whether the store takes writes.", registry=here)


@dataclass
class Context:
    """Tables, people, limits and clocks."""

    floor: Floor
    accounts: Accounts
    sessions: Sessions
    settings: Settings
    requests: Limiter
    sign_ins: Limiter
    metrics_key: str
    people: People
    answers: Answers = field(default_factory=Answers)
    measures: Measures = field(default_factory=Measures)
    monotonic: Callable[[], float] = time.monotonic
    ticker: Ticker | None = None
    listener: Listener | None = None
    witnesses: Witnesses | None = None
    lobbies: dict[str, tuple[float, Lobby]] = field(default_factory=dict)
    """The lobby as it was shown last, by house, and when."""
    probe: Probe = field(default_factory=Probe)
    workers: Workers = field(default_factory=Workers)
    strangers: Limiter = field(default_factory=lambda: Limiter(1_000, 300))
    strangers_work: Limiter = field(default_factory=lambda: Limiter(60, 10))
    attention: Limiter = field(default_factory=lambda: Limiter(6, 1 / 20))
    kept: Any = None

    @property
    def tables(self) -> Tables:
        """The service behind the floor."""
        return self.floor.tables

    @property
    def books(self) -> dict[str, Rulebook]:
        """Every rulebook on the shelf."""
        return self.floor.books

    def now(self) -> dt.datetime:
        """The service's clock."""
        return self.tables.clock()


def make_context(
    tables: Tables, books: dict[str, Rulebook], settings: Settings | None = None
) -> Context:
    """A context over tables; accounts and sessions are written by the tables' own writer."""
    chosen = Settings() if settings is None else settings

    def seconds() -> float:
        return tables.moments.wall().timestamp()

    def write(one: Write) -> Exception | None:
        error = tables.writer.submit(one).exception()
        if error is not None and not isinstance(error, Exception):
            raise error
        return error

    accounts = Accounts(tables.store, tables.seal, seconds, chosen.hasher, write)
    sessions = Sessions(
        tables.store,
        tables.seal,
        accounts,
        seconds,
        idle_seconds=chosen.idle_seconds,
        whole_seconds=chosen.whole_seconds,
        write=write,
        later=tables.writer.submit,
    )
    index = tables.seal.derive(INDEX)
    roads = RoadSettings(chosen.ask_roads, chosen.no_bet_beads, chosen.leading_ties)
    floor = Floor(tables, books, roads)
    sessions.listeners.append(floor.look_again)
    return Context(
        floor=floor,
        accounts=accounts,
        sessions=sessions,
        settings=chosen,
        requests=Limiter(chosen.requests_at_once, chosen.requests_a_second),
        sign_ins=Limiter(chosen.sign_ins_at_once, chosen.sign_ins_a_second),
        metrics_key=chosen.metrics_key,
        people=People(tables.store, tables.house, tables.seal, index, tables.clock),
    )


def on_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """A route whose whole work is done on a thread; none that looks for a table of the floor."""

    @wraps(work)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(work, *args, **kwargs)

    return answer


async def computed(app: Litestar, work: Callable[[], T]) -> T:
    """Have something computed beside the requests, few at a time."""
    gate: asyncio.Semaphore | None = getattr(app.state, "computing", None)
    if gate is None:
        gate = app.state.computing = asyncio.Semaphore(MOST_AT_ONCE)
    async with gate:
        return await asyncio.to_thread(work)
