"""What is kept of coups that are settled: their lines, packed small.

Errors, frauds and wrong odds are found later, while another coup is in progress or after the
table has closed; what a line was due must then still be known. A coup is kept as bytes, some 40
for each line, because a table has thousands of coups and hardly ever asks for one.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import House, Result, Round, SignState, Table

MOST_KEPT = 50_000
"""So many coups, a month of play without a break; what is older is in the journal alone."""


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A settled coup: by which rules, from which places of the shoe, with which lines and chips."""

    edition: str
    game: str
    decks: int
    layout: str
    values: dict[str, str]
    hands: tuple[tuple[int, ...], ...]
    lines: tuple[KeptLine, ...]
    chips: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """Where in the shoe its cards lay, hand by hand."""
        return tuple(place for hand in self.hands for place in hand)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Kept).decode


def pack(house: House, sign: SignState, coup: Round, lines: tuple[KeptLine, ...]) -> bytes:
    """A coup that is settled now, packed."""
    kept = Kept(
        edition=house.edition,
        game=house.game,
        decks=house.decks,
        layout=house.layout,
        values=dict(sign.values),
        hands=tuple(tuple(slot.number for slot in hand) for hand in coup.hands.values()),
        lines=lines,
        chips=house.chips,
    )
    return _encode(kept)


T = TypeVar("T")


def keep(coups: tuple[T, ...], one: T) -> tuple[T, ...]:
    """One more coup at the end; the oldest goes where there are too many."""
    return (*coups[-(MOST_KEPT - 1) :], one)


def change(table: Table, number: int, lines: tuple[KeptLine, ...]) -> tuple[bytes, ...]:
    """The coups kept, with other lines for one of them."""
    place = _place(table, number)
    found = kept_coup(table, number)
    if place is None or found is None:
        return table.settled
    packed = _encode(msgspec.structs.replace(found, lines=lines))
    return (*table.settled[:place], packed, *table.settled[place + 1 :])


def kept_coup(table: Table, number: int) -> Kept | None:
    """What is kept of a coup; nothing where it was never settled, or is too long ago.

    A coup declared void after its settlement keeps its lines; its result says that it is void.
    """
    place = _place(table, number)
    packed = b"" if place is None else table.settled[place]
    return _decode(packed) if packed else None


def on_hand(table: Table, number: int, clauses: Clauses) -> None:
    """Refuse a coup that is older than what is kept."""
    if table.results and 0 < number < table.results[0].coup:
        refuse("not-on-record", clauses, coup=number)


def result_of(table: Table, number: int) -> Result | None:
    """The result of a coup that is over; nothing where none of this number is."""
    for result in reversed(table.results):
        if result.coup == number:
            return result
        if result.coup < number:
            break
    return None


def _place(table: Table, number: int) -> int | None:
    """Where a coup stands among those kept: they are of the results that came last."""
    older = len(table.results) - len(table.settled)
    for place in range(len(table.results) - 1, max(older, 0) - 1, -1):
        if table.results[place].coup == number:
            return place - older
    return None
