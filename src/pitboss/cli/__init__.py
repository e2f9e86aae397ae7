"""The `pitboss` command."""

from __future__ import annotations

import sys

from pitboss.cli.app import app


def main() -> None:
    """Run the command; a reader that closes the pipe early is no error."""
    try:
        app(prog_name="pitboss")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
