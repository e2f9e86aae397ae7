"""What an exported tournament proves: its draws, sealed wagers, placings and prizes.

The file is verified as any journal is: whole, signed, replayed. The replay works every draw out
anew from what opened it, every placing from the chips that were counted, every prize from the
conditions. Where the tables' streams are in the file too, what each told the tournament is held
against what the tournament noted, and the chips of every coup against the table's own ledger.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.aggregates import AGGREGATES, TABLE, TOURNAMENT
from pitboss.aggregates.tournament import Tournament, TournamentEvent
from pitboss.aggregates.tournament.draws import DrawCommitted, SeatsDrawn
from pitboss.journal.proof.format import CHECKPOINT
from pitboss.journal.proof.verify import Finding, Verdict, verify_lines
from pitboss.journal.record import Record, read_line
from pitboss.ledger import chips_of
from pitboss.table import Table
from pitboss.table.tournament.coups import TournamentCoupOver
from pitboss.tournaments.outcome import document


@dataclass
class Proved:
    """A tournament of the file, with what is proved of it."""

    name: str
    state: Tournament
    events: list[TournamentEvent]
    compared: int = 0
    """Coups whose chips were held against a table's ledger."""

    def draws(self) -> list[dict[str, Any]]:
        """Each draw: what was committed to, what opened it, who was drawn."""
        committed = {
            one.round: one.commitment for one in self.events if isinstance(one, DrawCommitted)
        }
        opened = {one.round: one for one in self.events if isinstance(one, SeatsDrawn)}
        return [
            {
                "round": number,
                "commitment": commitment,
                "opened": number in opened,
                "nonce": opened[number].nonce if number in opened else None,
                "seed": opened[number].seed if number in opened else None,
                "sessions": [one.number for one in opened[number].sessions]
                if number in opened
                else [],
            }
            for number, commitment in sorted(committed.items())
        ]

    def document(self) -> dict[str, Any]:
        """All of it."""
        found = document(self.state, self.events)
        return {
            "tournament": self.name,
            "draws": self.draws(),
            "coups_compared": self.compared,
            **found,
        }


@dataclass
class Proof:
    """What a file says, and whether it holds."""

    verdict: Verdict
    tournaments: list[Proved] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.verdict.sound


def prove(lines: Iterable[bytes], keys: Sequence[str] | None = None) -> Proof:
    """Verify a file and gather its tournaments; reading ends at the first thing that is wrong."""
    kept = [line.rstrip(b"\n") for line in lines]
    found = Proof(verify_lines(kept, AGGREGATES, keys))
    if not found.sound:
        return found
    known: dict[str, Proved] = {}
    tables: dict[str, Table] = defaultdict(lambda: TABLE.start)
    for line in kept:
        if line.startswith(CHECKPOINT):
            continue
        record = read_line(line)
        if TABLE.owns(record.stream):
            wrong = _at_table(tables, record, known)
            if wrong is not None:
                found.verdict.findings.append(wrong)
                return found
        elif TOURNAMENT.owns(record.stream):
            event = TOURNAMENT.read(record)
            one = _of(known, record.stream)
            one.state = TOURNAMENT.evolve(one.state, event)
            one.events.append(event)
    found.tournaments = [one for one in known.values() if one.events]
    return found


def _of(known: dict[str, Proved], stream: str) -> Proved:
    return known.setdefault(stream, Proved(TOURNAMENT.name_of(stream), TOURNAMENT.start, []))


def _at_table(tables: dict[str, Table], record: Record, known: dict[str, Proved]) -> Finding | None:
    """Whether the chips that a table told of a coup are those of its ledger."""
    event = TABLE.read(record)
    table = tables[record.stream] = TABLE.evolve(tables[record.stream], event)
    if not isinstance(event, TournamentCoupOver):
        return None
    for person, cents in event.chips.items():
        held = table.balances.get(chips_of(person), 0)
        if held != cents:
            sentence = (
                f"event {record.sequence} of {record.stream} says that {person} held {cents} "
                f"cents, its ledger says {held}"
            )
            return Finding(0, record.stream, record.sequence, "other-chips", sentence)
    _of(known, event.tournament).compared += 1
    return None
