"""Dollars as scenario files write them, as the cents that commands take."""

from __future__ import annotations

from typing import Any

from pitboss.money import parse_amount
from pitboss.refusal import Refusal
from pitboss.scenarios.read import BadScenarioError
from pitboss.table import COMMANDS

_AMOUNTS = ("minimum", "maximum", "unit", "differential", "old_minimum", "area_maximum")
WORDS = {entry.word: entry for entry in COMMANDS.values()}


def in_cents(fields: dict[str, Any], do: str) -> dict[str, Any]:
    """Dollars as files write them into cents as commands take them."""
    changed = dict(fields)
    own = WORDS[do].kind.__struct_fields__ if do in WORDS else ()
    money = [key for key in fields if f"{key}_cents" in own]
    for key in dict.fromkeys(("amount", "chips", "float", *_AMOUNTS, *money)):
        if isinstance(changed.get(key), int | float | str):
            text = str(changed.pop(key))
            changed[f"{key}_cents"] = sure_cents(text)
    if isinstance(changed.get("sign"), dict):
        changed["sign"] = sign_of(changed["sign"])
    return changed


def balance_cents(text: str) -> int:
    """A balance in dollars as cents: it may be nothing, or below nothing outside the table."""
    plain = text.lstrip("-")
    if not plain.strip("0."):
        return 0
    return -sure_cents(plain) if text.startswith("-") else sure_cents(plain)


def sure_cents(text: str) -> int:
    """An amount in dollars as cents; a bad one is a bad scenario."""
    cents = parse_amount(text)
    if isinstance(cents, Refusal):
        raise BadScenarioError(cents.sentence)
    return cents


def _table(given: Any, key: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise BadScenarioError(f"sign: '{key}' is a table, as {{minimum = 5}}, not '{given}'")
    return given


def sign_of(given: dict[str, Any]) -> dict[str, Any]:
    """A sign as files write it, in dollars, as the opening command takes it."""
    changed: dict[str, Any] = {}
    for key, value in given.items():
        if key in _AMOUNTS:
            if isinstance(value, dict):
                changed[f"{key}_cents"] = {k: sure_cents(str(v)) for k, v in value.items()}
            else:
                changed[f"{key}_cents"] = sure_cents(str(value))
        elif key == "wagers":
            changed[key] = {
                wager: {
                    f"{k}_cents" if k in _AMOUNTS else k: sure_cents(str(v)) if k in _AMOUNTS else v
                    for k, v in _table(span, f"wagers.{wager}").items()
                }
                for wager, span in _table(value, key).items()
            }
        elif key == "values":
            changed[key] = {k: str(v) for k, v in _table(value, key).items()}
        else:
            changed[key] = value
    return changed
