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
    demo: Annotated[
        bool | None,
        Option("--demo/--no-demo", help="People of every rank to try; only without --database."),
    ] = None
    autodeal: Annotated[
        float | None,
        Option(min=0.05, help="Have the house act every so many seconds by itself."),
    ] = None
    certificate: Annotated[str | None, Option(help="A TLS certificate.")] = None
    private_key: Annotated[str | None, Option(help="The certificate's key.")] = None
    proxy: Annotated[
        str | None, Option(help="The address of a proxy that ends TLS, to be trusted.")
    ] = None
    ask_roads: Annotated[
        bool, Option("--ask-roads", help="Show the ask roads beside the roads.")
    ] = False


def serve(options: ServeOptions) -> None:
    """Serve until told to stop."""
    from pitboss.cli.house.server import run

    run(options)
