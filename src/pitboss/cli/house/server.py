"""The server that `pitboss serve` runs: address, keys, store, context, and how to sign in."""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import gc
import logging
import os
import secrets
import signal
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec
import uvicorn

from pitboss.api.app import make_app
from pitboss.api.context import Context, Settings, make_context
from pitboss.api.first_start import Credentials, all_books, demo_people, first_manager, open_floor
from pitboss.api.limits import BoundedProtocol
from pitboss.cli.house.serve import ServeOptions
from pitboss.cli.term.output import columns, console, fail
from pitboss.journal import paths
from pitboss.journal.proof.checkpoint import signer_at
from pitboss.journal.sql import SqlStore
from pitboss.service.listen import Listener
from pitboss.service.people.seal import Seal, key_at
from pitboss.service.tables import Tables
from pitboss.service.ticker import Ticker

SIGNING_KEY = "signing.key"
SEALING_KEY = "sealing.key"
METRICS_KEY = "metrics.key"
KEEP_ALIVE_SECONDS = 125
"""Longer than proxies keep a connection: the one that gives commands is the one to end it."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def data_folder(given: str | None) -> Path:
    """The folder of the embedded database and the keys; made for its owner alone."""
    folder = Path(given) if given is not None else paths.data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        fail(f"The data folder {folder} cannot be written: {error.strerror}.")
    return folder


def run(options: ServeOptions) -> None:
    """Serve until told to stop."""
    # The server raises the signal again that ended it: either ends here, and all is closed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        _serve(options)


def _serve(options: ServeOptions) -> None:
    if (options.certificate is None) != (options.private_key is None):
        fail("A certificate and its private key are given together.")
    if options.certificate is not None and options.private_key is not None:
        _check_pair(options.certificate, options.private_key)
    folder = data_folder(options.data)
    door = _bind(options.host, options.port)
    with contextlib.ExitStack() as stack:
        stack.callback(door.close)
        if options.database is None:
            stack.enter_context(_alone(folder))
        context = stack.enter_context(_context(options, folder))
        demo = options.demo if options.demo is not None else options.database is None
        open_floor(context.tables, context.books)
        stack.enter_context(_access_log(folder))
        people = demo_people if demo else first_manager
        entries = people(context.accounts, context.books)
        _tell(options, folder, door, context, entries)
        config = uvicorn.Config(
            make_app(context, autodeal_seconds=options.autodeal),
            log_level="warning",
            lifespan="on",
            http=BoundedProtocol,
            ws="websockets-sansio",
            ws_max_size=context.settings.body_bytes,
            # As with answers: what holds a secret is not packed, since its length would tell of it.
            ws_per_message_deflate=False,
            server_header=False,
            proxy_headers=options.proxy is not None,
            forwarded_allow_ips=options.proxy,
            ssl_certfile=options.certificate,
            ssl_keyfile=options.private_key,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
        )
        # Editions, rules and code never become garbage: the collector would look through them
        # again and again, in the middle of a command.
        gc.collect()
        gc.freeze()
        uvicorn.Server(config).run(sockets=[door])


def _check_pair(certificate: str, private_key: str) -> None:
    """Read both before anything is done; a key under a password is none that a service can use."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, private_key, password=lambda: b"")
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", None) or getattr(error, "strerror", None)
        told = f": {why}" if isinstance(why, str) else ""
        fail(f"{certificate} and {private_key} are no certificate with its private key{told}.")


def _bind(host: str, port: int) -> socket.socket:
    """Take the address before anything else is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(1024)
    except (OSError, OverflowError) as error:
        door.close()
        why = getattr(error, "strerror", None) or str(error)
        fail(f"The server cannot listen on {host}, port {port}: {why}.")
    return door


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One server for one embedded database: others would not hear of its events."""
    file: IO[str] = (folder / "server.lock").open("w", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        fail(f"Another server uses the data folder {folder}.")
    try:
        yield
    finally:
        file.close()


@contextlib.contextmanager
def _access_log(folder: Path) -> Iterator[None]:
    """Every attempt to sign in is a line of a file of its own."""
    path = folder / "access.log"
    path.touch(mode=0o600)
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log = logging.getLogger("pitboss.access")
    log.setLevel(logging.INFO)
    log.addHandler(handler)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(handler)
        handler.close()


def _secret_text(path: Path) -> str:
    """A key for machines that read the metrics, in a file that only its owner may read."""
    made = paths.kept(path, lambda: secrets.token_urlsafe(24).encode())
    return made.decode("ascii").strip()


@contextlib.contextmanager
def _context(options: ServeOptions, folder: Path) -> Iterator[Context]:
    """The service on its store, with its clock and its ears."""
    url = options.database or f"sqlite:///{folder / paths.DATABASE}"
    try:
        seal = Seal(key_at(folder / SEALING_KEY))
        signer = signer_at(folder / SIGNING_KEY)
        metrics = _secret_text(folder / METRICS_KEY)
    except OSError as error:
        fail(f"The keys in {folder} cannot be used: {error.strerror}.")
    books = all_books()
    store = SqlStore(url)
    tables = Tables(store, seal, signer, lambda: dt.datetime.now(dt.UTC), books)
    tables.resume()
    secure = options.certificate is not None or options.proxy is not None
    settings = Settings(secure=secure, metrics_key=metrics, ask_roads=options.ask_roads)
    context = make_context(tables, books, settings)
    with contextlib.ExitStack() as stack:
        stack.callback(tables.close)
        context.ticker = Ticker(tables)
        stack.callback(context.ticker.close)
        if store.engine.dialect.name == "postgresql":
            context.listener = Listener(tables, url)
            stack.callback(context.listener.close)
        yield context


def _tell(
    options: ServeOptions,
    folder: Path,
    door: socket.socket,
    context: Context,
    entries: list[Credentials],
) -> None:
    out = console()
    host, port = door.getsockname()[:2]
    scheme = "https" if options.certificate is not None else "http"
    shown = f"[{host}]" if ":" in host else host
    out.print(f"Pitboss serves {scheme}://{shown}:{port}/", markup=False, soft_wrap=True)
    out.print(f"data in {folder}", markup=False, soft_wrap=True)
    out.print(f"tables: {', '.join(context.floor.names())}", markup=False, soft_wrap=True)
    if entries:
        told: list[dict[str, Any]] = msgspec.to_builtins(entries)
        rows = columns("sign in as", "password", "role", "rank", "house", "code")
        for one in told:
            keys = ("login", "password", "role", "rank", "house", "secret")
            rows.add_row(*(str(one[key] or "") for key in keys))
        out.print(rows)
        out.print("The passwords are shown once; each start draws the demonstration's anew.")
    if host not in LOOPBACK and scheme == "http" and options.proxy is None:
        out.print("Without a certificate or a proxy what is sent can be read on the way.")
    out.print("Stop with Ctrl-C.")
    out.file.flush()
