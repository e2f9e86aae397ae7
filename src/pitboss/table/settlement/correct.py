"""Rulings on a coup that is settled already: corrected, declared void, or paid by another game.

What was moved by the settlement is moved back and, if the coup stands corrected, moved anew:
for the coup settled last while an error may still be notified, for any coup on record where
the rules set no time. A coup in progress is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pitboss.cards import Card, parse
from pitboss.editions.procedures import Ruling
from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, HELD, LAYOUT, STATIONS, TOKENS, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import join
from pitboss.settle.model import Line
from pitboss.table.cards.shoe import change_shoe, see
from pitboss.table.machine import PersonalEvent, PublicEvent, Work, replace
from pitboss.table.matters.payment_cases import case_of
from pitboss.table.matters.payment_errors import left_over, open_on
from pitboss.table.own import alike
from pitboss.table.people.tokens import corrected as tokens_corrected
from pitboss.table.play import END
from pitboss.table.procedures.commission import change_owed, owed_of
from pitboss.table.rulings.facts import OTHER_GAME
from pitboss.table.rulings.rule import GiveRuling, effect, the_ruling
from pitboss.table.settlement.held import held_apart, hold
from pitboss.table.settlement.kept import Kept, change, kept_coup, on_hand, result_of
from pitboss.table.settlement.line import KeptLine
from pitboss.table.settlement.recalled import recall, settled_as, settled_on
from pitboss.table.settlement.settle import Settled, kept_line, moved_by
from pitboss.table.state import Hands, Placed, Result, Table
from pitboss.table.terminals.parts import at_terminal, on_screen
from pitboss.table.terminals.shortfall import note_shortfall
from pitboss.table.tournament.coups import corrected

NONE: Hands = {}
NEVER: Mapping[int, str] = {}


class CoupCorrected(PublicEvent, frozen=True, kw_only=True):
    """A settled coup has another result, or none.

    `moved` is what that moves; `short` is what players should give back and no longer had,
    `owed` what is due to players who are no longer there. `moments`: when wagers are settled
    now that were settled at another moment of the coup. `restored` are wagers
    that outlive a coup, as they lay before this one.
    """

    coup: int
    outcome: str
    hands: Hands = msgspec.field(default_factory=dict)
    lines: tuple[Settled, ...] = ()
    moved: tuple[Transfer, ...] = ()
    short: dict[str, int] = msgspec.field(default_factory=dict)
    owed: dict[str, int] = msgspec.field(default_factory=dict)
    moments: dict[int, str] = msgspec.field(default_factory=dict)
    restored: tuple[Placed, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """Back what was moved wrongly, and what is due instead."""
        return self.moved

    def changes(self, table: Table) -> Table:
        """The result is another one."""
        results = tuple(
            replace(one, outcome=self.outcome, hands=self.hands) if one.coup == self.coup else one
            for one in table.results
        )
        before = result_of(table, self.coup)
        if before is not None and self.outcome != "void":
            table = _as_seen(table, before, self.hands)
        table = _tokens(table, self)
        settled = table.settled
        if self.outcome != "void":
            kept = kept_coup(table, self.coup)
            was = {one.number: one for one in kept.lines} if kept is not None else {}
            lines = tuple(_corrected(one, was.get(one.number), self.moments) for one in self.lines)
            settled = change(table, self.coup, lines)
        last = table.last if table.last is not None and table.last.coup != self.coup else None
        wagers = {**table.wagers, **{one.number: one for one in self.restored}}
        table = _not_owed(table, self)
        return replace(table, results=results, settled=settled, last=last, wagers=wagers)


class WrongGamePaid(PersonalEvent, frozen=True, kw_only=True):
    """A winning wager was paid at the odds of a game that was not in play.

    What it moves is booked by its payment case; `moved_cents` stood for it before there was one.
    """

    coup: int
    person: str
    wager: str
    due_cents: int
    paid_cents: int
    moved_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """The chips that lie otherwise than the coup's settlement says, as far as still there."""
        chips = chips_of(self.person)
        if not self.moved_cents:
            return ()
        if self.paid_cents > self.due_cents:
            return (Transfer(FLOAT, chips, self.moved_cents),)
        return (Transfer(chips, FLOAT, self.moved_cents),)

    def changes(self, table: Table) -> Table:
        """It is ruled on."""
        return replace(table, marks={**table.marks, f"{OTHER_GAME}{self.coup}": self.wager})


def on_record(work: Work, coup: int, clauses: Clauses) -> tuple[Result, Kept]:
    """A coup that was settled here and is not void; refused where there is none."""
    result, kept = result_of(work.table, coup), kept_coup(work.table, coup)
    on_hand(work.table, coup, clauses)
    if result is None:
        refuse("no-such-coup.line", clauses, coup=coup)
    if result.outcome == "void":
        refuse("already-void", clauses, coup=coup)
    if kept is None:
        refuse("not-on-record", clauses, coup=coup)
    return result, kept


def settled_last(work: Work, clauses: Clauses) -> int:
    """The coup settled last; it may have been invalidated since it was reported."""
    last = work.table.last
    if last is None:
        refuse("no-coup.settled-last", clauses)
    return last.coup


@effect("void-settled-coup")
def void_settled(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It cannot be reconstructed: all monies of it go back."""
    void_coup(work, settled_last(work, ruling.clauses), ruling.clauses)


@effect("void-settled-but-interim")
def void_but_interim(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It cannot be reconstructed: all monies go back, but what was paid before its end stands."""
    coup = settled_last(work, ruling.clauses)
    _, kept = on_record(work, coup, ruling.clauses)
    stand = {one.number for one in kept.lines if one.moment != END and one.returned_cents}
    repaid = work.rule("tournament-interim-repaid")
    if repaid is not None:
        stand = set()
    lines = tuple(one for one in kept.lines if one.number not in stand)
    cited = ruling.clauses if repaid is None else join(ruling.clauses, repaid.clauses)
    undo(work, coup, lines, cited)


def void_coup(
    work: Work, coup: int, clauses: Clauses, kept_back: tuple[int, ...] = ()
) -> tuple[KeptLine, ...]:
    """A settled coup is void: every stake goes back, but for those that are kept back."""
    _, kept = on_record(work, coup, clauses)
    return undo(work, coup, kept.lines, clauses, kept_back)


def undo(
    work: Work,
    coup: int,
    lines: tuple[KeptLine, ...],
    clauses: Clauses,
    kept_back: tuple[int, ...] = (),
) -> tuple[KeptLine, ...]:
    """What these lines moved is moved back, and their stakes to the players; the lines undone.

    A stake that was held and has gone back is in no line any more.
    """
    back = []
    lines = tuple(held_apart(work, coup, lines, clauses, kept_back=kept_back).values())
    restored = _restored(work, coup, kept_back)
    waiting = {one.number for one in restored}
    for line in lines:
        if line.number not in kept_back and line.number not in waiting:
            chips, tokens = stake_of(line)
            back.append(Transfer(LAYOUT, chips_of(line.person), chips))
            back.append(Transfer(LAYOUT, tokens_of(line.person), tokens))
    _correct(work, coup, lines, "void", NONE, (), back, clauses, restored=restored)
    return lines


def _restored(work: Work, coup: int, kept_back: tuple[int, ...]) -> tuple[Placed, ...]:
    """The wagers that outlive a coup, as they lay before the last one, which does not count now.

    Of an earlier coup what it settled goes back, and what has gone on since stays as it is.
    """
    last, wagers = work.table.last, work.edition.wagers
    if last is None or last.coup != coup:
        return ()
    return tuple(
        placed
        for number, placed in last.wagers.items()
        if wagers[placed.wager].automaton is not None
        and number not in kept_back
        and work.table.people[placed.person].present
    )


def stake_of(line: KeptLine) -> tuple[int, int]:
    """What lay on the layout for a wager, in chips and in tokens."""
    tokens = line.tokens_cents + line.excess_tokens_cents
    return line.stake_cents + line.excess_cents - tokens, tokens


@effect("correct-settled-coup")
def correct_settled(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It is reconstructed from its cards and settled as it should have been."""
    coup = settled_last(work, ruling.clauses)
    before, _ = on_record(work, coup, ruling.clauses)
    hands = told(before, command)
    if sorted(cards_in(hands)) != sorted(before.cards):
        refuse("another-card.correct-settled", ruling.clauses)
    settle_anew(work, coup, hands, ruling.clauses)


def told(before: Result, command: GiveRuling) -> Hands:
    """The hands that a ruling names, in the order of those that were settled."""
    names = (*before.hands, *(hand for hand in command.hands if hand not in before.hands))
    return {hand: sure(parse(command.hands.get(hand, ""))) for hand in names}


def cards_in(hands: Hands) -> tuple[Card, ...]:
    """Every card of some hands."""
    return tuple(card for hand in hands.values() for card in hand)


def completed(work: Work, coup: int, hands: Hands) -> bool:
    """Whether hands are those of a round that the rules would have dealt so."""
    _, kept = on_record(work, coup, ())
    return recall(work, coup, kept, hands) is not None


def settle_anew(work: Work, coup: int, hands: Hands, clauses: Clauses) -> None:
    """A settled coup is settled on other hands: the difference moves."""
    _, kept = on_record(work, coup, clauses)
    moments = recall(work, coup, kept, hands)
    if moments is None:
        refuse("not-reconstructed.correct-settled", clauses)
    found = settled_on(work, kept, moments, clauses)
    was = held_apart(work, coup, kept.lines, clauses, {one.number for one in found if one.held})
    before = {line.number: line for line in kept.lines}
    # What was decided of a stake that was held stands, should it lose again.
    lines = tuple(
        replace(one, held=one.held and not (one.number in was and before[one.number].held))
        for one in found
    )
    due = [one for settled in lines if settled.number in was for one in moved_by(settled)]
    names = {number: moment.name for number, moment in moments.items()}
    undone, outcome = tuple(was.values()), work.play.outcome(hands)
    _correct(work, coup, undone, outcome, hands, lines, due, clauses, names)
    for one in lines:
        if one.held and one.number in was:
            hold(work, coup, before[one.number], one.line.stake_cents, one.tokens_cents)


def _was(work: Work, one: KeptLine) -> Settled:
    """A line as it was settled, without its reason."""
    return settled_as(work, one, alike(Line, one, row="", clauses=(), why=""))


def _correct(
    work: Work,
    coup: int,
    was: tuple[KeptLine, ...],
    outcome: str,
    hands: Hands,
    lines: tuple[Settled, ...],
    due: Iterable[Transfer],
    clauses: Clauses,
    moments: Mapping[int, str] = NEVER,
    restored: tuple[Placed, ...] = (),
) -> None:
    """Move back what was moved and move what is due; nobody gives more than they have."""
    net: dict[str, int] = {}
    moved = (one for line in was for one in moved_by(_was(work, line)))
    undone = (Transfer(one.target, one.source, one.cents) for one in moved)
    for one in (*undone, *due):
        net[one.source] = net.get(one.source, 0) - one.cents
        net[one.target] = net.get(one.target, 0) + one.cents
    short, owed = _beyond_reach(work, net)
    if work.table.balances.get(FLOAT, 0) + net.get(FLOAT, 0) < 0:
        refuse("float-short.correct")
    found = [
        Transfer(LAYOUT, key, cents) if cents > 0 else Transfer(key, LAYOUT, -cents)
        for key, cents in net.items()
        if key != LAYOUT and cents
    ]
    why = clauses
    for line in lines:
        clauses = join(clauses, line.line.clauses)
    work.emit(
        CoupCorrected,
        coup=coup,
        outcome=outcome,
        hands=hands,
        lines=lines,
        moved=tuple(found),
        short=short,
        owed=owed,
        moments={
            line.number: moments[line.number]
            for line in was
            if moments.get(line.number, line.moment) != line.moment
        },
        restored=restored,
        clauses=clauses,
    )
    for person, cents in short.items():
        if at_terminal(work.table, person):
            note_shortfall(work, coup, person, cents, why)
        else:
            left_over(work, coup, person, cents, over=True, about="a corrected coup")
    for person, cents in owed.items():
        left_over(work, coup, person, cents, over=False, about="a corrected coup")
    corrected(work)


def _beyond_reach(work: Work, net: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """What players no longer have, and what is due to those who left: the house keeps it so."""
    short: dict[str, int] = {}
    owed: dict[str, int] = {}
    for account in [key for key in net if key not in (FLOAT, LAYOUT, TOKENS, HELD, STATIONS)]:
        kind, _, person = account.partition(":")
        house = TOKENS if kind == "tokens" else FLOAT
        if at_terminal(work.table, person):
            house = STATIONS
        staked = on_screen(work.table, person) if kind != "tokens" else 0
        missing = -net[account] - (work.table.balances.get(account, 0) - staked)
        if missing > 0:
            short[person] = short.get(person, 0) + missing
        elif net[account] > 0 and not work.table.people[person].present:
            missing = -net[account]
            owed[person] = owed.get(person, 0) - missing
        else:
            continue
        net[account] += missing
        net[house] = net.get(house, 0) - missing
    return short, owed


@effect("paid-by-other-game")
def paid_by_other_game(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Results stand; what was paid wrongly is a case where a rule has cases."""
    coup, other = the_ruling(work).coup, the_ruling(work).facts["settled_as"]
    result, kept = on_record(work, coup, ruling.clauses)
    moments = recall(work, coup, kept, result.hands) or {}
    wrong = settled_on(work, kept, moments, ruling.clauses, other)
    for right, one in zip(kept.lines, wrong, strict=True):
        due, paid = right.paid_cents, one.line.paid_cents
        if due == paid:
            continue
        work.emit(
            WrongGamePaid,
            coup=coup,
            person=right.person,
            wager=right.wager,
            due_cents=due,
            paid_cents=paid,
            clauses=ruling.clauses,
        )
        if work.rule("payment-errors") is None or case_of(work.table, coup, right.number):
            continue
        open_on(work, coup, right, paid - due, ruling.says, person=right.person, found=True)


def _corrected(one: Settled, was: KeptLine | None, moments: Mapping[int, str]) -> KeptLine:
    """A corrected line as it is kept: of the same wager, at the moment that it is settled now."""
    if was is None:
        return kept_line(one, {})
    line, moment = kept_line(one, was.vouchers), moments.get(one.number, was.moment)
    return alike(KeptLine, line, box=was.box, moment=moment, memory=was.memory, defect=was.defect)


def _not_owed(table: Table, event: CoupCorrected) -> Table:
    """Commission on what was won and is no longer is not owed."""
    if event.outcome != "void":
        return table
    kept = kept_coup(table, event.coup)
    people = dict(owed_of(table))
    for line in kept.lines if kept is not None else ():
        if line.owed_millionths and line.person in people:
            people[line.person] = max(0, people[line.person] - line.owed_millionths)
    return table if people == owed_of(table) else change_owed(table, people=people)


def _tokens(table: Table, event: CoupCorrected) -> Table:
    """Tokens that came back, or went, are of the vouchers that were staked on the coup."""
    net: dict[str, int] = {}
    for one in event.moved:
        for account, cents in ((one.source, -one.cents), (one.target, one.cents)):
            kind, _, person = account.partition(":")
            if kind == TOKENS and person:
                net[person] = net.get(person, 0) + cents
    kept, coup = kept_coup(table, event.coup) if net else None, table.coup
    lines = () if kept is None else kept.lines
    if coup is not None and coup.number == event.coup:
        lines = coup.paid  # it was undone before its end
    staked = [(line.person, line.vouchers) for line in lines]
    return tokens_corrected(table, staked, net)


def _as_seen(table: Table, before: Result, hands: Hands) -> Table:
    """A card that was misread is another one in the shoe, too, while that shoe is there."""
    shoe, kept = table.shoe, kept_coup(table, before.coup)
    was, now = before.cards, cards_in(hands)
    if shoe is None or kept is None or before.shoe != table.shoes or sorted(was) == sorted(now):
        return table
    seen, drawn = list(shoe.seen), list(shoe.drawn)
    for place, card in zip(kept.places, now, strict=True):
        drawn[place] = card
    for card in was:
        seen[card] -= 1
    counts = tuple(seen)
    for card in now:
        counts = see(counts, card)
    return change_shoe(table, seen=counts, drawn=tuple(drawn))
