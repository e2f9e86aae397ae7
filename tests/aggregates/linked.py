"""A link for tests: commands with their givers, and an edition that has a pool."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pitboss
from pitboss.aggregates.link import Link, LinkEvent, Terms, act, terms_of
from pitboss.aggregates.link.commands import read_command
from pitboss.refusal import Refusal

BOOK = pitboss.rulebook("star-blackjack")
FOUND = terms_of(BOOK.edition)
assert FOUND is not None
TERMS: Terms = FOUND
START = dt.datetime(2026, 11, 16, 20, tzinfo=dt.UTC)
MILLION = 1_000_000
WAGER = "blazing-sevens"
WHOLE, TENTH = "Three Sevens of Diamonds", "Three Suited Sevens"
CONDITIONS: dict[str, Any] = {
    "stake_cents": 500,
    "pay_table": WAGER,
    "increment_millionths": 75_000,
    "seed_cents": 1_000_000,
    "reset_cents": 1_000_000,
}
STAFF = {"by": "max", "role": "staff", "rank": "Gaming Manager"}
SUPERVISOR = {"by": "sue", "role": "staff", "rank": "Gaming Supervisor"}
EYES = {"by": "eve", "role": "surveillance"}
CLOCK = {"by": "clock", "role": "clock"}


class Rig:
    """A link in hand; `do` insists on being accepted, `refused` that nothing changes."""

    def __init__(self, *, opened: bool = True, **conditions: Any) -> None:
        self.link = Link()
        self.events: list[LinkEvent] = []
        self.now = START
        self.rounds: dict[str, int] = {}
        if opened:
            self.do("open-link", STAFF, **(CONDITIONS | conditions))

    def ask(self, do: str, who: dict[str, Any], **data: Any) -> tuple[LinkEvent, ...] | Refusal:
        data.setdefault("at", self.now)
        done = act(TERMS, self.link, read_command({"do": do, **who, **data}))
        if isinstance(done, Refusal):
            return done
        link, events = done
        assert link.adds_up
        assert link.pays_out
        assert link.meter_millionths >= link.terms.reset_millionths
        self.link = link
        self.events += events
        return events

    def do(self, do: str, who: dict[str, Any], **data: Any) -> tuple[LinkEvent, ...]:
        events = self.ask(do, who, **data)
        assert not isinstance(events, Refusal), events
        return events

    def refused(self, do: str, who: dict[str, Any], **data: Any) -> tuple[str, tuple[str, ...]]:
        before = self.link
        found = self.ask(do, who, **data)
        assert isinstance(found, Refusal), found
        assert self.link is before
        return found.code, found.clauses

    def join(self, *names: str) -> None:
        conditions = {key: getattr(self.link.terms, key) for key in CONDITIONS}
        for name in names:
            self.do("join-table", STAFF, table=name, **conditions)

    def stakes(self, table: str, number: int = 1, **data: Any) -> int:
        """A round with so many stakes; its number."""
        round_ = self.rounds[table] = self.rounds.get(table, 0) + 1
        said = {"round": round_, "stakes": list(range(1, number + 1)), "stake_cents": 500}
        self.do("meter-stakes", self.from_(table), table=table, **(said | data))
        return round_

    def win(self, table: str, *rows: str, **data: Any) -> tuple[LinkEvent, ...]:
        """The next round of a table, won by these rows at once."""
        number = self.stakes(table, len(rows))
        return self.confirm(table, number, *rows, **data)

    def confirm(self, table: str, number: int, *rows: str, **data: Any) -> tuple[LinkEvent, ...]:
        return self.do("confirm-win", self.from_(table), **self.won(table, number, *rows, **data))

    def won(self, table: str, number: int, *rows: str, **data: Any) -> dict[str, Any]:
        winners = [
            {"number": place, "person": f"{table}/p{place}", "row": row}
            for place, row in enumerate(rows, 1)
        ]
        said = {"table": table, "round": number, "stamp": self.now, "winners": winners}
        return {**said, "chips": [1], **data}

    def later(self, seconds: float = 2) -> None:
        self.now += dt.timedelta(seconds=seconds)

    @staticmethod
    def from_(table: str) -> dict[str, Any]:
        return {"by": table, "role": "table"}

    def paid(self) -> list[int]:
        """The payments so far, in cents."""
        return [
            one.amount_cents
            for event in self.events
            if (sharing := getattr(event, "sharing", None)) is not None
            for one in sharing.payments
        ]

    @property
    def meter(self) -> int:
        """What the meter shows, in whole millionths."""
        return self.link.meter_millionths
