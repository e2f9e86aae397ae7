"""The application: routes, guard, problems, headers, and what runs beside the requests."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

import pitboss
from pitboss.aggregates import TABLE
from pitboss.api import pages as page
from pitboss.api.context import Context
from pitboss.api.door.bodies import whole_json
from pitboss.api.door.kept import Answers
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import guard
from pitboss.api.problems import (
    HEADERS,
    ProblemError,
    log,
    on_anything,
    on_error,
    on_http,
    on_problem,
    on_recursion,
    on_store,
)
from pitboss.api.routes.books import (
    clauses,
    comparison,
    edges,
    layouts,
    neighbours,
    payouts,
    rulebooks,
    simulations,
    strategy,
    words,
)
from pitboss.api.routes.people import accounts, demonstration, own, records
from pitboss.api.routes.pit import (
    compliance,
    files,
    links,
    pit,
    promotions,
    public,
    reports,
    shifts,
    terminals,
    tournaments,
)
from pitboss.api.routes.tables import (
    commands,
    console,
    kept,
    lobby,
    parts,
    rulings,
    slips,
    staff,
    stream,
    tables,
)
from pitboss.errors import PitbossError
from pitboss.service.automatic import keep_dealing
from pitboss.service.people.sessions import TRUSTED_SECONDS
from pitboss.service.robots.cast import Cast
from pitboss.service.robots.house import live

NOT_PACKED = r"^/(?!api/(rulebooks|compare|clauses)\b)."
"""Rulebooks are packed: they are long, and anyone's. Answers that hold a secret never are, since
their length would tell of it."""
CLEAN_SECONDS = 600.0
FOR_A_YEAR = b"max-age=31536000; includeSubDomains"


class Doorway:
    """Around every request: security headers, JSON only, what is measured."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through with headers put on its answer."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        began, method = time.perf_counter(), scope["method"]
        status = 500

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                ours = [one for one in self._headers(scope) if one[0] not in given]
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        finally:
            route = str(scope.get("path_template", "")) or "none"
            measures = self._context.measures
            measures.requests.labels(method, route, str(status)).inc()
            measures.seconds.labels(route).observe(time.perf_counter() - began)

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        headers = list(HEADERS.items())
        if str(scope["path"]).startswith("/api"):
            headers.append((b"cache-control", b"no-store"))
        if self._context.settings.secure:
            headers.append((b"strict-transport-security", FOR_A_YEAR))
        return headers


async def json_only(connection: Any, _: Any) -> None:
    """A body is JSON, or the request is not read."""
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and kind != "application/json":
        raise ProblemError(415)


PEOPLE = (accounts, demonstration, own, records)
BOOKS = (
    *(rulebooks, clauses, words, comparison, neighbours),
    *(payouts, layouts, edges, strategy, simulations),
)
TABLES = (tables, kept, lobby, parts, commands, staff, console, rulings, slips, stream)
PIT = (pit, links, terminals, promotions, tournaments, compliance, reports, shifts, files, public)
MODULES: tuple[Any, ...] = (*PEOPLE, *BOOKS, *TABLES, *PIT)


def routes() -> list[Any]:
    """Every route there is."""
    api = Router("/api", route_handlers=[module.router for module in MODULES])
    return [api, page.front, page.inside]


def described() -> Litestar:
    """The same routes in an application that serves nobody: the framework describes them.

    The framework would serve its own pages beside a description, which are not for this floor.
    """
    return Litestar(
        route_handlers=routes(),
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=pitboss.__version__,
            description="Tables, rulebooks, history and duties. Errors are always "
            "`{code, sentence, clauses}`.",
            create_examples=False,
        ),
    )


async def keep_clean(context: Context) -> None:
    """Take away sessions that are over, now and then; nobody else misses them."""
    while True:
        await asyncio.sleep(CLEAN_SECONDS)
        try:
            await asyncio.to_thread(context.sessions.clean)
        except Exception:  # noqa: BLE001 - whatever broke the connection, it is made anew
            log.exception("sessions that are over were not taken away")


async def keep_fresh(context: Context) -> None:
    """Have sessions in use read again before what was read of them is trusted no longer."""
    while True:
        await asyncio.sleep(TRUSTED_SECONDS / 2)
        # A request whose session cannot be read says so itself.
        with contextlib.suppress(Exception):
            await asyncio.to_thread(context.sessions.refresh)


def _watched(shown: PublishedTable) -> bool:
    return bool(shown.subscribers)


def make_app(
    context: Context, *, autodeal_seconds: float | None = None, cast: Cast | None = None
) -> Litestar:
    """The application over a context; with a `cast` its tables live."""

    @contextlib.asynccontextmanager
    async def living(_: Litestar) -> AsyncGenerator[None, None]:
        context.floor.start()
        for name in context.floor.names():
            context.floor.get(name)
        tasks = [asyncio.create_task(keep(context)) for keep in (keep_clean, keep_fresh)]
        if cast is not None:
            for name in cast.table:
                watched = partial(_watched, context.floor.get(name))
                going = live(context.tables, cast, name, watched)
                tasks.append(asyncio.create_task(going))
        if autodeal_seconds is not None:
            for shown in context.floor.shown():
                name = TABLE.stream_of(shown.name)
                dealing = keep_dealing(context.tables, context.answers, name, autodeal_seconds)
                tasks.append(asyncio.create_task(dealing))
        try:
            yield
        finally:
            context.workers.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    context.kept = Answers()
    return Litestar(
        route_handlers=routes(),
        guards=[json_only, guard],
        before_request=whole_json,
        middleware=[DefineMiddleware(Doorway, context=context)],
        exception_handlers={
            PitbossError: on_error,
            ProblemError: on_problem,
            HTTPException: on_http,
            RecursionError: on_recursion,
            SQLAlchemyError: on_store,
            Exception: on_anything,
        },
        lifespan=[living],
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=6, exclude=[NOT_PACKED], exclude_opt_key="kept"
        ),
        state=State({"context": context, "described": described}),
        request_max_body_size=context.settings.body_bytes,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
