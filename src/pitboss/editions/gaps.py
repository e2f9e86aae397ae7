"""What is missing from data or unknown in it, all at once: a library names only the first."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin

import msgspec

from pitboss.editions.locate import KeyPath
from pitboss.words import nearest

Gap = tuple[KeyPath, str]

NOT_PLAYED = {
    "surrender": "no play of ours can be given up for half its stake",
    "peek": "no dealer of ours looks at the hole card before the players' turn",
}
"""Rules that other houses have and no game here plays: a key for them is told apart."""


def gaps(kind: Any, data: Any, path: KeyPath = ()) -> Iterator[Gap]:
    """Every field that `kind` needs and `data` lacks, and every field that it does not know."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if isinstance(data, dict):
            yield from _fields(kind, data, path)
    elif origin in (Union, types.UnionType):
        for one in inner:
            if isinstance(one, type) and issubclass(one, msgspec.Struct):
                yield from gaps(one, data, path)
    elif origin is tuple and isinstance(data, list):
        for number, item in enumerate(data):
            yield from gaps(inner[0], item, (*path, number))
    elif origin is dict and isinstance(data, dict):
        for key, item in data.items():
            yield from gaps(inner[1], item, (*path, key))


def _fields(kind: type[msgspec.Struct], data: dict[str, Any], path: KeyPath) -> Iterator[Gap]:
    known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    meant = "".join(nearest(name, known) for name in data if name not in known)
    for name, field in known.items():
        # A name that was misspelt is not missing as well.
        if field.required and name not in data and f"'{name}'" not in meant:
            yield path, f"'{dotted((*path, name))}' is missing"
    for name, value in data.items():
        where = (*path, name)
        if name in known:
            yield from gaps(known[name].type, value, where)
        elif name in NOT_PLAYED:
            yield where, f"'{dotted(where)}' cannot be: {NOT_PLAYED[name]}"
        else:
            yield where, f"unknown key '{dotted(where)}'.{nearest(name, known)}"


def dotted(path: KeyPath) -> str:
    """A path as people write it."""
    return ".".join(map(str, path))
