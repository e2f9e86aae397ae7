"""Routes: promotions, what their terms lack, who won, who must be told; and each draw in public."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pitboss.aggregates import PROMOTION
from pitboss.aggregates.promotion.state import Denial, Dispute, Entry, Notice, Prize
from pitboss.aggregates.promotion.terms import missing
from pitboss.api.commands import CommandHeader, command_id
from pitboss.api.guard import HOUSE, PUBLIC, STAFF, Request, context_of, session_of
from pitboss.api.lookup import book_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.errors import UnknownPromotionError
from pitboss.service.aggregates.promotions import PromotionStream
from pitboss.service.intake import Actor

PromotionName = Annotated[str, Parameter(max_length=63)]
Moment = Annotated[dt.datetime, msgspec.Meta(tz=True)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class PromotionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion in the list."""

    promotion: str
    title: str
    rulebook: str
    stage: str
    starts: dt.datetime
    closes: dt.datetime
    draws: dt.datetime
    overdue: int


class PromotionList(msgspec.Struct, frozen=True, kw_only=True):
    """The promotions of the house."""

    promotions: list[PromotionRow]


class ItemSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What the terms say of an item; nothing yet where they do not."""

    item: str
    text: str
    clauses: tuple[str, ...]


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """What the terms do not say yet, with the clauses that ask for it."""

    item: str
    clauses: tuple[str, ...]


class NoticeSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who must be told, and whether that is late."""

    number: int
    notice: Notice
    overdue: bool


class PromotionSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as the desk has it."""

    row: PromotionRow
    time_zone: str
    sequence: int
    postponed: str | None
    presence: bool
    minimum_cents: int
    items: list[ItemSeen]
    lacks: list[Lack]
    details: dict[str, list[str]]
    prizes: tuple[Prize, ...]
    version: int
    lodged: bool
    lodges: str | None
    channels: tuple[str, ...]
    entries: int
    tickets: int
    scrutineer: str | None
    notices: list[NoticeSeen]
    denials: tuple[Denial, ...]
    disputes: tuple[Dispute, ...]
    published: str | None


class DrawSeen(msgspec.Struct, frozen=True, kw_only=True):
    """All that anyone needs to run a draw again; the secret is there once it is open."""

    promotion: str
    title: str
    stage: str
    commitment: str
    digest: str
    entries: tuple[Entry, ...]
    presence: bool
    present: tuple[str, ...] | None
    secret: str | None
    word: str
    prizes: list[str]
    winners: list[str | None]


class DrawRow(msgspec.Struct, frozen=True, kw_only=True):
    """A draw in the public list, and whether its secret is open."""

    promotion: str
    title: str
    house: str
    time_zone: str
    draws: dt.datetime
    opened: bool


class DrawList(msgspec.Struct, frozen=True, kw_only=True):
    """The draws that anyone may check, the latest first."""

    draws: list[DrawRow]


class NewPromotion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A promotion to be drafted under a rulebook."""

    promotion: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,62}$", max_length=63)]
    rulebook: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    starts: Moment
    closes: Moment
    draws: Moment
    presence: bool = False
    minimum_cents: Cents = 0


class PromotionAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command to a promotion: its word, and its fields."""

    do: Word
    fields: dict[str, Any] = {}


def _stream(request: Request, name: str) -> PromotionStream:
    """A promotion of the caller's house."""
    try:
        stream = context_of(request).tables.promotions.stream(PROMOTION.stream_of(name))
    except UnknownPromotionError as error:
        raise ProblemError(404, "no-such-promotion", "There is no such promotion.") from error
    if not _may_look(request, stream):
        raise ProblemError(403, "another-house", "This promotion is another house's.")
    return stream


def _may_look(request: Request, stream: PromotionStream) -> bool:
    session = session_of(request)
    return session.role != "staff" or session.house == stream.rules.edition.identity.house


def _row(stream: PromotionStream, now: dt.datetime) -> PromotionRow:
    promotion = stream.state
    return PromotionRow(
        promotion=PROMOTION.name_of(stream.name),
        title=promotion.title,
        rulebook=stream.rules.edition.identity.rulebook,
        stage="postponed" if promotion.postponed else promotion.stage,
        starts=promotion.starts,
        closes=promotion.closes,
        draws=promotion.draws,
        overdue=sum(one.done is None and one.due < now for one in promotion.notices),
    )


def _seen(stream: PromotionStream, now: dt.datetime) -> PromotionSeen:
    promotion, rules = stream.state, stream.terms.rules
    lodgement = rules.lodgement
    return PromotionSeen(
        row=_row(stream, now),
        time_zone=stream.rules.edition.identity.time_zone,
        sequence=stream.sequence,
        postponed=promotion.postponed,
        presence=promotion.presence,
        minimum_cents=promotion.minimum_cents,
        items=[
            ItemSeen(item=item, text=promotion.items.get(item, ""), clauses=cited.clauses)
            for item, cited in rules.items.items()
        ],
        lacks=[Lack(item=item, clauses=clauses) for item, clauses in missing(rules, promotion)],
        details={kind: list(details.needs) for kind, details in rules.details.items()},
        prizes=promotion.prizes,
        version=promotion.version,
        lodged=promotion.version in promotion.lodged,
        lodges=None if lodgement is None else lodgement.to,
        channels=promotion.channels,
        entries=len(promotion.entries),
        tickets=promotion.tickets,
        scrutineer=promotion.scrutineer,
        notices=[
            NoticeSeen(number=number, notice=one, overdue=one.done is None and one.due < now)
            for number, one in enumerate(promotion.notices, 1)
        ],
        denials=promotion.denials,
        disputes=promotion.disputes,
        published=promotion.published,
    )


@get("/promotions", opt={"roles": HOUSE})
async def list_promotions(request: Request) -> PromotionList:
    """The promotions, and how many of their notices are late."""
    context = context_of(request)
    promotions = context.tables.promotions
    found = [promotions.stream(name) for name in promotions.names()]
    rows = [_row(one, context.now()) for one in found if _may_look(request, one)]
    return PromotionList(promotions=rows)


@get("/promotions/{promotion:str}", opt={"roles": HOUSE})
async def one_promotion(request: Request, promotion: PromotionName) -> PromotionSeen:
    """One promotion, with what its terms lack and who must be told."""
    return _seen(_stream(request, promotion), context_of(request).now())


@get("/promotions/{promotion:str}/draw", opt={"roles": PUBLIC})
async def public_draw(request: Request, promotion: PromotionName) -> DrawSeen:
    """A draw as anyone may check it: entries, commitment, and the secret once it is open."""
    name = PROMOTION.stream_of(promotion)
    try:
        found = context_of(request).tables.promotions.stream(name).state
    except UnknownPromotionError as error:
        raise ProblemError(404, "no-such-promotion", "There is no such promotion.") from error
    if found.commitment is None:
        raise ProblemError(409, "not-started", "This promotion has not started.")
    return DrawSeen(
        promotion=promotion,
        title=found.title,
        stage=found.stage,
        commitment=found.commitment,
        digest=found.digest,
        entries=found.entries,
        presence=found.presence,
        present=found.present,
        secret=found.secret,
        word=found.word,
        prizes=[prize.name for prize in found.prizes],
        winners=[prize.winner for prize in found.prizes] if found.drawn else [],
    )


@get("/draws", opt={"roles": PUBLIC})
async def list_draws(request: Request) -> DrawList:
    """Every draw that was committed to, so that nobody needs its address from the house."""
    promotions = context_of(request).tables.promotions
    found = [promotions.stream(name) for name in promotions.names()]
    rows = [
        DrawRow(
            promotion=PROMOTION.name_of(one.name),
            title=one.state.title,
            house=one.rules.edition.identity.house,
            time_zone=one.rules.edition.identity.time_zone,
            draws=one.state.draws,
            opened=one.state.secret is not None,
        )
        for one in found
        if one.state.commitment is not None
    ]
    return DrawList(draws=sorted(rows, key=lambda row: row.draws, reverse=True))


@post("/promotions", opt={"roles": STAFF})
async def draft_promotion(
    request: Request, data: JSONBody[NewPromotion], key: CommandHeader = None
) -> PromotionSeen:
    """Draft a promotion under a rulebook that has rules for prizes by draw or chance."""
    edition = book_of(request, data.rulebook).edition
    if session_of(request).house != edition.identity.house:
        raise ProblemError(403, "another-house", "This rulebook is another house's.")
    said = msgspec.structs.asdict(data)
    name = said.pop("promotion")
    del said["rulebook"]
    try:
        return await _give(request, name, key, {"do": "draft-promotion", **said}, edition.name)
    except UnknownPromotionError as error:
        sentence = "This rulebook has no rules for promotions."
        raise ProblemError(409, "no-promotions-here", sentence) from error


@post("/promotions/{promotion:str}/commands", status_code=200, opt={"roles": STAFF})
async def act_on_promotion(
    request: Request,
    promotion: PromotionName,
    data: JSONBody[PromotionAct],
    key: CommandHeader = None,
) -> PromotionSeen:
    """Give a promotion a command; docs/reference/promotions.md lists them."""
    _stream(request, promotion)
    register = data.fields.get("register")
    if register is not None and not context_of(request).people.known(str(register)):
        raise ProblemError(409, "unknown-person", "Enter the claimant's name and address first.")
    return await _give(request, promotion, key, {**data.fields, "do": data.do})


async def _give(
    request: Request, name: str, key: str | None, data: dict[str, Any], edition: str | None = None
) -> PromotionSeen:
    context, session = context_of(request), session_of(request)
    actor = Actor(session.person, session.role, session.rank)
    promotions, stream = context.tables.promotions, PROMOTION.stream_of(name)
    identity = command_id(key)
    answer = await asyncio.to_thread(promotions.give, stream, data, actor, identity, edition)
    if answer.refusal is not None:
        raise refused(answer.refusal)
    return _seen(promotions.stream(stream), context.now())


router = router_of(__name__, "floor")
