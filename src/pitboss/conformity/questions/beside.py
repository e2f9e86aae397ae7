"""Two rulebooks compared by the questions that people ask, the most asked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.conformity.questions.table import about_tables, act_asked, who_may
from pitboss.conformity.questions.wagers import about_wagers
from pitboss.settle.questions import NAMES, Answer, Asked
from pitboss.words.catalogue import Said, spoken

TOPIC = "answers"
MOST_ASKED = 10
"""So many differences are shown before all others."""


class AskedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of an answer: a sentence, the games it is about if not all, its clauses."""

    sentence: str
    said: Said
    games: tuple[str, ...]
    clauses: tuple[str, ...]


class AskedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A question with the answers of both rulebooks; without an answer there is nothing."""

    key: str
    question: str
    asked: Said
    first: tuple[AskedLine, ...]
    second: tuple[AskedLine, ...]
    differs: bool


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """Both rulebooks by every question that both can be asked, differences first.

    `apart` says in a sentence what is not compared, where one of them is of another game.
    """

    rows: tuple[AskedRow, ...]
    apart: str | None
    apart_said: Said | None


@lru_cache(maxsize=64)
def asked_of(book: Rulebook) -> dict[str, Asked]:
    """Every question that a rulebook can be asked, with its answers, as people ask them."""
    found = list(_asked_of(book))
    return {one.key: one for one in sorted(found, key=lambda one: one.place)}


def _asked_of(book: Rulebook) -> Iterator[Asked]:
    yield from book.game.questions(book.compiled)
    yield from about_tables(book.edition, book.game.unit)
    yield from about_wagers(book)
    for name, act, answer in who_may(book.edition):
        yield act_asked(name, act, (answer,))


def beside(first: Rulebook, second: Rulebook) -> Beside:
    """Two rulebooks side by side; those of different games by what any table is asked."""
    one, two = asked_of(first), asked_of(second)
    same_game = first.game.name == second.game.name
    keys = sorted(one.keys() | two.keys(), key=lambda key: _place(one, two, key))
    if not same_game:
        own = _own(first) | _own(second)
        keys = [key for key in keys if key not in own]
    rows = [_row(key, one, two) for key in keys]
    rows = [row for row in rows if row.first or row.second]
    rows.sort(key=lambda row: not row.differs)
    apart = None if same_game else _apart(first, second, one.keys() | two.keys(), set(keys))
    sentence = None if apart is None else spoken(TOPIC, apart)
    return Beside(rows=tuple(rows), apart=sentence, apart_said=apart)


def _place(one: dict[str, Asked], two: dict[str, Asked], key: str) -> tuple[int, int]:
    """As people ask; of one place in the order of the first rulebook, then of the second."""
    asked = one.get(key) or two[key]
    order = [*one, *(name for name in two if name not in one)]
    return asked.place, order.index(key)


def _own(book: Rulebook) -> set[str]:
    """The questions that only the game of a rulebook is asked."""
    wagers = {one.key for one in about_wagers(book)}
    return wagers | {one.key for one in book.game.questions(book.compiled)}


def _apart(first: Rulebook, second: Rulebook, every: Iterable[str], kept: set[str]) -> Said:
    left = sum(1 for key in every if key not in kept)
    told = {"first": first.game.name, "second": second.game.name, "count": left}
    return Said("apart", told)


def _row(key: str, one: dict[str, Asked], two: dict[str, Asked]) -> AskedRow:
    asked = one.get(key) or two[key]
    left, right = (found[key].answers if key in found else () for found in (one, two))
    return AskedRow(
        key=key,
        question=spoken(TOPIC, asked.question),
        asked=asked.question,
        first=tuple(map(line_of, left)),
        second=tuple(map(line_of, right)),
        differs=meaning(left) != meaning(right),
    )


def line_of(answer: Answer) -> AskedLine:
    """An answer as it is shown."""
    sentence = spoken(TOPIC, answer.said)
    sentence = sentence[:1].upper() + sentence[1:]
    return AskedLine(
        sentence=sentence, said=answer.said, games=answer.games, clauses=answer.clauses
    )


def meaning(answers: Iterable[Answer]) -> list[Any]:
    """What answers say, whatever it is called, wherever it is said and in whichever game."""
    found = [_meant(msgspec.to_builtins(one.said)) for one in answers]
    unlike: list[Any] = []
    for one in sorted(found, key=str):
        if one not in unlike:
            unlike.append(one)
    return unlike


def _meant(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _meant(inner) for key, inner in value.items() if key not in NAMES}
    if isinstance(value, list):
        return [_meant(inner) for inner in value]
    return value
