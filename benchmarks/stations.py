"""Automated terminals beside their floors: expiry, correction, memory, and the last second."""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from collections.abc import Sequence

import msgspec

from benchmarks.measure import Measure, measure
from benchmarks.service import MOST_TIMES, slowest
from benchmarks.touches import RULEBOOK, last_touches
from pitboss.book import rulebook
from pitboss.cards import full_shoe, name
from pitboss.chaos.steady import DEALER, SECOND, SUPERVISOR, Steady
from pitboss.refusal import Refusal
from pitboss.table import ENTRIES, Event, Query, act
from pitboss.table.play import Pay, Say
from pitboss.table.state import SignState

STATIONS, TABLES, TOUCHERS = 50, 10, 500
REGISTER = "tickets:bench"
CREDIT_CENTS = 10**9
SIGN = SignState(minimum_cents=1_000, maximum_cents=100_000, unit_cents=500)
KILOBYTE = 1e3
SEED = 7
MANAGER = "Tom"
SHUFFLER = "Max"
"""The highest rank, without whom no cards are shuffled by hand."""
_encode = msgspec.json.Encoder().encode


def standing(terminals: int) -> Steady:
    """A table with so many terminals, their credit, and a shoe made ready."""
    table = Steady(rulebook(RULEBOOK).rules)
    table.open(sign=SIGN)
    table.do("sign-on", MANAGER, role="staff", rank="Table Games Manager")
    table.do("sign-on", "clock", role="clock")
    for number in range(terminals):
        table.do(
            "connect-terminal",
            "clock",
            terminal=f"T{number}",
            layout="14",
            register=REGISTER,
        )
        table.do("credit-terminal", DEALER, terminal=f"T{number}", amount_cents=CREDIT_CENTS)
    cards = full_shoe(8)
    random.Random(SEED).shuffle(cards)
    table.order = tuple(cards)
    table.do("introduce-cards", DEALER, backs="red")
    table.do("shuffle", SHUFFLER)
    table.do("cut-cards", SUPERVISOR, depth=104)
    table.do("place-cutting-card", DEALER, behind=20)
    table.do("load-shoe", DEALER)
    table.do("burn-cards", DEALER, card=name(cards[0]))
    return table


def staked(table: Steady, terminals: int) -> None:
    """A period begins; each terminal has one wager that stands and one that expiry rejects."""
    table.do("call-bets", DEALER, call="place your bets")
    for number in range(terminals):
        main = ("player", "banker")[number % 2]
        table.now -= SECOND  # they touch at once, not one a second
        table.do("touch-wager", f"T{number}", wager=main, amount_cents=2_700)
        table.now -= SECOND
        table.do("touch-wager", f"T{number}", wager="tie", amount_cents=500)


def expired(table: Steady) -> tuple[float, float]:
    """Seconds for the expiry of the period, and for writing its events as JSON."""
    ends = table.table.betting.closes_at
    if ends is None:
        raise RuntimeError("no period runs")
    table.now = ends
    command = ENTRIES["end-period"].kind(by=DEALER, at=ends)
    began = time.thread_time()
    done = act(table.rules, table.table, command)
    took = time.thread_time() - began
    if isinstance(done, Refusal):
        raise TypeError(done.sentence)
    table.table, events = done
    began = time.thread_time()
    for event in events:
        _encode(event)
    return took, time.thread_time() - began


def dealt(table: Steady) -> tuple[float, Sequence[Event]]:
    """The coup is dealt and entered; seconds of its settlement, and what it told."""
    table.do("call-bets", DEALER, call="no more bets")
    while True:
        step = table.rules.play.next(Query(table.rules, table.table))
        if isinstance(step, Say):
            table.do("announce", DEALER)
        elif isinstance(step, Pay):
            break
        else:
            shoe = table.table.shoe
            if shoe is None:
                raise RuntimeError("no shoe is in play")
            table.do("deal-card", DEALER, card=name(table.order[len(shoe.drawn)]))
    coup = table.table.coup
    if coup is None:
        raise RuntimeError("no coup is in play")
    result = table.rules.play.outcome(coup.known())
    table.do("enter-result", DEALER, result=result)
    began = time.thread_time()
    events = table.do("settle", DEALER)
    return time.thread_time() - began, events


def corrected(table: Steady) -> float:
    """Seconds to freeze the accounts, and to compute the results of the last coup again."""
    last = table.table.results[-1]
    hands = {hand: list(cards) for hand, cards in last.hands.items()}
    said = {hand: " ".join(map(name, cards)) for hand, cards in hands.items()}
    began = time.thread_time()
    table.do("freeze-accounts", DEALER, reason="a card was misread")
    for hand, cards in hands.items():
        # Another suit of the same rank: everything is computed again, on other cards.
        for place, card in enumerate(cards):
            other = card // 4 * 4 + (card % 4 + 1) % 4
            changed = [*cards[:place], other, *cards[place + 1 :]]
            given = said | {hand: " ".join(map(name, changed))}
            table.do(
                "correct-result", DEALER, coup=last.coup, hands=given, reason="a card was misread"
            )
            return time.thread_time() - began
    raise RuntimeError("the coup had no cards")


def rounds_of(rounds: int) -> tuple[list[tuple[float, float]], list[float], list[float]]:
    """Expiry with its JSON, settlement and correction, of so many rounds in turn."""
    table = standing(STATIONS)
    expiries, settlements, corrections = [], [], []
    for _ in range(rounds):
        staked(table, STATIONS)
        expiries.append(expired(table))
        settlements.append(dealt(table)[0])
        corrections.append(corrected(table))
        table.do("release-accounts", MANAGER, how="corrected")
    return expiries, settlements, corrections


def idle_bytes() -> float:
    """What an idle terminal takes in memory: a table with many less one with none."""

    def held(terminals: int) -> int:
        gc.collect()
        tracemalloc.start()
        kept = standing(terminals)
        gc.collect()
        found, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del kept
        return found

    held(0)
    return (held(STATIONS) - held(0)) / STATIONS


def last_second(rounds: int) -> list[Measure]:
    """500 terminals at 10 tables touch in the last second of their period, over HTTP."""
    seen = last_touches(rounds, TABLES, TOUCHERS)

    def middle(of: str) -> float:
        found = sorted(slowest(getattr(one, of), 0.99) for one in seen.coups)
        return found[len(found) // 2]

    work = f"{TOUCHERS} terminals at {TABLES} tables touch over HTTP in the last second"
    floor = middle("floor_ms")
    beside = ("asking who one is in the same pattern, ms", floor)
    for one in seen.coups:
        if one.standing != one.accepted:
            raise RuntimeError(f"{one.accepted} touches were accepted, {one.standing} stand")
    undecided = sum(one.undecided for one in seen.coups)
    return [
        measure(
            f"{work}: p99",
            "ms",
            middle("wagers_ms"),
            beside,
            min(250.0, MOST_TIMES * floor),
            lower=True,
        ),
        measure(
            "of these, neither accepted nor refused with a clause",
            "touches",
            undecided,
            ("touches given", TOUCHERS * rounds),
            0,
            lower=True,
        ),
    ]


def playing(rounds: int) -> Sequence[Measure]:
    """Expiry, correction and memory in the core; the last second over HTTP."""
    expiries, settlements, corrections = rounds_of(rounds)
    expiry, writing = min(one for one, _ in expiries), min(one for _, one in expiries)
    return [
        measure(
            f"expiry of a period with {STATIONS} terminals: adjust, reject, aggregate, post",
            "/s",
            1 / expiry,
            ("writing its events as JSON, /s", 1 / writing),
            0.02 / writing,
        ),
        measure(
            f"freeze and recalculation of {STATIONS} accounts",
            "ms",
            min(corrections) * 1e3,
            ("an ordinary settlement of them, ms", min(settlements) * 1e3),
            2 * min(settlements) * 1e3,
            lower=True,
        ),
        measure(
            "memory of an idle terminal, in its table's state",
            "kB",
            idle_bytes() / KILOBYTE,
            ("the most that was allowed, kB", 20.0),
            20.0,
            lower=True,
        ),
        *last_second(rounds),
    ]
