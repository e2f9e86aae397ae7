"""The `pitboss` command."""

from __future__ import annotations

import sys

from pitboss.cli.app import app


def main() -> None:
    """Run the command: bad data is one sentence, a reader that closes the pipe no error."""
    try:
        app(prog_name="pitboss")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        from pitboss.refusal import BadDataError  # noqa: PLC0415 - help does without it

        if not isinstance(error, BadDataError):
            raise
        sys.stderr.write(f"pitboss: {error}\n")
        sys.exit(2)
