"""The `pitboss` command."""

from __future__ import annotations

import io
import sys

from pitboss.cli import (  # noqa: F401 - they register their commands
    journal_app,
    roads_app,
    service_app,
    table_app,
)
from pitboss.cli.app import app


def main() -> None:
    """Run the command; whatever is wrong with what was asked is one sentence and exit 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without suit signs shows ?
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="pitboss", standalone_mode=False)
    except BrokenPipeError:
        sys.stderr.close()  # a reader that closed the pipe early is no error
        status = 0
    except OSError as error:
        sys.stderr.write(f"pitboss: the output cannot be written: {error.strerror}.\n")
        status = 2
    except KeyboardInterrupt:
        status = 130
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        sys.stderr.write(f"pitboss: {sentence}\n")
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def _sentence(error: Exception) -> str | None:
    """What to say of bad data of ours or of a bad command line; None of anything else."""
    from pitboss.refusal import BadDataError  # noqa: PLC0415 - help does without it

    if isinstance(error, BadDataError):
        return str(error)
    # The command-line library's own errors have this, wherever it keeps their class.
    spoken = getattr(error, "format_message", None)
    return None if spoken is None else " ".join(str(spoken()).split())
