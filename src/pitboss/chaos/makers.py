"""Sensible arguments, one maker for each thing that a field of a command may name."""

from __future__ import annotations

import datetime as dt

from pitboss.cards import CARDS_IN_DECK
from pitboss.chaos.anything import by_type
from pitboss.chaos.world import PLAYERS, STAFF, World
from pitboss.table.cards.shoe import commit
from pitboss.table.machine import Entry

NONCE = bytes(range(32))


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


def a_wager(world: World, _entry: Entry, _by: str) -> str:
    """Mostly what the table offers."""
    if world.chance.random() < 0.05:
        return world.chance.choice(("nothing", *world.edition.wagers))
    return world.chance.choice(world.offered())


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


def some_people(world: World, _entry: Entry, _by: str) -> tuple[str, ...]:
    """Some of the patrons, maybe none."""
    players = world.players()
    return tuple(world.chance.sample(players, min(world.chance.randrange(3), len(players))))


def some_wagers(world: World, _entry: Entry, _by: str) -> tuple[int, ...]:
    """Some of the wagers on the layout."""
    numbers = list(world.table.wagers)
    return tuple(world.chance.sample(numbers, min(world.chance.randrange(3), len(numbers))))


def a_coup(world: World, _entry: Entry, _by: str) -> int:
    """The number of a late coup."""
    return max(0, world.table.coups - world.chance.choice((0, 0, 1, 1, 2, 7)))


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


def a_topic(world: World, _entry: Entry, _by: str) -> str:
    """What a notice beforehand is about: the name of an approval, a rule or an act."""
    return world.chance.choice(world.topics if world.chance.random() < 0.8 else world.words)


def a_moment(world: World, _entry: Entry, _by: str) -> dt.datetime:
    """A time soon after now, as for a notice."""
    return world.now + dt.timedelta(minutes=world.chance.choice((0, 10, 20, 21, 30, 60, -1)))


def a_minimum(world: World, _entry: Entry, _by: str) -> int:
    """A minimum about the sign's own."""
    notices = [one.minimum_cents for one in world.table.notices.values() if one.minimum_cents]
    if notices and world.chance.random() < 0.5:
        return world.chance.choice(notices)
    least = world.table.sign.minimum_cents
    return max(0, least + world.chance.choice((-1_000, -500, 0, 500, 1_000, 2_500, 5_000)))


def a_maximum(world: World, _entry: Entry, _by: str) -> int:
    """A maximum about the sign's own."""
    most = world.table.sign.maximum_cents or 100_000
    return most + world.chance.choice((-20_000, 0, 10_000, 50_000, 200_000))


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


def a_duty(world: World, _entry: Entry, _by: str) -> int:
    """Mostly a duty that is open."""
    duties = world.open_duties()
    if duties and world.chance.random() < 0.95:
        return world.chance.choice(duties).number
    return world.chance.randrange(4)


def a_key(world: World, _entry: Entry, _by: str) -> str:
    """An approval that can be asked for, or another."""
    asked = world.asked_keys()
    if asked and world.chance.random() < 0.8:
        return world.chance.choice(asked)
    return world.chance.choice(("nothing", *world.edition.approvals))


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


def behind(world: World, _entry: Entry, _by: str) -> int:
    """Cards behind the cutting card."""
    return world.chance.choice((19, 20, 26, 26, 52, 80, 300))


def backs(world: World, _entry: Entry, _by: str) -> str:
    """Backs, mostly of another colour than the shoe before."""
    shoe = world.table.shoe
    if shoe is not None and world.chance.random() < 0.8:
        return "blue" if shoe.backs == "red" else "red"
    return world.chance.choice(("red", "blue", "green"))


def a_rank(world: World, _entry: Entry, _by: str) -> str | None:
    """A rank of the ladder."""
    return world.chance.choice((*world.edition.ranks.ladder, None, "Pit Clerk"))


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


def burn_option(world: World, _entry: Entry, _by: str) -> str | None:
    """A way to burn."""
    return world.chance.choice((None, "none", *(burn.name for burn in world.edition.shoe.burn)))


def a_notice(world: World, _entry: Entry, _by: str) -> str:
    """A notice that the edition knows."""
    return world.chance.choice((*world.edition.notices, *world.table.notices, "nothing"))


def a_game(world: World, _entry: Entry, _by: str) -> str:
    """A game of the edition."""
    return world.chance.choice(tuple(world.edition.games))


def a_layout(world: World, _entry: Entry, _by: str) -> str:
    """A layout of the edition."""
    return world.chance.choice(tuple(world.edition.layouts))


def a_method(world: World, _entry: Entry, _by: str) -> str:
    """A dealing method of the edition."""
    return world.chance.choice(tuple(world.edition.methods))


def a_reason(world: World, _entry: Entry, _by: str) -> str:
    """A few words."""
    return world.chance.choice(("a reason", "seen on camera", "asked for", ""))


def a_seats(world: World, _entry: Entry, _by: str) -> int | None:
    """So many seats, or as the layout has it."""
    return world.chance.choice((None, None, 6, 7, 9, 4))


def a_decks(world: World, _entry: Entry, _by: str) -> int:
    """So many decks."""
    return world.chance.choice((*world.edition.decks.permitted, 8, 8, 5))


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
