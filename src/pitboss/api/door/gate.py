"""How many connections there may be, of one address and in all, and which gives way.

A connection is silent until its first request is answered, idle between two requests, and busy
else. Where there is no room, the oldest silent one gives way to the new one, then the oldest idle
one; a busy one never does.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import resource
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

HANDLES_KEPT_BACK = 256
"""Handles that stay for files, the database and the process itself."""
FEWEST = 64
NETWORK_BITS = 64
"""Whoever has one address of IPv6 has all that begin with the same so many bits."""


@dataclass(frozen=True)
class Bounds:
    """Seconds and numbers that a connection is held to."""

    head_seconds: float = 10
    body_seconds: float = 30
    idle_seconds: float = 125  # longer than proxies keep a connection: the proxy is to end it
    write_seconds: float = 30
    most: int = 8_000
    most_by_address: int = 1_500


def handles() -> int:
    """The most files that this process may have open; its soft limit is raised to the hard one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2**20 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(OSError, ValueError):  # a unit may forbid it, and sets both itself
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2**20 if soft == resource.RLIM_INFINITY else soft


def place(address: str) -> str:
    """The address as it is counted: that of a whole network in IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), NETWORK_BITS), strict=False))
    return str(found)


@dataclass
class Gate:
    """Counts connections; `trusted` are proxies, through which everybody comes."""

    bounds: Bounds = field(default_factory=Bounds)
    trusted: Collection[str] = ()
    _from: dict[asyncio.Transport, str] = field(default_factory=dict)
    _numbers: Counter[str] = field(default_factory=Counter)
    _silent: dict[asyncio.Transport, None] = field(default_factory=dict)
    _idle: dict[asyncio.Transport, None] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._from)

    def come(self, transport: asyncio.Transport, address: str) -> bool:
        """Whether a new connection may stay; another may have to go for it."""
        counted = place(address)
        full = len(self._from) >= self.bounds.most
        crowded = counted not in self.trusted and (
            self._numbers[counted] >= self.bounds.most_by_address
        )
        if (full or crowded) and not self._make_room(counted if crowded else None):
            return False
        self._from[transport] = counted
        self._numbers[counted] += 1
        self._silent[transport] = None
        return True

    def _make_room(self, address: str | None) -> bool:
        for waiting in (self._silent, self._idle):
            for transport in waiting:
                if address is None or self._from[transport] == address:
                    self.leave(transport)
                    transport.abort()
                    return True
        return False

    def busy(self, transport: asyncio.Transport) -> None:
        """A request has come whole: the connection is somebody's."""
        self._silent.pop(transport, None)
        self._idle.pop(transport, None)

    def rest(self, transport: asyncio.Transport) -> None:
        """A request is answered."""
        if transport in self._from:
            self._idle[transport] = None

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        address = self._from.pop(transport, None)
        self._silent.pop(transport, None)
        self._idle.pop(transport, None)
        if address is not None:
            self._numbers[address] -= 1
            if not self._numbers[address]:
                del self._numbers[address]
