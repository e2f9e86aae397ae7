"""Routes without a session: commitments of shoes and their verification, health, metrics."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get
from prometheus_client import generate_latest

from pitboss.api.acting import Number, Table
from pitboss.api.floor import Floor, Shown
from pitboss.api.guard import HOUSE, MONITOR, PUBLIC, context_of
from pitboss.api.health import measure
from pitboss.api.history import ShoeKept, ShoeRow
from pitboss.api.openapi import document
from pitboss.api.problems import ProblemError
from pitboss.api.seen import Health, ShoeList, Verification
from pitboss.cards import CARDS_IN_DECK, parse
from pitboss.refusal import Refusal
from pitboss.table import evolve
from pitboss.table.shoe import commit

Asked = Request[Any, Any, Any]
BATCH = 500


@get("/tables/{name:str}/shoes", opt={"roles": PUBLIC, "answer": ShoeList})
async def shoes(request: Asked, name: Table) -> ShoeList:
    """The shoes of a table: commitments before, nonce and order after."""
    shown = context_of(request).floor.get(name)
    history = await asyncio.to_thread(shown.history.catch_up)
    return ShoeList(shoes=[kept.row for kept in list(history.shoes.values())])


async def _shoe(shown: Shown, number: int) -> ShoeKept:
    history = await asyncio.to_thread(shown.history.catch_up)
    kept = history.shoes.get(number)
    if kept is None:
        raise ProblemError(404, "no-such-shoe", f"There was no shoe {number} at this table.")
    return kept


@get("/tables/{name:str}/shoes/{number:int}", opt={"roles": PUBLIC, "answer": ShoeRow})
async def one_shoe(request: Asked, name: Table, number: Number) -> ShoeRow:
    """One shoe."""
    return (await _shoe(context_of(request).floor.get(name), number)).row


@get(
    "/tables/{name:str}/shoes/{number:int}/verification",
    opt={"roles": PUBLIC, "answer": Verification},
)
async def verification(request: Asked, name: Table, number: Number) -> Verification:
    """Whether an opened shoe is what was committed to and what was dealt."""
    floor = context_of(request).floor
    shown = floor.get(name)
    kept = await _shoe(shown, number)
    row = kept.row
    if row.commitment is None:
        raise ProblemError(409, "no-commitment", "Nobody knew the order of this shoe beforehand.")
    if row.nonce is None or row.order is None:
        return Verification(
            shoe=number,
            time_zone=shown.rules.edition.identity.time_zone,
            commitment=row.commitment,
            opened=False,
            holds=False,
        )
    return await asyncio.to_thread(_verify, floor, shown, kept)


def _verify(floor: Floor, shown: Shown, kept: ShoeKept) -> Verification:
    row = kept.row
    order = parse(row.order or "")
    cards = () if isinstance(order, Refusal) else order
    computed = commit(bytes.fromhex(row.nonce or ""), cards)
    copies = Counter(cards)
    whole = len(copies) == CARDS_IN_DECK and len(set(copies.values())) == 1
    drawn = _drawn(floor, shown, kept)
    seen = [(place, card) for place, card in enumerate(drawn) if card is not None]
    wrong = [place for place, card in seen if place >= len(cards) or cards[place] != card]
    return Verification(
        time_zone=shown.rules.edition.identity.time_zone,
        shoe=row.shoe,
        commitment=row.commitment or "",
        opened=True,
        holds=computed == row.commitment and whole and not wrong,
        computed=computed,
        whole_decks=whole,
        dealt=len(seen),
        differs=wrong[0] + 1 if wrong else None,
    )


def _drawn(floor: Floor, shown: Shown, kept: ShoeKept) -> tuple[int | None, ...]:
    """The cards of a shoe as they were seen, from the journal where it was loaded."""
    state, number = shown.marks.before(kept.first), kept.row.shoe
    found: tuple[int | None, ...] = ()
    after, until = kept.first - 1, shown.sequence
    while after < until and state.shoes <= number:
        for event in floor.events(shown, after, min(after + BATCH, until)):
            state = evolve(state, event)
            if state.shoe is not None and state.shoe.number == number:
                found = state.shoe.drawn
        after += BATCH
    return found


@get("/health", opt={"roles": PUBLIC, "answer": Health})
async def health(request: Asked) -> Health:
    """Whether the journal can be written, and what works beside it; 503 where it cannot."""
    context = context_of(request)
    found = await asyncio.to_thread(context.probe.look, context)
    if found is None:
        raise ProblemError(503, wait=5)
    return found


@get("/metrics", opt={"roles": (MONITOR, *HOUSE)}, media_type=MediaType.TEXT)
async def metrics(request: Asked) -> Response[bytes]:
    """Figures for Prometheus; with the monitor's key, or signed in as staff."""
    context = context_of(request)
    for shown in context.floor.shown():
        context.measures.subscribers.labels(shown.name).set(len(shown.subscribers))
        context.measures.sequence.labels(shown.name).set(shown.sequence)
    await asyncio.to_thread(measure, context)
    text = generate_latest(context.measures.registry)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/openapi.json", opt={"roles": PUBLIC})
async def schema(request: Asked) -> Response[bytes]:
    """The interface, described."""
    return Response(document(request.app), media_type="application/json")


TYPES: tuple[type[msgspec.Struct], ...] = (ShoeRow,)
router = Router(
    "/", route_handlers=[shoes, one_shoe, verification, health, metrics, schema], tags=["public"]
)
