"""A progress bar with rate and time left, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from pitboss.cli.term.output import console


class Rate(ProgressColumn):
    """Steps a second."""

    def render(self, task: Task) -> Text:
        """The rate so far."""
        return Text(f"{task.speed:,.0f}/s" if task.speed else "")


@contextmanager
def progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show a bar while the block runs; call the function with the steps done."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        disable=quiet or not console().is_terminal,
        transient=True,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)


@contextmanager
def dealing_bar(coups: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error while coups are dealt; call the function with all that are done."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Progress(
        TextColumn("dealing"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )

    def update(done: int) -> None:
        speed = bar.tasks[0].speed
        rate = f"{speed / 1e6:.0f} million/s" if speed else ""
        bar.update(task, completed=min(done, coups), rate=rate)

    with bar:
        task = bar.add_task("dealing", total=coups, rate="")
        yield update
