"""A scenario as a file: what was done at a table, written so that it can be played again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.scenarios.read import Scenario

_HEAD = (
    *("title", "rulebook", "edition", "game", "layout", "method", "decks", "clauses"),
    *("date", "start", "cards", "seed", "ready", "opened"),
)


def write(scenario: Scenario) -> str:
    """The scenario as TOML; reading it gives the scenario again."""
    data = msgspec.to_builtins(scenario)
    usual = msgspec.to_builtins(Scenario(title="", rulebook=""))
    lines = [
        f"{key} = {value(data[key])}"
        for key in _HEAD
        if data[key] is not None and (data[key] != usual[key] or key in ("date", "start", "seed"))
    ]
    for key in ("table", "sign"):
        if data[key]:
            lines += ["", f"[{key}]", *_pairs(data[key])]
    for person in data["people"]:
        shown = {k: v for k, v in person.items() if v not in (None, 0, False)}
        lines += ["", "[[people]]", *_pairs(shown)]
    for step in data["step"]:
        lines += ["", "[[step]]", *_pairs(step)]
    if data["balances"]:
        lines += ["", "[balances]", *_pairs(data["balances"])]
    return "\n".join(lines) + "\n"


def _pairs(data: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {value(one)}" for key, one in data.items() if one is not None]


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else _text(key)


def _text(text: str) -> str:
    """A TOML basic string: JSON's, but with the one control character that JSON leaves bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(given: Any) -> str:
    """A TOML value on one line."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, int | float):
        return str(given)
    if isinstance(given, Mapping):
        inner = ", ".join(f"{_key(k)} = {value(one)}" for k, one in given.items())
        return f"{{{inner}}}"
    if isinstance(given, list | tuple):
        return f"[{', '.join(value(one) for one in given)}]"
    return _text(str(given))
