"""The aggregates beside a scenario's table, one of each kind, and what crosses between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.aggregates.acts import ACTS, Acts, acts_of
from pitboss.aggregates.shapes import AggregateEvent
from pitboss.refusal import Refusal
from pitboss.scenarios.amounts import in_files
from pitboss.scenarios.expect import Happened
from pitboss.scenarios.read import Actor
from pitboss.table import Rules, unreadable
from pitboss.table.errand import Errand

ITSELF = "table:1"
"""The stream of a scenario's table; aggregates are called 1, too."""
CLOCK, TABLE = "clock", "table"
Answer = tuple[Happened, ...] | Refusal
"""What the table, or an aggregate beside it, says to one act."""
AtTable = Callable[[str, dict[str, Any]], Answer]
"""A command at the table: who gives it, and what it says."""


@dataclass
class Streams:
    """The aggregates of a scenario, each as it stands."""

    rules: Rules
    people: Sequence[Actor]
    states: dict[str, Any] = field(default_factory=dict)

    def give(self, who: str, data: dict[str, Any], at_table: AtTable) -> Answer:
        """A command for the table or an aggregate, with all that others do since they hear of it.

        A refusal of one who heard is the answer; another table than this one hears nothing.
        """
        acts = acts_of(str(data["do"]))
        if acts is None:
            return self._carried(at_table(who, data), ITSELF, data["at"], at_table)
        role, rank = self._known(who)
        done = self._act(acts, data, {"by": who, "role": role, "rank": rank})
        return self._carried(done, stream_of(acts), data["at"], at_table)

    def _known(self, who: str) -> tuple[str, str | None]:
        """The role and rank of somebody of the file; anybody else plays."""
        for person in self.people:
            if person.name == who:
                return person.role, person.rank
        return ("player", None) if who != CLOCK else (CLOCK, None)

    def _carried(self, done: Answer, stream: str, at: str, at_table: AtTable) -> Answer:
        if isinstance(done, Refusal):
            return done
        found = list(done)
        for errand in _errands(done, stream):
            says: dict[str, Any] = {**errand.says, "at": at}
            answer: Answer = ()
            heard = next((one for one in ACTS if stream_of(one) == errand.stream), None)
            if errand.stream == ITSELF:
                answer = at_table(CLOCK, says)
            elif heard is not None:
                answer = self._act(heard, says, {"by": stream, "role": TABLE, "table": stream})
            answer = self._carried(answer, errand.stream, at, at_table)
            if isinstance(answer, Refusal):
                return answer
            found += answer
        return tuple(found)

    def _act(self, acts: Acts, data: Mapping[str, Any], by: Mapping[str, Any]) -> Answer:
        """A command of an aggregate, decided and applied; a replay gives the same state."""
        do = str(data["do"])
        said = {key: value for key, value in data.items() if key != "do"} | dict(by)
        try:
            command = msgspec.convert(said, acts.words[do])
        except msgspec.ValidationError as error:
            what = unreadable(dict(data), error, in_files)
            return Refusal.of("bad-command.act", do=do, what=what)
        before = self.states.get(acts.aggregate.prefix, acts.aggregate.start)
        done = acts.act(self.rules, before, command)
        if isinstance(done, Refusal):
            return done
        state, events = done
        for event in events:
            before = acts.aggregate.evolve(before, event)
        if before != state:
            raise AssertionError(f"{do}: replaying its events gives another state")
        self.states[acts.aggregate.prefix] = state
        return events


def stream_of(acts: Acts) -> str:
    """The stream of the one aggregate of this kind."""
    return acts.aggregate.stream_of("1")


def _errands(events: Sequence[Happened], stream: str) -> Iterator[Errand]:
    """What events say to other streams; those of a table know their own."""
    for event in events:
        told = event.tells(stream) if isinstance(event, AggregateEvent) else event.tells()
        yield from told
