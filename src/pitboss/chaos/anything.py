"""Any value of any type that a command may have, sensible or not."""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from pitboss.chaos.world import World

WORDS = ("", "x", "player", "Surveillance", "7", "a reason", "é", "nothing of the kind")


def by_type(world: World, kind: Any) -> Any:
    """Any value of a type."""
    chance = world.chance
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return chance.choice(inside)
    if origin in (Union, types.UnionType):
        return by_type(world, chance.choice(inside))
    if origin is tuple:
        if inside[-1] is Ellipsis:
            return tuple(by_type(world, inside[0]) for _ in range(chance.randrange(3)))
        return tuple(by_type(world, one) for one in inside)
    if origin in (dict, Mapping) or kind in (dict, Mapping):
        pair = inside or (str, str)
        return {
            by_type(world, pair[0]): by_type(world, pair[1]) for _ in range(chance.randrange(3))
        }
    if kind is type(None):
        return None
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        return chance.choice((-1, 0, 1, 1, 2, 3, 4, 5, 7, 25, 100, 10_000, 2**40))
    if kind is str:
        return chance.choice((*WORDS, *world.table.people, *world.words))
    if kind is dt.datetime:
        return world.now + dt.timedelta(minutes=chance.choice((-5, 0, 5, 20, 25, 600)))
    if kind is dt.date:
        return (world.now + dt.timedelta(days=chance.randrange(-400, 400))).date()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return a_struct(world, kind)
    return None


def a_struct(world: World, kind: type[msgspec.Struct]) -> Any:
    """Some value of a struct; fields with a default mostly keep it."""
    given = {
        field.name: by_type(world, field.type)
        for field in msgspec.structs.fields(kind)
        if field.required or world.chance.random() < 0.3
    }
    return kind(**given)
