"""What is known of people, over the API: who may, with which reason, and what becomes of it."""

from __future__ import annotations

import datetime as dt
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pitboss.service.people.accounts import Made
from pitboss.service.people.records import Excluded, Person
from pitboss.service.ticker import fire_due
from tests.api.conftest import TABLE, House

ANN: dict[str, Any] = {
    "name": "Annabel Quartermaine",
    "address": "17 Wharf Lane",
    "player_card": "PC-778812345",
}
TOLD = (b"Annabel", b"Quartermaine", b"Wharf Lane", b"778812345", b"own wish")
KEEPER, TOP = "gaming-supervisor", "gaming-manager"


def enter(house: House, by: str = KEEPER, **fields: Any) -> str:
    answer = house.post(by, "/people", {**ANN, "why": "new Player Card", **fields})
    assert answer.status_code == 201, answer.text
    person: str = answer.json()["person"]
    return person


def ask(house: House, method: str, login: str, path: str, **rest: Any) -> Any:
    return house.client.request(method, f"/api{path}", headers=house.headers(login), **rest)


def visitor(house: House) -> str:
    """The highest rank of another house."""
    book = next(
        one
        for one in house.context.books.values()
        if one.edition.identity.house != house.context.books[TABLE].edition.identity.house
    )
    identity, rank = book.edition.identity, book.edition.ranks.ladder[-1]
    made = house.context.accounts.make("visitor", "staff", rank, identity.house, demo=True)
    assert isinstance(made, Made)
    house.passwords["visitor"] = made.password
    return "visitor"


def test_a_record_is_entered_read_with_a_reason_and_changed(house: House) -> None:
    who = enter(house)
    read = house.get(KEEPER, f"/people/{who}", why="identity check").json()
    assert {**ANN, "person": who, "excluded": False, "exclusions": []}.items() <= read.items()
    unasked = house.get(KEEPER, f"/people/{who}")
    assert (unasked.status_code, unasked.json()["code"]) == (422, "no-reason")
    blank = house.get(KEEPER, f"/people/{who}", why="  ")
    assert blank.status_code == 422
    changed = {"name": "Ann Q", "player_card": "PC-2", "why": "married"}
    assert ask(house, "PUT", KEEPER, f"/people/{who}", json=changed).status_code == 200
    read = house.get("inspector", f"/people/{who}", why="inspection").json()
    assert (read["name"], read["address"], read["player_card"]) == ("Ann Q", "", "PC-2")
    held = b"".join(house.store._secrets.values())
    assert [text for text in (*TOLD, b"Ann Q", b"PC-2") if text in held] == []


def test_the_holder_of_a_player_card_is_found_and_is_one_person(house: House) -> None:
    who = enter(house)
    sought = {"player_card": " PC-778812345 ", "why": "at the table"}
    assert house.post(KEEPER, "/people/find", sought).json() == {"person": who}
    assert house.post(KEEPER, "/people/find", {**sought, "player_card": "X"}).status_code == 404
    again = house.post(KEEPER, "/people", {**ANN, "why": "again"})
    assert (again.status_code, again.json()["code"]) == (409, "card-taken")
    other = enter(house, player_card=None)
    taken = ask(house, "PUT", KEEPER, f"/people/{other}", json={**ANN, "why": "x"})
    assert taken.json()["code"] == "card-taken"
    assert house.post(KEEPER, "/people/find", sought).json() == {"person": who}


def test_every_access_is_in_the_log_with_who_and_why(house: House) -> None:
    who = enter(house, login="player1")
    house.get("surveillance", f"/people/{who}", why="incident 7")
    house.get("player1", f"/people/{who}")
    house.post(KEEPER, f"/people/{who}/exclusion", {"reason": "own wish"})
    ask(house, "DELETE", KEEPER, f"/people/{who}/exclusion", params={"why": "term over"})
    ask(house, "DELETE", TOP, f"/people/{who}", params={"why": "asked for it"})
    found = house.get(TOP, f"/people/{who}/accesses").json()["accesses"]
    assert [(one["what"], one["by"], one["why"]) for one in found] == [
        ("person-kept", house.person(KEEPER), "new Player Card"),
        ("person-read", house.person("surveillance"), "incident 7"),
        ("person-read", who, "the person's own look"),
        ("person-kept", house.person(KEEPER), "exclusion"),
        ("exclusion-recorded", house.person(KEEPER), "see the person"),
        ("person-kept", house.person(KEEPER), "term over"),
        ("exclusion-lifted", house.person(KEEPER), "term over"),
        ("person-forgotten", house.person(TOP), "asked for it"),
    ]
    lines = b"".join(line for _, line in house.store.read("house"))
    assert [text for text in TOLD if text in lines] == []


def test_a_player_reads_their_own_record_and_no_other(house: House) -> None:
    own = enter(house, login="player1")
    assert own == house.person("player1")
    assert house.get("player1", f"/people/{own}").json()["name"] == ANN["name"]
    refused = house.get("player2", f"/people/{own}", why="curious")
    assert (refused.status_code, refused.json()["code"]) == (403, "not-yours")
    assert house.get("player2", f"/people/{house.person('player2')}").status_code == 404
    again = house.post(KEEPER, "/people", {"name": "X", "login": "player1", "why": "x"})
    assert (again.status_code, again.json()["code"]) == (409, "known-already")
    for login in ("nobody", "dealer"):
        body = {"name": "X", "login": login, "why": "x"}
        assert house.post(KEEPER, "/people", body).json()["code"] == "no-such-account"


def test_another_house_does_not_learn_that_there_is_a_record(house: House) -> None:
    who, other = enter(house), visitor(house)
    before = house.store.head("house")
    sought = {"player_card": ANN["player_card"], "why": "x"}
    answers = [
        house.get(other, f"/people/{who}", why="x"),
        ask(house, "PUT", other, f"/people/{who}", json={"name": "X", "why": "x"}),
        ask(house, "DELETE", other, f"/people/{who}", params={"why": "x"}),
        house.post(other, f"/people/{who}/exclusion", {"reason": "x"}),
        ask(house, "DELETE", other, f"/people/{who}/exclusion", params={"why": "x"}),
        house.get(other, f"/people/{who}/accesses"),
        house.post(other, "/people/find", sought),
    ]
    nobody = house.get(other, "/people/p-0123456789ab", why="x").json()
    assert [one.status_code for one in answers] == [404] * 7
    assert [one.json() for one in answers] == [nobody] * 7
    assert house.store.head("house") == before


def test_who_is_excluded_takes_no_seat_and_does_not_sign_in(house: House) -> None:
    who = enter(house, login="player1")
    house.seat("player1", "player2")
    house.ready()
    assert house.post("dealer", f"/people/{who}/exclusion", {"reason": "x"}).status_code == 403
    unsaid = house.post(KEEPER, f"/people/{who}/exclusion", {"reason": "  "})
    assert (unsaid.status_code, unsaid.json()["code"]) == (422, "no-reason")
    body = {"reason": "own wish"}
    assert house.post(KEEPER, f"/people/{who}/exclusion", body).status_code == 201
    commands = f"/tables/{TABLE}/commands"
    wager = {"do": "place-wager", "wager": "player", "amount_cents": 10_000}
    refused = house.post("player1", commands, wager)
    assert (refused.status_code, refused.json()["code"]) == (409, "excluded")
    assert refused.json()["clauses"]
    house.do("player1", "leave")  # the session that is open serves to go
    assert house.post("player1", commands, {"do": "arrive", "seat": 1}).json()["code"] == "excluded"
    signing = {"login": "player1", "password": house.passwords["player1"]}
    turned = house.client.post("/api/session", json=signing)
    assert (turned.status_code, turned.json()["code"]) == (403, "excluded")
    assert "set-cookie" not in turned.headers
    wrong = house.client.post("/api/session", json={**signing, "password": "wrong"})
    assert wrong.json()["code"] == "sign-in-failed"  # only who knows the password is told
    read = house.get(TOP, f"/people/{who}", why="review").json()
    assert read["excluded"]
    assert read["exclusions"][0]["reason"] == "own wish"
    kept = ask(house, "DELETE", TOP, f"/people/{who}", params={"why": "x"})
    assert (kept.status_code, kept.json()["code"]) == (409, "still-excluded")
    ended = ask(house, "DELETE", KEEPER, f"/people/{who}/exclusion", params={"why": "review"})
    assert ended.status_code == 204
    assert house.client.post("/api/session", json=signing).status_code == 201
    house.client.cookies.clear()
    house.do("player1", "arrive", seat=1)
    read = house.get(TOP, f"/people/{who}", why="review").json()
    assert not read["excluded"]
    assert read["exclusions"][0]["ended"]
    again = ask(house, "DELETE", KEEPER, f"/people/{who}/exclusion", params={"why": "x"})
    assert (again.status_code, again.json()["code"]) == (409, "not-excluded")


def test_an_exclusion_for_a_term_ends_with_it_and_the_longer_one_holds(house: House) -> None:
    who, now = enter(house, login="player1"), house.clock.now
    path = f"/people/{who}/exclusion"
    past = {"reason": "x", "until": now.isoformat()}
    assert house.post(KEEPER, path, past).json()["code"] == "past"
    assert house.post(KEEPER, path, {"reason": "x", "until": "2027-01-01"}).status_code == 422
    days = [dt.timedelta(days=30), dt.timedelta(days=10)]
    for term in days:
        body = {"reason": "own wish", "until": (now + term).isoformat()}
        assert house.post(KEEPER, path, body).status_code == 201
    held = house.tables.house
    for day, excluded in ((11, True), (29, True), (31, False), (32, False)):
        fire_due(house.tables, now + dt.timedelta(days=day))
        assert (held.excluded(who) is not None) is excluded
    # A term may be set again, to the same day, and one without an end is not shortened.
    house.post(KEEPER, path, {"reason": "x", "until": (now + 2 * days[0]).isoformat()})
    house.post(KEEPER, path, {"reason": "for good"})
    house.post(KEEPER, path, {"reason": "x", "until": (now + days[0]).isoformat()})
    fire_due(house.tables, now + dt.timedelta(days=1000))
    assert held.excluded(who) is not None


def test_a_forgotten_person_is_gone_and_their_key_with_them(house: House) -> None:
    who = enter(house)
    refused = ask(house, "DELETE", KEEPER, f"/people/{who}", params={"why": "x"})
    assert refused.status_code == 403
    assert ask(house, "DELETE", TOP, f"/people/{who}").status_code == 422
    gone = ask(house, "DELETE", TOP, f"/people/{who}", params={"why": "asked for it"})
    assert gone.status_code == 204
    assert house.get(TOP, f"/people/{who}", why="x").status_code == 404
    assert [key for key in house.store._secrets if who in key or "player-card" in key] == []
    assert enter(house) != who  # the card is free again


def test_an_exclusion_follows_the_person_to_another_account(house: House) -> None:
    who = enter(house, login="player1")
    house.post(KEEPER, f"/people/{who}/exclusion", {"reason": "own wish"})
    body = {"login": "anew", "role": "player", "person": who}
    assert house.post(TOP, "/accounts", body).json()["code"] == "has-account"
    ask(house, "DELETE", TOP, "/accounts/player1")
    made = house.post(TOP, "/accounts", body)
    assert made.json()["person"] == who
    signing = {"login": "anew", "password": made.json()["password"]}
    assert house.client.post("/api/session", json=signing).json()["code"] == "excluded"
    for wrong in ({"person": "p-ffff"}, {"role": "inspector"}):
        refused = house.post(TOP, "/accounts", {**body, "login": "third", **wrong})
        assert refused.json()["code"] == "no-such-person"


def test_of_two_who_change_a_record_at_once_neither_undoes_the_other(house: House) -> None:
    who = enter(house)
    people, at = house.context.people, house.clock.now

    def work(number: int) -> None:
        if number % 2:
            people.exclude(who, Excluded(since=at, reason=f"r{number}"), by="max")
        else:
            people.change(who, Person(name=f"n{number}"), by="sue", why="x")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(8)))
    found = people.read(who, by="max", why="x")
    assert {one.reason for one in found.exclusions} == {"r1", "r3", "r5", "r7"}
    assert found.name in {"n0", "n2", "n4", "n6"}
    assert found.casino


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "", "why": "x"},
        {"name": "A", "why": ""},
        {"name": "A"},
        {"name": 7, "why": "x"},
        {"name": "A", "why": "x", "exclusions": []},
        {"name": "A", "why": "x", "casino": "another"},
        {"name": "A", "why": "x", "player_card": "  "},
        {"name": "A" * 1000, "why": "x"},
    ],
    ids=str,
)
def test_what_is_no_record_is_not_kept(house: House, body: dict[str, Any]) -> None:
    house.token(KEEPER)
    before = (house.store.head("house"), len(house.store._secrets))
    assert house.post(KEEPER, "/people", body).status_code == 422
    assert (house.store.head("house"), len(house.store._secrets)) == before


OTHER = "star-premium-baccarat"


def found_with_device(house: House, login: str) -> None:
    """A player is found with a device at one table, and excluded from the casino there."""
    person = house.person(login)
    for staff in ("dealer", KEEPER):
        house.do(staff, "sign-on")
    house.do("dealer", "report-device", person=person, device="a counter")
    matter = max(house.context.floor.get(TABLE).table.matters)
    house.do(KEEPER, "exclude-from-casino", matter=matter, reason="used a device")
    house.tables.deliver()


def test_14_3_3_an_exclusion_at_one_table_is_refused_everywhere(house: House) -> None:
    house.seat("player1")
    house.seat("player1", table=OTHER)
    house.ready(OTHER)
    found_with_device(house, "player1")
    person, commands = house.person("player1"), f"/tables/{OTHER}/commands"
    other = house.context.floor.get(OTHER)
    for _ in range(500):  # the other table is told through the outbox
        if other.table.people[person].banned is not None:
            break
        time.sleep(0.01)
    assert other.table.people[person].banned == "excluded from the casino"
    before = dict(other.table.balances)
    wager = {"do": "place-wager", "wager": "player", "amount_cents": 10_000}
    refused = house.post("player1", commands, wager)
    assert (refused.status_code, refused.json()["code"]) == (409, "excluded")
    assert refused.json()["clauses"]
    assert dict(other.table.balances) == before
    # The open session serves to go, and for nothing after that.
    assert house.get("player1", f"/tables/{OTHER}").status_code == 200
    house.do("player1", "leave")
    house.do("player1", "leave", OTHER)
    shut = house.get("player1", f"/tables/{OTHER}")
    assert (shut.status_code, shut.json()["code"]) == (403, "excluded")
    signing = {"login": "player1", "password": house.passwords["player1"]}
    assert house.client.post("/api/session", json=signing).json()["code"] == "excluded"
    assert ask(house, "DELETE", "player1", "/session").status_code == 204


def test_a_member_of_staff_who_is_excluded_does_nothing_but_go(house: House) -> None:
    person = house.person("dealer")
    for staff in ("dealer", KEEPER):
        house.do(staff, "sign-on")
    house.do(KEEPER, "report-device", person=person, device="a counter", outside_duty=True)
    matter = max(house.context.floor.get(TABLE).table.matters)
    house.do(KEEPER, "exclude-from-casino", matter=matter, reason="counted for a patron")
    house.tables.deliver()
    shut = house.get("dealer", f"/tables/{TABLE}")
    assert (shut.status_code, shut.json()["code"]) == (403, "excluded")
    call = {"do": "call-bets", "call": "place your bets"}
    said = house.post("dealer", f"/tables/{TABLE}/commands", call)
    assert (said.status_code, said.json()["code"]) == (409, "excluded")
    house.do("dealer", "sign-off")


def test_a_spectator_watches_and_is_refused_a_wager(house: House) -> None:
    house.ready()
    house.do("player1", "arrive", spectator=True)
    person = house.person("player1")
    shown = house.context.floor.get(TABLE)
    assert shown.table.people[person].role == "spectator"
    assert shown.table.balances.get(f"player:{person}", 0) == 0
    wager = {"do": "place-wager", "wager": "player", "amount_cents": 10_000}
    refused = house.post("player1", f"/tables/{TABLE}/commands", wager)
    assert (refused.status_code, refused.json()["code"]) == (409, "spectator")
    assert refused.json()["clauses"] == ["5.3"]
    seen = house.get("player1", f"/tables/{TABLE}").json()["view"]
    assert seen["own"] is None
    assert person not in [one["person"] for one in seen["players"]]
    house.do("player1", "leave")


def test_an_approval_is_taken_back_over_the_api(house: House) -> None:
    house.seat("player1")
    house.ready()
    for staff in ("dealer", KEEPER):
        house.do(staff, "sign-on")
    path = f"/tables/{TABLE}/approvals"
    assert house.post("player1", path, {"key": "both-hands"}).status_code == 201
    number = max(house.context.floor.get(TABLE).table.approvals)
    assert house.post(KEEPER, f"{path}/{number}/grant").status_code == 200
    assert house.post("dealer", f"{path}/{number}/withdraw").json()["code"] == "rank-too-low"
    assert house.post(KEEPER, f"{path}/{number}/withdraw").status_code == 200
    own = house.get("player1", f"/tables/{TABLE}/own").json()["approvals"]
    assert [one["state"] for one in own] == ["withdrawn"]
    assert house.get(KEEPER, path).json()["approvals"] == []
