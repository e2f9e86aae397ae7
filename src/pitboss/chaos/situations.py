"""What goes wrong, and what staff rule on it: situations, facts and rulings to try."""

from __future__ import annotations

from pitboss.baccarat.shoe import deal_coup
from pitboss.cards import name, parse
from pitboss.chaos.world import World
from pitboss.refusal import sure
from pitboss.table.acts import Entry


def a_situation(world: World, _entry: Entry, _by: str) -> str:
    """A situation of this phase whose rulings were given least so far."""
    known = world.situations()
    if not known or world.chance.random() < 0.03:
        world.last_situation = world.chance.choice(("nothing", *world.edition.situations))
        return world.last_situation
    if world.chance.random() < 0.5:
        rows = [(world.rulings[row], key) for key, _ in known for row in world.rows[key]]
        world.last_situation = world.chance.choice(sorted(rows)[:8])[1]
        return world.last_situation
    chosen = world.chance.sample(known, min(6, len(known)))
    world.last_situation = min(
        chosen, key=lambda one: min(world.rulings[row] for row in world.rows[one[0]])
    )[0]
    return world.last_situation


def a_ruling(world: World, _entry: Entry, _by: str) -> str:
    """A ruling that the edition offers here, the rarest so far first; sometimes any."""
    trouble = world.table.trouble
    chance = world.chance
    situations = world.edition.situations
    if trouble is None or chance.random() < 0.08:
        rows = [row.name for one in situations.values() for row in one.rulings]
        return chance.choice(rows or ["nothing"])
    facts = dict(trouble.facts)
    rows = [row.name for row in situations[trouble.situation].permitted(facts)]
    if not rows:
        return "nothing"

    def given(row: str) -> tuple[int, float]:
        return world.rulings[world.row(trouble.situation, row, facts)], chance.random()

    return min(rows, key=given)


def players_hand(world: World, _entry: Entry, _by: str) -> str | None:
    """The Player's Hand as it is to lie; with it the Banker's, so that they go together."""
    world.hands = _hands(world)
    return world.hands[0]


def bankers_hand(world: World, _entry: Entry, _by: str) -> str | None:
    """The Banker's Hand that goes with the Player's made just before."""
    return world.hands[1]


def damaged(world: World, _entry: Entry, _by: str) -> str | None:
    """Cards that a ruling names: damaged ones where the report says so, mostly none else."""
    trouble = world.table.trouble
    said = trouble is not None and trouble.facts.get("damaged") == "yes"
    return name(world.unseen()) if said or world.chance.random() < 0.1 else None


def devices(_world: World, _entry: Entry, _by: str) -> dict[str, str]:
    """From which device to which."""
    return {"from": "device one", "to": "device two"}


def _hands(world: World) -> tuple[str | None, str | None]:
    """No hands at all, the hands as they lie, exchanged, or the same cards dealt otherwise."""
    chance, table = world.chance, world.table
    roll = chance.random()
    if roll < 0.3:
        return None, None
    if table.coup is not None:
        both = tuple(
            tuple("?" if slot.card is None else name(slot.card) for slot in hand)
            for hand in (table.coup.player, table.coup.banker)
        )
    elif table.results:
        last = table.results[-1]
        both = tuple(map(name, last.player)), tuple(map(name, last.banker))
    else:
        return None, None
    if roll > 0.95:
        return name(world.unseen()), " ".join(both[1])
    if roll > 0.7:
        both = _dealt_otherwise(world, [*both[0], *both[1]]) or (both[1], both[0])
    elif roll > 0.6:
        both = both[1], both[0]
    return " ".join(both[0]), " ".join(both[1])


def _dealt_otherwise(world: World, cards: list[str]) -> tuple[tuple[str, ...], ...] | None:
    """The same cards as another whole coup; nothing where none was found."""
    tableau = world.edition.tableau
    if tableau is None or "?" in cards or len(cards) < 4:
        return None
    ids = list(sure(parse(" ".join(cards))))
    for _ in range(8):
        world.chance.shuffle(ids)
        coup = deal_coup(tableau, [*ids, 0, 0])
        if sorted((*coup.player, *coup.banker)) == sorted(ids):
            return tuple(map(name, coup.player)), tuple(map(name, coup.banker))
    return None


def told_facts(world: World, key: str) -> dict[str, str]:
    """What a reporter says of a situation: some value each, mostly such as a rare ruling needs."""
    situation = world.edition.situations.get(key)
    if situation is None:
        return {}
    chance = world.chance
    facts = {fact: chance.choice(values) for fact, values in situation.told.items()}
    if chance.random() < 0.7:
        given = [world.rulings[row] + chance.random() for row in world.rows[key]]
        rare = situation.rulings[given.index(min(given))]
        for fact, wanted in rare.when.items():
            if fact in facts:
                facts[fact] = wanted if isinstance(wanted, str) else chance.choice(wanted)
    return facts


def told(world: World, _entry: Entry, _by: str) -> dict[str, str]:
    """What a reporter says; of the situation chosen just before, as fields are made in order."""
    facts = told_facts(world, world.last_situation)
    if facts and world.chance.random() < 0.03:
        facts[world.chance.choice(list(facts))] = "nonsense"
    return facts
