"""The catalogue: whatever the house says, by key, in each language.

A language is a folder of JSON files, one for each topic, here and in each game's folder. A
sentence has places, `{amount}`, and choices, `[ for {whom}]` or `[{card}|face down]`: of a
choice the first form is said whose places all have values, or nothing. `{a rank}` has an article.
What fills a place may have words of its own: under `sentence.place.value` for one sentence,
`place.value` for all. Several fill a place with what stands under `sentence.place.and` between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.words import with_article

LANGUAGES = ("en", "zh")
PLACE = re.compile(r"\{(?:a )?([\w.]+)\}")
_FILLED = re.compile(r"\{(a )?([\w.]+)\}")
_CHOICE = re.compile(r"\[([^\]]*\{[^\]]*)\]")
UNKNOWN = "–"
"""What is said in a place that has no value."""
_HERE = Path(__file__).parent


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words by key, with what fills their places; may itself fill a place.

    `topic` is named where the key is of another topic than what surrounds it.
    """

    key: str
    params: Mapping[str, Any] = {}
    topic: str = ""


@cache
def words_of(topic: str, language: str) -> Mapping[str, str]:
    """The sentences and words of a topic, of the house and of every game."""
    found: dict[str, str] = {}
    games = sorted(_HERE.parent.glob(f"games/*/words/{language}/{topic}.json"))
    for path in (_HERE / language / f"{topic}.json", *games):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def filled(sentence: str, values: Mapping[str, str]) -> str:
    """A sentence with its choices made and its places filled; empty words make no choice."""

    def chosen(choice: re.Match[str]) -> str:
        forms = choice[1].split("|")
        return next((form for form in forms if all(map(values.get, PLACE.findall(form)))), "")

    def put(place: re.Match[str]) -> str:
        text = values.get(place[2], UNKNOWN)
        return with_article(text) if place[1] else text

    return _FILLED.sub(put, _CHOICE.sub(chosen, sentence) if "[" in sentence else sentence)


def spoken(
    topic: str,
    said: Said,
    language: str = "en",
    written: Callable[[str, Any], str] = lambda _place, value: str(value),
) -> str:
    """What is said under a key, in a language.

    `written` is how a value without words of its own is written in a place.
    """
    topic = said.topic or topic
    words = words_of(topic, language)
    values: dict[str, str] = {}
    named: list[str] = []
    for place, value in said.params.items():
        joint = words.get(f"{said.key}.{place}.and")
        if joint is not None:
            each = (_text(topic, place, one, language, written) for one in value)
            values[place] = joint.join(text for text in each if text is not None)
            continue
        word = _word(words, said.key, place, value)
        if word is not None:
            named.append(place)
        text = word if word is not None else _text(topic, place, value, language, written)
        if text is not None:
            values[place] = text
    for place in named:
        values[place] = filled(values[place], values)
    return filled(words[said.key], values)


def _word(words: Mapping[str, str], key: str, place: str, value: Any) -> str | None:
    """The words of a value, where it has any."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    if not isinstance(value, str | int):
        return None
    return words.get(f"{key}.{place}.{value}") or words.get(f"{place}.{value}")


def _text(
    topic: str,
    place: str,
    value: Any,
    language: str,
    written: Callable[[str, Any], str],
) -> str | None:
    if isinstance(value, Said):
        return spoken(topic, value, language, written)
    if isinstance(value, bool) or value is None or value in ((), [], {}):
        return None
    return written(place, value)
