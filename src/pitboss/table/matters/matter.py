"""Matters: cases that stay open beside the game, numbered like duties and approvals.

A device found, a detention, a dispute or a payment error is opened by one command, carried
on by others and read by anyone later. What is in it is what its events recorded.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.machine import Fit, Query, Work, replace
from pitboss.table.state import Matter, Table

BREACHES = ("breach-touched", "breach-partnership", "breach-permitted-device")
"""The rules whose breach is reported by name."""


def next_number(work: Work) -> int:
    """The number of the matter that is opened now."""
    return work.table.numbered + 1


def the_matter(work: Query, number: int, *kinds: str) -> Matter:
    """The matter of this number, of one of these kinds."""
    matter = work.table.matters.get(number)
    if matter is None or matter.kind not in kinds:
        listed = " or ".join(kinds)
        refuse("no-such-matter", number=number, listed=listed)
    return matter


def about(*kinds: str) -> Fit:
    """Fits matters of these kinds."""
    return lambda standing, number: standing.table.matters[number].kind in kinds


def person_of(matter: Matter) -> str:
    """The person a matter is about, where its kind always has one."""
    assert matter.person is not None
    return matter.person


def known(work: Work, name: str) -> str:
    """Someone who is or was at this table."""
    if name not in work.table.people:
        refuse("unknown-person.known", name=name)
    return name


def given(text: str, what: str) -> str:
    """A reason or description that a record must not lack."""
    if not text.strip():
        refuse("not-said.given", what=what)
    return text


def open_matter(
    table: Table,
    number: int,
    kind: str,
    stage: str,
    person: str | None,
    facts: dict[str, str],
    amount_cents: int = 0,
) -> Table:
    """The table with a matter opened."""
    matter = Matter(
        number=number, kind=kind, stage=stage, person=person, amount_cents=amount_cents, facts=facts
    )
    return replace(table, numbered=number, matters={**table.matters, number: matter})


def change_matter(table: Table, number: int, facts: dict[str, str], **fields: object) -> Table:
    """The table with a matter changed; `facts` are added to those it has."""
    matter = table.matters[number]
    changed = replace(matter, facts={**matter.facts, **facts}, **fields)
    return replace(table, matters={**table.matters, number: changed})


def named_breach(work: Work, rule: str) -> Clauses:
    """The clauses of a rule that is broken by name; refused where the edition lists none such."""
    if rule not in BREACHES:
        refuse("not-provided.required", title=work.edition.identity.title)
    return work.provides(rule)
