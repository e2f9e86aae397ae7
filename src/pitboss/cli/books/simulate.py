"""`pitboss simulate`: whole shoes dealt, every wager estimated, for people or as JSON.

Ctrl-C ends the run early: what was done so far is printed as usual, marked `interrupted`,
and the exit status is 130.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from typer import Option

from pitboss.cli.options import (
    Decks,
    EditionName,
    Game,
    Json,
    RulebookName,
    Sign,
    Study,
    open_book,
    read_sign,
    sure_of,
)
from pitboss.cli.term.output import STOPPED, fail, print_json, save_chart

if TYPE_CHECKING:
    from pitboss.book import Rulebook
    from pitboss.settle.setting import Setting
    from pitboss.simulate.report import Report
    from pitboss.simulate.statistics import Sums
    from pitboss.simulate.tasks import Runner

_COUNT = re.compile(r"[0-9][0-9_,]{0,30}(?:\.[0-9]{1,9})?(?:[eE][0-9]{1,2})?")


@dataclass(frozen=True, kw_only=True)
class SimulateOptions:
    """The options of `pitboss simulate`."""

    rulebook: RulebookName
    game: Game = None
    edition: EditionName = None
    decks: Decks = None
    coups: Annotated[str, Option(help="Coups (blackjack: rounds) to deal at least, e.g. 1e9.")] = (
        "1e7"
    )
    seed: Annotated[int, Option(help="The same seed gives the same result.")] = 1
    workers: Annotated[
        int | None, Option(help="Threads to deal in; one per processor if omitted.")
    ] = None
    cluster: Annotated[
        str | None, Option(help="A Dask scheduler to deal on, e.g. tcp://host:8786.")
    ] = None
    bankroll: Annotated[
        str | None, Option(help="Bankroll view: dollars a session begins with.")
    ] = None
    stake: Annotated[str | None, Option(help="Bankroll view: dollars staked on every coup.")] = None
    wager: Annotated[str, Option(help="Bankroll view: the wager.")] = "banker"
    sessions: Annotated[str, Option(help="Bankroll view: sessions to play.")] = "10000"
    coups_per_session: Annotated[str, Option(help="Bankroll view: coups in a session.")] = "200"
    plot: Annotated[str | None, Option(help="Bankroll view: write an SVG here.")] = None
    behind: Annotated[int | None, Option(help="Cards behind the cutting card.")] = None
    rounds_per_shoe: Annotated[
        int | None, Option(help="Blackjack: rounds from every shoe, no cutting card.")
    ] = None
    strategy: Annotated[
        str | None, Option(help="Blackjack: a strategy file; the solver's play if omitted.")
    ] = None
    study: Study = False
    sign: Sign = None
    json: Json = False


def simulate(options: SimulateOptions) -> None:
    """Simulate what was asked for and print it."""
    from pitboss.simulate.report import setting_of

    book = open_book(options.rulebook, options.edition)
    sign = read_sign(options.sign)
    setting: Setting = sure_of(
        setting_of(book.compiled, options.game, options.decks, sign, study=options.study)
    )
    if options.bankroll is not None:
        show_bankroll(book, setting, options)
    elif options.plot is not None or options.stake is not None:
        fail("--stake and --plot belong to the bankroll view: give --bankroll too.")
    else:
        show_estimates(book, setting, options)


def whole_number(text: str, what: str) -> int:
    """A count as people write it: 1000000, 1_000_000 or 1e6."""
    if not _COUNT.fullmatch(text):
        fail(f"'{text}' is no number of {what}: write for example 1000000 or 1e6.")
    number = Fraction(text.replace("_", "").replace(",", ""))
    if number.denominator != 1 or number < 1:
        fail(f"'{text}' is no number of {what}: it must be a whole number of one or more.")
    return int(number)


def show_estimates(book: Rulebook, setting: Setting, options: SimulateOptions) -> None:
    """Deal the coups, here or on a cluster, and print an estimate for every wager."""
    from pitboss.cli.term.estimates import print_report
    from pitboss.cli.term.progress import dealing_bar
    from pitboss.games.game import Run
    from pitboss.simulate.cluster import connect, on_cluster
    from pitboss.simulate.tasks import default_workers, in_threads

    if options.rounds_per_shoe and options.behind is not None:
        fail("A shoe ends by its cutting card or after a number of rounds: give one of them.")
    coups = whole_number(options.coups, "coups")
    if options.workers is not None and options.workers < 1:
        fail(f"At least one worker is needed, not {options.workers}.")
    with ExitStack() as stack:
        if options.cluster:
            client = sure_of(connect(options.cluster))
            stack.callback(client.close)
            runner: Runner[Sums] = on_cluster(client)
        else:
            runner = in_threads(options.workers or default_workers())
        run = Run(
            coups=coups,
            seed=options.seed,
            runner=runner,
            progress=stack.enter_context(dealing_bar(coups)),
            behind=options.behind,
            strategy=options.strategy,
            rounds_per_shoe=options.rounds_per_shoe,
        )
        answer = book.game.simulate(book.compiled, setting, run)
    report: Report = sure_of(answer)
    if options.json:
        print_json(report)
    else:
        print_report(book, setting, report)
    if report.interrupted:
        fail(f"stopped after {report.coups:,} of {coups:,} coups.", STOPPED)


def show_bankroll(book: Rulebook, setting: Setting, options: SimulateOptions) -> None:
    """Play sessions, print how they end, and plot it where asked."""
    from pitboss.cli.term.estimates import print_bankroll
    from pitboss.money import parse_amount
    from pitboss.simulate.studies import Sessions

    sessions = Sessions(
        options.wager or "",
        sure_of(parse_amount(options.stake or "1")),
        sure_of(parse_amount(options.bankroll or "")),
        whole_number(options.sessions, "sessions"),
        whole_number(options.coups_per_session, "coups"),
        options.seed,
    )
    view, chart = sure_of(book.game.bankroll(book.compiled, setting, sessions))
    if options.plot:
        save_chart(chart, options.plot)
    if options.json:
        print_json(view)
    else:
        print_bankroll(book, setting, view)
