"""The commands that events came from: those that, given again, lead to the very same events.

A journal keeps what happened and not what was said. What is found here is therefore proved: a
command counts only if the core answers it with exactly the events that are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product, takewhile
from typing import Any

import msgspec

from pitboss.cards import names
from pitboss.refusal import Refusal
from pitboss.table import Command, Event, Rules, Table, act, evolve, read_command
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry, Standing
from pitboss.table.usual.offers import choices_of, required

MOST_TRIED = 40
MOST_FACTS = 7
COMMON = {"by", "rank", "at", "clauses", "event"}
TOLD = {"told": "facts"}
"""Fields of commands by what their events call them, where that is another name."""
_KNOWN: dict[type[Event], dict[str, None]] = {}
"""By event: the words whose commands once began with it, the newest last."""


def recall(
    rules: Rules, table: Table, events: Sequence[Event]
) -> Iterator[tuple[Command, tuple[Event, ...]]]:
    """The commands, each with its events; `LookupError` where an event comes from none."""
    left = tuple(events)
    while left:
        command, taken = _first(rules.at(table), table, left)
        yield command, left[:taken]
        for event in left[:taken]:
            table = evolve(table, event)
        left = left[taken:]


def _first(rules: Rules, table: Table, events: Sequence[Event]) -> tuple[Command, int]:
    """The command with which these events begin, and how many of them it leads to."""
    first = events[0]
    batch = list(takewhile(lambda one: (one.by, one.at) == (first.by, first.at), events))
    said = _said(batch)
    known = _KNOWN.setdefault(type(first), {})
    standing = Standing(rules, table, first.by)
    for word in dict.fromkeys((*reversed(known), *rules.words)):
        if word not in rules.words:
            continue
        for command in _commands(standing, rules.words[word], first, said):
            done = act(rules, table, command)
            if isinstance(done, Refusal):
                continue
            made = done[1]
            if made and tuple(events[: len(made)]) == tuple(made):
                known[word] = known.pop(word, None)
                return command, len(made)
    raise LookupError(f"no command leads to {type(first).__name__}")


def _said(batch: Sequence[Event]) -> dict[str, Any]:
    """What the events of one moment say, each field as the first of them has it; cards by name."""
    found: dict[str, Any] = {}
    for event in batch:
        for name, value in msgspec.to_builtins(event).items():
            if name not in COMMON:
                found.setdefault(name, _named(name, value))
    return found


def _named(name: str, value: Any) -> Any:
    if name in ("card", "cards", "hands") and value is not None:
        if isinstance(value, Mapping):
            return {key: _named("cards", one) for key, one in value.items()}
        numbers = value if isinstance(value, list) else [value]
        if all(isinstance(one, int) for one in numbers):
            return names(numbers)
    return value


def _commands(
    standing: Standing, entry: Entry, first: Event, said: Mapping[str, Any]
) -> Iterator[Command]:
    """Commands of a kind that say what the events say, with and without what may be left out."""
    own, needed = fields_of(entry.kind), required(entry.kind)
    given = {name: said[name] for name in own if name in said}
    open_fields = [name for name in needed if name not in given and name != "choice"]
    values = [choices_of(standing, entry, name) for name in open_fields]
    # What need not be said is left out where the same comes of it.
    least = {name: one for name, one in given.items() if name in needed}
    forms = [least, {name: one for name, one in given.items() if name != "coup"}, given]
    if "choice" in own:
        forms = [*_chosen(standing, given, said), *forms]
    for name, called in TOLD.items():
        facts = said.get(called)
        if name in own and isinstance(facts, dict):
            forms += [{**form, name: part} for part in _parts(facts) for form in forms[:2]]
    if "choice" in needed:
        forms = [form for form in forms if "choice" in form]
    for chosen in islice(product(*values), MOST_TRIED):
        for form in forms:
            data = {
                "do": entry.word,
                "by": first.by,
                "at": first.at.isoformat(),
                **form,
                **dict(zip(open_fields, chosen, strict=True)),
            }
            try:
                yield read_command(data)
            except msgspec.ValidationError:
                continue


def _parts(facts: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Parts of some facts, the smallest first: the rest the record tells by itself."""
    few = list(facts.items()) if len(facts) <= MOST_FACTS else []
    for count in range(len(few)):
        yield from map(dict, combinations(few, count))
    yield dict(facts)


def _chosen(
    standing: Standing, given: Mapping[str, Any], said: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """What is open to whoever decided, at the stake that was placed with it."""
    person = str(given.get("person", standing.by))
    if standing.table.coup is None:
        return
    for one in standing.play.choices(standing, person):
        if one.closed is not None:
            continue
        form = {**given, "choice": one.word}
        if one.hand is not None:
            form["hand"] = one.hand
        if one.most_cents and "stake_cents" in said:
            form["amount_cents"] = said["stake_cents"]
        yield form
        yield {"choice": one.word, **({"person": person} if "person" in given else {})}
