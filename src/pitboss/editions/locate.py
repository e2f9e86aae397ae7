"""Where in a TOML file each value stands, so that an error can name file and line.

The editions keep to one habit that makes this possible without a second parser: every
element of a list of tables begins on a line of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

KeyPath = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\"[^\"]+\")\s*=")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|#.*')


def lines_of(text: str) -> dict[KeyPath, int]:
    """The line on which each table, key and list element begins."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    arrays: Counter[KeyPath] = Counter()
    key: KeyPath = ()
    depth = 0
    element = 0
    for number, line in enumerate(text.splitlines(), 1):
        if depth == 0 and (header := _HEADER.match(line)):
            table = _split(header[2])
            if header[1] == "[[":
                arrays[table] += 1
                table = (*table, arrays[table] - 1)
            found.setdefault(table, number)
            continue
        if depth == 0 and (assigned := _KEY.match(line)):
            key = (*table, *_split(assigned[1]))
            for length in range(len(table) + 1, len(key) + 1):
                found.setdefault(key[:length], number)
            element = 0
        elif depth == 1 and line.lstrip().startswith("{"):
            found[(*key, element)] = number
            element += 1
        bare = _STRING.sub("", line)
        opened = bare.count("[") + bare.count("{")
        depth += opened - bare.count("]") - bare.count("}")
    return found


def line_of(lines: dict[KeyPath, int], path: Iterable[str | int]) -> int:
    """The line of the nearest enclosing thing that has one."""
    path = tuple(path)
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _split(dotted: str) -> KeyPath:
    return tuple(part.strip().strip('"') for part in re.findall(r'"[^"]+"|[^.]+', dotted.strip()))
