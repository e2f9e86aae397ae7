"""What each role sees of events: nothing of cards that nobody has seen, nobody else's money."""

from __future__ import annotations

import datetime as dt
import json
import random
from typing import Any

import msgspec
import pytest

from pitboss.table.machine import EVENTS, Event, PersonalEvent, PublicEvent, TableEvent
from pitboss.table.sight import audience as visible
from pitboss.table.sight.audience import see
from pitboss.views.parts.carried import PARTS
from tests.api.conftest import TABLE
from tests.api.conftest import House as Running

ROLES = ("staff", "inspector", "surveillance", "player", "display")


SECRET = (
    "attempt-recorded",
    "card-check-ordered",
    "cards-secured",
    "device-reported",
    "duty-raised",
    "filled",
    "float-counted",
    "notified",
    "payment-enquired",
    "payment-error-opened",
    "person-detained",
    "record-contradicted",
)


@pytest.mark.parametrize("tag", SECRET)
def test_enquiries_and_money_of_the_house_are_its_own(tag: str) -> None:
    event = {"event": tag, "by": "d", "rank": "Dealer", "at": "now", "person": "p"}
    assert tag in EVENTS
    assert see(1, event, "player", "p") is None
    assert see(1, event, "display") is None


@pytest.mark.parametrize("tag", sorted(EVENTS))
def test_a_role_sees_what_the_class_of_an_event_says(tag: str) -> None:
    event = {"event": tag, "by": "d", "rank": "Dealer", "at": "now", "person": "p"}
    kind = EVENTS[tag]
    shown = see(1, event, "display") is not None
    others = see(1, event, "player", "another") is not None
    ones_own = see(1, event, "player", "p") is not None
    assert shown == issubclass(kind, PublicEvent)
    assert others == issubclass(kind, TableEvent)
    assert ones_own == issubclass(kind, TableEvent | PersonalEvent)
    assert see(1, event, "staff") is not None


def test_a_kind_that_nobody_listed_is_the_houses_own() -> None:
    event = {"event": "new-kind", "by": "p", "rank": "x", "at": "now"}
    assert see(1, event, "player", "p") is None
    assert see(1, event, "display") is None
    assert see(1, event, "staff") is not None


def test_money_is_shown_to_the_one_whose_it_is() -> None:
    arrived = {"event": "arrived", "by": "a", "rank": "player", "at": "t", "chips_cents": 5}
    mine, others = see(1, arrived, "player", "a"), see(1, arrived, "player", "b")
    assert mine is not None
    assert others is not None
    assert mine.fields == {"chips_cents": 5}
    assert others.fields == {}
    bought = {"event": "bought-in", "by": "d", "rank": "Dealer", "at": "t", "person": "a"}
    assert see(1, bought, "player", "a") is not None
    assert see(1, bought, "player", "b") is None
    corrected = {
        "event": "coup-corrected",
        "by": "d",
        "rank": "Dealer",
        "at": "t",
        "lines": [{"person": "a"}, {"person": "b"}],
        "moved": [["float", "player:a", 5], ["player:b", "float", 7]],
        "short": {"b": 7},
    }
    seen = see(1, corrected, "player", "a")
    assert seen is not None
    assert seen.by is None
    assert seen.fields == {
        "lines": [{"person": "a"}],
        "moved": [["float", "player:a", 5]],
        "short": {},
    }
    shown = see(1, corrected, "display")
    assert shown is not None
    assert shown.fields == {}


def test_a_card_that_lies_face_down_is_in_no_event_for_anyone() -> None:
    def event(card: int, key: str = "hands") -> dict[str, Any]:
        slots = [{"card": card, "number": 1}, {"card": 7, "exposed": True}]
        return {
            "event": "coup-reconstructed",
            "by": "d",
            "rank": "Dealer",
            "at": "t",
            key: {"one": slots, "other": slots},
        }

    for role in ROLES:
        assert see(1, event(3), role, "p") == see(1, event(50), role, "p")  # type: ignore[arg-type]
        old = [see(1, event(card, "player"), role, "p") for card in (3, 50)]  # type: ignore[arg-type]
        assert old[0] == old[1], "an event of an earlier version tells no more"


def told(house: Running, login: str) -> str:
    """The first message of the stream, with every part that is for this person."""
    session = house.context.sessions.find(house.token(login))
    assert session is not None
    named = ",".join(name for name, part in PARTS.items() if session.role in part.roles)
    path = f"/api/tables/{TABLE}/stream?parts={named}"
    with house.client.websocket_connect(path, headers=house.headers(login)) as socket:
        return str(socket.receive_text())


def run(monkeypatch: pytest.MonkeyPatch, seed: int) -> dict[str, list[Any]]:
    """A coup from a shoe whose first cards are fixed and whose others are by this seed."""

    def order(decks: int, words: object = None) -> tuple[int, ...]:
        del words
        cards = [card for card in range(52) for _ in range(decks)]
        random.Random(1).shuffle(cards)
        rest = cards[40:]
        random.Random(seed).shuffle(rest)
        return (*cards[:40], *rest)

    ids = iter(f"{number:016x}" for number in range(100_000))
    monkeypatch.setattr("pitboss.service.shoes.shuffled", order)
    monkeypatch.setattr("pitboss.service.shoes.commit", lambda _, __: "ab" * 32)
    monkeypatch.setattr("secrets.token_hex", lambda _=0: next(ids))
    house = Running()
    logins = ("gaming-supervisor", "inspector", "surveillance", "player1", "player2", "display")
    got: dict[str, list[Any]] = {login: [] for login in logins}
    with house.client:
        house.seat("player1", "player2")
        house.ready()
        house.do("player1", "place-wager", wager="player", amount_cents=10_000)
        house.do("player2", "place-wager", wager="tie", amount_cents=5_000)
        for number in range(40):
            if house.context.floor.get(TABLE).table.results:
                break
            house.client.post(
                f"/api/tables/{TABLE}/autodeal",
                headers=house.headers("dealer") | {"Idempotency-Key": f"autodeal-{number}"},
            )
            for login in logins:
                got[login].append(house.get(login, f"/tables/{TABLE}").content)
                got[login].append(told(house, login))
        for login in logins:
            path = f"/api/tables/{TABLE}/stream?after=0"
            with house.client.websocket_connect(path, headers=house.headers(login)) as socket:
                got[login].append(socket.receive_text())
            got[login].append(house.get(login, f"/tables/{TABLE}/events").content)
            got[login].append(house.get(login, f"/tables/{TABLE}/coups/1/replay").content)
            got[login].append(house.get(login, f"/tables/{TABLE}/shoes").content)
            got[login].append(house.get(login, f"/tables/{TABLE}/offers").content)
        undealt = house.tables.table(f"table:{TABLE}").shoes.order(1)
        assert undealt is not None
        got["order"] = [bytes(undealt.cards)]
    house.close()
    monkeypatch.undo()
    return got


def test_tables_that_differ_in_unexposed_cards_look_the_same_byte_for_byte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = run(monkeypatch, 1), run(monkeypatch, 2)
    assert first.pop("order") != second.pop("order")
    assert first == second
    assert all(len(answers) > 10 for answers in first.values())


def test_who_is_too_far_behind_or_ahead_reads_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.api.floor.MOST_BEHIND", 2)
    house = Running()
    with house.client:
        for after in (0, 10_000):
            path = f"/api/tables/{TABLE}/stream?after={after}"
            with house.client.websocket_connect(path, headers=house.headers("display")) as socket:
                message = json.loads(socket.receive_text())
            assert message["type"] == "reread"
            assert message["sequence"] == house.store.head(f"table:{TABLE}")
    house.close()


def test_events_are_seen_as_they_are_written() -> None:
    kind = EVENTS["bets-called"]
    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    given: dict[str, Any] = {"by": "d", "rank": "Dealer", "at": at, "call": "no more bets"}
    event: Event = kind(**given)
    seen = visible.visible(9, event, "display")
    assert msgspec.to_builtins(seen) == {
        "sequence": 9,
        "event": "bets-called",
        "at": "2026-01-01T00:00:00Z",
        "rank": "Dealer",
        "fields": {"call": "no more bets"},
    }
