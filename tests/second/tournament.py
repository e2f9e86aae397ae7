"""A second scorer of tournaments, written after the text, one comparison after the other.

It reads the lines of an export and imports nothing of ours. It draws the seats again, counts who
is placed where, and shares out the pool.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Sat:
    """One session as the scorer keeps it."""

    number: int
    kind: str
    round: int
    advance: int
    people: list[str]
    table: str
    chips: dict[str, int] = field(default_factory=dict)
    gone: list[dict[str, Any]] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)


@dataclass
class Scored:
    """A tournament as the scorer has it."""

    conditions: dict[str, Any] = field(default_factory=dict)
    entered: list[str] = field(default_factory=list)
    out_of_it: set[str] = field(default_factory=set)
    disqualified: set[str] = field(default_factory=set)
    employees: set[str] = field(default_factory=set)
    going_on: list[str] = field(default_factory=list)
    eliminated: set[str] = field(default_factory=set)
    tables: list[str] = field(default_factory=list)
    sessions: dict[int, Sat] = field(default_factory=dict)
    committed: dict[int, str] = field(default_factory=dict)
    pool: int = 0
    announced: list[list[str]] = field(default_factory=list)
    final: list[str] = field(default_factory=list)
    paid: list[tuple[int, str, int]] = field(default_factory=list)
    said_final: list[str] = field(default_factory=list)
    said_paid: list[tuple[int, str, int]] = field(default_factory=list)


def score(lines: Iterable[bytes]) -> Scored:
    """Everything that the events of the tournament lead to; what differs from them is an error."""
    found = Scored()
    for line in lines:
        data = json.loads(line)
        if str(data.get("stream", "")).startswith("tournament:") and "event" in data:
            _take(found, data["event"])
    return found


def _take(one: Scored, event: dict[str, Any]) -> None:
    match event["event"]:
        case "conditions-set":
            one.conditions = event["conditions"]
        case "tables-designated":
            one.tables = event["tables"]
        case "entered":
            one.entered.append(event["person"])
            one.pool += event["fee_cents"]
            if event.get("employee"):
                one.employees.add(event["person"])
        case "entry-withdrawn":
            one.out_of_it.add(event["person"])
            one.pool -= event["refund_cents"]
        case "disqualified":
            one.disqualified.add(event["person"])
            one.pool -= event.get("refund_cents", 0)
            if event.get("session"):
                # Whoever is disqualified comes after all others, so neither chips nor coup count.
                left = {"person": event["person"], "coup": 0, "bad": True}
                one.sessions[event["session"]].gone.append(left)
        case "draw-committed":
            one.committed[event["round"]] = event["commitment"]
        case "seats-drawn":
            _drawn(one, event)
        case "play-off-needed":
            if event.get("play_off"):
                _sat(one, event["play_off"])
        case "bought-back":
            one.going_on.append(event["person"])
        case "session-started":
            sat = one.sessions[event["session"]]
            sat.people = [person for person in sat.people if person in event["boxes"]]
        case "coup-noted":
            sat = one.sessions[event["session"]]
            known = [gone["person"] for gone in sat.gone]
            sat.gone += [out for out in event.get("outs", ()) if out["person"] not in known]
        case "chips-totalled":
            one.sessions[event["session"]].chips[event["person"]] = event["amount_cents"]
        case "level-placed":
            one.sessions[event["session"]].ordered += event["order"]
        case "placings-announced":
            _announced(one, event)
        case "prizes-awarded":
            one.said_final = event["placings"]
            awards = event["awards"]
            one.said_paid = [(a["place"], a["person"], a.get("cents", 0)) for a in awards]
            _pay(one)


def _sat(one: Scored, session: dict[str, Any]) -> None:
    one.sessions[session["number"]] = Sat(
        number=session["number"],
        kind=session.get("kind", "round"),
        round=session.get("round", 1),
        advance=session.get("advance", 1),
        people=list(session["boxes"]),
        table=session["table"],
    )


def _drawn(one: Scored, event: dict[str, Any]) -> None:
    """The draw, made again: everybody who plays, in the order of a hash, dealt round the tables."""
    opened = bytes.fromhex(event["nonce"]) + bytes.fromhex(event["seed"])
    assert hashlib.sha256(opened).hexdigest() == one.committed[event["round"]]
    people = one.going_on
    if event["round"] == 1:
        people = [person for person in one.entered if person not in one.out_of_it]
    seed = bytes.fromhex(event["seed"])
    order = sorted(people, key=lambda name: hashlib.sha256(seed + name.encode()).hexdigest())
    tables = one.tables[: one.conditions["rounds"][event["round"] - 1]["tables"]]
    wanted: dict[str, dict[str, int]] = {}
    for place, person in enumerate(order):
        boxes = wanted.setdefault(tables[place % len(tables)], {})
        boxes[person] = len(boxes) + 1
    assert {session["table"]: session["boxes"] for session in event["sessions"]} == wanted
    one.going_on = []
    for session in event["sessions"]:
        _sat(one, session)


def _announced(one: Scored, event: dict[str, Any]) -> None:
    sat = one.sessions[event["session"]]
    sat.placed = _places(sat)
    one.announced.append(sat.placed)
    assert sat.placed == event["placings"], event
    fair = [person for person in sat.placed[: sat.advance] if person not in one.disqualified]
    assert fair == event["advanced"], event
    if sat.kind != "play-off":
        one.going_on += fair


def _places(sat: Sat) -> list[str]:
    """Who has more chips is above; then whoever was put in order; then who was out later."""
    out = {gone["person"] for gone in sat.gone}
    left: list[str] = []
    for person in sat.people:
        if person in out:
            continue
        place = len(left)
        while place > 0 and _more(sat, person, left[place - 1]):
            place -= 1
        left.insert(place, person)
    gone: list[dict[str, Any]] = []
    for one in sat.gone:
        place = len(gone)
        while place > 0 and _later(one, gone[place - 1]):
            place -= 1
        gone.insert(place, one)
    return left + [one["person"] for one in gone]


def _more(sat: Sat, one: str, other: str) -> bool:
    if sat.chips[one] != sat.chips[other]:
        return sat.chips[one] > sat.chips[other]
    if one in sat.ordered and other in sat.ordered:
        return sat.ordered.index(one) < sat.ordered.index(other)
    return one in sat.ordered and other not in sat.ordered


def _later(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether one who is out is above another: `one` was removed after `other`."""
    bad = bool(one.get("bad") or one.get("disqualified"))
    if bad != bool(other.get("bad") or other.get("disqualified")):
        return not bad
    if bad:
        return True
    for key in ("coup", "residual_cents", "wager_cents"):
        if one.get(key, 0) != other.get(key, 0):
            return bool(one.get(key, 0) > other.get(key, 0))
    return True


def _pay(one: Scored) -> None:
    """Everybody once: by the last session, then place, chips, order of entry; then the pool."""
    last: dict[str, Sat] = {}
    for sat in one.sessions.values():
        if sat.kind != "play-off":
            for person in sat.placed:
                last[person] = sat
    people = [person for person in one.entered if person not in one.out_of_it]
    for person in people:
        place = len(one.final)
        while place > 0 and _above(one, last, person, one.final[place - 1]):
            place -= 1
        one.final.insert(place, person)
    winning = [
        person
        for person in one.final
        if person not in one.employees and person not in one.disqualified
    ]
    pool = one.pool + one.conditions.get("added_cents", 0)
    pool = max(pool, one.conditions.get("guarantee_cents") or 0)
    prizes = sorted(one.conditions["prizes"], key=lambda prize: prize["place"])[: len(winning)]
    paid = [pool * prize.get("share", 0) // 10_000 for prize in prizes]
    if any(prize.get("share") for prize in prizes):
        paid[0] += pool - sum(paid)
    for prize, person, cents in zip(prizes, winning, paid, strict=False):
        one.paid.append((prize["place"], person, cents + prize.get("amount_cents", 0)))


def _above(one: Scored, last: dict[str, Sat], person: str, other: str) -> bool:
    if (person in one.disqualified) != (other in one.disqualified):
        return other in one.disqualified
    mine, theirs = last.get(person), last.get(other)
    if mine is None or theirs is None:
        return theirs is None and mine is not None
    if mine.round != theirs.round:
        return mine.round > theirs.round
    places = mine.placed.index(person), theirs.placed.index(other)
    if places[0] != places[1]:
        return places[0] < places[1]
    return mine.chips.get(person, 0) > theirs.chips.get(other, 0)
