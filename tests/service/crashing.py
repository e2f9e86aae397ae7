"""What tests of houses that are killed share: scripts of commands, and promises that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from pitboss.aggregates import AGGREGATES
from pitboss.journal.proof.integrity import check
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store
from pitboss.ledger import post
from pitboss.service.tables import Actor
from pitboss.table import Table, read_event
from tests.crashing import Told

MOST = 20_000
TIMES = 2
"""How often what was killed is gone through again, under the ids of before."""
House = TypeVar("House")
Promised = dict[tuple[str, str], int]
"""Where each acknowledged command stands, by its stream and its id."""


class Script(Generic[House]):
    """What happens in a house: each command has an id, so that the whole can be tried again."""

    def __init__(self, rig: House, told: Told) -> None:
        self.rig, self.told = rig, told
        self.number = 0

    def next_id(self) -> str:
        """The id of the next command: the same one each time."""
        self.number += 1
        return f"step-{self.number}"

    def acknowledged(self, name: str, actor: Actor, key: str, answer: Any) -> None:
        """Somebody was told that this is done."""
        self.told(name, f"{actor.person}/{key}", answer.sequence)


def promised(told: list[tuple[str, str, int]]) -> Promised:
    """What was acknowledged before the end."""
    return {(name, key): sequence for name, key, sequence in told}


def kept(store: Store, names: Iterable[str], promises: Promised) -> None:
    """Every promise is kept, no command is there in part or twice, every stream holds."""
    assert isinstance(store, SqlStore)
    check(store, AGGREGATES)
    found: Promised = {}
    for name in names:
        before = ""
        for sequence, line in store.read(name):
            command = read_line(line).command
            assert command == before or (name, command) not in found, "done twice"
            before = command
            found[name, before] = sequence
    assert {one: found.get(one) for one in promises} == promises, "a promise was not kept"


def added_up(store: Store, name: str, table: Table) -> None:
    """What a table holds is what its events moved."""
    balances: dict[str, int] = {}
    for _, line in store.read(name):
        balances = dict(post(balances, read_event(read_line(line).event).transfers()))
    held = {account: cents for account, cents in table.balances.items() if cents}
    assert held == {account: cents for account, cents in balances.items() if cents}
    assert sum(held.values()) == 0


def repeated(run: Callable[[Told], None], promises: Promised) -> Promised:
    """All of it under the ids of before: what was promised then is promised now; all of it."""
    found: Promised = {}

    def told(name: str, key: str, sequence: int) -> None:
        found[name, key] = sequence

    run(told)
    assert {one: at for one, at in found.items() if promises.get(one, at) != at} == {}
    return promises | found
