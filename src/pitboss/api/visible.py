"""What each role may see of an event.

Staff, inspectors and surveillance see all of it, but for a card that lies face down. What
players and displays see is listed here, kind by kind: an event that nobody listed is the
house's own. Money is shown to the one whose it is; wagers lie open on the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pitboss.ledger import chips_of, tokens_of
from pitboss.table import Event
from pitboss.table.views import Audience


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What anyone who looks at the display may know.
SHOWN = _words(
    """
    table-opened table-closed sign-displayed notice-posted notice-withdrawn notice-carried-out
    game-changed limits-changed minimum-raised old-minimum-ended edition-moved display-attached
    display-removed shoe-loaded cutting-card-shown last-coup-announced last-coup-ordered
    shoe-ended shoe-revealed bets-called coup-started betting-closed counts-announced
    result-announced coup-settled coup-voided coup-corrected outcome-invalidated
    no-bet-coup-ordered no-bet-coups-ended wager-confined confinement-lifted
    """
)

# What anyone who stands at the table sees besides.
AT_THE_TABLE = _words(
    """
    arrived seat-taken left seat-vacated box-taken box-released box-closed box-opened
    players-limited minimum-marker-placed minimum-marker-removed cards-introduced cards-checked
    cards-shuffled cards-riffled cutting-card-placed cut-offered cut-refused cutter-nominated
    cards-cut cards-burned burn-kept card-dealt card-turned card-taken card-found-face-up
    cards-passed cards-declined hand-collected control-forfeited nominee-named card-handed-on
    cards-taken-back coup-reconstructed coup-resumed wager-placed wager-increased
    wager-returned wager-found wager-found-invalid wager-refused wager-forfeited wagers-voided
    wagers-reduced excess-left wagers-fixed option-offered option-answered close-relaxed
    game-consented no-bet-agreed role-accepted role-declined role-offered role-ended
    method-changed irregularity-reported ruling-given report-dismissed trouble-over
    stack-removed stack-turned-back cards-removed cards-dropped cards-collected cards-verified
    cards-transferred device-taken-off device-replaced remainder-removed remainder-taken-out
    remainder-shuffled remainder-cut continued-from-shoe damaged-cards-removed
    replacements-added decks-checked tournament-offered drop-box-attached drop-box-removed
    cash-ended cash-taken signed-on signed-off
    """
)

# What a player sees where it is about themselves.
ONES_OWN = _words(
    """
    bought-in cashed-out voucher-exchanged personal-limits-set personal-limits-ended
    approval-requested approval-granted approval-refused approval-used dispute-raised
    dispute-decided review-requested dispute-reviewed not-satisfied payment-rectified
    wrong-game-paid rules-requested person-excluded
    """
)

# The house's own: money of the house, duties, enquiries, security.
HOUSE = _words(
    """
    notified filled credited float-counted drop-box-collected duty-raised duty-discharged
    device-reported person-detained detention-handed-over payment-error-opened payment-enquired
    payment-attempted regulator-told payment-closed advice-reported side-bet-stopped
    proxy-bet-stopped incident-answered past-excess-found cards-secured card-check-ordered
    cards-handled handling-breached
    """
)

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
_ONLY_OWNER = frozenset({"chips_cents"})
_PERSONAL = _ONLY_OWNER | {"lines", "moved", "short"}


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
    for hand in ("player", "banker"):
        if kind == "coup-reconstructed":
            data[hand] = [_face(slot) for slot in data.get(hand, ())]
    if audience == "player":
        if not _for_player(kind, data, person):
            return None
        data = _without_others(data, person)
    elif audience == "display":
        if kind not in SHOWN:
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
    return data["event"] in ONES_OWN or not _PERSONAL.isdisjoint(data)


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
    if kind in SHOWN or kind in AT_THE_TABLE:
        return True
    about = {data.get("by"), data.get("person"), data.get("whom")}
    return kind in ONES_OWN and person is not None and person in about


def _without_others(data: dict[str, Any], person: str | None) -> dict[str, Any]:
    owner = data.get("person", data.get("by"))
    mine: dict[str, Callable[[Any], Any]] = {
        "lines": lambda lines: [line for line in lines if line["person"] == person],
        "moved": lambda moved: [one for one in moved if _touches(one, person)],
        "short": lambda short: {who: cents for who, cents in short.items() if who == person},
    }
    seen = {}
    for key, value in data.items():
        if key in _STAFF_ONLY or (key in _ONLY_OWNER and owner != person):
            continue
        if key == "tokens_cents" and "chips_cents" in data and owner != person:
            continue
        if key == "by" and data["rank"] != "player":
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
