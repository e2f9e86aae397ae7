"""A table's records replayed under the edition they name: what must hold after every event."""

from __future__ import annotations

from functools import cache

from pitboss.book import UnknownRulebookError, rulebook
from pitboss.editions.load import BadEditionError
from pitboss.journal.record import Record
from pitboss.journal.versions import UnknownVersionError, read_event
from pitboss.ledger import unbalanced
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table, act, evolve
from pitboss.table.settling import CoupSettled, Settle
from pitboss.table.shoe import conserved

Wrong = tuple[str, str]
"""A code and a sentence."""


@cache
def rules_of(edition: str) -> Rules | None:
    """The rules of an edition, as records name it; none where it is not on the shelf."""
    book, _, name = edition.partition("/")
    try:
        return Rules(rulebook(book, name).compiled)
    except (UnknownRulebookError, BadEditionError):
        return None


class Replay:
    """One table, event by event. Nothing is believed that the events do not bear out."""

    def __init__(self) -> None:
        self.table = Table()
        self._commands: set[str] = set()
        self._command: str | None = None

    def take(self, record: Record) -> Wrong | None:
        """The next record; what is wrong with it."""
        rules = rules_of(record.edition)
        if rules is None:
            return "unknown-edition", f"there is no edition {record.edition} to replay it under"
        if rules.compiled.fingerprint != record.fingerprint:
            return "other-edition", f"it was written under another {record.edition} than ours"
        if record.command != self._command:
            if record.command in self._commands:
                return "repeated-command", f"the command {record.command} was carried out before"
            self._commands.add(record.command)
            self._command = record.command
        return self.apply(record, rules)

    def apply(self, record: Record, rules: Rules | None = None) -> Wrong | None:
        """Apply the event alone; with rules, settlements are worked out again."""
        try:
            event = read_event(record)
        except (ValueError, UnknownVersionError) as error:
            return "unreadable-event", f"it cannot be read: {error}"
        before = self.table
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        try:
            after = evolve(before, event)
            wrong = self._amiss(before, after)
            if wrong is None and rules is not None and isinstance(event, CoupSettled):
                wrong = _settled(rules, before, event)
        except Exception as error:  # noqa: BLE001 - a forged event may break anything
            return "impossible", f"it cannot follow the events before it ({type(error).__name__})"
        self.table = after
        return wrong

    @staticmethod
    def _amiss(before: Table, after: Table) -> Wrong | None:
        if after.balances is not before.balances:
            money = unbalanced(after.balances)
            if money is not None:
                return "unbalanced", f"after it {money}"
        shoe, coup = after.shoe, after.coup
        if shoe is not None and (shoe is not before.shoe or coup is not before.coup):
            on_table = len(coup.player) + len(coup.banker) if coup is not None else 0
            if shoe.left < 0 or not conserved(shoe, on_table):
                return "cards-lost", "after it the cards of the shoe are not all there"
        return None


def _settled(rules: Rules, before: Table, event: CoupSettled) -> Wrong | None:
    """Whether the edition settles the coup as the event says."""
    done = act(rules, before, Settle(by=event.by, at=event.at))
    if isinstance(done, Refusal):
        return "wrong-settlement", f"the coup cannot be settled: {done.sentence}"
    ours: Event = done[1][0]
    if not isinstance(ours, CoupSettled) or _result(ours) != _result(event):
        return "wrong-settlement", "the edition settles the coup otherwise"
    return None


def _result(event: CoupSettled) -> tuple[object, ...]:
    return event.coup, event.outcome, event.player, event.banker, event.transfers()
