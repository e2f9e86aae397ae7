"""Data as the text of a TOML file, laid out as the editions are: a list element on each line."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def table(header: str, data: Mapping[str, Any], comment: str = "") -> str:
    """One table with its keys, values under one another, after a comment."""
    lines = [f"# {comment}"] if comment else []
    lines.append(f"[{header}]")
    width = max((len(_key(key)) for key in data), default=0)
    for key, value in data.items():
        lines.append(f"{_key(key):{width}} = {_value(value, spread=True)}")
    return "\n".join(lines) + "\n"


def header(*steps: str) -> str:
    """The name of a table, quoted where it must be."""
    return ".".join(_key(step) for step in steps)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any, *, spread: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, dt.date)):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        if spread and value and isinstance(value[0], Mapping):
            return "[\n" + "".join(f"  {_value(one)},\n" for one in value) + "]"
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)
