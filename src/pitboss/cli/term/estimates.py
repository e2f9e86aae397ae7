"""Simulated wagers and bankrolls printed for people."""

from __future__ import annotations

from pitboss.book import Rulebook
from pitboss.cli.term.output import columns, console, print_page
from pitboss.cli.term.settlement import heading
from pitboss.money import dollars
from pitboss.settle.setting import Setting
from pitboss.simulate.report import Report
from pitboss.simulate.statistics import FAR
from pitboss.simulate.studies import Bankroll


def print_report(book: Rulebook, setting: Setting, report: Report) -> None:
    """A line a wager, beside the exact figure where there is one."""
    out = console()
    out.print(heading(book, setting.game, setting.decks, None))
    noun = book.game.unit
    out.print(
        f"{report.coups:,} {noun} in {report.shoes:,} shoes, seed {report.seed}, "
        f"{report.seconds:.2f} s, {report.coups_per_second / 1e6:.1f} million {noun}/s"
    )
    heads = ("wager", "mean", "standard error", "exact", "z", "staked")
    table = columns(*heads, figures=slice(1, None))
    for found in report.wagers:
        name = found.wager
        if isinstance(found.nominated, str):
            name += f" ({found.nominated})"
        z = "" if found.z is None else f"{found.z:+.2f}"
        table.add_row(
            name,
            f"{found.mean:+.4%}",
            f"{found.stderr:.4%}",
            "" if found.exact is None else f"{found.exact:+.4%}",
            f"[bold red]{z}[/]" if found.z is not None and abs(found.z) > FAR else z,
            f"{found.n:,}",
        )
    out.print(table)
    for found in report.wagers:
        if found.favours_player:
            where = "as written" if found.exact is not None else "in this run"
            out.print(f"[yellow]! {found.wager} favours the player {where}.[/]")
    print_page(out, report.further())
    out.print(
        "[dim]Mean: the player's gain per unit staked; the standard error is from the totals "
        "of groups of eight shoes.[/]"
    )


def print_bankroll(book: Rulebook, setting: Setting, view: Bankroll) -> None:
    """How the sessions ended."""
    out = console()
    out.print(heading(book, setting.game, setting.decks, None))
    out.print(
        f"{view.sessions:,} sessions of {view.coups_per_session:,} {book.game.unit}, "
        f"{view.wager} at {dollars(view.stake_cents)}, bankroll {dollars(view.bankroll_cents)}, "
        f"seed {view.seed}"
    )
    out.print(f"{view.ahead:.2%} end ahead, {view.ended_early:.2%} run out of bankroll")
    if view.favours_player:
        out.print(f"[yellow]! {view.wager} favours the player at this stake.[/]")
    shares = list(view.result.quantiles_cents)
    heads = [f"{float(share):.0%}" for share in shares]
    table = columns("", "mean", "±", *heads, figures=slice(1, None))
    for name, part in (("result", view.result), ("drawdown", view.drawdown)):
        means = f"{part.mean_cents / 100:,.2f}", f"{part.stderr_cents / 100:,.2f}"
        table.add_row(name, *means, *(dollars(part.quantiles_cents[s]) for s in shares))
    out.print(table)
