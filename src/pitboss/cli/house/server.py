"""The server that `pitboss serve` runs: address, keys, store, context, and how to sign in."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import fcntl
import gc
import ipaddress
import logging
import os
import secrets
import signal
import socket
import ssl
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec
import uvicorn

from pitboss.api.app import make_app
from pitboss.api.context import Context, Settings, make_context
from pitboss.api.door.connections import protocols
from pitboss.api.door.gate import FEWEST, HANDLES_KEPT_BACK, Bounds, Gate, handles
from pitboss.api.door.hosts import own_names
from pitboss.api.first_start import (
    Credentials,
    all_books,
    demo_people,
    first_manager,
    mark,
    open_floor,
    stand_terminals,
)
from pitboss.cli.house.serve import ServeOptions
from pitboss.cli.house.trust import sealing_key, trusted
from pitboss.cli.term.output import columns, console, fail
from pitboss.journal import paths
from pitboss.journal.proof.checkpoint import signer_at
from pitboss.service.listen import Listener
from pitboss.service.people.seal import Seal
from pitboss.service.robots.cast import cast
from pitboss.service.robots.house import open_stages
from pitboss.service.tables import Tables
from pitboss.service.ticker import Ticker, after_stop
from pitboss.service.trust.witness import Witnesses, read_witness, to_file

SIGNING_KEY = "signing.key"
SEALING_KEY = "sealing.key"
METRICS_KEY = "metrics.key"
HANDSHAKE_SECONDS = 10
HEAD_NOTE = "log.note"
"""The head of the house log, for witnesses and monitors."""


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
    # A shell starts what it sends to the background with SIGINT ignored: it is heard here too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    os.umask(0o077)  # what is kept is the owner's alone
    with contextlib.suppress(KeyboardInterrupt):
        _serve(options)


def _serve(options: ServeOptions) -> None:
    if (options.certificate is None) != (options.private_key is None):
        fail("A certificate and its private key are given together.")
    if options.certificate is not None and options.private_key is not None:
        _check_pair(options.certificate, options.private_key)
    demo = _is_demo(options)
    if demo and not options.demo_in_public and (options.proxy or not _is_loopback(options.host)):
        fail(
            "The demonstration is for this machine alone; --demo-in-public opens it to others, "
            "--no-demo starts a real house."
        )
    if options.living and not demo:
        fail("Robots play in a demonstration alone: --living goes with --demo.")
    os.umask(0o077)  # what is written here is its owner's alone
    folder = data_folder(options.data)
    door = _bind(options.host, options.port)
    with contextlib.ExitStack() as stack:
        stack.callback(door.close)
        if options.database is None:
            stack.enter_context(_alone(folder))
        context = stack.enter_context(_context(options, folder))
        refused = mark(context.accounts, demonstration=demo)
        if refused is not None:
            fail(refused)
        open_floor(context.tables, context.books)
        stack.enter_context(_access_log(folder))
        accounts, books = context.accounts, context.books
        keep = options.keep_passwords
        entries = (
            demo_people(accounts, books, keep=keep) if demo else first_manager(accounts, books)
        )
        if demo:
            stand_terminals(context.tables, accounts, books)
        players = cast() if demo and options.living else None
        if players is not None:
            open_stages(context.tables, books, players)
        _tell(options, folder, door, context, entries)
        gate = _gate(options)
        http, streams = protocols(gate, own_names([options.host, *(options.name or ())]))
        config = uvicorn.Config(
            make_app(context, autodeal_seconds=options.autodeal, cast=players),
            log_level="warning",
            lifespan="on",
            http=http,
            ws=streams,
            ws_max_size=context.settings.body_bytes,
            # As with answers: what holds a secret is not packed, since its length would tell of it.
            ws_per_message_deflate=False,
            server_header=False,
            proxy_headers=options.proxy is not None,
            forwarded_allow_ips=options.proxy,
            ssl_certfile=options.certificate,
            ssl_keyfile=options.private_key,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=int(gate.bounds.idle_seconds),
        )
        # Editions, rules and code never become garbage: the collector would look through them
        # again and again, in the middle of a command.
        gc.collect()
        gc.freeze()
        HandshakeServer(config).run(sockets=[door])


class HandshakeServer(uvicorn.Server):
    """A server that waits for the end of a TLS handshake as long as for a head, not a minute."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        if self.config.is_ssl:
            loop: Any = asyncio.get_running_loop()
            loop.create_server = partial(
                loop.create_server, ssl_handshake_timeout=HANDSHAKE_SECONDS
            )
        await super().startup(sockets)


def _gate(options: ServeOptions) -> Gate:
    most = max(FEWEST, min(options.most_connections, handles() - HANDLES_KEPT_BACK))
    bounds = Bounds(most=most, most_by_address=options.most_by_address)
    return Gate(bounds, () if options.proxy is None else (options.proxy,))


def _is_demo(options: ServeOptions) -> bool:
    return options.demo if options.demo is not None else options.database is None


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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


def _close_up(folder: Path) -> None:
    """Folder and database of earlier versions were open to others of this machine."""
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
    for path in folder.glob(f"{paths.DATABASE}*"):
        with contextlib.suppress(OSError):
            path.chmod(0o600)


@contextlib.contextmanager
def _context(options: ServeOptions, folder: Path) -> Iterator[Context]:
    """The service on its store, with its clock and its ears."""
    url = options.database or f"sqlite:///{folder / paths.DATABASE}"
    _close_up(folder)
    keys = folder if options.keys is None else data_folder(options.keys)
    try:
        seal = Seal(sealing_key(options.sealing_key, keys / SEALING_KEY))
        signer = signer_at(keys / SIGNING_KEY)
        metrics = _secret_text(folder / METRICS_KEY)
    except OSError as error:
        fail(f"The keys in {keys} cannot be used: {error.strerror}.")
    witnesses = [read_witness(one) for one in options.witness or ()]
    books = all_books()
    held = trusted(url, keys, signer, options.accept_rollback)
    store, anchor = held.store, held.anchor
    clock = lambda: dt.datetime.now(dt.UTC)  # noqa: E731
    tables = Tables(store, seal, signer, clock, books, anchor=anchor, aside=held.aside)
    tables.moments.watch(lambda: time.clock_gettime(time.CLOCK_BOOTTIME))
    tables.signing.told.append(to_file(folder / HEAD_NOTE))
    tables.resume()
    held.record(tables)
    secure = options.certificate is not None or options.proxy is not None
    settings = Settings(
        secure=secure,
        metrics_key=metrics,
        ask_roads=options.ask_roads or options.living,
        spectators=options.spectators or _is_demo(options),
        demo_sign_in=_is_demo(options),
    )
    context = make_context(tables, books, settings)
    with contextlib.ExitStack() as stack:
        stack.callback(anchor.close)
        stack.callback(tables.close)
        if store.engine.dialect.name != "postgresql":
            after_stop(tables)  # nobody else serves a file
        if witnesses:
            context.witnesses = asking = Witnesses(witnesses, tables.moments.now)
            tables.signing.told.append(asking.hear)
            stack.callback(asking.close)
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
        out.print(
            "The first page of this machine's browser needs no password: choose a part there."
        )
        out.print("The passwords are shown once; each start draws the demonstration's anew.")
    if not _is_loopback(host) and scheme == "http" and options.proxy is None:
        out.print("Without a certificate or a proxy what is sent can be read on the way.")
    out.print("Stop with Ctrl-C.")
    out.file.flush()
