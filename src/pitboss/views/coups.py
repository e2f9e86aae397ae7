"""The coups and the shoes of a table, as its journal tells them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.cards import names
from pitboss.journal.record import Record, read_line
from pitboss.journal.store import Store
from pitboss.settle.model import Line
from pitboss.table import Event, Table
from pitboss.table.cards.sets import LAST_COUP

FINISHED = {"wagers-settled", "coup-settled", "coup-voided", "coup-corrected"}
TAKEN = FINISHED | {"table-opened", "shoe-loaded", "shoe-ended", "shoe-revealed", "dealt-past"}
MOST_AT_HAND = 100
"""So many of the newest settlements are kept in memory; older ones are read again."""


class CoupRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished coup: when, which cards, how it came out, and where it lies in the journal.

    `hands` has the cards of each; a void coup has none. `first` and `last` are the sequences from
    the end of the coup before to the end of this. `wagers` counts what the caller may see of them.
    """

    coup: int
    shoe: int
    at: str
    outcome: str
    hands: dict[str, str]
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
    """A coup in the index: its row, who had how many wagers, and where it was settled."""

    row: CoupRow
    settled: tuple[int, ...]
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


def _hands(event: dict[str, Any]) -> dict[str, str]:
    return {hand: names(cards) for hand, cards in event.get("hands", {}).items()}


class History:
    """The index of one table's journal."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store = store
        self._stream = stream
        self._begun = 1
        self._moments: list[tuple[int, dict[str, Any]]] = []
        self._decks = 0
        self._settled: OrderedDict[int, Record] = OrderedDict()
        self.coups: dict[int, Coup] = {}
        self.shoes: dict[int, ShoeKept] = {}

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        kind = event.__struct_config__.tag
        if kind in TAKEN:
            self._take(record.sequence, msgspec.to_builtins(event))
        if kind in FINISHED:
            self._settled[record.sequence] = record
            if len(self._settled) > MOST_AT_HAND:
                self._settled.popitem(last=False)

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
        elif kind == "dealt-past" and event["stop"] == LAST_COUP and self.shoes:
            kept = self.shoes[max(self.shoes)]
            kept.row = msgspec.structs.replace(kept.row, over=None)
        elif kind == "wagers-settled":
            self._moments.append((sequence, event))
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
            hands=_hands(event),
            first=self._begun,
            last=sequence,
            no_bet=event.get("no_bet", False),
            void=void,
        )
        settled = (*self._moments, (sequence, event))
        coup = Coup(row, tuple(place for place, _ in settled))
        self.coups[row.coup] = _with_lines(coup, *(one for _, one in settled))
        self._begun, self._moments = sequence + 1, []

    def _correct(self, sequence: int, event: dict[str, Any]) -> None:
        coup = self.coups[event["coup"]]
        coup.row = msgspec.structs.replace(
            coup.row,
            outcome=event["outcome"],
            hands=_hands(event),
            corrected=True,
            void=event["outcome"] == "void",
        )
        coup.settled = (sequence,)
        _with_lines(coup, event)

    def settlement(self, coup: Coup, person: str | None) -> Settlement:
        """How a coup was settled, as one player sees it, or staff."""
        return _settlement(coup, [self._record(one).data() for one in coup.settled], person)

    def _record(self, sequence: int) -> Record:
        record = self._settled.get(sequence)
        if record is None:
            record = read_line(self._store.read(self._stream, sequence - 1, 1)[0][1])
        return record


def _with_lines(coup: Coup, *events: dict[str, Any]) -> Coup:
    lines = [line for event in events for line in event.get("lines", ())]
    coup.people = dict(Counter(line["person"] for line in lines))
    coup.wagers = frozenset(line["line"]["wager"] for line in lines)
    return coup


def _settlement(coup: Coup, events: list[dict[str, Any]], person: str | None) -> Settlement:
    return Settlement(
        coup=coup.row.coup,
        outcome=coup.row.outcome,
        lines=tuple(
            msgspec.convert(line, SettledLine)
            for event in events
            for line in event.get("lines", ())
            if person is None or line["person"] == person
        ),
        clauses=tuple(events[-1].get("clauses", ())),
    )
