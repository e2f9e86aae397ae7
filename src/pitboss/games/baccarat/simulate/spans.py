"""Runs and Dragon Tails as one automaton over the results of a shoe.

Every wager that spans coups has its own compiled transition table. Here they are joined: a
state is the set of all wagers that ride, and each letter (Player, Banker, Tie, end of shoe)
leads to the next state and settles some of them. The kernel follows one state per shoe and
counts transitions; what a transition settles is multiplied in afterwards.

The policy that the figures stand for: a Run of each kind is placed before every coup, and a
wager on a tail whenever the tail's indicator admits it (an Early wager whenever no tail runs
on its side, a Late wager whenever the indicator shows one). A Run rides into the table's
next shoe where its automaton says so (reading M-R8); a tail ends with the shoe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from pitboss.decision.automaton import TransitionTable, event_of
from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.settle.spans import END_OF_SHOE
from pitboss.games.baccarat.simulate.arrays import LETTERS
from pitboss.games.baccarat.simulate.kernel import Spans
from pitboss.odds.returns import unit_return
from pitboss.settle.setting import Setting
from pitboss.simulate.pays import Pays, pays_of, wagers_in

ALPHABET = (*LETTERS, END_OF_SHOE)

Riding: TypeAlias = tuple[tuple[int, ...], ...]
"""For each wager, the counts of its stakes that ride, lowest first."""
Settled: TypeAlias = tuple[tuple[int, int], ...]
"""Wager and the number of results that each settled stake is settled on."""


@dataclass(frozen=True)
class Spanning:
    """One spanning wager and the results it wants, in order."""

    name: str
    sequence: str
    table: TransitionTable
    tail_of: str | None
    opened_at: int | None
    nominated: bool

    def wanted(self, count: int) -> str:
        """The result that advances a stake with this count."""
        return self.sequence[0 if self.tail_of else count - self.table.start]


@dataclass(frozen=True)
class Joined:
    """The joint automaton for the kernel, what it pays, and the sequences nominated."""

    arrays: Spans
    pays: Pays
    nominated: Mapping[str, str]
    longest: int
    """Coups of the next shoe that a wager may need."""


def alternating(length: int) -> str:
    """The nominated sequence that is reported for a combination Run: P, B, P and so on."""
    return "".join("PB"[place % 2] for place in range(length))


def spanning_wagers(compiled: Compiled, setting: Setting) -> list[Spanning]:
    """The spanning wagers that this game, these decks and this sign offer."""
    found = []
    for name in wagers_in(compiled, setting):
        wager = compiled.edition.wagers[name]
        if wager.automaton is None:
            continue
        sequence = wager.sequence or alternating(wager.nominated or 0)
        found.append(
            Spanning(
                name=name,
                sequence=sequence,
                table=compiled.automaton(name),
                tail_of=wager.tail_of,
                opened_at=compiled.edition.automata[wager.automaton].opened_at,
                nominated=wager.nominated is not None,
            )
        )
    return found


def join(compiled: Compiled, setting: Setting) -> Joined:
    """Walk every reachable state, breadth first; number the states and their transitions.

    A state in which wagers are placed before each coup becomes, at the end of the shoe, a
    state in which nothing more is placed: what still rides does so through the first coups of
    the next shoe. A tail that outlived its shoe could not be dealt so: ValueError.
    """
    wagers = spanning_wagers(compiled, setting)
    nothing: Riding = tuple(() for _ in wagers)
    start, done = (True, nothing), (False, nothing)
    states = {start: 0} if not wagers else {start: 0, done: 1}
    done = done if wagers else start
    queue = [start]
    after: dict[tuple[int, int], int] = {}
    settled: dict[tuple[int, int], Settled] = {}
    for state in queue:
        placing, riding = state
        for letter_number, letter in enumerate(ALPHABET):
            if not placing and letter == END_OF_SHOE:
                continue
            placed = place(wagers, riding) if placing and letter != END_OF_SHOE else riding
            rides, lines = step(wagers, placed, letter)
            following = (placing and letter != END_OF_SHOE, rides) if wagers else start
            if not following[0] and any(
                counts and wager.tail_of for wager, counts in zip(wagers, following[1], strict=True)
            ):
                raise ValueError("a tail that outlives its shoe cannot be simulated")
            if following not in states:
                states[following] = len(states)
                queue.append(following)
            key = states[state], letter_number
            after[key] = states[following]
            settled[key] = lines
    size = len(ALPHABET)
    table = np.zeros(len(states) * size, np.uint32)
    for (number, letter_number), following_number in after.items():
        table[number * size + letter_number] = following_number * size
    return Joined(
        arrays=Spans(table, states[start] * size, states[done] * size),
        pays=_pays(compiled, setting, wagers, settled, len(table)),
        nominated={wager.name: wager.sequence for wager in wagers if wager.nominated},
        longest=max((wager.table.full - wager.table.start for wager in wagers), default=0),
    )


def place(wagers: Sequence[Spanning], riding: Riding) -> Riding:
    """One more stake of every wager that may be placed before the next coup."""
    indicator = {
        wager.name: counts[0] if counts else wager.table.start
        for wager, counts in zip(wagers, riding, strict=True)
    }
    return tuple(
        tuple(sorted((*counts, wager.table.start)))
        if wager.tail_of is None or indicator[wager.tail_of] == wager.opened_at
        else counts
        for wager, counts in zip(wagers, riding, strict=True)
    )


def step(wagers: Sequence[Spanning], riding: Riding, letter: str) -> tuple[Riding, Settled]:
    """What rides after a letter, and what it settled."""
    rides = []
    lines = []
    for number, (wager, counts) in enumerate(zip(wagers, riding, strict=True)):
        kept = []
        for count in counts:
            event = event_of(letter, wager.wanted(count))
            following, results = wager.table.step(count, event)
            if results is not None:
                lines.append((number, results))
            elif following is not None:
                kept.append(following)
        rides.append(tuple(kept))
    return tuple(rides), tuple(lines)


def _pays(
    compiled: Compiled,
    setting: Setting,
    wagers: Sequence[Spanning],
    settled: Mapping[tuple[int, int], Settled],
    size: int,
) -> Pays:
    """What each transition pays on each wager in all, and how many stakes it settles."""
    gains: list[list[Fraction | None]] = [[None] * size for _ in wagers]
    stakes = np.zeros((size, len(wagers)))
    for (state, letter), lines in settled.items():
        move = state * len(ALPHABET) + letter
        for number, results in lines:
            name = wagers[number].name
            row = compiled.table(name, setting.game).row((results,))
            if row is None:
                raise ValueError(f"{name} has no row for {results} results")
            gain = unit_return(row, setting.sign)
            gains[number][move] = (gains[number][move] or Fraction(0)) + gain
            stakes[move, number] += 1
    pays = pays_of([wager.name for wager in wagers], gains, size)
    return Pays(pays.wagers, pays.denominator, pays.pay, stakes)
