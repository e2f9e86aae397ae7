"""An edition as loaded: identity, values, wagers, automata, clauses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pitboss.editions import procedures as floor
from pitboss.editions import values as model
from pitboss.editions import wagers as wager
from pitboss.editions.conduct import LOW_STAKE, OPTIONAL, PLAYER_CARD, Conduct
from pitboss.editions.locate import KeyPath
from pitboss.editions.overlay import Overlay
from pitboss.editions.promotion import Promotions
from pitboss.editions.tables import CardSet, Place, laid


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One clause of the inventory with what the software does about it."""

    clause: str
    section: str
    kind: str
    summary: str
    expects: str
    status: str
    how: str
    open: str


@dataclass(frozen=True)
class Edition:
    """One approved edition; the authority for everything at a table opened under it."""

    identity: model.Identity
    decks: model.Decks
    games: Mapping[str, model.Game]
    sign: Mapping[str, model.SignKey]
    shoe: model.Shoe
    close: model.Close
    limits: model.Limits
    notices: Mapping[str, model.Notice]
    ranks: model.Ranks
    approvals: Mapping[str, model.Approval]
    methods: Mapping[str, model.Method]
    layouts: Mapping[str, model.Layout]
    wagers: Mapping[str, wager.Wager]
    clauses: Mapping[str, Clause]
    folder: Path
    automata: Mapping[str, wager.Automaton] = field(default_factory=dict)
    dated: Mapping[str, model.Dated] = field(default_factory=dict)
    card_sets: Mapping[str, CardSet] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    idle: model.Idle | None = None
    tableau: model.Tableau | None = None
    rounds: model.Rounds | None = None
    conduct: Conduct = field(default_factory=Conduct)
    rules: Mapping[str, floor.Rule] = field(default_factory=dict)
    duties: Mapping[str, floor.DutyRule] = field(default_factory=dict)
    situations: Mapping[str, floor.Situation] = field(default_factory=dict)
    promotions: Promotions | None = None
    items: Mapping[str, floor.Item] = field(default_factory=dict)
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """Rulebook and edition, as journals name it."""
        return f"{self.identity.rulebook}/{self.identity.edition}"

    @property
    def conduct_fingerprint(self) -> str:
        """SHA-256 of everything that the files fix: rules, approvals, rulings, values, wagers.

        Not of titles and other words for people, nor of the clauses that are cited.
        """
        meant = json.dumps(_meant(self.raw), sort_keys=True, separators=(",", ":"), default=str)
        return hashlib.sha256(meant.encode()).hexdigest()

    @property
    def procedures(self) -> frozenset[str]:
        """The procedures with a state that the edition chooses, by name."""
        chosen = {name for name in OPTIONAL if getattr(self.conduct, name, None) is not None}
        if self.limits.below_minimum.warns:
            chosen.add(LOW_STAKE)
        if PLAYER_CARD.replace("_", "-") in self.dated:
            chosen.add(PLAYER_CARD)
        return frozenset(chosen | set(self.overlays))

    @property
    def default_game(self) -> str:
        """The first game listed."""
        return next(iter(self.games))

    def layout(self, name: str) -> model.Layout | None:
        """A layout, or a sum of them such as `A+D`; nothing where there is none such."""
        return laid(self.layouts, name)

    def layout_in_use(self, name: str) -> model.Layout:
        """The layout of a table that is open; it was there when the table was opened."""
        found = self.layout(name)
        if found is None:
            raise LookupError(f"{self.name} has no layout {name}")
        return found

    def citations(self) -> Iterator[tuple[str, KeyPath, str]]:
        """Every clause cited by a value or row: file, key path, clause."""
        for file, data in self.raw.items():
            for path, clause in cited_in(data, ()):
                yield file, path, clause


WORDS = ("title", "label", "house", "regulator", "reference", "act", "says", "what", "unseen")


def _meant(data: Any) -> Any:
    """Data without words for people and citations; a name that is such a word is a table."""
    if isinstance(data, list):
        return [_meant(item) for item in data]
    if not isinstance(data, Mapping):
        return data
    return {
        key: _meant(value)
        for key, value in data.items()
        if isinstance(value, Mapping)
        or not (key in WORDS or key == "clauses" or key.endswith("_clauses"))
    }


def cited_in(data: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Every clause cited under `data`, with the path of what cites it."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "clauses" or key.endswith("_clauses"):
                lists = value.values() if isinstance(value, dict) else [value]
                for clause in (clause for clauses in lists for clause in clauses):
                    yield path, clause
            else:
                yield from cited_in(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from cited_in(value, (*path, number))
