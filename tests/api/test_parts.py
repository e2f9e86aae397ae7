"""The stream carries what the routes answer: to each their own, once made for all who see it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from pitboss.api.feed import Subscriber
from pitboss.api.floor import PublishedTable
from pitboss.views.parts import carried as parts
from pitboss.views.parts.shown import Shown, Viewer
from tests.api.conftest import TABLE, House

PEOPLE = ("player1", "player2", "dealer", "inspector", "surveillance", "display")


class Followers:
    """Everyone who follows a table, and the parts that each was told last."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.shown: PublishedTable = house.context.floor.get(TABLE)
        self._all: dict[str, Subscriber] = {}
        self.told: dict[str, dict[str, Any]] = {}
        for login in PEOPLE:
            session = house.context.sessions.find(house.token(login))
            assert session is not None
            named = [name for name, part in parts.PARTS.items() if session.role in part.roles]
            self._all[login] = house.context.floor.subscribe(self.shown, session, None, named)
            self.told[login] = {}

    def hear(self) -> Counter[str]:
        """Tell everyone what is new; how often each part was carried."""
        carried: Counter[str] = Counter()
        for login, one in self._all.items():
            message = msgspec.json.decode(self._house.context.floor.next_message(self.shown, one))
            carried.update(message.get("parts", {}).keys())
            self.told[login] |= message.get("parts", {})
        return carried

    def agree(self) -> None:
        """What each was told is what they would be answered."""
        for login, told in self.told.items():
            for name, carried in told.items():
                asked = self._house.get(login, f"/tables/{TABLE}/{name}")
                assert asked.status_code == 200, asked.text
                assert carried == asked.json(), (login, name)


@pytest.fixture
def followed(house: House) -> tuple[House, Followers]:
    house.seat("player1", "player2")
    house.do("dealer", "sign-on")
    house.ready()
    return house, Followers(house)


def test_what_is_carried_is_what_would_be_answered(followed: tuple[House, Followers]) -> None:
    house, followers = followed
    followers.hear()
    for number in range(3):
        house.do("player1", "place-wager", wager="banker", amount_cents=2_500 + 500 * number)
        followers.hear()
        house.do("player2", "place-wager", wager="tie", amount_cents=5_000)
        done = len(followers.shown.table.results)
        while len(followers.shown.table.results) == done:
            followers.hear()
            followers.agree()
            assert house.autodeal().status_code == 200
        followers.hear()
        followers.agree()
        assert followers.told["player1"]["coup"]["coup"] == number + 1
    house.do("gaming-supervisor", "sign-on")
    at = (house.clock.now + dt.timedelta(minutes=30)).isoformat()
    given = {"kind": "change-game", "change_at": at, "value": "even-money"}
    house.do("gaming-supervisor", "post-notice", **given)
    followers.hear()
    followers.agree()
    assert followers.told["display"]["sheet"]["notices"][0]["kind"] == "change-game"


def test_everyone_is_told_that_play_is_paused_and_on_what(
    followed: tuple[House, Followers],
) -> None:
    house, followers = followed
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    while not followers.shown.table.results:
        assert house.autodeal().status_code == 200
    followers.hear()
    assert [one["sheet"]["paused"] for one in followers.told.values()] == [None] * len(PEOPLE)
    told = {"settled_as": "even-money"}
    house.do("player1", "report-irregularity", situation="settled-by-other-game", told=told)
    followers.hear()
    followers.agree()
    (paused,) = {str(one["sheet"]["paused"]) for one in followers.told.values()}
    situation = house.client.get(
        "/api/tables/star-baccarat/ruling", headers=house.headers("dealer")
    ).json()["trouble"]
    assert paused == str({"title": situation["title"], "clauses": situation["clauses"]})


def test_a_player_is_told_nothing_of_anothers(followed: tuple[House, Followers]) -> None:
    house, followers = followed
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    house.do("player2", "place-wager", wager="tie", amount_cents=5_000)
    while not followers.shown.table.results:
        assert house.autodeal().status_code == 200
        followers.hear()
    for login in ("player1", "player2"):
        mine = house.person(login)
        told = followers.told[login]
        assert {one["person"] for one in told["coup"]["lines"]} == {mine}
        assert told["own"]["person"] == mine
        assert "next" not in told
    assert len(followers.told["dealer"]["coup"]["lines"]) == 2
    assert set(followers.told["display"]) == {"sheet", "roads"}


def test_what_has_not_changed_is_not_carried_again(followed: tuple[House, Followers]) -> None:
    house, followers = followed
    first = followers.hear()
    assert first["sheet"] == len(PEOPLE)
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    after = followers.hear()
    assert set(after) <= {"own", "next"}, "a wager changes nothing that all see beside the view"


def test_what_several_see_is_made_once(
    followed: tuple[House, Followers], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, followers = followed
    made: Counter[str] = Counter()

    def counted(name: str, part: parts.Part) -> parts.Part:
        def make(shown: Shown, viewer: Viewer) -> Any:
            made[name] += 1
            return part.make(shown, viewer)

        return replace(part, make=make)

    for name, part in parts.PARTS.items():
        monkeypatch.setitem(parts.PARTS, name, counted(name, part))
    followers.hear()
    assert (made["sheet"], made["roads"], made["draws"]) == (1, 1, 2)
    made.clear()
    house.do("player1", "place-wager", wager="banker", amount_cents=2_500)
    house.autodeal()
    followers.hear()
    assert made["sheet"] + made["roads"] <= 2
    assert made["draws"] == 2, "one for the house and one for the players"


@pytest.mark.parametrize(("login", "wanted"), [("display", "own"), ("player1", "next,own")])
def test_a_part_is_for_its_roles(house: House, login: str, wanted: str) -> None:
    path = f"/api/tables/{TABLE}/stream?parts={wanted}"
    with (
        pytest.raises(WebSocketDisconnect),
        house.client.websocket_connect(path, headers=house.headers(login)),
    ):
        pass


def test_there_is_no_other_part(house: House) -> None:
    path = f"/api/tables/{TABLE}/stream?parts=shoe"
    with (
        pytest.raises(WebSocketDisconnect),
        house.client.websocket_connect(path, headers=house.headers("dealer")),
    ):
        pass
