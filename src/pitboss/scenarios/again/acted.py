"""A coup done again act by act: what people ruled and decided is in the file as it was done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.ledger import chips_of
from pitboss.money import dollars
from pitboss.scenarios.again.recall import recall
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.session import Session
from pitboss.table import Command, Event, Table, evolve
from pitboss.table.state import Placed

STAFF = ("Dee", "Sue", "Alf", "Max", "Gwen", "Hugo", "Ivan", "Jill", "Kurt", "Lena")
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon")
WATCHERS = ("Ines", "Sam", "Uma", "Vic", "Wes", "Xia")
CHIPS = 100_000_000
COUNTED = {"approval": "approval", "duty": "duty", "matter": "matter", "wager": "number"}
"""Things that a table counts, by how the names of their events begin: the field that has one."""


class Again:
    """A table that is played again: who people and what numbers of the first table are at it."""

    def __init__(self, book: Rulebook, setting: Scenario, names: Mapping[str, str]) -> None:
        self.session = Session(book, setting)
        self.names = names
        self.numbers: dict[tuple[str, int], int] = {}
        self.at: dt.datetime | None = None

    def place(self, placed: Placed, fields: Mapping[str, Any]) -> None:
        """A wager as it lay before the first card."""
        told = self.session.do(self.names[placed.person], "place-wager", dict(fields))
        if told.refusal is not None:
            raise LookupError(told.refusal.sentence)
        made = (msgspec.to_builtins(one).get("number") for one in told.events)
        number = next((one for one in made if one is not None), None)
        if number is not None:
            self.numbers["number", placed.number] = number

    def do(self, command: Command, events: Sequence[Event]) -> None:
        """A command of the first table, and what came of it there."""
        data = msgspec.to_builtins(command)
        who, word = self.names[data.pop("by")], data.pop("do")
        del data["at"]
        usual = {
            one.name: one.default
            for one in msgspec.structs.fields(type(command))
            if not one.required and one.default is not msgspec.NODEFAULT
        }
        said = {
            name: value
            for name, value in data.items()
            if value not in (None, {}, []) and value != usual.get(name, msgspec.NODEFAULT)
        }
        if self.at is not None:
            passed = int((command.at - self.at).total_seconds())
            self.session.wait(max(0, passed - 1))
        self.at = command.at
        told = self.session.do(who, word, dict(self._fields(said)))
        if told.refusal is not None:
            raise LookupError(told.refusal.sentence)
        for old, new in zip(events, told.events, strict=False):
            self._learn(msgspec.to_builtins(old), msgspec.to_builtins(new))

    def _fields(self, said: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for name, value in said.items():
            if name.endswith("_cents") and isinstance(value, int):
                yield name.removesuffix("_cents"), dollars(value).replace(",", "")
            elif isinstance(value, int) and (name, value) in self.numbers:
                yield name, self.numbers[name, value]
            else:
                yield name, self._named(value)

    def _named(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list):
            return [self._named(one) for one in value]
        if isinstance(value, dict):
            return {self.names.get(key, key): self._named(one) for key, one in value.items()}
        return value

    def _learn(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Which number a thing has here that had another there."""
        if old["event"] != new["event"]:
            return
        kind = old["event"].partition("-")[0]
        for name in (*COUNTED, "coup"):
            if isinstance(old.get(name), int) and isinstance(new.get(name), int):
                self.numbers[name, old[name]] = new[name]
        if kind in COUNTED and "number" in old and "number" in new:
            self.numbers[COUNTED[kind], old["number"]] = new["number"]


def people_of(table: Table, wagers: Sequence[Placed]) -> tuple[dict[str, str], tuple[Actor, ...]]:
    """Names for everybody who is there, and who they are; who they were is nobody's business."""
    bettors = dict.fromkeys(one.person for one in wagers)
    here = {name: one for name, one in table.people.items() if one.present or name in bettors}
    left = {"staff": iter(STAFF), "player": iter(PLAYERS)}
    others = iter(WATCHERS)
    names = {name: next(left.get(one.role, others)) for name, one in here.items()}
    found = [
        Actor(
            name=names[name],
            role=one.role,
            rank=one.rank if one.role == "staff" else None,
            seat=one.seat,
            chips=CHIPS // 100 if one.role == "player" else 0,
        )
        for name, one in here.items()
    ]
    return names, tuple(found)


def wager_fields(placed: Placed, table: Table) -> dict[str, Any]:
    """What is said to place a wager as it lies."""
    seat = table.people[placed.person].seat
    more: dict[str, Any] = {} if placed.box in (None, seat) else {"box": placed.box}
    if placed.nominated:
        more["nominated"] = placed.nominated
    amount = dollars(placed.stake_cents).replace(",", "")
    return {"wager": placed.wager, "amount": amount, **more}


def acted(
    book: Rulebook,
    setting: Scenario,
    before: Table,
    events: Sequence[Event],
    person: str | None,
) -> Scenario | None:
    """The coup as it was acted; none where it does not come out alike, or the acts are unknown.

    With a person, what other players did is left out.
    """
    start, cut = before, 0
    for place, event in enumerate(events, 1):
        wagers, before = before.wagers, evolve(before, event)
        if before.coup is not None and before.coup.slots:
            break
        if before.coup is None and before.wagers != wagers and not before.betting.closed:
            start, cut = before, place
    laid_down = [one for one in start.wagers.values() if person in (None, one.person)]
    names, people = people_of(start, laid_down)
    again = Again(book, msgspec.structs.replace(setting, people=people), names)
    for one in laid_down:
        again.place(one, wager_fields(one, start))
    laid, end = again.session.play.table, start
    for command, came in recall(book.rules, start, events[cut:]):
        for event in came:
            end = evolve(end, event)
        actor = start.people.get(command.by)
        if person is None or command.by == person or actor is None or actor.role != "player":
            again.do(command, came)
    table = again.session.play.table
    alike = all(
        _moved(start, end, one) == _moved(laid, table, names[one])
        for one in {one.person for one in laid_down}
    )
    last, made = end.results[-1], table.results[-1]
    if not alike or (last.outcome, last.no_bet) != (made.outcome, made.no_bet):
        return None
    return again.session.scenario()


def _moved(start: Table, end: Table, person: str) -> int:
    """What a stretch of play brought someone."""
    account = chips_of(person)
    return end.balances.get(account, 0) - start.balances.get(account, 0)
