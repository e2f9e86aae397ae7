"""A table played straight: opened, cards made ready, shoes dealt to the last coup.

What it does is always accepted; a refusal is an error. Tests, benchmarks and the chaos dealer
share it, so that the usual way of a table is written once.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pitboss.cards import CARDS_IN_DECK, name
from pitboss.cards import Card as Face
from pitboss.editions.tables import USED
from pitboss.refusal import Refusal
from pitboss.table import ENTRIES, Event, Rules, Table, act
from pitboss.table.cards.cut import next_cutter, offered_first
from pitboss.table.machine import Query
from pitboss.table.people.player_card import card_rule
from pitboss.table.play import END, Ask, Card, Pay, Say
from pitboss.table.state import SignState, Span
from pitboss.table.usual.opening import notices_shown, stands, usual_layout

Stake = tuple[str, str, int]
"""Person, wager, cents."""

START = dt.datetime(2026, 11, 16, 9, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
FLOAT_CENTS = 10_000_000_000
DEALER, SUPERVISOR, MANAGER = "Dee", "Sue", "Max"


class NotAcceptedError(Exception):
    """A step that is always accepted was refused."""


def sign_for(
    offered: Iterable[str] = (),
    values: Mapping[str, str] | None = None,
    area: Mapping[str, int] | None = None,
) -> SignState:
    """A sign without limits that offers these optional wagers."""
    wide = Span(minimum_cents=0, maximum_cents=None)
    return SignState(
        offered=tuple(offered),
        wagers=dict.fromkeys(offered, wide),
        values=dict(values or {}),
        area_maximum_cents=dict(area or {}),
    )


class Steady:
    """One table, always dealt by the book; `keep` is called with the events of each step."""

    def __init__(self, rules: Rules, keep: Callable[[Sequence[Event]], None] | None = None) -> None:
        self.rules = rules
        self.keep = keep
        self.table = Table()
        self.now = START
        self.order: Sequence[Face] = ()
        rung = rules.edition.ranks.ladder
        for person, rank in ((DEALER, rung[0]), (SUPERVISOR, rung[1]), (MANAGER, rung[-1])):
            self.do("sign-on", person, role="staff", rank=rank)

    def do(self, word: str, by: str, **fields: Any) -> tuple[Event, ...]:
        """One command, a second later; refused is an error."""
        self.now += SECOND
        done = act(self.rules, self.table, ENTRIES[word].kind(by=by, at=self.now, **fields))
        if isinstance(done, Refusal):
            raise NotAcceptedError(f"{word} by {by}: {done.code}: {done}")
        self.table, events = done
        if self.keep is not None:
            self.keep(events)
        return events

    def open(
        self,
        game: str | None = None,
        layout: str | None = None,
        decks: int | None = None,
        sign: SignState | None = None,
    ) -> None:
        """Open the table, with a float that lasts."""
        edition = self.rules.edition
        layout = layout or usual_layout(edition)
        laid = edition.layout_in_use(layout)
        seats = max(laid.seats)
        self.do(
            "open-table",
            SUPERVISOR,
            game=game,
            decks=decks,
            sign=sign or SignState(),
            shown=notices_shown(edition, game or edition.default_game),
            float_cents=FLOAT_CENTS,
            layout=layout,
            seats=seats,
            **stands(edition, layout, seats),
        )

    def seat(self, people: Iterable[str], cents: int) -> None:
        """Players arrive and stand where no box is free."""
        for person in people:
            self.do("arrive", person, chips_cents=cents)
            if card_rule(Query(self.rules, self.table), self.now) is not None:
                self.do("record-player-card", DEALER, person=person, card=person)

    def new_shoe(self, order: Sequence[Face], behind: int) -> None:
        """Cards in this order are made ready, with one burned unseen."""
        self.order = order
        self.do("introduce-cards", DEALER, backs="red", kind=USED if self.table.shoes else None)
        self.do("shuffle", DEALER)
        cutter = self._cutter()
        self.do("cut-cards", cutter, depth=max(CARDS_IN_DECK, len(order) // 4))
        self.do("place-cutting-card", DEALER, behind=behind)
        self.do("load-shoe", DEALER)
        shown = self.rules.edition.shoe.burn[0].shown == "always"
        self.do("burn-cards", DEALER, **({"card": name(order[0])} if shown else {}))

    def _cutter(self) -> str:
        """Whoever cuts: the player whose turn it is, where the cut is offered to players first."""
        query, stack = Query(self.rules, self.table), self.table.stack
        turn = next_cutter(query, stack) if stack is not None and offered_first(query) else None
        if turn is None:
            return SUPERVISOR
        self.do("offer-cut", SUPERVISOR, to=turn)
        return turn

    def coup(self, stakes: Iterable[Stake]) -> tuple[Event, ...]:
        """One coup: wagers, the deal face up, the result, the settlement; its last events."""
        for person, wager, cents in stakes:
            self._stake(person, wager, cents)
        return self.round()

    def round(self, decide: Callable[[Steady, Ask], None] | None = None) -> tuple[Event, ...]:
        """The deal of a round on the wagers that lie; `decide` answers for those who are asked."""
        while True:
            step = self.rules.play.next(Query(self.rules, self.table))
            if isinstance(step, Card):
                self._deal()
            elif isinstance(step, Say):
                self.do("announce", DEALER)
            elif isinstance(step, Ask) and decide is not None:
                decide(self, step)
            elif isinstance(step, Pay):
                paid = self.do("settle", DEALER)
                if step.moment == END:
                    return paid
            else:
                raise NotAcceptedError("A table played straight deals its cards face up.")

    def _stake(self, person: str, wager: str, cents: int) -> None:
        """Placed openly; what would exceed its area lies there unseen and is found by staff."""
        most = self.table.sign.area_maximum_cents.get(wager)
        lying = self.table.wagers.values() if most is not None else ()
        if (
            most is not None
            and cents + sum(p.stake_cents for p in lying if p.wager == wager) > most
        ):
            self.do("find-wager", DEALER, person=person, wager=wager, amount_cents=cents)
        else:
            self.do("place-wager", person, wager=wager, amount_cents=cents)

    def _deal(self) -> None:
        shoe = self.table.shoe
        if shoe is None:
            raise NotAcceptedError("No shoe is in play.")
        if shoe.cutting_card == "ahead" and shoe.left == shoe.behind:
            self.do("show-cutting-card", DEALER)
        self.do("deal-card", DEALER, card=name(self.order[len(shoe.drawn)]))

    @property
    def over(self) -> bool:
        """Whether the shoe has been dealt out."""
        return self.table.shoe is None or self.table.shoe.over is not None
