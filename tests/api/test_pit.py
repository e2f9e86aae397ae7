"""The pit: tables at a glance, what waits for whom, files to be kept."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from pitboss.aggregates import AGGREGATES
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.verify import verify_lines
from tests.api.conftest import TABLE, House

STAFF, TOP = "gaming-supervisor", "gaming-manager"


def row(house: House, who: str = STAFF) -> dict[str, Any]:
    found = house.get(who, "/pit").json()
    return next(one for one in found["tables"] if one["table"] == TABLE)


def played(house: House, coups: int) -> None:
    for number in range(coups):
        house.do(
            "player1", "place-wager", wager=("player", "banker")[number % 2], amount_cents=5_000
        )
        house.do("player2", "place-wager", wager="tie", amount_cents=2_500)
        house.coup()


def test_hold_is_that_of_the_report_and_goes_on_with_the_table(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    house.do(STAFF, "sign-on")
    for coups in (3, 2):
        played(house, coups)
        held = row(house)["hold"]
        report = house.get(STAFF, f"/tables/{TABLE}/report").json()
        for name in ("coups", "handle_cents", "win_cents", "drop_cents", "deviations", "alert"):
            assert held[name] == pytest.approx(report[name]), name
        assert held["expected_cents"] == pytest.approx(report["expected_win_cents"])
        spread = report["deviation_cents"]
        assert held["high_cents"] - held["low_cents"] == pytest.approx(4 * spread)
    assert row(house)["taken"] == [1, 2]
    assert row(house)["coup"] == 5


def test_the_lowest_rank_sees_no_money(house: House) -> None:
    assert row(house, "dealer")["hold"] is None
    assert house.get("dealer", "/pit").json()["payment_errors"] is None
    assert row(house)["hold"] is not None
    assert house.get(STAFF, "/pit").json()["payment_errors"] == []


def test_an_approval_waits_for_another_of_the_rank(house: House) -> None:
    house.seat("player1")
    house.do(STAFF, "sign-on")
    house.post("player1", f"/tables/{TABLE}/approvals", {"key": "both-hands"})
    (one,) = house.get(STAFF, "/pit").json()["queue"]
    assert (one["kind"], one["yours"], one["signed_on"]) == ("approval", True, True)
    assert "5.6.6" in one["clauses"]
    assert dt.datetime.fromisoformat(one["since"]) == house.clock.now
    (one,) = house.get(TOP, "/pit").json()["queue"]
    assert (one["yours"], one["signed_on"]) == (True, False)
    (one,) = house.get("dealer", "/pit").json()["queue"]
    assert not one["yours"]
    assert one["rank"] in one["why_not"]
    assert row(house)["approvals"] == 1
    done = house.post(STAFF, f"/tables/{TABLE}/approvals/{one['number']}/grant")
    assert done.status_code == 200
    assert house.get(STAFF, "/pit").json()["queue"] == []


def listed(house: House, who: str) -> list[dict[str, Any]]:
    rows = house.get(who, "/tables").json()["tables"]
    found = next(one for one in rows if one["table"] == TABLE)
    assert found["time_zone"] == "Australia/Sydney"
    return list(found.get("waits", []))


def test_the_list_of_tables_says_what_each_waits_for(house: House) -> None:
    house.real_cards()
    house.seat("player1")
    assert listed(house, TOP) == []
    house.post("player1", f"/tables/{TABLE}/approvals", {"key": "both-hands"})
    (queued,) = house.get(TOP, "/pit").json()["queue"]
    (one,) = listed(house, TOP)
    assert (one["kind"], one["about"], one["rank"]) == ("approval", queued["about"], queued["rank"])
    assert listed(house, "player1") == listed(house, "display") == []  # the house's own
    house.ready()
    house.do("player1", "place-wager", wager="banker", amount_cents=5_000)
    for _ in range(3):
        house.autodeal()
    house.do(STAFF, "report-irregularity", situation="missing-or-foreign", told={"what": "missing"})
    ruling, approval = listed(house, TOP)
    title = house.get(STAFF, f"/tables/{TABLE}/ruling").json()["trouble"]["title"]
    assert (ruling["kind"], ruling["about"], approval["kind"]) == ("ruling", title, "approval")
    assert ruling["rank"]
    assert listed(house, "player1") == [{"kind": "ruling"}]
    assert listed(house, "display") == []
    given = house.get(STAFF, f"/tables/{TABLE}/ruling").json()["trouble"]["allowed"][0]["ruling"]
    house.do(STAFF, "give-ruling", ruling=given)
    follow = house.get(STAFF, f"/tables/{TABLE}/ruling").json()["trouble"]["follow"]
    after = listed(house, TOP)[0]
    assert (after["kind"], after["about"]) == ("follow", follow["says"])
    queued = house.get(TOP, "/pit").json()["queue"][0]
    assert queued["why_not"] == f"It is ruled on. {follow['says']}"


def test_who_asked_does_not_approve(house: House) -> None:
    house.seat("player1")
    house.do(STAFF, "sign-on")
    person = house.person("player1")
    asked = {"key": "both-hands", "whom": person}
    assert house.post(STAFF, f"/tables/{TABLE}/approvals", asked).status_code == 201
    (one,) = house.get(STAFF, "/pit").json()["queue"]
    assert not one["yours"]
    assert "another person" in one["why_not"]
    people = house.get(STAFF, "/pit").json()["people"]
    assert people[one["by"]] == STAFF
    assert person not in people


def test_staff_are_not_shown_the_names_of_another_house(house: House) -> None:
    accounts = house.context.accounts
    accounts.make("elsewhere", "staff", "Dealer", "Another House")
    theirs = next(one.person for one in accounts.all() if one.login == "elsewhere")
    inspector = house.person("inspector")
    for path in ("/pit", f"/tables/{TABLE}/console", f"/tables/{TABLE}/ruling"):
        people = house.get(STAFF, path).json()["people"]
        assert theirs not in people
        assert people[inspector] == "inspector"
    assert theirs in house.get("inspector", "/pit").json()["people"]


def test_a_notice_a_dispute_and_an_overdue_duty(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    house.do(STAFF, "sign-on")
    played(house, 1)
    change = (house.clock.now + dt.timedelta(minutes=30)).isoformat()
    house.do(STAFF, "post-notice", kind="raise-minimum", change_at=change, minimum_cents=5_000)
    house.do("player1", "raise-dispute", about="the payment", coup=1)
    found = house.get(STAFF, "/pit").json()
    (notice,) = row(house)["notices"]
    assert notice["clauses"] == ["6.7"]
    sheet = house.get(STAFF, f"/tables/{TABLE}/sheet").json()["notices"]
    assert [notice["sentence"]] == [one["sentence"] for one in sheet]
    assert notice["sentence"].startswith("Minimum $50 from ")
    assert (notice["old_minimum_cents"], notice["minimum_cents"]) == (2_500, 5_000)
    (dispute,) = found["disputes"]
    assert (dispute["about"], dispute["coup"], dispute["stage"]) == ("the payment", 1, "referred")
    assert row(house)["disputes"] == 1
    assert found["queue"][-1]["kind"] == "notice"
    assert found["queue"][-1]["about"] == notice["sentence"]


def test_payment_errors_of_the_month(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    house.do(STAFF, "sign-on")
    played(house, 1)
    house.do(
        STAFF,
        "open-payment-error",
        direction="over",
        amount_cents=1_000,
        coup=1,
        wager="player",
        about="a chip too many",
    )
    found = house.get(STAFF, "/pit").json()
    (one,) = found["payment_errors"]
    assert (one["table"], one["error"]["amount_cents"]) == (TABLE, 1_000)
    assert found["month"] == "2026-11"
    assert house.get(STAFF, "/pit", month="2026-10").json()["payment_errors"] == []
    assert house.get(STAFF, "/pit", month="soon").status_code == 422
    waiting = house.get(STAFF, "/pit").json()["queue"]
    house.clock.wait(40 * 86_400)
    later = house.get(STAFF, "/pit").json()["queue"] if waiting else []
    due = [one for one in later if one["kind"] == "duty" and one["due"]]
    assert all(one["overdue"] for one in due)
    overdue = [one["overdue"] for one in later]
    assert overdue == sorted(overdue, reverse=True)


def test_trouble_is_seen_from_the_pit(house: House) -> None:
    house.real_cards()
    house.seat("player1", "player2")
    house.ready()
    played(house, 1)
    assert row(house)["state"] == "betting"
    house.clock.wait(60)
    told = {"error": "dealt incorrectly"}
    house.do("player1", "report-irregularity", situation="misdeal", told=told)
    seen = row(house)
    assert seen["state"] == "ruling"
    assert dt.datetime.fromisoformat(seen["trouble"]["since"]) == house.clock.now
    guide = house.get(STAFF, f"/tables/{TABLE}/ruling").json()
    assert guide["trouble"]["situation"] == "misdeal"
    assert guide["trouble"]["dismiss"]["allowed"]
    assert {one["ruling"] for one in guide["trouble"]["allowed"]} == {"correct", "void"}
    tried = house.post(STAFF, f"/tables/{TABLE}/ruling/preview", {"ruling": "void"}).json()
    assert tried["consequence"]["outcome"] == "void"
    sequence = house.get(STAFF, f"/tables/{TABLE}").json()["sequence"]
    assert sequence == guide["sequence"]  # nothing was written
    house.do(STAFF, "give-ruling", ruling="void")
    again = house.post(STAFF, f"/tables/{TABLE}/ruling/preview", {"ruling": "void"})
    assert (again.status_code, again.json()["code"]) == (409, "nothing-to-rule")
    assert row(house)["trouble"] is None


def test_exports_and_extracts_hold(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    played(house, 2)
    whole = house.get(STAFF, f"/tables/{TABLE}/export")
    assert f'filename="{TABLE}.jsonl"' in whole.headers["content-disposition"]
    verdict = verify_lines(iter(whole.content.splitlines(keepends=True)), AGGREGATES)
    assert verdict.sound
    assert verdict.records == house.context.floor.get(TABLE).sequence
    extract = house.get("inspector", f"/tables/{TABLE}/coups/2/extract")
    verdict = verify_lines(iter(extract.content.splitlines(keepends=True)), AGGREGATES)
    assert verdict.sound
    assert verdict.extract is not None
    assert verdict.extract.number == 2
    broken = extract.content.replace(b'"amount_cents":2500', b'"amount_cents":2600')
    assert not verify_lines(iter(broken.splitlines(keepends=True)), AGGREGATES).sound
    assert house.get(STAFF, f"/tables/{TABLE}/coups/9/extract").status_code == 404


def test_an_export_that_cannot_be_made_is_a_problem_and_not_half_a_file(house: House) -> None:
    edition = house.context.floor.get(TABLE).rules.edition.name
    house.context.floor.get("not-opened", edition)
    empty = house.get(STAFF, "/tables/not-opened/export")
    assert (empty.status_code, empty.json()["code"]) == (404, "nothing-yet")

    def lost(_: str) -> list[Checkpoint]:
        raise OperationalError("select", {}, Exception("server closed the connection"))

    house.store.checkpoints = lost
    failed = house.get(STAFF, f"/tables/{TABLE}/export")
    assert (failed.status_code, failed.json()["code"]) == (503, "unavailable")
