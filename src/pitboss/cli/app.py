"""The `pitboss` command group: each command is known by its help and imported when it is run."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from pitboss.cli import edition as editions
from pitboss.cli.term.output import fail
from pitboss.errors import PitbossError


class Known(NamedTuple):
    """A command as the list shows it: its function below `pitboss.cli`, its help, an example."""

    home: str
    sentence: str
    example: str = ""


COMMANDS = {
    "settle": Known(
        "books.settle:settle",
        "Settle a coup or a hand to the cent, with the clause that says so.",
        'star-baccarat --player "9h 8d" --banker "2c 3c 4s" --bet banker=25',
    ),
    "odds": Known(
        "books.odds:odds",
        "Exact odds of every wager: probabilities, expectation, house edge, deviation.",
        "star-baccarat --wager banker",
    ),
    "rules": Known(
        "books.rules:rules",
        "Show rulebooks, editions and clauses, and what the software does about each.",
        "star-baccarat 9.5",
    ),
    "simulate": Known(
        "books.simulate:simulate",
        "Deal whole shoes and estimate every wager, with its error, beside the exact figure.",
        "star-baccarat --coups 1e8",
    ),
    "protect": Known(
        "books.protect:protect",
        "What a perfect tracker of the shoe could gain on each wager; for staff and study.",
        "star-baccarat --cut 20 --shoes 2000",
    ),
    "bench": Known(
        "house.bench:bench",
        "Measure the speed of everything, each beside a floor or a peer in the same run.",
    ),
    "demo": Known(
        "tables.demo:demo",
        "Play a demonstration shoe: shuffle, cut, burn, coups with settlement, last coup.",
    ),
    "verify": Known(
        "house.journals:verify",
        "Check an exported journal: hashes, chain, signatures, replay, money, cards.",
        "journal.jsonl --key house.pub",
    ),
    "export": Known(
        "house.journals:export",
        "Write the journal, or the extract of one coup for a dispute, signed.",
        "--stream table:1 --coup 12 --out dispute.jsonl",
    ),
    "import": Known(
        "house.journals:take_in",
        "Verify an exported journal and write it into a store that has none of its streams.",
    ),
    "backup": Known(
        "house.journals:backup",
        "Copy the whole store, while it is in use, into one file. The keys are not in it.",
    ),
    "restore": Known("house.journals:restore", "Copy a backup into an empty store."),
    "public-key": Known(
        "house.journals:public_key",
        "Print the public half of the house's signing key, for `verify --key`.",
    ),
    "roads": Known(
        "books.roads:roads",
        "Bead plate, big road, big eye boy, small road and cockroach pig of one shoe.",
        '"BBPTPB"',
    ),
    "random": Known(
        "house.rng:random",
        "Give out the generator of virtual shoes, raw and before scaling, for a laboratory.",
        "--bytes 125000000 > raw.bin",
    ),
    "report": Known(
        "house.report:report",
        "Report win, drop, hold against its exact expectation, payment errors, duties.",
        "--database sqlite:///house.db",
    ),
    "run": Known(
        "tables.run:run",
        "Play a scripted table: every event and refusal with its clauses, then balances.",
        "evening.scenario",
    ),
    "deal": Known(
        "tables.deal:deal",
        "Run a table in the terminal: the state, the next acts with keys, refusals with clauses.",
        "star-baccarat --seats 3 --save evening.scenario",
    ),
    "chaos": Known(
        "tables.chaos:chaos",
        "Play tables badly and check every step: money, cards, replay, views, refusals.",
        "star-baccarat --steps 100000 --seed 7",
    ),
    "tournament": Known(
        "books.tournament:tournament",
        "Conditions of a tournament: write, check, play them whole from a seed, prove an export.",
        "run conditions.toml --players 200 --seed 7 --out spring",
    ),
    "serve": Known(
        "house.serve:serve",
        "Serve tables, the API and a page: an open table for each rulebook, people to sign in as.",
        "--port 8000",
    ),
}


def load(name: str) -> TyperCommand:
    """A command with its options."""
    module, _, function = COMMANDS[name].home.partition(":")
    command = getattr(import_module(f"pitboss.cli.{module}"), function)
    holder = typer.Typer(add_completion=False, rich_markup_mode=None)
    holder.command(name, help=_help(name))(_spread(command))
    loaded = typer.main.get_command(holder)
    assert isinstance(loaded, TyperCommand)  # noqa: S101 - a holder of one command is that one
    return loaded


def _help(name: str) -> str:
    _, sentence, example = COMMANDS[name]
    return f"{sentence}\n\npitboss {name} {example}" if example else sentence


class Lazy(TyperCommand):
    """A command known by its help alone, until it is called."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """The context of the command that was loaded, which is then the one that runs."""
        return load(str(self.name)).make_context(*args, **extra)


class Commands(TyperGroup):
    """All commands, none of them imported."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in COMMANDS:
            self.add_command(Lazy(name, help=_help(name)))

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an error that people meet is told in its sentence."""
        try:
            return super().invoke(ctx)
        except PitbossError as error:
            text = str(error)
            fail(text if "\n" in text else text.rstrip(".") + ".", error.exit_code)


def _spread(command: Callable[..., None]) -> Callable[..., None]:
    """A function whose parameters are options, of one that takes a dataclass of them."""
    options: Any = next(iter(get_type_hints(command).values()))
    if not hasattr(options, "__dataclass_fields__"):
        return command
    hints = get_type_hints(options, include_extras=True)
    parameters = [
        one.replace(annotation=hints[name])
        for name, one in inspect.signature(options).parameters.items()
    ]

    def call(**given: Any) -> None:
        command(options(**given))

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return call


def _version(asked: bool) -> None:
    if asked:
        from pitboss import __version__

        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Approved casino rulebooks as software. Analysis is for staff and study: the "
    "rulebooks forbid players to use analysing devices at a table.",
)

app.add_typer(editions.app, name="edition")


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    shelf: Annotated[
        str | None,
        typer.Option(
            callback=editions.use_shelf,
            help="A folder with further rulebooks, beside those of the package.",
        ),
    ] = None,
) -> None:
    """Hold the options of every command."""
