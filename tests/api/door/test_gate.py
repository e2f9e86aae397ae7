"""Who stays where there is no room: busy connections, then idle ones, then those who are silent."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.api.door.gate import Bounds, Gate, place
from pitboss.api.door.hosts import is_own, own_names


class Line:
    """A connection as the gate sees it."""

    gone = False

    def abort(self) -> None:
        self.gone = True


def come(gate: Gate, address: str = "192.0.2.1") -> Any:
    line: Any = Line()
    assert gate.come(line, address)
    return line


def test_the_oldest_silent_one_gives_way_before_an_idle_one_and_a_busy_one_never() -> None:
    gate = Gate(Bounds(most=3, most_by_address=9))
    idle, busy, silent = come(gate, "a"), come(gate, "b"), come(gate, "c")
    gate.busy(idle)
    gate.rest(idle)
    gate.busy(busy)
    last = come(gate, "d")
    assert (silent.gone, idle.gone, busy.gone) == (True, False, False)
    gate.busy(last)
    final = come(gate, "e")
    assert (idle.gone, busy.gone) == (True, False)
    gate.busy(final)
    more: Any = Line()
    assert not gate.come(more, "f"), "nobody who is served goes for one who is not"
    assert len(gate) == 3
    gate.leave(busy)
    come(gate, "f")


def test_an_address_has_its_own_number_and_takes_nobody_elses_room() -> None:
    gate = Gate(Bounds(most=9, most_by_address=2), trusted=("192.0.2.9",))
    first, second, other = come(gate, "192.0.2.1"), come(gate, "192.0.2.1"), come(gate, "192.0.2.2")
    come(gate, "192.0.2.1")
    assert (first.gone, second.gone, other.gone) == (True, False, False)
    assert len([come(gate, "192.0.2.9") for _ in range(4)]) == 4, "a proxy brings everybody"


def test_what_left_is_counted_no_longer() -> None:
    gate = Gate(Bounds(most=9, most_by_address=1))
    for _ in range(3):
        line = come(gate)
        gate.busy(line)
        gate.leave(line)
        gate.rest(line)  # what is told late of it changes nothing
    assert len(gate) == 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("a socket of a file", "a socket of a file"),
    ],
)
def test_a_network_of_ipv6_counts_as_one(address: str, counted: str) -> None:
    assert place(address) == counted


@pytest.mark.parametrize(
    ("host", "own"),
    [
        (b"casino.example", True),
        (b"CASINO.example.:443", True),
        (b"localhost:8000", True),
        (b"127.0.0.1:8000", True),
        (b"10.1.2.3", True),
        (b"[::1]:8000", True),
        (b"[::1]", True),
        (b"evil.example", False),
        (b"casino.example.evil.example", False),
        (b"casino.example:80@evil.example", False),
        (b"[evil.example]", False),
        (b"[::1]evil.example", False),
        (b"127.0.0.1.evil.example", False),
        (b"", False),
        (b"\xff", False),
    ],
)
def test_a_server_is_asked_for_by_its_own_names_and_bare_addresses(host: bytes, own: bool) -> None:
    assert is_own(host, own_names(["Casino.Example."])) is own
