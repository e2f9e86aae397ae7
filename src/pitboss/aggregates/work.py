"""A command of an aggregate being decided: the state so far and the events so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pitboss.aggregates.shapes import AggregateCommand, AggregateEvent
from pitboss.editions.values import Ranks
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse

STAFF = "staff"

State = TypeVar("State")
Event = TypeVar("Event", bound=AggregateEvent)
Command = TypeVar("Command", bound=AggregateCommand)


class Work(Generic[State, Event]):
    """One command being decided."""

    def __init__(
        self,
        ranks: Ranks,
        state: State,
        command: AggregateCommand,
        evolve: Callable[[State, Event], State],
    ) -> None:
        self.ranks = ranks
        self.state = state
        self.command = command
        self.events: list[Event] = []
        self._evolve = evolve

    def emit(self, kind: type[Event], /, **fields: Any) -> None:
        """Something happens: it is recorded and applied."""
        command = self.command
        event = kind(by=command.by, rank=command.rank or command.role, at=command.at, **fields)
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def of_rank(self, needed: str, clauses: Clauses = ()) -> None:
        """Refuse whoever is not staff of this rank or above."""
        command = self.command
        if command.role != STAFF or not self.ranks.held(command.rank, needed):
            holds = command.rank or command.role
            refuse("rank-too-low.link", clauses, word=command.word, rank=needed, holds=holds)

    def by(self, *roles: str) -> None:
        """Refuse whoever has another role."""
        if self.command.role not in roles:
            refuse("wrong-role.prepare", do=self.command.word, role=self.command.role)


class Decisions(Generic[State]):
    """What decides each kind of command, under the class of the command."""

    def __init__(self, *others: Decisions[State]) -> None:
        self.by_kind: dict[type[AggregateCommand], Callable[[Any, Any], None]] = {}
        for other in others:
            self.by_kind |= other.by_kind

    def of(
        self, kind: type[Command]
    ) -> Callable[[Callable[[Any, Command], None]], Callable[[Any, Command], None]]:
        """Name the function that decides this kind."""

        def register(
            function: Callable[[Any, Command], None],
        ) -> Callable[[Any, Command], None]:
            self.by_kind[kind] = function
            return function

        return register

    def decide(self, work: Any, command: AggregateCommand) -> None:
        """Decide a command."""
        self.by_kind[type(command)](work, command)
