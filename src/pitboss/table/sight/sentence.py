"""An event as a sentence: the same for the command line, replays, consoles and displays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pitboss.cards import pretty
from pitboss.money import sum_of
from pitboss.words.catalogue import Said, spoken, words_of

TOPIC = "events"
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")
_OPENED = frozenset({"cause", "ruling", "situation", "wager"})
"""Places that hold names of rules, whose hyphens are not said."""


def sentence(
    event: msgspec.Struct, language: str = "en", called: Callable[[str], str] = lambda name: name
) -> str:
    """What happened; `called` is what a person or a wager is called."""
    return sentence_of(msgspec.to_builtins(event), language, called)


def sentence_of(
    data: Mapping[str, Any], language: str = "en", called: Callable[[str], str] = lambda name: name
) -> str:
    """The same for an event as plain data; a kind without a sentence is its name."""
    kind = data["event"]
    words = words_of(TOPIC, language)
    if kind not in words:
        return str(kind).replace("-", " ").capitalize()

    def written(place: str, value: Any) -> str:
        return _written(words, place, value, called)

    return spoken(TOPIC, Said(kind, flat(data)), language, written)


def flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an event, with those of its house and its sign under `house.` and `sign.`."""
    found = {key: value for key, value in data.items() if key not in ("house", "sign")}
    for part in ("house", "sign"):
        found |= {f"{part}.{key}": value for key, value in data.get(part, {}).items()}
    return found


def _written(words: Mapping[str, str], place: str, value: Any, called: Callable[[str], str]) -> str:
    """A field of an event as text."""
    if isinstance(value, int):
        return _figure(place, value)
    if isinstance(value, str):
        if _TIME.fullmatch(value):
            return value[:16].replace("T", " ") + "Z" * value.endswith("Z")
        name = called(value)
        return name.replace("-", " ") if place in _OPENED else name
    if isinstance(value, dict):
        pairs = (f"{key}: {one}" for key, one in value.items())
        return _hands(words, value) if place == "hands" else ", ".join(pairs)
    each = place.removesuffix("s")
    every = (words.get(f"{each}.{one}") or _written(words, each, one, called) for one in value)
    return ", ".join(every)


def _figure(place: str, value: int) -> str:
    if place.endswith("_cents"):
        return sum_of(value)
    return pretty(value) if place == "card" else str(value)


def _hands(words: Mapping[str, str], hands: Mapping[str, Any]) -> str:
    """Hands with their cards, each a number or a place on the table."""
    told = []
    for hand, slots in hands.items():
        cards = [slot.get("card") if isinstance(slot, dict) else slot for slot in slots]
        faces = (words["card.down"] if card is None else pretty(card) for card in cards)
        told.append(" ".join((words.get(f"hand.{hand}", hand), *faces)))
    return ", ".join(told)
