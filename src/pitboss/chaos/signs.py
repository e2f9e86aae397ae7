"""Signs for tables: limits, units, optional wagers, and what a game must have signed."""

from __future__ import annotations

import msgspec

from pitboss.chaos.world import World
from pitboss.settle.lines import on_layout
from pitboss.table.machine import Entry
from pitboss.table.state import SignState, Span
from pitboss.table.usual.opening import with_areas

WRONG = 0.05
SPANNING = 0.75
"""How often every wager is offered that lies for more than one round."""


def a_sign(world: World, _entry: Entry, _by: str) -> SignState:
    """A sign: limits, units, optional wagers, a percentage where one is needed."""
    chance = world.chance
    house = world.table.house
    game = house.game if house is not None else world.edition.default_game
    layout = house.layout if house is not None else None
    return sign_for_game(world, game, layout, house.decks if house else 8, chance.random() < 0.9)


def signed_values(world: World, game: str) -> dict[str, str]:
    """What the sign must fix for a game."""
    chance = world.chance
    return {
        key: chance.choice(rule.choices) if rule.choices else chance.choice(("1", "5", "10"))
        for key, rule in world.edition.sign.items()
        if rule.required and game in rule.games
    }


def without_chip(sign: SignState) -> SignState:
    """A sign that leaves the smallest chip to the chips of the table."""
    values = {key: value for key, value in sign.values.items() if key != "chip"}
    return msgspec.structs.replace(sign, values=values)


def sign_for_game(
    world: World, game: str, layout: str | None, decks: int, sound: bool = True
) -> SignState:
    """A sign that suits a game."""
    chance, edition = world.chance, world.edition
    values = signed_values(world, game)
    values["chip"] = chance.choice(("0.50", "1", "2.50", "0.01"))
    optional = [
        name
        for name, wager in edition.wagers.items()
        if wager.optional is not None
        and (wager.layouts is None or on_layout(wager.layouts, layout or ""))
        and (wager.decks is None or decks in wager.decks.only)
        and (wager.games is None or game in wager.games.only)
    ]
    offered = tuple(chance.sample(optional, chance.randint(0, len(optional))))
    # What is offered in mid-round only when the cards fall so is rare enough; so is a pool.
    wagers = edition.wagers
    asked = [name for name in optional if wagers[name].offer or wagers[name].pool]
    if chance.random() < SPANNING:
        asked += [name for name in optional if wagers[name].automaton is not None]
    offered = tuple(dict.fromkeys((*offered, *asked)))
    if sound and layout is not None and edition.layout(layout) is not None:
        offered = with_areas(edition, layout, offered)
    least = chance.choice((0, 500, 2_500))
    limits = {
        name: Span(
            minimum_cents=chance.choice((0, 500)), maximum_cents=chance.choice((None, 50_000))
        )
        for name in (offered if sound else ())
    }
    areas = dict(zip(world.main_wagers(), (60_000, 90_000), strict=False))
    return SignState(
        minimum_cents=least,
        maximum_cents=chance.choice((None, 100_000, 50_000)) if sound else 100,
        by_player_minimum_cents=chance.choice((0, 0, 0, 0, 5_000)),
        by_player_maximum_cents=chance.choice((None, None, None, 80_000)),
        unit_cents=chance.choice((0, 0, 0, 500)),
        wagers=limits,
        area_maximum_cents=areas if chance.random() < 0.3 else {},
        area_scope=chance.choice(("table", "box")),
        differential_cents=chance.choice((None, 50_000, 50_000)),
        offered=offered,
        confined=tuple(chance.sample(offered, 1)) if offered and chance.random() < WRONG else (),
        positions={name: 2 for name in offered if chance.random() < 0.15},
        values=values,
    )
