"""Acts in a row about people: disputes, devices, spectators, exclusions of the house."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.chaos.chains.chain import then
from pitboss.chaos.flow import dealer, manager
from pitboss.chaos.world import WATCHERS, Act, World


def dispute(world: World) -> Iterator[Act]:
    """A dispute is raised, decided, and reviewed one rung up if its player asks."""
    player = world.one_of(world.players())
    yield "raise-dispute", player, {"about": "a payment"}
    matter = max(world.table.matters, default=0)
    ladder = world.edition.ranks.ladder
    first = world.one_of(world.staff(ladder[1]))
    yield "decide-dispute", first, {"matter": matter, "decision": "it stands"}
    if world.chance.random() < 0.4:
        yield "say-not-satisfied", player, {"matter": matter}
    yield "request-review", player, {"matter": matter}
    fields = {"matter": matter, "decision": "reviewed", "upheld": world.chance.random() < 0.5}
    yield "review-dispute", world.another(ladder[-1], first), fields
    if world.chance.random() < 0.5:
        yield "say-not-satisfied", player, {"matter": matter}


def device_user(world: World) -> Iterator[Act]:
    """Someone with a wager is found with a device; the wager is void, and they go."""
    bettors = sorted({placed.person for placed in world.table.wagers.values()})
    if not bettors:
        return
    person = world.chance.choice(bettors)
    fields: dict[str, Any] = {"person": person, "device": "a computer", "possession": True}
    yield "report-device", dealer(world), fields
    matter = max(world.table.matters, default=0)
    yield "void-wagers", manager(world), {"matter": matter, "reason": "a device was used"}
    if world.chance.random() < 0.5:
        yield then(world, "exclude-from-game", matter=matter, reason="a device was used")
        return
    yield then(world, "detain", matter=matter, reason="a device was found")
    matter = max(world.table.matters, default=0)
    if world.chance.random() < 0.5:
        yield "leave", person, {}
    takers = world.rule_words.get("detention-ends", ("inspector",))
    fields = {"matter": matter, "to": world.chance.choice(takers), "name": "Lee"}
    yield "hand-over", manager(world), fields


def device_of_staff(world: World) -> Iterator[Act]:
    """One of the staff is said to use a device outside their duty; the report is dismissed."""
    person = dealer(world)
    fields = {"person": person, "device": "a counter", "outside_duty": True}
    yield "report-device", manager(world), fields
    matter = max(world.table.matters, default=0)
    by = world.another(world.edition.ranks.ladder[1], person)
    yield "dismiss-device", by, {"matter": matter, "reason": "it was none"}


def spectator(world: World) -> Iterator[Act]:
    """Someone who only watches is noted, bets with a player, has a device, and goes."""
    watcher = world.chance.choice(WATCHERS)
    if world.chance.random() < 0.5:
        yield "arrive", watcher, {"spectator": True}
    else:
        yield "note-spectator", dealer(world), {"person": watcher}
    player = world.one_of(world.players())
    roll = world.chance.random()
    if roll < 0.3:
        fields: dict[str, Any] = {"between": (player, watcher), "about": "the next result"}
        yield "report-side-bet", dealer(world), {**fields, "amount_cents": 5_000}
    elif roll < 0.6:
        fields = {"adviser": watcher, "player": player, "about": "the shoe"}
        yield "report-advice", dealer(world), fields
    elif roll < 0.8:
        wager = world.one_of(world.main_wagers())
        yield "place-wager", watcher, {"wager": wager, "amount_cents": 10_000}
    else:
        yield "report-device", dealer(world), {"person": watcher, "device": "a computer"}
    yield "leave", dealer(world), {"person": watcher}


def house_exclusion(world: World) -> Iterator[Act]:
    """The house tells of an exclusion, and mostly that it is over again."""
    clock = world.table.people.get("clock")
    if clock is None or not clock.present:
        yield "sign-on", "clock", {"role": "clock"}
    person = world.one_of(world.bettors())
    yield "note-exclusion", "clock", {"person": person}
    if world.chance.random() < 0.3:
        yield "leave", dealer(world), {"person": person}
    if world.chance.random() < 0.9:
        yield "note-exclusion", "clock", {"person": person, "over": True}
