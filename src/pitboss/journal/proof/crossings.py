"""What crossed between the streams of a file: what one told, the other did, and nothing else.

A message is known by its key: the stream and the event that told it, and its place among what
that event told. What is told and not done yet may be under way, as long as nothing that the same
stream told later was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.journal.aggregate import Aggregate
from pitboss.journal.record import Record

WHO = ("by", "do")
"""What a message says that the event which follows says of another."""


class Place(NamedTuple):
    """Where an event stands: its line in the file, its stream, its sequence."""

    line: int
    stream: str
    sequence: int


class Crossed(NamedTuple):
    """What is wrong with what crossed, and where."""

    place: Place
    code: str
    sentence: str


class Crossings:
    """The messages of a file as it is read; both ends of each are compared."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[Place, str, bytes]] = {}
        self._done: dict[str, tuple[Place, msgspec.Raw]] = {}
        self._last: dict[tuple[str, str], int] = {}
        self._command = ""
        self.under_way = 0

    def take(
        self, aggregate: Aggregate[Any, Any], line: int, record: Record, event: Any
    ) -> Crossed | None:
        """The next record; what is wrong with the message that it carries out or tells."""
        place = Place(line, record.stream, record.sequence)
        if aggregate.tells is not None:
            for number, (target, body) in enumerate(aggregate.tells(record.stream, event)):
                key = f"{record.stream}/{record.sequence}/{number}"
                done = self._done.pop(key, None)
                if done is None:
                    self._told[key] = (place, target, body)
                elif (wrong := _differs(place, target, body, *done)) is not None:
                    return wrong
        heard = aggregate.heard(record.command) if aggregate.heard is not None else None
        if heard is None or record.command == self._command:
            return None
        self._command = record.command  # the first event of a command says what was told
        source, sequence, _ = heard.rsplit("/", 2)
        if source != record.stream:
            pair = (source, record.stream)
            self._last[pair] = max(self._last.get(pair, 0), int(sequence))
        told = self._told.pop(heard, None)
        if told is None:
            self._done[heard] = (place, record.event)
            return None
        return _differs(*told, place, record.event)

    def end(self, streams: Mapping[str, Any]) -> Crossed | None:
        """What has no other end although both streams are in the file."""
        for key, (place, _) in self._done.items():
            source, sequence, _ = key.rsplit("/", 2)
            if source in streams:
                sentence = (
                    f"event {place.sequence} of {place.stream} carries out what event {sequence} "
                    f"of {source} never told"
                )
                return Crossed(place, "never-told", sentence)
        for place, target, _ in self._told.values():
            if target not in streams:
                continue
            if place.sequence < self._last.get((place.stream, target), 0):
                sentence = (
                    f"what event {place.sequence} of {place.stream} told {target} was not done, "
                    "and something later was"
                )
                return Crossed(place, "not-done", sentence)
            self.under_way += 1
        return None


def _differs(
    told: Place, target: str, body: bytes, done: Place, event: msgspec.Raw
) -> Crossed | None:
    """Whether what was done is another thing than what was told, as far as both name it."""
    said, did = msgspec.json.decode(body), msgspec.json.decode(event)
    alike = all(did[name] == said[name] for name in said if name in did and name not in WHO)
    if alike and done.stream in (target, told.stream):
        return None
    sentence = (
        f"event {done.sequence} of {done.stream} is not what event {told.sequence} of "
        f"{told.stream} told"
    )
    return Crossed(done, "otherwise-told", sentence)
