"""`pitboss run`: a scripted table played to its end, and the list of every command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from pitboss.cli.options import open_book
from pitboss.cli.term.output import console, fail

if TYPE_CHECKING:
    from pitboss.scenarios.read import Scenario
    from pitboss.scenarios.run import Play


def run(
    scenario: Annotated[
        str | None, Argument(help="A scenario file; with --commands a rulebook, or nothing.")
    ] = None,
    commands: Annotated[
        bool, Option("--commands", help="List every command, its fields and who gives it.")
    ] = False,
    matrix: Annotated[
        bool, Option("--matrix", help="With --commands: every act against every rank.")
    ] = False,
    markdown: Annotated[
        bool, Option("--markdown", help="With --commands: the page of the documentation.")
    ] = False,
    rulebook: Annotated[
        str | None, Option(help="Of a file for several rulebooks: this one only.")
    ] = None,
    save_as: Annotated[
        str | None, Option("--as", help="Write it to this file instead, .scenario or .toml.")
    ] = None,
    json: Annotated[bool, Option("--json", help="Print JSON lines and nothing else.")] = False,
) -> None:
    """Play a scenario, or list the commands."""
    if commands and (markdown or not matrix or scenario is not None):
        from pitboss.cli.term.commands import show_commands, show_markdown, show_matrix

        if markdown:
            show_markdown()
        elif matrix and scenario is not None:
            show_matrix(scenario, as_json=json)
        else:
            show_commands(scenario, as_json=json)
    elif scenario is None or matrix:
        fail("Name a scenario file, or ask for --commands; --matrix needs both it and a rulebook.")
    elif save_as is not None:
        convert(scenario, rulebook, save_as)
    else:
        play_file(scenario, rulebook, as_json=json)


def play_file(file: str, rulebook: str | None, *, as_json: bool) -> None:
    """Play a scenario file; exit 1 where something expected did not come."""
    from pitboss.cli.term.play import print_line, print_lines, print_play
    from pitboss.errors import BadScenarioError

    try:
        plays = [_played(scenario) for scenario in _read(file, rulebook)]
    except BadScenarioError as error:
        fail(error if str(error).startswith(file) else f"{file}: {error}")
    for play in plays:
        if as_json and len(plays) > 1:
            print_line({"rulebook": play.scenario.rulebook})
        if as_json:
            print_lines(play)
        else:
            print_play(play.book, play)
    for play in plays:
        if play.failures:
            more = f" (and {len(play.failures) - 1} more)" if len(play.failures) > 1 else ""
            under = f" ({play.scenario.rulebook})" if len(plays) > 1 else ""
            fail(f"{play.scenario.title}{under}: {play.failures[0]}{more}", 1)


def convert(file: str, rulebook: str | None, to: str) -> None:
    """Write a scenario into another file, in the form of that file's ending."""
    from pitboss.scenarios.files import ENDING
    from pitboss.scenarios.read import read_text

    scenario, *others = _read(file, rulebook)
    if others:
        books = ", ".join(one.rulebook for one in (scenario, *others))
        fail(f"{file} is for {books}: say by --rulebook whose is to be written.")
    save(scenario, to, "" if Path(file).suffix == ENDING else read_text(Path(file)))


def save(scenario: Scenario, to: str, remarks_from: str = "") -> None:
    """Write a scenario as its file's ending says, with the comments of the text it comes from."""
    from rich.markup import escape

    from pitboss.scenarios.files import text_as

    try:
        Path(to).write_text(text_as(scenario, Path(to), remarks_from), encoding="utf-8")
    except OSError as error:
        fail(f"{to} cannot be written: {error.strerror}.")
    console().print(f"Saved: pitboss run {escape(to)}")


def _read(file: str, rulebook: str | None) -> tuple[Scenario, ...]:
    from pitboss.scenarios.files import read, read_all

    path = Path(file)
    return read_all(path) if rulebook is None else (read(path, rulebook),)


def _played(scenario: Scenario) -> Play:
    from pitboss.scenarios.run import Play

    play = Play(open_book(scenario.rulebook, scenario.edition), scenario)
    play.run()
    return play
