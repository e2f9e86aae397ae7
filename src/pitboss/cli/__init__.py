"""The `pitboss` command."""

from __future__ import annotations

import io
import sys

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
        from pitboss.cli.usage import spoken

        sentence = spoken(error)
        if sentence is None:
            raise
        sys.stderr.write(f"pitboss: {sentence}\n")
        status = 2
    sys.exit(status if isinstance(status, int) else 0)
