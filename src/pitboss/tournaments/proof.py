"""What an exported tournament proves: its draws, sealed wagers, placings and prizes.

The file is verified as any journal is: whole, signed, replayed. The replay works every draw out
anew from what opened it, every placing from the chips that were counted, every prize from the
conditions. Where the tables' streams are in the file too, the chips that the tournament was told
are held against the tables' own ledgers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.aggregates import AGGREGATES, TABLE, TOURNAMENT
from pitboss.aggregates.table import ended_coup
from pitboss.aggregates.tournament import Tournament, TournamentEvent
from pitboss.aggregates.tournament.draws import DrawCommitted, SeatsDrawn
from pitboss.aggregates.tournament.ends import CoupNoted
from pitboss.journal.proof.format import CHECKPOINT
from pitboss.journal.proof.verify import Finding, Verdict, verify_lines
from pitboss.journal.record import Record, read_line
from pitboss.ledger import chips_of
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


@dataclass
class _Told:
    """What a tournament was told of a table's coups, in order."""

    stream: str
    sequence: int
    event: CoupNoted


def prove(lines: Iterable[bytes], keys: Sequence[str] | None = None) -> Proof:
    """Verify a file and gather its tournaments; reading ends at the first thing that is wrong."""
    kept = [line.rstrip(b"\n") for line in lines]
    found = Proof(verify_lines(kept, AGGREGATES, keys))
    if not found.sound:
        return found
    known: dict[str, Proved] = {}
    told: dict[str, list[_Told]] = defaultdict(list)
    tables: dict[str, list[Record]] = defaultdict(list)
    for line in kept:
        if line.startswith(CHECKPOINT):
            continue
        record = read_line(line)
        if TABLE.owns(record.stream):
            tables[record.stream].append(record)
        elif TOURNAMENT.owns(record.stream):
            one = known.setdefault(
                record.stream,
                Proved(TOURNAMENT.name_of(record.stream), TOURNAMENT.start, []),
            )
            event = TOURNAMENT.read(record)
            one.state = TOURNAMENT.evolve(one.state, event)
            one.events.append(event)
            if isinstance(event, CoupNoted):
                table = one.state.sessions[event.session].table
                told[table].append(_Told(record.stream, record.sequence, event))
    found.tournaments = list(known.values())
    for table, noted in told.items():
        wrong = _compared(tables.get(table, []), noted, known)
        if wrong is not None:
            found.verdict.findings.append(wrong)
            return found
    return found


def _compared(
    records: Sequence[Record], noted: Sequence[_Told], known: dict[str, Proved]
) -> Finding | None:
    """Whether the chips told of a table are those of its ledger, coup by coup.

    Only of a table that played nothing but the tournament: its coups are those that were told.
    """
    if sum(ended_coup(record) is not None for record in records) != len(noted):
        return None
    table, waiting = TABLE.start, iter(noted)
    for record in records:
        table = TABLE.evolve(table, TABLE.read(record))
        if ended_coup(record) is None:
            continue
        one = next(waiting)
        for person, cents in one.event.chips.items():
            held = table.balances.get(chips_of(person), 0)
            if held != cents:
                sentence = (
                    f"event {one.sequence} of {one.stream} says that {person} held {cents} cents, "
                    f"the ledger of {record.stream} says {held}"
                )
                return Finding(0, one.stream, one.sequence, "other-chips", sentence)
        known[one.stream].compared += 1
    return None
