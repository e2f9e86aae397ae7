"""A table through HTTP: a whole coup, retries, refusals, history, replay, offers."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from pitboss.table import Event
from pitboss.table.settlement.settle import CoupSettled
from tests.api.conftest import TABLE, House


def play(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    house.do("player1", "place-wager", wager="player", amount_cents=10_000)
    house.do("player2", "place-wager", wager="banker", amount_cents=20_000)
    house.coup()


def test_a_whole_coup_with_two_players_a_dealer_a_supervisor_and_a_display(house: House) -> None:
    url = f"/api/tables/{TABLE}/stream"
    house.do("dealer", "sign-on")
    house.do("gaming-supervisor", "sign-on")
    with (
        house.client.websocket_connect(f"{url}?after=0", headers=house.headers("display")) as wall,
        house.client.websocket_connect(url, headers=house.headers("player1")) as mine,
    ):
        first = wall.receive_json()
        assert first["after"] == 0
        assert {one["event"] for one in first["events"]} == {"table-opened"}
        begun = mine.receive_json()
        play(house)
        shown = house.context.floor.get(TABLE)
        last, got, words = begun["sequence"], [], set()
        while last < shown.sequence:
            message = mine.receive_json()
            assert message["after"] == last
            last = message["sequence"]
            got.append(message)
            words |= {one["event"] for one in message["events"]}
        assert {"wager-placed", "card-dealt", "coup-settled", "result-announced"} <= words
        settled = next(
            one for each in got for one in each["events"] if one["event"] == "coup-settled"
        )
        assert {line["person"] for line in settled["fields"]["lines"]} == {house.person("player1")}
        at, seen = first["sequence"], []
        while at < shown.sequence:
            message = wall.receive_json()
            assert message["after"] == at
            at = message["sequence"]
            seen += message["events"]
        settled = next(one for one in seen if one["event"] == "coup-settled")
        assert "lines" not in settled["fields"]
        assert "by" not in settled
    # Again with the last sequence it had: nothing is missing, nothing comes twice.
    half = got[len(got) // 2]["sequence"]
    with house.client.websocket_connect(
        f"{url}?after={half}", headers=house.headers("player1")
    ) as again:
        rest = again.receive_json()
        assert (rest["after"], rest["sequence"]) == (half, shown.sequence)
        assert rest["view"] == got[-1]["view"]
        wanted = [one for each in got for one in each["events"] if one["sequence"] > half]
        assert rest["events"] == wanted


def test_money_and_history_after_a_coup(house: House) -> None:
    play(house)
    balances = house.get("gaming-supervisor", f"/tables/{TABLE}").json()["view"]["balances_cents"]
    assert sum(balances.values()) == 0
    coups = house.get("player1", f"/tables/{TABLE}/coups").json()
    assert [one["coup"] for one in coups["coups"]] == [1]
    assert coups["coups"][0]["wagers"] == 1
    outcome = coups["coups"][0]["outcome"]
    assert house.get("dealer", f"/tables/{TABLE}/coups", outcome="void").json()["coups"] == []
    found = house.get("dealer", f"/tables/{TABLE}/coups", outcome=outcome, wager="banker").json()
    assert found["coups"][0]["wagers"] == 2
    why = house.get("player2", f"/tables/{TABLE}/coups/1/settlement").json()
    assert [line["line"]["wager"] for line in why["lines"]] == ["banker"]
    assert why["lines"][0]["line"]["why"]
    assert why["lines"][0]["line"]["clauses"]
    everyone = house.get("inspector", f"/tables/{TABLE}/coups/1/settlement").json()
    assert len(everyone["lines"]) == 2
    replay = house.get("player1", f"/tables/{TABLE}/coups/1/replay").json()
    last = replay["steps"][-1]
    now = house.get("player1", f"/tables/{TABLE}").json()["view"]
    assert last["view"]["own"] == now["own"]
    assert replay["before"]["table"].get("coup") is None
    assert house.get("player1", f"/tables/{TABLE}/coups", person="p-other").status_code == 403
    assert house.get("display", f"/tables/{TABLE}/coups/1").json().get("wagers") is None
    assert house.get("dealer", f"/tables/{TABLE}/coups/99").status_code == 404


def test_a_retry_gets_the_first_answer_and_moves_nothing(house: House) -> None:
    house.seat("player1")
    house.ready()
    body = {"do": "place-wager", "wager": "player", "amount_cents": 10_000}
    key = secrets.token_hex(8)
    first = house.post("player1", f"/tables/{TABLE}/commands", body, key)
    again = house.post("player1", f"/tables/{TABLE}/commands", body, key)
    field = house.client.post(
        f"/api/tables/{TABLE}/commands",
        headers=house.headers("player1"),
        json={**body, "command_id": key},
    )
    assert first.json() == again.json() == field.json()
    own = house.get("player1", f"/tables/{TABLE}").json()["view"]["own"]
    assert own["chips_cents"] == house.context.settings.demo_chips_cents - 10_000
    # Another's use of the same id is another command.
    house.do("player2", "arrive", seat=2)
    theirs = house.post("player2", f"/tables/{TABLE}/commands", body, key)
    assert theirs.json()["sequence"] > first.json()["sequence"]


def test_the_automatic_dealer_retries_safely_and_says_why_it_waits(house: House) -> None:
    key = secrets.token_hex(8)
    first = house.post("dealer", f"/tables/{TABLE}/autodeal", key=key)
    again = house.post("dealer", f"/tables/{TABLE}/autodeal", key=key)
    assert first.json() == again.json()
    house.ready()
    waits = house.autodeal()
    assert (waits.status_code, waits.json()["code"]) == (409, "house-waits")


def test_who_when_and_which_card_are_never_the_clients_to_say(house: House) -> None:
    house.seat("player1")
    house.ready()
    house.do("dealer", "sign-on")
    path = f"/tables/{TABLE}/commands"
    body: dict[str, Any]
    for field, value in (("by", "p-1"), ("at", "2020-01-01T00:00:00Z"), ("rank", "x")):
        body = {"do": "place-wager", "wager": "player", "amount_cents": 5000, field: value}
        assert house.post("player1", path, body).status_code == 422
    for body in (
        {"do": "sign-on", "rank": "Gaming Manager"},
        {"do": "arrive", "chips_cents": 10**9},
        {"do": "reveal-shoe", "nonce": "00", "order": "Ah"},
        {"do": "load-shoe", "commitment": "00"},
    ):
        assert house.post("gaming-supervisor", path, body).status_code == 422
    forged = house.post("dealer", path, {"do": "deal-card", "card": "Ah"})
    assert (forged.status_code, forged.json()["code"]) == (422, "card-not-yours")
    down = house.post("dealer", path, {"do": "deal-card", "card": "Ah", "face": "down"})
    assert down.status_code == 422
    relief = house.post("player1", path, {"do": "relieve", "person": "automatic-dealer"})
    assert relief.status_code == 403
    manager = house.do("gaming-supervisor", "relieve", person="automatic-supervisor")
    assert manager["events"][0]["fields"]["holds"] == "Gaming Supervisor"


def test_out_of_phase_is_refused_and_the_journal_untouched(house: House) -> None:
    house.do("dealer", "sign-on")
    before = house.context.floor.get(TABLE).sequence
    answer = house.post("dealer", f"/tables/{TABLE}/commands", {"do": "settle"})
    assert answer.status_code == 409
    assert set(answer.json()) == {"code", "sentence", "clauses", "key"}
    assert answer.json()["key"].partition(".")[0] == answer.json()["code"]
    assert answer.json()["clauses"]
    assert house.store.head(f"table:{TABLE}") == before


def test_an_approval_is_granted_in_another_persons_session(house: House) -> None:
    house.do("gaming-supervisor", "sign-on")
    house.do("dealer", "sign-on")
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="player", amount_cents=10_000)
    both = {"do": "place-wager", "wager": "banker", "amount_cents": 10_000}
    problem = house.post("player1", f"/tables/{TABLE}/commands", both).json()
    assert (problem["code"], problem.get("approval")) == ("approval-needed", "both-hands")
    asked = house.post("player1", f"/tables/{TABLE}/approvals", {"key": problem["approval"]})
    assert asked.status_code == 201, asked.text
    listed = house.get("gaming-supervisor", f"/tables/{TABLE}/approvals").json()["approvals"]
    number = listed[0]["approval"]["number"]
    path = f"/tables/{TABLE}/approvals/{number}"
    assert house.post("dealer", f"{path}/grant").json()["code"] == "rank-too-low"
    assert house.post("player1", f"{path}/grant").status_code == 403
    assert house.post("gaming-supervisor", f"{path}/grant").status_code == 200
    own = house.get("player1", f"/tables/{TABLE}/approvals").json()["approvals"]
    assert own[0]["approval"]["granted_by"] == house.person("gaming-supervisor")
    assert house.get("player2", f"/tables/{TABLE}/approvals").json()["approvals"] == []
    assert house.post("gaming-supervisor", f"{path}/refuse").status_code == 409
    staff = house.post("gaming-supervisor", f"/tables/{TABLE}/approvals", {"key": "both-hands"})
    mine = staff.json()["events"][0]["fields"]["approval"]
    own_grant = house.post("gaming-supervisor", f"/tables/{TABLE}/approvals/{mine}/grant")
    assert own_grant.json()["code"] == "another-person"


def test_situations_rulings_and_duties(house: House) -> None:
    house.do("gaming-manager", "sign-on")
    house.seat("player1")
    house.ready()
    listed = house.get("surveillance", f"/tables/{TABLE}/situations").json()
    assert listed["rulings"] == []
    assert listed["trouble"] is None
    raised: list[Any] = []
    for name, situation in listed["situations"].items():
        if "betting" not in situation["phase"]:
            continue
        seen = {"card": "9d"} if "takes" in situation else {}
        body = {
            "do": "report-irregularity",
            "situation": name,
            "told": {fact: values[0] for fact, values in situation.get("told", {}).items()},
            **seen,
        }
        answer = house.post("gaming-manager", f"/tables/{TABLE}/commands", body)
        if answer.status_code == 200:
            raised.append(name)
            break
    assert raised
    now = house.get("gaming-manager", f"/tables/{TABLE}/situations").json()
    assert now["trouble"]["situation"] == raised[0]
    assert now["rulings"]
    assert all(one["rank"] and one["clauses"] for one in now["rulings"])
    offers = house.get("gaming-manager", f"/tables/{TABLE}/offers").json()
    assert "give-ruling" in {one["do"] for one in offers["offers"]}
    duties = house.get("gaming-manager", "/duties").json()["duties"]
    for row in duties:
        number = row["duty"]["number"]
        path = f"/tables/{TABLE}/duties/{number}/discharge"
        assert house.post("gaming-manager", path, {"how": "told"}).status_code == 200
    missing = house.post("gaming-manager", f"/tables/{TABLE}/duties/999/discharge", {"how": "x"})
    assert (missing.status_code, missing.json()["code"]) == (409, "no-such-duty")


def test_offers_are_what_the_core_would_accept(house: House) -> None:
    house.seat("player1")
    house.ready()
    offers = house.get("player1", f"/tables/{TABLE}/offers").json()
    words = {one["do"]: one for one in offers["offers"]}
    assert "place-wager" in words
    assert offers["house"] is None
    house.do("player1", "place-wager", **words["place-wager"]["fields"])
    assert house.get("dealer", f"/tables/{TABLE}/offers").json()["house"]["do"] == "deal-card"
    assert house.get("player2", f"/tables/{TABLE}/offers").json()["offers"] == []


def test_a_shoe_is_committed_to_then_opened_and_verified(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.seat("player1")
    house.ready()
    url = f"/tables/{TABLE}/shoes/1"
    before = house.get(None, url).json()
    assert len(before["commitment"]) == 64
    assert "order" not in before
    closed = house.get(None, f"{url}/verification").json()
    assert (closed["opened"], closed["holds"]) == (False, False)
    shown = house.context.floor.get(TABLE)
    while shown.table.shoe is not None and shown.table.shoe.over is None:
        if not shown.table.wagers and shown.table.coup is None:
            house.do("player1", "place-wager", wager="tie", amount_cents=2500)
        answer = house.autodeal()
        assert answer.status_code == 200, answer.text
    opened = house.autodeal().json()
    assert opened["events"][0]["event"] == "shoe-revealed"
    checked = house.get(None, f"{url}/verification").json()
    assert checked["holds"]
    assert checked["computed"] == before["commitment"]
    assert checked["dealt"] > 300
    assert "nonce" in checked["how"]
    assert checked["coups"] == shown.table.coups
    assert checked["coup"] is None
    # A journal in which a settled coup was given other hands: the page of the shoe names it.
    as_written = shown.events

    def forged(*asked: Any) -> tuple[Event, ...]:
        return tuple(
            msgspec.structs.replace(
                one, hands={"player": one.hands["banker"], "banker": one.hands["player"]}
            )
            if isinstance(one, CoupSettled) and one.coup == 7
            else one
            for one in as_written(*asked)
        )

    monkeypatch.setattr(shown, "events", forged)
    wrong = house.get(None, f"{url}/verification").json()
    assert not wrong["holds"]
    assert wrong["coup"]["coup"] == 7
    player, banker = wrong["coup"]["ordered"].split(" / ")
    assert wrong["coup"]["settled"] == f"{banker} / {player}"
    monkeypatch.undo()
    house.ready()
    assert house.get(None, f"/tables/{TABLE}/shoes").json()["shoes"][1]["shoe"] == 2


def test_reports_are_for_supervisors(house: House) -> None:
    play(house)
    path = f"/tables/{TABLE}/report"
    assert house.get("dealer", path).json()["code"] == "rank-too-low"
    found = house.get("gaming-supervisor", path, month="2026-11").json()
    assert found["handle_cents"] == 30_000
    assert found["balances_hold"]
    assert house.get("gaming-supervisor", path, month="2026-13").status_code == 422
    assert house.get("inspector", "/alerts").json() == {"alerts": []}


def _fails(_: object) -> list[Exception | None]:
    raise OperationalError("insert", {}, OSError("no space left"))


def test_a_manager_sets_up_another_table(house: House) -> None:
    body = {"table": "pit-7", "rulebook": TABLE}
    assert house.post("dealer", "/tables", body).status_code == 403
    assert house.post("gaming-manager", "/tables", body).status_code == 201
    assert house.post("gaming-manager", "/tables", body).json()["code"] == "name-taken"
    names = {one["table"] for one in house.get("display", "/tables").json()["tables"]}
    assert "pit-7" in names
    failed = {"table": "pit-9", "rulebook": TABLE}
    write, house.store.write = house.store.write, _fails
    assert house.post("gaming-manager", "/tables", failed).status_code == 503
    house.store.write = write
    assert house.post("gaming-manager", "/tables", failed).status_code == 201, "tried again"
    unknown = {"table": "pit-8", "rulebook": "crown-perth-baccarat"}
    assert house.post("gaming-manager", "/tables", unknown).status_code in (403, 409)
