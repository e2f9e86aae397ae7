"""`pitboss demo`: a whole shoe in the terminal, by the edition's own rules.

This is a show: cards are shuffled from a seed and the bettors are invented. The life of the
shoe, the draws and the settlement are the real ones.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Annotated

from typer import Option

from pitboss.cli.options import (
    BaccaratBook,
    Decks,
    Game,
    Sign,
    open_book,
    read_sign,
    sure_of,
)
from pitboss.cli.term.output import cite, columns, console

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.book import Rulebook
    from pitboss.cards import Card
    from pitboss.settle.model import Bet, Settlement
    from pitboss.settle.setting import Setting

STAKES = (500, 1000, 2500, 10000)


def demo(
    rulebook: BaccaratBook = "star-baccarat",
    game: Game = None,
    decks: Decks = None,
    seed: Annotated[int, Option(help="Seed of the shuffle; the same seed, the same shoe.")] = 1,
    coups: Annotated[int, Option(min=1, help="Show this many coups, then sum up.")] = 8,
    all_coups: Annotated[bool, Option("--all", help="Show every coup of the shoe.")] = False,
    sign: Sign = None,
) -> None:
    """Play one shoe; show the first coups, or all of them, then the sums."""
    from pitboss.cli.term.settlement import heading, print_lines, print_result
    from pitboss.settle.setting import choose

    book = open_book(rulebook)
    signed = read_sign(sign)
    shown = None if all_coups else coups
    random_source = random.Random(seed)  # noqa: S311 - a show from a seed, not a table's shoe
    layout = random_source.choice(
        [name for name, rule in book.edition.layouts.items() if not rule.tournament_only]
    )
    setting: Setting = sure_of(choose(book.edition, game, decks, layout, signed))
    shoe, behind, said = _prepare(book, setting, random_source)
    rounds = sure_of(book.game.deals(book.compiled, shoe, behind))
    out = console()
    out.print(heading(book, setting.game, setting.decks, setting.layout))
    out.print(said)
    results: Counter[str] = Counter()
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    where = {"game": setting.game, "decks": setting.decks, "layout": setting.layout}
    for number, (given, last) in enumerate(rounds, 1):
        bets = _bets(book, setting, random_source)
        settled: Settlement = sure_of(
            book.game.settle(book.compiled, given, bets, **where, sign=signed)
        )
        results[settled.result["outcome"]] += 1
        for line in settled.wagers:
            totals[line.wager]["staked"] += line.stake_cents
            totals[line.wager]["back"] += line.paid_cents + line.returned_cents
        if shown is None or number <= shown or last:
            if shown is not None and last and number > shown + 1:
                out.print(f"\n[dim]... coups {shown + 1} to {number - 1} are not shown[/]")
            label = f"Coup {number}" + (", last coup" if last else "")
            out.print(f"\n[bold]{label}[/]")
            print_result(out, settled)
            print_lines(out, settled.wagers)
    _sum_up(out, results, totals)


def _prepare(
    book: Rulebook, setting: Setting, source: random.Random
) -> tuple[list[Card], int, str]:
    """Shuffle, cut, place the cutting card and burn: the cards left, those behind it, a line."""
    from pitboss.cards import CARDS_IN_DECK, full_shoe
    from pitboss.shoe import cards_burned, check_cut

    shoe = full_shoe(setting.decks)
    source.shuffle(shoe)
    rules = book.edition.shoe
    depth = source.randrange(CARDS_IN_DECK, len(shoe) - CARDS_IN_DECK + 1)
    sure_of(check_cut(rules.cut, depth, len(shoe)))
    shoe = shoe[depth:] + shoe[:depth]
    placing, burn = rules.cutting_card[0], rules.burn[0]
    burned = cards_burned(burn, shoe[0])
    said = (
        f"{len(shoe)} cards shuffled, cut {depth} deep {cite(rules.cut.clauses)}, cutting card "
        f"{placing.least} from the back {cite(placing.clauses)}, {burned} burned "
        f"{cite(burn.clauses)}"
    )
    return shoe[burned:], placing.least, said


def _bets(book: Rulebook, setting: Setting, source: random.Random) -> list[Bet]:
    """A main wager and one or two others that the table offers before the deal."""
    from pitboss.settle.lines import on_layout
    from pitboss.settle.model import Bet

    edition, usual = book.edition, book.game.mains[:2]
    others = [
        name
        for name in book.compiled.offered(setting.game)
        if name not in usual
        and not (wager := edition.wagers[name]).automaton
        and wager.offer is None
        and (wager.decks is None or setting.decks in wager.decks.only)
        and (wager.layouts is None or on_layout(wager.layouts, setting.layout or ""))
    ]
    main = [name for name in usual if name in edition.wagers]
    chosen = [source.choice(main), *source.sample(others, min(2, len(others)))]
    return [Bet(wager=name, stake_cents=source.choice(STAKES)) for name in chosen]


def _sum_up(out: Console, results: Counter[str], totals: defaultdict[str, Counter[str]]) -> None:
    from pitboss.money import dollars

    coups = sum(results.values())
    parts = ", ".join(f"{name.capitalize()} {number}" for name, number in sorted(results.items()))
    out.print(f"\n[bold]{coups} coups[/]: {parts}")
    table = columns("wager", "staked", "back to players", "house", figures=slice(1, None))
    for name in sorted(totals):
        staked, back = totals[name]["staked"], totals[name]["back"]
        table.add_row(name, dollars(staked), dollars(back), dollars(staked - back))
    out.print(table)
