"""The line form of a scenario: a head of a few lines, then one line a step.

`Ann: place-wager banker 100 -> refused betting-closed 5.4`. An indented line goes on with the one
before it; `#` begins a remark. A file that names several rulebooks is a scenario of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from pitboss.errors import BadScenarioError
from pitboss.scenarios.amounts import field_order
from pitboss.scenarios.read import OWN, Actor, Scenario
from pitboss.scenarios.usual import Usual
from pitboss.scenarios.values import ARROW, Side, Words
from pitboss.table.state import Role
from pitboss.words import not_fitting

SETTING = ("game", "layout", "method", "decks", "date", "start", "seed", "ready", "opened")
_SAID = re.compile(r'(?:"(?:\\.|[^"\\])*"|(?<=\S)#|[^"#])*')
_STEP = re.compile(r'((?:"(?:\\.|[^"\\])*"|[^"])*?)(\s->(?:\s.*)?)?')
_A_STEP = "a step is a person, a colon and what they do, as 'Ann: place-wager banker 100'"
T = TypeVar("T")


class Book(NamedTuple):
    """A rulebook that a file names, and the clauses that it is to prove there."""

    rulebook: str
    edition: str | None
    clauses: tuple[str, ...]


class Lines:
    """A file of lines."""

    def __init__(self, text: str) -> None:
        self.lines = _joined(text)
        self.books: list[Book] = []
        for number, line in self.lines:
            if (words := Words(line, Side(0, 1))).take() == "rulebook":
                with _place(number):
                    self.books += _listed(words, _book)
        if not self.books:
            raise BadScenarioError("line 1: it names no rulebook: write 'rulebook' and its name")

    def scenario(self, which: int, usual: Usual) -> Scenario:
        """The scenario of one of the rulebooks, with what is usual under it."""
        begun = _Begun(Side(which, len(self.books)), usual, self.books[which])
        for number, line in self.lines:
            with _place(number):
                begun.take(number, line)
        if "title" not in begun.said:
            raise BadScenarioError("line 1: it has no title: write 'title' and what it shows")
        return begun.scenario()


class _Begun:
    """A scenario of which some lines are read."""

    def __init__(self, side: Side, usual: Usual, book: Book) -> None:
        self.side, self.usual = side, usual
        self.said: set[str] = set()
        self.data: dict[str, Any] = {"title": "", **book._asdict(), "sign": usual.sign}
        self.data["people"] = usual.there()
        self.steps: list[dict[str, Any]] = []
        self.places: list[int] = []
        self.set_table(usual.table)

    def scenario(self) -> Scenario:
        """What is read so far."""
        data = {**self.data, "step": self.steps, "lines": self.places}
        return msgspec.convert(data, Scenario)

    def take(self, number: int, line: str) -> None:
        """One more line: of the head, a step or the balances."""
        word, _, rest = line.partition(" ")
        if word == "rulebook":
            return
        if word in ("title", "cards"):
            quoted = rest.lstrip().startswith('"')
            said = _cards(rest, self.side) if word == "cards" else rest.strip()
            self.data[word] = Words(rest, self.side).text() if quoted else said
        elif word == "people":
            found = _listed(Words(rest, self.side), lambda words: _person(words, self.usual))
            self.data[word] = [person for person in found if person is not None]
        elif word == "table":
            self.set_table(_over(self.usual.table, Words(rest, self.side)))
        elif word in ("sign", "balances"):
            self.data[word] = _over(self.data.get(word, {}), Words(rest, self.side))
        else:
            self.step(number, line)
            return
        if word in self.said:
            raise BadScenarioError(f"'{word}' is said a second time")
        self.said.add(word)
        self.scenario()  # so that what does not fit is told with its line

    def set_table(self, given: dict[str, Any]) -> None:
        """How the table stands: a scenario's own words, and fields of the command that opens."""
        for key in SETTING:
            self.data.pop(key, None)
        self.data |= {key: value for key, value in given.items() if key in SETTING}
        self.data["table"] = {key: value for key, value in given.items() if key not in SETTING}

    def step(self, number: int, line: str) -> None:
        """One act and what must come of it."""
        said = _STEP.fullmatch(line)
        assert said is not None  # every quotation mark has its partner
        words = Words(said[1], self.side)
        at, (who, ended) = None, _name(words)
        if not ended:
            at, (who, ended) = who, _name(words)
        if not ended:
            raise BadScenarioError(_A_STEP)
        do = words.text() or ""
        unnamed, fields = words.values()
        order = field_order(do)
        free = [key for key in order if key not in fields]
        if len(unnamed) > len(free):
            raise BadScenarioError(f"'{do}' takes {', '.join(order) or 'nothing'}: it is too much")
        if wrong := OWN & fields.keys():
            raise BadScenarioError(f"'{do}' has no '{min(wrong)}'")
        if who is None:  # this rulebook has no such step
            return
        step = {"who": who, "do": do, **dict(zip(free, unnamed, strict=False)), **fields}
        came = {} if said[2] is None else _outcomes(said[2], self.side)
        self.steps.append({**({} if at is None else {"at": at}), **step, **came})
        self.places.append(number)


def _joined(text: str) -> list[tuple[int, str]]:
    """The lines without remarks, each with its number and the indented ones under it."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        said = _SAID.match("" if line.lstrip().startswith("#") else line)
        assert said is not None
        if line[said.end() : said.end() + 1] == '"':
            raise BadScenarioError(f"line {number}: a quotation mark has no partner")
        bare = said[0].rstrip()
        if bare[:1].isspace() and not found:
            raise BadScenarioError(f"line {number}: it is indented and goes on with nothing")
        if bare[:1].isspace():
            found[-1] = (found[-1][0], f"{found[-1][1]} {bare.strip()}")
        elif bare:
            found.append((number, bare))
    return found


@contextmanager
def _place(number: int) -> Iterator[None]:
    """What is wrong in a line is told with its number."""
    try:
        yield
    except msgspec.ValidationError as error:
        raise BadScenarioError(f"line {number}: {not_fitting(error)}") from error
    except BadScenarioError as error:
        raise BadScenarioError(f"line {number}: {error}") from error


def _listed(words: Words, read: Callable[[Words], T]) -> list[T]:
    """What commas divide."""
    found = []
    while words.next():
        found.append(read(words))
        if words.next():
            words.take()
    return found


def _book(words: Words) -> Book:
    name = words.text() or ""
    clauses, named = words.values(commas=False)
    edition = named.pop("edition", None)
    if named:
        raise BadScenarioError(f"a rulebook has no '{min(named)}'")
    return Book(name, edition, tuple(map(str, clauses)))


def _person(words: Words, usual: Usual) -> Actor | None:
    """Somebody of the usual people by the name alone, or anybody with what they are."""
    name = words.text()
    kinds, named = words.values(commas=False)
    if name is None:
        return None
    if not kinds and not named:
        for person in usual.people:
            if person.name == name:
                return person
        raise BadScenarioError(f"'{name}' is nobody usual: say what they are, as '{name} player'")
    for kind in kinds:
        if kind == "later":
            named["later"] = True
        elif kind in get_args(Role):
            named["role"] = kind
        else:
            named = {"role": "staff", **named, "rank": kind}
    return msgspec.convert({"name": name, **named}, Actor)


def _cards(text: str, side: Side) -> str:
    """Cards in their order, each of them the rulebook's own where a word has several."""
    if side.of == 1:
        return text.strip()
    return " ".join(filter(None, map(side.choose, text.split())))


def _over(usual: dict[str, Any], words: Words) -> dict[str, Any]:
    """What is usual with what is said instead; after `none`, nothing is usual."""
    unnamed, named = words.values()
    if unnamed not in ([], ["none"]):
        raise BadScenarioError(f"'{unnamed[0]}' has no name: write NAME={unnamed[0]}")
    return named if unnamed else {**usual, **named}


def _name(words: Words) -> tuple[str | None, bool]:
    """A word, and whether a colon ends it."""
    word = words.next()
    if not word.endswith(":"):
        text = words.text() if word else None
        ended = words.next() == ":"
        if ended:
            words.take()
        return text, ended
    return words.side.choose(words.take().removesuffix(":")), True


def _outcomes(text: str, side: Side) -> dict[str, Any]:
    """What must come of a step: events, or a refusal."""
    came: dict[str, Any] = {}
    _, *outcomes = f" {' '.join(text.split())} ".split(f" {ARROW} ")
    for outcome in outcomes:
        if not outcome.strip():
            raise BadScenarioError(f"after '{ARROW}' stands an event, or 'refused' and its code")
        word, *rest = outcome.split()
        chosen = side.choose(word)
        parts = [part for part in (_part(one, side) for one in rest) if part is not None]
        if chosen == "refused":
            came["refused"] = _refused(parts)
        elif chosen is not None:  # otherwise it does not come of it under this rulebook
            events = [f"{key or 'clause'}={value}" for key, value in parts]
            came.setdefault("expect", []).append(" ".join([chosen, *events]))
    return came


def _part(word: str, side: Side) -> tuple[str, str] | None:
    """A field and its value; a clause, or the code of a refusal, has no field before it."""
    key, equals, value = word.partition("=")
    chosen = side.choose(value if equals else key)
    return None if chosen is None else (key if equals else "", chosen)


def _refused(parts: list[tuple[str, str]]) -> dict[str, str]:
    refused: dict[str, str] = {}
    for key, value in parts:
        refused[key or ("clause" if "code" in refused else "code")] = value
    if not refused or refused.keys() - {"code", "clause"}:
        raise BadScenarioError("a refusal has a code, a clause or both: 'refused too-late 5.4'")
    return refused
