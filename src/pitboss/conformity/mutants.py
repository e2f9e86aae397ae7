"""Mutants of an edition: each value, row, condition, pay and cell changed in turn."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args, get_type_hints

import msgspec

from pitboss.conformity.procedures import RULE_WORDS
from pitboss.editions import procedures as floor
from pitboss.editions import values as model
from pitboss.editions import wagers as wager
from pitboss.editions.edition import Edition
from pitboss.editions.load import EDITION_FILE, TABLE_FOLDER
from pitboss.editions.locate import KeyPath

PROSE = frozenset(
    {
        *("title", "label", "house", "regulator", "reference", "rulebook", "edition", "act"),
        *("says", "what", "always"),
        *("name", "kind", "play", "space", "automaton", "ours", "tail_of", "told_by", "reading"),
    }
)
_CELLS = {"D": "S", "S": "D"}


@dataclass(frozen=True)
class Mutant:
    """One change to one value, and the clauses whose tests must notice it.

    `within` are the clauses of what the value is a part of: of the wager, for a row of it.
    """

    file: str
    path: KeyPath
    clauses: tuple[str, ...]
    before: Any
    after: Any
    within: tuple[str, ...] = ()

    def apply(self, raw: dict[str, Any]) -> None:
        """Make the change in parsed data."""
        holder = raw[self.file]
        for step in self.path[:-1]:
            holder = holder[step]
        if self.after is None:
            del holder[self.path[-1]]
        else:
            holder[self.path[-1]] = self.after

    def __str__(self) -> str:
        after = "removed" if self.after is None else self.after
        return f"{'.'.join(map(str, self.path))}: {_short(self.before)} -> {_short(after)}"


Words = Mapping[str, tuple[str, ...]]


def mutants(edition: Edition) -> Iterator[Mutant]:
    """Every mutant of an edition that a case must notice."""
    rung = edition.ranks.met_by
    for file, data in edition.raw.items():
        words = _words(edition, model.LimitRule if file == EDITION_FILE else wager.Transition)
        for mutant in _walk(file, data, (), (), words):
            # Two names for the same rung of the ladder are the same value.
            before, after = mutant.before, mutant.after
            if isinstance(after, str) and rung.get(before, before) == rung.get(after, after):
                continue
            yield replace(mutant, within=_within(data, mutant.path))


def _within(data: Any, path: KeyPath) -> tuple[str, ...]:
    """The clauses of everything that a value lies in."""
    found: dict[str, None] = {}
    for step in path:
        if isinstance(data, dict):
            found.update(dict.fromkeys(data.get("clauses", ())))
        data = data[step]
    return tuple(found)


def _walk(
    file: str, data: Any, path: KeyPath, clauses: tuple[str, ...], words: Words
) -> Iterator[Mutant]:
    key = str(path[-1]) if path else ""
    if isinstance(data, dict):
        clauses = tuple(data.get("clauses", clauses))
        if file.startswith(TABLE_FOLDER) and len(path) == 2 and not data.get("always"):
            yield Mutant(file, path, clauses, data.get("says") or data.get("what"), None)
        if path and isinstance(path[-1], int):
            yield Mutant(file, path, clauses, data.get("label") or data.get("name") or "row", None)
        if key == "when":
            for fact, condition in data.items():
                yield Mutant(file, (*path, fact), clauses, condition, None)
        for name, value in data.items():
            # A word for people; but a table of that name, as of the automata, is read.
            if name in PROSE and key not in ("when", "pays") and not isinstance(value, dict):
                continue
            # The number of a tableau row is its name: rows must stand in order anyhow.
            if (
                name == "clauses"
                or name.endswith("_clauses")
                or ("cells" in data and name == "banker")
            ):
                continue
            yield from _walk(file, value, (*path, name), clauses, words)
    elif isinstance(data, list) and any(isinstance(item, dict) for item in data):
        for number, value in enumerate(data):
            yield from _walk(file, value, (*path, number), clauses, words)
    else:
        for changed in _changes(path, data, words):
            yield Mutant(file, path, clauses, data, changed)


def _changes(path: KeyPath, value: Any, words: Words) -> Iterator[Any]:
    key = str(path[-1])
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, dt.date):
        yield value + dt.timedelta(days=1)
        yield value - dt.timedelta(days=1)
    elif isinstance(value, list):
        for number in range(len(value)):
            yield value[:number] + value[number + 1 :]
        if all(isinstance(item, int) for item in value):
            yield [*value, max(value, default=0) + 1]
        if key == "ladder":
            yield value[::-1]
    elif key == "cells":
        for number, letter in enumerate(value):
            yield value[:number] + _CELLS[letter] + value[number + 1 :]
    elif key == "pays" or (len(path) > 1 and path[-2] == "pays" and key != "by"):
        yield from _other_pays(value)
    elif key == "sequence":
        yield value[:-1] + ("B" if value[-1] != "B" else "P")
    elif key in ("default", "least", "most", "commission"):
        yield _next_amount(value)
    else:
        others = words.get(f"{path[-2]}.{key}", words.get(key, ())) if len(path) > 1 else ()
        yield from (other for other in others if other != value)


def _other_pays(text: str) -> Iterator[str | None]:
    """The pay with its first figure one more and one less; none at all where it has none."""
    figure = re.search(r"\d+", text)
    if figure is None:
        yield None
        return
    for other in (int(figure[0]) + 1, int(figure[0]) - 1):
        yield text[: figure.start()] + str(other) + text[figure.end() :]


def _next_amount(text: str) -> str:
    number = text.removesuffix("%")
    if number.replace(".", "").isdecimal():
        changed = f"{float(number) + (0.01 if float(number) < 1 else 1):g}"
        return changed + ("%" if text.endswith("%") else "")
    return "yes" if text == "no" else "no"


def _words(edition: Edition, first: type[msgspec.Struct]) -> dict[str, tuple[str, ...]]:
    """Other values that a word could have, from the model (`first` before all) and the ranks."""
    ranks = (*edition.ranks.ladder, *edition.ranks.met_by)
    holders = ("dealer", "highest-wager", "designated-player", "marker-holder", "shoe-holder")
    found: dict[str, tuple[str, ...]] = {
        "rank": ranks,
        "approval": ranks,
        "dummies_by": ranks,
        **dict.fromkeys(edition.ranks.met_by, ranks),
        "time_zone": ("Australia/Perth", "Australia/Adelaide"),
        "player_hand": holders,
        "banker_hand": holders,
        "shoe": holders,
        "result": ("player", "banker", "tie"),
        "player_pair": ("none", "mixed", "coloured", "perfect"),
        "banker_pair": ("none", "mixed", "coloured", "perfect"),
        "pair": ("none", "mixed", "coloured", "perfect"),
        "suits": ("diamonds", "suited", "same-colour", "mixed"),
        "stake": ("original", "double", "split"),
        "hand": ("blackjack", "bust", "points"),
        "dealer": ("blackjack", "bust", "points", "not-needed"),
        "dealer_up": ("ace", "ten", "other"),
        "up": ("ace", "ten", "other"),
        "against": ("higher", "equal", "lower"),
        "value": ("yes", "no"),
        **{f"{rule}.value": words for rule, words in RULE_WORDS.items()},
    }
    for situation in edition.situations.values():
        for fact, values in situation.facts.items():
            found[fact] = tuple(dict.fromkeys((*found.get(fact, ()), *values)))
    rulings = [row for situation in edition.situations.values() for row in situation.rulings]
    found["effect"] = tuple(dict.fromkeys(row.effect for row in rulings))
    found["confine"] = tuple(key for key in edition.approvals if key.startswith("confine-"))
    for key in ("to", "channel"):
        found[key] = tuple(dict.fromkeys(getattr(duty, key) for duty in edition.duties.values()))
    kinds = (*vars(model).values(), *vars(wager).values(), *vars(floor).values())
    for kind in (first, *kinds):
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            for name, hint in get_type_hints(kind).items():
                words = tuple(word for word in get_args(hint) if isinstance(word, str))
                if words:
                    found.setdefault(name, words)
    return found


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
