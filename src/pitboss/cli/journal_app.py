"""The commands for journals and their help; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.app import Json, app

Database = Annotated[
    str | None,
    typer.Option(
        help="The store, e.g. sqlite:///house.db or postgresql://...; the embedded one if omitted."
    ),
]
Keys = Annotated[
    list[str] | None,
    typer.Option("--key", help="A public key of the house, or a file of it; repeat for more."),
]
SigningKey = Annotated[
    str | None, typer.Option("--signing-key", help="The house's key file; its own if omitted.")
]


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="An exported journal, or the extract of a coup.")],
    key: Keys = None,
    against: Annotated[
        str | None,
        typer.Option(help="Another copy, or a witness's checkpoints: shows forks and lost ends."),
    ] = None,
    json: Json = False,
) -> None:
    """Check an exported journal: hashes, chain, signatures, replay, money, cards.

    pitboss verify journal.jsonl --key house.pub
    """
    from pitboss.cli import journaling  # noqa: PLC0415

    journaling.verify(file, key or [], against, as_json=json)


@app.command()
def export(
    stream: Annotated[
        list[str] | None, typer.Option(help="Only this stream, e.g. table:1; repeat for more.")
    ] = None,
    coup: Annotated[
        int | None, typer.Option(min=1, help="Only this coup, with the proof of each event.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(help="A file, .jsonl or .parquet; standard output if omitted."),
    ] = None,
    database: Database = None,
    signing_key: SigningKey = None,
    json: Json = False,
) -> None:
    """Write the journal, or the extract of one coup for a dispute, signed.

    pitboss export --stream table:1 --coup 12 --out dispute.jsonl
    """
    from pitboss.cli import journaling  # noqa: PLC0415

    journaling.export(journaling.Asked(database, stream or [], coup, out, signing_key, json))


@app.command("import")
def take_in(
    file: Annotated[str, typer.Argument(help="An exported journal.")],
    database: Database = None,
    key: Keys = None,
    json: Json = False,
) -> None:
    """Verify an exported journal and write it into a store that has none of its streams."""
    from pitboss.cli import journaling  # noqa: PLC0415

    journaling.take_in(file, database, key or [], as_json=json)


@app.command()
def backup(
    file: Annotated[str, typer.Argument(help="The file to write.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy the whole store, while it is in use, into one file. The keys are not in it."""
    from pitboss.cli import journaling  # noqa: PLC0415

    journaling.backup(file, database, as_json=json)


@app.command()
def restore(
    file: Annotated[str, typer.Argument(help="A backup.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy a backup into an empty store."""
    from pitboss.cli import journaling  # noqa: PLC0415

    journaling.restore(file, database, as_json=json)


@app.command("public-key")
def public_key(signing_key: SigningKey = None, json: Json = False) -> None:
    """Print the public half of the house's signing key, for `verify --key`."""
    from pitboss.cli import journaling  # noqa: PLC0415

    journaling.public_key(signing_key, as_json=json)
