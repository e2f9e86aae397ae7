"""Terminals in any order of acts: what they hold is what a second count of them says.

The count knows the sign, the instants and the cards, and settles by the second engine.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import ClassVar

import pytest
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.chaos.checks import check_journal
from pitboss.ledger import unbalanced
from pitboss.table.state import Matter
from pitboss.table.terminals.parts import terminals_of
from pitboss.table.terminals.shortfall import KIND as SHORTFALL
from tests.table.terminals.hall import (
    CAS,
    CLOCK,
    DEE,
    MAXIMUM,
    MINIMUM,
    NO_MORE,
    PLACE,
    TOM,
    UNIT,
    Hands,
    Station,
    misread,
    run,
    text,
)

NAMES = ("T1", "T2")
NAME = st.sampled_from(NAMES)
WAGERS = ("player", "banker", "tie")
WAGER = st.sampled_from(WAGERS)
CENTS = st.sampled_from([100, 500, 1_000, 1_700, 2_500, 5_000, 13_000])
PERIOD = dt.timedelta(seconds=15)
MS = dt.timedelta(milliseconds=1)
WHAT = st.sampled_from(["system", *NAMES])
HOW = ("whole", "part", "void")
REACHED = {
    *("PeriodExpired", "MalfunctionDeclared", "WagerConfirmed", "WagerUnconfirmed"),
    *("CoupSettled", "CoupCorrected", "ShortfallNoted", "ShortfallClosed", "TerminalPaidOut"),
    *("TicketPrinted", "PeriodExtended", "AccountsReleased", "OutcomeInvalidated"),
}
"""What must have happened in some of the runs."""


@dataclass
class Counted:
    """What one terminal has by the second count.

    `owed` is what is due to its player in all: credit, less what a correction could not take.
    """

    owed: int = 0
    stakes: dict[str, int] = field(default_factory=dict)
    live: dict[str, int] = field(default_factory=dict)
    broken: bool = False

    @property
    def staked(self) -> int:
        return sum(self.stakes.values())


@dataclass
class Round:
    """What terminals had on a coup, and the hands on which that was settled last."""

    coup: int
    lines: list[tuple[str, str, int]]
    hands: Hands
    void: bool = False


class Terminals(RuleBasedStateMachine):
    """Players, staff and clock act as they like; what is refused changes nothing."""

    seen: ClassVar[set[str]] = set()

    @initialize(seed=st.integers(1, 10_000), aggregate=st.sampled_from([0, 0, 2_000]))
    def begin(self, seed: int, aggregate: int) -> None:
        self.table = Station(*NAMES, seed=seed)
        self.aggregate = aggregate
        assert self.do(CAS, "set-period", milliseconds=15_000)
        if aggregate:
            assert self.do(CAS, "set-aggregate-minimum", amount_cents=aggregate)
        self.counted = {name: Counted() for name in NAMES}
        self.rounds: list[Round] = []
        self.asked: set[tuple[str, str]] = set()
        self.ends: dt.datetime | None = None
        self.over = False
        self.frozen = False

    @property
    def now(self) -> dt.datetime:
        return self.table.play.now

    def do(self, who: str, word: str, **fields: object) -> bool:
        return self.table.do(who, word, **fields)

    def went(self, by: dt.timedelta) -> None:
        self.table.play.now += by

    @property
    def runs(self) -> bool:
        """Whether wagers may be touched at this instant."""
        return self.ends is not None and not self.over and self.now < self.ends

    def short(self, name: str) -> int:
        """What is still to be made good at a terminal."""
        return sum(case.amount_cents or 0 for case in self.shortfalls() if case.person == name)

    def shortfalls(self) -> list[Matter]:
        matters = self.table.play.table.matters.values()
        return [one for one in matters if one.kind == SHORTFALL and one.stage == "open"]

    def free(self, name: str) -> int:
        """What a terminal has that does not lie on its screen."""
        one = self.counted[name]
        return one.owed + self.short(name) - one.staked

    # Money ------------------------------------------------------------------------------

    @rule(name=NAME, cents=st.sampled_from([500, 2_000, 5_000, 10_000]), note=st.booleans())
    def comes_in(self, name: str, cents: int, note: bool) -> None:
        fields = {"terminal": name, "amount_cents": cents}
        if note:
            done = self.do(name, "insert-note", amount_cents=cents)
        else:
            done = self.do(DEE, "credit-terminal", **fields)
        assert done == (not self.frozen and not self.counted[name].broken)
        self.counted[name].owed += cents if done else 0

    @rule(name=NAME, part=st.sampled_from([None, 500, 3_000]), ticket=st.booleans())
    def goes_out(self, name: str, part: int | None, ticket: bool) -> None:
        before, one = self.table.credit(name), self.counted[name]
        if ticket:
            done = self.do(name, "print-ticket", **({"amount_cents": part} if part else {}))
        else:
            fields = {"terminal": name} | ({"amount_cents": part} if part else {})
            done = self.do(DEE, "pay-out-terminal", **fields)
        wanted = before if part is None else part
        if one.live or one.stakes or self.frozen:
            assert not done
        if done:
            assert 0 < wanted <= before
            one.owed -= wanted

    # The period -------------------------------------------------------------------------

    @rule()
    def place_your_bets(self) -> None:
        over = self.ends is not None and (self.over or self.now >= self.ends)
        if self.do(DEE, "call-bets", call=PLACE):
            if over:
                self.expires()  # what is over does not begin again
            else:
                assert self.ends is None
                self.ends = self.now + PERIOD

    @rule(seconds=st.integers(1, 20))
    def extended(self, seconds: int) -> None:
        runs = self.runs
        done = self.do(CAS, "extend-period", seconds=seconds)
        assert not done or self.ends is not None
        if runs:
            assert done
            assert self.ends is not None
            self.ends += dt.timedelta(seconds=seconds)
        else:
            assert not done

    @rule(name=NAME, wager=WAGER, cents=CENTS)
    def touched(self, name: str, wager: str, cents: int) -> None:
        one = self.counted[name]
        lies = one.stakes.get(wager, 0)
        shows = permitted(lies + cents)
        fits = lies < shows <= lies + self.free(name)
        may = self.runs and not self.frozen and not one.broken
        assert self.do(name, "touch-wager", wager=wager, amount_cents=cents) == (may and fits)
        if may and fits:
            one.stakes[wager] = shows

    @rule(name=NAME, wager=WAGER, to=WAGER)
    def moved(self, name: str, wager: str, to: str) -> None:
        one = self.counted[name]
        lies, there = one.stakes.get(wager, 0), one.stakes.get(to, 0)
        shows = permitted(lies + there)
        fits = lies > 0 and wager != to and shows > there
        may = self.runs and not self.frozen and not one.broken
        assert self.do(name, "move-touch", wager=wager, to=to) == (may and fits)
        if may and fits:
            del one.stakes[wager]
            one.stakes[to] = shows

    @rule(name=NAME, wager=st.sampled_from([None, *WAGERS]))
    def cancelled(self, name: str, wager: str | None) -> None:
        one = self.counted[name]
        fits = bool(one.stakes if wager is None else one.stakes.get(wager))
        may = self.runs and not self.frozen and not one.broken
        said = {} if wager is None else {"wager": wager}
        assert self.do(name, "cancel-touch", **said) == (may and fits)
        if may and fits:
            one.stakes = {} if wager is None else without(one.stakes, wager)

    @rule(by=st.sampled_from(["ms", "second", "to before", "to the end", "past", "to the end"]))
    def time_goes(self, by: str) -> None:
        ends = self.ends or self.now
        to = {"to before": ends - MS, "to the end": ends, "past": ends + MS}.get(by)
        self.went(MS if by == "ms" else dt.timedelta(seconds=1) if by == "second" else MS * 0)
        if to is not None:
            self.went(max(to - self.now, MS * 0))

    @rule()
    def ended(self) -> None:
        due = self.ends is not None and not self.over and self.now >= self.ends
        assert self.do(CLOCK, "end-period") == due
        if due:
            self.expires()

    def expires(self) -> None:
        """What is accepted at expiry, and debited; the rest was never a wager."""
        if self.over:
            return
        self.over = True
        for one in self.counted.values():
            stakes, one.stakes = one.stakes, {}
            if self.frozen or one.broken:
                continue
            stakes = {wager: cents for wager, cents in stakes.items() if cents >= MINIMUM}
            if sum(stakes.values()) >= self.aggregate:
                one.live = stakes
                one.owed -= sum(stakes.values())

    # Several acts in their turn, so that rounds come to be ------------------------------

    @rule(touches=st.lists(st.tuples(NAME, WAGER, CENTS), min_size=1, max_size=4))
    def a_period(self, touches: list[tuple[str, str, int]]) -> None:
        if self.frozen:
            self.released(TOM)
        if any(one.broken for one in self.counted.values()):
            self.repaired()
        for name in NAMES:
            if self.free(name) < MAXIMUM:
                self.comes_in(name, 10_000, note=False)
        self.place_your_bets()
        for name, wager, cents in touches:
            self.touched(name, wager, cents)

    @precondition(lambda self: self.ends is not None)
    @rule(ended=st.booleans(), fault=st.sampled_from([None, None, *HOW]), what=WHAT)
    def the_cards(self, ended: bool, fault: str | None, what: str) -> None:
        self.time_goes("to the end")
        if ended:
            self.ended()
        if fault is not None:
            self.fails(what, "now")
            while self.asked:
                self.answered(fault)
        self.coup(wrong=False)

    @precondition(lambda self: self.rounds and not any(one.live for one in self.counted.values()))
    @rule(which=st.integers(0, 50), out=st.booleans())
    def a_correction(self, which: int, out: bool) -> None:
        for name in NAMES if out and not self.frozen else ():
            self.goes_out(name, None, ticket=which % 2 == 0)
        if not self.frozen:
            self.freeze()
        if not self.rounds[-1].void:
            self.corrected(which, 1)

    # What goes wrong ---------------------------------------------------------------------

    @rule(what=WHAT, ago=st.sampled_from(["now", "now", "ms", "before the end", "at the end"]))
    def fails(self, what: str, ago: str) -> None:
        happened = self.now
        if ago == "ms":
            happened -= MS
        elif ago != "now" and self.ends is not None:
            happened = min(self.ends - MS if ago == "before the end" else self.ends, self.now)
        names = NAMES if what == "system" else (what,)
        hit = [name for name in names if not self.counted[name].broken]
        fields = {"grounds": ["c"], "reason": "dead", "happened": happened.isoformat()}
        one = {"what": "system"} if what == "system" else {"what": "terminal", "terminal": what}
        running = self.ends is not None and not self.over
        assert self.do(DEE, "declare-malfunction", **fields, **one) == bool(hit)
        if not hit:
            return
        before = self.ends is not None and happened < self.ends
        if running and not before and self.ends is not None and self.now >= self.ends:
            self.expires()
        for name in hit:
            counted = self.counted[name]
            counted.broken = True
            if before:
                counted.stakes = {}
                counted.owed += sum(counted.live.values())
                counted.live = {}
                self.asked = {each for each in self.asked if each[0] != name}
            else:
                self.asked |= {(name, wager) for wager in counted.live}

    @precondition(lambda self: any(one.broken for one in self.counted.values()))
    @rule()
    def repaired(self) -> None:
        for one in self.table.known.values():
            if one.fault is not None:
                self.do(DEE, "repair-equipment", matter=one.fault, how="restarted")
        for name, one in self.table.known.items():
            assert one.fault is None, name
            self.counted[name].broken = False

    @precondition(lambda self: self.asked)
    @rule(how=st.sampled_from(HOW))
    def answered(self, how: str) -> None:
        name, wager = min(self.asked)
        table = self.table.play.table
        (placed,) = [
            one for one in table.wagers.values() if (one.person, one.wager) == (name, wager)
        ]
        counted = self.counted[name]
        assert counted.live[wager] == placed.stake_cents
        if how == "void":
            assert self.do(TOM, "void-unconfirmed", number=placed.number, reason="no record")
            left = 0
        else:
            left = placed.stake_cents - (500 if how == "part" else 0)
            fields = {"number": placed.number, "records": "the log", "stake_cents": left}
            assert self.do(TOM, "confirm-wager", **fields)
        self.asked.discard((name, wager))
        counted.owed += counted.live.pop(wager) - left
        if left:
            counted.live[wager] = left

    # The coup ---------------------------------------------------------------------------

    @rule(wrong=st.booleans())
    def coup(self, wrong: bool) -> None:
        """The call, the cards, the entry and the settlement; each in its turn or not at all."""
        table = self.table.play.table
        if not table.betting.closed:
            played = any(self.table.credit(name) or one.live for name, one in self.counted.items())
            called = self.do(DEE, "call-bets", call=NO_MORE)
            if self.ends is None:
                assert called == (not played or self.frozen)
            else:
                assert called == (self.over or self.now >= self.ends)
            if not called:
                return
            if self.ends is not None:
                self.expires()
        if not self.table.deal():
            return
        lines = [(name, *one) for name in NAMES for one in self.counted[name].live.items()]
        self.entered(wrong=wrong)
        done = self.do(DEE, "settle")
        assert done or self.asked or not lines
        if not done:
            return
        assert not self.asked
        hands = self.table.hands
        for name, wager, cents in lines:
            self.counted[name].owed += self.table.brings(wager, cents, hands)
        for one in self.counted.values():
            one.live = {}
        self.rounds.append(Round(self.table.play.table.coups, lines, hands))
        self.ends, self.over = None, False

    def entered(self, *, wrong: bool) -> None:
        """The result; what the cards do not give is never taken."""
        coup = self.table.play.table.coup
        if coup is None:
            return
        actual = self.table.play.rules.play.outcome(coup.known())
        if wrong:
            other = "tie" if actual == "player" else "player"
            assert not self.do(DEE, "enter-result", result=other)
        self.do(DEE, "enter-result", result=actual)

    # A wrong result -----------------------------------------------------------------------

    @rule()
    def freeze(self) -> None:
        assert self.do(DEE, "freeze-accounts", reason="a doubt") == (not self.frozen)
        self.frozen = True

    @rule(by=st.sampled_from([DEE, TOM, TOM]))
    def released(self, by: str) -> None:
        done = self.do(by, "release-accounts", how="looked at")
        assert done == (self.frozen and by == TOM)
        self.frozen = self.frozen and not done

    @precondition(lambda self: any(not one.void for one in self.rounds))
    @rule(which=st.integers(0, 50), back=st.integers(1, 2))
    def corrected(self, which: int, back: int) -> None:
        good = [one for one in self.rounds if not one.void][-2:]
        found = good[-min(back, len(good))]
        others = list(misread(found.hands))
        assume(others)
        hands = others[which % len(others)]
        before = {name: self.short(name) for name in NAMES}
        free = {name: self.free(name) for name in NAMES}
        fields = {"coup": found.coup, "hands": text(hands), "reason": "a card was misread"}
        done = self.do(DEE, "correct-result", **fields)
        assert self.frozen or not done
        if not done:
            return
        self.differs(found, hands, before, free)
        found.hands = hands

    def differs(
        self, found: Round, hands: Hands | None, before: dict[str, int], free: dict[str, int]
    ) -> None:
        """What other hands bring instead, or none; a case only where there is no more to take."""
        for name in NAMES:
            lines = [line for line in found.lines if line[0] == name]
            was = sum(self.table.brings(wager, cents, found.hands) for _, wager, cents in lines)
            now = sum(
                cents if hands is None else self.table.brings(wager, cents, hands)
                for _, wager, cents in lines
            )
            self.counted[name].owed += now - was
            missing = max(0, was - now - free[name])
            assert self.short(name) - before[name] == missing

    @precondition(lambda self: any(not one.void for one in self.rounds))
    @rule()
    def invalidated(self) -> None:
        found = self.rounds[-1]
        assume(not found.void)
        before = {name: self.short(name) for name in NAMES}
        free = {name: self.free(name) for name in NAMES}
        fields = {"ground": "fire", "reason": "smoke", "coup": found.coup}
        if self.do(CAS, "invalidate", **fields):
            self.differs(found, None, before, free)
            found.void = True

    @rule(how=st.sampled_from(["credit", "cash", "waived"]))
    def made_good(self, how: str) -> None:
        for case in self.shortfalls():
            name, cents = case.person or "", case.amount_cents or 0
            free = self.free(name)
            fields = {"matter": case.number, "how": how, "reason": "agreed"}
            done = self.do(TOM, "close-shortfall", **fields)
            if how == "credit":
                assert done == (free >= cents and not self.frozen)
            if done and how != "credit":
                self.counted[name].owed += cents

    # What always holds ---------------------------------------------------------------------

    @invariant()
    def terminals_hold_what_is_counted(self) -> None:
        for name, one in self.counted.items():
            assert self.table.credit(name) == one.owed + self.short(name), name
            assert self.table.one(name).stakes == one.stakes
            assert self.free(name) >= 0
            assert (self.table.one(name).fault is not None) == one.broken
        assert self.table.layout == sum(sum(one.live.values()) for one in self.counted.values())

    @invariant()
    def money_balances_and_questions_are_those_asked(self) -> None:
        table = self.table.play.table
        assert unbalanced(table.balances) is None
        asked = {
            (table.wagers[one].person, table.wagers[one].wager)
            for one in terminals_of(table).questioned
            if one in table.wagers
        }
        assert asked == self.asked

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.seen.update(type(event).__name__ for event in self.table.events)
            check_journal(self.table.events, self.table.play.table)


def permitted(cents: int) -> int:
    """The next lower amount that the sign permits; below the minimum any amount may lie."""
    cents = min(cents, MAXIMUM)
    return cents - (cents - MINIMUM) % UNIT if cents > MINIMUM else cents


def without(stakes: dict[str, int], wager: str) -> dict[str, int]:
    return {name: cents for name, cents in stakes.items() if name != wager}


def test_terminals_in_any_order() -> None:
    run(Terminals, 100, 60, known=True)


@pytest.mark.long
def test_terminals_in_any_order_for_long() -> None:
    run(Terminals, 1_500, 80, known=False)
    assert Terminals.seen >= REACHED
