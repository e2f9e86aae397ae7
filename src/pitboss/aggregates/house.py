"""The house's own stream: exclusions, duties of all tables, alarms, who read about whom.

Its events carry opaque ids only.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, Union

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.limits import KINDS as LIMITS
from pitboss.aggregates.limits import OwnLimits
from pitboss.aggregates.shapes import hyphened
from pitboss.journal.aggregate import Aggregate, Check, Wrong
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.record import Record

STREAM = "house"
ALERTS_KEPT = 1_000

K = TypeVar("K")
V = TypeVar("V")


class HouseEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=hyphened
):
    """Something that concerns the whole house; `cause` names the event it came from."""

    by: str
    at: dt.datetime
    cause: str = ""


class ExclusionRecorded(HouseEvent, frozen=True, kw_only=True):
    """A person may take no part at any table of the house; until a time, where one is named."""

    person: str
    reason: str
    until: dt.datetime | None = None


class ExclusionLifted(HouseEvent, frozen=True, kw_only=True):
    """A person may come to the tables again."""

    person: str
    reason: str


class DutyGathered(HouseEvent, frozen=True, kw_only=True):
    """A table raised a duty."""

    table: str
    duty: int
    key: str
    to: str
    what: str
    channel: str
    due: dt.datetime | None = None


class DutyDone(HouseEvent, frozen=True, kw_only=True):
    """A duty of a table was discharged."""

    table: str
    duty: int
    how: str


class DutyOverdue(HouseEvent, frozen=True, kw_only=True):
    """The time of a duty has passed and it is not done."""

    table: str
    duty: int
    due: dt.datetime


class NoticeDue(HouseEvent, frozen=True, kw_only=True):
    """The time on a table's sign has come: what it announced may be done."""

    table: str
    kind: str
    change_at: dt.datetime


class SequenceAlarm(HouseEvent, frozen=True, kw_only=True):
    """The cards of a shoe came in an order that chance does not give."""

    table: str
    shoe: int
    found: str
    used: bool


class ClockWentBack(HouseEvent, frozen=True, kw_only=True):
    """The wall clock was found behind the journal; time stood still at the tables."""

    seconds: float


class StreamSetAside(HouseEvent, frozen=True, kw_only=True):
    """A stream could not be read as it was written, so it is not served."""

    stream: str
    why: str


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """A stream that was longer: how many events it had and has, and what was signed of it."""

    stream: str
    had: int
    has: int
    checkpoints: tuple[Checkpoint, ...] = ()


class RollbackAccepted(HouseEvent, frozen=True, kw_only=True):
    """A person started the house on a store that was behind its anchor; what was lost."""

    reason: str
    lost: tuple[Lost, ...] = ()


class HoldEvent(HouseEvent, frozen=True, kw_only=True):
    """A table's win crossed the edge of its band."""

    table: str
    win_cents: int
    expected_cents: float
    deviations: float


class HoldAlert(HoldEvent, frozen=True, kw_only=True):
    """A table's win is further from its expectation than the band allows."""


class HoldReturned(HoldEvent, frozen=True, kw_only=True):
    """A table's win is inside the band again: the next time it leaves it is told anew."""


class PersonEvent(HouseEvent, frozen=True, kw_only=True):
    """Something was done with what is known of a person; `casino` is whose record it is."""

    person: str
    why: str
    casino: str = ""


class PersonKept(PersonEvent, frozen=True, kw_only=True):
    """Something about a person was entered or changed."""


class PersonRead(PersonEvent, frozen=True, kw_only=True):
    """What is known of a person was read."""


class PersonForgotten(PersonEvent, frozen=True, kw_only=True):
    """The key to a person was destroyed."""


class AccountEvent(HouseEvent, frozen=True, kw_only=True):
    """Something was done with the account of a person."""

    person: str


class AccountOpened(AccountEvent, frozen=True, kw_only=True):
    """Somebody may sign in from here on, as whom and of which rank."""

    role: str
    rank: str = ""
    house: str = ""


class AccountEnded(AccountEvent, frozen=True, kw_only=True):
    """Somebody may sign in no longer."""


class AccountUnlocked(AccountEvent, frozen=True, kw_only=True):
    """What failed under somebody's name is waited for no longer."""


class PasswordChosen(AccountEvent, frozen=True, kw_only=True):
    """Somebody chose another password."""


class OwnLimitsChosen(AccountEvent, frozen=True, kw_only=True):
    """A player chose limits for themself; nothing where they want none."""

    loss_cents: int | None = None
    stake_cents: int | None = None
    minutes: int | None = None


class PlayStopped(AccountEvent, frozen=True, kw_only=True):
    """A player chose to take no part until a time; nobody ends that earlier."""

    until: dt.datetime


class ClockJumped(HouseEvent, frozen=True, kw_only=True):
    """The wall clock was found far ahead; the tables go on by the machine's own count."""

    seconds: float


class ClockConfirmed(HouseEvent, frozen=True, kw_only=True):
    """A person said that the clock, which had jumped ahead, is right."""

    seconds: float


KINDS: tuple[type[HouseEvent], ...] = (
    ExclusionRecorded,
    ExclusionLifted,
    DutyGathered,
    DutyDone,
    DutyOverdue,
    NoticeDue,
    SequenceAlarm,
    ClockWentBack,
    HoldAlert,
    HoldReturned,
    PersonKept,
    PersonRead,
    PersonForgotten,
    AccountOpened,
    AccountEnded,
    AccountUnlocked,
    PasswordChosen,
    ClockJumped,
    ClockConfirmed,
    StreamSetAside,
    RollbackAccepted,
    OwnLimitsChosen,
    PlayStopped,
)
_WORDS = {hyphened(kind.__name__) for kind in KINDS}
_UNION: Any = Union[KINDS]  # noqa: UP007 - a union made at run time
_decoder = msgspec.json.Decoder(_UNION)
_tag = msgspec.json.Decoder(dict[str, Any])

Alert = SequenceAlarm | ClockWentBack | ClockJumped | HoldAlert | DutyOverdue | NoticeDue


def read_event(record: Record) -> HouseEvent | None:
    """A house event; nothing where it is of a kind that a later version of this program writes.

    So servers of two versions may run on one store; `verify` asks for all of them.
    """
    if _tag.decode(record.event).get("event") not in _WORDS:
        return None
    return HOUSE.read(record)


class Term(NamedTuple):
    """An exclusion that ends: when it was recorded, and until when it holds."""

    since: dt.datetime
    until: dt.datetime


class HouseState(msgspec.Struct, frozen=True, kw_only=True):
    """What the house's events give.

    `terms` says when an exclusion ends that has an end; `decided` counts the exclusions of a
    person and their ends, so that each has a number; `crossings` counts how often a table's win
    left its band or came back, so that it is outside while the number is odd; `alarmed` counts
    all alerts by kind, those no longer listed too. `own` are limits that players set themselves.
    """

    excluded: Mapping[str, str] = {}
    terms: Mapping[str, Term] = {}
    decided: Mapping[str, int] = {}
    crossings: Mapping[str, int] = {}
    alarmed: Mapping[str, int] = {}
    duties: Mapping[tuple[str, int], DutyGathered] = {}
    overdue: frozenset[tuple[str, int]] = frozenset()
    notices: frozenset[tuple[str, str, dt.datetime]] = frozenset()
    alerts: tuple[Alert, ...] = ()
    own: Mapping[str, OwnLimits] = {}

    def outside(self, table: str) -> bool:
        """Whether a table's win was last found outside its band."""
        return self.crossings.get(table, 0) % 2 == 1


def evolve(state: HouseState, event: HouseEvent) -> HouseState:
    """The state after an event."""
    match event:
        case ExclusionRecorded():
            state = _excluded(state, event)
        case ExclusionLifted(person=person):
            state = replace(
                state,
                excluded=_without(state.excluded, person),
                terms=_without(state.terms, person),
                decided=_counted(state.decided, person),
            )
        case HoldEvent():
            state = replace(state, crossings=_counted(state.crossings, event.table))
        case DutyGathered():
            duties = {**state.duties, (event.table, event.duty): event}
            state = replace(state, duties=duties)
        case DutyDone():
            key = (event.table, event.duty)
            state = replace(
                state, duties=_without(state.duties, key), overdue=state.overdue - {key}
            )
        case DutyOverdue():
            state = replace(state, overdue=state.overdue | {(event.table, event.duty)})
        case NoticeDue():
            notice = (event.table, event.kind, event.change_at)
            state = replace(state, notices=state.notices | {notice})
        case OwnLimitsChosen() | PlayStopped():
            before = state.own.get(event.person, OwnLimits())
            state = replace(state, own={**state.own, event.person: _limited(before, event)})
        case _:
            pass
    if isinstance(event, Alert):
        kind = hyphened(type(event).__name__)
        alerts = (*state.alerts, event)[-ALERTS_KEPT:]
        state = replace(state, alerts=alerts, alarmed=_counted(state.alarmed, kind))
    return state


def _limited(before: OwnLimits, event: OwnLimitsChosen | PlayStopped) -> OwnLimits:
    """Of two stops the longer holds."""
    if isinstance(event, PlayStopped):
        earlier = before.stopped
        return replace(
            before, stopped=event.until if earlier is None else max(earlier, event.until)
        )
    bounds = {kind: before.bound(kind).chosen(getattr(event, kind), event.at) for kind in LIMITS}
    return replace(before, **bounds)


def _excluded(state: HouseState, event: ExclusionRecorded) -> HouseState:
    """Of two exclusions the longer holds."""
    person, until = event.person, event.until
    known, before = person in state.excluded, state.terms.get(person)
    terms = _without(state.terms, person)
    if until is not None and not (known and before is None):
        terms[person] = Term(event.at, until if before is None else max(until, before.until))
    return replace(
        state,
        excluded={**state.excluded, person: event.reason},
        terms=terms,
        decided=_counted(state.decided, person),
    )


def _without(given: Mapping[K, V], key: K) -> dict[K, V]:
    return {one: value for one, value in given.items() if one != key}


def _counted(given: Mapping[str, int], key: str) -> dict[str, int]:
    return {**given, key: given.get(key, 0) + 1}


class HouseCheck(Check[HouseState, HouseEvent]):
    """What must hold of the house.

    Its events come from many tables and servers: their times need not be in order.
    """

    def admits(self, record: Record) -> Wrong | None:
        """What concerns the whole house is under no edition."""
        if record.edition or record.fingerprint:
            return "other-edition", "an event of the house is under no edition"
        return None

    def follows(self, before: HouseState, event: HouseEvent) -> Wrong | None:
        """A table's duty is raised once."""
        if isinstance(event, DutyGathered) and (event.table, event.duty) in before.duties:
            return "impossible", f"duty {event.duty} of {event.table} was raised before"
        return None


HOUSE: Aggregate[HouseState, HouseEvent] = Aggregate(
    prefix=STREAM,
    start=HouseState(),
    decode=_decoder.decode,
    evolve=evolve,
    check=HouseCheck,
)
