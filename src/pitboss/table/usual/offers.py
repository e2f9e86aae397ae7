"""What may be done now: commands that the core would accept, found by putting them to it.

The words come from the registered commands and the values from the state, so that a command
added tomorrow is offered tomorrow. The core is asked only what role, rank, phase and the state
leave open.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

import msgspec

from pitboss.refusal import Refusal
from pitboss.table import Command, Rules, Table
from pitboss.table.admission import admits
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry, Standing
from pitboss.table.rulings.rule import offered as rulings
from pitboss.table.usual.trial import Trials, trials_of

MOST_TRIED = 40
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_OWN_WORDS = ["as seen"]
_EACH = {"ruling", "approval", "duty"}
"""Fields of which every value that does is offered."""


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
    ladder = rules.edition.ranks.ladder
    here = [(name, one) for name, one in table.people.items() if one.present]
    here.sort(key=lambda pair: ladder.index(pair[1].rank) if pair[1].rank in ladder else -1)
    trials = Trials(rules, table, at)
    found = []
    for entry in rules.entries.values():
        for who, one in here:
            if one.role in entry.who:
                theirs = tried(trials, Standing(rules, table, who), entry)[0]
                found += theirs
                if theirs:
                    break
    return found


def offers_to(rules: Rules, table: Table, who: str, at: dt.datetime) -> list[Offer]:
    """For every command that this person may give now the first fields accepted."""
    trials, standing = trials_of(rules, table, at), Standing(rules, table, who)
    entries = (one for one in rules.entries.values() if one.who)
    return [offer for entry in entries for offer in tried(trials, standing, entry)[0]]


def tried(
    trials: Trials, standing: Standing, entry: Entry, given: Mapping[str, Any] = _NOTHING
) -> tuple[list[Offer], Refusal | None]:
    """The command with fields that would be accepted, or why it is refused whatever they say.

    `given` are fields that another says.
    """
    refused = admits(standing, entry)
    by_staff = standing.actor is not None and standing.actor.role == "staff"
    if refused is not None or (entry.worded and by_staff):
        return [], refused
    needed = required(entry.kind)
    choices = {name: choices_of(standing, entry, name) for name in needed}
    fit = {
        name: [one for one in choices[name] if fits(standing, one)]
        for name, fits in entry.fits.items()
    }
    say = tuple(name for name, values in choices.items() if values == _OWN_WORDS)
    found = []
    for values in islice(product(*choices.values()), MOST_TRIED):
        fields = dict(zip(needed, values, strict=True))
        if any(fields[name] not in values for name, values in fit.items()):
            continue
        done = trials.of(standing.by, entry.word, {**fields, **given})
        if isinstance(done, Refusal):
            refused = done
            continue
        found.append(Offer(standing.by, entry.word, fields, say))
        if _EACH.isdisjoint(needed):
            break
    return found, None if needed or found else refused


@cache
def required(kind: type[Command]) -> dict[str, Any]:
    """The own fields of a command that must be given, with their types."""
    own = fields_of(kind)
    return {
        one.name: own[one.name]
        for one in msgspec.structs.fields(kind)
        if one.required and one.name in own
    }


def choices_of(standing: Standing, entry: Entry, name: str) -> list[Any]:
    """Values that a required field may have now."""
    rules, table, hint = standing.rules, standing.table, required(entry.kind)[name]
    if name in entry.words:
        return list(entry.words[name](rules.edition))
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if name == "approval":
        every = table.approvals.values()
        return [one.number for one in every if not (one.refused or one.withdrawn or one.used)]
    if name == "duty":
        return [one.number for one in table.duties.values() if one.done_by is None]
    if name == "number":
        return [one.number for one in table.wagers.values() if one.person == standing.by]
    if name == "matter":
        return list(table.matters)
    if name == "place":
        return [0, 1, 2]
    if name == "ruling":
        return [ruling.name for ruling in rulings(rules, table)]
    if name == "situation":
        return list(rules.edition.situations)
    if name in ("person", "whom"):
        return list(table.patrons())
    if name == "wager":
        return list(rules.edition.wagers)
    if name.endswith("_cents"):
        return [table.sign.minimum_cents or 100]
    if hint is int:
        return [1]
    return _OWN_WORDS if hint is str and name != "card" else []
