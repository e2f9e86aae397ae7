"""Routes: why a coup was settled as it was, what is to be paid, and who draws by which rule."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from litestar import Request, Router, get

from pitboss.api.acting import Number, Table, table_of
from pitboss.api.areas import short_name
from pitboss.api.floor import Floor, Shown
from pitboss.api.guard import AT_TABLE, HOUSE, context_of, person_of, session_of
from pitboss.api.hues import Hue, hue_of
from pitboss.api.past import Then, past_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.sheet import USUAL_CHIPS
from pitboss.baccarat.pairs import pairs
from pitboss.baccarat.points import count, outcome, points, say_result
from pitboss.cards import Card, name, parse
from pitboss.editions.edition import Edition
from pitboss.editions.model import Tableau
from pitboss.refusal import Refusal, refusable, sure
from pitboss.settle.chips import Pile, breakdown
from pitboss.settle.draws import Decided, IfDrawn, Side, draws, if_drawn
from pitboss.settle.explain import ReasonStep, explain
from pitboss.settle.model import Line
from pitboss.settle.setting import Setting
from pitboss.table import Rules
from pitboss.table import Table as State
from pitboss.table.acts import Work
from pitboss.table.settling import Settle, settle_lines
from pitboss.table.state import Coup, Slot

Asked = Request[Any, Any, Any]
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


class HandTold(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, its counts, and whether it draws, by which rule; a card unseen has no name."""

    cards: list[str | None]
    count: int | None
    two: int | None
    decision: Literal["draws", "stands", "natural", "no-card"] | None
    sentence: str | None
    clauses: tuple[str, ...]


class LineTold(msgspec.Struct, frozen=True, kw_only=True):
    """A settled wager with its reason, and its payment in the table's chips."""

    number: int
    person: str
    box: int | None
    wager: str
    name: str
    short: str
    hue: Hue
    stake_cents: int
    outcome: str
    row: str
    odds: str | None
    paid_cents: int
    returned_cents: int
    back_cents: int
    answer: str
    steps: tuple[ReasonStep, ...]
    sum: str
    chips: tuple[Pile, ...] | None


class Why(msgspec.Struct, frozen=True, kw_only=True, rename={"give_back": "return"}):
    """A coup in words: its hands, its wagers, and in which order they are settled."""

    coup: int
    shoe: int
    outcome: str
    result: str
    no_bet: bool
    corrected: bool
    settled: bool
    player: HandTold
    banker: HandTold
    collect: list[int]
    pay: list[int]
    give_back: list[int]
    order_clauses: tuple[str, ...]
    collected_cents: int
    paid_cents: int
    returned_cents: int
    lines: list[LineTold]


class DrawsNow(msgspec.Struct, frozen=True, kw_only=True):
    """The coup in progress under the tableau; what a card would make of it, for the house."""

    coup: int | None
    player: HandTold
    banker: HandTold
    due: Side | None
    due_sentence: str | None
    due_clauses: tuple[str, ...]
    if_drawn: tuple[IfDrawn, ...] | None


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A settled line and whose it was, from the journal or from the core."""

    number: int
    person: str
    line: Line
    excess_cents: int = 0


def hand_told(cards: Sequence[Card | None], decided: Decided) -> HandTold:
    """A hand as it lies, with what the tableau asks of it."""
    seen = [card for card in cards if card is not None]
    two = [card for card in cards[:2] if card is not None]
    return HandTold(
        cards=[None if card is None else name(card) for card in cards],
        count=count(seen) if seen else None,
        two=count(two) if len(two) == 2 else None,
        decision=decided.decision,
        sentence=decided.sentence,
        clauses=decided.clauses,
    )


def hands_told(tableau: Tableau, hands: Hands) -> tuple[HandTold, HandTold]:
    """Two finished hands with the rules behind their cards."""
    found = draws(tableau, *hands)
    return hand_told(hands[0], found.player), hand_told(hands[1], found.banker)


class Told:
    """Lines put into words under the rules and the setting that held."""

    def __init__(self, rules: Rules, then: Then, hands: Hands) -> None:
        self.edition: Edition = rules.edition
        self._compiled = rules.compiled
        self._setting: Setting = rules.setting(then.house, then.sign)
        self._wagers = then.wagers
        self._chips = then.house.chips or USUAL_CHIPS
        if self.edition.tableau is None:
            raise ProblemError(409, "no-coups", "This game is not settled coup by coup.")
        self._facts: Mapping[str, Any] = {
            "points": points(self.edition.tableau, *hands),
            "pairs": pairs(*hands),
        }

    def line(self, entry: Entry) -> LineTold:
        """One line in words."""
        line = entry.line
        wager, placed = self.edition.wagers[line.wager], self._wagers.get(entry.number)
        short = short_name(self.edition, line.wager)
        reason = explain(
            self._compiled,
            self._setting,
            line,
            self._facts[wager.space],
            name=short if wager.optional is None else wager.title,
            over_cents=entry.excess_cents,
        )
        return LineTold(
            number=entry.number,
            person=entry.person,
            box=None if placed is None else placed.box,
            wager=line.wager,
            name=wager.title,
            short=short,
            hue=hue_of(self._compiled, line.wager, self._setting.game),
            stake_cents=line.stake_cents,
            outcome=line.outcome,
            row=line.row,
            odds=reason.odds,
            paid_cents=line.paid_cents,
            returned_cents=line.returned_cents,
            back_cents=line.paid_cents + line.returned_cents,
            answer=reason.answer,
            steps=reason.steps,
            sum=reason.sum,
            chips=breakdown(line.paid_cents, self._chips),
        )

    @property
    def order_clauses(self) -> tuple[str, ...]:
        """What every losing wager of the game has in common: that it is collected, and first."""
        every = [set(wager.otherwise.clauses) for wager in self.edition.wagers.values()]
        first = next(iter(self.edition.wagers.values())).otherwise.clauses
        common = set.intersection(*every) if every else set()
        return tuple(clause for clause in first if clause in common)


def why_of(
    told: Told,
    hands: Hands,
    entries: Iterable[Entry],
    *,
    coup: int,
    shoe: int,
    no_bet: bool = False,
    corrected: bool = False,
    settled: bool = True,
) -> Why:
    """A coup in words: losing wagers are collected, then winning ones paid, box by box."""
    lines = [told.line(entry) for entry in entries]
    lines.sort(key=lambda one: (one.box or 0, one.number))
    lost = [one for one in lines if not one.returned_cents and not one.paid_cents]
    paid = [one for one in lines if one.paid_cents]
    back = [one for one in lines if one.returned_cents and not one.paid_cents]
    totals = count(hands[0]), count(hands[1])
    tableau = told.edition.tableau
    assert tableau is not None  # noqa: S101 - Told refuses a game without one
    player, banker = hands_told(tableau, hands)
    return Why(
        coup=coup,
        shoe=shoe,
        outcome=outcome(*totals),
        result=say_result(outcome(*totals), *totals),
        no_bet=no_bet,
        corrected=corrected,
        settled=settled,
        player=player,
        banker=banker,
        collect=[one.number for one in lost],
        pay=[one.number for one in paid],
        give_back=[one.number for one in back],
        order_clauses=told.order_clauses,
        collected_cents=sum(one.stake_cents for one in lost),
        paid_cents=sum(one.paid_cents for one in paid),
        returned_cents=sum(one.returned_cents for one in (*paid, *back)),
        lines=lines,
    )


def _void(coup: int, shoe: int, *, no_bet: bool, corrected: bool) -> Why:
    nothing = hand_told((), Decided())
    return Why(
        coup=coup,
        shoe=shoe,
        outcome="void",
        result=say_result("void", 0, 0),
        no_bet=no_bet,
        corrected=corrected,
        settled=True,
        player=nothing,
        banker=nothing,
        collect=[],
        pay=[],
        give_back=[],
        order_clauses=(),
        collected_cents=0,
        paid_cents=0,
        returned_cents=0,
        lines=[],
    )


def why_finished(floor: Floor, shown: Shown, number: int, person: str | None) -> Why:
    """Why a finished coup was settled as it was, under what held then."""
    history = shown.history.catch_up()
    coup, then = history.coups.get(number), past_of(floor, shown).coups.get(number)
    if coup is None or then is None:
        raise ProblemError(404, "no-such-coup", f"No coup {number} is finished at this table.")
    row = coup.row
    hands = parse(row.player), parse(row.banker)
    if row.outcome == "void" or isinstance(hands[0], Refusal) or isinstance(hands[1], Refusal):
        return _void(row.coup, row.shoe, no_bet=row.no_bet, corrected=row.corrected)
    seen = (hands[0], hands[1])
    told = Told(floor.tables.rules(then.house.edition), then, seen)
    lines = history.settlement(coup, person).lines
    entries = [
        Entry(
            number=one.number,
            person=one.person,
            line=one.line,
            excess_cents=_excess(then, one.number, one.line),
        )
        for one in lines
    ]
    return why_of(
        told,
        seen,
        entries,
        coup=row.coup,
        shoe=row.shoe,
        no_bet=row.no_bet,
        corrected=row.corrected,
    )


def _excess(then: Then, number: int, line: Line) -> int:
    placed = then.wagers.get(number)
    return 0 if placed is None else max(0, placed.stake_cents - line.stake_cents)


@get("/tables/{name:str}/coups/{number:int}/why", opt={"roles": AT_TABLE, "answer": Why})
async def why(request: Asked, name: Table, number: Number) -> Why:
    """A finished coup in words: facts, odds, arithmetic and rounding of each line, with clauses."""
    shown, session = table_of(request, name), session_of(request)
    floor, person = context_of(request).floor, person_of(session)
    return await asyncio.to_thread(why_finished, floor, shown, number, person)


@get("/tables/{name:str}/payout", opt={"roles": HOUSE, "answer": Why})
async def payout(request: Asked, name: Table) -> Why:
    """What is to be collected and paid now, in which order and in which chips.

    Once the coup is settled, the same of the coup settled last.
    """
    shown, floor = table_of(request, name), context_of(request).floor
    table = shown.table
    if table.coup is not None and table.coup.result_announced:
        return await asyncio.to_thread(_waiting, shown, table)
    if not table.results:
        raise ProblemError(409, "no-coup", "No coup has been dealt at this table.")
    number = table.results[-1].coup
    return await asyncio.to_thread(why_finished, floor, shown, number, None)


def _waiting(shown: Shown, table: State) -> Why:
    """The coup whose result is announced, settled on trial."""
    coup, house, now = table.coup, table.house, table.now
    if coup is None or house is None or now is None:
        raise ProblemError(409, "no-coup", "No coup waits to be settled.")
    hands = _seen(coup.player), _seen(coup.banker)
    found = _trial(shown.rules, table, hands)
    if isinstance(found, Refusal):
        raise refused(found)
    told = Told(shown.rules, Then(house, table.sign, table.wagers), hands)
    return why_of(
        told,
        hands,
        found,
        coup=coup.number,
        shoe=table.shoes,
        no_bet=coup.no_bet,
        settled=False,
    )


def _seen(slots: tuple[Slot, ...]) -> tuple[Card, ...]:
    return tuple(slot.card for slot in slots if slot.exposed and slot.card is not None)


@refusable
def _trial(rules: Rules, table: State, hands: Hands) -> list[Entry]:
    assert table.now is not None  # noqa: S101 - a table with a coup has a clock
    work = Work(rules, table, Settle(by="", at=table.now), None)
    return [
        Entry(number=one.number, person=one.person, line=one.line, excess_cents=one.excess_cents)
        for one in sure(settle_lines(work, hands))
    ]


@get("/tables/{name:str}/draws", opt={"roles": AT_TABLE, "answer": DrawsNow})
async def draws_now(request: Asked, name: Table) -> DrawsNow:
    """Draw or stand, with the rule behind it, as far as the cards are seen."""
    shown, session = table_of(request, name), session_of(request)
    return drawn(shown.rules.edition.tableau, shown.table.coup, house=session.role in HOUSE)


def drawn(tableau: Tableau | None, coup: Coup | None, *, house: bool) -> DrawsNow:
    """The coup in progress under the tableau."""
    if tableau is None or coup is None:
        nothing = hand_told((), Decided())
        return DrawsNow(
            coup=None,
            player=nothing,
            banker=nothing,
            due=None,
            due_sentence=None,
            due_clauses=(),
            if_drawn=None,
        )
    hands = [
        [slot.card if slot.exposed else None for slot in slots]
        for slots in (coup.player, coup.banker)
    ]
    found = draws(tableau, hands[0], hands[1])
    asked = {"player": found.player, "banker": found.banker}
    rule = asked[found.due] if found.due is not None else Decided()
    shown = house and found.due is not None
    return DrawsNow(
        coup=coup.number,
        player=hand_told(hands[0], found.player),
        banker=hand_told(hands[1], found.banker),
        due=found.due,
        due_sentence=rule.sentence,
        due_clauses=rule.clauses,
        if_drawn=if_drawn(tableau, hands[0], hands[1], found.due or "player") if shown else None,
    )


TYPES: tuple[type[msgspec.Struct], ...] = (Why, DrawsNow)
router = Router("/", route_handlers=[why, payout, draws_now], tags=["tables"])
