"""What goes wrong, and what staff rule on it: situations, facts and rulings to try."""

from __future__ import annotations

from pitboss.cards import name, parse
from pitboss.chaos.world import World
from pitboss.refusal import sure
from pitboss.table.machine import Entry
from pitboss.table.settlement.kept import result_of
from pitboss.table.state import Hands


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


def hands(world: World, _entry: Entry, _by: str) -> dict[str, str]:
    """The hands that a ruling sets: none, as they lie, exchanged, or dealt otherwise."""
    roll = world.chance.random()
    lying = {} if roll < 0.3 else _lying(world)
    if not lying:
        return {}
    found = dict(lying)
    if 0.6 < roll <= 0.95:
        found = dict(zip(lying, reversed(lying.values()), strict=True))
    if 0.7 < roll <= 0.95:
        found = _dealt_otherwise(world, [card for hand in lying.values() for card in hand]) or found
    if roll > 0.95:
        found[next(iter(found))] = (name(world.unseen()),)
    return {hand: " ".join(cards) for hand, cards in found.items()}


def damaged(world: World, _entry: Entry, _by: str) -> str | None:
    """Cards that a ruling names: damaged ones where the report says so, mostly none else."""
    trouble = world.table.trouble
    said = trouble is not None and trouble.facts.get("damaged") == "yes"
    return name(world.unseen()) if said or world.chance.random() < 0.1 else None


def devices(_world: World, _entry: Entry, _by: str) -> dict[str, str]:
    """From which device to which."""
    return {"from": "device one", "to": "device two"}


Told = dict[str, tuple[str, ...]]


def _lying(world: World) -> Told:
    """The hands of the coup in trouble, or of the last one, as they lie."""
    table = world.table
    number = table.coups if table.trouble is None else table.trouble.coup
    if table.coup is not None and table.coup.number == number:
        return {
            hand: tuple("?" if slot.card is None else name(slot.card) for slot in slots)
            for hand, slots in table.coup.hands.items()
        }
    finished = result_of(table, number)
    return _named(finished.hands) if finished is not None else {}


def _dealt_otherwise(world: World, cards: list[str]) -> Told | None:
    """The same cards as another whole coup; nothing where none was found."""
    if "?" in cards:
        return None
    ids = list(sure(parse(" ".join(cards))))
    for _ in range(8):
        world.chance.shuffle(ids)
        found = world.rules.play.dealt(world.edition, ids)
        if found is not None:
            return _named(found)
    return None


def dealt_anew(world: World, coup: int) -> dict[str, str]:
    """Other cards in the hands of a finished coup, as many in each; none where none were found."""
    finished = result_of(world.table, coup)
    if finished is None:
        return {}
    lengths = {hand: len(cards) for hand, cards in finished.hands.items()}
    for _ in range(12):
        ids = [world.unseen() for _ in range(sum(lengths.values()))]
        found = world.rules.play.dealt(world.edition, ids)
        if found is not None and {hand: len(cards) for hand, cards in found.items()} == lengths:
            return {hand: " ".join(cards) for hand, cards in _named(found).items()}
    return {}


def _named(found: Hands) -> Told:
    return {hand: tuple(map(name, cards)) for hand, cards in found.items()}


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
