"""The same evening twice: once without a mistake, once with cards misread and corrected later.

Both end with the same sums, whatever was done between the mistake and its correction.
"""

from __future__ import annotations

import datetime as dt
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.chaos.checks import check_journal
from pitboss.ledger import DROP, FLOAT, OUTSIDE, STATIONS, unbalanced
from pitboss.ledger import TICKETS as OUT
from pitboss.table.state import Matter
from pitboss.table.terminals.shortfall import KIND as SHORTFALL
from tests.second.tableau import play
from tests.table.terminals.hall import (
    CAS,
    CLOCK,
    DEE,
    MAXIMUM,
    NO_MORE,
    PLACE,
    TOM,
    Hands,
    Station,
    in_turn,
    misread,
    run,
    text,
)

NAMES = ("T1", "T2")
NAME = st.sampled_from(NAMES)
WAGER = st.sampled_from(["player", "banker", "tie"])
CENTS = st.sampled_from([500, 1_000, 2_500, 10_000])
PERIOD = dt.timedelta(seconds=15)
REACHED = {"CoupCorrected", "ShortfallNoted", "ShortfallClosed", "corrected twice", "in a period"}
"""What must have happened in some of the runs."""


class Twins(RuleBasedStateMachine):
    """`right` is told the cards as they are; `wrong` now and then another one."""

    seen: ClassVar[set[str]] = set()

    @initialize(seed=st.integers(1, 10_000))
    def begin(self, seed: int) -> None:
        self.right, self.wrong = Station(*NAMES, seed=seed), Station(*NAMES, seed=seed)
        for table in self.both:
            assert table.do(CAS, "set-period", milliseconds=15_000)
        self.mistaken: dict[int, Hands] = {}
        self.in_period = False
        self.cash = 0

    @property
    def both(self) -> tuple[Station, Station]:
        return self.right, self.wrong

    def did(self, who: str, word: str, **fields: object) -> bool:
        """An act at both tables, which must agree whether it is in order."""
        done = {table.do(who, word, **fields) for table in self.both}
        assert len(done) == 1, word
        return done.pop()

    def open_cases(self) -> list[Matter]:
        matters = self.wrong.play.table.matters.values()
        return [one for one in matters if one.kind == SHORTFALL and one.stage == "open"]

    def short(self, name: str) -> int:
        return sum(one.amount_cents for one in self.open_cases() if one.person == name)

    @rule(name=NAME, cents=st.sampled_from([500, 2_000, 10_000]))
    def comes_in(self, name: str, cents: int) -> None:
        self.did(DEE, "credit-terminal", terminal=name, amount_cents=cents)

    @rule(name=NAME, part=st.sampled_from([0, 500, 3_000]), ticket=st.booleans())
    def goes_out(self, name: str, part: int, ticket: bool) -> None:
        """As much as both have; a mistake may have given more, or less."""
        cents = min(table.credit(name) for table in self.both)
        cents = min(cents, part) if part else cents
        if not cents:
            return
        if ticket:
            self.did(name, "print-ticket", amount_cents=cents)
        else:
            self.did(DEE, "pay-out-terminal", terminal=name, amount_cents=cents)

    @rule(touches=st.lists(st.tuples(NAME, WAGER, CENTS), max_size=5))
    def a_period(self, touches: list[tuple[str, str, int]]) -> None:
        for name in NAMES:
            if min(table.credit(name) for table in self.both) < MAXIMUM:
                self.comes_in(name, MAXIMUM)
        if self.did(DEE, "call-bets", call=PLACE):
            self.in_period = True
        for name, wager, cents in touches:
            self.touched(name, wager, cents)

    @rule(name=NAME, wager=WAGER, cents=CENTS)
    def touched(self, name: str, wager: str, cents: int) -> None:
        """Where only one of the two has the credit, the wager is taken back."""
        done = [
            table.do(name, "touch-wager", wager=wager, amount_cents=cents) for table in self.both
        ]
        if done[0] != done[1]:
            for table in self.both:
                table.do(name, "cancel-touch", wager=wager)
        assert self.right.one(name).stakes == self.wrong.one(name).stakes

    @precondition(lambda self: self.in_period)
    @rule(mistake=st.booleans(), which=st.integers(0, 60))
    def the_cards(self, mistake: bool, which: int) -> None:
        """The period ends, and a coup is dealt; at the one table a card of it is misread."""
        for table in self.both:
            ends = table.play.table.betting.closes_at
            assert ends is not None
            table.play.now = max(table.play.now, ends)
        self.did(CLOCK, "end-period")
        assert self.did(DEE, "call-bets", call=NO_MORE)
        self.in_period = False
        player, banker = play(self.right.coming(6))
        hands: Hands = {"player": player, "banker": banker}
        others = list(misread(hands)) if mistake else []
        if others:
            told = others[which % len(others)]
            self.wrong.comes(*in_turn(told))
            self.mistaken[self.right.play.table.coups + 1] = hands
        for table in self.both:
            assert table.deal()
            coup = table.play.table.coup
            assert coup is not None
            table.do(DEE, "enter-result", result=table.play.rules.play.outcome(coup.known()))
            assert table.do(DEE, "settle")

    @precondition(lambda self: self.mistaken)
    @rule(order=st.booleans(), again=st.integers(0, 60), twice=st.booleans())
    def found(self, order: bool, again: int, twice: bool) -> None:
        """Accounts freeze, all that was misread is corrected, and they are released."""
        assert self.did(DEE, "freeze-accounts", reason="a card was misread")
        self.seen.update({"in a period"} if self.in_period else ())
        for coup in sorted(self.mistaken, reverse=order):
            hands = self.mistaken[coup]
            others = list(misread(hands))
            if twice and self.corrected(coup, others[again % len(others)]):
                self.seen.add("corrected twice")
            assert self.corrected(coup, hands)
        self.mistaken = {}
        assert not self.did(DEE, "release-accounts", how="corrected")
        assert self.did(TOM, "release-accounts", how="corrected")
        self.made_good("credit")

    def corrected(self, coup: int, hands: Hands) -> bool:
        fields = {"coup": coup, "hands": text(hands), "reason": "a card was misread"}
        return self.wrong.do(DEE, "correct-result", **fields)

    def made_good(self, how: str) -> int:
        """What could not be taken back at once is, as far as it can; how much of it."""
        cents = 0
        for case in self.open_cases():
            fields = {"matter": case.number, "how": how, "reason": "made good"}
            if self.wrong.do(TOM, "close-shortfall", **fields):
                cents += case.amount_cents
        return cents

    @precondition(lambda self: self.mistaken and not self.in_period)
    @rule()
    def gone_with_it(self) -> None:
        """What a mistake gave is paid out before it is found; it is brought back in cash."""
        given = {name: self.wrong.credit(name) - self.right.credit(name) for name in NAMES}
        name = max(NAMES, key=lambda one: given[one])
        more = given[name]
        if more <= 0:
            return
        for table in self.both:
            has = table.credit(name) > 0
            assert table.do(DEE, "pay-out-terminal", terminal=name) == has
        self.found(order=False, again=0, twice=False)
        assert self.short(name) == more
        self.cash += self.made_good("cash")

    @invariant()
    def what_is_corrected_is_as_if_nothing_had_been(self) -> None:
        for table in self.both:
            assert unbalanced(table.play.table.balances) is None
        if self.mistaken:
            return
        for name in NAMES:
            assert self.wrong.credit(name) - self.short(name) == self.right.credit(name)
        if self.open_cases():
            return
        # Chips that were paid out too much are in the drop box, as cash.
        apart = {FLOAT: self.cash, DROP: -self.cash}
        for account in (FLOAT, OUT, DROP, STATIONS, OUTSIDE):
            same = self.wrong.balance(account) + apart.get(account, 0)
            assert same == self.right.balance(account), account

    def teardown(self) -> None:
        if not hasattr(self, "wrong"):
            return
        for table in self.both:
            self.seen.update(type(event).__name__ for event in table.events)
            check_journal(table.events, table.play.table)


def test_5_14_a_corrected_evening_ends_as_one_without_the_mistake() -> None:
    run(Twins, 120, 40, known=True)
    assert Twins.seen >= REACHED


@pytest.mark.long
def test_5_14_corrected_evenings_for_long() -> None:
    run(Twins, 700, 50, known=False)
    assert Twins.seen >= REACHED
