"""`pitboss demo`: a whole shoe of baccarat in the terminal, by the edition's own rules.

This is a show: cards are shuffled from a seed and the bettors are invented. The life of the
shoe, the draws and the settlement are the real ones.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from pitboss.baccarat.shoe import cards_burned, check_cut, deal_shoe
from pitboss.book import Rulebook
from pitboss.cards import CARDS_IN_DECK, Card, full_shoe, names
from pitboss.cli.common import cite, console, fail, open_book, read_sign_options, sure_of
from pitboss.cli.printing import heading, print_lines, print_result
from pitboss.money import dollars
from pitboss.settle.model import Settlement
from pitboss.settle.setting import Setting, choose

MAIN = ("player", "banker")
STAKES = ("5", "10", "25", "100")


def run(
    name: str,
    game: str | None,
    decks: int | None,
    sign: Sequence[str],
    seed: int,
    shown: int | None,
) -> None:
    """Play one shoe; show the first coups (all of them if `shown` is None), then the sums."""
    book = open_book(name)
    if book.edition.tableau is None:
        fail(f"The demonstration deals baccarat; {name} is played by decisions at the table.")
    given = read_sign_options(sign)
    random_source = random.Random(seed)  # noqa: S311 - a show from a seed, not a table's shoe
    layout = random_source.choice(
        [name for name, rule in book.edition.layouts.items() if not rule.tournament_only]
    )
    setting: Setting = sure_of(choose(book.edition, game, decks, layout, given))
    out = console()
    shoe = _prepare(out, book, setting, random_source)
    results: Counter[str] = Counter()
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    end = book.edition.shoe.end
    for number, coup in enumerate(deal_shoe(book.edition.tableau, end, *shoe), 1):
        bets = _bets(book, setting, random_source)
        settled: Settlement = sure_of(
            book.settle(
                player=names(coup.player),
                banker=names(coup.banker),
                bets=bets,
                game=setting.game,
                decks=setting.decks,
                layout=setting.layout,
                sign=given,
            )
        )
        results[settled.result["outcome"]] += 1
        for line in settled.wagers:
            totals[line.wager]["staked"] += line.stake_cents
            totals[line.wager]["back"] += line.paid_cents + line.returned_cents
        if shown is None or number <= shown or coup.last:
            if shown is not None and coup.last and number > shown + 1:
                out.print(f"\n[dim]... coups {shown + 1} to {number - 1} are not shown[/]")
            label = f"Coup {number}" + (", last coup" if coup.last else "")
            out.print(f"\n[bold]{label}[/]")
            print_result(out, settled)
            print_lines(out, settled.wagers)
    _sum_up(out, results, totals)


def _prepare(
    out: Console, book: Rulebook, setting: Setting, source: random.Random
) -> tuple[list[Card], int]:
    """Shuffle, cut, place the cutting card and burn; the cards left, and those behind it."""
    shoe = full_shoe(setting.decks)
    source.shuffle(shoe)
    rules = book.edition.shoe
    depth = source.randrange(CARDS_IN_DECK, len(shoe) - CARDS_IN_DECK + 1)
    refusal = check_cut(rules.cut, depth, len(shoe))
    if refusal:
        fail(refusal)
    shoe = shoe[depth:] + shoe[:depth]
    placing, burn = rules.cutting_card[0], rules.burn[0]
    burned = cards_burned(burn, shoe[0])
    out.print(heading(book, setting.game, setting.decks, setting.layout))
    out.print(
        f"{len(shoe)} cards shuffled, cut {depth} deep {cite(rules.cut.clauses)}, cutting card "
        f"{placing.least} from the back {cite(placing.clauses)}, {burned} burned "
        f"{cite(burn.clauses)}"
    )
    return shoe[burned:], placing.least


def _bets(book: Rulebook, setting: Setting, source: random.Random) -> list[str]:
    """A main wager and one or two others that the table offers before the deal."""
    edition = book.edition
    others = [
        name
        for name in book.compiled.offered(setting.game)
        if name not in MAIN
        and not (wager := edition.wagers[name]).automaton
        and wager.offer is None
        and (wager.decks is None or setting.decks in wager.decks.only)
        and (wager.layouts is None or setting.layout in wager.layouts.only)
    ]
    main = [name for name in MAIN if name in edition.wagers]
    chosen = [source.choice(main), *source.sample(others, min(2, len(others)))]
    return [f"{name}={source.choice(STAKES)}" for name in chosen]


def _sum_up(out: Console, results: Counter[str], totals: defaultdict[str, Counter[str]]) -> None:
    coups = sum(results.values())
    parts = ", ".join(f"{name.capitalize()} {number}" for name, number in sorted(results.items()))
    out.print(f"\n[bold]{coups} coups[/]: {parts}")
    table = Table("wager", "staked", "back to players", "house", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name in sorted(totals):
        staked, back = totals[name]["staked"], totals[name]["back"]
        table.add_row(name, dollars(staked), dollars(back), dollars(staked - back))
    out.print(table)
