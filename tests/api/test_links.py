"""Links over HTTP: opened and joined by rank, looked at, determined and decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.journal.store import Message
from pitboss.service.tables import Actor
from tests.aggregates.linked import CONDITIONS
from tests.api.conftest import House
from tests.service.linked import DEVICE, OPENING, PLAIN, SHOE

LINK = {"link": "main", "rulebook": "star-blackjack", **CONDITIONS}
MANAGER, SUPERVISOR, DEALER = "gaming-manager", "gaming-supervisor", "dealer"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    found = House()
    with found.client:
        for name, source in (("d1", DEVICE), ("d2", DEVICE), ("s1", SHOE)):
            opened(found, name, source)
        yield found
    found.tables.close()


def opened(house: House, name: str, source: str) -> None:
    """A table that is open, with a device or a shoe."""
    stream, edition = f"table:{name}", "star-blackjack/2024-08-16"
    house.tables.table(stream, edition)
    boss = Actor("boss", "staff", "Gaming Supervisor")
    sign = OPENING["sign"] if source == DEVICE else PLAIN
    opening: dict[str, Any] = {"do": "open-table", **OPENING, "sign": sign, "source": source}
    for number, given in enumerate(({"do": "sign-on"}, opening)):
        answer = house.tables.submit(stream, given, boss, f"{name}-{number}").result(30)
        assert answer.accepted, answer.refusal


def problem(answer: Any) -> tuple[int, str, list[str]]:
    body = answer.json()
    return answer.status_code, body["code"], body.get("clauses", [])


def test_a_link_is_opened_by_rank_and_on_permitted_terms(house: House) -> None:
    code = problem(house.post(DEALER, "/links", LINK))
    assert code == (409, "rank-too-low", ["14.26"])
    for change, expected in (
        ({"stake_cents": 300}, ("wrong-stake", ["pay-table-blazing-7s"])),
        ({"increment_millionths": 0}, ("wrong-increment", ["14.26.2"])),
        ({"pay_table": "main"}, ("no-pool", [])),
    ):
        assert problem(house.post(SUPERVISOR, "/links", {**LINK, **change})) == (409, *expected)
    without = {key: value for key, value in LINK.items() if key != "increment_millionths"}
    assert house.post(SUPERVISOR, "/links", without).status_code == 422
    other = {**LINK, "rulebook": "star-baccarat"}
    assert problem(house.post(SUPERVISOR, "/links", other))[:2] == (409, "no-pool")
    assert house.get(MANAGER, "/links").json() == {"links": []}
    answer = house.post(SUPERVISOR, "/links", LINK)
    assert answer.status_code == 201, answer.text
    assert answer.json()["row"]["meter_cents"] == 1_000_000
    assert problem(house.post(SUPERVISOR, "/links", LINK))[:2] == (409, "link-open")


def test_tables_join_that_are_equal_and_have_the_equipment(house: House) -> None:
    same = {**CONDITIONS, "table": "d1"}
    differs = house.post(MANAGER, "/links/main/tables", {**same, "increment_millionths": 1})
    assert problem(differs) == (409, "conditions-differ", ["14.26.2"])
    answer = house.post(MANAGER, "/links/main/tables", same)
    assert answer.status_code == 201, answer.text
    assert answer.json()["row"]["tables"] == ["d1"]
    shoe = house.post(MANAGER, "/links/main/tables", {**same, "table": "s1"})
    assert problem(shoe)[:2] == (409, "table-not-linked")
    assert "shuffling device" in shoe.json()["sentence"]
    other = house.post(MANAGER, "/links/main/tables", {**same, "table": "star-baccarat"})
    assert problem(other) == (409, "conditions-differ", ["14.26.1"])
    assert house.post(MANAGER, "/links/main/tables", {**same, "table": "x9"}).status_code == 404
    assert house.post(MANAGER, "/links/none/tables", same).status_code == 404
    house.post(MANAGER, "/links/main/tables", {**same, "table": "d2"})
    assert house.get(MANAGER, "/links/main").json()["row"]["tables"] == ["d1", "d2"]


def test_everyone_signed_in_sees_the_meter_and_the_house_sees_why(house: House) -> None:
    for login in ("player1", "display", DEALER):
        (row,) = house.get(login, "/links").json()["links"]
        assert row["meter_cents"] == 1_000_000
        assert "reconciliation" not in row
    assert house.get("player1", "/links/main").status_code == 403
    seen = house.get("surveillance", "/links/main").json()
    sums = seen["reconciliation"]
    assert (sums["adds_up"], sums["pays_out"], sums["seeds"]) == (True, True, 10_000_000_000)
    assert (seen["determines"], seen["decides"]) == ("surveillance", "Gaming Manager")
    events = house.get(MANAGER, "/links/main/events", after=1, limit=1).json()
    assert events["events"][0]["event"]["event"] == "table-joined"
    assert events["head"] > events["sequence"] == 2


def metered(house: House, number: int, stakes: int) -> None:
    """So many stakes of a round at the first table, told to the link."""
    said = {"do": "meter-stakes", "table": "table:d1", "round": number}
    told = {**said, "stakes": list(range(1, stakes + 1)), "stake_cents": 500, "by": "boss"}
    house.tables.links.take(
        "link:main",
        [Message(f"table:d1/{1000 + number}/0", "link:main", msgspec.json.encode(told))],
    )


@pytest.mark.parametrize("login", ["player1", "display", DEALER])
def test_the_stream_of_each_linked_table_has_the_meter(house: House, login: str) -> None:
    """The second table hears what was staked at the first, though nothing happened at it."""
    before = house.get(login, "/tables/d2/pool").json()
    assert (before["link"], before["wager"], before["on"]) == ("main", "blazing-sevens", True)
    with house.client.websocket_connect(
        "/api/tables/d2/stream?parts=pool", headers=house.headers(login)
    ) as socket:
        first = socket.receive_json(timeout=10)
        assert (first["type"], first["parts"]["pool"]) == ("update", before)
        metered(house, house.tables.links.link("link:main").stakes + 1, 4)
        told = socket.receive_json(timeout=10)
        while not told["parts"]:  # the stream beats meanwhile
            told = socket.receive_json(timeout=10)
    assert (told["type"], told["events"], told["after"]) == ("beat", [], first["sequence"])
    after = told["parts"]["pool"]
    assert after["meter_cents"] == before["meter_cents"] + 30  # 4 stakes, 7.5 cents of each
    assert house.get(login, "/tables/d2/pool").json() == after


def test_a_meter_that_is_stopped_is_told_and_a_table_alone_has_none(house: House) -> None:
    assert house.post(SUPERVISOR, "/links/main/order", {"reason": "no power"}).is_success
    assert house.get("player1", "/tables/d1/pool").json()["on"] is False
    assert house.post(SUPERVISOR, "/links/main/order", {}).is_success
    assert house.get("player1", "/tables/d1/pool").json()["on"] is True
    assert problem(house.get("player1", "/tables/s1/pool")) == (409, "no-pool", [])
    assert problem(house.get("player1", "/tables/star-baccarat/pool")) == (409, "no-pool", [])


def test_nothing_is_determined_or_decided_that_does_not_wait(house: House) -> None:
    answer = house.post("surveillance", "/links/main/determination", {"moments": [[1, 2]]})
    assert problem(answer) == (409, "nothing-waits", ["14.27", "14.27.4(ii)"])
    assert house.post(MANAGER, "/links/main/determination", {"moments": []}).status_code == 403
    body = {"order": ["a", "b"], "reason": "x"}
    assert problem(house.post(MANAGER, "/links/main/decision", body))[1] == "nothing-waits"
    low = house.post(SUPERVISOR, "/links/main/decision", body)
    assert problem(low) == (409, "rank-too-low", ["14.27"])


def test_a_link_out_of_order_says_so(house: House) -> None:
    low = house.post(DEALER, "/links/main/order", {"reason": "no power"})
    assert problem(low) == (409, "rank-too-low", ["16.18.2"])
    stopped = house.post(SUPERVISOR, "/links/main/order", {"reason": "no power"})
    assert stopped.json()["row"]["stopped"] == "no power"
    resumed = house.post(SUPERVISOR, "/links/main/order", {})
    assert resumed.json()["row"]["stopped"] is None


def test_a_retry_gets_the_first_answer(house: House) -> None:
    first = house.post(SUPERVISOR, "/links/main/order", {"reason": "test"}, "retry-id-1")
    again = house.post(SUPERVISOR, "/links/main/order", {"reason": "test"}, "retry-id-1")
    assert (first.status_code, again.status_code) == (200, 200)
    assert house.get(MANAGER, "/links/main").json()["sequence"] == first.json()["sequence"]
