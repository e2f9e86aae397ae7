"""The names by which a server is asked for.

A page of another site may have its own name lead to this server and would then be taken for a
page of ours. A bare address cannot be borrowed so.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

ALWAYS = "localhost"


def own_names(names: Iterable[str]) -> frozenset[str]:
    """The names given, this machine's own, and the one that every machine has."""
    return frozenset(name.strip().lower().rstrip(".") for name in (*names, _machine(), ALWAYS))


def _machine() -> str:
    return socket.gethostname()


def is_own(host: bytes, names: frozenset[str]) -> bool:
    """Whether a `Host` line names this server: by a name of ours, or by any bare address."""
    try:
        text = host.decode("ascii").strip().lower()
    except UnicodeDecodeError:
        return False
    if text.startswith("["):
        name, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":") if rest.startswith(":") else rest
        return (not port or port.isdigit()) and _is_address(name)
    name, _, port = text.partition(":")
    if port and not port.isdigit():
        return False
    return name.rstrip(".") in names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
