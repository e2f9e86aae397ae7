"""What may be done now: commands that the core would accept, found by putting them to it.

The words come from the registered commands and the values from the state, so that a command
added tomorrow is offered tomorrow.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Literal, get_args, get_origin

import msgspec

from pitboss.table import COMMANDS, Rules, Table
from pitboss.table.acts import Entry, fields_of
from pitboss.table.autodealer import accepted
from pitboss.table.trouble import offered as rulings

MOST_TRIED = 40


@dataclass(frozen=True)
class Offer:
    """A command someone may give now; `say` names fields whose text is the person's own."""

    who: str
    word: str
    fields: dict[str, Any]
    say: tuple[str, ...] = ()


def offers(rules: Rules, table: Table, at: dt.datetime) -> list[Offer]:
    """For every command the first person who may give it now, with the first fields accepted.

    Where a field names something open (a ruling, a request, a duty), each of them is offered.
    """
    found = []
    for entry in COMMANDS.values():
        if not entry.who:
            continue
        for who in _givers(rules, table, entry):
            accepted_of_them = _for(rules, table, entry, who, at)
            found += accepted_of_them
            if accepted_of_them:
                break
    return found


def offers_to(rules: Rules, table: Table, who: str, at: dt.datetime) -> list[Offer]:
    """For every command that this person may give now the first fields accepted."""
    person = table.people.get(who)
    if person is None or not person.present:
        return []
    return [
        offer
        for entry in COMMANDS.values()
        if person.role in entry.who
        for offer in _for(rules, table, entry, who, at)
    ]


def _givers(rules: Rules, table: Table, entry: Entry) -> list[str]:
    """Those present who may give the command, lowest rank first."""
    ladder = rules.edition.ranks.ladder
    here = [(name, one) for name, one in table.people.items() if one.present]
    here.sort(key=lambda pair: ladder.index(pair[1].rank) if pair[1].rank in ladder else -1)
    return [name for name, one in here if one.role in entry.who]


def _for(rules: Rules, table: Table, entry: Entry, who: str, at: dt.datetime) -> list[Offer]:
    hints = fields_of(entry.kind)
    needed = [one.name for one in msgspec.structs.fields(entry.kind) if one.required]
    needed = [name for name in needed if name in hints]
    choices = [_choices(rules, table, who, name, hints[name]) for name in needed]
    say = tuple(name for name, values in zip(needed, choices, strict=True) if values == _OWN_WORDS)
    every = {"ruling", "approval", "duty"} & set(needed)
    found = []
    for values in islice(product(*choices), MOST_TRIED):
        fields = dict(zip(needed, values, strict=True))
        if accepted(rules, table, who, entry.word, fields, at):
            found.append(Offer(who, entry.word, fields, say))
            if not every:
                break
    return found


_OWN_WORDS = ["as seen"]


def _choices(rules: Rules, table: Table, who: str, name: str, hint: Any) -> list[Any]:
    """Values that a required field may have now."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    numbers = {
        "approval": [one.number for one in table.approvals.values() if one.granted_by is None],
        "duty": [one.number for one in table.duties.values() if one.done_by is None],
        "number": [one.number for one in table.wagers.values() if one.person == who],
        "matter": list(table.matters),
        "place": [0, 1, 2],
    }
    if name in numbers:
        return numbers[name]
    if name == "ruling":
        return [ruling.name for ruling in rulings(rules, table)]
    if name == "situation":
        return list(rules.edition.situations)
    if name in ("person", "whom"):
        return list(table.present("player"))
    if name == "wager":
        return list(rules.edition.wagers)
    if name.endswith("_cents"):
        return [table.sign.minimum_cents or 100]
    if hint is int:
        return [1]
    return _OWN_WORDS if hint is str else []
