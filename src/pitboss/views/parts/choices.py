"""What people may choose now: of each who is asked, and of one who looks at their own."""

from __future__ import annotations

import msgspec

from pitboss.table import Rules, Table
from pitboss.table.machine import Query
from pitboss.table.play import Ask, Choice
from pitboss.views.copies import copy_of
from pitboss.views.problem import Problem, problem_of


class OwnChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that one may choose now; its bounds where it takes an amount.

    `refused`: why it cannot be chosen as things stand.
    """

    choice: str
    hand: str | None
    least_cents: int
    most_cents: int
    clauses: tuple[str, ...]
    refused: Problem | None


class AskedNow(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who chooses before play goes on; `silence` is what saying nothing means."""

    person: str
    hand: str | None
    silence: str | None
    choices: list[OwnChoice]


def question(rules: Rules, table: Table) -> Ask | None:
    """What people are asked now; nothing where play does not wait for them."""
    if table.coup is None or table.trouble is not None:
        return None
    step = rules.play.next(Query(rules, table))
    return step if isinstance(step, Ask) else None


def choices_of(rules: Rules, table: Table, person: str) -> list[OwnChoice]:
    """What is open to a person, and which answers to what they are asked are closed."""
    if table.coup is None:
        return []
    asked = question(rules, table)
    among = asked.among if asked is not None and person in asked.people else ()
    hand = None if asked is None else asked.hand
    known = rules.play.choices(Query(rules, table), person)
    return [
        _told(one)
        for one in known
        if one.closed is None or (one.word in among and one.hand == hand)
    ]


def _told(one: Choice) -> OwnChoice:
    refused = None if one.closed is None else problem_of(one.closed)
    return copy_of(OwnChoice, one, choice=one.word, refused=refused)


def asked_of(rules: Rules, table: Table) -> list[AskedNow]:
    """Everyone who is asked now, with what they may answer."""
    step = question(rules, table)
    if step is None:
        return []
    silence = None if step.silence is None else step.silence.word
    return [
        AskedNow(
            person=person,
            hand=step.hand,
            silence=silence,
            choices=choices_of(rules, table, person),
        )
        for person in step.people
    ]
