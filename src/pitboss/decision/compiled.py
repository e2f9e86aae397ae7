"""An edition with its tables compiled: the one thing that every settlement reads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cached_property

from pitboss.decision.automaton import TransitionTable, compile_automaton, results_space
from pitboss.decision.space import Space
from pitboss.decision.table import NOT_OFFERED, DecisionTable, compile_table
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Row, Wager


class Compiled:
    """Tables are compiled when first asked for, then kept; `spaces` is what the game gives."""

    def __init__(self, edition: Edition, spaces: Callable[[Edition], Mapping[str, Space]]) -> None:
        self.edition = edition
        self._make_spaces = spaces
        self._tables: dict[tuple[str, str], DecisionTable] = {}
        self._automata: dict[str, TransitionTable] = {}

    def under(self, edition: Edition) -> Compiled:
        """The same tables for another edition, where its wagers, games and tableau are equal."""
        mine = self.edition
        other = Compiled(edition, self._make_spaces)
        parts = ("wagers", "automata", "games", "tableau", "rounds", "sign")
        if all(getattr(mine, part) == getattr(edition, part) for part in parts):
            other._tables, other._automata = self._tables, self._automata
            other.__dict__["spaces"] = self.spaces
            other.__dict__["fingerprint"] = self.fingerprint
        return other

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """The fact spaces of the edition's game."""
        return self._make_spaces(self.edition)

    def space(self, name: str) -> Space:
        """The space a wager reads; a spanning wager's is as long as its automaton counts."""
        wager = self.edition.wagers[name]
        if wager.automaton is None:
            if wager.space not in self.spaces:
                raise ValueError(f"there is no space '{wager.space}'")
            return self.spaces[wager.space]
        automaton = self.automaton(name)
        return results_space(automaton.full - automaton.minus)

    def table(self, name: str, game: str) -> DecisionTable:
        """The decision table of a wager in a game."""
        key = (name, game)
        if key not in self._tables:
            wager = self.edition.wagers[name]
            self._tables[key] = compile_table(name, wager, self.space(name), game)
        return self._tables[key]

    def automaton(self, name: str) -> TransitionTable:
        """The transition table of a wager that spans coups."""
        if name not in self._automata:
            wager = self.edition.wagers[name]
            if wager.automaton is None or wager.automaton not in self.edition.automata:
                raise ValueError(f"there is no automaton '{wager.automaton}'")
            length = wager.nominated or len(wager.sequence or "")
            rule = self.edition.automata[wager.automaton]
            self._automata[name] = compile_automaton(rule, length)
        return self._automata[name]

    def offered(self, game: str) -> list[str]:
        """The wagers of a game."""
        return [name for name, wager in self.edition.wagers.items() if in_game(wager, game)]

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of what the tables mean: spaces, outcomes and pays; not labels or titles."""
        digest = hashlib.sha256()
        for game in self.edition.games:
            for name in self.offered(game):
                table = self.table(name, game)
                digest.update(_canonical([game, name, table.space.name, *table.space.facts]))
                digest.update(_canonical(table.space.members))
                rows = [_canonical(_meaning(row)) for row in table.rows]
                kinds = sorted(set(rows))
                digest.update(b"".join(kinds))
                # Equal rows mean the same wherever they stand, so rows count by kind.
                number_of = [kinds.index(row) + 1 for row in rows] + [NOT_OFFERED + 1]
                digest.update(bytes(number_of[number] for number in table.row_of))
        for name, wager in self.edition.wagers.items():
            if wager.automaton:
                compiled = self.automaton(name)
                digest.update(_canonical([name, compiled.start, compiled.full, compiled.next]))
        return digest.hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _meaning(row: Row) -> list[object]:
    excess = row.excess and [row.excess.over, row.excess.commission]
    return [row.outcome, row.pays, excess]


def in_game(wager: Wager, game: str) -> bool:
    """Whether a wager belongs to a game."""
    return wager.games is None or game in wager.games.only
