"""The interface as OpenAPI, without a server: `python -m pitboss.api.described`.

The typed client of the pages is made from it.
"""

from __future__ import annotations

import sys

import msgspec
from litestar import Litestar
from litestar.datastructures import State

from pitboss.api.app import described, routes
from pitboss.api.openapi import document


def interface() -> bytes:
    """The whole description, laid out so that a change shows in its lines."""
    app = Litestar(
        route_handlers=routes(),
        state=State({"described": described}),
        openapi_config=None,
        logging_config=None,
    )
    return msgspec.json.format(document(app), indent=1) + b"\n"


def main() -> None:
    """Print it."""
    sys.stdout.buffer.write(interface())


if __name__ == "__main__":
    main()
