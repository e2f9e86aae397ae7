"""What is typed at a table: a person, a word, its values; short words for what is usual."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import msgspec

from pitboss.scenarios.amounts import WORDS
from pitboss.table import Table
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry
from pitboss.table.state import Role
from pitboss.words import nearest

SHORT = {
    "bet": "place-wager",
    "more": "increase-wager",
    "take-back": "withdraw-wager",
    "ask": "request-approval",
    "grant": "grant-approval",
    "done": "discharge-duty",
    "tell": "notify",
    "buy": "buy-in",
    "cut": "cut-cards",
    "burn": "burn-cards",
    "report": "report-irregularity",
    "ruling": "give-ruling",
}


class Unclear(Exception):  # noqa: N818 - it is said to the person, not raised at them
    """What was typed is not clear; the sentence says why."""


@dataclass
class Actors:
    """Who acts when nobody is named: the last one chosen of each role, and the last of all."""

    last: str
    of: dict[Role, str]

    def choose(self, table: Table, name: str) -> None:
        """From now on this person acts, where their role lets them."""
        person = table.people.get(name)
        if person is None or not person.present:
            listed = ", ".join(table.present())
            raise Unclear(f"Nobody called '{name}' is at the table; there are {listed}.")
        self.last = name
        self.of[person.role] = name

    def for_word(self, table: Table, entry: Entry) -> str:
        """Who gives this command: the last chosen whose role may, or someone who may."""
        last = table.people.get(self.last)
        if not entry.who or (last is not None and last.present and last.role in entry.who):
            return self.last
        for role in entry.who:
            chosen = self.of.get(role)
            if chosen is not None and table.people[chosen].present:
                return chosen
        for role in entry.who:
            for name in table.present(role):
                return name
        return self.last


@dataclass(frozen=True)
class Typed:
    """A command as typed."""

    who: str
    word: str
    fields: dict[str, Any]


def full_word(text: str) -> str | None:
    """The command meant: its word, a short word for it, or the beginning of just one word."""
    if text in WORDS:
        return text
    if text in SHORT and SHORT[text] in WORDS:
        return SHORT[text]
    begun = [word for word in WORDS if word.startswith(text)]
    return begun[0] if len(begun) == 1 and len(text) > 1 else None


def read_line(line: str, table: Table, actors: Actors) -> Typed:
    """`[PERSON] WORD [VALUE ...] [FIELD=VALUE ...]`; values without a name go in their order."""
    try:
        parts = shlex.split(line)
    except ValueError as error:  # of quotation marks, nothing else
        raise Unclear("That cannot be read: a quotation mark has no partner.") from error
    who = None
    if len(parts) > 1 and full_word(parts[1]) and (parts[0] in table.people or _new(parts)):
        who = parts.pop(0)
    word = full_word(parts[0])
    if word is None:
        begun = ", ".join(word for word in WORDS if word.startswith(parts[0]))
        more = f" Did you mean {begun}?" if begun else nearest(parts[0], WORDS)
        more = more or " 'help' lists what can be said."
        raise Unclear(f"Nobody can do '{parts[0]}'.{more}")
    entry = WORDS[word]
    return Typed(who or actors.for_word(table, entry), word, _fields(entry, parts[1:]))


def _new(parts: list[str]) -> bool:
    """A name nobody has here yet may only come to the table."""
    return full_word(parts[0]) is None and not WORDS[full_word(parts[1]) or ""].who


def _fields(entry: Entry, values: list[str]) -> dict[str, Any]:
    hints = {key.removesuffix("_cents"): (key, hint) for key, hint in _hints(entry).items()}
    free = list(hints)
    found: dict[str, Any] = {}
    unnamed = []
    for text in values:
        key, equals, rest = text.partition("=")
        key = key.replace("-", "_")
        if equals and key in hints:
            found[key] = _value(rest, *hints[key])
            free.remove(key)
        elif equals and key.isidentifier():
            listed = ", ".join(hints) or "nothing"
            asked = nearest(key, hints)
            raise Unclear(f"'{entry.word}' has no '{key}'; it takes {listed}.{asked}")
        else:
            unnamed.append(text)
    if len(unnamed) > len(free):
        raise Unclear(f"'{entry.word}' takes {', '.join(hints) or 'nothing'}: that is too much.")
    for key, text in zip(free, unnamed, strict=False):
        found[key] = _value(text, *hints[key])
    return found


def _hints(entry: Entry) -> Mapping[str, Any]:
    return fields_of(entry.kind)


def whole(text: str) -> str | int:
    """An amount as typed; a number where it is whole dollars, as files are written."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text


def _value(text: str, key: str, hint: Any) -> Any:
    """A typed value: dollars and text as they stand, lists by commas, all else as TOML has it."""
    kinds = {hint, *get_args(hint)}
    if key.endswith("_cents"):
        return whole(text)
    if text in ("yes", "no") and bool in kinds:
        return text == "yes"
    origins = {get_origin(kind) or kind for kind in kinds}
    if (str in kinds or Literal in origins) and not origins & {tuple, dict, Mapping}:
        return text
    if tuple in origins and not text.startswith("["):
        inner = next(kind for kind in kinds if get_origin(kind) is tuple)
        return [_value(one, "", get_args(inner)[0]) for one in text.split(",") if one]
    try:
        return tomllib.loads(f"it = {text}")["it"]
    except tomllib.TOMLDecodeError:
        pass
    if any(isinstance(kind, type) and issubclass(kind, msgspec.Struct) for kind in kinds):
        raise Unclear(f"Write {{key = value, ...}} for it, not '{text}'.")
    if dict in origins or Mapping in origins:
        return dict(part.split(":", 1) for part in text.split(",") if ":" in part)
    return text
