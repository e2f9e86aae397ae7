"""Settlements printed for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pitboss.book import Rulebook
from pitboss.cards import parse
from pitboss.cli.options import sure_of
from pitboss.cli.term.output import cards_text, cite, console
from pitboss.money import dollars
from pitboss.settle.model import Line, Settlement

OUTCOME_STYLES = {"win": "green", "lose": "red", "stand-off": "yellow", "void": "magenta"}


def print_settlement(book: Rulebook, settled: Settlement) -> None:
    """House and game, the cards and what they came to, a line a stake."""
    out = console()
    out.print(heading(book, settled.game, settled.decks, settled.layout))
    print_result(out, settled)
    print_lines(out, settled.wagers)


def heading(book: Rulebook, game: str, decks: int, layout: str | None) -> str:
    """House, game, edition and decks."""
    identity = book.edition.identity
    title = book.edition.games[game].title
    text = f"[bold]{identity.house}, {title}[/], edition {identity.edition}, {decks} decks"
    return text + (f", layout {layout}" if layout else "")


def print_result(out: Console, settled: Settlement) -> None:
    """The cards, and what they came to."""
    result = settled.result
    if "results" in result:
        coups = "1 coup" if result["coups"] == 1 else f"{result['coups']} coups"
        out.print(f"Results  {result['results']}   {coups}")
        return
    grid = Table.grid(padding=(0, 2))
    if "player" in result:
        for side in ("player", "banker"):
            hand = result[side]
            grid.add_row(
                side.capitalize(),
                coloured(hand["cards"]),
                str(hand["count"]),
                f"{hand['did']} [dim]{cite(hand['clauses'])}[/]",
            )
        out.print(grid)
        out.print(f"[bold]{result['text']}[/]")
        return
    for number, hand in enumerate(result["hands"], 1):
        grid.add_row(f"Hand {number}", coloured(hand["cards"]), str(hand["total"]), hand["kind"])
    dealer = result["dealer"]
    grid.add_row("Dealer", coloured(dealer["cards"]), str(dealer["total"]), dealer["kind"])
    out.print(grid)


def print_lines(out: Console, lines: Sequence[Line]) -> None:
    """One line a stake: outcome, payment, reason, clauses."""
    grid = Table.grid(padding=(0, 2))
    for column in ("left", "right", "left", "right", "left"):
        grid.add_column(justify=column)
    for line in lines:
        name = line.wager + (f" {line.nominated}" if line.nominated else "")
        name += f" (hand {line.hand})" if line.hand else ""
        pays = f"pays {dollars(line.paid_cents)}" if line.paid_cents else ""
        style = OUTCOME_STYLES.get(line.outcome, "")
        after = f"after coup {line.settled_after}: " if line.settled_after else ""
        grid.add_row(
            name,
            dollars(line.stake_cents),
            f"[{style}]{line.outcome}[/]" if style else line.outcome,
            pays,
            f"{escape(after + line.why)}  [dim]{cite(line.clauses)}[/]",
        )
    if lines:
        out.print(grid)


def coloured(names: str) -> str:
    """Cards with suit signs, hearts and diamonds in red."""
    text = cards_text(sure_of(parse(names)))
    return " ".join(f"[red]{word}[/]" if word[-1] in "♥♦" else word for word in text.split())
