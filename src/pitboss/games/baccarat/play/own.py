"""What baccarat alone has of a table and of a coup, and how its topics register."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

import msgspec

from pitboss.table import machine
from pitboss.table.cards.deal import change_coup
from pitboss.table.machine import replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.state import Round, Table

NAME = "baccarat"
Hand = Literal["player", "banker"]
PLAYER, BANKER = "player", "banker"
HANDS = {PLAYER: "Player", BANKER: "Banker"}
machine.HANDS.update(HANDS)
FIRST = 4
"""Cards that every coup begins with."""

decides = partial(machine.decides, game=NAME)
also_applies = partial(machine.also_applies, game=NAME)


@own_part
class Role(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="baccarat-role"):
    """The role of designated player: who holds it, who declined, from where it goes on."""

    designated: str | None = None
    declined: tuple[str, ...] = ()
    start: int | None = None
    shoe: int = 0

    def without(self, person: str) -> Role:
        """Whoever has left holds it no longer."""
        return replace(self, designated=None) if self.designated == person else self


@own_part
class Delivery(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="baccarat-delivery"):
    """How far a coup is, and where its cards are.

    `holders` says who received each hand, `out` which hand is with them now, `collected` which
    came back. `nominees` and `lent` go by card, as "banker:0": whom the holder nominated, and
    which cards lie with nominees. `forfeited` hands stay with the dealer by direction;
    `face_up` is the way its cards leave the shoe; `insured` have answered whether they take a wager
    that the coup offers; `both` has asked to open both hands in turn.
    """

    counts_announced: bool = False
    holders: Mapping[str, str] = msgspec.field(default_factory=dict)
    declined: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    nominees: Mapping[str, str] = msgspec.field(default_factory=dict)
    lent: tuple[str, ...] = ()
    out: str | None = None
    collected: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    face_up: bool | None = None
    insured: tuple[str, ...] = ()
    both: str | None = None


_NO_ROLE = Role()
_NOTHING_YET = Delivery()


def role_of(table: Table) -> Role:
    """The role of designated player, as it stands."""
    return table.own if isinstance(table.own, Role) else _NO_ROLE


def change_role(table: Table, **fields: object) -> Table:
    """The table with the role changed."""
    return replace(table, own=replace(role_of(table), **fields))


def delivery_of(coup: Round) -> Delivery:
    """Where the cards of a coup are."""
    return coup.own if isinstance(coup.own, Delivery) else _NOTHING_YET


def delivery_now(table: Table) -> Delivery:
    """Where the cards of the coup in progress are."""
    assert table.coup is not None
    return delivery_of(table.coup)


def change_delivery(table: Table, **fields: object) -> Table:
    """The table with the cards of its coup elsewhere."""
    return change_coup(table, own=replace(delivery_now(table), **fields))
