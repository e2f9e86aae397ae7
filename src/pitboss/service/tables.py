"""Tables served: a command is decided, written, and only then answered and published.

A lock keeps deciding to one thread at a time; only the write itself is another's. A command is
decided on the state that already holds the commands before it, written or still being
written; writes of a stream are committed in that order, so that an answer is never given
before the events it stands on. When a write fails, the stream is read anew from its journal
and whatever stood on the failed write is decided again.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.journal.checkpoint import Signer
from pitboss.journal.store import ConflictError, RepeatedError, Store, Write
from pitboss.journal.writer import Writer
from pitboss.refusal import Refusal
from pitboss.service.sealing import Seal
from pitboss.service.shoes import Shoes
from pitboss.service.streams import Stream, catch_up, load
from pitboss.table import Event, Rules, Table, act, read_command

Clock = Callable[[], dt.datetime]
REFUSALS_KEPT = 10_000
TRIES = 5


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a command: the sequence of its last event, or the refusal."""

    accepted: bool
    sequence: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Actor:
    """Who gives a command, as their session says it: never as the command says it."""

    person: str
    role: str
    rank: str | None = None


@dataclass
class Open:
    """A stream in hand, and who listens to it. `epoch` counts how often it was read anew."""

    stream: Stream
    shoes: Shoes
    epoch: int = 0
    listeners: list[Callable[[int, tuple[Event, ...], Table], None]] = field(default_factory=list)


class Tables:
    """Every table of this process."""

    def __init__(
        self,
        store: Store,
        seal: Seal,
        signer: Signer,
        clock: Clock,
        books: Mapping[str, Rulebook],
    ) -> None:
        self.store = store
        self.seal = seal
        self.signer = signer
        self.clock = clock
        self.writer = Writer(store)
        self._rules = {book.edition.name: Rules(book.compiled) for book in books.values()}
        self._lock = threading.RLock()
        self._open: dict[str, Open] = {}
        self._refused: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def rules(self, edition: str) -> Rules:
        """The rules of an edition on the shelf."""
        return self._rules[edition]

    def table(self, name: str, edition: str | None = None) -> Open:
        """A table in hand; read from its journal when it is first asked for."""
        if name not in self._open:
            first = self.store.read(name, 0, 1)
            if first:
                edition = str(msgspec.json.decode(first[0][1])["edition"])
            if edition is None or edition not in self._rules:
                raise LookupError(f"there is no table '{name}'")
            stream = load(self.store, name, self._rules[edition])
            self._open[name] = Open(stream, Shoes(name, self.store, self.seal))
        return self._open[name]

    def submit(
        self, name: str, data: Mapping[str, Any], actor: Actor, command: str
    ) -> Future[Answer]:
        """Decide a command and have it written; the answer comes after the commit."""
        answer: Future[Answer] = Future()
        with self._lock:
            known = self._refused.get((name, command)) or self._first(name, command)
            if known is not None:
                answer.set_result(known)
            else:
                self._try(name, data, actor, command, answer, TRIES)
        return answer

    def _first(self, name: str, command: str) -> Answer | None:
        kept = self.store.answer(name, command)
        return None if kept is None else msgspec.json.decode(kept, type=Answer)

    def _try(
        self,
        name: str,
        data: Mapping[str, Any],
        actor: Actor,
        command: str,
        answer: Future[Answer],
        tries: int,
    ) -> None:
        going = self.table(name)
        stream = going.stream
        decided = self._decide(going, data, actor)
        if isinstance(decided, Refusal):
            answer.set_result(self._refuse(name, command, stream, decided))
            return
        after, events, secrets = decided
        lines = stream.lines(events, command)
        result = Answer(
            accepted=True,
            sequence=stream.sequence,
            events=tuple(msgspec.Raw(msgspec.json.encode(event)) for event in events),
        )
        table = stream.table
        write = Write(
            stream=name,
            after=after,
            lines=lines,
            command=command,
            answer=msgspec.json.encode(result),
            secrets=secrets,
        )

        epoch = going.epoch

        def done(written: Future[None]) -> None:
            error = written.exception()
            if error is None:
                for listener in going.listeners:
                    listener(result.sequence, events, table)
                answer.set_result(result)
                return
            with self._lock:
                if going.epoch == epoch:
                    self._reload(going)
                if isinstance(error, RepeatedError):
                    answer.set_result(msgspec.json.decode(error.answer, type=Answer))
                elif isinstance(error, ConflictError) and tries > 1:
                    self._try(name, data, actor, command, answer, tries - 1)
                else:
                    answer.set_exception(error)

        self.writer.submit(write).add_done_callback(done)

    def _decide(
        self, going: Open, data: Mapping[str, Any], actor: Actor
    ) -> tuple[int, tuple[Event, ...], dict[str, bytes | None]] | Refusal:
        stream = going.stream
        given = {**data, "by": actor.person, "at": self.clock().isoformat()}
        if given.get("do") == "sign-on":
            given.update(role=actor.role, **({"rank": actor.rank} if actor.rank else {}))
        filled = going.shoes.fill(stream.table, given)
        if isinstance(filled, Refusal):
            return filled
        given, secrets = filled
        try:
            wanted = read_command(given)
        except msgspec.ValidationError as error:
            return Refusal(code="bad-command", sentence=f"The command cannot be read: {error}.")
        before = stream.sequence
        done = act(stream.rules, stream.table, wanted)
        if isinstance(done, Refusal):
            return done
        stream.table, events = done
        return before, events, secrets

    def _refuse(self, name: str, command: str, stream: Stream, refusal: Refusal) -> Answer:
        answer = Answer(accepted=False, sequence=stream.sequence, refusal=refusal)
        self._refused[name, command] = answer
        if len(self._refused) > REFUSALS_KEPT:
            self._refused.popitem(last=False)
        return answer

    def _reload(self, going: Open) -> None:
        """A write failed: what stood on it is void, and the journal says what holds."""
        going.stream = load(self.store, going.stream.name, going.stream.rules)
        going.shoes.forget()
        going.epoch += 1

    def follow(self, name: str) -> tuple[Event, ...]:
        """Take in what other processes have written to a table, and tell its listeners."""
        with self._lock:
            going = self.table(name)
            events = catch_up(self.store, going.stream)
        if events:
            for listener in going.listeners:
                listener(going.stream.sequence, events, going.stream.table)
        return events

    def close(self) -> None:
        """Write what is waiting and let go."""
        self.writer.close()
        self.store.close()
