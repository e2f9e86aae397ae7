"""What strangers ask costs the tables nothing, and what they may ask in all is bounded."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from pitboss.api.context import Settings
from pitboss.api.door.workers import Workers
from pitboss.api.guard import Limiter
from pitboss.api.problems import ProblemError
from pitboss.api.routes.books import clauses
from tests.api.conftest import QUICK, House

CONTENTS = "/api/rulebooks/star-baccarat/contents"


def test_what_never_changes_is_made_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first = house.client.get(CONTENTS, headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"

    def fail(*_: Any) -> None:
        raise AssertionError("it is made anew")

    monkeypatch.setattr(clauses, "index_of", fail)
    again = house.client.get(CONTENTS, headers={"accept-encoding": "gzip"})
    plain = house.client.get(CONTENTS, headers={"accept-encoding": "identity"})
    assert first.json() == again.json() == plain.json()
    assert "content-encoding" not in plain.headers
    tag = first.headers["etag"]
    known = house.client.get(CONTENTS, headers={"if-none-match": f'"other", W/{tag}'})
    assert (known.status_code, known.content) == (304, b"")
    assert house.client.get(CONTENTS, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_problem_is_not_kept(house: House) -> None:
    for _ in range(2):
        missing = house.client.get("/api/rulebooks/no-such-book/contents")
        assert (missing.status_code, missing.json()["code"]) == (404, "no-such-rulebook")


def test_strangers_share_one_limit_and_the_signed_in_have_their_own(house: House) -> None:
    house.context.strangers = Limiter(5, 1e-9)
    token = house.headers("player1")
    answers = [house.client.get("/api/rulebooks").status_code for _ in range(8)]
    assert answers == [200] * 5 + [429] * 3
    assert house.client.get("/api/session", headers=token).status_code == 200
    given = {"login": "player2", "password": house.passwords["player2"]}
    assert house.client.post("/api/session", json=given).status_code == 201, "others still come in"


def test_what_must_be_worked_out_for_strangers_is_less_still(house: House) -> None:
    house.context.strangers_work = Limiter(3, 1e-9)
    path = "/api/rulebooks/star-baccarat/clauses"
    asked = [house.client.get(path, params={"find": word}).status_code for word in "abcde"]
    assert asked == [200] * 3 + [429] * 2
    assert house.client.get(path, params={"find": "a"}).status_code == 200, "known already"
    found = house.client.get(path, params={"find": "q"}, headers=house.headers("player1"))
    assert found.status_code == 200


def test_passwords_wait_in_a_line_that_ends() -> None:
    workers = Workers(number=2, most=8, most_of_one=3)
    go, most, running = threading.Event(), 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal most, running
        with lock:
            running += 1
            most = max(most, running)
        go.wait(30)
        with lock:
            running -= 1

    async def all_at_once() -> list[Any]:
        asked = [workers.do(f"place {number % 4}", work) for number in range(40)]
        waiting = [asyncio.ensure_future(one) for one in asked]
        await asyncio.sleep(0)
        go.set()
        return await asyncio.gather(*waiting, return_exceptions=True)

    found = asyncio.run(all_at_once())
    refused = [one for one in found if isinstance(one, ProblemError)]
    assert len(found) - len(refused) == 8
    assert {one.status for one in refused} == {429}
    assert most <= 2
    workers.close()


def test_a_line_that_is_full_is_told_with_a_time_to_wait() -> None:
    house = House(Settings(hasher=QUICK, requests_at_once=1e9, sign_ins_at_once=1e9))
    house.context.workers = Workers(most=0)
    with house.client as client:
        answer = client.post("/api/session", json={"login": "dealer", "password": "x"})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
