"""The matrix of acts and ranks equals what the core answers, for every act and every rank."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.editions.load import shelf
from pitboss.refusal import Refusal, refusable
from pitboss.table import Rules, Table, decide, read_command
from pitboss.table.authority.approvals import authorise, require_rank
from pitboss.table.machine import Work
from pitboss.table.rulings.rule import GiveRuling
from pitboss.table.state import Granted, Person, Role, Trouble
from pitboss.table.usual.matrix import Row, matrix

NOW = dt.datetime(2026, 11, 16, 20, tzinfo=dt.UTC)
ROWS = [
    pytest.param(name, row, id=f"{name}:{row.key}")
    for name in shelf()
    for row in matrix(rulebook(name).edition)
]


def work_of(rules: Rules, table: Table, who: str = "Max") -> Work:
    command = read_command(
        {"do": "notify", "by": who, "at": NOW.isoformat(), "to": "", "about": ""}
    )
    return Work(rules, table, command)


def answer_of_the_core(rules: Rules, row: Row, person: Person) -> str:
    """What the core says when this person acts, or grants, by this approval."""
    asked = Granted(number=1, key=row.key, by="Ann")
    table = Table(people={"Max": person}, approvals={1: asked})
    if not row.asked:
        done: Any = refusable(authorise)(work_of(rules, table), row.key)
    else:
        rule = rules.edition.approvals[row.key]
        done = refusable(require_rank)(work_of(rules, table), rule)
    if not isinstance(done, Refusal):
        return "yes"
    assert done.code == "rank-too-low"
    assert done.clauses == row.clauses
    return "needs approval" if row.asked else "no"


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_every_act_and_every_rank(name: str, row: Row) -> None:
    rules = rulebook(name).rules
    if row.kind == "ruling":
        situation, _, ruling = row.key.partition(": ")
        check_ruling(rules, row, situation, ruling)
        return
    roles: tuple[Role, ...] = ("inspector", "surveillance", "player")
    people = {rank: Person(role="staff", rank=rank) for rank in rules.edition.ranks.ladder}
    people |= {role: Person(role=role) for role in roles if role in row.answers}
    assert set(people) == set(row.answers)
    for who, person in people.items():
        assert answer_of_the_core(rules, row, person) == row.answers[who], who
    for role in set(roles) - set(row.answers):
        assert answer_of_the_core(rules, row, Person(role=role)) != "yes"


def check_ruling(rules: Rules, row: Row, situation: str, name: str) -> None:
    """A ruling by someone below its rank is refused for the rank, and for nothing else."""
    found = rules.edition.situations[situation]
    ruling = next(one for one in found.rulings if (one.name, one.when) == (name, row.when))
    facts = next(facts for facts in found.members() if ruling.fits(facts))
    for rank, expected in row.answers.items():
        people = {"Max": Person(role="staff", rank=rank)}
        trouble = Trouble(situation=situation, facts=facts, by="Max")
        table = Table(people=people, trouble=trouble, closed=False)
        command = GiveRuling(by="Max", at=NOW, ruling=ruling.name)
        try:
            done = decide(rules, table, command)
        except (AssertionError, AttributeError, KeyError, StopIteration):
            done = ()  # past the rank: the effect looks for a table that is not there
        low = isinstance(done, Refusal) and done.code == "rank-too-low"
        assert low == (expected == "no"), rank


@pytest.mark.parametrize("name", list(shelf()))
def test_an_asked_approval_is_granted_by_its_rank_only(name: str) -> None:
    rules = rulebook(name).rules
    edition = rules.edition
    for key, rule in edition.approvals.items():
        if not rule.asked:
            continue
        for rank in edition.ranks.ladder:
            people = {"Max": Person(role="staff", rank=rank), "Ann": Person(role="player")}
            asked = Granted(number=1, key=key, by="Ann")
            table = Table(people=people, approvals={1: asked})
            done = refusable(authorise)(work_of(rules, table), key, 1)
            assert isinstance(done, Refusal)
            assert done.code == "approval-needed"  # asked for is not granted
            given = Granted(number=1, key=key, by="Ann", granted_by="Max", rank=rank)
            table = Table(people=people, approvals={1: given})
            assert refusable(authorise)(work_of(rules, table), key, 1) == rule.clauses
