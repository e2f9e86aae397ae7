"""A progress bar with rate and time left, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from pitboss.cli.common import console


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
