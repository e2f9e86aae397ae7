"""The players round the table, from the dealer's left clockwise."""

from __future__ import annotations

from pitboss.table.state import Table


def place_of(table: Table, seat: int) -> int:
    """How far a seat is from the dealer's left, clockwise."""
    house = table.house
    return house.seats + 1 - seat if house is not None and house.from_right else seat


def ring(table: Table) -> dict[str, int]:
    """The seated players who take part, by their place, from the dealer's left clockwise."""
    places = {
        name: place_of(table, person.seat)
        for name, person in table.participants().items()
        if person.seat is not None
    }
    return dict(sorted(places.items(), key=lambda one: one[1]))
