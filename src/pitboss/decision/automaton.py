"""Automata for wagers that span coups, compiled to integer transition tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from pitboss.decision.space import Space
from pitboss.editions.wagers import Automaton, Clauses, Event, Transition

EVENTS: tuple[Event, ...] = get_args(Event)
SETTLE = -1


@dataclass(frozen=True)
class TransitionTable:
    """`next[state][event]`: the next state, or SETTLE minus the count settled on.

    States are counts from `start` up to, not including, `full`; reaching `full` settles.
    """

    start: int
    full: int
    minus: int
    next: tuple[tuple[int, ...], ...]
    clauses: tuple[tuple[Clauses, ...], ...]

    def step(self, state: int, event: Event) -> tuple[int | None, int | None]:
        """The state after `event`, or the count that the wager is settled on."""
        after = self.next[state - self.start][EVENTS.index(event)]
        return (after, None) if after >= 0 else (None, SETTLE - after)

    def clauses_on(self, state: int, event: Event) -> Clauses:
        """The clauses of the transition on `event` in `state`."""
        return self.clauses[state - self.start][EVENTS.index(event)]


def compile_automaton(automaton: Automaton, length: int | None = None) -> TransitionTable:
    """Compile an automaton; `length` is full where the wager's sequence decides it.

    An event without a transition, or with two, raises ValueError.
    """
    full = automaton.full if automaton.full is not None else length
    if full is None or full <= automaton.start:
        raise ValueError("an automaton must have a count to reach above its start")
    table = []
    clauses = []
    for state in range(automaton.start, full):
        rows = [_transition(automaton, state, event) for event in EVENTS]
        table.append(tuple(_encode(row.then, state, full, automaton.minus) for row in rows))
        clauses.append(tuple(row.clauses for row in rows))
    return TransitionTable(automaton.start, full, automaton.minus, tuple(table), tuple(clauses))


def _transition(automaton: Automaton, state: int, event: Event) -> Transition:
    """The one transition on `event` in `state`; a row that names the state comes first."""
    found = [row for row in automaton.rows if event in row.event]
    named = [row for row in found if state in row.states]
    chosen = named or [row for row in found if not row.states]
    if len(chosen) != 1:
        raise ValueError(f"{len(chosen)} transitions on '{event}' in state {state}")
    return chosen[0]


def _encode(then: str, state: int, full: int, minus: int) -> int:
    if then == "stay":
        return state
    if then == "advance" and state + 1 < full:
        return state + 1
    return SETTLE - ((state + 1 if then == "advance" else state) - minus)


def results_space(longest: int) -> Space:
    """The space of a spanning wager: how many results it is settled on."""
    members = [(results,) for results in range(longest + 1)]
    return Space("results", ("results",), members)


def event_of(letter: str, wanted: str) -> Event:
    """What a coup's letter means to a wager that wants the result `wanted` next."""
    marks: dict[str, Event] = {"d": "dummy", "v": "void", "/": "end-of-shoe"}
    if letter in marks:
        return marks[letter]
    if letter == wanted:
        return "own"
    return "tie" if letter == "T" else "other"
