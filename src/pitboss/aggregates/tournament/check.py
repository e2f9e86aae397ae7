"""What must hold of a tournament after every event, and the aggregate that the journal is told."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from pitboss.aggregates.table import TABLE, rules_of
from pitboss.aggregates.tournament import (
    conduct,
    draws,
    ends,
    entries,
    placings,
    prizes,
    publication,
    settings,
)
from pitboss.aggregates.tournament import sessions as played
from pitboss.aggregates.tournament.draws import SeatsDrawn, opens, sessions_of
from pitboss.aggregates.tournament.ends import CoupNoted, ToldInVain
from pitboss.aggregates.tournament.placings import PlacingsAnnounced, level_in, placings_of
from pitboss.aggregates.tournament.prizes import PrizesAwarded, awards_of, final_placings
from pitboss.aggregates.tournament.sessions import SessionStarted
from pitboss.aggregates.tournament.state import BOUGHT, POOL, Tournament
from pitboss.aggregates.tournament.work import TournamentEvent, evolve
from pitboss.journal.aggregate import Aggregate, Check, Wrong
from pitboss.journal.record import Record
from pitboss.ledger import unbalanced

AFTERWARDS = (CoupNoted, ToldInVain)
"""What a table may still tell: the coup that was on it when the tournament was cancelled."""

PREFIX = "tournament:"
TOPICS = (publication, entries, draws, played, ends, conduct, settings, placings, prizes)
EVENTS: tuple[type[TournamentEvent], ...] = tuple(
    dict.fromkeys(
        kind
        for topic in TOPICS
        for kind in vars(topic).values()
        if isinstance(kind, type)
        and issubclass(kind, TournamentEvent)
        and kind.__subclasses__() == []
    )
)
_ANY: Any = Union[EVENTS]  # noqa: UP007 - a union made at run time
decoder: msgspec.json.Decoder[TournamentEvent] = msgspec.json.Decoder(_ANY)
encode = msgspec.json.Encoder().encode


class TournamentCheck(Check[Tournament, TournamentEvent]):
    """What must hold of one tournament."""

    def admits(self, record: Record) -> Wrong | None:
        """The edition must be on the shelf, mean what it meant, and know tournaments."""
        rules = rules_of(record.edition)
        if rules is None:
            return "unknown-edition", f"there is no edition {record.edition} to replay it under"
        if rules.compiled.fingerprint != record.fingerprint:
            return "other-edition", f"it was written under another {record.edition} than ours"
        if "tournament-manager" not in rules.edition.rules:
            return "other-edition", f"{record.edition} knows no tournaments"
        return None

    def follows(self, before: Tournament, event: TournamentEvent) -> Wrong | None:
        """Time does not go back; draws and prizes are what they must be."""
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        if before.ended is not None and not isinstance(event, AFTERWARDS):
            return "impossible", "the tournament was over"
        if isinstance(event, SeatsDrawn):
            return _drawn(before, event)
        if isinstance(event, SessionStarted):
            one = before.sessions.get(event.session)
            if (
                one is None
                or one.started is not None
                or not event.boxes.items() <= one.boxes.items()
            ):
                return "impossible", f"session {event.session} cannot start so"
        if isinstance(event, PlacingsAnnounced):
            return _placed(before, event)
        if isinstance(event, PrizesAwarded):
            wanted = (final_placings(before), *awards_of(before, final_placings(before)))
            if wanted != (event.placings, event.added_cents, event.awards):
                return "wrong-prizes", "the conditions award the prizes otherwise"
        return None

    def holds(self, before: Tournament, event: TournamentEvent, after: Tournament) -> Wrong | None:
        """Money is balanced, and the pool is paid out to the cent."""
        if after.balances is not before.balances:
            wrong = unbalanced(after.balances)
            if wrong is not None:
                return "unbalanced", f"after it {wrong}"
        if isinstance(event, PrizesAwarded) and event.awards and after.balances.get(POOL, 0):
            return "wrong-prizes", "after it something is left in the pool"
        if after.balances.get(BOUGHT, 0) < 0:
            return "unbalanced", "more was given back than was bought"
        return None


def _placed(before: Tournament, event: PlacingsAnnounced) -> Wrong | None:
    one = before.sessions.get(event.session)
    if one is None or one.placed or not one.returned:
        return "wrong-placings", f"session {event.session} cannot be placed yet"
    if level_in(before, one) or placings_of(one) != (event.placings, event.advanced):
        return "wrong-placings", f"the chips place the players of session {one.number} otherwise"
    return None


def _drawn(before: Tournament, event: SeatsDrawn) -> Wrong | None:
    draw = before.draws.get(event.round)
    if draw is None or not opens(draw.commitment, event.nonce, event.seed):
        return "draw-broken", f"nonce and seed do not open the draw of round {event.round}"
    if sessions_of(before, event.round, event.seed, before.tables) != event.sessions:
        return "draw-broken", f"the seed seats the players of round {event.round} otherwise"
    return None


def _tells(stream: str, event: TournamentEvent) -> list[tuple[str, bytes]]:
    return [(one.stream, encode(one.says)) for one in event.tells(stream)]


def _heard(command: str) -> str | None:
    """What a table told."""
    return command if command.startswith(TABLE.prefix) and command.count("/") > 1 else None


TOURNAMENT: Aggregate[Tournament, TournamentEvent] = Aggregate(
    prefix=PREFIX,
    start=Tournament(),
    decode=decoder.decode,
    evolve=evolve,
    check=TournamentCheck,
    meaning=2,
    late=True,
    tells=_tells,
    heard=_heard,
)
