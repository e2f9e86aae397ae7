"""Whatever the description allows, and much that it does not: no answer is a fault of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.conftest import TABLE, House
from tests.api.test_records import enter

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def floor() -> Iterator[House]:
    house = House()
    with house.client:
        house.seat("player1")
        house.ready()
        house.do("player1", "place-wager", wager="player", amount_cents=10_000)
        house.coup()
        house.do("gaming-manager", "sign-on")
        house.known = enter(house)
        yield house
    house.close()


def described(house: House) -> dict[str, Any]:
    found: dict[str, Any] = house.client.get("/api/openapi.json").json()
    return found


@pytest.fixture
def api(floor: House) -> Any:
    document = described(floor)
    # Names that are there, so that what lies behind them is reached.
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in ("name", "rulebook"):
                    parameter["schema"] = {"enum": [TABLE, "nothing"]}
                if parameter["in"] == "path" and parameter["name"] == "person":
                    parameter["schema"] = {"enum": [floor.known, "p-00"]}
    # These end what the test stands on, or take long on purpose: they have tests of their own.
    for path in ("/api/session", "/api/session/password", "/api/accounts/{login}"):
        document["paths"].pop(path)
    # What would start a process is asked of a rulebook that there is not.
    started = document["paths"]["/api/rulebooks/{rulebook}/simulations"]["post"]
    started["parameters"][0]["schema"] = {"enum": ["nothing"]}
    return schemathesis.openapi.from_dict(document)


lazy = schemathesis.pytest.from_fixture("api")


@lazy.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_route_fails(case: Any, floor: House) -> None:
    for login in ("gaming-manager", "player1"):
        given = case.as_transport_kwargs(base_url="http://testserver.local")
        assume("#" not in given["url"])  # it ends an address: the rest would be another one
        given.pop("cookies", None)
        headers = dict(given.pop("headers", None) or {}) | floor.headers(login)
        body = given.pop("data", None)
        content = {} if body is None else {"content": body}
        answer = floor.client.request(**given, **content, headers=headers)
        floor.client.cookies.clear()
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            assert set(answer.json()) - {"key", "params"} == {"code", "sentence", "clauses"}


def test_the_description_is_complete(floor: House) -> None:
    document = described(floor)
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    wanted = set()
    for part in text.split('"#/components/schemas/')[1:]:
        wanted.add(part.partition('"')[0])
    assert wanted <= set(schemas)
    assert schemas["CommandBody"]["discriminator"]["mapping"]["place-wager"].endswith(
        "PlaceWagerCommand"
    )
    assert schemas["PlaceWagerCommand"]["additionalProperties"] is False
    assert not {"by", "at"} & set(schemas["PlaceWagerCommand"]["properties"])
    assert len(schemas["Event"]["oneOf"]) > 100
    for operations in document["paths"].values():
        for operation in operations.values():
            assert {"400", "422", "429"} <= set(operation["responses"])
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    shape = response["content"]["application/json"]["schema"]
                    assert shape == {"$ref": "#/components/schemas/Problem"}
