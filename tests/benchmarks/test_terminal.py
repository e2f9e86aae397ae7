"""The terminal of the benchmark asks what the page of a terminal asks."""

from __future__ import annotations

import asyncio

import msgspec

from benchmarks.terminal import FIRST, NEWEST, Terminal


def told(kind: str = "update", sequence: int = 5) -> bytes:
    return msgspec.json.encode({"type": kind, "sequence": sequence, "events": [], "parts": {}})


def asked(*messages: bytes, first: bool = False) -> list[str]:
    """The paths asked for, below the table's own."""
    found: list[str] = []

    async def ask(method: str, path: str) -> tuple[int, bytes]:
        assert method == "GET"
        found.append(path.removeprefix("/api/tables/t"))
        await asyncio.sleep(0)
        return 200, b"{}"

    async def go() -> None:
        terminal = Terminal(ask, "t")
        if first:
            terminal.open()
        for message in messages:
            terminal.hear(message)
        await terminal.quiet()
        assert terminal.reads == len(found)

    asyncio.run(go())
    return sorted(found)


def test_a_message_has_nothing_read() -> None:
    assert asked(told(), told(sequence=9), told("beat")) == []


def test_what_was_left_out_is_read() -> None:
    assert asked(told(), told("reread", 2_000)) == ["/events?after=5&limit=500", NEWEST]


def test_the_first_page() -> None:
    assert asked(first=True) == sorted(FIRST)
