"""The commands that run tables and their help; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.app import Decks, EditionName, Game, Json, Sign, app


@app.command()
def run(
    scenario: Annotated[
        str | None,
        typer.Argument(help="A scenario file; with --commands a rulebook, or nothing."),
    ] = None,
    commands: Annotated[
        bool, typer.Option("--commands", help="List every command, its fields and who gives it.")
    ] = False,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="With --commands: every act against every rank.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="With --commands: the page of the documentation.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON lines and nothing else.")
    ] = False,
) -> None:
    """Play a scripted table: every event and refusal with its clauses, then balances.

    pitboss run scenario.toml
    """
    from pitboss.cli import running  # noqa: PLC0415
    from pitboss.cli.common import fail  # noqa: PLC0415

    if commands and markdown:
        running.show_markdown()
    elif commands and matrix and scenario is not None:
        running.show_matrix(scenario, as_json=json)
    elif commands and not matrix:
        running.show_commands(scenario, as_json=json)
    elif scenario is None or matrix:
        fail("Name a scenario file, or ask for --commands; --matrix needs both it and a rulebook.")
    else:
        running.run(scenario, as_json=json)


@app.command()
def deal(
    rulebook: Annotated[str, typer.Argument(help="A baccarat rulebook.")] = "star-baccarat",
    game: Game = None,
    edition: EditionName = None,
    layout: Annotated[str | None, typer.Option(help="The layout; the first if omitted.")] = None,
    method: Annotated[str | None, typer.Option(help="The dealing method.")] = None,
    decks: Decks = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the shuffles; drawn by chance if omitted.")
    ] = None,
    start: Annotated[
        str | None, typer.Option(help="When the table opens, YYYY-MM-DDTHH:MM; now if omitted.")
    ] = None,
    seats: Annotated[int, typer.Option(min=0, help="Players seated at the start.")] = 3,
    chips: Annotated[str, typer.Option(help="Dollars each of them has in chips.")] = "5000",
    minimum: Annotated[str, typer.Option(help="The sign's minimum in dollars.")] = "25",
    maximum: Annotated[str, typer.Option(help="The sign's maximum in dollars.")] = "10000",
    sign: Sign = None,
    physical: Annotated[
        bool, typer.Option("--physical", help="Real cards: the dealer types each that is shown.")
    ] = False,
    save: Annotated[
        str | None, typer.Option(help="Write what was done to this scenario file.")
    ] = None,
) -> None:
    """Run a table in the terminal: the state, the next acts with keys, refusals with clauses.

    pitboss deal star-baccarat --seats 3 --save evening.toml
    """
    from pitboss.cli import dealing, seating  # noqa: PLC0415

    dealing.run(
        seating.Asked(
            rulebook,
            edition,
            game,
            layout,
            method,
            decks,
            seed,
            start,
            seats,
            chips,
            minimum,
            maximum,
            sign or [],
            physical,
            save,
        )
    )


@app.command()
def chaos(
    rulebook: Annotated[
        str | None, typer.Argument(help="A rulebook; all that have a table if omitted.")
    ] = None,
    edition: EditionName = None,
    steps: Annotated[int, typer.Option(min=1, help="Commands to give.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same seed, the same run.")] = 1,
    json: Json = False,
) -> None:
    """Play tables badly and check every step: money, cards, replay, views, refusals.

    pitboss chaos star-baccarat --steps 100000 --seed 7
    """
    from pitboss.cli import chaotic  # noqa: PLC0415

    chaotic.run(rulebook, edition, steps, seed, as_json=json)


@app.command()
def serve(
    database: Annotated[
        str | None,
        typer.Option(help="A database, e.g. postgresql://...; an embedded file if omitted."),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any.")] = 8000,
    data: Annotated[
        str | None, typer.Option(help="The folder of the embedded database and the keys.")
    ] = None,
    demo: Annotated[
        bool | None,
        typer.Option(
            "--demo/--no-demo", help="People of every rank to try; only without --database."
        ),
    ] = None,
    autodeal: Annotated[
        float | None,
        typer.Option(min=0.05, help="Have the house act every so many seconds by itself."),
    ] = None,
    certificate: Annotated[str | None, typer.Option(help="A TLS certificate.")] = None,
    private_key: Annotated[str | None, typer.Option(help="The certificate's key.")] = None,
    proxy: Annotated[
        str | None, typer.Option(help="The address of a proxy that ends TLS, to be trusted.")
    ] = None,
    ask_roads: Annotated[
        bool, typer.Option("--ask-roads", help="Show the ask roads beside the roads.")
    ] = False,
) -> None:
    """Serve tables, the API and a page: an open table for each rulebook, people to sign in as.

    pitboss serve --port 8000
    """
    from pitboss.cli import serving  # noqa: PLC0415

    given = (database, host, port, data, demo, autodeal, certificate, private_key, proxy)
    serving.run(serving.Asked(*given, ask_roads=ask_roads))
