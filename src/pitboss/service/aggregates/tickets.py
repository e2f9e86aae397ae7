"""The writer of registers: who binds terminals, and what tables tell of tickets.

The code of a ticket is worked out from a key that is kept beside the database, by the message
that asked for the ticket. The journal holds only its mark, so nobody who reads it can print one.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.aggregates.tickets import TICKETS, Register, TicketsEvent, act, hear
from pitboss.aggregates.tickets.commands import FreeTerminal, read_command, read_told
from pitboss.aggregates.tickets.machine import CLOCK, TABLE
from pitboss.errors import UnknownError, UnknownRegisterError
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.store import Message, Store
from pitboss.journal.writer import Writer
from pitboss.refusal import Refusal
from pitboss.service.aggregates.repository import Decided, Repository, StateStream
from pitboss.service.clock import Moments
from pitboss.service.intake import Actor
from pitboss.service.outbox import source_of
from pitboss.service.people.seal import Seal
from pitboss.table import Rules
from pitboss.table.terminals.tickets import mark_of
from pitboss.words import not_fitting

PURPOSE = b"codes of tickets"
CODE_BYTES = 10


class TicketsStream(StateStream[Register, TicketsEvent]):
    """A register's stream."""


class TicketRegisters(Repository[TicketsStream, Register, TicketsEvent]):
    """Every register of this process."""

    aggregate = TICKETS

    def __init__(
        self,
        store: Store,
        writer: Writer,
        moments: Moments,
        rules: Mapping[str, Rules],
        signer: Signer,
        seal: Seal,
    ) -> None:
        super().__init__(store, writer, moments, rules, signer)
        self._key = seal.derive(PURPOSE)

    def code(self, table: str, terminal: str, cause: str) -> str:
        """The code of the ticket that a terminal of a table asked for."""
        said = f"{table}\n{terminal}\n{cause}".encode()
        digest = hmac.new(self._key, said, hashlib.sha256).digest()
        return base64.b32encode(digest[:CODE_BYTES]).decode()

    def printed(self, register: str, table: str, terminal: str, cause: str, number: int) -> str:
        """What is printed on a ticket."""
        return f"{TICKETS.name_of(register)}.{number}.{self.code(table, terminal, cause)}"

    def register(self, name: str) -> Register:
        """A register as it was last written; an empty one where nothing was."""
        try:
            return self.stream(name).state
        except UnknownError:
            return TICKETS.start

    def _new(self, name: str, rules: Rules | None) -> TicketsStream:
        if not TICKETS.owns(name) or rules is None or rules.edition.conduct.terminals is None:
            raise UnknownRegisterError(f"there is no register '{TICKETS.name_of(name)}'")
        return TicketsStream(name, TICKETS, rules=rules, state=TICKETS.start)

    def _last(self, state: Register) -> dt.datetime | None:
        return state.now

    def _decide(
        self, stream: TicketsStream, data: Mapping[str, Any], actor: Actor
    ) -> Decided[Register, TicketsEvent] | Refusal:
        fields = {**data, "by": actor.person, "role": actor.role, "rank": actor.rank}
        try:
            wanted = read_command({**fields, "at": self._moments.now(stream.state.now)})
        except msgspec.ValidationError as error:
            return Refusal.of("bad-command.decide", what=not_fitting(error))
        return act(stream.rules.edition, stream.state, wanted)

    def _hear(
        self, stream: TicketsStream, state: Register, message: Message
    ) -> Decided[Register, TicketsEvent]:
        said: dict[str, Any] = msgspec.json.decode(message.body)
        at, table = self._moments.now(state.now), source_of(message)
        if said.get("do") == "issue-ticket":
            said["mark"] = mark_of(self.code(table, said["terminal"], said["cause"]))
        told = read_told({**said, "table": table, "at": at, "role": TABLE})
        done = hear(stream.rules.edition, state, told)
        assert not isinstance(done, Refusal), done
        return done

    def unheard(self, message: Message, refusal: Refusal) -> bool:
        """A table that does not take a terminal has it no longer; all else is told again."""
        said: dict[str, Any] = msgspec.json.decode(message.body)
        if said.get("do") != "connect-terminal":
            return False

        def decide(stream: TicketsStream) -> Decided[Register, TicketsEvent] | Refusal:
            gone = FreeTerminal(
                by=CLOCK,
                at=self._moments.now(stream.state.now),
                role=CLOCK,
                table=message.target,
                terminal=said["terminal"],
                reason=refusal.sentence,
            )
            return act(stream.rules.edition, stream.state, gone)

        with self._lock:
            stream = self.stream(source_of(message))
            key = f"{CLOCK}/{message.key}"
            return self._written(stream, key, decide, [message.key]).refusal is None
