"""`pitboss odds`: exact odds for people, as JSON and as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from pitboss.cli.options import (
    Decks,
    EditionName,
    Game,
    Json,
    Plot,
    RulebookName,
    Sign,
    Study,
    open_book,
    read_sign,
    sure_of,
)
from pitboss.cli.term.output import console, print_json, print_page, save_chart

if TYPE_CHECKING:
    from pitboss.games.game import BestPlay
    from pitboss.odds.composition import Composition
    from pitboss.settle.setting import Setting


def odds(
    rulebook: RulebookName,
    game: Game = None,
    edition: EditionName = None,
    decks: Decks = None,
    wager: Annotated[
        list[str] | None, Option(help="Only this wager, with its rows; repeat for more.")
    ] = None,
    sign: Sign = None,
    remove: Annotated[str, Option(help='Cards gone from the shoe, e.g. "Ah Kd".')] = "",
    stake: Annotated[
        str | None, Option(help="Also the edge at this stake, paid up to the chip.")
    ] = None,
    strategy: Annotated[
        bool, Option("--strategy", help="Blackjack: print the optimal play.")
    ] = False,
    basic: Annotated[
        bool, Option("--basic", help="With --strategy: the best play by totals alone.")
    ] = False,
    plot: Plot = None,
    study: Study = False,
    json: Json = False,
) -> None:
    """Compute the odds asked for and print them."""
    from pitboss.money import parse_amount
    from pitboss.odds.composition import composition
    from pitboss.settle.lines import not_offered
    from pitboss.settle.setting import choose

    book = open_book(rulebook, edition)
    kept = book.edition
    counts: Composition = sure_of(composition(kept, decks, remove, study=study))
    setting: Setting = sure_of(choose(kept, game, decks, None, read_sign(sign), study=study))
    stake_cents = sure_of(parse_amount(stake)) if stake is not None else None
    if strategy:
        from pitboss.cli.term.settlement import heading

        best: BestPlay = sure_of(book.game.best_play(book.compiled, setting, counts))
        if plot:
            save_chart(best.chart(), plot)
        if json:
            print_json(best.figures(basic=basic))
        else:
            out = console()
            out.print(heading(book, setting.game, setting.decks, None))
            print_page(out, best.page(basic=basic))
        return
    for name in wager or ():
        sure_of(not_offered(kept, setting, name))
    names = wager or [name for name in kept.wagers if not_offered(kept, setting, name) is None]
    whole: dict[str, Any] = {
        "rulebook": kept.identity.rulebook,
        "edition": kept.identity.edition,
        "game": setting.game,
        "decks": setting.decks,
        "cards": sum(counts),
        "fingerprint": book.fingerprint,
    }
    if stake_cents:
        whole |= {"stake_cents": stake_cents, "chip_cents": setting.sign.chip_cents}
    whole["wagers"] = sure_of(
        book.odds_documents(setting, counts, names, stake_cents, asked=bool(wager))
    )
    if plot:
        from pitboss.cli.term.odds import edge_chart

        save_chart(edge_chart(whole), plot)
    if json:
        print_json(whole)
    else:
        from pitboss.cli.term.odds import print_odds

        print_odds(book, setting, whole, one=len(names) == 1 and bool(wager))
