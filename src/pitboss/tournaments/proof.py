"""What an exported tournament proves: its draws, sealed wagers, placings and prizes.

The file is verified as any journal is: whole, signed, replayed. The replay works every draw out
anew from what opened it, every placing from the chips that were counted, every prize from the
conditions; it opens every sealed wager with its nonce and holds it against what was handed in,
and puts every act of a session to the rules again, so that none stands out of its turn. Where
the tables' streams are in the file too, what each told the tournament is held against what the
tournament noted, and the chips of every coup against the table's own ledger.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from pitboss.aggregates import AGGREGATES, TABLE, TOURNAMENT
from pitboss.aggregates.tournament import Tournament, TournamentEvent
from pitboss.aggregates.tournament.draws import DrawCommitted, SeatsDrawn
from pitboss.journal.proof.format import CHECKPOINT
from pitboss.journal.proof.verify import Finding, Verdict, verify_lines
from pitboss.journal.record import Record, read_line
from pitboss.ledger import chips_of
from pitboss.table import Event, Table
from pitboss.table.tournament.coups import TournamentCoupOver, TournamentCoupVoid
from pitboss.table.tournament.play import TournamentPlay, play_of
from pitboss.table.tournament.slips import SlipAnnounced, SlipHandedIn, SlipReturned
from pitboss.tournaments.outcome import document


class SlipProved(msgspec.Struct, kw_only=True):
    """A sealed wager: what committed to it, and what opened it; nothing of one never announced."""

    table: str
    session: int
    coup: int
    person: str
    commitment: str
    became: Literal["sealed", "returned", "announced", "void"] = "sealed"
    nonce: str | None = None
    wager: str | None = None
    amount_cents: int | None = None
    counts_cents: int | None = None


@dataclass
class Proved:
    """A tournament of the file, with what is proved of it."""

    name: str
    state: Tournament
    events: list[TournamentEvent]
    compared: int = 0
    """Coups whose chips were held against a table's ledger."""
    slips: list[SlipProved] = field(default_factory=list)
    """The sealed wagers that were handed in at its tables, each with what became of it."""

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
            "slips": self.slips,
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
    """Whether the chips that a table told of a coup are those of its ledger; slips are kept."""
    event, before = TABLE.read(record), tables[record.stream]
    play = play_of(before)
    if play is not None:
        _slip(_of(known, play.tournament).slips, play, TABLE.name_of(record.stream), event)
    table = tables[record.stream] = TABLE.evolve(before, event)
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


def _slip(slips: list[SlipProved], play: TournamentPlay, table: str, event: Event) -> None:
    """Keep a slip that is handed in, and what becomes of it; it was held against its commitment."""
    if isinstance(event, SlipHandedIn):
        slips.append(
            SlipProved(
                table=table,
                session=play.session,
                coup=play.coups + 1,
                person=event.person,
                commitment=event.commitment,
            )
        )
    for one in reversed(slips):
        if (one.table, one.session, one.coup) != (table, play.session, play.coups + 1):
            continue
        if isinstance(event, TournamentCoupVoid):
            one.became = "void"
        if not isinstance(event, SlipReturned | SlipAnnounced) or one.person != event.person:
            continue
        if isinstance(event, SlipReturned):
            one.became = "returned"
        else:
            one.became, one.nonce, one.wager = "announced", event.nonce, event.wager
            one.amount_cents, one.counts_cents = event.amount_cents, event.counts_cents
        return
