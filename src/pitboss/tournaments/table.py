"""A table at which a session is played: real cards, the edition's rules, chips of equal value."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pitboss.aggregates.tournament.terms import Conditions
from pitboss.cards import full_shoe, name
from pitboss.chaos.steady import (
    DEALER,
    FLOAT_CENTS,
    SECOND,
    SUPERVISOR,
    NotAcceptedError,
    Steady,
)
from pitboss.ledger import chips_of
from pitboss.refusal import Refusal, sure
from pitboss.table import ENTRIES, Event, act
from pitboss.table.betting.window import NO_MORE
from pitboss.table.machine import Query
from pitboss.table.people.player_card import card_of, card_rule
from pitboss.table.play import END, Ask, Card, Do, Pay, Say
from pitboss.table.state import SignState
from pitboss.table.tournament.play import play_of, waiting
from pitboss.table.tournament.slips import slip_commitment
from pitboss.table.tournament.wagers import FIRST, when_announced
from pitboss.table.usual.next_act import propose
from pitboss.table.usual.opening import opening, stands, usual_layout

HANDS = 2
"""Bots wager on the first of the main wagers: on the hands, where there are two."""
CLOCK = "clock"
"""Who gives a table what its tournament tells."""
READ_WELL = 0.5
"""How often a slip that does not comply is sent back; else it is found out when announced."""
LONGEST = 400
"""So many acts make a shoe ready, or end a coup, at most."""


Written = tuple[str, str, int]
"""A slip as its player filled it in: the nonce, the wager, the cents."""
NONE_SEALED: Mapping[str, Written] = MappingProxyType({})


class Faces:
    """The cards of the shoe in their order."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = order

    def face(self, place: int) -> str | None:
        """The card at this place."""
        return name(self.order[place])


class SessionTable(Steady):
    """A table of a tournament: sessions one after another, each with its own players."""

    chance: random.Random
    mains: tuple[str, ...]

    def ready(self, terms: Conditions, mains: Sequence[str], chance: random.Random) -> None:
        """Open it under the limits of the conditions, with the wagers on the main hands alone."""
        self.chance = chance
        edition = self.rules.edition
        layout = usual_layout(edition)
        seats = max(edition.layout_in_use(layout).seats)
        fields = {
            **sure(opening(edition, terms.game, layout=layout)),
            **stands(edition, layout, seats),
            "seats": seats,
        }
        values = fields["sign"].values
        fields["sign"] = SignState(
            minimum_cents=terms.minimum_cents or 0,
            maximum_cents=terms.maximum_cents,
            values=values,
        )
        fields["float_cents"] = FLOAT_CENTS
        fields["tournament"] = True
        if terms.method is not None:
            fields["method"] = terms.method
        self.do("sign-on", CLOCK, role="clock")
        self.do("open-table", SUPERVISOR, **fields)
        offered = self.rules.compiled.offered(fields["game"])
        wagers = edition.wagers
        placed = [one for one in mains if one in offered and wagers[one].chosen is None]
        self.mains = tuple(placed[:HANDS])

    # Sessions -----------------------------------------------------------------------------

    def hear(self, says: Mapping[str, Any]) -> tuple[Event, ...] | Refusal:
        """What the tournament tells, given by the clock; the events, or why it is not taken."""
        self.now += SECOND
        fields = {name: one for name, one in says.items() if name != "do"}
        kind = ENTRIES[says["do"]].kind
        done = act(self.rules, self.table, kind(by=CLOCK, at=self.now, **fields))
        if isinstance(done, Refusal):
            return done
        self.table, events = done
        return events

    def cards_shown(self, people: Sequence[str]) -> None:
        """The Player Cards of those who are new at the table, where the rules ask for one."""
        if card_rule(Query(self.rules, self.table), self.now) is None:
            return
        for person in people:
            if card_of(self.table, person) is None:
                self.do("record-player-card", DEALER, person=person, card=person)

    def held(self, person: str) -> int:
        """The chips that somebody has before them."""
        return self.table.balances.get(chips_of(person), 0)

    @property
    def waiting(self) -> list[str]:
        """Who has to wager on the coup to come, in the order in which they do."""
        return list(waiting(self.table))

    def passes(self, person: str) -> bool:
        """Play a pass card, where the player has one."""
        return self._try("play-pass-card", person)

    # Coups --------------------------------------------------------------------------------

    def play(
        self,
        stakes: Mapping[str, tuple[str, int, int]],
        sealed: Mapping[str, Written] = NONE_SEALED,
    ) -> None:
        """One coup with these wagers, in this order: by person the wager, its cents, the box.

        Who seals hands in the slip instead; one that is sent back is wagered openly.
        """
        if self.over:
            self._shoe()
        boxes = self.rules.edition.conduct.boxes is not None
        self.written: dict[str, Written] = {}
        for person, (wager, cents, box) in stakes.items():
            if person in sealed and self._sealed(person, sealed[person]):
                continue
            where = {"box": box} if boxes else {}
            self.do("place-wager", person, wager=wager, amount_cents=cents, **where)
        for _ in range(LONGEST):
            if self._slips():
                continue
            if self._nothing_lies():
                self.do("pass-round", DEALER)
                return
            if self._next():
                return
        raise NotAcceptedError("the coup does not end")

    def seals(self, person: str) -> bool:
        """Whether somebody may seal a wager on the coup to come."""
        play = play_of(self.table)
        return play is not None and play.sealed.get(person, 0) < play.undisclosed

    def _sealed(self, person: str, slip: Written) -> bool:
        """Hand in a slip and have it examined: read, or by eye; sent back where it is refused."""
        nonce, wager, cents = slip
        self.do("hand-in-slip", person, commitment=slip_commitment(*slip))
        content = {"nonce": nonce, "wager": wager, "amount_cents": cents}
        if not self._try("examine-slip", SUPERVISOR, person=person, **content):
            if self.chance.random() < READ_WELL:
                self.do("return-slip", SUPERVISOR, person=person)
                return False
            self.do("examine-slip", SUPERVISOR, person=person)
        self.written[person] = slip
        return True

    def _slips(self) -> bool:
        """Announce a slip where that is due; whether one was."""
        play, coup = play_of(self.table), self.table.coup
        waiting = [] if play is None else [n for n, s in play.slips.items() if not s.announced]
        first = when_announced(Query(self.rules.at(self.table), self.table)) == FIRST
        due = coup is None if first else coup is not None and coup.complete
        if play is None or not waiting or not due:
            return False
        if first and not play.no_more:
            self.do("call-bets", DEALER, call=NO_MORE)
        nonce, wager, cents = self.written[waiting[0]]
        content = {"nonce": nonce, "wager": wager, "amount_cents": cents}
        self.do("announce-slip", SUPERVISOR, person=waiting[0], **content)
        return True

    def _nothing_lies(self) -> bool:
        """Whether the coup to come has no wager: everyone passed, or wrote nothing that counts."""
        table, play = self.table, play_of(self.table)
        if table.coup is not None or table.wagers or play is None or self.waiting:
            return False
        return all(slip.announced for slip in play.slips.values())

    def _next(self) -> bool:
        """Whatever comes next in the coup; whether it was its settlement."""
        step = self.rules.play.next(Query(self.rules, self.table))
        if isinstance(step, Card) and not step.aside:
            self._deal()
        elif isinstance(step, Say):
            self.do("announce", DEALER)
        elif isinstance(step, Pay):
            self.do("settle", DEALER)
            return step.moment == END
        elif isinstance(step, Ask):
            self._answer(step)
        elif isinstance(step, Do | Card):
            self._proposed()
        else:
            return True
        return False

    def _answer(self, step: Ask) -> None:
        """A bot that is asked chooses anything that it can pay for."""
        person = step.people[0]
        known = self.rules.play.choices(Query(self.rules, self.table), person)
        can = [one for one in known if one.closed is None and one.least_cents <= self.held(person)]
        self.chance.shuffle(can)
        for one in can:
            cents = {"amount_cents": one.least_cents} if one.most_cents else {}
            if self._try("choose", person, choice=one.word, hand=one.hand, **cents):
                return
        self.do("record-silence", DEALER, person=person)

    def _try(self, word: str, by: str, **fields: Any) -> bool:
        """One command, where the core accepts it."""
        command = ENTRIES[word].kind(by=by, at=self.now, **fields)
        if isinstance(act(self.rules, self.table, command), Refusal):
            return False
        self.do(word, by, **fields)
        return True

    def _proposed(self) -> None:
        """The house's or a player's part, as the autodealer has it."""
        found = propose(self.rules, self.table, Faces(self.order), self.now, players=True)
        if found is None:
            raise NotAcceptedError("nothing comes next at the table")
        self.do(found.word, found.who, **found.fields)

    def _shoe(self) -> None:
        """New cards, shuffled from the seed, cut and burned."""
        house = self.table.house
        if house is None:
            raise NotAcceptedError("the table is not open")
        order = full_shoe(house.decks)
        self.chance.shuffle(order)
        self.order = tuple(order)
        for _ in range(LONGEST):
            shoe = self.table.shoe
            if shoe is not None and not self.over and self.table.stack is None and shoe.burn_done:
                return
            self._proposed()
        raise NotAcceptedError("the shoe is not made ready")
