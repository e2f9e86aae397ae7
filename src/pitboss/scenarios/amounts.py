"""Dollars as scenario files write them, as the cents that commands take."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from pitboss.aggregates.acts import ACTS
from pitboss.aggregates.shapes import AggregateCommand
from pitboss.book import load_plays
from pitboss.errors import BadScenarioError
from pitboss.money import parse_amount
from pitboss.refusal import Refusal
from pitboss.table import ENTRIES, Command
from pitboss.table.state import SignState
from pitboss.words import nearest

_AMOUNTS = (
    *("minimum", "maximum", "by_player_minimum", "by_player_maximum", "unit"),
    *("differential", "old_minimum", "area_maximum"),
)
_MAY_BE_NOTHING = ("chips", "float")
load_plays()  # a file may name the commands of any game
KINDS: dict[str, type[msgspec.Struct]] = {
    **{word: entry.kind for word, entry in ENTRIES.items()},
    **{word: kind for acts in ACTS for word, kind in acts.words.items()},
}
"""Every command that a step may name: a table's, and those of aggregates beside it."""
WORDS = ENTRIES
# What a scenario may say for several house acts, and the values that it takes without a name.
SEVERAL: dict[str, tuple[str, ...]] = {
    "deal-coup": (),
    "deal-up": ("cards",),
    "deal-down": ("cards",),
    "play-coup": (),
    "play-down": (),
    "new-shoe": (),
}


def in_cents(fields: dict[str, Any], do: str) -> dict[str, Any]:
    """Dollars as files write them into cents as commands take them."""
    changed = dict(fields)
    own = KINDS[do].__struct_fields__ if do in KINDS else ()
    money = [key for key in fields if f"{key}_cents" in own]
    for key in dict.fromkeys(("amount", "chips", "float", *_AMOUNTS, *money)):
        if isinstance(changed.get(key), int | float | str):
            read = balance_cents if key in _MAY_BE_NOTHING else sure_cents
            changed[f"{key}_cents"] = read(str(changed.pop(key)), key)
        elif key in money and not isinstance(changed[key], dict):
            raise BadScenarioError(f"{key}: {_no_amount(changed[key])}")
    if isinstance(changed.get("hand"), int) and "hand" in own:
        changed["hand"] = str(changed["hand"])  # hands of boxes are called by their number
    if isinstance(changed.get("chips"), list):
        changed["chips"] = [_chip(one) for one in changed["chips"]]
    if isinstance(changed.get("sign"), dict):
        changed["sign"] = sign_of(changed["sign"])
    return changed


def _chip(given: Any) -> Any:
    """The value of a chip: a whole number is cents, anything else is dollars."""
    return sure_cents(str(given)) if isinstance(given, str | float) else given


def in_files(field: str) -> str:
    """How a file calls a field of a command: amounts are dollars there, not cents."""
    return field.removesuffix("_cents")


def nobody_can(do: str) -> str:
    """What is said of a word that is no command's."""
    return f"nobody can do '{do}'.{nearest(do, (*KINDS, *SEVERAL))}"


@cache
def field_order(do: str) -> dict[str, bool]:
    """The fields that values without a name go to, as files call them: whether each is needed."""
    if do in SEVERAL:
        return dict.fromkeys(SEVERAL[do], True)
    if do not in KINDS:
        raise BadScenarioError(nobody_can(do))
    kind = KINDS[do]
    common = (Command if issubclass(kind, Command) else AggregateCommand).__struct_fields__
    fields = msgspec.structs.fields(kind)
    return {in_files(one.name): one.required for one in fields if one.name not in common}


def balance_cents(text: str, key: str = "") -> int:
    """A balance in dollars as cents: it may be nothing, or below nothing outside the table."""
    plain = text.removeprefix("-")
    if plain in ("0", "0.0", "0.00"):
        return 0
    return -sure_cents(plain, key) if text.startswith("-") else sure_cents(plain, key)


def sure_cents(text: str, key: str = "") -> int:
    """An amount in dollars as cents; a bad one is a bad scenario, told with its key."""
    cents = parse_amount(text)
    if isinstance(cents, Refusal):
        raise BadScenarioError(f"{key}: {cents.sentence}" if key else cents.sentence)
    return cents


def _no_amount(given: object) -> str:
    return f"'{given}' is not an amount: write dollars, for example 100 or 2.50."


def _table(given: Any, key: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise BadScenarioError(f"sign: '{key}' is a table, as {{minimum = 5}}, not '{given}'")
    return given


def sign_of(given: dict[str, Any]) -> dict[str, Any]:
    """A sign as files write it, in dollars, as the opening command takes it."""
    changed: dict[str, Any] = {}
    values: dict[str, str] = {}
    for key, value in given.items():
        if key in _AMOUNTS:
            if isinstance(value, dict):
                cents = {k: sure_cents(str(v), f"sign: {key}.{k}") for k, v in value.items()}
                changed[f"{key}_cents"] = cents
            else:
                changed[f"{key}_cents"] = sure_cents(str(value), f"sign: {key}")
        elif key == "wagers":
            spans = _table(value, key)
            changed[key] = {wager: _span(span, f"wagers.{wager}") for wager, span in spans.items()}
        elif key == "values":
            values |= {k: _said(v) for k, v in _table(value, key).items()}
        elif key in SignState.__struct_fields__:
            changed[key] = value
        elif near := nearest(key, map(in_files, SignState.__struct_fields__)):
            raise BadScenarioError(f"sign: there is no '{key}'.{near}")
        else:  # what the edition's sign fixes may stand there without a table of its own
            values[key] = _said(value)
    return {**changed, "values": values} if values else changed


def _said(value: Any) -> str:
    """What stands on a sign, as words; an answer is yes or no there."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _span(given: Any, where: str) -> dict[str, Any]:
    """The limits of a wager in dollars, in cents."""
    changed = {}
    for key, value in _table(given, where).items():
        if key in _AMOUNTS:
            changed[f"{key}_cents"] = sure_cents(str(value), f"sign: {where}.{key}")
        else:
            changed[key] = value
    return changed
