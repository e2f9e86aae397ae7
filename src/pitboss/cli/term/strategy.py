"""`pitboss odds star-blackjack --strategy`: the optimal play as text, JSON and chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console

from pitboss.book import Rulebook
from pitboss.cli.options import sure_of
from pitboss.cli.term.output import columns, console, print_json, save_chart
from pitboss.cli.term.settlement import heading
from pitboss.games.blackjack.odds.chart import strategy_chart
from pitboss.games.blackjack.odds.report import third_hand_document
from pitboss.games.blackjack.odds.solver.solution import THIRD_HAND, Solution, solve
from pitboss.games.blackjack.odds.solver.third import ThirdHand, solve_third_hand
from pitboss.games.blackjack.odds.strategy import TotalDependent, letter
from pitboss.settle.setting import Setting

SHORT = {
    "total": "·",
    "hit": "H",
    "stand": "S",
    "double": "D",
    "split": "P",
    "double else hit": "D",
    "double else stand": "Ds",
    "even-money": "E",
}
STYLES = {"H": "red", "S": "green", "D": "yellow", "Ds": "yellow", "P": "cyan", "E": "magenta"}


def show_strategy(
    book: Rulebook,
    setting: Setting,
    counts: Sequence[int],
    plot: str | None,
    *,
    basic: bool,
    as_json: bool,
) -> None:
    """Solve the shoe and show how it is played."""
    two_hands = replace(setting.sign, choices=setting.sign.choices | {THIRD_HAND: "no"})
    solution: Solution = sure_of(solve(book.compiled, counts, two_hands))
    third: ThirdHand | None = None
    if setting.sign.choices.get(THIRD_HAND) == "yes":
        third = sure_of(solve_third_hand(book.compiled, counts, setting.sign))
    table = solution.basic.table
    if plot:
        title = f"{book.edition.identity.title}, {setting.decks} decks: play by totals"
        save_chart(strategy_chart(table, title), plot)
    if as_json:
        document = _document(book, setting, solution, basic=basic)
        if third:
            document["third_hand"] = third_hand_document(third)
        print_json(document)
        return
    out = console()
    out.print(heading(book, setting.game, setting.decks, None))
    out.print(f"best play {solution.expectation:+.6%} of the wager; {solution.policy}")
    cost = solution.basic.cost
    out.print(f"play by totals alone (below) {solution.basic.expectation:+.6%}, costs {cost:.6%}\n")
    for kind, rows in table.document().items():
        _print_kind(out, kind, rows)
    out.print(
        "H hit, S stand, D double (else hit), Ds double (else stand), P split, · as its total"
    )
    if not basic:
        _print_exceptions(out, solution, table)
    if third:
        _print_third(out, third)


def _print_third(out: Console, third: ThirdHand) -> None:
    """Which pairs are split again where a third hand is permitted."""
    out.print(f"\nwith a third hand {third.expectation:+.6%}; {third.policy}")
    rows = columns("pair", "against", "first hand again", "second hand again", "worth")
    for again in third.splits:
        if again.first_again or again.second_again:
            rows.add_row(
                letter(again.pair),
                letter(again.up),
                "yes" if again.first_again else "no",
                "yes" if again.second_again else "no",
                f"{again.expectation:+.4%}",
            )
    out.print(rows)


def _document(
    book: Rulebook, setting: Setting, solution: Solution, *, basic: bool
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rulebook": book.edition.identity.rulebook,
        "game": setting.game,
        "decks": setting.decks,
        "expectation": solution.expectation,
        "policy": solution.policy,
        "basic": {
            "expectation": solution.basic.expectation,
            "cost": solution.basic.cost,
            "table": solution.basic.table.document(),
        },
    }
    if not basic:
        document["cells"] = solution.cells
    return document


def _print_kind(out: Console, kind: str, rows: dict[str, dict[str, str]]) -> None:
    ups = list(next(iter(rows.values())))
    table = columns(f"{kind} against", *ups)
    order = sorted(rows, key=lambda row: (len(row), row)) if kind != "pair" else list(rows)
    for row in order:
        cells = [SHORT.get(rows[row][up], rows[row][up]) for up in ups]
        table.add_row(
            row, *(f"[{STYLES[cell]}]{cell}[/]" if cell in STYLES else cell for cell in cells)
        )
    out.print(table)


def _print_exceptions(out: Console, solution: Solution, table: TotalDependent) -> None:
    """Two-card hands whose best play is not the table's, the composition being known."""
    values = {letter: number for number, letter in enumerate("A23456789T", 1)}
    found = []
    for cell in solution.cells:
        hand = tuple(sorted(values[letter] for letter in cell["hand"].split(",")))
        if cell["after_split"] or len(hand) != 2 or len(cell["ev"]) < 2:
            continue
        word = table.action(hand, values[cell["up"]], 0)
        if word != cell["action"] and cell["action"] in SHORT and word in cell["ev"]:
            gain = cell["ev"][cell["action"]] - cell["ev"][word]
            if gain > 0:
                found.append((cell["hand"], cell["up"], cell["action"], word, gain))
    if found:
        rows = columns("two cards", "against", "best", "by totals", "worth")
        for hand_text, up, best, word, gain in found:
            rows.add_row(hand_text, up, best, word, f"{gain:.5%}")
        out.print("\nFirst two cards that the best play treats otherwise:")
        out.print(rows)
    out.print("Every decision with the worth of each action: --json")
