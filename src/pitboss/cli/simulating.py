"""`pitboss simulate`: whole shoes dealt, every wager estimated, for people or as JSON.

Ctrl-C ends the run early: what was done so far is printed as usual, marked `interrupted`,
and the exit status is 130.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pitboss.book import Rulebook
from pitboss.cli.common import console, fail, open_book, print_json, read_sign_options, sure_of
from pitboss.cli.printing import heading
from pitboss.money import dollars, parse_amount
from pitboss.odds.composition import composition
from pitboss.odds.wagers import CoupOdds
from pitboss.refusal import Refusal
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    from pitboss.odds.blackjack import Strategy
    from pitboss.simulate.bankroll import Bankroll, Distribution
    from pitboss.simulate.blackjack_run import BlackjackReport
    from pitboss.simulate.run import Progress, Report
    from pitboss.simulate.statistics import Exact, Sums
    from pitboss.simulate.tasks import Runner

STOPPED = 130
_COUNT = re.compile(r"[0-9][0-9_,]{0,30}(?:\.[0-9]{1,9})?(?:[eE][0-9]{1,2})?")


@dataclass(frozen=True)
class Asked:
    """What the command was asked."""

    rulebook: str
    edition: str | None
    game: str | None
    decks: int | None
    coups: str
    seed: int
    workers: int | None
    cluster: str | None
    sign: Sequence[str]
    study: bool
    json: bool
    bankroll: str | None = None
    stake: str | None = None
    wager: str = "banker"
    sessions: str = "10000"
    coups_per_session: str = "200"
    plot: str | None = None
    behind: int | None = None
    rounds_per_shoe: int | None = None
    strategy: str | None = None


def run(asked: Asked) -> None:
    """Simulate what was asked and print it."""
    from pitboss.simulate.run import setting_of  # noqa: PLC0415 - needs numba

    book = open_book(asked.rulebook, asked.edition)
    setting: Setting = sure_of(
        setting_of(
            book.compiled,
            asked.game,
            asked.decks,
            read_sign_options(asked.sign),
            study=asked.study,
        )
    )
    if asked.bankroll is not None:
        show_bankroll(book, setting, asked)
    elif asked.plot is not None or asked.stake is not None:
        fail("--stake and --plot belong to the bankroll view: give --bankroll too.")
    else:
        show_estimates(book, setting, asked)


def whole_number(text: str, what: str) -> int:
    """A count as people write it: 1000000, 1_000_000 or 1e6."""
    if not _COUNT.fullmatch(text):
        fail(f"'{text}' is no number of {what}: write for example 1000000 or 1e6.")
    number = Fraction(text.replace("_", "").replace(",", ""))
    if number.denominator != 1 or number < 1:
        fail(f"'{text}' is no number of {what}: it must be a whole number of one or more.")
    return int(number)


def exact_figures(book: Rulebook, setting: Setting) -> Exact:
    """The exact expectation of a single-coup wager; none for wagers that span coups."""
    counts = composition(book.edition, setting.decks, study=True)
    if isinstance(counts, Refusal):
        return lambda _name: None
    odds = CoupOdds(book.compiled, setting, counts)

    def exact(name: str) -> Fraction | None:
        if book.edition.wagers[name].automaton:
            return None
        return odds.wager(name).expectation

    return exact


def _check_belongs(book: Rulebook, asked: Asked) -> None:
    """Refuse what has no place in the simulation asked for."""
    if book.edition.rounds is None and (asked.strategy or asked.rounds_per_shoe):
        fail(f"{book.edition.identity.title} has no strategy and no fixed rounds per shoe.")
    if asked.rounds_per_shoe and asked.behind is not None:
        fail("A shoe ends by its cutting card or after a number of rounds: give one of them.")
    if asked.plot:
        fail("A plot is drawn of the bankroll view: give --bankroll too.")


def show_estimates(book: Rulebook, setting: Setting, asked: Asked) -> None:
    """Deal the coups, here or on a cluster, and print an estimate for every wager."""
    _check_belongs(book, asked)
    from pitboss.simulate.blackjack_run import simulate_blackjack  # noqa: PLC0415 - needs numba
    from pitboss.simulate.cluster import ClusterError, connect, on_cluster  # noqa: PLC0415
    from pitboss.simulate.run import simulate  # noqa: PLC0415
    from pitboss.simulate.tasks import default_workers, in_threads  # noqa: PLC0415

    coups = whole_number(asked.coups, "coups")
    if asked.workers is not None and asked.workers < 1:
        fail(f"At least one worker is needed, not {asked.workers}.")
    with ExitStack() as stack:
        if asked.cluster:
            client = sure_of(connect(asked.cluster))
            stack.callback(client.close)
            runner: Runner[Sums] = on_cluster(client)
        else:
            runner = in_threads(asked.workers or default_workers())
        answer: Report | Refusal
        try:
            if book.edition.rounds is not None:
                answer = simulate_blackjack(
                    book.compiled,
                    setting,
                    _strategy(book, asked),
                    coups=coups,
                    seed=asked.seed,
                    runner=runner,
                    progress=_progress(stack, coups),
                    behind=asked.behind,
                    rounds_per_shoe=asked.rounds_per_shoe,
                )
            else:
                answer = simulate(
                    book.compiled,
                    setting,
                    coups=coups,
                    seed=asked.seed,
                    runner=runner,
                    exact=exact_figures(book, setting),
                    progress=_progress(stack, coups),
                    behind=asked.behind,
                )
        except ClusterError as error:
            fail(error)
    report: Report = sure_of(answer)
    if asked.json:
        print_json(report)
    else:
        _print_report(book, setting, report)
    if report.interrupted:
        typer.echo(f"pitboss: stopped after {report.coups:,} of {coups:,} coups.", err=True)
        raise typer.Exit(STOPPED)


def _strategy(book: Rulebook, asked: Asked) -> Strategy | None:
    """The strategy file asked for; none leaves the solver's play."""
    if asked.strategy is None or book.edition.rounds is None:
        return None
    from pitboss.odds.blackjack import Play, load_strategy  # noqa: PLC0415

    strategy: Strategy = sure_of(load_strategy(Path(asked.strategy), Play(book.edition.rounds)))
    return strategy


def _progress(stack: ExitStack, coups: int) -> Progress | None:
    """A bar with rate and time left on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        return None
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("dealing"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    stack.enter_context(bar)
    task = bar.add_task("dealing", total=coups, rate="")

    def update(done: int) -> None:
        speed = bar.tasks[0].speed
        rate = f"{speed / 1e6:.0f} million/s" if speed else ""
        bar.update(task, completed=min(done, coups), rate=rate)

    return update


def _print_report(book: Rulebook, setting: Setting, report: Report) -> None:
    from rich.table import Table  # noqa: PLC0415

    from pitboss.simulate.blackjack_run import BlackjackReport  # noqa: PLC0415
    from pitboss.simulate.statistics import FAR  # noqa: PLC0415

    out = console()
    out.print(heading(book, setting.game, setting.decks, None))
    noun = "rounds" if isinstance(report, BlackjackReport) else "coups"
    out.print(
        f"{report.coups:,} {noun} in {report.shoes:,} shoes, seed {report.seed}, "
        f"{report.seconds:.2f} s, {report.coups_per_second / 1e6:.1f} million {noun}/s"
    )
    table = Table("wager", "mean", "standard error", "exact", "z", "staked", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
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
    if isinstance(report, BlackjackReport):
        _print_depth(out, report)
    out.print(
        "[dim]Mean: the player's gain per unit staked; the standard error is from the totals "
        "of groups of eight shoes.[/]"
    )


def _print_depth(out: Any, report: BlackjackReport) -> None:
    """What ended the shoes; by the cutting card its effect, and the mean by depth."""
    from rich.table import Table  # noqa: PLC0415

    if report.rounds_per_shoe is not None:
        out.print(f"{report.rounds_per_shoe} rounds from every shoe.")
        return
    out.print(f"Cutting card {report.behind} cards from the back. The cut-card effect:")
    for effect in report.cut_card_effect:
        out.print(f"  {effect.wager} {effect.difference:+.4%} ± {effect.stderr:.4%}")
    table = Table("rounds begun in cards", "mean of main", "standard error", "rounds", box=None)
    for part in report.parts:
        cards = f"{part.first_card} to {part.last_card}"
        table.add_row(cards, f"{part.mean:+.4%}", f"{part.stderr:.4%}", f"{part.n:,}")
    out.print(table)


def show_bankroll(book: Rulebook, setting: Setting, asked: Asked) -> None:
    """Play sessions, print how they end, and plot it where asked."""
    from pitboss.charts import save_svg  # noqa: PLC0415
    from pitboss.simulate.bankroll import bankroll_view  # noqa: PLC0415 - needs numba
    from pitboss.simulate.game import game_of  # noqa: PLC0415

    view, chart = sure_of(
        bankroll_view(
            sure_of(game_of(book.compiled, setting)),
            asked.wager,
            stake_cents=sure_of(parse_amount(asked.stake or "1")),
            bankroll_cents=sure_of(parse_amount(asked.bankroll or "")),
            sessions=whole_number(asked.sessions, "sessions"),
            coups=whole_number(asked.coups_per_session, "coups"),
            seed=asked.seed,
        )
    )
    if asked.plot:
        problem = save_svg(chart, Path(asked.plot))
        if problem:
            fail(problem)
    if asked.json:
        print_json(view)
    else:
        _print_bankroll(book, setting, view)


def _print_bankroll(book: Rulebook, setting: Setting, view: Bankroll) -> None:
    from rich.table import Table  # noqa: PLC0415

    out = console()
    out.print(heading(book, setting.game, setting.decks, None))
    out.print(
        f"{view.sessions:,} sessions of {view.coups_per_session:,} coups, {view.wager} at "
        f"{dollars(view.stake_cents)}, bankroll {dollars(view.bankroll_cents)}, seed {view.seed}"
    )
    out.print(f"{view.ahead:.2%} end ahead, {view.ended_early:.2%} run out of bankroll")
    if view.favours_player:
        out.print(f"[yellow]! {view.wager} favours the player at this stake.[/]")
    shares = list(view.result.quantiles_cents)
    heads = [f"{float(share):.0%}" for share in shares]
    table = Table("", "mean", "±", *heads, box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    parts: list[tuple[str, Distribution]] = [("result", view.result), ("drawdown", view.drawdown)]
    for name, part in parts:
        cells: list[Any] = [f"{part.mean_cents / 100:,.2f}", f"{part.stderr_cents / 100:,.2f}"]
        table.add_row(name, *cells, *(dollars(part.quantiles_cents[s]) for s in shares))
    out.print(table)
