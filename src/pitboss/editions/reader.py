"""A file of an edition, read part by part, so that every error has file and line."""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Callable, Iterable, Iterator
from copy import copy, deepcopy
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, Union, cast, get_args, get_origin

import msgspec

from pitboss.editions.locate import KeyPath, line_of, lines_of
from pitboss.errors import BadEditionError
from pitboss.words import nearest

P = ParamSpec("P")
T = TypeVar("T")

_STEP = re.compile(r"\.([A-Za-z_]+)|\[(\d+)\]|\[\.\.\.\]")


def together(errors: Iterable[BadEditionError]) -> BadEditionError:
    """Several errors as one, each once, in the order of their lines."""
    every = [one for error in errors for one in error.every]
    once = {(one.file, one.line, one.sentence): one for one in every}
    first, *others = sorted(once.values(), key=lambda one: (one.file, one.line))
    return BadEditionError(first.file, first.line, first.sentence, others)


class Gather:
    """Parts that are read one after another; their errors are raised together at the end."""

    def __init__(self) -> None:
        self.errors: list[BadEditionError] = []

    def __call__(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What is read; where it cannot be, nothing, and `done` raises the error."""
        try:
            return read(*args, **kwargs)
        except BadEditionError as error:
            self.errors.append(error)
            return cast("T", None)

    def done(self) -> None:
        """Raise what was wrong, if anything was."""
        if self.errors:
            raise together(self.errors)


class Reader:
    """One TOML file of an edition, read part by part so that every error has a line."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / name
        try:
            self.text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadEditionError(self.path, 1, "the file cannot be read") from error
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise BadEditionError(self.path, int(found[1]) if found else 1, str(error)) from error
        self.lines = lines_of(self.text)

    def copy(self) -> Reader:
        """The same file with data of its own, to be altered freely."""
        other = copy(self)
        other.data = deepcopy(self.data)
        return other

    def fail(self, path: KeyPath, sentence: str) -> BadEditionError:
        """An error at the line where `path` stands."""
        return BadEditionError(self.path, line_of(self.lines, path), sentence)

    def read(self, kind: type[T], path: KeyPath) -> T:
        """The part at `path`, as this type; missing, unknown or wrong is an error."""
        data: Any = self.data
        for length, step in enumerate(path):
            if not isinstance(data, dict) or step not in data:
                raise self.fail(path[:length], f"'{dotted(path[: length + 1])}' is missing")
            data = data[step]
        try:
            return msgspec.convert(data, kind, strict=True)
        except msgspec.ValidationError as error:
            found = [self.fail(where, sentence) for where, sentence in gaps(kind, data, path)]
            if found:
                raise together(found) from error
            sentence, _, where = str(error).partition(" - at `")
            steps: list[str | int] = [
                step[1] or int(step[2]) for step in _STEP.finditer(where) if step[1] or step[2]
            ]
            at = dotted((*path, *steps))
            raise self.fail((*path, *steps), f"{at}: {sentence}") from error

    def each(self, kind: type[T], key: str, required: bool = True) -> dict[str, T]:
        """Every named part under `key`."""
        if key not in self.data:
            if required:
                raise self.fail((), f"'{key}' is missing")
            return {}
        if not isinstance(self.data[key], dict):
            raise self.fail((key,), f"'{key}' has parts with names: write [{key}.NAME]")
        gather = Gather()
        found = {name: gather(self.read, kind, (key, name)) for name in self.data[key]}
        gather.done()
        return found

    def optional(self, kind: type[T], key: str) -> T | None:
        """The part at `key` where there is one."""
        return self.read(kind, (key,)) if key in self.data else None

    def only(self, *keys: str) -> None:
        """Refuse keys at the top of the file that the model does not have."""
        unknown = [key for key in self.data if key not in keys]
        if unknown:
            raise together(
                self.fail((key,), f"unknown key '{key}'.{nearest(key, keys)}") for key in unknown
            )


# What is missing from data or unknown in it, all at once: a library names only the first -----

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
