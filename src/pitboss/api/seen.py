"""The answers about tables, as they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from pitboss.api.history import CoupRow, ShoeRow
from pitboss.api.visible import SeenEvent
from pitboss.editions.floor import Situation
from pitboss.table.state import Duty, Granted, Trouble

# A view is one of three kinds, told apart by its role; see the components.
AnyView = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/View"})]


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent about tables."""


class RowWaits(Answered, frozen=True, kw_only=True, omit_defaults=True):
    """What a table waits for: a ruling, what must follow one, an approval.

    The house is told about what it is, and which rank it takes.
    """

    kind: Literal["ruling", "follow", "approval"]
    about: str = ""
    rank: str | None = None


class TableRow(Answered, frozen=True, kw_only=True, omit_defaults=True):
    """A table in the list; `waits` says what it waits for."""

    table: str
    rulebook: str
    edition: str
    house: str
    title: str
    time_zone: str
    sequence: int
    open: bool
    phase: str
    waits: tuple[RowWaits, ...] = ()
    game: str | None = None
    minimum_cents: int = 0
    maximum_cents: int | None = None
    virtual: bool = False


class TableList(Answered, frozen=True, kw_only=True):
    """The tables."""

    tables: list[TableRow]


class TableSeen(Answered, frozen=True, kw_only=True):
    """A table as the caller's role sees it, after this event."""

    table: str
    rulebook: str
    sequence: int
    view: AnyView


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be set up under a rulebook; its maker signs on, and opens it by a command."""

    table: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,62}$", max_length=63)]
    rulebook: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Accepted(Answered, frozen=True, kw_only=True):
    """A command that was accepted: the sequence of its last event, and what the role may see."""

    sequence: int
    events: list[SeenEvent]


class EventPage(Answered, frozen=True, kw_only=True):
    """Events after a sequence as the role sees them; `sequence` is the last one looked at."""

    sequence: int
    head: int
    events: list[SeenEvent]


class CoupPage(Answered, frozen=True, kw_only=True):
    """Coups, the newest first."""

    coups: list[CoupRow]
    more: bool


class Step(Answered, frozen=True, kw_only=True):
    """One event of a replay and the table after it."""

    event: SeenEvent
    view: AnyView


class Replay(Answered, frozen=True, kw_only=True):
    """A coup from the end of the one before: the table then, and step by step."""

    coup: CoupRow
    edition: str
    fingerprint: str
    before: AnyView
    steps: list[Step]


class Offered(Answered, frozen=True, kw_only=True, omit_defaults=True):
    """A command that the core would accept from the caller now.

    `say` names fields whose text is the caller's own.
    """

    do: str
    fields: dict[str, Any]
    say: tuple[str, ...] = ()


class OfferList(Answered, frozen=True, kw_only=True):
    """What the caller may do now, and what the house would do next."""

    offers: list[Offered]
    house: Offered | None


class Permitted(Answered, frozen=True, kw_only=True):
    """A ruling that may be given now."""

    ruling: str
    says: str
    rank: str
    duties: tuple[str, ...]
    clauses: tuple[str, ...]


class Situations(Answered, frozen=True, kw_only=True):
    """What may be reported, what waits for a ruling, and which rulings are permitted."""

    situations: Mapping[str, Situation]
    trouble: Trouble | None
    rulings: list[Permitted]


class ApprovalRow(Answered, frozen=True, kw_only=True):
    """An approval asked for, with what it is and who may grant it."""

    approval: Granted
    act: str
    rank: str
    clauses: tuple[str, ...]


class ApprovalList(Answered, frozen=True, kw_only=True):
    """Approvals that are asked for or may still be used."""

    approvals: list[ApprovalRow]


class DutyRow(Answered, frozen=True, kw_only=True):
    """A duty, and whether its time has passed."""

    table: str
    duty: Duty
    overdue: bool


class DutyList(Answered, frozen=True, kw_only=True):
    """Duties that are open."""

    duties: list[DutyRow]


class ShoeList(Answered, frozen=True, kw_only=True):
    """The shoes of a table, with what was committed to and what was opened."""

    shoes: list[ShoeRow]


class Verification(Answered, frozen=True, kw_only=True):
    """Whether an opened shoe is what was committed to, computed anew from what is public.

    `computed` is the SHA-256 over nonce and order; `dealt` counts the cards that were seen at
    the table and `differs` is the first place where the order has another.
    """

    shoe: int
    time_zone: str
    commitment: str
    opened: bool
    holds: bool
    computed: str | None = None
    whole_decks: bool = False
    dealt: int = 0
    differs: int | None = None
    how: str = "sha256(nonce bytes, then one byte for each card: 4 x rank + suit, A..K, c d h s)"


class Part(Answered, frozen=True, kw_only=True):
    """Something that works beside the requests: since when it fails, when it failed last."""

    failing_since: str | None
    failed_at: str | None
    failures: int


class Health(Answered, frozen=True, kw_only=True):
    """Whether the server can do its work; `status` is `ok` or `failing`.

    `events` counts those of the tables in hand, `waiting` the messages in the outbox (100 at
    most). `ticking` and `listening` are null where this process has no clock or no ear.
    """

    status: str
    version: str
    tables: int
    at: str
    writable: bool
    events: int
    waiting: int
    ticking: bool | None
    listening: bool | None
    parts: dict[str, Part]


TYPES: tuple[type[msgspec.Struct], ...] = (
    TableList,
    TableRow,
    TableSeen,
    NewTable,
    Accepted,
    EventPage,
    CoupPage,
    Replay,
    OfferList,
    Situations,
    ApprovalList,
    DutyList,
    ShoeList,
    Verification,
    Health,
)
