"""Routes without a session: commitments of shoes and their verification, health, metrics."""

from __future__ import annotations

import asyncio
from collections import Counter

import msgspec
from litestar import MediaType, Response, get
from prometheus_client import generate_latest

from pitboss.api.floor import PublishedTable
from pitboss.api.guard import HOUSE, MONITOR, PUBLIC, Request, context_of
from pitboss.api.health import Health, measure
from pitboss.api.lookup import Number, TableName
from pitboss.api.openapi import document
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.cards import CARDS_IN_DECK, parse
from pitboss.refusal import Refusal
from pitboss.table import evolve
from pitboss.table.cards.opened import Coups, Differs
from pitboss.table.cards.shoe import commit
from pitboss.views.coups import History, ShoeKept, ShoeRow
from pitboss.views.states import States

BATCH = 500


class ShoeList(msgspec.Struct, frozen=True, kw_only=True):
    """The shoes of a table, with what was committed to and what was opened."""

    shoes: list[ShoeRow]


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an opened shoe is what was committed to, computed anew from what is public.

    `computed` is the SHA-256 over nonce and order; `dealt` counts the cards that were seen at
    the table and `differs` is the first place where the order has another. `coups` counts the
    coups settled from the shoe, and `coup` is the first that stands on other hands than the
    order gives, or on none.
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
    coups: int = 0
    coup: Differs | None = None
    how: str = "sha256(nonce bytes, then one byte for each card: 4 x rank + suit, A..K, c d h s)"


@get("/tables/{name:str}/shoes", opt={"roles": PUBLIC})
async def shoes(request: Request, name: TableName) -> ShoeList:
    """The shoes of a table: commitments before, nonce and order after."""
    shown = context_of(request).floor.get(name)
    history = await asyncio.to_thread(shown.follower.of, History)
    return ShoeList(shoes=[kept.row for kept in list(history.shoes.values())])


async def _shoe(shown: PublishedTable, number: int) -> ShoeKept:
    history = await asyncio.to_thread(shown.follower.of, History)
    kept = history.shoes.get(number)
    if kept is None:
        raise ProblemError(404, "no-such-shoe", f"There was no shoe {number} at this table.")
    return kept


@get("/tables/{name:str}/shoes/{number:int}", opt={"roles": PUBLIC})
async def one_shoe(request: Request, name: TableName, number: Number) -> ShoeRow:
    """One shoe."""
    return (await _shoe(context_of(request).floor.get(name), number)).row


@get("/tables/{name:str}/shoes/{number:int}/verification", opt={"roles": PUBLIC})
async def verification(request: Request, name: TableName, number: Number) -> Verification:
    """Whether an opened shoe is what was committed to and what was dealt."""
    shown = context_of(request).floor.get(name)
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
    return await asyncio.to_thread(_verify, shown, kept)


def _verify(shown: PublishedTable, kept: ShoeKept) -> Verification:
    row = kept.row
    order = parse(row.order or "")
    cards = () if isinstance(order, Refusal) else order
    computed = commit(bytes.fromhex(row.nonce or ""), cards)
    copies = Counter(cards)
    whole = len(copies) == CARDS_IN_DECK and len(set(copies.values())) == 1
    drawn, settled = _played(shown, kept)
    other = settled.differs(shown.rules, cards)
    seen = [(place, card) for place, card in enumerate(drawn) if card is not None]
    wrong = [place for place, card in seen if place >= len(cards) or cards[place] != card]
    return Verification(
        time_zone=shown.rules.edition.identity.time_zone,
        shoe=row.shoe,
        commitment=row.commitment or "",
        opened=True,
        holds=computed == row.commitment and whole and not wrong and other is None,
        computed=computed,
        whole_decks=whole,
        dealt=len(seen),
        differs=wrong[0] + 1 if wrong else None,
        coups=len(settled.settled),
        coup=other,
    )


def _played(shown: PublishedTable, kept: ShoeKept) -> tuple[tuple[int | None, ...], Coups]:
    """The cards of a shoe as they were seen and its coups as they stand, from the journal."""
    state, number = shown.follower.of(States).before(kept.first), kept.row.shoe
    found: tuple[int | None, ...] = ()
    coups = Coups()
    after, until = kept.first - 1, shown.sequence
    while after < until and state.shoes <= number:
        for event in shown.events(after, min(after + BATCH, until)):
            before, state = state, evolve(state, event)
            if state.shoes > number:
                break
            coups.take(before, event)
            if state.shoe is not None and state.shoe.number == number:
                found = state.shoe.drawn
        after += BATCH
    return found, coups


@get("/health", opt={"roles": PUBLIC})
async def health(request: Request) -> Health:
    """Whether the journal can be written, and what works beside it; 503 where it cannot."""
    context = context_of(request)
    found = await asyncio.to_thread(context.probe.look, context)
    if found is None:
        raise ProblemError(503, wait=5)
    return found


@get("/metrics", opt={"roles": (MONITOR, *HOUSE)}, media_type=MediaType.TEXT)
async def metrics(request: Request) -> Response[bytes]:
    """Figures for Prometheus; with the monitor's key, or signed in as staff."""
    context = context_of(request)
    for shown in context.floor.shown():
        context.measures.subscribers.labels(shown.name).set(len(shown.subscribers))
        context.measures.sequence.labels(shown.name).set(shown.sequence)
    await asyncio.to_thread(measure, context)
    text = generate_latest(context.measures.registry)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/openapi.json", opt={"roles": PUBLIC})
async def schema(request: Request) -> Response[bytes]:
    """The interface, described."""
    return Response(document(request.app), media_type="application/json")


router = router_of(__name__, "public")
