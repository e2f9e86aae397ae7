"""A table at which coups were played, on a store that knows which lines were read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss import aggregates
from pitboss.journal.memory import MemoryStore
from tests.api.conftest import TABLE, House

STREAM = aggregates.TABLE.stream_of(TABLE)


class Counted(MemoryStore):
    """A store that keeps the sequence of each line of the table that was read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_lines: list[int] = []

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        found = super().read(stream, after, limit)
        self.read_lines += [sequence for sequence, _ in found if stream == STREAM]
        return found


@contextmanager
def played_house(coups: int) -> Iterator[House]:
    """A house whose table has played so many coups."""
    house = House(store=Counted())
    with house.client:
        house.seat("player1")
        house.ready()
        for _ in range(coups):
            play(house)
        yield house
    house.close()


def play(house: House) -> None:
    """A coup with one wager."""
    house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
    house.coup()
