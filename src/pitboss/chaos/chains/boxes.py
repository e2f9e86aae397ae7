"""Acts in a row about people's boxes: players held to a minimum, boxes asked for, stakes held."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.chaos.chains.chain import fitting, on
from pitboss.chaos.flow import arrival, dealer, manager
from pitboss.chaos.makers import newcomer
from pitboss.chaos.world import Act, World
from pitboss.table.people.restrictions import APPROVALS, FURTHER, ONE_BOX
from pitboss.table.settlement.held import KIND

MOST_PLAYERS = 16
IDLE = 4


def held_to_minimum(world: World) -> Iterator[Act]:
    """Whoever sits out a round is held to the minimum, for this shoe or all."""
    until = world.chance.choice(("shoe", FURTHER))
    yield from _told(world, APPROVALS[FURTHER])
    person = _idle(world)
    fields = {"person": person, "until": until}
    yield "hold-to-minimum", manager(world), fields
    if world.chance.random() < 0.7:
        yield "end-hold", manager(world), {"person": person}


def held_to_one_box(world: World) -> Iterator[Act]:
    """Someone without a wager is held to one box, and let go."""
    yield from _told(world, APPROVALS[ONE_BOX])
    person = _idle(world)
    yield "hold-to-one-box", manager(world), {"person": person}
    if world.chance.random() < 0.7:
        yield "end-hold", manager(world), {"person": person}


def _told(world: World, about: str) -> Iterator[Act]:
    for office in world.offices:
        yield "notify", dealer(world), {"to": office, "about": about}


def _idle(world: World) -> str:
    bettors = {placed.person for placed in world.table.wagers.values()}
    without = [name for name in world.players() if name not in bettors]
    return world.one_of(without or world.players())


def full_table(world: World) -> Iterator[Act]:
    """Every seat is taken; whoever has not wagered for long is asked to go."""
    while "seat" in (fields := arrival(world)) and len(world.players()) < MOST_PLAYERS:
        before = len(world.players())
        yield "arrive", newcomer(world), fields
        if len(world.players()) == before:
            return
    for _ in range(IDLE):
        yield from on(world)
    idle = sorted(world.players(), key=lambda name: -world.table.people[name].idle)
    for person in idle[:2]:
        yield "require-to-vacate", manager(world), {"person": person}


def boxes(world: World) -> Iterator[Act]:
    """A seated player takes a second box and gives it back."""
    seated = [name for name in world.players() if world.table.people[name].seat is not None]
    player = world.one_of(seated)
    free = arrival(world).get("seat")
    if free is not None:
        yield "take-box", player, {"box": free}
        if world.chance.random() < 0.7:
            yield "release-box", player, {"box": free}


def closed_box(world: World) -> Iterator[Act]:
    """A box is closed, and opened again."""
    for word in ("close-box", "open-box"):
        if word in world.rules.words:
            boxes = range(1, world.table.house.seats + 1 if world.table.house else 1)
            yield from fitting(world, [(word, manager(world), {"box": one}) for one in boxes])


def asked_for(world: World) -> Iterator[Act]:
    """One player takes every free box; another stands, and is given one of them."""
    people = world.table.people
    player = world.one_of([one for one in world.players() if people[one].seat is not None])
    taken = 0
    while (free := _free(world)) and taken < 9:
        yield "take-box", player, {"box": free[0]}
        taken += 1
    if all(world.table.people[one].seat is not None for one in world.players()):
        yield "arrive", newcomer(world), {"chips_cents": 2_000_000}
    boxes = world.table.people[player].boxes if player in world.table.people else ()
    further = [box for box in boxes if box != world.table.people[player].seat]
    if further:
        fields = {"person": player, "box": world.chance.choice(further)}
        yield "require-box", dealer(world), fields


def _free(world: World) -> list[int]:
    house, table = world.table.house, world.table
    taken = {box for person in table.present("player").values() for box in person.boxes}
    return [box for box in range(1, house.seats + 1 if house else 1) if box not in taken]


def invalid(world: World) -> Iterator[Act]:
    """Stakes that are held are decided on."""
    for number, matter in tuple(world.table.matters.items()):
        if matter.kind == KIND and matter.stage == "open":
            decision = world.chance.choice(("return", "keep"))
            fields = {"matter": number, "decision": decision, "reason": "as it was found"}
            yield "decide-held-stake", manager(world), fields
