"""A table in the hands of the chaos dealer: its state, its people, its clock, its chance."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import CARDS_IN_DECK, Card, name
from pitboss.chaos.steady import START
from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Situation
from pitboss.refusal import Refusal
from pitboss.table import ENTRIES, Event, Rules, Table, act
from pitboss.table.betting.offer import on_offer
from pitboss.table.machine import Entry, Query
from pitboss.table.play import Choice
from pitboss.table.procedures.dummy_grounds import ABOUT
from pitboss.table.state import Granted

PLAYERS = tuple(f"p{number}" for number in range(40))
STAFF = tuple(f"s{number}" for number in range(8))
OTHERS = {"i0": "inspector", "v0": "surveillance", "clock": "clock"}
WATCHERS = ("w0", "w1", "w2")
"""Patrons who only watch."""
STRANGER = "nobody"
SESSIONS = 0.2
"""How many of the tables play tournaments, where the rulebook has them."""

WISHES = 0.15
"""How many of the rounds have cards of two kinds alone, as far as there are such."""
MOST_WISHED = 24

Act = tuple[str, str, dict[str, Any]]
"""The command's word, who gives it, its fields."""


def _rule_words(edition: Edition) -> dict[str, tuple[str, ...]]:
    """The words that rules of procedure name, by rule."""
    found: dict[str, tuple[str, ...]] = {}
    for name_of, rule in edition.rules.items():
        if isinstance(rule.value, str):
            found[name_of] = (rule.value,)
        elif isinstance(rule.value, tuple):
            found[name_of] = tuple(rule.value)
    return found


def _words(edition: Edition) -> tuple[str, ...]:
    """Every word of the edition that a command may name."""
    found = [*edition.approvals, *edition.wagers, *edition.notices, *edition.games, ABOUT]
    found += [word for words in _rule_words(edition).values() for word in words]
    return tuple(dict.fromkeys(found))


def _rows(key: str, situation: Situation) -> tuple[str, ...]:
    """A name for every row of a situation; rows of one name are numbered."""
    names = [row.name for row in situation.rulings]
    found = []
    for place, name_of in enumerate(names):
        which = f" ({names[: place + 1].count(name_of)})" if names.count(name_of) > 1 else ""
        found.append(f"{key}: {name_of}{which}")
    return tuple(found)


def _topics(edition: Edition) -> tuple[str, ...]:
    """What Surveillance or an Inspector is told of beforehand."""
    confined = [
        wager.optional.confine
        for wager in edition.wagers.values()
        if wager.optional and wager.optional.confine
    ]
    return tuple(dict.fromkeys((*confined, ABOUT)))


class World:
    """One table at a time, and what was accepted and refused at all of them so far.

    At a forgetful table the cutting card is overlooked, so that a shoe may run out of cards.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.edition: Edition = rules.edition
        self.chance = random.Random(seed)  # noqa: S311 - a seeded test, not a table's shoe
        self.entries: tuple[Entry, ...] = tuple(rules.entries.values())
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.codes: Counter[tuple[str, str]] = Counter()
        self.rulings: Counter[str] = Counter()
        self.choices: Counter[str] = Counter()
        self.tables = 0
        self.coups = 0
        self.last_situation = ""
        self.fits: dict[str, set[Any]] = {}
        self.unblocks: dict[str, list[str]] = {}
        self.good_words: dict[tuple[str, str], list[str]] = {}
        self.matter_kinds: dict[str, set[tuple[str, str]]] = {}
        self.rows = {key: _rows(key, one) for key, one in self.edition.situations.items()}
        self.rule_words = _rule_words(self.edition)
        offices = {rule.to for rule in self.edition.duties.values()}
        optional = (wager.optional for wager in self.edition.wagers.values())
        offices |= {whom for one in optional if one is not None for whom in one.told}
        self.offices = tuple(sorted(offices | {"Surveillance", "inspector"}))
        self.topics = _topics(self.edition)
        self.words = _words(self.edition)
        self.new_table()

    def new_table(self) -> None:
        """Leave this table and begin at another, not yet open."""
        self.table = Table()
        self.events: list[Event] = []
        self.order: Sequence[Card] = ()
        self.orders: dict[str, Sequence[Card]] = {}
        self.wished: Sequence[Card] = ()
        self.now = START + dt.timedelta(days=self.chance.randrange(300))
        self.forgetful = self.chance.random() < 0.35
        overlaid = bool(self.edition.overlays)
        self.sessions = overlaid and self.chance.random() < SESSIONS
        self.slips: dict[str, dict[str, Any]] = {}
        self.tables += 1

    def to_expiry(self) -> None:
        """Let the wagering period that runs expire."""
        ends = self.table.betting.closes_at
        if ends is not None and not self.table.betting.closed:
            self.now = max(self.now, ends)

    # People ----------------------------------------------------------------------------------

    def one_of(self, names: Sequence[str]) -> str:
        """Anyone of these; a stranger where there is nobody."""
        return self.chance.choice(names) if names else STRANGER

    def players(self) -> list[str]:
        """The patrons at the table."""
        return list(self.table.present("player"))

    def another(self, rank: str, but: str) -> str:
        """One of the staff whose rank suffices, other than someone."""
        return self.one_of([name for name in self.staff(rank) if name != but])

    def staff(self, rank: str | None = None) -> list[str]:
        """The staff on duty, of a rank that suffices if one is named."""
        ranks = self.edition.ranks
        return [
            person
            for person, known in self.table.present("staff").items()
            if rank is None or (known.rank is not None and ranks.meets(known.rank, rank))
        ]

    def bettors(self) -> list[str]:
        """The patrons who may wager."""
        return [name for name, one in self.table.present("player").items() if not one.barred]

    def anyone(self) -> str:
        """Someone known or unknown."""
        return self.chance.choice((*PLAYERS, *STAFF, *OTHERS, *WATCHERS, STRANGER))

    def actor(self, entry: Entry) -> str:
        """Mostly someone whose part it is, of a high rank; sometimes anyone at all."""
        roll = self.chance.random()
        if roll < 0.05:
            return self.anyone()
        if not entry.who:
            return self.chance.choice(PLAYERS)
        role = entry.who[0] if roll < 0.7 else self.chance.choice(entry.who)
        if role == "staff" and roll < 0.75:
            high = self.staff(self.edition.ranks.ladder[-1])
            return self.one_of(high or self.staff())
        return self.one_of(list(self.table.present(role)))

    def times(self, what: str) -> int:
        """How often a command was accepted, a choice made, the rarest ruling of one given."""
        if what in self.rows:
            return min(self.rulings[row] for row in self.rows[what])
        word, _, choice = what.partition(" ")
        return self.choices[choice] if choice else self.accepted[word]

    def chosen_least(self, choice: Choice) -> int:
        """How often a choice was made: the rarest comes most."""
        return self.choices[choice.word]

    # What is there -----------------------------------------------------------------------------

    def requests(self) -> list[Granted]:
        """Approvals asked for and not yet answered."""
        return [
            one
            for one in self.table.approvals.values()
            if one.granted_by is None and not (one.refused or one.withdrawn)
        ]

    def usable(self, keys: Sequence[str]) -> list[int]:
        """Granted approvals of these keys that are not used up."""
        return [
            number
            for number, one in self.table.approvals.items()
            if one.granted_by is not None
            and not (one.used or one.withdrawn)
            and (not keys or one.key in keys)
        ]

    def asked_keys(self, entry: Entry | None = None) -> list[str]:
        """Approvals of the edition that one person asks of another."""
        keys = entry.approvals if entry is not None else tuple(self.edition.approvals)
        approvals = self.edition.approvals
        return [key for key in keys if key in approvals and approvals[key].asked]

    def situations(self) -> list[tuple[str, Situation]]:
        """The situations that may be reported in this phase."""
        phase = self.table.phase
        return [
            (key, situation)
            for key, situation in self.edition.situations.items()
            if phase in situation.phase
        ]

    def moment(self) -> tuple[Any, ...]:
        """Where the table is, as far as it says which commands are likely to be accepted."""
        table = self.table
        coup, trouble = table.coup, table.trouble
        return (
            table.phase,
            table.stack is not None,
            trouble.awaits or "ruling" if trouble is not None else None,
            self.out() is not None if coup is not None else None,
            bool(table.wagers),
        )

    def row(self, key: str, ruling: str, facts: Mapping[str, str]) -> str:
        """The row of a situation by which a ruling is given on these facts."""
        for place, row in enumerate(self.edition.situations[key].rulings):
            if row.name == ruling and row.fits(dict(facts)):
                return self.rows[key][place]
        return f"{key}: none"

    def offered(self) -> list[str]:
        """The wagers that this table takes; all of the edition before it is open."""
        return on_offer(self.query) or list(self.edition.wagers)

    def main_wagers(self) -> list[str]:
        """The wagers that every table takes."""
        return [name for name, rule in self.edition.wagers.items() if rule.optional is None]

    @property
    def virtual(self) -> bool:
        """Whether the shoe of this table is virtual."""
        return self.table.house is not None and self.table.house.virtual

    # Commands ----------------------------------------------------------------------------------

    @property
    def query(self) -> Query:
        """What questions about the table are put to."""
        return Query(self.rules, self.table)

    def after(self, chosen: Act) -> Table | None:
        """The state after an act, were it given now; nothing where it would be refused."""
        if chosen[0] not in self.rules.words:  # another game's
            return None
        done = self.answer(chosen, self.table)
        return None if isinstance(done, Refusal) else done[0]

    def answer(self, chosen: Act, table: Table) -> tuple[Table, tuple[Event, ...]] | Refusal:
        """What the core says to an act at a table."""
        word, by, fields = chosen
        return act(self.rules, table, ENTRIES[word].kind(by=by, at=self.now, **fields))

    def let(self, word: str) -> str | None:
        """The first player whom the core lets do this."""
        for person in self.players():
            if self.after((word, person, {})) is not None:
                return person
        return None

    # Cards -------------------------------------------------------------------------------------

    def out(self) -> tuple[str, str] | None:
        """The player who has cards before them, and the hand they are of."""
        coup = self.table.coup
        if coup is None:
            return None
        held = ((person, self.rules.play.holds(coup, person)) for person in self.players())
        return next(((person, hand) for person, hand in held if hand is not None), None)

    def face(self, place: int) -> str:
        """The card at a place of the shoe: one that lies face down, else the next."""
        coup = self.table.coup
        for hand, slots in () if coup is None else coup.hands.items():
            for number, slot in enumerate(slots):
                if slot.number == place:
                    return self.lying(hand, number)
        return self.next_card()

    def next_card(self) -> str:
        """The card that comes next: a virtual shoe's own, else any that can still be there."""
        shoe = self.table.shoe
        if shoe is None:
            return name(self.chance.randrange(CARDS_IN_DECK))
        if self.order and len(shoe.drawn) < len(self.order):
            return name(self.order[len(shoe.drawn)])
        return name(self.unseen())

    def unseen(self, place: int | None = None) -> Card:
        """A card of which not every copy has been seen: the one wished for at its place."""
        shoe, house = self.table.shoe, self.table.house
        card = self.chance.randrange(CARDS_IN_DECK)
        if shoe is None or house is None:
            return card
        place = self._dealt() if place is None else place
        if place < len(self.wished) and shoe.seen[self.wished[place]] < house.decks:
            return self.wished[place]
        while shoe.seen[card] >= house.decks and min(shoe.seen) < house.decks:
            card = (card + 1) % CARDS_IN_DECK
        return card

    def _dealt(self) -> int:
        """How many cards of the round are dealt."""
        return 0 if self.table.coup is None else len(self.table.coup.slots)

    def wish(self) -> None:
        """Wish for the cards of the next round: any mostly, at times such as make pairs."""
        self.wished = ()
        if self.chance.random() < WISHES:
            pair = self.chance.choices(range(CARDS_IN_DECK), k=2)
            self.wished = self.chance.choices(pair, k=MOST_WISHED)

    def face_down(self) -> list[tuple[str, int]]:
        """Where cards lie face down in the coup in progress."""
        coup = self.table.coup
        if coup is None:
            return []
        return [
            (hand, place)
            for hand, slots in coup.hands.items()
            for place, slot in enumerate(slots)
            if not slot.exposed
        ]

    def lying(self, hand: str, place: int) -> str:
        """The card that lies face down at a place."""
        coup = self.table.coup
        slots = () if coup is None else coup.hand(hand)
        if self.order and 0 <= place < len(slots) and slots[place].number < len(self.order):
            return name(self.order[slots[place].number])
        card = slots[place].card if 0 <= place < len(slots) else None
        if card is not None:
            return name(card)
        if coup is None or not 0 <= place < len(slots):
            return name(self.unseen())
        return name(self.unseen(sum(one.number < slots[place].number for one in coup.slots)))
