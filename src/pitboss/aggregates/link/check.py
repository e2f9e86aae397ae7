"""What must hold of a link after every event, and the aggregate that the journal is told."""

from __future__ import annotations

import msgspec

from pitboss.aggregates.link.events import (
    JackpotShared,
    LinkEvent,
    StakesMetered,
    StakesReturned,
    TableJoined,
    WinConfirmed,
    decoder,
    evolve,
)
from pitboss.aggregates.link.share import sharing
from pitboss.aggregates.link.state import Link
from pitboss.aggregates.link.terms import Terms, terms_of
from pitboss.aggregates.table import TABLE, rules_of
from pitboss.journal.aggregate import Aggregate, Check, Wrong
from pitboss.journal.record import Record
from pitboss.money import MILLIONTHS_IN_CENT, sum_of

PREFIX = "link:"
CLOCK = "clock"

encode = msgspec.json.Encoder().encode


class LinkCheck(Check[Link, LinkEvent]):
    """What must hold of one link."""

    def __init__(self) -> None:
        self._terms: Terms | None = None

    def admits(self, record: Record) -> Wrong | None:
        """The edition must be on the shelf, mean what it meant, and have a pool."""
        rules = rules_of(record.edition)
        if rules is None:
            return "unknown-edition", f"there is no edition {record.edition} to replay it under"
        if rules.compiled.fingerprint != record.fingerprint:
            return "other-edition", f"it was written under another {record.edition} than ours"
        self._terms = terms_of(rules.edition)
        if self._terms is None:
            return "other-edition", f"{record.edition} has no pool that tables feed"
        return None

    def follows(self, before: Link, event: LinkEvent) -> Wrong | None:
        """Time does not go back; a round is metered, returned and confirmed once."""
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        if isinstance(event, StakesMetered):
            return _metered(before, event)
        if isinstance(event, StakesReturned | WinConfirmed):
            member = before.members.get(event.table)
            known = None if member is None else member.metered(event.round)
            what = f"round {event.round} of {event.table}"
            if known is None or known.returned:
                return "impossible", f"no stakes of {what} stand on the meter"
            if isinstance(event, WinConfirmed) and known.confirmed:
                return "impossible", f"a win in {what} was confirmed before"
            if isinstance(event, StakesReturned) and event.millionths != known.millionths:
                return "wrong-meter", f"{what} did not add what is taken back"
        if isinstance(event, TableJoined) and event.conditions != before.conditions:
            return "impossible", f"{event.table} has other conditions than the link"
        return None

    def holds(self, before: Link, event: LinkEvent, after: Link) -> Wrong | None:
        """The meter adds up, payments are accounted for, and a pool is shared as the rule says."""
        if not after.adds_up:
            shown = sum_of(after.meter_millionths // MILLIONTHS_IN_CENT)
            return "wrong-meter", f"the meter shows {shown}, which does not add up"
        if not after.pays_out:
            return "wrong-payments", "payments are not pools, top-ups and rounding together"
        conditions = after.conditions
        if conditions is not None and after.meter_millionths < conditions.reset_millionths:
            return "wrong-meter", "the meter shows less than the reset"
        if isinstance(event, JackpotShared) and self._terms is not None:
            wins = tuple(before.win(one) for one in event.wins)
            if sharing(self._terms, before, wins, event.sharing.row) != event.sharing:
                return "wrong-sharing", "the edition shares the pool otherwise"
        return None


def _metered(before: Link, event: StakesMetered) -> Wrong | None:
    member, what = before.members.get(event.table), f"round {event.round} of {event.table}"
    if member is None:
        return "impossible", f"{event.table} is not linked"
    if member.metered(event.round) is not None or event.round <= member.forgotten:
        return "impossible", f"{what} was metered before"
    if event.millionths != len(event.stakes) * before.terms.increment_millionths:
        return "wrong-meter", f"the stakes of {what} add another amount"
    return None


def _tells(stream: str, event: LinkEvent) -> list[tuple[str, bytes]]:
    return [(one.stream, encode(one.says)) for one in event.tells(stream)]


def _heard(command: str) -> str | None:
    """What a table told, or what the link itself took back since the table would not hear it."""
    key = command.removeprefix(f"{CLOCK}/")
    return key if key.startswith((TABLE.prefix, PREFIX)) and key.count("/") > 1 else None


LINK: Aggregate[Link, LinkEvent] = Aggregate(
    prefix=PREFIX,
    start=Link(),
    decode=decoder.decode,
    evolve=evolve,
    check=LinkCheck,
    late=True,
    tells=_tells,
    heard=_heard,
)
