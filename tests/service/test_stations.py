"""Terminals served: tickets cross between tables once, whoever dies or comes first."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Store
from pitboss.service.ticker import LATE, after_stop, fire_due
from pitboss.table.terminals.parts import terminals_of
from tests.service.play import SECRET
from tests.service.stations import DEE, StationRig, station

ONE, TWO = "table:1", "table:2"
A, B = station("a"), station("b")


def two_tables(store: Store) -> StationRig:
    rig = StationRig(store)
    rig.open(ONE, "a")
    rig.open(TWO, "b")
    return rig


def sound(store: Store) -> bool:
    verdict = verify_lines(export_lines(store, Signer(SECRET), "now"), AGGREGATES)
    assert verdict.sound, verdict
    return True


def owed(rig: StationRig) -> int:
    """What terminals and holders of tickets are owed, whatever is on its way between streams."""
    tables = [rig.table(name) for name in (ONE, TWO)]
    kept = sum(table.balances.get("tickets", 0) for table in tables)
    return rig.credit(ONE, "a") + rig.credit(TWO, "b") + kept


def test_3_16_b_a_ticket_made_at_one_table_is_credit_at_another_once() -> None:
    rig = two_tables(MemoryStore())
    rig.do(ONE, A, "insert-note", amount_cents=5_000)
    rig.do(ONE, A, "print-ticket")
    assert rig.register().tickets == {}
    rig.tables.deliver()
    assert rig.register().out_cents == 5_000
    (ticket,) = rig.printed(ONE, "a")
    rig.do(TWO, B, "insert-ticket", ticket=ticket)
    assert rig.credit(TWO, "b") == 0
    rig.tables.deliver()
    assert (rig.credit(TWO, "b"), rig.register().out_cents) == (5_000, 0)
    rig.do(ONE, A, "insert-ticket", ticket=ticket)
    rig.tables.deliver()
    assert terminals_of(rig.table(ONE)).terminals["a"].refused == "used"
    assert rig.credit(ONE, "a") == 0
    assert sound(rig.store)
    rig.close()


def test_a_code_that_was_not_printed_redeems_nothing() -> None:
    rig = two_tables(MemoryStore())
    rig.do(ONE, A, "insert-note", amount_cents=5_000)
    rig.do(ONE, A, "print-ticket")
    rig.tables.deliver()
    (ticket,) = rig.printed(ONE, "a")
    other = "A" if ticket[-1] != "A" else "B"
    rig.do(TWO, B, "insert-ticket", ticket=ticket[:-1] + other)
    rig.tables.deliver()
    assert terminals_of(rig.table(TWO)).terminals["b"].refused == "forged"
    assert (rig.credit(TWO, "b"), rig.register().out_cents) == (0, 5_000)
    journal = b"".join(line for name in rig.store.streams() for _, line in rig.store.read(name, 0))
    assert ticket.rpartition(".")[2].encode() not in journal
    rig.close()


class DiedError(Exception):
    """The process ended here."""


@pytest.mark.parametrize("after", range(9))
def test_money_is_there_once_whichever_write_is_the_last_before_a_crash(
    tmp_path: Path, after: int
) -> None:
    """Each delivery is cut short after so many messages; another process goes on."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    first = two_tables(SqlStore(url))
    first.do(ONE, A, "insert-note", amount_cents=5_000)
    steps: list[Any] = [
        lambda rig: rig.do(ONE, A, "print-ticket", key="print"),
        lambda rig: rig.tables.deliver(),
        lambda rig: rig.do(TWO, B, "insert-ticket", ticket=rig.printed(ONE, "a")[0], key="insert"),
        lambda rig: rig.tables.deliver(),
    ]
    writes = 0
    submit = first.tables.writer.put

    def counted(*args: Any, **named: Any) -> Any:
        nonlocal writes
        if writes >= after:
            raise DiedError
        writes += 1
        return submit(*args, **named)

    first.tables.writer.put = counted  # type: ignore[method-assign]
    try:
        for step in steps:
            step(first)
    except BaseException:  # noqa: BLE001, S110 - the process is gone, in whatever way
        pass
    second = StationRig(SqlStore(url))
    assert owed(second) == 5_000
    second.tables.deliver()
    if not second.printed(ONE, "a"):
        steps[0](second)
        second.tables.deliver()
    assert owed(second) == 5_000
    if second.register().out_cents:
        steps[2](second)
        second.tables.deliver()
    assert (second.credit(ONE, "a"), second.credit(TWO, "b")) == (0, 5_000)
    assert second.register().adds_up
    assert sound(second.store)
    second.close()


def test_one_terminal_is_bound_once_by_two_servers_at_the_same_moment(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    first = two_tables(SqlStore(url))
    second = StationRig(SqlStore(url))
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(rig.bind, name, "c") for rig, name in ((first, ONE), (second, TWO))]
        refused = [one.result().refusal for one in asked]
    assert [one is None for one in refused].count(True) == 1
    (why,) = [one for one in refused if one is not None]
    assert (why.code, why.clauses) == ("terminal-bound", ("1.1:ats", "5.17"))
    assert sound(first.store)
    second.close()
    first.close()


def test_a_hundred_claims_of_one_ticket_at_once_pay_once(tmp_path: Path) -> None:
    rig = StationRig(SqlStore(f"sqlite:///{tmp_path / 'house.db'}"))
    names = [f"t{number}" for number in range(100)]
    rig.open(ONE, "a", *names)
    rig.do(ONE, A, "insert-note", amount_cents=5_000)
    rig.do(ONE, A, "print-ticket")
    rig.tables.deliver()
    (ticket,) = rig.printed(ONE, "a")
    with ThreadPoolExecutor(8) as pool:
        done = list(
            pool.map(lambda n: rig.do(ONE, station(n), "insert-ticket", ticket=ticket), names)
        )
    assert len(done) == 100
    rig.tables.deliver()
    assert sorted(rig.credit(ONE, name) for name in names)[-2:] == [0, 5_000]
    assert rig.register().redeemed == 1
    assert sound(rig.store)
    rig.close()


def touched(store: Store) -> StationRig:
    rig = two_tables(store)
    rig.do(ONE, A, "insert-note", amount_cents=5_000)
    rig.do(ONE, DEE, "introduce-cards", backs="red")
    rig.do(ONE, DEE, "call-bets", call="place your bets")
    rig.do(ONE, A, "touch-wager", wager="player", amount_cents=2_000)
    return rig


def test_5_21_a_a_server_that_stopped_inside_a_period_gives_wagers_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    rig = touched(SqlStore(url))
    again = StationRig(SqlStore(url), rig.clock)
    after_stop(again.tables)
    after_stop(again.tables)
    one = terminals_of(again.table(ONE)).terminals["a"]
    assert (one.stakes, one.rejected) == ({}, {"player": "malfunction"})
    assert one.fault is not None
    assert again.credit(ONE, "a") == 5_000
    assert sound(again.store)
    again.close()
    rig.close()


@pytest.mark.parametrize("late", [dt.timedelta(0), LATE * 3])
def test_the_clock_ends_a_period_and_what_it_finds_late_had_stopped(late: dt.timedelta) -> None:
    rig = touched(MemoryStore())
    ends = rig.table(ONE).betting.closes_at
    assert ends is not None
    fire_due(rig.tables, ends - dt.timedelta(milliseconds=1))
    assert terminals_of(rig.table(ONE)).terminals["a"].stakes
    rig.clock.now = ends + late
    fire_due(rig.tables, rig.clock.now)
    assert (rig.credit(ONE, "a") == 5_000) is bool(late)
    assert not terminals_of(rig.table(ONE)).terminals["a"].stakes
    assert sound(rig.store)
    rig.close()


def test_a_server_that_heard_nothing_for_a_while_does_not_void_what_another_recorded(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    first = touched(SqlStore(url))
    second = StationRig(SqlStore(url), first.clock)
    ends = second.table(ONE).betting.closes_at
    assert ends is not None
    first.clock.now = ends
    fire_due(first.tables, ends)
    assert first.credit(ONE, "a") == 3_000
    # Its table is still the one of the running period: no notice has reached it since.
    assert terminals_of(second.table(ONE)).terminals["a"].stakes
    first.clock.now = ends + LATE * 3
    fire_due(second.tables, first.clock.now)
    first.tables.follow(ONE)
    assert first.credit(ONE, "a") == second.credit(ONE, "a") == 3_000
    assert terminals_of(first.table(ONE)).terminals["a"].fault is None
    assert sound(first.store)
    second.close()
    first.close()
