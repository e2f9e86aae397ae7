"""Views never leak: tables that differ in cards nobody has seen look the same to everyone."""

from __future__ import annotations

import random

import msgspec

from pitboss.cards import CARDS_IN_DECK
from pitboss.chaos.checks import ViolationError
from pitboss.table.cards.parts import Slot
from pitboss.table.play import Play
from pitboss.table.sight.roles import Audience, view
from pitboss.table.state import Table

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
        hands = {hand: other(slots) for hand, slots in coup.hands.items()}
        table = replace(table, coup=replace(coup, hands=hands))
    return table


def check_views(play: Play, table: Table, chance: random.Random) -> None:
    """Every role's view of a table and of its twin are the same, byte for byte."""
    same = twin(table, chance)
    players = list(table.present("player"))
    for role in ROLES:
        person = chance.choice(players) if role == "player" and players else None
        if _encode(view(play, table, role, person)) != _encode(view(play, same, role, person)):
            raise ViolationError(f"the view of {role} shows a card that nobody has seen")
