"""`pitboss deal`: a table run in the terminal, a line at a time, and kept as a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from typer import Option

from pitboss.cli.options import BaccaratBook, Decks, EditionName, Game, Sign, open_book
from pitboss.cli.term.output import fail


@dataclass(frozen=True, kw_only=True)
class DealOptions:
    """The options of `pitboss deal`."""

    rulebook: BaccaratBook = "star-baccarat"
    game: Game = None
    edition: EditionName = None
    layout: Annotated[str | None, Option(help="The layout; the first if omitted.")] = None
    method: Annotated[str | None, Option(help="The dealing method.")] = None
    decks: Decks = None
    seed: Annotated[
        int | None, Option(help="Seed of the shuffles; drawn by chance if omitted.")
    ] = None
    start: Annotated[
        str | None, Option(help="When the table opens, YYYY-MM-DDTHH:MM; now if omitted.")
    ] = None
    seats: Annotated[int, Option(min=0, help="Players seated at the start.")] = 3
    chips: Annotated[str, Option(help="Dollars each of them has in chips.")] = "5000"
    minimum: Annotated[
        str | None, Option(help="The sign's minimum in dollars; the usual one if omitted.")
    ] = None
    maximum: Annotated[
        str | None, Option(help="The sign's maximum in dollars; the usual one if omitted.")
    ] = None
    sign: Sign = None
    physical: Annotated[
        bool, Option("--physical", help="Real cards: the dealer types each that is shown.")
    ] = False
    save: Annotated[str | None, Option(help="Write what was done to this scenario file.")] = None


def deal(options: DealOptions) -> None:
    """Open the table, take lines until the end, save."""
    from pitboss.cli.tables.scenario import opening_scenario
    from pitboss.cli.tables.terminal import Terminal
    from pitboss.errors import NotSetUpError
    from pitboss.scenarios.session import Session

    book = open_book(options.rulebook, options.edition)
    if book.game.play() is None:
        fail(f"The table deals baccarat; {options.rulebook} is played by decisions of its own.")
    try:
        session = Session(book, opening_scenario(book, options), physical=options.physical)
    except NotSetUpError as error:
        fail(error.refusal)
    Terminal(book, session, options.save).run()
