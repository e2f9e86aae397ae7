"""A server process for tests: many clients bet through its tables until somebody kills it.

Every acknowledged command is written to a file, which is on the disk before the next one is
given: what that file says was promised.
"""

from __future__ import annotations

import os
import random
import sys
import threading
from pathlib import Path

from pitboss.errors import UnknownTableError
from pitboss.journal.sql import SqlStore
from tests.service.play import BOOK, Rig, player


class Book:
    """What was acknowledged: lines in a file, each written whole."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def keep(self, *words: object) -> None:
        os.write(self._file, (" ".join(map(str, words)) + "\n").encode())


def client(rig: Rig, number: int, name: str, book: Book, begun: int) -> None:
    """Bet, cash a little out, and try the last command again now and then."""
    chance = random.Random(begun * 1_000 + number)
    actor = player(number)
    turn = 0
    while True:
        turn += 1
        key = f"{begun}.{turn}"
        data = {"do": "place-wager", "wager": "tie", "amount_cents": 100}
        if chance.random() < 0.3:
            data = {"do": "cash-out", "amount_cents": 100}
        for _ in range(1 + (chance.random() < 0.2)):
            answer = rig.tables.submit(name, data, actor, key).result(60)
            if answer.accepted:
                book.keep(name, f"{actor.person}/{key}", answer.sequence, data["do"])


def dealer(rig: Rig, name: str) -> None:
    """Deal and settle without a pause; where another server was quicker, look again."""
    while True:
        try:
            rig.house(name)
        except AssertionError:
            rig.tables.follow(name)


def main(url: str, acknowledged: str, tables: int, clients: int, begun: int) -> None:
    """Open or resume the tables, then let everyone at them."""
    rig = Rig(SqlStore(url))
    names = [f"table:{number}" for number in range(tables)]
    for place, name in enumerate(names):
        try:
            rig.tables.table(name)
        except UnknownTableError:
            rig.open(name, players=0)
            for number in range(place, clients, tables):
                rig.do(player(number), "arrive", name, chips_cents=10_000_000)
    book = Book(Path(acknowledged))
    for number in range(clients):
        work = (rig, number, names[number % tables], book, begun)
        threading.Thread(target=client, args=work, daemon=True).start()
    for name in names:
        threading.Thread(target=dealer, args=(rig, name), daemon=True).start()
    print("serving", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    url, acknowledged, tables, clients, begun = sys.argv[1:]
    assert BOOK is not None
    main(url, acknowledged, int(tables), int(clients), int(begun))
