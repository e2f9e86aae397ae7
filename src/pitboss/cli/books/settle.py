"""`pitboss settle`: a settlement for people or as JSON."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from pitboss.cli.options import (
    Decks,
    EditionName,
    Game,
    Json,
    RulebookName,
    Sign,
    open_book,
    read_sign,
    sure_of,
)
from pitboss.cli.term.output import print_json


def settle(
    rulebook: RulebookName,
    game: Game = None,
    edition: EditionName = None,
    decks: Decks = None,
    layout: Annotated[str | None, Option(help="Only what this layout carries.")] = None,
    player: Annotated[str | None, Option(help='Player\'s cards, e.g. "9h 8d".')] = None,
    banker: Annotated[str | None, Option(help='Banker\'s cards, e.g. "2c 3c 4s".')] = None,
    results: Annotated[
        str | None,
        Option(
            help='Results for wagers that span coups: "P P d T /" (B, P, T; d dummy, '
            "v void, / end of shoe)."
        ),
    ] = None,
    tail_open: Annotated[
        list[str] | None, Option(help="Somebody else's early Dragon Tail wager, e.g. player@1.")
    ] = None,
    hand: Annotated[
        list[str] | None,
        Option(
            help='A blackjack hand, e.g. "6h 5d Kc +100" for a double; repeat for split '
            "hands, the original wager lies on the first."
        ),
    ] = None,
    dealer: Annotated[str | None, Option(help="The dealer's cards, first card first.")] = None,
    insurance: Annotated[str | None, Option(help="Dollars insured.")] = None,
    even_money: Annotated[
        bool, Option("--even-money", help="Take even money on a blackjack against an ace.")
    ] = False,
    bet: Annotated[
        list[str] | None,
        Option(
            help="A bet, WAGER=DOLLARS; repeat for more. combination-run-4:PBBP=10 "
            "nominates, player-dragon-tail-late=10@2 is placed before coup 2."
        ),
    ] = None,
    sign: Sign = None,
    json: Json = False,
) -> None:
    """Settle what was given and print it."""
    book = open_book(rulebook, edition)
    settled = sure_of(
        book.settle(
            player=player,
            banker=banker,
            results=results,
            tail_open=tail_open or [],
            hand=hand or [],
            dealer=dealer,
            insurance=insurance,
            even_money=even_money,
            bets=bet or [],
            game=game,
            decks=decks,
            layout=layout,
            sign=read_sign(sign),
        )
    )
    if json:
        print_json(settled)
    else:
        from pitboss.cli.term.settlement import print_settlement

        print_settlement(book, settled)
