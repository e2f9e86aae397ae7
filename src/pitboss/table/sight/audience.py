"""What each role may see of an event.

Staff, inspectors and surveillance see all of it, but for a card that lies face down. Which
events players and displays see, an event says by its class. Money is shown to the one whose it
is; wagers lie open on the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pitboss.ledger import chips_of, tokens_of
from pitboss.table import Event
from pitboss.table.machine import EVENTS, PersonalEvent, PublicEvent, TableEvent
from pitboss.table.sight.roles import Audience

# Fields that are staff's business wherever they stand.
_STAFF_ONLY = frozenset(
    {
        "float_cents",
        "held_cents",
        "variance_cents",
        "digital_cents",
        "counted_cents",
        "expected_cents",
        "detail",
        "reason",
        "grounds",
        "facts",
        "told",
        "fraud_by",
        "seal",
        "against",
        "matter",
        "assisted",
    }
)
_ONLY_OWNER = frozenset({"chips_cents", "vouchers"})
_OF_EACH = ("lines", "accepted", "rejected", "voided")
_PERSONAL = _ONLY_OWNER | {*_OF_EACH, "moved", "short"}


class SeenEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as one role sees it: its place, its kind, when, under which clauses, its fields."""

    sequence: int
    event: str
    at: str
    rank: str
    by: str | None = None
    clauses: tuple[str, ...] = ()
    fields: dict[str, Any] = msgspec.field(default_factory=dict)


def visible(
    sequence: int, event: Event, audience: Audience, person: str | None = None
) -> SeenEvent | None:
    """What this role sees of the event; nothing where it is not theirs to see."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return see(sequence, data, audience, person)


def see(
    sequence: int, data: dict[str, Any], audience: Audience, person: str | None = None
) -> SeenEvent | None:
    """The same for an event as plain data."""
    data = dict(data)
    kind = data.pop("event")
    if kind == "coup-reconstructed":
        lying = data.get("hands", {}).items()
        # Only what is known to hide its unseen cards is told: an older event names hands otherwise.
        data = {key: data[key] for key in ("by", "rank", "at", "clauses") if key in data}
        data["hands"] = {hand: [_face(slot) for slot in slots] for hand, slots in lying}
    if audience == "player":
        if not _for_player(kind, data, person):
            return None
        data = _without_others(data, person)
    elif audience == "display":
        if not issubclass(_class(kind), PublicEvent):
            return None
        data = _without_people(data)
    return SeenEvent(
        sequence=sequence,
        event=kind,
        at=data.pop("at"),
        rank=data.pop("rank"),
        by=data.pop("by", None),
        clauses=tuple(data.pop("clauses", ())),
        fields=data,
    )


def is_personal(data: dict[str, Any]) -> bool:
    """Whether one player sees something else of an event than another."""
    return issubclass(_class(data["event"]), PersonalEvent) or not _PERSONAL.isdisjoint(data)


def see_all(
    first: int, events: Iterable[Event], audience: Audience, person: str | None = None
) -> list[SeenEvent]:
    """What this role sees of events that follow one another, the first of them at `first`."""
    found = (visible(first + n, event, audience, person) for n, event in enumerate(events))
    return [event for event in found if event is not None]


def _face(slot: dict[str, Any]) -> dict[str, Any]:
    """A card on the table; face down it has no name."""
    if slot.get("exposed"):
        return slot
    return {key: value for key, value in slot.items() if key != "card"}


def _for_player(kind: str, data: dict[str, Any], person: str | None) -> bool:
    seen = _class(kind)
    if issubclass(seen, TableEvent):
        return True
    about = {data.get("by"), data.get("person"), data.get("whom")}
    return issubclass(seen, PersonalEvent) and person is not None and person in about


def _class(kind: str) -> type[Event]:
    """The class of a kind of event; one that is not known is the house's own."""
    return EVENTS.get(kind, Event)


def _without_others(data: dict[str, Any], person: str | None) -> dict[str, Any]:
    owner = data.get("person", data.get("by"))
    mine: dict[str, Callable[[Any], Any]] = {
        **dict.fromkeys(_OF_EACH, lambda some: [one for one in some if one["person"] == person]),
        "moved": lambda moved: [one for one in moved if _touches(one, person)],
        "short": lambda short: {who: cents for who, cents in short.items() if who == person},
    }
    seen = {}
    for key, value in data.items():
        if key in _STAFF_ONLY or (key in _ONLY_OWNER and owner != person):
            continue
        if key == "tokens_cents" and "chips_cents" in data and owner != person:
            continue
        if key == "by" and data["rank"] not in ("player", "spectator"):
            continue  # which of the staff it was is the house's business
        seen[key] = mine[key](value) if key in mine else value
    return seen


def _touches(transfer: list[Any], person: str | None) -> bool:
    if person is None:
        return False
    own = (chips_of(person), tokens_of(person))
    return transfer[0] in own or transfer[1] in own


_ABOUT_PEOPLE = frozenset({"by", "person", "lines", "moved", "short", "consents", "asked_by"})


def _without_people(data: dict[str, Any]) -> dict[str, Any]:
    hidden = _STAFF_ONLY | _ABOUT_PEOPLE
    return {key: value for key, value in data.items() if key not in hidden}
