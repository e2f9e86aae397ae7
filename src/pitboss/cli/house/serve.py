"""`pitboss serve`: tables, API and page on embedded defaults, or on a database of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from typer import Option


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The options of `pitboss serve`."""

    database: Annotated[
        str | None, Option(help="A database, e.g. postgresql://...; an embedded file if omitted.")
    ] = None
    host: Annotated[str, Option(help="The address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Option(min=0, max=65535, help="The port; 0 takes any.")] = 8000
    data: Annotated[
        str | None, Option(help="The folder of the embedded database and the keys.")
    ] = None
    keys: Annotated[
        str | None,
        Option(help="The folder of the keys and the anchor; the data folder if omitted."),
    ] = None
    sealing_key: Annotated[
        str | None,
        Option(help="Where the sealing key is: file:PATH, env:NAME or command:PROGRAM."),
    ] = None
    accept_rollback: Annotated[
        str | None,
        Option(help="Serve a database that is behind its anchor: 'NAME: REASON', journalled."),
    ] = None
    witness: Annotated[
        list[str] | None,
        Option(help="A witness of the house log: 'KEY ADDRESS'; repeat for more."),
    ] = None
    demo: Annotated[
        bool | None,
        Option("--demo/--no-demo", help="People of every rank to try; only without --database."),
    ] = None
    demo_in_public: Annotated[
        bool,
        Option("--demo-in-public", help="Let the demonstration be reached from other machines."),
    ] = False
    living: Annotated[
        bool,
        Option("--living", help="The demonstration lives: robots play, and nobody needs to wait."),
    ] = False
    keep_passwords: Annotated[
        bool,
        Option("--keep-passwords", help="Draw the demonstration's passwords not anew."),
    ] = False
    autodeal: Annotated[
        float | None,
        Option(min=0.05, help="Have the house act every so many seconds by itself."),
    ] = None
    certificate: Annotated[str | None, Option(help="A TLS certificate.")] = None
    private_key: Annotated[str | None, Option(help="The certificate's key.")] = None
    proxy: Annotated[
        str | None, Option(help="The address of a proxy that ends TLS, to be trusted.")
    ] = None
    name: Annotated[
        list[str] | None,
        Option(help="A name by which this server is asked for, as its pages' addresses have it."),
    ] = None
    most_connections: Annotated[int, Option(min=64, help="The most connections in all.")] = 8_000
    most_by_address: Annotated[int, Option(min=8, help="The most connections of one address.")] = (
        1_500
    )
    spectators: Annotated[
        bool,
        Option("--spectators", help="Show the lobby and the walls without an account."),
    ] = False
    ask_roads: Annotated[
        bool, Option("--ask-roads", help="Show the ask roads at every table; --living does so too.")
    ] = False


def serve(options: ServeOptions) -> None:
    """Serve until told to stop."""
    from pitboss.cli.house.server import run

    run(options)
