"""Tables served: a command is decided, written, and only then answered and published.

A lock keeps deciding to one thread at a time; only the write itself is another's. A command is
decided on the state that already holds the commands before it, written or still being
written; writes of a stream are committed in that order, so that no answer, and no refusal, is
given before the events it stands on. When a write fails, the stream is read anew from its
journal and whatever stood on the failed write is decided again.

A command id belongs to the person who gave it. What was accepted under it is answered again, by
whichever process; a refusal changed nothing, so it is only remembered for a while.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from pitboss.aggregates import TABLE
from pitboss.book import Rulebook
from pitboss.cards import parse
from pitboss.errors import PitbossError, UnknownTableError
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.record import Kept, read_line
from pitboss.journal.snapshots import StreamState, take_snapshot
from pitboss.journal.store import ConflictError, Store, Write
from pitboss.journal.trust.anchor import Anchor
from pitboss.journal.writer import Writer
from pitboss.refusal import Refusal
from pitboss.service.aggregates.carrier import carry
from pitboss.service.aggregates.links import Links
from pitboss.service.aggregates.promotions import Promotions
from pitboss.service.aggregates.repository import Repository
from pitboss.service.aggregates.tickets import TicketRegisters
from pitboss.service.aggregates.tournaments import Tournaments
from pitboss.service.clock import Clock, Moments
from pitboss.service.futures import Promise
from pitboss.service.house import House
from pitboss.service.intake import Actor, Answer, InFlight, decide, digest_of, prepare, reused
from pitboss.service.monitor import Monitor, alarms
from pitboss.service.outbox import crossing, deliver
from pitboss.service.people.exclusions import reach
from pitboss.service.people.limits import Used, beyond, used
from pitboss.service.people.seal import Seal
from pitboss.service.publish import Open, follower_of
from pitboss.service.rng import Words, system_word
from pitboss.service.shoes import Shoes
from pitboss.service.streams import Known, catch_up, load
from pitboss.service.trust.aside import Aside
from pitboss.service.trust.signatures import Signing
from pitboss.table import Event, Rules, Table
from pitboss.table.cards.shoe import ShoeEnded, ShoeRevealed

__all__ = ["Actor", "Answer", "Clock", "Open", "Tables", "UnknownTableError"]

REFUSALS_KEPT = 10_000
TRIES = 20


class Tables:
    """Every table of this process."""

    def __init__(
        self,
        store: Store,
        seal: Seal,
        signer: Signer,
        clock: Clock,
        books: Mapping[str, Rulebook],
        words: Words = system_word,
        anchor: Anchor | None = None,
        aside: Mapping[str, str] | None = None,
    ) -> None:
        self.store = store
        self.seal = seal
        self.signer = signer
        self.moments = Moments(clock)
        self.clock: Clock = self.moments.now
        self.writer = Writer(store, None if anchor is None else anchor.mark)
        self.house = House(store, self.writer)
        self.monitor = Monitor()
        self.crossed = threading.Event()
        """Set when a message for another stream was written; whoever delivers clears it."""
        self._words = words
        self._rules = {book.edition.name: book.rules for book in books.values()}
        shared = (store, self.writer, self.moments, self._rules, signer)
        self.links = Links(*shared)
        self.promotions = Promotions(*shared, seal=seal)
        self.tournaments = Tournaments(*shared, seal=seal)
        self.tickets = TicketRegisters(*shared, seal=seal)
        self.repositories: tuple[Repository[Any, Any, Any], ...] = (
            *(self.links, self.promotions, self.tickets, self.tournaments),
        )
        """The writers of all aggregates beside tables and the house."""
        self.signing = Signing(self, anchor)
        self.aside = Aside(aside)
        self._lock = threading.RLock()
        self._open: dict[str, Open] = {}
        self._refused: OrderedDict[tuple[str, str], tuple[str, Answer]] = OrderedDict()
        self._asked: dict[tuple[str, str], tuple[str, Promise[Answer]]] = {}

    # Tables -----------------------------------------------------------------------------

    def rules(self, edition: str) -> Rules:
        """The rules of an edition on the shelf."""
        return self._rules[edition]

    def names(self) -> list[str]:
        """The tables in hand."""
        with self._lock:
            return list(self._open)

    def resume(self) -> list[str]:
        """Read every table's journal, and carry over what still waits; the tables' names.

        A table that cannot be read is set aside.
        """
        for name in [name for name in self.store.streams() if TABLE.owns(name)]:
            try:
                self.table(name)
            except PitbossError as error:
                self.set_aside(name, str(error))
        for repository in self.repositories:
            repository.resume()
        self.deliver()
        return self.names()

    def set_aside(self, name: str, why: str) -> None:
        """Serve a table no more."""
        with self._lock:
            self.aside.put(name, why)
            self._open.pop(name, None)

    def table(self, name: str, edition: str | None = None) -> Open:
        """A table in hand; read from its journal when it is first asked for."""
        with self._lock:
            self.aside.refuse(name)
            going = self._open.get(name)
            if going is None:
                first = self.store.read(name, 0, 1)
                if first:
                    edition = str(msgspec.json.decode(first[0][1])["edition"])
                if not TABLE.owns(name) or edition is None or edition not in self._rules:
                    raise UnknownTableError(f"there is no table '{name}'")
                going = Open(
                    load(self.store, name, self._rules[edition], self.signer.public),
                    Shoes(name, self.store, self.seal, self.monitor, self._words),
                    follower_of(self.store, name, self.signer.public, self.rules),
                )
                going.told, going.shown = going.stream.sequence, going.stream.table
                self.moments.now(going.shown.now)  # the journal's time is past already
                going.shoes.recall(going.shown)
                self._open[name] = going
            elif going.stale:
                self._reload(going)
            return going

    def forget(self, name: str) -> bool:
        """Let go of a table of which nothing is written or on its way; whether that was so."""
        with self._lock:
            going = self._open.get(name)
            if going is not None and (going.stream.sequence or going.flying):
                return False
            self._open.pop(name, None)
            return True

    # Commands ---------------------------------------------------------------------------

    def submit(
        self, name: str, data: Mapping[str, Any], actor: Actor, command: str, *taken: str
    ) -> Promise[Answer]:
        """Decide a command and have it written, with messages taken; answered after the commit."""
        answer = self._submit(name, data, actor, command, *taken)
        self.writer.call()
        return answer

    def give(self, name: str, data: Mapping[str, Any], actor: Actor, command: str) -> Answer:
        """The same for a caller that does nothing but wait: where it can, it writes itself."""
        answer = self._submit(name, data, actor, command)
        self.writer.work()
        return answer.result()

    def _submit(
        self, name: str, data: Mapping[str, Any], actor: Actor, command: str, *taken: str
    ) -> Promise[Answer]:
        key, asked = f"{actor.person}/{command}", digest_of(data)
        with self._lock:
            going = self.table(name)
            before, under_way = self._asked.get((name, key), (asked, None))
            if under_way is not None and before == asked:
                return under_way
            answer: Promise[Answer] = Promise()
            known = self._first(going, key, asked)
            if known is None:
                before, known = self._refused.get((name, key), (before, None))
            if before != asked:
                known = reused(going.stream.sequence)
            if known is not None:
                answer.set_result(known)
                return answer
            self._asked[name, key] = asked, answer
            answer.when_done(lambda _: self._answered((name, key)))
            self._try(InFlight(name, data, actor, key, answer, taken, asked), TRIES)
        return answer

    def _answered(self, key: tuple[str, str]) -> None:
        self._asked.pop(key, None)

    def _first(self, going: Open, key: str, asked: str = "") -> Answer | None:
        stream = going.stream
        if key not in stream.known:
            return None
        kept = stream.late.get(key)
        if kept is None:
            body = self.store.answer(stream.name, key)
            if body is None:
                return None
            kept = msgspec.json.decode(body, type=Kept)
        if kept.asked and asked and kept.asked != asked:
            return reused(going.stream.sequence)
        return self._whole(stream.name, kept)

    def answered(self, name: str, person: str, command: str) -> Answer | None:
        """The answer that a command was given when it was accepted; none before it is written."""
        key = f"{person}/{command}"
        with self._lock:
            going = self.table(name)
            return None if (name, key) in self._asked else self._first(going, key)

    def _whole(self, name: str, kept: Kept) -> Answer:
        lines = self.store.read(name, kept.sequence - kept.count, kept.count)
        events = kept.events or tuple(read_line(line).event for _, line in lines)
        return Answer(accepted=True, sequence=kept.sequence, events=events)

    def _try(self, asked: InFlight, tries: int) -> None:
        """Decide and write; called with the lock held."""
        try:
            going = self.table(asked.name)
            first = self._first(going, asked.key, asked.asked) if tries < TRIES else None
            write = self._decide(going, asked) if first is None else first
        except Exception as error:  # noqa: BLE001
            asked.answer.set_exception(error)
            return
        epoch = going.epoch
        if isinstance(write, Answer):
            asked.answer.set_result(write)
            return
        if isinstance(write, Refusal):
            self._refuse(going, asked, write, tries)
            return
        prepared, events, result = write
        stream, table = going.stream, going.stream.table
        waiting: list[Callable[[], None]] = []
        going.flying += 1
        going.latest = waiting

        def done(error: Exception | None) -> None:
            with self._lock:
                going.flying -= 1
                if error is None:
                    # A failed write before this one was in the journal all the same: what was
                    # read anew for it does not have this one.
                    going.stale |= going.epoch != epoch
                    if prepared.answers:
                        stream.indexed(prepared.answers)
                    if prepared.messages:
                        self.crossed.set()
                else:
                    try:
                        if going.epoch == epoch:
                            self._reload(going, (stream.known, prepared.after))
                        self._failed(asked, error, tries)
                    except Exception as failure:  # noqa: BLE001 - nobody waits for ever
                        asked.answer.set_exception(failure)
            if error is None:
                going.publish(self.store, prepared.after, events, table, prepared.lines)
                asked.answer.set_result(result)
            else:
                going.publish_all(self.store)  # what was read anew may hold others' events
            for stands in waiting:
                stands()

        self.writer.put(prepared, done)

    def _failed(self, asked: InFlight, error: BaseException, tries: int) -> None:
        if isinstance(error, ConflictError) and tries > 1:
            self._try(asked, tries - 1)
            self.writer.call()
        else:
            asked.answer.set_exception(error)

    def _decide(
        self, going: Open, asked: InFlight
    ) -> tuple[Write, tuple[Event, ...], Answer] | Refusal:
        """Everything that can go wrong goes wrong before the stream is touched."""
        stream = going.stream
        at = self.moments.now(stream.table.now)
        given = prepare(self.house, stream, asked.data, asked.actor, asked.key, at)
        if isinstance(given, Refusal):
            return given
        over = beyond(self.house.state.own.get(asked.actor.person), self._open, going, given)
        filled = over or going.shoes.fill(stream.rules.edition, stream.table, given)
        if isinstance(filled, Refusal):
            return filled
        try:
            decided = decide(stream, filled.fields)
            if isinstance(decided, Refusal):
                return decided
            table, events = decided
            lines = stream.record(events, asked.key, asked.asked)
        except (OverflowError, UnicodeError, RecursionError):
            return Refusal.of("bad-command.not-kept")
        after, previous = stream.sequence, stream.previous
        messages = crossing(stream.name, after, events)
        if filled.alarms or any(isinstance(event, ShoeEnded) for event in events):
            messages += alarms(self.monitor, stream.name, after, table, events, filled.alarms)
        stream.take(lines, asked.key, asked.asked)
        stream.table = table
        told = tuple(line.event for line in lines)
        result = Answer(accepted=True, sequence=stream.sequence, events=told)
        write = Write(
            stream=stream.name,
            after=after,
            previous=previous,
            end=stream.previous,
            lines=[line.body for line in lines],
            answers=stream.to_index(),
            secrets=filled.secrets,
            messages=messages,
            taken=asked.taken,
        )
        return write, events, result

    def _refuse(self, going: Open, asked: InFlight, refusal: Refusal, tries: int) -> None:
        """A refusal stands on events too: it waits until they are written."""
        epoch, sequence = going.epoch, going.stream.sequence

        def stands() -> None:
            with self._lock:
                try:
                    if (going.stale or going.epoch != epoch) and tries > 1:
                        self._try(asked, tries - 1)
                        self.writer.call()
                        return
                    first = self._first(going, asked.key, asked.asked)
                except Exception as failure:  # noqa: BLE001 - nobody waits for ever
                    asked.answer.set_exception(failure)
                    return
                answer = first or Answer(accepted=False, sequence=sequence, refusal=refusal)
                if first is None:
                    self._refused[asked.name, asked.key] = asked.asked, answer
                    if len(self._refused) > REFUSALS_KEPT:
                        self._refused.popitem(last=False)
            asked.answer.set_result(answer)

        if going.flying:
            going.latest.append(stands)
        else:
            stands()

    def _reload(self, going: Open, known: tuple[Known, int] | None = None) -> None:
        """A write failed: what stood on it is void, and the journal says what holds."""
        stream = going.stream
        going.stale = True
        going.epoch += 1
        going.stream = load(self.store, stream.name, stream.rules, self.signer.public, known)
        going.shoes.forget()
        going.stale = False

    # Beside the commands -----------------------------------------------------------------

    def follow(self, name: str) -> tuple[Event, ...]:
        """Take in what other processes have written to a table, and tell its listeners.

        While a write of our own is on its way nothing is taken in: it will be committed, or
        find what is new itself.
        """
        with self._lock:
            going = self.table(name)
            if going.flying:
                return ()
            after = going.stream.sequence
            events = catch_up(self.store, going.stream)
            table = going.stream.table
            if events:
                going.shoes.forget()  # another's shoe may be one that was drawn here in vain
            for event in events:
                if isinstance(event, ShoeRevealed):
                    order = parse(event.order)
                    if not isinstance(order, Refusal):
                        self.monitor.keep(order, f"shoe:{name}:{table.shoes}")
        going.publish(self.store, after, events, table)
        return events

    def deliver(self) -> int:
        """Carry over what crosses streams; how many messages were taken. Not on the writer."""
        self.crossed.clear()
        taken = 0
        while some := deliver(self.store, self.house, partial(carry, self)):
            taken += some
        for repository in self.repositories:
            repository.tick()
        reach(self)
        return taken

    def written(self, name: str) -> Table | None:
        """A table as its journal has it; nothing while a write is on its way."""
        with self._lock:
            going = self.table(name)
            return None if going.flying else going.stream.table

    def present(self, person: str) -> bool:
        """Whether a person is at a table, as far as the tables in hand know."""
        with self._lock:
            found = [going.stream.table.people.get(person) for going in self._open.values()]
        return any(one is not None and one.present for one in found)

    def used(self, person: str) -> Used:
        """What a player has lost, and how long they have played, at all tables in 24 hours."""
        with self._lock:
            return used(self._open.values(), person, self.moments.now())

    def checkpoint(self, name: str) -> Checkpoint | None:
        """A table's journal as it is, signed and not kept; nothing while a write is on its way."""
        with self._lock:
            going = self.table(name)
            if going.flying or not going.stream.sequence:
                return None
            tree, at = going.stream.tree.copy(), self.moments.now()
        return self.signer.sign(name, tree.size, tree.root(), at.isoformat())

    def keep_snapshot(self, name: str) -> int:
        """Keep a table's state, so that it is opened quickly; the events in it, 0 if not now."""
        with self._lock:
            going = self.table(name)
            stream = going.stream
            if going.flying or not stream.sequence:
                return 0
            state = StreamState(TABLE, stream.table, stream.tree.copy(), stream.previous)
        self.store.keep_snapshot(take_snapshot(name, state, self.signer))
        return state.tree.size

    def close(self) -> None:
        """Write what is waiting and let go."""
        self.writer.close()
        self.store.close()
