"""A command at the door: who gives it and when is said by the service, never by the command."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.refusal import Refusal
from pitboss.service.house import House
from pitboss.service.streams import Stream
from pitboss.table import ENTRIES

MOST_BYTES = 65_536
MOST_KEY = 200
EXCLUDING = "exclude-from-casino"


@dataclass(frozen=True)
class Actor:
    """Who gives a command, as their session says it: never as the command says it."""

    person: str
    role: str
    rank: str | None = None


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
    return None
