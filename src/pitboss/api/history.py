"""What a table's journal tells of its coups and its shoes, found once and kept up to date."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.cards import Card, names
from pitboss.journal.record import read_line
from pitboss.journal.store import Store
from pitboss.settle.model import Line

BATCH = 2_000


class CoupRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished coup: when, which cards, how it came out, and where it lies in the journal.

    `first` and `last` are the sequences from the end of the coup before to the end of this.
    `wagers` counts what the caller may see of them.
    """

    coup: int
    shoe: int
    at: str
    outcome: str
    player: str
    banker: str
    first: int
    last: int
    no_bet: bool = False
    void: bool = False
    corrected: bool = False
    wagers: int = 0


class SettledLine(msgspec.Struct, frozen=True, kw_only=True):
    """A wager as it was settled, with the reason."""

    number: int
    person: str
    line: Line


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """How a coup was settled, line by line; for a player their own lines."""

    coup: int
    outcome: str
    lines: tuple[SettledLine, ...]
    clauses: tuple[str, ...]


class ShoeRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A shoe: what was committed to before its first card, and what was opened after its last."""

    shoe: int
    loaded: str
    decks: int
    commitment: str | None = None
    over: str | None = None
    nonce: str | None = None
    order: str | None = None


@dataclass
class Coup:
    """A coup in the index: its row, who had how many wagers, and where it was settled last."""

    row: CoupRow
    settled: int
    people: dict[str, int] = field(default_factory=dict)
    wagers: frozenset[str] = frozenset()

    def for_person(self, person: str | None) -> CoupRow:
        """The row as one player sees it, or staff."""
        count = sum(self.people.values()) if person is None else self.people.get(person, 0)
        return msgspec.structs.replace(self.row, wagers=count)


@dataclass
class ShoeKept:
    """A shoe in the index, with the cards that were seen at their places."""

    row: ShoeRow
    first: int


def _cards(cards: list[Card] | None) -> str:
    return names(cards or ())


class History:
    """The index of one table's journal."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store = store
        self._stream = stream
        self._read = 0
        self._begun = 1
        self._decks = 0
        self._lock = threading.Lock()
        self.coups: dict[int, Coup] = {}
        self.shoes: dict[int, ShoeKept] = {}

    def catch_up(self) -> History:
        """Take in what was written since."""
        with self._lock:  # several requests may ask at once
            while True:
                lines = self._store.read(self._stream, self._read, BATCH)
                for sequence, line in lines:
                    self._take(sequence, read_line(line).data())
                    self._read = sequence
                if len(lines) < BATCH:
                    return self

    def _take(self, sequence: int, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "table-opened":
            self._decks = event["house"]["decks"]
        elif kind == "shoe-loaded":
            row = ShoeRow(
                shoe=event["number"],
                loaded=event["at"],
                decks=self._decks,
                commitment=event.get("commitment"),
            )
            self.shoes[event["number"]] = ShoeKept(row, sequence)
        elif kind in ("shoe-ended", "shoe-revealed") and self.shoes:
            kept = self.shoes[max(self.shoes)]
            fields = (
                {"over": event["why"]}
                if kind == "shoe-ended"
                else {"nonce": event["nonce"], "order": event["order"]}
            )
            kept.row = msgspec.structs.replace(kept.row, **fields)
        elif kind in ("coup-settled", "coup-voided"):
            self._coup(sequence, event)
        elif kind == "coup-corrected" and event["coup"] in self.coups:
            self._correct(sequence, event)

    def _coup(self, sequence: int, event: dict[str, Any]) -> None:
        void = event["event"] == "coup-voided"
        row = CoupRow(
            coup=event["coup"],
            shoe=max(self.shoes, default=0),
            at=event["at"],
            outcome="void" if void else event["outcome"],
            player=_cards(event.get("player")),
            banker=_cards(event.get("banker")),
            first=self._begun,
            last=sequence,
            no_bet=event.get("no_bet", False),
            void=void,
        )
        self.coups[row.coup] = _with_lines(Coup(row, sequence), event)
        self._begun = sequence + 1

    def _correct(self, sequence: int, event: dict[str, Any]) -> None:
        coup = self.coups[event["coup"]]
        coup.row = msgspec.structs.replace(
            coup.row,
            outcome=event["outcome"],
            player=_cards(event.get("player")),
            banker=_cards(event.get("banker")),
            corrected=True,
        )
        coup.settled = sequence
        _with_lines(coup, event)

    def settlement(self, coup: Coup, person: str | None) -> Settlement:
        """How a coup was settled, as one player sees it, or staff."""
        found = self._store.read(self._stream, coup.settled - 1, 1)
        return _settlement(coup, read_line(found[0][1]).data(), person)


def _with_lines(coup: Coup, event: dict[str, Any]) -> Coup:
    lines = event.get("lines", ())
    coup.people = dict(Counter(line["person"] for line in lines))
    coup.wagers = frozenset(line["line"]["wager"] for line in lines)
    return coup


def _settlement(coup: Coup, event: dict[str, Any], person: str | None) -> Settlement:
    return Settlement(
        coup=coup.row.coup,
        outcome=coup.row.outcome,
        lines=tuple(
            SettledLine(
                number=line["number"],
                person=line["person"],
                line=msgspec.convert(line["line"], Line),
            )
            for line in event.get("lines", ())
            if person is None or line["person"] == person
        ),
        clauses=tuple(event.get("clauses", ())),
    )
