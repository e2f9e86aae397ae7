"""Part: the coup settled last, line by line; and, asked for, why each line was settled so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from pitboss.cards import parse
from pitboss.chips import usual
from pitboss.decision.space import TOPIC
from pitboss.editions.wagers import Clauses
from pitboss.refusal import Refusal, refusable, sure
from pitboss.settle.chips import Pile, breakdown
from pitboss.settle.model import Line
from pitboss.settle.reason import ReasonStep, explain, odds_told
from pitboss.table import Rules, Table
from pitboss.table.cards.parts import Slot
from pitboss.table.machine import Query
from pitboss.table.own import Own
from pitboss.table.play import END, Decided, HandTold, Pay
from pitboss.table.play import Stays as Waits
from pitboss.table.settlement.line import KeptLine
from pitboss.table.settlement.order import by_box, order_clauses, turns
from pitboss.table.settlement.settle import settled_wagers
from pitboss.table.state import Hands, Placed, Round
from pitboss.views.areas import hue_of, short_name
from pitboss.views.coups import Coup, History
from pitboss.views.parts.shown import Shown, Viewer
from pitboss.views.stays import CoupSetting, Stays
from pitboss.words.catalogue import Said, spoken

VOID = "void"


class LineTold(msgspec.Struct, frozen=True, kw_only=True):
    """A wager as it was settled, or is to be."""

    number: int
    person: str
    box: int | None
    hand: str
    position: int | None
    wager: str
    name: str
    short: str
    hue: str
    stake_cents: int
    outcome: str
    odds: str | None
    paid_cents: int
    returned_cents: int


class LineExplained(LineTold, frozen=True, kw_only=True):
    """A settled wager with its reason, and its payment in the table's chips."""

    row: str
    back_cents: int
    answer: str
    answer_said: Said
    steps: tuple[ReasonStep, ...]
    sum: str
    sum_said: Said
    chips: tuple[Pile, ...] | None


class CoupTold(msgspec.Struct, frozen=True, kw_only=True, rename={"give_back": "return"}):
    """A coup: its hands, its wagers, and in which order they are settled; of a player their own.

    `settled` is false while it waits to be paid: at the end, or at a `moment` before that.
    """

    coup: int
    shoe: int
    outcome: str
    result: str
    result_said: Said
    no_bet: bool
    corrected: bool
    settled: bool
    hands: tuple[HandTold, ...]
    collect: tuple[int, ...]
    pay: tuple[int, ...]
    give_back: tuple[int, ...]
    order_clauses: tuple[str, ...]
    moment: str
    collected_cents: int
    paid_cents: int
    returned_cents: int
    net_cents: int
    lines: tuple[LineTold, ...]


class Why(CoupTold, frozen=True, kw_only=True):
    """A coup with the reason of each line."""

    lines: tuple[LineExplained, ...]


Kind = TypeVar("Kind", CoupTold, Why)


@dataclass(frozen=True)
class Entry:
    """A settled line and whose it was, from the journal or from the core."""

    number: int
    person: str
    line: Line
    excess_cents: int = 0


class Teller:
    """Lines put into words under the rules and the setting that held."""

    def __init__(self, rules: Rules, then: CoupSetting, table: Table, hands: Hands) -> None:
        self.edition = rules.edition
        self._compiled = rules.compiled
        self._setting = rules.setting(then.house, then.sign)
        self._then = then
        self._play, self._query, self._hands = rules.play, Query(rules, table), hands
        self._chips = then.house.chips or usual(self._setting.sign.chip_cents)

    def _fact(self, entry: Entry) -> tuple[Any, Clauses]:
        """The member that a line was settled on, and what decided it over several rounds."""
        line = entry.line
        placed = self._then.wagers.get(entry.number) or Placed(
            number=entry.number,
            person=entry.person,
            wager=line.wager,
            stake_cents=line.stake_cents,
        )
        moment = self._then.moments.get(entry.number, END)
        fact = self._play.facts(self._query, self._hands, moment)(placed)
        if isinstance(fact, Decided):
            return fact.member, fact.clauses
        return self._by_row(line) if isinstance(fact, Waits) else (fact, ())

    def _by_row(self, line: Line) -> tuple[Any, Clauses]:
        """The same of a wager that its coup alone would not have decided: the shoe ended."""
        table = self._compiled.table(line.wager, self._setting.game)
        for member in table.space.index:
            row = table.row(member)
            if row is not None and row.label == line.row:
                return member, tuple(one for one in line.clauses if one not in row.clauses)
        raise ValueError(f"{line.wager} has no row '{line.row}'")

    def line(self, entry: Entry) -> LineTold:
        """One line."""
        line = entry.line
        wager, placed = self.edition.wagers[line.wager], self._then.wagers.get(entry.number)
        return LineTold(
            number=entry.number,
            person=entry.person,
            box=None if placed is None else placed.box,
            hand="" if placed is None else placed.hand,
            position=None if placed is None else placed.position,
            wager=line.wager,
            name=wager.title,
            short=short_name(self.edition, line.wager),
            hue=hue_of(self._compiled, line.wager, self._setting.game),
            stake_cents=line.stake_cents,
            outcome=line.outcome,
            odds=odds_told(self._compiled, self._setting, line, self._fact(entry)[0]),
            paid_cents=line.paid_cents,
            returned_cents=line.returned_cents,
        )

    def explained(self, entry: Entry) -> LineExplained:
        """One line with its reason."""
        line, told = entry.line, self.line(entry)
        wager, (member, decided) = self.edition.wagers[line.wager], self._fact(entry)
        reason = explain(
            self._compiled,
            self._setting,
            line,
            member,
            decided=decided,
            name=told.short if wager.optional is None else wager.title,
            over_cents=entry.excess_cents,
        )
        return LineExplained(
            **msgspec.structs.asdict(told),
            row=line.row,
            back_cents=line.paid_cents + line.returned_cents,
            answer=reason.answer,
            answer_said=reason.answer_said,
            steps=reason.steps,
            sum=reason.sum,
            sum_said=reason.sum_said,
            chips=breakdown(line.paid_cents, self._chips),
        )


def coup(shown: Shown, viewer: Viewer) -> CoupTold | Refusal | None:
    """The coup that waits to be settled, for the house; else the one settled last."""
    return _newest(CoupTold, shown, viewer)


def payout(shown: Shown, viewer: Viewer) -> Why | Refusal | None:
    """The same, with the reason of each line."""
    return _newest(Why, shown, viewer)


def _newest(kind: type[Kind], shown: Shown, viewer: Viewer) -> Kind | Refusal | None:
    table = shown.table
    moment = payable(shown.rules, table) if viewer.house else None
    if moment is not None:
        return _waiting(kind, shown.rules, table, moment)
    last = last_of(shown)
    return None if last is None else finished(kind, shown, last, viewer)


def payable(rules: Rules, table: Table) -> str | None:
    """The moment of payment that the round in progress has come to; none while it has not."""
    if table.coup is None or table.trouble is not None:
        return None
    if table.coup.complete:
        return END
    step = rules.play.next(Query(rules, table))
    return step.moment if isinstance(step, Pay) else None


def last_of(shown: Shown) -> Coup | None:
    """The coup settled last."""
    if not shown.table.results:
        return None
    shown.follower.up_to(shown.sequence)
    return shown.follower.so_far(History).coups.get(shown.table.results[-1].coup)


def settled_at(shown: Shown, viewer: Viewer) -> tuple[object, ...]:
    """What the newest coup is told from: while it is the same, so is what is told."""
    table, last = shown.table, last_of(shown)
    waits = viewer.house and payable(shown.rules, table) is not None
    trial = (table.coup, table.wagers) if waits else ()
    return (None if last is None else (last.row.coup, last.settled), *trial)


def finished(kind: type[Kind], shown: Shown, coup: Coup, viewer: Viewer) -> Kind:
    """A finished coup under what held then; the follower has read it."""
    row, then = coup.row, shown.follower.so_far(Stays).coups[coup.row.coup]
    rules = shown.rules_of(then.house.edition)
    hands = {hand: sure(parse(cards)) for hand, cards in row.hands.items() if cards}
    told = {
        "coup": row.coup,
        "shoe": row.shoe,
        "no_bet": row.no_bet,
        "corrected": row.corrected,
        "settled": True,
        "moment": END,
    }
    if row.outcome == VOID or not hands:
        return _told(kind, rules, VOID, {}, (), None, **told)
    history = shown.follower.so_far(History)
    own = _recalled(rules, then, hands, history.settlement(coup, None).lines)
    teller = Teller(rules, then, _as_it_lay(shown.table, then, row.coup, hands, own), hands)
    settled = history.settlement(coup, viewer.own).lines
    entries = [
        Entry(one.number, one.person, one.line, _excess(then, one.number, one.line))
        for one in settled
    ]
    lines = _lines(kind, teller, entries)
    return _told(kind, rules, row.outcome, hands, lines, own, **told)


def _recalled(rules: Rules, then: CoupSetting, hands: Hands, lines: Sequence[Any]) -> Own | None:
    """What the game alone had of a settled coup, as far as its hands and lines tell."""
    kept = [
        KeptLine(
            number=one.number,
            person=one.person,
            wager=one.line.wager,
            stake_cents=one.line.stake_cents,
            outcome=one.line.outcome,
            paid_cents=one.line.paid_cents,
            returned_cents=one.line.returned_cents,
            box=placed.box,
            hand=placed.hand,
            moment=then.moments.get(one.number, END),
        )
        for one in lines
        if (placed := then.wagers.get(one.number)) is not None
    ]
    return rules.play.recalled(hands, kept)


def _as_it_lay(table: Table, then: CoupSetting, coup: int, hands: Hands, own: Own | None) -> Table:
    """The table for a coup that is over: what goes on now is no part of it.

    The coup lies there again, where decisions were made with what is recalled of them.
    """
    lying = {
        name: tuple(Slot(card=card, exposed=True) for card in cards)
        for name, cards in hands.items()
    }
    dealt = Round(number=coup, method=then.house.method, hands=lying, own=own)
    return msgspec.structs.replace(table, coup=dealt, wagers=then.wagers)


@refusable
def _waiting(kind: type[Kind], rules: Rules, table: Table, moment: str) -> Kind | None:
    """The coup that has come to a moment of payment, settled on trial."""
    coup, house = table.coup, table.house
    if coup is None or house is None:
        return None
    query = Query(rules, table)
    entries = [
        Entry(one.number, one.person, one.line, one.excess_cents)
        for one in settled_wagers(query, coup.known(), moment)[0]
    ]
    hands = {
        hand: tuple(slot.card for slot in slots if slot.exposed and slot.card is not None)
        for hand, slots in coup.hands.items()
    }
    moments = {one.number: moment for one in entries}
    then = CoupSetting(house, table.sign, table.wagers, moments)
    teller = Teller(rules, then, table, hands)
    return _told(
        kind,
        rules,
        rules.play.outcome(hands),
        hands,
        _lines(kind, teller, entries),
        coup.own,
        moment=moment,
        coup=coup.number,
        shoe=table.shoes,
        no_bet=coup.no_bet,
        corrected=False,
        settled=False,
    )


def _lines(kind: type[CoupTold], teller: Teller, entries: Iterable[Entry]) -> Sequence[LineTold]:
    """The lines box by box."""
    return by_box(map(teller.explained if kind is Why else teller.line, entries))


def _told(
    kind: type[Kind],
    rules: Rules,
    outcome: str,
    hands: Hands,
    lines: Sequence[Any],
    own: Own | None,
    **told: Any,
) -> Kind:
    """Losing wagers are collected, then winning ones paid."""
    turn = turns(lines)
    collected = sum(one.stake_cents for one in lines if one.number in turn.collect)
    paid_cents = sum(one.paid_cents for one in lines)
    result = rules.play.result(outcome, hands)
    returned = sum(one.returned_cents for one in lines)
    return kind(
        outcome=outcome,
        result=spoken(TOPIC, result),
        result_said=result,
        hands=rules.play.told(rules.edition, hands, own).hands,
        collect=turn.collect,
        pay=turn.pay,
        give_back=turn.give_back,
        order_clauses=() if outcome == VOID else order_clauses(rules.edition),
        collected_cents=collected,
        paid_cents=paid_cents,
        returned_cents=returned,
        net_cents=paid_cents + returned - sum(one.stake_cents for one in lines),
        lines=tuple(lines),
        **told,
    )


def _excess(then: CoupSetting, number: int, line: Line) -> int:
    placed = then.wagers.get(number)
    return 0 if placed is None else max(0, placed.stake_cents - line.stake_cents)
