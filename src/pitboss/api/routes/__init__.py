"""The routes, by who asks for them."""

from __future__ import annotations

import sys

from litestar import Router
from litestar.handlers import BaseRouteHandler


def router_of(module: str, tag: str) -> Router:
    """Every route that a module has, under one tag."""
    found = vars(sys.modules[module]).values()
    handlers = [one for one in found if isinstance(one, BaseRouteHandler)]
    return Router("/", route_handlers=handlers, tags=[tag])
