"""Wagers at the table: what scenarios cannot say, and random wagering that must never break."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import pytest

import pitboss
from pitboss.ledger import unbalanced
from pitboss.refusal import Refusal
from pitboss.table import Event, Table, act, read_command
from pitboss.table.settlement.settle import CoupSettled

BOOKS = ("star-baccarat", "star-premium-baccarat")
NOW = dt.datetime(2026, 11, 16, 20, 0, tzinfo=dt.UTC)
SIGN = {
    "minimum_cents": 2_500,
    "maximum_cents": 50_000,
    "unit_cents": 500,
    "differential_cents": 10_000,
    "area_maximum_cents": {"player": 200_000, "banker": 200_000, "tie": 100_000},
    "values": {"chip": "0.50"},
}


class Floor:
    """A table with people at it and a shoe ready."""

    def __init__(self, book: str) -> None:
        self.rules = pitboss.rulebook(book).rules
        self.table = Table()
        self.must("Dee", "sign-on", rank="Dealer")
        self.must("Sue", "sign-on", rank="Gaming Supervisor")
        self.must(
            "Dee",
            "open-table",
            layout="A",
            place="salon",
            sign=SIGN,
            float_cents=10**9,
        )
        for name in ("Ann", "Bob", "Cal"):
            self.must(name, "arrive", chips_cents=10**7)
        self.must("Dee", "introduce-cards", backs="red")
        self.must("Dee", "shuffle")
        self.must("Sue", "cut-cards", depth=100)
        self.must("Dee", "place-cutting-card", behind=20)
        self.must("Dee", "load-shoe")
        self.must("Dee", "burn-cards")

    def do(self, by: str, word: str, **fields: Any) -> tuple[Event, ...] | Refusal:
        """One command; the state only changes where it is accepted."""
        done = act(
            self.rules, self.table, read_command({"do": word, "by": by, "at": NOW, **fields})
        )
        if isinstance(done, Refusal):
            return done
        self.table, events = done
        assert unbalanced(self.table.balances) is None
        return events

    def must(self, by: str, word: str, **fields: Any) -> tuple[Event, ...]:
        """One command that is accepted."""
        done = self.do(by, word, **fields)
        assert not isinstance(done, Refusal), done
        return done

    def coup(self, cards: str) -> CoupSettled:
        """Deal these cards, announce, settle."""
        for card in cards.split():
            self.must("Dee", "deal-card", card=card)
        self.must("Dee", "announce")
        settled = self.must("Dee", "settle")[0]
        assert isinstance(settled, CoupSettled)
        return settled


@pytest.mark.clause("star-baccarat", "6.5")
def test_6_5_a_line_says_why_a_part_went_back() -> None:
    floor = Floor("star-baccarat")
    floor.must("Dee", "find-wager", person="Ann", wager="banker", amount_cents=60_000)
    settled = floor.coup("2h 9c 3d Kc")
    (line,) = (one.line for one in settled.lines)
    assert "19 to 20 of 500.00" in line.why
    assert "100.00 over the limit went back" in line.why
    assert "6.5" in line.clauses


@pytest.mark.clause("star-premium-baccarat", "6.3")
def test_6_3_a_line_says_that_the_wager_stands() -> None:
    floor = Floor("star-premium-baccarat")
    floor.must("Dee", "find-wager", person="Ann", wager="banker", amount_cents=60_000)
    (line,) = (one.line for one in floor.coup("2h 9c 3d Kc").lines)
    assert "19 to 20 of 600.00" in line.why
    assert "stands" in line.why


@pytest.mark.parametrize("book", BOOKS)
def test_a_lower_maximum_is_in_force_once_the_wagers_are_gone(book: str) -> None:
    floor = Floor(book)
    floor.must("Ann", "place-wager", wager="player", amount_cents=50_000)
    floor.must("Sue", "change-limits", maximum_cents=40_000)
    floor.must("Ann", "withdraw-wager", number=1)
    refused = floor.do("Ann", "place-wager", wager="player", amount_cents=50_000)
    assert isinstance(refused, Refusal)
    assert refused.code == "above-maximum"


WAGERS = ("player", "banker", "tie", "player-pair", "tiger", "dragon")
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
PEOPLE = ("Ann", "Bob", "Cal", "Dee", "Sue", "Nobody")
PLAYERS_DO = ("place-wager", "increase-wager", "withdraw-wager")
BETTING = (*PLAYERS_DO, "find-wager", "reduce-wagers", "find-invalid", "refuse-wager")
DEALING = ("deal-card", "announce", "settle")
OTHERS = ("relax-close", "find-past-excess", "confine-wager", "lift-confinement")


def some(chance: random.Random, table: Table, word: str) -> dict[str, Any]:
    """Fields for a command, sensible or not."""
    amount = chance.choice((0, -5, 1_000, 2_500, 3_000, 30_000, 60_000, 10**9))
    number = chance.choice((*table.wagers, table.placed + 1))
    wager = chance.choice(WAGERS)
    fields: dict[str, dict[str, Any]] = {
        "place-wager": {"wager": wager, "amount_cents": amount},
        "increase-wager": {"number": number, "amount_cents": amount},
        "withdraw-wager": {"number": number},
        "find-wager": {
            "person": chance.choice(PEOPLE),
            "wager": wager,
            "amount_cents": amount,
            "box": chance.choice((None, 1, 40)),
        },
        "find-invalid": {"number": number, "defect": "not-flat"},
        "refuse-wager": {"number": number, "grounds": chance.choice(("", "reasons"))},
        "relax-close": {"reason": "unfair"},
        "reduce-wagers": {
            "area": chance.choice(WAGERS[:3]),
            "limit": chance.choice(("differential", "area-maximum")),
            "choice": chance.choice(("reduce", "leave")),
        },
        "find-past-excess": {"coup": chance.randint(0, 3), "limit": "maximum"},
        "confine-wager": {"wager": wager, "sign": True},
        "lift-confinement": {"wager": wager},
        "deal-card": {"card": chance.choice(CARDS)},
    }
    return fields.get(word, {})


@pytest.mark.parametrize("book", BOOKS)
def test_random_wagering_gives_events_or_refusals_and_conserves_money(book: str) -> None:
    accepted: set[str] = set()
    for seed in range(6):
        floor, chance = Floor(book), random.Random(seed)
        for number in range(1_500):
            # Betting and dealing take turns, as at a table; mostly the right people act.
            words = (*BETTING, *8 * BETTING[:1]) if number // 30 % 2 else (*DEALING, *DEALING)
            word = chance.choice((*words, *OTHERS))
            right = PEOPLE[:3] if word in PLAYERS_DO else ("Dee", "Sue")
            by = chance.choice(PEOPLE if chance.random() < 0.2 else right)
            if not isinstance(floor.do(by, word, **some(chance, floor.table, word)), Refusal):
                accepted.add(word)
    assert {*BETTING, *DEALING} <= accepted
