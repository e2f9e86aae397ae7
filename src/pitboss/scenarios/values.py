"""Values in a line of a scenario: `banker 100`, `seat=3`, `[Ann, Bob]`, `{error="order in doubt"}`.

A whole number is a number, `yes` and `no` are answers, every other word is text; text that is no
word stands in quotation marks. A file for several rulebooks may write `5.4/6.4`: the first is the
first rulebook's, and so on; `-` says that this rulebook has nothing there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.errors import BadScenarioError

ARROW = "->"
_TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|[\[\]{},=]|[^\s"\[\]{},=]+)')
_MARKS = frozenset("[]{},=")
_WHOLE = re.compile(r"-?[1-9]\d{0,17}|0")
_PLAIN = re.compile(r'[^\s"\[\]{},=/#][^\s"\[\]{},=/]*')


class Side(NamedTuple):
    """Whose file it is read as: one of so many rulebooks."""

    which: int
    of: int

    def choose(self, word: str) -> str | None:
        """The part of a word that is this rulebook's; nothing where it has none."""
        if self.of == 1 or "/" not in word:
            return word
        parts = word.split("/")
        if len(parts) != self.of:
            raise BadScenarioError(f"'{word}' is {len(parts)} things for {self.of} rulebooks")
        return None if parts[self.which] == "-" else parts[self.which]


class Words:
    """The words of a line, taken one after another."""

    def __init__(self, line: str, side: Side) -> None:
        self.side = side
        self.left = [found[1] for found in _TOKEN.finditer(line)][::-1]

    def next(self) -> str:
        """The next word as it stands; empty at the end."""
        return self.left[-1] if self.left else ""

    def take(self) -> str:
        """The next word, taken."""
        if not self.left:
            raise BadScenarioError("the line ends too early")
        return self.left.pop()

    def text(self) -> str | None:
        """The next word as text, whatever it looks like."""
        word = self.take()
        if word in _MARKS:
            raise BadScenarioError(f"'{word}' stands where a word should")
        return _unquoted(word) if word.startswith('"') else self.side.choose(word)

    def value(self) -> Any:
        """The next value; nothing where this rulebook has none."""
        if self.next() in ("[", "{"):
            begun = self.take()
            unnamed, named = self.values("]" if begun == "[" else "}")
            if unnamed if begun == "{" else named:
                raise BadScenarioError("write [a, b] for a list and {a=1, b=2} for named values")
            return unnamed if begun == "[" else named
        quoted = self.next().startswith('"')
        word = self.text()
        return word if quoted or word is None else _typed(word)

    def values(self, end: str = "", *, commas: bool = True) -> tuple[list[Any], dict[str, Any]]:
        """Values up to an end, without a name and by name; a comma may divide or end them."""
        unnamed: list[Any] = []
        named: dict[str, Any] = {}
        while (word := self.next()) not in (end, "" if commas else ","):
            if word == "," and commas:
                self.take()
                continue
            if len(self.left) > 1 and self.left[-2] == "=":
                key = self.text() or ""
                self.take()
                if key in named:
                    raise BadScenarioError(f"'{key}' is given twice")
                value = self.value()
                named |= {} if value is None else {key: value}
            elif (value := self.value()) is not None:
                unnamed.append(value)
        if end:
            self.take()
        return unnamed, named


def _unquoted(word: str) -> str:
    try:
        return str(json.loads(word))
    except ValueError as error:
        raise BadScenarioError(f"{word} cannot be read") from error


def _typed(word: str) -> Any:
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if _WHOLE.fullmatch(word) else word


def written(value: Any) -> str:
    """A value as a line has it; reading it gives the value again, a fraction as its text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(pairs(value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    plain = _PLAIN.fullmatch(value) and value != ARROW and _typed(value) == value
    return value if plain else json.dumps(value, ensure_ascii=False)


def pairs(values: Mapping[str, Any]) -> list[str]:
    """Named values, each as a line has it."""
    return [f"{written(key)}={written(value)}" for key, value in values.items()]
