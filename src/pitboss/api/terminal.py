"""Routes: a player's own things at a terminal: balance, session, net position, history."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, get
from litestar.params import Parameter

from pitboss.api.acting import Table, table_of
from pitboss.api.floor import Floor, Shown
from pitboss.api.guard import context_of, session_of
from pitboss.api.history import Coup, History
from pitboss.api.hues import Hue, hue_of
from pitboss.api.past import past_of
from pitboss.baccarat.points import count, say_result
from pitboss.cards import parse
from pitboss.ledger import chips_of, tokens_of
from pitboss.refusal import Refusal
from pitboss.settle.compiled import Compiled
from pitboss.table.state import Granted

Asked = Request[Any, Any, Any]
PLAYERS = ("player",)
MOST_APPROVALS = 20
"""The newest of one's approvals, of which a page is told."""


class OwnApproval(msgspec.Struct, frozen=True, kw_only=True):
    """An approval that one asked for, or that is about oneself, and what became of it."""

    number: int
    key: str
    state: Literal["waits", "granted", "refused", "used"]


class OwnNow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own: what they hold and have staked, since when they play, what it brought.

    `net_cents` is what play moved since arrival; stakes on the layout are still one's own.
    `closes_at` is when betting closes, where the table has a wagering period.
    """

    person: str
    present: bool
    seat: int | None
    credit_cents: int
    tokens_cents: int
    staked_cents: int
    net_cents: int
    bought_cents: int
    cashed_out_cents: int
    wagered_cents: int
    coups: int
    since: dt.datetime | None
    at: dt.datetime
    seconds: int
    closes_at: dt.datetime | None
    approvals: list[OwnApproval]


class OwnLine(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of one's own as it was settled."""

    number: int
    wager: str
    name: str
    hue: Hue
    stake_cents: int
    outcome: str
    paid_cents: int
    returned_cents: int
    clauses: tuple[str, ...]
    why: str


class OwnCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup in which one had wagers, and what it brought."""

    coup: int
    shoe: int
    at: str
    outcome: str
    result: str
    player: str
    banker: str
    player_count: int
    banker_count: int
    void: bool
    corrected: bool
    net_cents: int
    lines: list[OwnLine]


class OwnCoups(msgspec.Struct, frozen=True, kw_only=True):
    """One's own coups, the newest first."""

    coups: list[OwnCoup]
    more: bool


@get("/tables/{name:str}/own", opt={"roles": PLAYERS, "answer": OwnNow})
async def own(request: Asked, name: Table) -> OwnNow:
    """What is one's own at the table: balance, session time, net position."""
    shown, context = table_of(request, name), context_of(request)
    person = session_of(request).person
    return await asyncio.to_thread(_own, context.floor, shown, person, context.now())


def _own(floor: Floor, shown: Shown, person: str, now: dt.datetime) -> OwnNow:
    stay = past_of(floor, shown).stays.get(person)
    table = shown.table
    someone = table.people.get(person)
    present = someone is not None and someone.present
    staked = sum(one.stake_cents for one in table.wagers.values() if one.person == person)
    end = now if stay is None or stay.until is None else stay.until
    seconds = 0 if stay is None else max(0, int((end - stay.since).total_seconds()))
    return OwnNow(
        person=person,
        present=present,
        seat=someone.seat if someone is not None and present else None,
        credit_cents=table.balances.get(chips_of(person), 0),
        tokens_cents=table.balances.get(tokens_of(person), 0),
        staked_cents=staked,
        net_cents=0 if stay is None else stay.moved_cents + staked,
        bought_cents=0 if stay is None else stay.bought_cents,
        cashed_out_cents=0 if stay is None else stay.cashed_out_cents,
        wagered_cents=0 if stay is None else stay.wagered_cents,
        coups=0 if stay is None else stay.coups,
        since=None if stay is None else stay.since,
        at=now,
        seconds=seconds,
        closes_at=None,
        approvals=[
            OwnApproval(number=one.number, key=one.key, state=_state(one))
            for one in table.approvals.values()
            if person in (one.by, one.whom)
        ][-MOST_APPROVALS:],
    )


def _state(approval: Granted) -> Literal["waits", "granted", "refused", "used"]:
    if approval.refused:
        return "refused"
    if approval.used:
        return "used"
    return "waits" if approval.granted_by is None else "granted"


@get("/tables/{name:str}/own/coups", opt={"roles": PLAYERS, "answer": OwnCoups})
async def own_coups(
    request: Asked,
    name: Table,
    before: Annotated[int | None, Parameter(ge=1, le=2**31, required=False)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100, required=False)] = 20,
) -> OwnCoups:
    """One's own finished coups with how each wager was settled, the newest first."""
    shown, person = table_of(request, name), session_of(request).person
    rules, house = shown.rules, shown.table.house
    game = rules.edition.default_game if house is None else house.game

    def find() -> OwnCoups:
        history = shown.history.catch_up()
        mine = [
            coup
            for coup in reversed(list(history.coups.values()))  # others may add to it meanwhile
            if person in coup.people and (before is None or coup.row.coup < before)
        ]
        found = [_coup(rules.compiled, game, history, coup, person) for coup in mine[:limit]]
        return OwnCoups(coups=found, more=len(mine) > limit)

    return await asyncio.to_thread(find)


def _coup(compiled: Compiled, game: str, history: History, coup: Coup, person: str) -> OwnCoup:
    row = coup.row
    lines = [
        OwnLine(
            number=one.number,
            wager=one.line.wager,
            name=compiled.edition.wagers[one.line.wager].title,
            hue=hue_of(compiled, one.line.wager, game),
            stake_cents=one.line.stake_cents,
            outcome=one.line.outcome,
            paid_cents=one.line.paid_cents,
            returned_cents=one.line.returned_cents,
            clauses=one.line.clauses,
            why=one.line.why,
        )
        for one in history.settlement(coup, person).lines
    ]
    hands = parse(row.player), parse(row.banker)
    counts = [0 if isinstance(hand, Refusal) else count(hand) for hand in hands]
    return OwnCoup(
        coup=row.coup,
        shoe=row.shoe,
        at=row.at,
        outcome=row.outcome,
        result=say_result(row.outcome, counts[0], counts[1]),
        player=row.player,
        banker=row.banker,
        player_count=counts[0],
        banker_count=counts[1],
        void=row.void,
        corrected=row.corrected,
        net_cents=sum(one.paid_cents + one.returned_cents - one.stake_cents for one in lines),
        lines=lines,
    )


TYPES: tuple[type[msgspec.Struct], ...] = (OwnNow, OwnCoups)
router = Router("/", route_handlers=[own, own_coups], tags=["tables"])
