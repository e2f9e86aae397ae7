"""Settlement of a coup through the compiled tables, and the end of the coup."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.ledger import (
    FLOAT,
    HELD,
    LAYOUT,
    STATIONS,
    TOKENS,
    Transfer,
    chips_of,
    post,
    tokens_of,
)
from pitboss.money import dollars, sum_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.settle.model import Line
from pitboss.table.betting.stakes import span_of
from pitboss.table.cards.sets import verified
from pitboss.table.cards.shoe import ShoeEnded, announce_last, change_shoe
from pitboss.table.machine import Command, PublicEvent, Query, Work, decides, replace
from pitboss.table.people.tokens import Vouchers, changed, first, not_back
from pitboss.table.play import END, Decided, Pay, Stays
from pitboss.table.procedures.arranged import setting_for
from pitboss.table.procedures.commission import defers, owe
from pitboss.table.procedures.low_stake import is_warned, warn
from pitboss.table.procedures.shoe_holder import shoe_goes_on
from pitboss.table.settlement.counted import Counts, effective_stakes
from pitboss.table.settlement.held import hold, without_result
from pitboss.table.settlement.kept import keep, pack
from pitboss.table.settlement.least import since
from pitboss.table.settlement.line import KeptLine
from pitboss.table.settlement.stood_off import STAYS, stay
from pitboss.table.state import Betting, Hands, Last, Placed, Result, Round, Table
from pitboss.table.terminals.entry import confirmed, entered
from pitboss.table.terminals.parts import at_terminal, gained
from pitboss.table.tournament.coups import coup_over, settles


class Settle(Command, frozen=True, kw_only=True):
    """Collect losing wagers, pay winning ones, put the cards into the discards."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wager settled: the line as `settle` gives it, whose it was, what was over a limit.

    `kept_cents`: tokens that stay with the house if it wins; all where `tokens_back` is no.
    `owed_millionths`: commission that is owed, not deducted, in millionths of a dollar.
    `hand` is the one of its box that it lay on; `taken`: its chips were in the float already;
    `terminal`: it was a terminal's, of which the float knows nothing; `held`: the wager is
    invalid and its stake, which would have lost, waits for a decision.
    """

    number: int
    person: str
    line: Line
    excess_cents: int = 0
    excess_tokens_cents: int = 0
    tokens_cents: int = 0
    tokens_back: bool = True
    kept_cents: int = 0
    owed_millionths: int = 0
    hand: str = ""
    taken: bool = False
    held: bool = False
    terminal: bool = False


class Stayed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wager that was not decided and stays on the layout, with how far it is.

    `counts_cents`: so much of it counts, where a limit was exceeded unseen.
    """

    number: int
    memory: str = ""
    fixed: bool = False
    counts_cents: int | None = None
    clauses: Clauses = ()


class WagersSettled(PublicEvent, frozen=True, kw_only=True):
    """Some wagers of a round are settled at a moment before its end."""

    coup: int
    moment: str
    lines: tuple[Settled, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """As at the end of a round."""
        return tuple(one for settled in self.lines for one in moved_by(settled))

    def changes(self, table: Table) -> Table:
        """Off the layout; kept with the round until it is over."""
        coup = table.coup
        assert coup is not None
        paid = (*coup.paid, *_kept_lines(table, self.lines, self.moment))
        gone = {one.number for one in self.lines}
        left = {number: placed for number, placed in table.wagers.items() if number not in gone}
        people = sorted({one.person for one in self.lines})
        lows = since(table.lows, self.coup, people, post(table.balances, self.transfers()))
        table = owe(_tokens_gone(gained(table, self.at, self.lines), self.lines), self.lines)
        return replace(table, wagers=left, coup=replace(coup, paid=paid), lows=lows)


class CoupSettled(PublicEvent, frozen=True, kw_only=True):
    """A coup is over: every wager settled but those that stay, the cards discarded."""

    coup: int
    outcome: str
    hands: Hands = msgspec.field(default_factory=dict)
    no_bet: bool = False
    lines: tuple[Settled, ...] = ()
    stays: tuple[Stayed, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """What is collected goes to the float, what is paid or returned to the players."""
        return tuple(one for settled in self.lines for one in moved_by(settled))

    def changes(self, table: Table) -> Table:
        """Over; the next may be bet on."""
        coup = table.coup
        assert coup is not None
        result = Result(
            shoe=table.shoes,
            coup=self.coup,
            outcome=self.outcome,
            hands=self.hands,
            no_bet=self.no_bet,
        )
        moved = self.transfers()
        people = {one.person for one in self.lines}
        lows = since(table.lows, self.coup, sorted(people), post(table.balances, moved))
        lines = (*coup.paid, *_kept_lines(table, self.lines, END))
        assert table.house is not None
        packed = pack(table.house, table.sign, coup, lines)
        last = Last(coup=self.coup, wagers=table.wagers, moved=moved)
        staying = {
            one.number: replace(
                table.wagers[one.number],
                memory=one.memory,
                fixed=one.fixed,
                effective_cents=one.counts_cents,
            )
            for one in self.stays
        }
        table = owe(_tokens_gone(gained(table, self.at, self.lines), self.lines), self.lines)
        return replace(
            discard(table, coup),
            wagers=staying,
            results=keep(table.results, result),
            settled=keep(table.settled, packed),
            lows=lows,
            last=last,
        )


Payment = WagersSettled | CoupSettled
"""Wagers were settled, at whatever moment."""


class CoupVoided(PublicEvent, frozen=True, kw_only=True):
    """A coup is over without a result; its wagers were returned."""

    coup: int
    why: str

    def changes(self, table: Table) -> Table:
        """Over without a result; what was not returned waits for a coup that has one."""
        coup = table.coup
        assert coup is not None
        result = Result(shoe=table.shoes, coup=self.coup, outcome="void", no_bet=coup.no_bet)
        return replace(
            discard(table, coup),
            results=keep(table.results, result),
            settled=keep(table.settled, b""),
            last=None,
        )


def moved_by(settled: Settled) -> list[Transfer]:
    """What the settlement of one wager moves."""
    line, person = settled.line, settled.person
    chips, lies = chips_of(person), FLOAT if settled.taken else LAYOUT
    purse = STATIONS if settled.terminal else FLOAT
    tokens = min(settled.tokens_cents, line.stake_cents)
    kept = settled.kept_cents if settled.tokens_back else tokens
    back = tokens if line.outcome != "win" else tokens - kept
    moved = []
    if settled.excess_cents:
        chips_over = settled.excess_cents - settled.excess_tokens_cents
        moved.append(Transfer(lies, chips, chips_over))
        moved.append(Transfer(lies, tokens_of(person), settled.excess_tokens_cents))
    if line.returned_cents:
        moved.append(Transfer(lies, chips, line.returned_cents - tokens))
        moved.append(Transfer(lies, tokens_of(person), back))
        moved.append(Transfer(lies, TOKENS, tokens - back))
    elif settled.held:
        moved.append(Transfer(lies, HELD, line.stake_cents))
    elif not settled.taken:
        moved.append(Transfer(LAYOUT, purse, line.stake_cents - tokens))
        moved.append(Transfer(LAYOUT, TOKENS, tokens))
    if line.paid_cents:
        moved.append(Transfer(purse, chips, line.paid_cents))
    return moved


def _to_settle(work: Query) -> tuple[Round, Pay]:
    """The round whose wagers are to be settled now, and the moment that has come."""
    coup = work.table.coup
    verified(work)
    step = work.play.next(work) if coup is not None else None
    if coup is None or not isinstance(step, Pay):
        cited = join(work.cite("announce-result"), work.edition.games[work.house.game].clauses)
        refuse("no-result", cited)
    return coup, step


@decides(Settle, rules=("announce-result", "settles", "tail-indicator", STAYS), needs=(_to_settle,))
def settle(work: Work, command: Settle) -> None:
    """Each wager by its row at the moment that has come, rounded up to payable chips."""
    coup, step = _to_settle(work)
    clauses = join(work.edition.games[work.house.game].clauses, work.cite("settles"))
    hands = coup.known()
    settles(work, step.moment)
    confirmed(work)
    entered(work)
    lines, stays = settled_wagers(work, hands, step.moment)
    _payable(work, lines)
    held = [(work.table.wagers[one.number], one) for one in lines if one.held]
    low = [(one.person, one.number) for one in lines if _warns(work, work.table.wagers[one.number])]
    if step.moment != END:
        cited = join(step.clauses, clauses)
        work.emit(WagersSettled, coup=coup.number, moment=step.moment, lines=lines, clauses=cited)
        for placed, one in held:
            hold(work, coup.number, placed, one.line.stake_cents, one.tokens_cents)
        return
    won = work.play.outcome(hands)
    lying = work.table.wagers
    work.emit(
        CoupSettled,
        coup=coup.number,
        outcome=won,
        hands=hands,
        no_bet=coup.no_bet,
        lines=lines,
        stays=stays,
        clauses=clauses,
    )
    for placed, one in held:
        hold(work, coup.number, placed, one.line.stake_cents, one.tokens_cents)
    for person, number in low:
        warn(work, person, number)
    if not coup.no_bet:
        work.play.settled(work, won)
    shoe_goes_on(work, won, lines)
    stay(work, lines, lying)
    end_of_coup(work)
    coup_over(work, coup, lines)


def _payable(work: Work, lines: tuple[Settled, ...]) -> None:
    """Refuse where the float holds less than is to be paid."""
    cloth = [settled for settled in lines if not settled.terminal]
    pay = sum(settled.line.paid_cents for settled in cloth)
    taken = sum(
        settled.line.stake_cents - settled.tokens_cents
        for settled in cloth
        if not settled.line.returned_cents and not settled.held
    )
    held = work.table.balances[FLOAT]
    if pay > held + taken:
        refuse("float-short.in-float", held=sum_of(held))


def settled_wagers(
    query: Query, hands: Hands, moment: str = END
) -> tuple[tuple[Settled, ...], tuple[Stayed, ...]]:
    """The wagers on the layout on these hands: those that are settled now, those that stay."""
    fact_of = query.play.facts(query, hands, moment)
    stakes = effective_stakes(query)
    lines, stays = [], []
    for placed in query.table.wagers.values():
        fact = fact_of(placed)
        if isinstance(fact, Stays):
            stays.append(_stayed(placed, fact, stakes))
            continue
        lines.append(settled_line(query, placed, fact, stakes))
    return tuple(lines), tuple(stays)


def settled_line(query: Query, placed: Placed, fact: Any, stakes: Counts | None = None) -> Settled:
    """A wager settled on the fact that came true."""
    counts = effective_stakes(query) if stakes is None else stakes
    number = placed.number
    stake, clauses = counts.get(number, (placed.stake_cents, ()))
    owes = defers(query.table, placed.person)
    setting = setting_for(query, placed)
    member, decided = (fact.member, fact.clauses) if isinstance(fact, Decided) else (fact, ())
    line = query.rules.line(placed.wager, setting, stake, member, owed=owes)
    if decided:
        line = replace(line, clauses=join(line.clauses, decided))
    line, held = without_result(query, placed, line)
    over = placed.stake_cents - stake
    if clauses:
        line = replace(line, clauses=join(line.clauses, clauses), why=_reason(line.why, over))
    tokens = min(placed.tokens_cents, stake)
    return Settled(
        number=number,
        person=placed.person,
        line=line,
        excess_cents=over,
        excess_tokens_cents=placed.tokens_cents - tokens,
        tokens_cents=tokens,
        kept_cents=not_back(query.table, placed, tokens),
        owed_millionths=(line.commission_millionths or 0) if owes else 0,
        hand=placed.hand,
        taken=placed.taken,
        held=held,
        terminal=at_terminal(query.table, placed.person),
    )


def _stayed(placed: Placed, fact: Stays, stakes: Counts) -> Stayed:
    """A wager that stays; what counts of it is fixed with it."""
    counts, clauses = stakes.get(placed.number, (placed.stake_cents, ()))
    within = counts == placed.stake_cents or not fact.fixed
    return Stayed(
        number=placed.number,
        memory=fact.memory,
        fixed=fact.fixed,
        counts_cents=None if within else counts,
        clauses=join(fact.clauses, () if within else clauses),
    )


def _reason(why: str, over: int) -> str:
    if over:
        return f"{why}; {dollars(over)} over the limit went back"
    return f"{why}; the wager was outside a limit and stands"


def _warns(query: Query, placed: Placed) -> bool:
    """Whether a wager is below the minimum, and its player is told so for the first time."""
    if not query.edition.limits.below_minimum.warns:
        return False
    least = span_of(query, placed.person, placed.wager).minimum_cents
    return placed.stake_cents < least and not is_warned(query.table, placed.person)


def end_of_coup(work: Work) -> None:
    """After the last coup the shoe is over; before it, it is announced."""
    announce_last(work)
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None and shoe.coups_left == 0:
        clauses = work.edition.shoe.end.clauses
        work.emit(ShoeEnded, why="last coup", clauses=clauses)
        work.play.shoe_over(work, clauses)


def discard(table: Table, coup: Round) -> Table:
    """The cards of a coup go to the discards; the coup is counted."""
    shoe = table.shoe
    assert shoe is not None
    cards = len(coup.slots)
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
    return replace(
        table,
        betting=Betting(),
        coup=None,
        people=people,
        sign=sign,
        next_sign=None,
    )


def _kept_lines(table: Table, lines: tuple[Settled, ...], moment: str) -> tuple[KeptLine, ...]:
    found = []
    for one in lines:
        placed = table.wagers[one.number]
        line = kept_line(one, first(placed.vouchers, one.tokens_cents))
        found.append(
            replace(
                line,
                box=placed.box,
                moment=moment,
                memory=placed.memory,
                hand=placed.hand,
                defect=placed.defect or "",
                nominated=placed.nominated,
            )
        )
    return tuple(found)


def kept_line(settled: Settled, vouchers: Vouchers) -> KeptLine:
    """A settled wager as it is kept, with the vouchers of the tokens that counted."""
    line = settled.line
    return KeptLine(
        number=settled.number,
        person=settled.person,
        wager=line.wager,
        stake_cents=line.stake_cents,
        outcome=line.outcome,
        paid_cents=line.paid_cents,
        returned_cents=line.returned_cents,
        excess_cents=settled.excess_cents,
        excess_tokens_cents=settled.excess_tokens_cents,
        tokens_cents=settled.tokens_cents,
        tokens_back=settled.tokens_back,
        kept_cents=settled.kept_cents,
        vouchers=dict(vouchers),
        held=settled.held,
        owed_millionths=settled.owed_millionths,
    )


def _tokens_gone(table: Table, lines: tuple[Settled, ...]) -> Table:
    """Tokens that lost, or that their voucher does not give back, are nobody's any more."""
    for settled in lines:
        placed = table.wagers[settled.number]
        if not settled.tokens_cents:
            continue
        tokens = first(placed.vouchers, settled.tokens_cents)
        if settled.line.returned_cents and settled.line.outcome != "win":
            tokens = {}
        elif settled.line.returned_cents:
            gone = {lot.voucher for lot in table.people[placed.person].lots if not lot.back}
            tokens = {voucher: cents for voucher, cents in tokens.items() if voucher in gone}
        table = changed(table, placed.person, tokens, -1)
    return table
