"""What a ruling would do: tried on the core with the cards that all have seen, never written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table
from pitboss.table.cards.parts import Slot
from pitboss.table.machine import replace
from pitboss.table.rulings.rule import CARRIED_ON
from pitboss.table.settlement.settle import CoupSettled
from pitboss.table.state import Person
from pitboss.table.usual.next_act import Unseen, propose
from pitboss.table.usual.trial import Outcome, trial

RULER = "-ruling-"
MOST_STEPS = 12
# What the house does with cards that lie there already; all else needs a card or a person.
FOLLOWS = ("announce", "settle", "resume-coup")


@dataclass(frozen=True)
class Foreseen:
    """The table before a ruling and after it, what happened, and the act that comes next."""

    before: Table
    after: Table
    events: tuple[Event, ...]
    next: str | None


def unseen(table: Table) -> Table:
    """The table without the identity of any card that lies face down."""

    def hide(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        return tuple(slot if slot.exposed else replace(slot, card=None) for slot in slots)

    coup, shoe = table.coup, table.shoe
    if coup is not None:
        hands = {hand: hide(slots) for hand, slots in coup.hands.items()}
        table = replace(table, coup=replace(coup, hands=hands))
    if shoe is not None:
        hidden = replace(shoe, aside=hide(shoe.aside))
        table = replace(table, shoe=hidden)
    return table


def with_ruler(rules: Rules, table: Table) -> Table:
    """The table with someone on duty who may rule on anything: nobody's rank is in question."""
    ladder = rules.edition.ranks.ladder
    people = {**table.people, RULER: Person(role="staff", rank=ladder[-1])}
    return replace(table, people=people)


def attempt(
    rules: Rules, table: Table, word: str, fields: Mapping[str, Any], at: dt.datetime
) -> Outcome:
    """Put a command to the core, as someone of every rank; the state is left as it is."""
    return trial(rules, with_ruler(rules, table), RULER, word, fields, at)


def foresee(
    rules: Rules, table: Table, fields: Mapping[str, Any], at: dt.datetime
) -> Foreseen | Refusal:
    """What a ruling would do, and what the house would then do without another card."""
    before = unseen(table)
    tried = attempt(rules, before, "give-ruling", fields, at)
    if isinstance(tried, Refusal):
        return tried
    after, events = tried
    following: str | None = None
    for _ in range(MOST_STEPS):
        following = _next(rules, after, at)
        if following not in FOLLOWS:
            break
        further = attempt(rules, after, following, {}, at)
        if isinstance(further, Refusal):
            break
        after, following = further[0], None
        events += further[1]
        if any(isinstance(event, CoupSettled) for event in further[1]):
            break
    return Foreseen(before, after, events, following)


def _next(rules: Rules, table: Table, at: dt.datetime) -> str | None:
    """What comes next; nothing where no coup is in progress any more."""
    if table.trouble is not None:
        return CARRIED_ON.get(table.trouble.awaits or "")
    if table.coup is None:
        return None
    proposal = propose(rules, with_ruler(rules, table), Unseen(), at)
    return None if proposal is None else proposal.word
