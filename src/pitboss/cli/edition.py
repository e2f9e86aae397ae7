"""The commands for whoever writes an edition; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Make a new edition, and see what one may hold.")


def use_shelf(folder: str | None) -> None:
    """Let this process, and those that it starts, read a further shelf."""
    if folder is not None:
        import os

        os.environ["PITBOSS_SHELF"] = folder


@app.command()
def new(
    rulebook: Annotated[str, typer.Argument(help="The new rulebook, e.g. example-baccarat.")],
    like: Annotated[str, typer.Option(help="The rulebook whose values it begins with.")],
    to: Annotated[
        str | None,
        typer.Option(help="The shelf to write it to; the first of --shelf, else this folder."),
    ] = None,
    edition: Annotated[str, typer.Option(help="The name of the edition.")] = "draft",
) -> None:
    """Write the skeleton of a new rulebook: every field that is needed, with a comment.

    pitboss edition new example-baccarat --like star-baccarat --to rulebooks
    """
    import re
    from pathlib import Path

    from pitboss.cli.options import open_book
    from pitboss.cli.term.output import fail
    from pitboss.conformity.draft.skeleton import write_skeleton
    from pitboss.editions.load import SHELF_VARIABLE, shelves

    for word in (rulebook, edition):
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", word):
            fail(f"'{word}' cannot name a folder: use small letters, digits and hyphens.")
    shelf = Path(to) if to is not None else next(iter(shelves()[1:]), Path())
    folder = write_skeleton(open_book(like), rulebook, edition, shelf)
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        typer.echo(str(path))
    if not (folder / "table").exists():
        typer.echo(f"No table is run under {like}, so there are no table/*.toml and rulings.toml.")
    if shelf.resolve() not in [one.resolve() for one in shelves()]:
        typer.echo(f"To see it on the shelf: export {SHELF_VARIABLE}={shelf.resolve()}")


@app.command()
def rules(
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page of the documentation.")
    ] = False,
) -> None:
    """List every rule of procedure: its value, what happens without it, who reads it.

    pitboss edition rules
    """
    from pitboss.conformity.draft.rule_list import as_markdown, listed

    if markdown:
        typer.echo(as_markdown(), nl=False)
        return
    for one in listed():
        typer.echo(f"{one.name:32} {one.value:8} {one.without}")
