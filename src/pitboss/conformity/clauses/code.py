"""The code that acts on a clause: the functions that read what the edition says under it.

An edition's rules, approvals, notices and duties are looked for by their names, so the functions
in which those names stand are the ones that act on them; commands are found by what they cite.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

import pitboss
from pitboss.editions.edition import Edition

SOURCE = Path(pitboss.__file__).parent
ROOMS = ("table", "games", "settle", "shoe.py", "aggregates", "service", "money.py")
"""Where things are done; what only checks, shows or proves them is not looked at."""
NAMED = ("rule", "approval", "notice", "duty", "situation", "item", "sign", "overlay")
"""Parts of an edition that code asks for by the names of what is in them."""
ROWS = Path("settle/lines.py")
DECIDED = "settle_stake"
"""The function that settles every stake by the rows of its wager."""
_TEXT = re.compile(r"\"([a-z][a-z0-9-]*[a-z0-9])\"|\b(?=([a-z][a-z_]+\.[a-z][a-z_]+)\b)")


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A function or class, the module that has it, and the name in the edition that it reads."""

    module: str
    name: str
    reads: str


def acting(edition: Edition, clause: str) -> list[Code]:
    """The functions that read what the edition has under a clause, in the order of its files."""
    found: dict[Code, None] = {}
    for _, path, cited in edition.citations():
        if cited == clause:
            found |= dict.fromkeys(_reading(tuple(map(str, path))))
    return list(found)


def _reading(path: tuple[str, ...]) -> Iterator[Code]:
    """The code that reads a value, by its key path in the edition."""
    head, *rest = path
    if head == "wager" and "rows" in rest:
        yield Code(module=ROWS.as_posix(), name=DECIDED, reads=".".join(rest[:1]))
        return
    names = rest[:1] if head in NAMED else [_field(path)]
    for name in names:
        for module, where in _places().get(name, ()):
            yield Code(module=module, name=where, reads=name)


def _field(path: tuple[str, ...]) -> str:
    """How code reads a value that is a field: `shoe.end`, `edition.close`."""
    words = [word.replace("-", "_") for word in path if not word.isdecimal()]
    return ".".join(words[:2]) if len(words) > 1 else f"edition.{words[0]}"


@cache
def _places() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Where every quoted name and every field that is read stands, by module and definition."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for room in ROOMS:
        top = SOURCE / room
        for path in sorted(top.rglob("*.py")) if top.is_dir() else [top]:
            module = path.relative_to(SOURCE).as_posix()
            for name, where in _named(path.read_text(encoding="utf-8")):
                found.setdefault(name, {})[module, where] = None
    return {name: tuple(places) for name, places in found.items()}


def _named(text: str) -> Iterator[tuple[str, str]]:
    """Every name in a module, with the function or class that has it, or that it decorates."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            whole = "\n".join(lines[first - 1 : node.end_lineno])
            yield from ((found[1] or found[2], node.name) for found in _TEXT.finditer(whole))
