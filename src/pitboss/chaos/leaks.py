"""Views never leak: tables that differ in cards nobody has seen look the same to everyone."""

from __future__ import annotations

import random

import msgspec

from pitboss.cards import CARDS_IN_DECK
from pitboss.chaos.checks import ViolationError
from pitboss.table.state import Slot, Table
from pitboss.table.views import Audience, view

_encode = msgspec.json.Encoder().encode
replace = msgspec.structs.replace
ROLES: tuple[Audience, ...] = ("staff", "inspector", "surveillance", "player", "display")


def twin(table: Table, chance: random.Random) -> Table:
    """The same table with other cards wherever nobody has seen one."""

    def other(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        return tuple(
            slot if slot.exposed else replace(slot, card=chance.randrange(CARDS_IN_DECK))
            for slot in slots
        )

    shoe, coup = table.shoe, table.coup
    if shoe is not None:
        drawn = tuple(
            chance.randrange(CARDS_IN_DECK) if card is None else card for card in shoe.drawn
        )
        table = replace(table, shoe=replace(shoe, aside=other(shoe.aside), drawn=drawn))
    if coup is not None:
        both = replace(coup, player=other(coup.player), banker=other(coup.banker))
        table = replace(table, coup=both)
    return table


def check_views(table: Table, chance: random.Random) -> None:
    """Every role's view of a table and of its twin are the same, byte for byte."""
    same = twin(table, chance)
    players = list(table.present("player"))
    for role in ROLES:
        person = chance.choice(players) if role == "player" and players else None
        if _encode(view(table, role, person)) != _encode(view(same, role, person)):
            raise ViolationError(f"the view of {role} shows a card that nobody has seen")
