"""The automatic dealer over a change of shoes: opened, the next one loaded, and dealt on."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from pitboss import aggregates
from pitboss.api.app import make_app
from pitboss.journal.record import read_line
from pitboss.service.tables import Actor
from pitboss.table.usual.next_act import AUTOMATIC
from tests.api.conftest import TABLE, House

PATIENCE = 120


@contextlib.contextmanager
def dealing() -> Iterator[House]:
    """A house whose automatic dealer deals without a pause."""
    house = House()
    house.client = TestClient(
        make_app(house.context, autodeal_seconds=0.0), raise_server_exceptions=False
    )
    with house.client:
        yield house
    house.close()


@pytest.mark.parametrize("name", [TABLE, "star-premium-baccarat"])
def test_the_automatic_dealer_goes_on_with_the_next_shoe(name: str) -> None:
    with dealing() as house:
        house.do("player1", "arrive", name, seat=1)
        actor = Actor(house.person("player1"), "player")
        shown, stream = house.context.floor.get(name), aggregates.TABLE.stream_of(name)
        ending, number = time.monotonic() + PATIENCE, 0
        while not (shown.table.shoes == 2 and shown.table.shoe and shown.table.shoe.coups >= 2):
            assert time.monotonic() < ending, shown.table
            if shown.table.phase == "betting" and not shown.table.wagers:
                number += 1
                wager = {"do": "place-wager", "wager": "player", "amount_cents": 2_500}
                house.tables.submit(stream, wager, actor, f"wager-{number}").result(30)
            time.sleep(0.001)
        events = [read_line(line).data() for _, line in house.store.read(stream)]
        words = [one["event"] for one in events]
        over, opened = words.index("shoe-ended"), words.index("shoe-revealed")
        loaded = [place for place, word in enumerate(words) if word == "shoe-loaded"]
        assert len(loaded) == 2
        assert over < opened < loaded[1]
        assert {events[place]["by"][: len(AUTOMATIC)] for place in (*loaded, opened)} == {AUTOMATIC}
        first, second = house.get(None, f"/tables/{name}/shoes").json()["shoes"]
        assert first["commitment"] != second["commitment"]
        assert "order" not in second
        dealt = [place for place, word in enumerate(words) if word == "card-dealt"]
        assert events[loaded[1]]["commitment"] == second["commitment"]
        assert min(place for place in dealt if place > opened) > loaded[1]
        checked = house.get(None, f"/tables/{name}/shoes/1/verification").json()
        assert (checked["opened"], checked["holds"]) == (True, True)
        # Every card that was seen at the table, and of the second shoe nothing is told yet.
        assert checked["dealt"] > 250
        later = house.get(None, f"/tables/{name}/shoes/2/verification").json()
        assert later["opened"] is False
        assert sum(shown.table.balances.values()) == 0
