"""Every command by its word, of the core and of the games that are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_type_hints

import msgspec

from pitboss.table.machine import COMMANDS, OF_GAME, Command, Entry, Event


def both(first: Entry, second: Entry) -> Entry:
    """One command as two games decide it, with the rules and approvals of both."""
    rules = tuple(dict.fromkeys((*first.rules, *second.rules)))
    approvals = tuple(dict.fromkeys((*first.approvals, *second.approvals)))
    return replace(first, rules=rules, approvals=approvals)


@cache
def _known(_registered: int) -> dict[str, Entry]:
    found = {entry.word: entry for entry in COMMANDS.values()}
    for entry in (entry for known in OF_GAME.values() for entry in known.values()):
        other = found.get(entry.word)
        # A command that several games decide reads what any of them reads.
        found[entry.word] = entry if other is None else both(other, entry)
    return found


class Entries(Mapping[str, Entry]):
    """Every command by its word: of the core, and of each game that is loaded."""

    def _now(self) -> dict[str, Entry]:
        return _known(len(COMMANDS) + sum(map(len, OF_GAME.values())))

    def __getitem__(self, word: str) -> Entry:
        return self._now()[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())


ENTRIES = Entries()


def fields_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The own fields of a command or event with their types."""
    hints = get_type_hints(kind)
    common = set((Command if issubclass(kind, Command) else Event).__struct_fields__)
    return {name: hints[name] for name in kind.__struct_fields__ if name not in common}
