"""Routes: jackpots that tables feed together, what they show and why, what waits for whom."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pitboss.aggregates import LINK, TABLE
from pitboss.aggregates.link.events import TableLeft
from pitboss.aggregates.link.state import Computation, Conditions, Fault, Win
from pitboss.api.commands import CommandHeader, command_id
from pitboss.api.guard import HOUSE, SIGNED_IN, STAFF, Request, context_of, session_of
from pitboss.api.lookup import book_of, table_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.errors import UnknownLinkError
from pitboss.journal.record import read_line
from pitboss.money import MILLIONTHS_IN_CENT
from pitboss.service.aggregates.links import LinkStream
from pitboss.service.intake import Actor
from pitboss.views.copies import copy_of

LinkName = Annotated[str, Parameter(max_length=63)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Place = Annotated[int, Parameter(ge=0, le=2**53, required=False)]
Limit = Annotated[int, Parameter(ge=1, le=500, required=False)]
SURVEILLANCE = ("surveillance",)


class LinkRow(msgspec.Struct, frozen=True, kw_only=True):
    """A link in the list; `meter_cents` is what its tables show."""

    link: str
    rulebook: str
    edition: str
    house: str
    meter_cents: int
    stake_cents: int
    reset_cents: int
    tables: list[str]
    stopped: str | None


class LinkList(msgspec.Struct, frozen=True, kw_only=True):
    """The links."""

    links: list[LinkRow]


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """Why the meter shows what it shows, and what payments were made of, in millionths.

    Seeds, contributions and top-ups less stakes returned and pools are the meter. Payments are
    pools, what the house added for winners, and its rounding.
    """

    seeds: int
    contributions: int
    returned: int
    topped_up: int
    pools: int
    meter_millionths: int
    adds_up: bool
    paid: int
    covered: int
    rounding: int
    pays_out: bool
    stakes: int
    wins: int


class LinkSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A link: its conditions, its reconciliation, and what waits for whom.

    `questioned` wins wait for Surveillance, `held` is what each order would give until someone
    decides. `undelivered` counts what tables have not taken yet.
    """

    row: LinkRow
    sequence: int
    at: dt.datetime
    conditions: Conditions
    resolution_ms: int
    reconciliation: Reconciliation
    waiting: tuple[Win, ...]
    questioned: tuple[int, ...]
    held: tuple[Computation, ...]
    faults: tuple[Fault, ...]
    undelivered: int
    determines: str
    decides: str


class LinkEventSeen(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a link."""

    sequence: int
    event: dict[str, Any]


class LinkHistory(msgspec.Struct, frozen=True, kw_only=True):
    """Events after a sequence; `head` is the last there is."""

    sequence: int
    head: int
    events: list[LinkEventSeen]


class Sameness(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What must be equal at all linked tables."""

    stake_cents: Cents
    pay_table: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    increment_millionths: Cents
    seed_cents: Cents
    reset_cents: Cents


class NewLink(Sameness, frozen=True, kw_only=True):
    """A link to be opened under a rulebook; the increment has no usual value."""

    link: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,62}$", max_length=63)]
    rulebook: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    resolution_ms: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = 1_000


class NewMember(Sameness, frozen=True, kw_only=True):
    """A table to be linked, with the conditions it has."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=63)]


class Determination(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which wins were at the same moment, the earliest moment first."""

    moments: Annotated[list[list[int]], msgspec.Meta(max_length=64)]
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In which order rows are shared that no rule puts in order."""

    order: Annotated[list[str], msgspec.Meta(max_length=16)]
    reason: Reason


class OutOfOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a link is taken out of order; without a reason it is put in order again."""

    reason: Reason | None = None


def _stream(request: Request, name: str) -> LinkStream:
    """A link that the caller may look at; staff look at the links of their own house."""
    try:
        stream = context_of(request).tables.links.stream(LINK.stream_of(name))
    except UnknownLinkError as error:
        raise ProblemError(404, "no-such-link", "There is no link of that name.") from error
    if not _may_look(request, stream):
        raise ProblemError(403, "another-house", "This link is another house's.")
    return stream


def _may_look(request: Request, stream: LinkStream) -> bool:
    session = session_of(request)
    return session.role != "staff" or session.house == stream.rules.edition.identity.house


def _row(stream: LinkStream) -> LinkRow:
    link, identity = stream.link, stream.rules.edition.identity
    return copy_of(
        LinkRow,
        link.terms,
        identity,
        link=LINK.name_of(stream.name),
        meter_cents=link.meter_millionths // MILLIONTHS_IN_CENT,
        tables=[TABLE.name_of(one) for one in sorted(link.members)],
        stopped=link.stopped,
    )


def _seen(request: Request, stream: LinkStream) -> LinkSeen:
    link, context = stream.link, context_of(request)
    pool = stream.terms.pools[link.terms.pay_table]
    waiting = context.tables.store.pending(500)
    return copy_of(
        LinkSeen,
        link,
        row=_row(stream),
        sequence=stream.sequence,
        at=context.now(),
        conditions=link.terms,
        reconciliation=copy_of(Reconciliation, link),
        undelivered=sum(one.key.startswith(f"{stream.name}/") for one in waiting),
        determines=SURVEILLANCE[0],
        decides=pool.decides.rank,
    )


@get("/links", opt={"roles": SIGNED_IN})
async def list_links(request: Request) -> LinkList:
    """The links and what their meters show."""
    links = context_of(request).tables.links
    found = [links.stream(name) for name in links.names()]
    return LinkList(links=[_row(one) for one in found if _may_look(request, one)])


@get("/links/{link:str}", opt={"roles": HOUSE})
async def one_link(request: Request, link: LinkName) -> LinkSeen:
    """One link, with its reconciliation and what waits for whom."""
    return await asyncio.to_thread(_seen, request, _stream(request, link))


@get("/links/{link:str}/events", opt={"roles": HOUSE})
async def link_history(
    request: Request, link: LinkName, after: Place = 0, limit: Limit = 100
) -> LinkHistory:
    """What happened to a link, event by event."""
    stream = _stream(request, link)
    store = context_of(request).tables.store
    lines = await asyncio.to_thread(store.read, stream.name, after, limit)
    return LinkHistory(
        sequence=lines[-1][0] if lines else after,
        head=stream.sequence,
        events=[LinkEventSeen(sequence=n, event=read_line(line).data()) for n, line in lines],
    )


async def _give(
    request: Request, name: str, key: str | None, data: dict[str, Any], edition: str | None = None
) -> LinkSeen:
    """Give a link a command of the caller's; a refusal ends the request with its clauses."""
    context, session = context_of(request), session_of(request)
    actor = Actor(session.person, session.role, session.rank)
    stream, identity = LINK.stream_of(name), command_id(key)
    links = context.tables.links
    answer = await asyncio.to_thread(links.give, stream, data, actor, identity, edition)
    if answer.refusal is not None:
        raise refused(answer.refusal)
    await asyncio.to_thread(context.tables.deliver)
    return await asyncio.to_thread(_seen, request, links.stream(stream))


def _said(body: Sameness) -> dict[str, Any]:
    return {name: getattr(body, name) for name in Sameness.__struct_fields__}


@post("/links", opt={"roles": STAFF})
async def open_link(
    request: Request, data: JSONBody[NewLink], key: CommandHeader = None
) -> LinkSeen:
    """Open a link under a rulebook that has a pool which tables feed together."""
    edition = book_of(request, data.rulebook).edition
    if session_of(request).house != edition.identity.house:
        raise ProblemError(403, "another-house", "This rulebook is another house's.")
    said = {"do": "open-link", **_said(data), "resolution_ms": data.resolution_ms}
    try:
        return await _give(request, data.link, key, said, edition.name)
    except UnknownLinkError as error:
        sentence = "This rulebook has no jackpot that tables feed together."
        raise ProblemError(409, "no-pool", sentence) from error


@post("/links/{link:str}/tables", opt={"roles": STAFF})
async def join_link(
    request: Request, link: LinkName, data: JSONBody[NewMember], key: CommandHeader = None
) -> LinkSeen:
    """Link a table: all its conditions are the link's, and it has the equipment."""
    stream, shown = _stream(request, link), table_of(request, data.table)
    wager = stream.link.terms.pay_table
    pool = stream.terms.pools[wager]
    if shown.rules.edition.wagers.get(wager) != stream.rules.edition.wagers[wager]:
        sentence = "The table's rulebook has another pay table."
        raise ProblemError(409, "conditions-differ", sentence, pool.pay_table_clauses)
    said = {"do": "join-table", "table": TABLE.stream_of(shown.name), **_said(data)}
    seen = await _give(request, link, key, said)
    if shown.name not in seen.row.tables:
        reason = await asyncio.to_thread(_why_left, request, stream, said["table"])
        raise ProblemError(409, "table-not-linked", reason)
    return seen


def _why_left(request: Request, stream: LinkStream, table: str) -> str:
    lines = context_of(request).tables.store.read(stream.name, max(0, stream.sequence - 100))
    events = [LINK.read(read_line(line)) for _, line in lines]
    left = [one for one in events if isinstance(one, TableLeft) and one.table == table]
    return left[-1].reason if left else "The table does not take part."


@post("/links/{link:str}/determination", status_code=200, opt={"roles": SURVEILLANCE})
async def determine(
    request: Request, link: LinkName, data: JSONBody[Determination], key: CommandHeader = None
) -> LinkSeen:
    """Determine which wins at several tables were at the same moment."""
    _stream(request, link)
    said = {"do": "determine-moments", "moments": data.moments, "reason": data.reason}
    return await _give(request, link, key, said)


@post("/links/{link:str}/decision", status_code=200, opt={"roles": STAFF})
async def decide(
    request: Request, link: LinkName, data: JSONBody[Decision], key: CommandHeader = None
) -> LinkSeen:
    """Decide in which order rows are shared that no rule puts in order."""
    _stream(request, link)
    said = {"do": "decide-order", "order": data.order, "reason": data.reason}
    return await _give(request, link, key, said)


@post("/links/{link:str}/order", status_code=200, opt={"roles": STAFF})
async def put_in_order(
    request: Request, link: LinkName, data: JSONBody[OutOfOrder], key: CommandHeader = None
) -> LinkSeen:
    """Take a link out of order for a reason, or put it in order again without one."""
    _stream(request, link)
    said: dict[str, Any] = {"do": "resume-link"}
    if data.reason is not None:
        said = {"do": "stop-link", "reason": data.reason}
    return await _give(request, link, key, said)


router = router_of(__name__, "floor")
