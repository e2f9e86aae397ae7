"""The writer of tournaments: what people ask of them, and what tables tell them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.aggregates.shapes import hyphened
from pitboss.aggregates.tournament import (
    COMMANDS,
    TOURNAMENT,
    FromTable,
    Tournament,
    TournamentCommand,
    TournamentEvent,
    act,
)
from pitboss.aggregates.tournament.draws import commitment_of
from pitboss.aggregates.tournament.ends import NotTaken, untaken
from pitboss.aggregates.tournament.work import CLOCK, TABLE
from pitboss.errors import UnknownTournamentError
from pitboss.journal.store import Message
from pitboss.refusal import Refusal
from pitboss.service.aggregates.repository import Decided, Repository, StateStream
from pitboss.service.intake import Actor
from pitboss.service.outbox import source_of
from pitboss.service.people.seal import Seal
from pitboss.table import Rules
from pitboss.words import nearest, not_fitting

WORDS = {hyphened(kind.__name__): kind for kind in COMMANDS}
WRONG = Refusal.of("bad-command.decide", what="a table does not say this")
TournamentStream = StateStream[Tournament, TournamentEvent]


class Tournaments(Repository[TournamentStream, Tournament, TournamentEvent]):
    """Every tournament of this process.

    The secrets of a draw are made of the house's own key, the tournament's name and the round,
    so they are kept nowhere; only the writer adds them to a command.
    """

    aggregate = TOURNAMENT

    def __init__(self, *args: Any, seal: Seal) -> None:
        super().__init__(*args)
        self._seal = seal

    def _new(self, name: str, rules: Rules | None) -> TournamentStream:
        known = rules is not None and "tournament-manager" in rules.edition.rules
        if not TOURNAMENT.owns(name) or rules is None or not known:
            raise UnknownTournamentError(f"there is no tournament '{TOURNAMENT.name_of(name)}'")
        return TournamentStream(name, TOURNAMENT, rules=rules, state=TOURNAMENT.start)

    def _last(self, state: Tournament) -> dt.datetime | None:
        return state.now

    def _decide(
        self, stream: TournamentStream, data: Mapping[str, Any], actor: Actor
    ) -> Decided[Tournament, TournamentEvent] | Refusal:
        said = {**data, "by": actor.person, "role": actor.role, "rank": actor.rank}
        said["at"] = self._moments.now(stream.state.now)
        nonce, seed = self._secrets(stream)
        if data.get("do") == "commit-draw":
            said["commitment"] = commitment_of(nonce, seed)
        elif data.get("do") == "open-draw":
            said |= {"nonce": nonce, "seed": seed}
        command = _read(said)
        if isinstance(command, Refusal):
            return command
        return act(stream.rules, stream.state, command)

    def _secrets(self, stream: TournamentStream) -> tuple[str, str]:
        """The nonce and the seed of the round that is drawn next."""
        place = f"{stream.name} round {stream.state.round + 1}"
        nonce = self._seal.derive(f"the nonce of {place}".encode())
        return nonce.hex(), self._seal.derive(f"the draw of {place}".encode()).hex()

    def _hear(
        self, stream: TournamentStream, state: Tournament, message: Message
    ) -> Decided[Tournament, TournamentEvent]:
        data: dict[str, Any] = msgspec.json.decode(message.body)
        at, table = self._moments.now(state.now), source_of(message)
        command = _read({**data, "by": table, "table": table, "at": at, "role": TABLE})
        if isinstance(command, FromTable):
            done = act(stream.rules, state, command)
            if not isinstance(done, Refusal):
                return done
            command = done
        refusal = command if isinstance(command, Refusal) else WRONG
        unread = NotTaken(by=table, at=at, role=TABLE, table=table)
        return untaken(stream.rules, state, unread, str(data.get("do")), refusal)

    def unheard(self, message: Message, refusal: Refusal) -> bool:
        """A table does not do what it was told: that is recorded, and not told again."""
        data: dict[str, Any] = msgspec.json.decode(message.body)

        def decide(stream: TournamentStream) -> Decided[Tournament, TournamentEvent] | Refusal:
            at = self._moments.now(stream.state.now)
            unread = NotTaken(by=CLOCK, at=at, role=CLOCK, table=message.target)
            return untaken(stream.rules, stream.state, unread, str(data.get("do")), refusal)

        with self._lock:
            stream = self.stream(source_of(message))
            key = f"{CLOCK}/{message.key}"
            return self._written(stream, key, decide, [message.key]).refusal is None


def _read(said: Mapping[str, Any]) -> TournamentCommand | Refusal:
    """A command from plain data."""
    do = str(said.get("do"))
    if do not in WORDS:
        what = f"nobody can do '{do}'.{nearest(do, WORDS)}"
        return Refusal.of("bad-command.decide", what=what)
    fields = {key: value for key, value in said.items() if key != "do"}
    try:
        return msgspec.convert(fields, WORDS[do])
    except msgspec.ValidationError as error:
        return Refusal.of("bad-command.decide", what=not_fitting(error))
