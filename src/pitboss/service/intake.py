"""A command at the door: who gives it and when is said by the service, never by the command."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from pitboss.refusal import Refusal
from pitboss.service.futures import Promise
from pitboss.service.house import House
from pitboss.service.streams import Stream
from pitboss.table import ENTRIES, Event, Table, act, read_command, unreadable

MOST_BYTES = 65_536
MOST_KEY = 200
DIGEST_BYTES = 8
MOST_LETTERS = 500
"""Of a text that somebody says; what is longer is kept elsewhere and referred to."""
EXCLUDING = "exclude-from-casino"
TOGETHER = "together"
"""The word of several steps that are one act: all of them are taken, or none."""


@dataclass(frozen=True)
class Actor:
    """Who gives a command, as their session says it: never as the command says it."""

    person: str
    role: str
    rank: str | None = None


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a command: the sequence of its last event, or the refusal."""

    accepted: bool
    sequence: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None


def reused(sequence: int) -> Answer:
    """Something else was asked under the same id."""
    return Answer(accepted=False, sequence=sequence, refusal=Refusal.of("id-reused"))


def digest_of(data: Mapping[str, Any]) -> str:
    """What is asked, so that another command under the same id is known for another."""
    try:
        told = msgspec.json.encode(data, order="deterministic")
    except (TypeError, ValueError, OverflowError, UnicodeError, RecursionError):
        return ""  # it will not be taken
    return hashlib.blake2b(told, digest_size=DIGEST_BYTES).hexdigest()


class InFlight(NamedTuple):
    """A command on its way."""

    name: str
    data: Mapping[str, Any]
    actor: Actor
    key: str
    answer: Promise[Answer]
    taken: tuple[str, ...]
    asked: str


def prepare(
    house: House,
    stream: Stream,
    data: Mapping[str, Any],
    actor: Actor,
    key: str,
    at: dt.datetime,
) -> dict[str, Any] | Refusal:
    """The command with its giver and its time, or why it is not taken at all."""
    refusal = _unfit(data, key)
    if refusal is not None:
        return refusal
    do = data["do"]
    reason = house.excluded(actor.person)
    if reason is not None and not (do in ENTRIES and ENTRIES[do].barred):
        rule = stream.rules.edition.approvals.get(EXCLUDING)
        return Refusal.of(
            "excluded.prepare", () if rule is None else rule.clauses, person=actor.person
        )
    given = {**data, "by": actor.person, "at": at}
    if do in ("sign-on", "relieve"):
        if actor.role == "player" or (do == "relieve" and actor.role != "staff"):
            return Refusal.of("wrong-role.prepare", do=do, role=actor.role)
        given.pop("rank", None)
        if actor.rank is not None and actor.role == "staff":
            given["rank"] = actor.rank
        if do == "sign-on":
            given["role"] = actor.role
    elif do == "arrive" and actor.role != "player":
        return Refusal.of("wrong-role.arrive")
    return given


def decide(stream: Stream, given: dict[str, Any]) -> tuple[Table, tuple[Event, ...]] | Refusal:
    """The table after a command, or after every step of one act, with the events; or why not."""
    steps = given["steps"] if given["do"] == TOGETHER else (given,)
    table, events = stream.table, tuple[Event, ...]()
    for step in steps:
        fields = {**step, "by": given["by"], "at": given["at"]}
        try:
            decided = act(stream.rules, table, read_command(fields))
        except msgspec.ValidationError as error:
            return Refusal.of("bad-command.decide", what=unreadable(fields, error))
        if isinstance(decided, Refusal):
            return decided
        table, events = decided[0], events + decided[1]
    return table, events


def _unfit(data: Mapping[str, Any], key: str) -> Refusal | None:
    if not 1 <= len(key.partition("/")[2]) <= MOST_KEY or not key.isprintable():
        return Refusal.of("bad-command-id", most_key=MOST_KEY)
    if not isinstance(data.get("do"), str):
        return Refusal.of("bad-command.unfit")
    try:
        size = len(msgspec.json.encode(data))
    except (TypeError, ValueError, OverflowError, UnicodeError, RecursionError):
        return Refusal.of("bad-command.not-written")
    if size > MOST_BYTES:
        return Refusal.of("too-large", most_bytes=MOST_BYTES)
    if _longest(data) > MOST_LETTERS:
        return Refusal.of("text-too-long", most_letters=MOST_LETTERS)
    return None


def _longest(data: Any) -> int:
    """The letters of the longest text in a command, however deep."""
    if isinstance(data, str):
        return len(data)
    if isinstance(data, Mapping):
        return max((max(_longest(key), _longest(one)) for key, one in data.items()), default=0)
    if isinstance(data, (list, tuple)):
        return max(map(_longest, data), default=0)
    return 0
