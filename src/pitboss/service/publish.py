"""A stream in hand, and who listens to it: told in order, without a gap, once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pitboss.journal.store import Store
from pitboss.service.compliance.duties import Discharges
from pitboss.service.reports import Tally
from pitboss.service.shoes import Shoes
from pitboss.service.streams import Stream
from pitboss.table import Event, Rules, Table
from pitboss.views.coups import History
from pitboss.views.follower import Fold, Follower
from pitboss.views.parts.laid import Laid
from pitboss.views.parts.questions import Questions
from pitboss.views.queue import RequestTimes
from pitboss.views.states import States
from pitboss.views.stays import Stays

Listener = Callable[[int, tuple[Event, ...], Table], None]
log = logging.getLogger("pitboss.tables")


def follower_of(store: Store, name: str, public: str, rules_of: Callable[[str], Rules]) -> Follower:
    """The follower of a table's journal, with every read model that it feeds."""
    found = Follower(store, name)
    found.register(lambda: History(store, name))
    found.register(lambda: States(store, name, public))
    found.register(lambda: Tally(name, rules_of))
    found.register(Discharges)
    found.register(Stays)
    found.register(Laid)
    found.register(RequestTimes)
    found.register(lambda: Questions(rules_of))
    return found


@dataclass
class Open:
    """A stream in hand, and who listens to it.

    `epoch` counts how often it was read anew; it is `stale` when it must be and was not yet.
    `flying` are writes not committed yet; `latest` holds what waits for the last of them.
    `told` is the last sequence that listeners were told, `shown` the table as it was then.
    `follower` feeds the read models; it reads the journal when one of them is asked for.
    """

    stream: Stream
    shoes: Shoes
    follower: Follower
    told: int = 0
    shown: Table = field(default_factory=Table)
    epoch: int = 0
    flying: int = 0
    latest: list[Callable[[], None]] = field(default_factory=list)
    stale: bool = False
    listeners: list[Listener] = field(default_factory=list)
    telling: threading.RLock = field(default_factory=threading.RLock)

    def publish(
        self,
        store: Store,
        after: int,
        events: tuple[Event, ...],
        table: Table,
        lines: Sequence[bytes] = (),
    ) -> None:
        """Tell of committed events after `after`, and of whatever came before them untold.

        Whoever commits calls this: what fails here is logged and never raised, and is told
        with the next events, since the journal has it.
        """
        with self.telling:
            try:
                if self.told < after:
                    self._from_journal(store)
                elif self.told == after and events:
                    self.follower.hear(after, lines)
                    self._tell(after + len(events), events, table)
            except Exception:
                log.exception("the events of %s are told later", self.stream.name)

    def publish_all(self, store: Store) -> None:
        """Tell of whatever the journal has that was not told."""
        self.publish(store, self.told + 1, (), self.shown)

    def _from_journal(self, store: Store) -> None:
        fold = Fold(table=self.shown)
        events = tuple(fold.take(line) for _, line in store.read(self.stream.name, self.told))
        if events:
            self._tell(self.told + len(events), events, fold.table)

    def _tell(self, sequence: int, events: tuple[Event, ...], table: Table) -> None:
        self.told, self.shown = sequence, table
        for listener in list(self.listeners):
            try:
                listener(sequence, events, table)
            except Exception:
                log.exception("a listener of %s failed", self.stream.name)
