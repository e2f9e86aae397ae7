"""Settlement of a coup through the compiled tables, and the end of the coup."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.baccarat.pairs import pairs
from pitboss.baccarat.points import count, points
from pitboss.cards import Card
from pitboss.editions.limits import effective
from pitboss.editions.wager import Clauses
from pitboss.ledger import FLOAT, LAYOUT, TOKENS, Transfer, chips_of, tokens_of
from pitboss.money import dollars
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.settle.model import Line
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.dealing import cards_of, tableau
from pitboss.table.shoe import ShoeEnded, change_shoe
from pitboss.table.state import Coup, Placed, Result, Table
from pitboss.table.wagering import span_of


class Settle(Command, frozen=True, kw_only=True):
    """Collect losing wagers, pay winning ones, put the cards into the discards."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wager settled: the line as `settle` gives it, whose it was, what was over a limit."""

    number: int
    person: str
    line: Line
    excess_cents: int = 0
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
        moved.append(Transfer(LAYOUT, chips, settled.excess_cents))
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


@decides(Settle, rules=("pay-up",))
def settle(work: Work, command: Settle) -> None:
    """After the result is announced; each wager by its row, rounded up to payable chips (11)."""
    coup = work.table.coup
    if coup is None or not coup.result_announced:
        refuse("no-result", "There is no announced result to settle.", work.cite("announce-result"))
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
        refuse("float-short", f"The float holds {dollars(held)}; a fill comes first.")
    totals = count(hands[0]), count(hands[1])
    outcome = "tie" if totals[0] == totals[1] else "player" if totals[0] > totals[1] else "banker"
    clauses = work.edition.games[work.house.game].clauses
    work.emit(
        CoupSettled,
        coup=coup.number,
        outcome=outcome,
        player=hands[0],
        banker=hands[1],
        no_bet=coup.no_bet,
        lines=lines,
        clauses=clauses,
    )
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
        if clauses:
            line = replace(line, clauses=join(line.clauses, clauses))
        lines.append(
            Settled(
                number=number,
                person=placed.person,
                line=line,
                excess_cents=placed.stake_cents - stake,
                tokens_cents=min(placed.tokens_cents, stake),
                tokens_back=work.house.tokens_back,
            )
        )
    return tuple(lines)


def effective_stakes(work: Work) -> dict[int, tuple[int, Clauses]]:
    """The stakes that count where a limit was exceeded unseen (6.5; in Premium 6.3)."""
    limits, sign = work.edition.limits, work.table.sign
    changed: dict[int, tuple[int, Clauses]] = {}
    for number, placed in work.table.wagers.items():
        span = span_of(work, placed.person, placed.wager)
        if span.maximum_cents is not None and placed.stake_cents > span.maximum_cents:
            rule = limits.above_maximum
            stake = effective(rule, [placed.stake_cents], span.maximum_cents, 1)[0]
            changed[number] = (stake, rule.clauses)
        elif placed.stake_cents < span.minimum_cents:
            changed[number] = (placed.stake_cents, limits.below_minimum.clauses)
    for area, most in sign.area_maximum_cents.items():
        for group in areas(work, area):
            stakes = [changed.get(placed.number, (placed.stake_cents, ()))[0] for placed in group]
            if sum(stakes) > most and limits.over_area is not None:
                cut = effective(limits.over_area, stakes, most, unit(work))
                for placed, stake in zip(group, cut, strict=True):
                    before = changed.get(placed.number, (0, ()))[1]
                    changed[placed.number] = (stake, join(before, limits.over_area.clauses))
    return changed


def areas(work: Work, area: str) -> list[list[Placed]]:
    """The wagers of a playing area: the whole table's, or each box's as the sign says (X6)."""
    wagers = [placed for placed in work.table.wagers.values() if placed.wager == area]
    if work.table.sign.area_scope == "table":
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
    """After the last coup the shoe is over (4.9, 4.10)."""
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
    people = table.people
    if not coup.no_bet:
        bettors = {placed.person for placed in table.wagers.values()}
        people = {
            name: replace(person, idle=0 if name in bettors else person.idle + 1)
            if person.role == "player" and person.present
            else person
            for name, person in people.items()
        }
    return replace(table, coup=None, wagers={}, people=people)


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
    return replace(discard(table, coup), results=(*table.results, result))


@applies(CoupVoided)
def coup_voided(table: Table, event: CoupVoided) -> Table:
    """Over without a result."""
    coup = table.coup
    assert coup is not None
    result = Result(shoe=table.shoes, coup=event.coup, outcome="void", no_bet=coup.no_bet)
    return replace(discard(table, coup), results=(*table.results, result))
