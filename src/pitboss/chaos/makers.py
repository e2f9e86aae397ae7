"""Sensible arguments, one maker for each thing that a field of a command may name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.cards import CARDS_IN_DECK
from pitboss.chaos.anything import by_type
from pitboss.chaos.world import PLAYERS, STAFF, World
from pitboss.table.cards.shoe import commit
from pitboss.table.machine import Entry

NONCE = bytes(range(32))
Maker = Callable[[World, Entry, str], Any]
Pool = Callable[[World], Sequence[Any]]
"""What there is at a table to choose from."""


def any_of(pool: Pool, first: Pool | None = None, share: float = 1.0) -> Maker:
    """Any of a pool; in so large a share one of another pool, where that has something."""

    def make(world: World, _entry: Entry, _by: str) -> Any:
        others = first(world) if first is not None else ()
        if others and world.chance.random() < share:
            return world.chance.choice(others)
        return world.chance.choice(pool(world))

    return make


def some_of(pool: Pool) -> Maker:
    """Up to two of a pool, maybe none."""

    def make(world: World, _entry: Entry, _by: str) -> tuple[Any, ...]:
        there = pool(world)
        return tuple(world.chance.sample(there, min(world.chance.randrange(3), len(there))))

    return make


a_wager = any_of(World.offered, lambda world: ("nothing", *world.edition.wagers), 0.05)


def a_person(world: World, _entry: Entry, _by: str) -> str:
    """Mostly a patron who is there."""
    if world.chance.random() < 0.85:
        return world.one_of(world.players())
    return world.anyone()


def an_amount(world: World, _entry: Entry, by: str) -> int:
    """An amount that people at tables use, or all they hold."""
    if world.chance.random() < 0.1:
        return world.table.balances.get(f"player:{by}", 0)
    return world.chance.choice(AMOUNTS)


AMOUNTS = (2_500, 2_500, 5_000, 10_000, 10_000, 25_000, 50_000, 100_000, 12_345, 1, 0, -5)


def conditions(world: World, entry: Entry, by: str) -> tuple[str, ...]:
    """The wagers that a voucher names: mostly none, so that it is good for all."""
    roll = world.chance.random()
    return () if roll < 0.6 else (a_wager(world, entry, by), world.one_of(world.main_wagers()))


def a_voucher(world: World, _entry: Entry, by: str) -> str | None:
    """Mostly none: the tokens that suit go first; else one of the player's own."""
    person = world.table.people.get(by)
    lots = [lot.voucher for lot in person.lots] if person is not None else []
    return world.chance.choice(lots) if lots and world.chance.random() < 0.3 else None


def a_wager_number(world: World, _entry: Entry, by: str) -> int:
    """Mostly a wager on the layout, one's own if there is one."""
    wagers = world.table.wagers
    own = [number for number, placed in wagers.items() if placed.person == by]
    numbers = own or list(wagers)
    if numbers and world.chance.random() < 0.95:
        return world.chance.choice(numbers)
    return world.chance.randrange(5)


def a_number(world: World, entry: Entry, by: str) -> int:
    """The number of a wager, or of a matter where there is no wager."""
    if world.table.matters and (not world.table.wagers or world.chance.random() < 0.2):
        return a_matter(world, entry, by)
    return a_wager_number(world, entry, by)


def a_matter(world: World, entry: Entry, _by: str) -> int:
    """The number of a matter: mostly one of a kind and stage that this command was for before."""
    matters = world.table.matters
    if not matters:
        return world.chance.randrange(3)
    known = world.matter_kinds.get(entry.word, set())
    fitting = [number for number, one in matters.items() if (one.kind, one.stage) in known]
    if fitting and world.chance.random() < 0.7:
        return world.chance.choice(fitting)
    return world.chance.choice(list(matters))


def a_word(world: World, entry: Entry, field: str) -> str:
    """A word for a field of text: one that was good before, one of the rules, any."""
    chance = world.chance
    known = world.good_words.get((entry.word, field))
    roll = chance.random()
    if known and roll < 0.4:
        return chance.choice(known)
    values = [
        value
        for rule in entry.rules
        if rule in world.rule_words
        for value in world.rule_words[rule]
    ]
    if values and roll < 0.7:
        return chance.choice(values)
    if roll < 0.85:
        return chance.choice(world.words)
    return str(by_type(world, str))


def two_people(world: World, _entry: Entry, _by: str) -> tuple[str, ...]:
    """Two patrons, mostly unlike."""
    players = world.players()
    return tuple(world.chance.sample(players, min(2, len(players))))


def a_line(world: World, entry: Entry, by: str) -> int:
    """The number of a wager of the coup settled last, or of one on the layout."""
    last = world.table.last
    numbers = () if last is None else tuple(last.wagers)
    return world.chance.choice(numbers) if numbers else a_wager_number(world, entry, by)


def an_addressee(world: World, entry: Entry, by: str) -> str:
    """Somebody, or an office that is told of things."""
    roll = world.chance.random()
    words = [word for rule in entry.rules for word in world.rule_words.get(rule, ())]
    if words and roll < 0.3:
        return world.chance.choice(words)
    if roll < 0.6:
        return world.chance.choice(world.offices)
    return world.chance.choice((by, a_person(world, entry, by), *world.table.people))


def an_approval(world: World, entry: Entry, _by: str) -> int | None:
    """An approval that could be used for this, a request that is open, or none."""
    if entry.word in ("grant-approval", "refuse-approval"):
        requests = world.requests()
        return requests[-1].number if requests else world.chance.randrange(4)
    if entry.word == "withdraw-approval":
        there = [one.number for one in world.requests()] + world.usable(())
        return world.chance.choice(there) if there else world.chance.randrange(4)
    usable = world.usable(entry.approvals)
    if usable and world.chance.random() < 0.9:
        return usable[-1]
    return world.chance.choice((None, None, 1, 2, 99))


def a_card(world: World, _entry: Entry, _by: str) -> str:
    """The next card; rarely nonsense."""
    if world.chance.random() < 0.02:
        return world.chance.choice(("", "1x", "Ah Kd", "ah", "Joker"))
    return world.next_card()


def a_hand(world: World, _entry: Entry, _by: str) -> str:
    """A hand, one with a card face down first."""
    down = world.face_down()
    return world.chance.choice(down)[0] if down else world.one_of(list(world.rules.play.hands))


def a_place(world: World, _entry: Entry, _by: str) -> int:
    """A place in a hand, one that lies face down first."""
    down = world.face_down()
    return world.chance.choice(down)[1] if down else world.chance.choice((0, 1, 2, -1, 3))


def a_seat(world: World, _entry: Entry, _by: str) -> int:
    """A seat, mostly one that is there."""
    house = world.table.house
    return world.chance.randint(
        0 if world.chance.random() < 0.05 else 1, house.seats if house else 9
    )


def a_depth(world: World, _entry: Entry, _by: str) -> int:
    """Where to cut."""
    stack, shoe = world.table.stack, world.table.shoe
    total = (stack.decks if stack else 8) * CARDS_IN_DECK
    if stack is None and shoe is not None:
        total = shoe.left
    return world.chance.randrange(total + 1)


def backs(world: World, _entry: Entry, _by: str) -> str:
    """Backs, mostly of another colour than the shoe before."""
    shoe = world.table.shoe
    if shoe is not None and world.chance.random() < 0.8:
        return "blue" if shoe.backs == "red" else "red"
    return world.chance.choice(("red", "blue", "green"))


def a_commitment(world: World, _entry: Entry, _by: str) -> str | None:
    """A commitment to an order that is made now, where the shoe is virtual."""
    house = world.table.house
    if house is None or not house.virtual:
        return None if world.chance.random() < 0.9 else "0" * 64
    cards = [card for card in range(CARDS_IN_DECK) for _ in range(house.decks)]
    world.chance.shuffle(cards)
    commitment = commit(NONCE, tuple(cards))
    world.orders[commitment] = tuple(cards)
    return commitment


def several_people(world: World, _entry: Entry, _by: str) -> tuple[str, ...]:
    """Mostly every patron there, as for a consent of all."""
    players = world.players()
    if world.chance.random() < 0.75:
        return tuple(players)
    return tuple(world.chance.sample(players, world.chance.randint(0, len(players))))


def boxes(world: World, entry: Entry, by: str) -> tuple[int, ...]:
    """Some boxes."""
    return tuple({a_seat(world, entry, by) for _ in range(world.chance.randint(1, 3))})


def newcomer(world: World) -> str:
    """A patron who is not at the table, if there is one."""
    here = set(world.players())
    people = world.table.people
    away = [
        name
        for name in PLAYERS
        if name not in here and not (name in people and people[name].barred)
    ]
    return world.one_of(away or list(PLAYERS))


def relief(world: World) -> str:
    """A member of the staff who is not on duty, if there is one."""
    here = set(world.staff())
    return world.one_of([name for name in STAFF if name not in here] or list(STAFF))
