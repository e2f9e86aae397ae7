"""Settlement of a coup through the compiled tables, and the end of the coup."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.baccarat.pairs import pairs
from pitboss.baccarat.points import count, outcome, points
from pitboss.cards import Card
from pitboss.editions.limits import effective
from pitboss.editions.model import LimitRule
from pitboss.editions.wager import Clauses
from pitboss.ledger import FLOAT, LAYOUT, TOKENS, Transfer, chips_of, tokens_of
from pitboss.money import dollars, sum_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.settle.model import Line
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.dealing import cards_of, tableau
from pitboss.table.role import after_coup
from pitboss.table.shoe import ShoeEnded, announce_last, change_shoe
from pitboss.table.stack import verified
from pitboss.table.stakes import span_of
from pitboss.table.state import Coup, Last, Placed, Result, Table
from pitboss.table.wagering import MAIN_HANDS


class Settle(Command, frozen=True, kw_only=True):
    """Collect losing wagers, pay winning ones, put the cards into the discards."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wager settled: the line as `settle` gives it, whose it was, what was over a limit."""

    number: int
    person: str
    line: Line
    excess_cents: int = 0
    excess_tokens_cents: int = 0
    tokens_cents: int = 0
    tokens_back: bool = True


class CoupSettled(Event, frozen=True, kw_only=True):
    """A coup is over: every wager settled, the cards discarded."""

    coup: int
    outcome: str
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    no_bet: bool = False
    lines: tuple[Settled, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """What is collected goes to the float, what is paid or returned to the players."""
        moved = []
        for settled in self.lines:
            moved += _transfers(settled)
        return tuple(moved)


class CoupVoided(Event, frozen=True, kw_only=True):
    """A coup is over without a result; its wagers were returned."""

    coup: int
    why: str


def _transfers(settled: Settled) -> list[Transfer]:
    line, person = settled.line, settled.person
    chips = chips_of(person)
    tokens = min(settled.tokens_cents, line.stake_cents)
    back = tokens if settled.tokens_back or line.outcome != "win" else 0
    moved = []
    if settled.excess_cents:
        chips_over = settled.excess_cents - settled.excess_tokens_cents
        moved.append(Transfer(LAYOUT, chips, chips_over))
        moved.append(Transfer(LAYOUT, tokens_of(person), settled.excess_tokens_cents))
    if line.returned_cents:
        moved.append(Transfer(LAYOUT, chips, line.returned_cents - tokens))
        moved.append(Transfer(LAYOUT, tokens_of(person), back))
        moved.append(Transfer(LAYOUT, TOKENS, tokens - back))
    else:
        moved.append(Transfer(LAYOUT, FLOAT, line.stake_cents - tokens))
        moved.append(Transfer(LAYOUT, TOKENS, tokens))
    if line.paid_cents:
        moved.append(Transfer(FLOAT, chips, line.paid_cents))
    return moved


@decides(Settle, rules=("announce-result",))
def settle(work: Work, command: Settle) -> None:
    """After the result is announced; each wager by its row, rounded up to payable chips (11)."""
    coup = work.table.coup
    clauses = work.edition.games[work.house.game].clauses
    verified(work)
    if coup is None or not coup.result_announced:
        cited = join(work.cite("announce-result"), clauses)
        refuse("no-result", "There is no announced result to settle.", cited)
    hands = tuple(cards_of(coup.player)), tuple(cards_of(coup.banker))
    lines = settle_lines(work, hands)
    pay = sum(settled.line.paid_cents for settled in lines)
    taken = sum(
        settled.line.stake_cents - settled.tokens_cents
        for settled in lines
        if not settled.line.returned_cents
    )
    held = work.table.balances[FLOAT]
    if pay > held + taken:
        refuse("float-short", f"The float holds {sum_of(held)}; a fill comes first.")
    totals = count(hands[0]), count(hands[1])
    won = outcome(*totals)
    work.emit(
        CoupSettled,
        coup=coup.number,
        outcome=won,
        player=hands[0],
        banker=hands[1],
        no_bet=coup.no_bet,
        lines=lines,
        clauses=clauses,
    )
    if not coup.no_bet:
        after_coup(work, won)
    end_of_coup(work)


def settle_lines(
    work: Work, hands: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> tuple[Settled, ...]:
    """Every wager on the layout, settled on these hands."""
    setting = work.rules.setting(work.house, work.table.sign)
    rules = tableau(work)
    facts: dict[str, Any] = {"points": points(rules, *hands), "pairs": pairs(*hands)}
    stakes = effective_stakes(work)
    lines = []
    for number, placed in work.table.wagers.items():
        stake, clauses = stakes.get(number, (placed.stake_cents, ()))
        wager = work.edition.wagers[placed.wager]
        line = work.rules.line(placed.wager, setting, stake, facts[wager.space])
        over = placed.stake_cents - stake
        if clauses:
            line = replace(line, clauses=join(line.clauses, clauses), why=_reason(line.why, over))
        tokens = min(placed.tokens_cents, stake)
        lines.append(
            Settled(
                number=number,
                person=placed.person,
                line=line,
                excess_cents=over,
                excess_tokens_cents=placed.tokens_cents - tokens,
                tokens_cents=tokens,
                tokens_back=placed.tokens_back,
            )
        )
    return tuple(lines)


def _reason(why: str, over: int) -> str:
    if over:
        return f"{why}; {dollars(over)} over the limit went back"
    return f"{why}; the wager was outside a limit and stands"


def why(event: CoupSettled, number: int) -> str | None:
    """Why a wager was settled as it was, with its clauses; none where it was not in the coup."""
    for settled in event.lines:
        if settled.number == number:
            return f"{settled.line.why} ({', '.join(settled.line.clauses)})"
    return None


def effective_stakes(work: Work) -> dict[int, tuple[int, Clauses]]:
    """The stakes that count where a limit was exceeded unseen (6.3 to 6.5)."""
    limits, sign = work.edition.limits, work.table.sign
    changed: dict[int, tuple[int, Clauses]] = {}
    for number, placed in work.table.wagers.items():
        span = span_of(work, placed.person, placed.wager)
        if span.maximum_cents is not None and placed.stake_cents > span.maximum_cents:
            rule = limits.above_maximum
            stake = effective(rule, [placed.stake_cents], span.maximum_cents, 1)[0]
            changed[number] = (stake, rule.clauses)
        elif placed.stake_cents < span.minimum_cents:
            rule = limits.below_minimum
            stake = effective(rule, [placed.stake_cents], span.minimum_cents, 1)[0]
            changed[number] = (stake, rule.clauses)
    for area, most in sign.area_maximum_cents.items():
        for group in areas(work, area):
            _cut(work, changed, limits.over_area, group, most)
    if sign.differential_cents is not None:
        sides = {hand: areas(work, hand, whole=True)[0] for hand in MAIN_HANDS}
        totals = {hand: _total(changed, group) for hand, group in sides.items()}
        for hand, other in (MAIN_HANDS, MAIN_HANDS[::-1]):
            most = totals[other] + sign.differential_cents
            _cut(work, changed, limits.over_differential_late, sides[hand], most)
    return changed


Changed = dict[int, tuple[int, Clauses]]


def _total(changed: Changed, group: list[Placed]) -> int:
    return sum(changed.get(placed.number, (placed.stake_cents, ()))[0] for placed in group)


def _cut(
    work: Work, changed: Changed, rule: LimitRule | None, group: list[Placed], most: int
) -> None:
    """Where a group of wagers is above the most allowed, its rule says which stakes count."""
    if rule is None or _total(changed, group) <= most:
        return
    stakes = [changed.get(placed.number, (placed.stake_cents, ()))[0] for placed in group]
    for placed, stake in zip(group, effective(rule, stakes, most, unit(work)), strict=True):
        before = changed.get(placed.number, (0, ()))[1]
        changed[placed.number] = (stake, join(before, rule.clauses))


def areas(work: Work, area: str, *, whole: bool = False) -> list[list[Placed]]:
    """The wagers of a playing area: the whole table's, or each box's as the sign says (X6)."""
    wagers = [placed for placed in work.table.wagers.values() if placed.wager == area]
    if whole or work.table.sign.area_scope == "table":
        return [wagers]
    boxes: dict[int | None, list[Placed]] = {}
    for placed in wagers:
        boxes.setdefault(placed.box, []).append(placed)
    return list(boxes.values())


def unit(work: Work) -> int:
    """The unit to which stakes are reduced: the sign's, or the smallest chip."""
    setting = work.rules.setting(work.house, work.table.sign)
    return work.table.sign.unit_cents or setting.sign.chip_cents


def end_of_coup(work: Work) -> None:
    """After the last coup the shoe is over; before it, it is announced (4.9, 4.10)."""
    announce_last(work)
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None and shoe.coups_left == 0:
        work.emit(ShoeEnded, why="last coup", clauses=work.edition.shoe.end.clauses)


def discard(table: Table, coup: Coup) -> Table:
    """The cards of a coup go to the discards; the coup is counted."""
    shoe = table.shoe
    assert shoe is not None
    cards = len(coup.player) + len(coup.banker)
    left = None if shoe.coups_left is None else max(0, shoe.coups_left - 1)
    table = change_shoe(
        table, discards=shoe.discards + cards, coups=shoe.coups + 1, coups_left=left
    )
    # A wager that came after the close, by leave or found, ends the abstaining too.
    bettors = {placed.person for placed in table.wagers.values()}
    people = {
        name: replace(person, idle=0) if person.idle and name in bettors else person
        for name, person in table.people.items()
    }
    # Limits altered while wagers lay on the layout hold from here on.
    sign = table.next_sign or table.sign
    return replace(table, coup=None, wagers={}, people=people, sign=sign, next_sign=None)


@applies(CoupSettled)
def coup_settled(table: Table, event: CoupSettled) -> Table:
    """Over; the next may be bet on."""
    coup = table.coup
    assert coup is not None
    result = Result(
        shoe=table.shoes,
        coup=event.coup,
        outcome=event.outcome,
        player=event.player,
        banker=event.banker,
        no_bet=event.no_bet,
    )
    last = Last(coup=event.coup, wagers=table.wagers, moved=event.transfers())
    return replace(discard(table, coup), results=(*table.results, result), last=last)


@applies(CoupVoided)
def coup_voided(table: Table, event: CoupVoided) -> Table:
    """Over without a result."""
    coup = table.coup
    assert coup is not None
    result = Result(shoe=table.shoes, coup=event.coup, outcome="void", no_bet=coup.no_bet)
    return replace(discard(table, coup), results=(*table.results, result), last=None)
