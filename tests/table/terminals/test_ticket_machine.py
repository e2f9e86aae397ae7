"""Tickets between two tables, carried in any order: each is made once and pays once."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.aggregates.tickets import TICKETS
from pitboss.aggregates.tickets.events import ClaimRefused, TicketClaimed
from pitboss.chaos.checks import check_journal
from pitboss.ledger import TICKETS as OUT
from pitboss.ledger import unbalanced
from pitboss.table.terminals.tickets import TicketInserted, TicketRedeemed
from tests.table.terminals.hall import CAS, DEE, FLOAT, TOM, Hall, Station, run

ONE, TWO = "table:one", "table:two"
TABLES = (ONE, TWO)
STANDS = {"A1": ONE, "A2": ONE, "B1": TWO, "B2": TWO}
TABLE, NAME = st.sampled_from(TABLES), st.sampled_from(tuple(STANDS))
WHICH = st.integers(0, 30)
REACHED = {
    *("TicketPrinted", "TicketNumbered", "TicketInserted", "TicketRedeemed", "TicketReturned"),
    *("TerminalReleased", "TerminalConnected", "MalfunctionDeclared", "AccountsFrozen"),
    *("used", "forged", "unknown", "paid by the dealer", "waited for the float"),
}
"""What must have happened in some of the runs."""


class Tickets(RuleBasedStateMachine):
    """Terminals make and take tickets while accounts freeze, machines fail and tables change."""

    seen: ClassVar[set[str]] = set()

    @initialize()
    def begin(self) -> None:
        self.hall = Hall(one=("A1", "A2"), two=("B1", "B2"))
        self.came_in = self.went_out = 0
        self.stands: dict[str, str | None] = dict(STANDS)
        self.wrong: set[tuple[str, str, str]] = set()

    def at(self, name: str) -> str:
        """The table at which a terminal stands; one that stands at none asks at the first."""
        return self.stands[name] or ONE

    def station(self, name: str) -> Station:
        return self.hall.tables[self.at(name)]

    @rule(name=NAME, cents=st.sampled_from([500, 2_000, 5_000, 10_000]), note=st.booleans())
    def comes_in(self, name: str, cents: int, note: bool) -> None:
        table = self.at(name)
        if note:
            done = self.hall.do(table, name, "insert-note", amount_cents=cents)
        else:
            fields = {"terminal": name, "amount_cents": cents}
            done = self.hall.do(table, DEE, "credit-terminal", **fields)
        self.came_in += cents if done else 0

    @rule(name=NAME, part=st.sampled_from([None, None, 500, 3_000]))
    def printed(self, name: str, part: int | None) -> None:
        before = self.station(name).credit(name)
        said = {} if part is None else {"amount_cents": part}
        if self.hall.do(self.at(name), name, "print-ticket", **said):
            assert self.station(name).credit(name) == before - (part or before)

    @rule(name=NAME, cents=st.sampled_from([None, 500]))
    def paid_out(self, name: str, cents: int | None) -> None:
        before = self.station(name).credit(name)
        said = {"terminal": name} | ({} if cents is None else {"amount_cents": cents})
        if self.hall.do(self.at(name), DEE, "pay-out-terminal", **said):
            self.went_out += before - self.station(name).credit(name)

    def ticket(self, which: int, wrong: str | None) -> str:
        """What is printed on some ticket; or on one that was never made so."""
        known = self.hall.printed()
        number = sorted(known)[which % len(known)] if known else 1
        good = known.get(number, "hall.1.AAAAAAAAAAAAAAAA")
        house, _, printed = good.split(".")
        if wrong == "forged":
            return f"{house}.{number}.{'B' if printed[0] == 'A' else 'A'}{printed[1:]}"
        if wrong == "unknown":
            return f"{house}.{number + 1_000}.{printed}"
        return f"other.{number}.{printed}" if wrong == "foreign" else good

    @rule(
        name=NAME,
        which=WHICH,
        wrong=st.sampled_from([None, None, None, "forged", "unknown", "foreign"]),
        dealer=st.booleans(),
    )
    def handed_in(self, name: str, which: int, wrong: str | None, dealer: bool) -> None:
        text, table, before = self.ticket(which, wrong), self.at(name), self.station(name)
        held = before.credit(name)
        if dealer:
            done = self.hall.do(table, DEE, "pay-ticket", terminal=name, ticket=text)
        else:
            done = self.hall.do(table, name, "insert-ticket", ticket=text)
        assert not (done and wrong == "foreign")
        if done and wrong is not None:
            read = [one for one in before.events if isinstance(one, TicketInserted)][-1]
            self.wrong.add((table, name, read.cause))
        assert before.credit(name) == held  # the register has not answered

    @precondition(lambda self: self.hall.waiting())
    @rule(which=WHICH)
    def carried(self, which: int) -> None:
        ways = sorted(self.hall.waiting())
        way = ways[which % len(ways)]
        first = self.hall.mail[way][0]
        table = self.hall.tables.get(way[1])
        had = 0 if table is None else table.balance("float")
        gone = self.hall.carry(way)
        if first["do"] == "redeem-ticket" and table is not None:
            paid = had - table.balance("float")
            assert paid in (0, first["amount_cents"])
            assert gone or had < first["amount_cents"]
            self.went_out += paid
            self.seen.update({"paid by the dealer"} if paid else ())
            self.seen.update(() if gone else {"waited for the float"})
        if first["do"] == "connect-terminal":
            assert gone
            self.stands[first["terminal"]] = way[1]

    @rule()
    def all_carried(self) -> None:
        for _ in range(60):
            before = len(self.hall.waiting())
            for which in range(before):
                if self.hall.waiting():
                    self.carried(which)

    @rule(table=TABLE)
    def filled(self, table: str) -> None:
        self.hall.do(table, TOM, "fill", amount_cents=FLOAT)

    @rule(table=TABLE, frozen=st.booleans())
    def doubted(self, table: str, frozen: bool) -> None:
        if frozen:
            self.hall.do(table, DEE, "freeze-accounts", reason="a doubt")
        else:
            self.hall.do(table, TOM, "release-accounts", how="looked at")

    @rule(name=NAME)
    def failed(self, name: str) -> None:
        about = {"what": "terminal", "terminal": name, "grounds": ["c"], "reason": "dead"}
        self.hall.do(self.at(name), DEE, "declare-malfunction", **about)

    @rule(table=TABLE)
    def repaired(self, table: str) -> None:
        for one in self.hall.tables[table].known.values():
            if one.fault is not None:
                said = {"reason": "looked into", "decision": "pay"}
                self.hall.do(table, DEE, "repair-equipment", matter=one.fault, how="restarted")
                self.hall.do(table, TOM, "decide-malfunction", matter=one.fault, **said)

    @rule(name=NAME, table=TABLE)
    def moved(self, name: str, table: str) -> None:
        """Off its table, and bound to another: refused until the register has heard of it."""
        at = self.stands[name]
        if at is not None and self.hall.do(at, DEE, "release-terminal", terminal=name):
            self.stands[name] = None
        bound = name in self.hall.register.terminals
        refusal = self.hall.bind(name, table)
        assert (refusal is not None) == bound
        assert refusal is None or refusal.code == "terminal-bound"

    @rule(table=TABLE)
    def forged_by_nobody(self, table: str) -> None:
        """What the clock says of tickets, players cannot."""
        for who in ("A1", DEE, CAS):
            said = {"terminal": "A1", "cause": "1", "number": 1, "amount_cents": 500}
            assert not self.hall.do(table, who, "redeem-ticket", **said)

    # What always holds ---------------------------------------------------------------------

    @invariant()
    def money_is_somewhere_once(self) -> None:
        hall = self.hall
        credit = sum(table.credit(name) for table in hall.tables.values() for name in STANDS)
        owed = credit + hall.register.out_cents + hall.on_its_way()
        assert owed == self.came_in - self.went_out
        assert hall.register.adds_up
        tickets = sum(table.balance(OUT) for table in hall.tables.values())
        assert tickets == hall.register.out_cents + hall.on_its_way()
        for table in hall.tables.values():
            assert unbalanced(table.play.table.balances) is None

    @invariant()
    def a_ticket_pays_once(self) -> None:
        claimed = [one for one in self.hall.events if isinstance(one, TicketClaimed)]
        worth = {one.number: one.amount_cents for one in claimed}
        assert len(worth) == len(claimed)
        assert self.wrong.isdisjoint((one.table, one.terminal, one.cause) for one in claimed)
        paid = [
            one
            for table in self.hall.tables.values()
            for one in table.events
            if isinstance(one, TicketRedeemed)
        ]
        assert max(Counter(one.number for one in paid).values(), default=0) <= 1
        assert all(one.amount_cents == worth[one.number] for one in paid)

    @invariant()
    def a_terminal_stands_at_one_table(self) -> None:
        for name, at in self.stands.items():
            stands = [one for one in TABLES if name in self.hall.tables[one].known]
            assert stands == ([at] if at is not None else [])

    def teardown(self) -> None:
        if not hasattr(self, "hall"):
            return
        for table in self.hall.tables.values():
            self.seen.update(type(event).__name__ for event in table.events)
            check_journal(table.events, table.play.table)
        refused = (one.reason for one in self.hall.events if isinstance(one, ClaimRefused))
        self.seen.update(refused)
        state = TICKETS.start
        for event in self.hall.events:
            state = TICKETS.evolve(state, event)
        assert state == self.hall.register


def test_tickets_in_any_order() -> None:
    run(Tickets, 80, 80, known=True)


@pytest.mark.long
def test_tickets_in_any_order_for_long() -> None:
    run(Tickets, 1_000, 120, known=False)
    assert Tickets.seen >= REACHED
