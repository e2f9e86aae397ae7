"""Structs that tell what others have, under the same names."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def copy_of(kind: type[T], *sources: object, **given: Any) -> T:
    """A struct whose fields are given, or are those of the first source that has the name."""
    for name in kind.__struct_fields__:
        if name not in given:
            source = next((one for one in sources if hasattr(one, name)), sources[-1])
            given[name] = getattr(source, name)
    return kind(**given)
