"""The commands and their help; what each does is imported only when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Approved casino rulebooks as software. Analysis is for staff and study: the "
    "rulebooks forbid players to use analysing devices at a table.",
)

RulebookName = Annotated[str, typer.Argument(help="A rulebook, for example star-baccarat.")]
Game = Annotated[str | None, typer.Option(help="The game; the rulebook's first if omitted.")]
EditionName = Annotated[
    str | None, typer.Option("--edition", help="The edition; the newest if omitted.")
]
Decks = Annotated[int | None, typer.Option(help="Number of decks.")]
Study = Annotated[
    bool, typer.Option("--study", help="Allow decks that the edition does not permit.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Sign = Annotated[
    list[str] | None,
    typer.Option(help="What the table's sign fixes, as KEY=VALUE; repeat for more."),
]


def _version(asked: bool) -> None:
    if asked:
        from pitboss import __version__  # noqa: PLC0415

        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Hold the options of every command."""


@app.command()
def settle(
    rulebook: RulebookName,
    game: Game = None,
    edition: EditionName = None,
    decks: Decks = None,
    layout: Annotated[str | None, typer.Option(help="Only what this layout carries.")] = None,
    player: Annotated[str | None, typer.Option(help='Player\'s cards, e.g. "9h 8d".')] = None,
    banker: Annotated[str | None, typer.Option(help='Banker\'s cards, e.g. "2c 3c 4s".')] = None,
    results: Annotated[
        str | None,
        typer.Option(
            help='Results for wagers that span coups: "P P d T /" (B, P, T; d dummy, '
            "v void, / end of shoe)."
        ),
    ] = None,
    tail_open: Annotated[
        list[str] | None,
        typer.Option(help="Somebody else's early Dragon Tail wager, e.g. player@1."),
    ] = None,
    hand: Annotated[
        list[str] | None,
        typer.Option(
            help='A blackjack hand, e.g. "6h 5d Kc +100" for a double; repeat for split '
            "hands, the original wager lies on the first."
        ),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(help="The dealer's cards, first card first.")
    ] = None,
    insurance: Annotated[str | None, typer.Option(help="Dollars insured.")] = None,
    even_money: Annotated[
        bool, typer.Option("--even-money", help="Take even money on a blackjack against an ace.")
    ] = False,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            help="A bet, WAGER=DOLLARS; repeat for more. combination-run-4:PBBP=10 "
            "nominates, player-dragon-tail-late=10@2 is placed before coup 2."
        ),
    ] = None,
    sign: Sign = None,
    json: Json = False,
) -> None:
    """Settle a coup or a hand to the cent, with the clause that says so.

    pitboss settle star-baccarat --player "9h 8d" --banker "2c 3c 4s" --bet banker=25
    """
    from pitboss.cli import settling  # noqa: PLC0415

    given = {
        "player": player,
        "banker": banker,
        "results": results,
        "tail_open": tail_open or [],
        "hand": hand or [],
        "dealer": dealer,
        "insurance": insurance,
        "even_money": even_money,
        "bets": bet or [],
        "game": game,
        "decks": decks,
        "layout": layout,
    }
    settling.run(rulebook, edition, given, sign or [], as_json=json)


@app.command()
def odds(
    rulebook: RulebookName,
    game: Game = None,
    edition: EditionName = None,
    decks: Decks = None,
    wager: Annotated[
        list[str] | None, typer.Option(help="Only this wager, with its rows; repeat for more.")
    ] = None,
    sign: Sign = None,
    remove: Annotated[str, typer.Option(help='Cards gone from the shoe, e.g. "Ah Kd".')] = "",
    stake: Annotated[
        str | None, typer.Option(help="Also the edge at this stake, paid up to the chip.")
    ] = None,
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Blackjack: print the optimal play.")
    ] = False,
    basic: Annotated[
        bool, typer.Option("--basic", help="With --strategy: the best play by totals alone.")
    ] = False,
    plot: Annotated[str | None, typer.Option(help="Draw the result into this SVG file.")] = None,
    study: Study = False,
    json: Json = False,
) -> None:
    """Exact odds of every wager: probabilities, expectation, house edge, deviation.

    pitboss odds star-baccarat --wager banker
    """
    from pitboss.cli import odding  # noqa: PLC0415

    odding.run(
        odding.Asked(
            rulebook,
            edition,
            game,
            decks,
            wager or [],
            sign or [],
            remove,
            stake,
            strategy,
            basic,
            plot,
            study,
            json,
        )
    )


@app.command()
def rules(
    rulebook: Annotated[str | None, typer.Argument(help="A rulebook; all if omitted.")] = None,
    clause: Annotated[str | None, typer.Argument(help="One clause, e.g. 9.5.")] = None,
    edition: EditionName = None,
    find: Annotated[str | None, typer.Option(help="Only clauses that contain this text.")] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="The readings of ambiguous clauses followed.")
    ] = False,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Two rulebooks, value by value where they differ."),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Every clause's status, and what has no test.")
    ] = False,
    final: Annotated[
        bool, typer.Option("--final", help="With --coverage: fail while anything is planned.")
    ] = False,
    lint: Annotated[bool, typer.Option("--lint", help="Check the edition's files.")] = False,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Change every value in turn; a test must notice each."),
    ] = False,
    json: Json = False,
) -> None:
    """Show rulebooks, editions and clauses, and what the software does about each.

    pitboss rules star-baccarat 9.5
    """
    from pitboss.cli import ruling  # noqa: PLC0415

    asked = ruling.Asked(rulebook, clause, edition, find, final, json)
    if compare:
        ruling.show_comparison(asked, *compare)
    elif coverage:
        ruling.show_coverage(asked)
    elif prove:
        ruling.show_proof(asked)
    elif lint:
        ruling.show_lint(asked)
    elif readings:
        ruling.show_readings(asked)
    elif rulebook is None:
        ruling.show_shelf(asked)
    elif clause is None:
        ruling.show_edition(asked)
    else:
        ruling.show_clause(asked)


@app.command()
def simulate(
    rulebook: RulebookName,
    game: Game = None,
    edition: EditionName = None,
    decks: Decks = None,
    coups: Annotated[
        str, typer.Option(help="Coups (blackjack: rounds) to deal at least, e.g. 1e9.")
    ] = "1e7",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 1,
    workers: Annotated[
        int | None, typer.Option(help="Threads to deal in; one per processor if omitted.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(help="A Dask scheduler to deal on, e.g. tcp://host:8786.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(help="Bankroll view: dollars a session begins with.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option(help="Bankroll view: dollars staked on every coup.")
    ] = None,
    wager: Annotated[str, typer.Option(help="Bankroll view: the wager.")] = "banker",
    sessions: Annotated[str, typer.Option(help="Bankroll view: sessions to play.")] = "10000",
    coups_per_session: Annotated[
        str, typer.Option(help="Bankroll view: coups in a session.")
    ] = "200",
    plot: Annotated[str | None, typer.Option(help="Bankroll view: write an SVG here.")] = None,
    behind: Annotated[int | None, typer.Option(help="Cards behind the cutting card.")] = None,
    rounds_per_shoe: Annotated[
        int | None, typer.Option(help="Blackjack: rounds from every shoe, no cutting card.")
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(help="Blackjack: a strategy file; the solver's play if omitted.")
    ] = None,
    study: Study = False,
    sign: Sign = None,
    json: Json = False,
) -> None:
    """Deal whole shoes and estimate every wager, with its error, beside the exact figure.

    pitboss simulate star-baccarat --coups 1e8
    """
    from pitboss.cli import simulating  # noqa: PLC0415

    simulating.run(
        simulating.Asked(
            rulebook,
            edition,
            game,
            decks,
            coups,
            seed,
            workers,
            cluster,
            sign or [],
            study,
            json,
            bankroll,
            stake,
            wager,
            sessions,
            coups_per_session,
            plot,
            behind,
            rounds_per_shoe,
            strategy,
        )
    )


@app.command()
def protect(
    rulebook: Annotated[str, typer.Argument(help="A baccarat rulebook.")],
    game: Game = None,
    decks: Decks = None,
    sign: Sign = None,
    cut: Annotated[
        int | None,
        typer.Option(help="Cards behind the cutting card; the fewest if omitted."),
    ] = None,
    shoes: Annotated[int, typer.Option(min=1, help="Shoes to track.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the shuffles.")] = 1,
    plot: Annotated[str | None, typer.Option(help="Draw the result into this SVG file.")] = None,
    json: Json = False,
) -> None:
    """What a perfect tracker of the shoe could gain on each wager; for staff and study.

    pitboss protect star-baccarat --cut 20 --shoes 2000
    """
    from pitboss.cli import protecting  # noqa: PLC0415

    protecting.run(rulebook, game, decks, sign or [], cut, shoes, seed, plot, as_json=json)


@app.command()
def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="exact, repricing, solver, baccarat, workers, blackjack, table, service, journal, "
            "command."
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of each; the best is kept.")] = 7,
    json: Json = False,
) -> None:
    """Measure the speed of everything, each beside a floor or a peer in the same run."""
    from pitboss.cli import benching  # noqa: PLC0415

    benching.run(names or [], rounds, as_json=json)


@app.command()
def demo(
    rulebook: Annotated[str, typer.Argument(help="A baccarat rulebook.")] = "star-baccarat",
    game: Game = None,
    decks: Decks = None,
    seed: Annotated[
        int, typer.Option(help="Seed of the shuffle; the same seed, the same shoe.")
    ] = 1,
    coups: Annotated[int, typer.Option(min=1, help="Show this many coups, then sum up.")] = 8,
    all_coups: Annotated[bool, typer.Option("--all", help="Show every coup of the shoe.")] = False,
    sign: Sign = None,
) -> None:
    """Play a demonstration shoe: shuffle, cut, burn, coups with settlement, last coup."""
    from pitboss.cli import demonstration  # noqa: PLC0415

    demonstration.run(rulebook, game, decks, sign or [], seed, None if all_coups else coups)
