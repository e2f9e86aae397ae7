"""What is digested: events without their wording, refusals, balances, and what everyone sees."""

from __future__ import annotations

import hashlib
from typing import Any, get_args

import msgspec

from pitboss.refusal import Refusal
from pitboss.scenarios.streams import Answer
from pitboss.table import Table
from pitboss.table.play import Play
from pitboss.table.sight.roles import Audience, view

WORDING = frozenset({"says", "what", "sentence"})
"""Fields that hold sentences: they may be worded anew."""
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
_SORTED = msgspec.json.Encoder(order="sorted")


def without_wording(data: Any) -> Any:
    """Plain data without the fields that hold sentences."""
    if isinstance(data, dict):
        return {key: without_wording(value) for key, value in data.items() if key not in WORDING}
    if isinstance(data, list):
        return [without_wording(value) for value in data]
    return data


def as_it_was(data: Any) -> Any:
    """Hands under the names they had when the digests were taken: the content is the same.

    Hands were fields of their own before they were a mapping, and what a game or a method alone
    has lay beside them.
    """
    if isinstance(data, list):
        return [as_it_was(value) for value in data]
    if not isinstance(data, dict):
        return data
    data = {key: as_it_was(value) for key, value in data.items()}
    hands = data.pop("hands", None)
    if isinstance(hands, dict):
        both: dict[str, Any] = (
            {"player": [], "banker": []} if data.get("event") == "coup-reconstructed" else {}
        )
        data = {**data, **both, **hands}
    elif isinstance(hands, list) and hands and isinstance(hands[0], dict):
        shown = ("cards", "count")
        data |= {one["id"]: {key: one[key] for key in shown if key in one} for one in hands}
        data.pop("complete", None)
        data |= data.pop("stage")
    elif hands is not None:
        data["hands"] = hands
    data.pop("play", None)
    return data


class Digest:
    """The events, views and balances of one run, hashed as they come."""

    def __init__(self) -> None:
        self._events = hashlib.sha256()
        self._views = hashlib.sha256()

    def add(self, play: Play, done: Answer, table: Table) -> None:
        """What came of one command, and what everyone sees after it."""
        if isinstance(done, Refusal):
            self._events.update(f"refused {done.code} {' '.join(done.clauses)}\n".encode())
            return
        for event in done:
            plain = as_it_was(msgspec.json.decode(msgspec.json.encode(event)))
            self._events.update(_SORTED.encode(without_wording(plain)) + b"\n")
        for audience in AUDIENCES:
            person = next(iter(table.people), None) if audience == "player" else None
            seen = view(play, table, audience, person)
            shown = as_it_was(msgspec.json.decode(msgspec.json.encode(seen)))
            self._views.update(_SORTED.encode(without_wording(shown)) + b"\n")

    def told(self, table: Table) -> list[str]:
        """The digests of events, views and balances."""
        balances = hashlib.sha256(_SORTED.encode(dict(table.balances)))
        return [hash_.hexdigest()[:16] for hash_ in (self._events, self._views, balances)]
