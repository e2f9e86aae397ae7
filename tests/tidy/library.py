"""The reference page of the library, made from its docstrings: `python -m tests.tidy.library`.

The public names are those of `pitboss.__all__`. A name begins with what it is; a class lists its
fields and what can be asked of it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

import pitboss
from pitboss.refusal import refusable

MOST_LETTERS = 100
HEAD = """\
# The library

What `import pitboss` gives. This page is made from the docstrings: `make reference` writes it anew.

Amounts come in as dollars (`25`, `"0.50"`) and go out as whole cents. What the rules forbid is \
returned as a `Refusal`, never raised. Examples: [README](../../README.md#from-python), \
[tutorial](../tutorial.md). Everything else in the package may change without notice; where it \
lives: [architecture](../architecture.md).
"""


def page() -> str:
    """The whole page."""
    names = sorted(
        pitboss.__all__, key=lambda name: (inspect.isclass(getattr(pitboss, name)), name)
    )
    listed = "".join(
        f"\n| [`{name}`](#{_kind(getattr(pitboss, name)).lower()}-{name.lower()}) "
        f"| {_first(getattr(pitboss, name))} |"
        for name in names
    )
    parts = [HEAD, "| name | is |\n| --- | --- |" + listed]
    parts += [part for name in names for part in _told(name, getattr(pitboss, name))]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _kind(thing: Any) -> str:
    return "Class" if inspect.isclass(thing) else "Function"


def _first(thing: Any) -> str:
    return str(inspect.getdoc(thing)).split("\n\n")[0].replace("\n", " ")


def _told(name: str, thing: Any) -> Iterator[str]:
    yield f"## {_kind(thing)} `{name}`"
    if not inspect.isclass(thing):
        yield f"```text\n{_signature(name, thing)}\n```"
    elif issubclass(thing, Exception):
        bases = ", ".join(f"`{base.__name__}`" for base in thing.__bases__)
        yield f"An exception, a kind of {bases}."
    yield str(inspect.getdoc(thing))
    if not inspect.isclass(thing):
        return
    if issubclass(thing, msgspec.Struct):
        yield "| field | type |\n| --- | --- |\n" + "\n".join(_fields(thing))
    yield from _members(thing)


def _fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    for one in msgspec.structs.fields(kind):
        written = kind.__annotations__[one.name].replace(" | msgspec.UnsetType", "")
        optional = "" if one.required else ", may be left out"
        yield f"| `{one.name}` | `{written.replace('|', chr(92) + '|')}`{optional} |"


def _members(kind: type[Any]) -> Iterator[str]:
    for name, member in vars(kind).items():
        documented = inspect.getdoc(member)
        if name.startswith("_") or not documented:
            continue
        if inspect.isfunction(member):
            yield f"### `{kind.__name__}.{name}`"
            yield f"```text\n{_signature(name, member)}\n```"
            yield documented
        elif isinstance(member, property) or hasattr(member, "attrname"):
            yield f"### `{kind.__name__}.{name}`"
            yield f"A property. {documented}"


def _signature(name: str, function: Any) -> str:
    """The call as it is written, without `self`, a parameter a line where they are many."""
    signature = inspect.signature(function)
    parameters = [one for one in signature.parameters.values() if one.name != "self"]
    written = [_parameter(one) for one in parameters]
    named = [one.kind is one.KEYWORD_ONLY for one in parameters]
    if True in named:
        written.insert(named.index(True), "*")
    answer = str(signature.return_annotation) + (" | Refusal" if _refuses(function) else "")
    line = f"{name}({', '.join(written)}) -> {answer}"
    if len(line) <= MOST_LETTERS:
        return line
    return "\n".join([f"{name}(", *(f"    {one}," for one in written), f") -> {answer}"])


def _parameter(one: inspect.Parameter) -> str:
    star = "**" if one.kind is one.VAR_KEYWORD else ""
    default = "" if one.default is one.empty else f" = {one.default!r}"
    return f"{star}{one.name}: {one.annotation}{default}"


def _refuses(function: Any) -> bool:
    """Whether a refusal inside the function becomes its answer."""
    return getattr(function, "__code__", None) is refusable(lambda: None).__code__


if __name__ == "__main__":
    sys.stdout.write(page())
